// Package graph records floating-point computations as graphs: straight-line programs in which every value is computed
// once. An algorithm that is executed with [Num] instead of float64 leaves behind the operations that are left for one
// robot; package machine makes code of them.
//
// Numbers that are known while recording are folded, and equal operations are shared. Rewritten is only what changes no
// rounding: no sum is reordered, no product distributed, no multiplication fused with an addition. So a graph gives the
// very numbers of the Go code, but for the sign of a result that is zero, if
//
//   - all inputs are finite, and so small that nothing overflows: products with a zero are folded to zero, and
//   - all its requirements hold, see [Graph.Require].
//
// Recording is for one goroutine; a graph that is complete may be read by any number.
package graph
