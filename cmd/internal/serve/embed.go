package serve

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"html"
	"mime"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"kinetree/internal/infile"
	"kinetree/urdf/mesh"
)

// readMesh reads a mesh as the page takes it, which asks for one file: a .gltf has those in it that stand beside it.
func readMesh(file string) ([]byte, error) {
	data, err := infile.Read(file, mesh.MaxBytes)
	if err != nil {
		return nil, err
	}
	switch strings.ToLower(filepath.Ext(file)) {
	case ".gltf":
		data = embed(data, filepath.Dir(file))
	case ".glb":
		data = embedBinary(data, filepath.Dir(file))
	case ".dae":
		data = embedTextures(withoutAddresses(data), filepath.Dir(file))
	}
	return data, nil
}

// pictures are where a COLLADA document names the file of a picture.
var pictures = regexp.MustCompile(`(<init_from>\s*|<ref>\s*)([^<"'\s][^<"']*?)(\s*<)`)

// embedTextures returns a COLLADA document with the pictures in it that it names in its folder, or in the package of
// that folder. A name that is none of a picture, as that of a sampler's surface, stays.
func embedTextures(document []byte, dir string) []byte {
	return pictures.ReplaceAllFunc(document, func(element []byte) []byte {
		m := pictures.FindSubmatch(element)
		name, err := url.PathUnescape(strings.TrimPrefix(strings.TrimSpace(html.UnescapeString(string(m[2]))), "file://"))
		kind := mime.TypeByExtension(strings.ToLower(filepath.Ext(name)))
		if strings.EqualFold(filepath.Ext(name), ".tga") {
			kind = "image/x-tga"
		}
		if err != nil || !strings.HasPrefix(kind, "image/") || filepath.IsAbs(name) {
			return element
		}
		home, err := filepath.Rel(packageOf(dir), dir)
		if err != nil {
			return element
		}
		data, err := readWithin(packageOf(dir), filepath.Join(home, filepath.FromSlash(name)))
		if err != nil {
			return element
		}
		uri := "data:" + kind + ";base64," + base64.StdEncoding.EncodeToString(data)
		return slices.Concat(m[1], []byte(uri), m[3])
	})
}

// addresses are those of the network where descriptions of robots and COLLADA documents name files.
var addresses = regexp.MustCompile(`(?i)(<init_from>\s*|<ref>\s*|\bfilename\s*=\s*["']\s*)((https?|ftp):)?//[^<"']*`)

// withoutAddresses returns a document of XML with the name of a file that does not exist in place of addresses.
func withoutAddresses(document []byte) []byte {
	return addresses.ReplaceAll(document, []byte("${1}not-in-this-page"))
}

// embedBinary does with the document in a file of binary glTF what embed does. A chunk is the length of its content, a
// word for its kind, and the content, whose length is a multiple of four.
func embedBinary(data []byte, dir string) []byte {
	const header, chunk = 12, 8 // bytes
	if len(data) < header+chunk {
		return data
	}
	n := int64(binary.LittleEndian.Uint32(data[header:]))
	if n > int64(len(data)-header-chunk) {
		return data
	}
	end := header + chunk + int(n)
	document := embed(data[header+chunk:end], dir)
	document = append(document, "   "[:-len(document)&3]...)
	whole := slices.Concat(data[:header+chunk], document, data[end:])
	binary.LittleEndian.PutUint32(whole[8:], uint32(len(whole)))
	binary.LittleEndian.PutUint32(whole[header:], uint32(len(document)))
	return whole
}

// embed returns a glTF document with the buffers and pictures in it that it names in a folder or below. What cannot be
// read has no address any more, and the page says what is missing.
func embed(document []byte, dir string) []byte {
	var all map[string]json.RawMessage
	if json.Unmarshal(bytes.TrimPrefix(document, []byte("\ufeff")), &all) != nil {
		return document
	}
	for _, key := range []string{"buffers", "images"} {
		var items []map[string]json.RawMessage
		if json.Unmarshal(all[key], &items) != nil {
			delete(all, key)
			continue
		}
		for _, item := range items {
			var uri string
			if item["uri"] == nil || json.Unmarshal(item["uri"], &uri) == nil && strings.HasPrefix(uri, "data:") {
				continue
			}
			delete(item, "uri")
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
