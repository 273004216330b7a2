package tree

import "math"

// Range is where the position of a joint may be, and which joints say so: the joint itself, or one that follows it.
type Range struct {
	Lower, Upper     float64 // rad or m; infinite where there is no limit
	LowerOf, UpperOf int     // indices in Model.Joints
}

// Ranges returns for each joint where its limits and those of the joints that follow it let it be. A joint with
// several positions has no limits. The limits of a follower that leave no position at all are left out; left holds
// the indices of such followers.
func (m *Model) Ranges() (all []Range, left []int) {
	all = make([]Range, len(m.Joints()))
	for k, j := range m.Joints() {
		all[k] = Range{math.Inf(-1), math.Inf(1), k, k}
		if j.NQ == 1 && j.NV == 1 {
			all[k] = Range{j.Lower, j.Upper, k, k}
		}
	}
	for k, f := range m.Joints() {
		if f.Leader < 0 || f.Ratio == 0 {
			continue
		}
		r := &all[f.Leader]
		a, b := (f.Lower-f.Offset)/f.Ratio, (f.Upper-f.Offset)/f.Ratio
		n := *r
		if lower := min(a, b); lower > n.Lower {
			n.Lower, n.LowerOf = lower, k
		}
		if upper := max(a, b); upper < n.Upper {
			n.Upper, n.UpperOf = upper, k
		}
		if n.Lower <= n.Upper {
			*r = n
		} else {
			left = append(left, k)
		}
	}
	return all, left
}
