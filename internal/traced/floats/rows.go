// Package floats is the twin of internal/floats on recorded numbers.
package floats

import "kinetree/compile/graph"

// Add adds s to dst.
func Add(dst, s []graph.Num) {
	for i := range dst {
		dst[i] = dst[i].Add(s[i])
	}
}

// Sub subtracts s from dst.
func Sub(dst, s []graph.Num) {
	for i := range dst {
		dst[i] = dst[i].Sub(s[i])
	}
}

// AddScaled adds c s to dst.
func AddScaled(dst []graph.Num, c graph.Num, s []graph.Num) {
	for i := range dst {
		dst[i] = dst[i].Add(c.Mul(s[i]))
	}
}

// Scale multiplies dst by c.
func Scale(c graph.Num, dst []graph.Num) {
	for i := range dst {
		dst[i] = dst[i].Mul(c)
	}
}

// SubTo sets dst to a − b.
func SubTo(dst, a, b []graph.Num) {
	for i := range dst {
		dst[i] = a[i].Sub(b[i])
	}
}

// ScaleTo sets dst to c s.
func ScaleTo(dst []graph.Num, c graph.Num, s []graph.Num) {
	for i := range dst {
		dst[i] = c.Mul(s[i])
	}
}

// AddScaledTo sets dst to y + c s, and returns it.
func AddScaledTo(dst, y []graph.Num, c graph.Num, s []graph.Num) []graph.Num {
	for i := range dst {
		dst[i] = y[i].Add(c.Mul(s[i]))
	}
	return dst
}
