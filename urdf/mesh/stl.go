package mesh

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"strconv"

	"github.com/go-gl/mathgl/mgl64"
)

// Sizes of a binary STL file: 80 bytes of anything and the number of triangles, then for each a normal, three corners
// and two bytes of attributes.
const (
	stlHeader   = 84
	stlTriangle = 50
)

// readSTL reads a binary or a text file. Many binary files begin with the word of the text format, so the length tells.
func readSTL(data []byte) (*Surface, error) {
	isText := bytes.HasPrefix(bytes.TrimLeft(data, " \t\r\n"), []byte("solid"))
	if len(data) < stlHeader {
		if isText {
			return readTextSTL(data)
		}
		return nil, fmt.Errorf("the file has %d bytes; expected an STL file", len(data))
	}
	n := int64(binary.LittleEndian.Uint32(data[stlHeader-4:]))
	switch length := stlHeader + stlTriangle*n; {
	case int64(len(data)) == length:
		return readBinarySTL(data[stlHeader:], int(n)), nil
	case isText && bytes.Contains(data, []byte("facet")):
		return readTextSTL(data)
	case int64(len(data)) > length:
		return readBinarySTL(data[stlHeader:], int(n)), nil
	default:
		return nil, fmt.Errorf("the file has %d bytes; expected %d for the %d triangles that it announces",
			len(data), length, n)
	}
}

func readBinarySTL(data []byte, n int) *Surface {
	b := newBuilder(n)
	for i := range n {
		t := data[stlTriangle*i+12:]
		var corner [3]int
		for k := range corner {
			var v mgl64.Vec3
			for j := range v {
				v[j] = float64(math.Float32frombits(binary.LittleEndian.Uint32(t[12*k+4*j:])))
			}
			corner[k] = b.vertex(v)
		}
		b.surface.Faces = append(b.surface.Faces, corner)
	}
	return b.surface
}

// readTextSTL reads the corners between the words vertex; all else that the format has repeats what they say.
func readTextSTL(data []byte) (*Surface, error) {
	b := newBuilder(len(data) / 200)
	var corners []int
	for number, line := range bytes.Split(data, []byte{'\n'}) {
		words := bytes.Fields(line)
		if len(words) == 0 {
			continue
		}
		switch string(words[0]) {
		case "vertex":
			if len(words) != 4 {
				return nil, fmt.Errorf("line %d: vertex with %d numbers; expected 3", number+1, len(words)-1)
			}
			v, err := numbers(words[1:])
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", number+1, err)
			}
			corners = append(corners, b.vertex(v))
		case "endloop":
			if len(corners) < 3 {
				return nil, fmt.Errorf("line %d: a facet with %d corners; expected 3", number+1, len(corners))
			}
			b.surface.polygon(corners)
			corners = corners[:0]
		}
	}
	if len(corners) > 0 {
		return nil, fmt.Errorf("the file ends within a facet; expected endloop")
	}
	return b.surface, nil
}

// numbers returns three numbers.
func numbers(words [][]byte) (v mgl64.Vec3, err error) {
	for k := range v {
		if v[k], err = strconv.ParseFloat(string(words[k]), 64); err != nil {
			return v, fmt.Errorf("%q is not a number", words[k])
		}
	}
	return v, nil
}

// builder makes a surface of triangles that name their corners by coordinates: equal ones become one vertex.
type builder struct {
	surface *Surface
	known   map[mgl64.Vec3]int
}

func newBuilder(faces int) *builder {
	return &builder{&Surface{Faces: make([][3]int, 0, faces)}, make(map[mgl64.Vec3]int, faces/2)}
}

// vertex returns the index of the vertex at v. The two zeros are one place.
func (b *builder) vertex(v mgl64.Vec3) int {
	for k := range v {
		v[k] += 0 // -0 becomes 0
	}
	i, ok := b.known[v]
	if !ok {
		i = len(b.surface.Vertices)
		b.known[v] = i
		b.surface.Vertices = append(b.surface.Vertices, v)
	}
	return i
}
