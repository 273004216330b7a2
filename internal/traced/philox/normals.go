// Package philox has the twin of random numbers.
package philox

import "kinetree/compile/graph"

// Numbered is the twin of philox.Numbered.
func Numbered(key [2]graph.Num, number graph.Num, stream [2]graph.Num) (x, y graph.Num) {
	a, b := graph.Random(key, number, stream)
	return graph.Normals(a, b)
}
