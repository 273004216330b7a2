package analysis

// MarginMap has the margins of a loop, or the worst ones of all, over the positions of two joints, all others as at the
// start. What is not judged, and margins of unstable loops, are NaN.
type MarginMap struct {
	Joints      [2]string
	Of          string       // the joint of the loop; empty for all loops
	Positions   [2][]float64 // rad or m, rising
	Stable      [][]bool     // by the second joint, then by the first
	Phase       [][]float64  // rad
	Sensitivity [][]float64
}
