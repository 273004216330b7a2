package tree

import "math"

// Interval is where a coordinate may be: from Lower to Upper (rad or m), infinite where there is no limit.
type Interval struct{ Lower, Upper float64 }

// Range is where the position of a joint may be, and which joints say so: the joint itself, or one that follows it.
type Range struct {
	Lower, Upper     float64 // rad or m; infinite where there is no limit
	LowerOf, UpperOf int     // indices in Model.Joints
}

// Ranges returns for each joint where its limits and those of the joints that follow it let it be. Those of a joint
// with several positions are infinite, for its limits are of its coordinates, see [Model.Bounds]. The limits of a
// follower that leave no position at all are left out; left holds the indices of such followers.
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

// CoordinateRange is a coordinate with limits, and where it may be.
type CoordinateRange struct {
	Joint, Coordinate int // an independent joint, an index in Model.Joints, and which of its coordinates it is
	Q, V              int // the coordinate is q[Q], its rate qd[V]
	Range
}

// Name returns the name of the coordinate, as logs have it.
func (b *CoordinateRange) Name(m *Model) string {
	j := &m.Joints()[b.Joint]
	return CoordinateNames(j.Name, j.NQ)[b.Coordinate]
}

// Bounds returns all coordinates with limits, in order. It allocates.
func (m *Model) Bounds() (list []CoordinateRange) {
	ranges, _ := m.Ranges()
	list = make([]CoordinateRange, 0, m.NV())
	for k := range m.joints {
		j := &m.joints[k]
		if j.Leader >= 0 || j.NQ != j.NV {
			continue
		}
		for i := range j.NQ {
			r := ranges[k]
			if j.NQ > 1 {
				x := j.Interval(i)
				r = Range{x.Lower, x.Upper, k, k}
			}
			if !math.IsInf(r.Lower, -1) || !math.IsInf(r.Upper, 1) {
				list = append(list, CoordinateRange{k, i, j.Q + i, j.V + i, r})
			}
		}
	}
	return list
}

// Interval returns the limits of coordinate i of the joint itself, of whatever follows it.
func (j *Joint) Interval(i int) Interval {
	if j.NQ > 1 && len(j.Limits) > 0 {
		return j.Limits[i]
	}
	return Interval{j.Lower, j.Upper}
}
