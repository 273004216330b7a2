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

// AddScaledTo returns y + c s.
func AddScaledTo(y []graph.Num, c graph.Num, s []graph.Num) []graph.Num {
	sum := append([]graph.Num(nil), y...)
	AddScaled(sum, c, s)
	return sum
}
