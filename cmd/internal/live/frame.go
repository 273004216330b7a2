package live

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"math"

	"kinetree/internal/finitejson"
)

// newFrame returns a frame with the fields of value in its header and rows of numbers behind it.
func newFrame(id int, kind string, value any, numbers []float64, err error) ([]byte, error) {
	header := struct {
		ID    int             `json:"id"`
		Kind  string          `json:"kind"`
		Error string          `json:"error,omitempty"`
		Value json.RawMessage `json:"value,omitempty"`
	}{ID: id, Kind: kind}
	if err != nil {
		header.Error = err.Error()
	} else if value != nil {
		text, err := finitejson.Marshal(value)
		if err != nil {
			return nil, err
		}
		header.Value = text
	}
	text, err := json.Marshal(header)
	if err != nil {
		return nil, err
	}
	const length = 4 // bytes
	text = append(text, bytes.Repeat([]byte{' '}, -(length+len(text))&7)...)
	frame := make([]byte, 0, length+len(text)+8*len(numbers))
	frame = binary.LittleEndian.AppendUint32(frame, uint32(len(text)))
	frame = append(frame, text...)
	for _, x := range numbers {
		frame = binary.LittleEndian.AppendUint64(frame, math.Float64bits(x))
	}
	return frame, nil
}
