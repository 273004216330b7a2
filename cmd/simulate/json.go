package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
)

// controls are the control characters that JSON allows in a text and terminals may obey.
var controls = regexp.MustCompile(`[\x{7f}-\x{9f}]`)

// writeJSON writes a value on a line, or on several with an indent. The signs < > & stay as they are, and no control
// character comes through from a file.
func writeJSON(out io.Writer, value any, indent string) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", indent)
	if err := enc.Encode(value); err != nil {
		return err
	}
	_, err := out.Write(controls.ReplaceAllFunc(b.Bytes(), func(c []byte) []byte {
		return fmt.Appendf(nil, `\u%04x`, bytes.Runes(c)[0])
	}))
	return err
}
