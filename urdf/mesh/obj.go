package mesh

import (
	"bytes"
	"fmt"
	"strconv"
)

// readOBJ reads the vertices and faces of a Wavefront file. Groups, materials, normals, lines and points say nothing of
// the surface; curves are not read.
func readOBJ(data []byte) (*Surface, error) {
	s := &Surface{}
	var corners []int
	number := 0
	for rest := data; len(rest) > 0; {
		line, after, _ := bytes.Cut(rest, []byte{'\n'})
		rest = after
		number++
		for bytes.HasSuffix(bytes.TrimRight(line, "\r"), []byte{'\\'}) && len(rest) > 0 { // goes on in the next line
			more, after, _ := bytes.Cut(rest, []byte{'\n'})
			line = append(bytes.Clone(bytes.TrimRight(line, "\r\\")), append([]byte{' '}, more...)...)
			rest = after
			number++
		}
		words := bytes.Fields(line)
		if len(words) == 0 {
			continue
		}
		switch string(words[0]) {
		case "v":
			if len(words) < 4 {
				return nil, fmt.Errorf("line %d: a vertex with %d numbers; expected 3", number, len(words)-1)
			}
			v, err := numbers(words[1:])
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", number, err)
			}
			s.Vertices = append(s.Vertices, v)
		case "f":
			corners = corners[:0]
			for _, w := range words[1:] {
				text, _, _ := bytes.Cut(w, []byte{'/'})
				i, err := strconv.Atoi(string(text))
				if err != nil {
					return nil, fmt.Errorf("line %d: %q is not the number of a vertex", number, w)
				}
				at := i - 1
				if i < 0 { // counts from the last vertex
					at = len(s.Vertices) + i
				}
				if i == 0 || at < 0 || at >= len(s.Vertices) {
					return nil, fmt.Errorf("line %d: there is no vertex %d; there are %d", number, i, len(s.Vertices))
				}
				corners = append(corners, at)
			}
			if len(corners) < 3 {
				return nil, fmt.Errorf("line %d: a face with %d corners; expected 3 or more", number, len(corners))
			}
			s.polygon(corners)
		}
	}
	return s, nil
}
