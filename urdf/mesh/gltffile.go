package mesh

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/qmuntal/gltf"

	"kinetree/internal/infile"
)

// maxValues is how many objects and commas a glTF document may have, so that its memory is in proportion to the size of
// the file.
const maxValues = 4_000_000

// gltfDocument returns the document of a .glb or .gltf file with the bytes of its buffers: those in it, or of files
// beside it or below. Module gltf has a decoder that trusts the sizes that a file tells, and opens what is no file.
func gltfDocument(open infile.Opener, name string, data []byte) (*gltf.Document, error) {
	text, body, err := gltfChunks(data)
	if err != nil {
		return nil, err
	}
	if n := values(text); n > maxValues {
		return nil, fmt.Errorf("the document has %d objects and commas; expected at most %d", n, maxValues)
	}
	doc := new(gltf.Document)
	if err := json.NewDecoder(bytes.NewReader(text)).Decode(doc); err != nil {
		return nil, jsonFault(err)
	}
	left := MaxBytes - len(data)
	for i, b := range doc.Buffers {
		bad := func(format string, args ...any) error {
			return fmt.Errorf("buffer %d: %w", i, fmt.Errorf(format, args...))
		}
		switch scheme, encoded, ok := strings.Cut(b.URI, ";base64,"); {
		case b.URI == "" && i == 0 && body != nil:
			b.Data = body
		case b.URI == "":
			return nil, bad("it has no uri; expected the name of a file, or data")
		case ok && strings.HasPrefix(scheme, "data:"):
			if b.Data, err = base64.StdEncoding.DecodeString(encoded); err != nil {
				return nil, bad("its data are not base64")
			}
		default:
			file, err := url.PathUnescape(b.URI)
			if file = filepath.FromSlash(strings.ReplaceAll(file, `\`, "/")); err != nil || !filepath.IsLocal(file) {
				return nil, bad("uri: %q; expected the name of a file beside this one or below", b.URI)
			}
			in, err := open.Open(filepath.Join(filepath.Dir(name), file))
			if err != nil {
				return nil, bad("%w", err)
			}
			b.Data, err = infile.All(in, file, left)
			in.Close()
			if err != nil {
				return nil, bad("%w", err)
			}
			left -= len(b.Data)
		}
		if isPointer(b.Data) {
			return nil, bad("%s: %w", b.URI, errPointer)
		}
		if b.ByteLength < 1 || b.ByteLength > len(b.Data) {
			return nil, bad("byteLength: %d, and there are %d; expected a positive number, not above that",
				b.ByteLength, len(b.Data))
		}
		b.Data = b.Data[:b.ByteLength:b.ByteLength]
	}
	return doc, nil
}

// gltfChunks returns the document and the bytes behind it of a .glb file (glTF 2.0, section 4.4), and all there is of
// another one.
func gltfChunks(data []byte) (text, body []byte, err error) {
	if !bytes.HasPrefix(data, []byte("glTF")) {
		return data, nil, nil
	}
	chunk := func(from int, kind string) ([]byte, error) {
		if len(data) < from+8 || string(data[from+4:from+8]) != kind {
			return nil, fmt.Errorf("the file has no chunk %q at byte %d", kind, from)
		}
		n := uint64(binary.LittleEndian.Uint32(data[from:]))
		if rest := data[from+8:]; n <= uint64(len(rest)) {
			return rest[:n], nil
		}
		return nil, fmt.Errorf("the chunk %q has %d bytes, and the file %d; expected no more than that", kind, n,
			len(data))
	}
	if text, err = chunk(12, "JSON"); err != nil {
		return nil, nil, err
	}
	if end := 20 + len(text); end+8 <= len(data) && string(data[end+4:end+8]) == "BIN\x00" {
		body, err = chunk(end, "BIN\x00")
	}
	return text, body, err
}

// jsonFault returns the error of a decoder in words.
func jsonFault(err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return fmt.Errorf("byte %d is not JSON; expected a glTF document", syntax.Offset)
	case errors.As(err, &kind):
		return fmt.Errorf("%s is a %s; expected a glTF document", cmp.Or(kind.Field, "the document"), kind.Value)
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("the document ends too early; expected a glTF document")
	}
	return err
}

// values counts the objects and commas of a document in JSON, those in texts left out.
func values(text []byte) int {
	n, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case !quoted && (c == '{' || c == ','):
			n++
		}
	}
	return n
}
