package terminal

import (
	"bytes"
	"encoding/json"
	"io"

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
