package terminal

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"regexp"

	"kinetree/internal/finitejson"
)

// controls are the control characters that JSON allows in a text and terminals may obey.
var controls = regexp.MustCompile(`[\x{7f}-\x{9f}]`)

// WriteJSON writes a value as JSON, on one line, or on several with an indent. Numbers that are not finite are null,
// the signs < > & stay as they are, and no control character comes through from a file.
func WriteJSON(out io.Writer, value any, indent string) error {
	text, err := finitejson.Encode(value)
	if err != nil {
		return err
	}
	text = controls.ReplaceAllFunc(text, func(c []byte) []byte { return fmt.Appendf(nil, `\u%04x`, bytes.Runes(c)[0]) })
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
