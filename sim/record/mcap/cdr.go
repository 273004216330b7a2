package mcap

import (
	"encoding/binary"
	"errors"
	"math"

	"kinetree/spatial"
)

// cdr is a message in the encoding of ROS 2: XCDR1, little endian, behind the four bytes that say so. Numbers stand at
// multiples of their size from there.
type cdr []byte

// head is how a message begins.
var head = cdr{0, 1, 0, 0}

func (c cdr) align(n int) cdr {
	for (len(c)-len(head))%n != 0 {
		c = append(c, 0)
	}
	return c
}

func (c cdr) uint32(x uint32) cdr { return binary.LittleEndian.AppendUint32(c.align(4), x) }

func (c cdr) float(x float64) cdr {
	return binary.LittleEndian.AppendUint64(c.align(8), math.Float64bits(x))
}

// text appends a string, which ends with a zero.
func (c cdr) text(s string) cdr { return append(append(c.uint32(uint32(len(s)+1)), s...), 0) }

// header appends a header.
func (c cdr) header(ns uint64, frame string) cdr {
	return c.uint32(uint32(ns / 1e9)).uint32(uint32(ns % 1e9)).text(frame)
}

// pose appends a transform.
func (c cdr) pose(x *spatial.Transform) cdr {
	q := spatial.Quaternion(&x.R)
	for _, y := range [...]float64{x.P[0], x.P[1], x.P[2], q.V[0], q.V[1], q.V[2], q.W} {
		c = c.float(y)
	}
	return c
}

// errShort says that a message ends before its last field.
var errShort = errors.New("the message ends before its last field")

// reader takes a message apart. After the first error it returns zeros.
type reader struct {
	all []byte // without the head
	at  int
	err error
}

func newReader(data []byte) *reader {
	r := &reader{}
	switch {
	case len(data) < len(head):
		r.err = errShort
	case data[1] != 1:
		r.err = errors.New("the message is not in little-endian CDR; expected the encoding of ROS 2 on the usual " +
			"processors")
	default:
		r.all = data[len(head):]
	}
	return r
}

// take returns the next n bytes, at a multiple of their alignment.
func (r *reader) take(n, align int) []byte {
	at := (r.at + align - 1) / align * align
	if r.err != nil || n < 0 || n > len(r.all)-at {
		if r.err == nil {
			r.err = errShort
		}
		return make([]byte, 8)
	}
	r.at = at + n
	return r.all[at:r.at]
}

func (r *reader) uint32() uint32 { return binary.LittleEndian.Uint32(r.take(4, 4)) }

// length reads how many elements of at least some bytes a list has.
func (r *reader) length(size int) int {
	n := int(r.uint32())
	if n > (len(r.all)-r.at)/size {
		r.err = errShort
	}
	if r.err != nil {
		return 0
	}
	return n
}

func (r *reader) text() string {
	n := r.length(1)
	if n == 0 {
		return ""
	}
	return string(r.take(n, 1)[:max(0, n-1)])
}

func (r *reader) floats() []float64 {
	list := make([]float64, r.length(8))
	for i := range list {
		list[i] = math.Float64frombits(binary.LittleEndian.Uint64(r.take(8, 8)))
	}
	return list
}
