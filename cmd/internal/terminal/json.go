package terminal

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"

	"kinetree/internal/finitejson"
)

// WriteJSON writes a value as JSON, on one line, or on several with an indent. Numbers that are not finite are null,
// the signs < > & stay as they are, and no character that is not printable comes through from a file.
func WriteJSON(out io.Writer, value any, indent string) error {
	text, err := finitejson.Encode(value)
	if err != nil {
		return err
	}
	text = finitejson.Plain(text)
	if indent != "" {
		var b bytes.Buffer
		if err := json.Indent(&b, text, "", indent); err != nil {
			return err
		}
		text = b.Bytes()
	}
	_, err = out.Write(append(text, '\n'))
	return err
}

// Named is a value with a name.
type Named[T any] struct {
	Name  string
	Value T
}

// ByName are values by their names. In JSON they are an object in their order.
type ByName[T any] []Named[T]

// MarshalJSON implements json.Marshaler.
func (list ByName[T]) MarshalJSON() ([]byte, error) {
	text := []byte{'{'}
	for i, x := range list {
		if i > 0 {
			text = append(text, ',')
		}
		name, errName := finitejson.Encode(x.Name)
		value, err := finitejson.Encode(x.Value)
		if err := errors.Join(errName, err); err != nil {
			return nil, err
		}
		text = slices.Concat(text, name, []byte{':'}, value)
	}
	return append(text, '}'), nil
}
