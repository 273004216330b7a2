package query

import (
	"bytes"
	"encoding/json"

	"kinetree/dynamics/regressor"
	"kinetree/internal/decimal"
	"kinetree/internal/finitejson"
	"kinetree/tree"
)

// names holds the names of a model, as JSON where answers repeat them.
type names struct {
	model      *tree.Model
	joint      [][]byte // "name":
	link       [][]byte
	coordinate []byte // ["j1","j2[0]",...]
	block      []byte // ["base","j1","j2",...]: the bodies of a regressor
}

func newNames(m *tree.Model) *names {
	n := &names{model: m, coordinate: []byte("["), block: []byte("[")}
	for _, j := range m.Joints() {
		n.joint = append(n.joint, append(quote(j.Name), ':'))
		if j.Leader >= 0 {
			continue
		}
		for _, name := range tree.CoordinateNames(j.Name, j.NV) {
			if len(n.coordinate) > 1 {
				n.coordinate = append(n.coordinate, ',')
			}
			n.coordinate = append(n.coordinate, quote(name)...)
		}
	}
	n.coordinate = append(n.coordinate, ']')
	for i, b := range regressor.Blocks(m) {
		if i > 0 {
			n.block = append(n.block, ',')
		}
		n.block = append(n.block, quote(b.Name)...)
	}
	n.block = append(n.block, ']')
	for _, l := range m.Links() {
		n.link = append(n.link, append(quote(l.Name), ':'))
	}
	return n
}

// joints returns the names of the moving joints, for messages.
func (n *names) joints() []string { return n.model.JointNames() }

// links returns the names of the links, for messages.
func (n *names) links() []string {
	var list []string
	for _, l := range n.model.Links() {
		list = append(list, l.Name)
	}
	return list
}

// quote returns a text as JSON, with < > & as they are and without a character that a terminal may obey.
func quote(s string) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.Encode(s) // a text has no error
	return finitejson.Plain(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
}

// writer writes the numbers of answers.
type writer struct {
	model    *tree.Model
	names    *names
	numbers  []float64
	infinite bool // a number of the answer is not finite
}

// number appends a number, and notes if it is not finite.
func (w *writer) number(dst []byte, x float64) []byte {
	if x-x != 0 {
		w.infinite = true
	}
	return decimal.Append(dst, x+0) // -0 becomes 0
}

// list appends numbers as an array.
func (w *writer) list(dst []byte, xs ...float64) []byte {
	dst = append(dst, '[')
	for i, x := range xs {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = w.number(dst, x)
	}
	return append(dst, ']')
}

// rows appends a matrix of so many rows as an array of arrays.
func (w *writer) rows(dst []byte, rows int, matrix []float64) []byte {
	n := len(matrix) / max(1, rows)
	dst = append(dst, '[')
	for i := range rows {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = w.list(dst, matrix[i*n:(i+1)*n]...)
	}
	return append(dst, ']')
}

// matrixByJoint appends a matrix of so many rows of nv numbers with the names of its columns.
func (w *writer) matrixByJoint(dst []byte, rows int, matrix []float64) []byte {
	dst = append(append(dst, `{"joints":`...), w.names.coordinate...)
	dst = w.rows(append(dst, `,"matrix":`...), rows, matrix)
	return append(dst, '}')
}

// byJoint appends the part of each joint in a vector of rates as an object, with or without the joints that follow
// others, whose part is what follows from that of their leaders.
func (w *writer) byJoint(dst []byte, x []float64, followers bool) []byte {
	dst = append(dst, '{')
	joints, first := w.model.Joints(), true
	for k := range joints {
		j := &joints[k]
		if j.Leader >= 0 && !followers {
			continue
		}
		if !first {
			dst = append(dst, ',')
		}
		first = false
		dst = append(dst, w.names.joint[k]...)
		w.numbers = j.AppendRate(w.numbers[:0], x)
		if len(w.numbers) == 1 {
			dst = w.number(dst, w.numbers[0])
		} else {
			dst = w.list(dst, w.numbers...)
		}
	}
	return append(dst, '}')
}

// base appends the six numbers of a floating base in a vector of rates under the names of their halves, behind what
// is there already.
func (w *writer) base(dst []byte, x []float64, linear, angular string) []byte {
	if !w.model.Floating() {
		return dst
	}
	dst = append(append(dst, `,"base":{"`...), linear...)
	dst = w.list(append(dst, `":`...), x[:3]...)
	dst = append(append(dst, `,"`...), angular...)
	dst = w.list(append(dst, `":`...), x[3:6]...)
	return append(dst, '}')
}
