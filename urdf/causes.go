package urdf

import (
	"math"
	"slices"
	"strings"

	"kinetree/spatial"
)

// causes names the likely causes of a tensor that is far from any that a body has: the slips without which it would be
// one, or all that are known.
func causes(in *Inertial) string {
	t := in.Inertia
	plus := t
	plus.IXX, plus.IYY, plus.IZZ = math.Abs(t.IXX), math.Abs(t.IYY), math.Abs(t.IZZ)
	other := t
	other.IXY, other.IXZ, other.IYZ = -t.IXY, -t.IXZ, -t.IYZ
	x := in.Origin.Transform()
	moved := TensorOf(spatial.ParallelAxis(t.Sym(), in.Mass, x.Inverse().P))
	rows := math.Max(math.Abs(t.IXX), math.Abs(t.IYZ))
	would := func(u Tensor) bool { // be one
		numbers := u.Array()
		return u != t && !slices.ContainsFunc(numbers[:], infinite) && possible(in.Mass, u)
	}
	var likely []string
	for _, c := range []struct {
		holds bool
		name  string
	}{
		{t.IYY == t.IXY && t.IYZ > 0 && math.Abs(t.IZZ) < rows,
			"the numbers are the rows of the matrix (iyy is ixy), where ixx ixy ixz iyy iyz izz are expected"},
		{would(plus), "moments have the wrong sign"},
		{would(other), "products have the other sign"},
		{would(moved), "the tensor was moved from the link's origin to the centre of mass " +
			"twice; expected it about the centre of mass"},
	} {
		if c.holds {
			likely = append(likely, c.name)
		}
	}
	if likely == nil {
		return "likely causes are signs of moments, the other sign of products, a tensor that is not about the " +
			"centre of mass, and numbers in another order"
	}
	return "likely " + strings.Join(likely, ", or ")
}
