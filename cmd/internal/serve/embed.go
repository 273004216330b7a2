package serve

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"mime"
	"net/url"
	"path/filepath"
	"strings"

	"kinetree/internal/infile"
	"kinetree/urdf/mesh"
)

// readMesh reads a mesh as the page takes it, which asks for one file: a .gltf has those in it that stand beside it.
func readMesh(file string) ([]byte, error) {
	data, err := infile.Read(file, mesh.MaxBytes)
	if err == nil && strings.EqualFold(filepath.Ext(file), ".gltf") {
		data = embed(data, filepath.Dir(file))
	}
	return data, err
}

// embed returns a glTF document with the buffers and pictures in it that it names in a folder or below. What cannot be
// read stays as it is, and the page says what is missing.
func embed(document []byte, dir string) []byte {
	var all map[string]json.RawMessage
	if json.Unmarshal(document, &all) != nil {
		return document
	}
	for _, key := range []string{"buffers", "images"} {
		var items []map[string]json.RawMessage
		if json.Unmarshal(all[key], &items) != nil {
			continue
		}
		for _, item := range items {
			var uri string
			if json.Unmarshal(item["uri"], &uri) != nil {
				continue
			}
			name, err := url.PathUnescape(uri)
			if err != nil {
				continue
			}
			data, err := readWithin(dir, filepath.FromSlash(name))
			if err != nil {
				continue
			}
			kind := mime.TypeByExtension(filepath.Ext(name))
			if !strings.HasPrefix(kind, "image/") {
				kind = "application/octet-stream"
			}
			item["uri"], _ = json.Marshal("data:" + kind + ";base64," + base64.StdEncoding.EncodeToString(data))
		}
		all[key], _ = json.Marshal(items)
	}
	if whole, err := json.Marshal(all); err == nil {
		return whole
	}
	return document
}

// readWithin reads a file by its name in a folder, unless it lies elsewhere, as a link may have it.
func readWithin(dir, name string) ([]byte, error) {
	home, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return nil, err
	}
	file, err := filepath.EvalSymlinks(filepath.Join(dir, name))
	if err != nil {
		return nil, err
	}
	if rel, err := filepath.Rel(home, file); err != nil || !filepath.IsLocal(rel) {
		return nil, fmt.Errorf("%s is outside of %s", name, dir)
	}
	return infile.Read(file, mesh.MaxBytes)
}
