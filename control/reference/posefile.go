package reference

import (
	"fmt"
	"io"
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/table"
	"kinetree/internal/vec"
	"kinetree/spatial"
	"kinetree/tree"
)

// PoseTable is a motion of a link through the rows of a table: its origin as an [Interpolation] says, its axes from row
// to row about one axis at a constant rate, at most by half a turn.
type PoseTable struct {
	origin [3]*Piecewise
	times  []float64
	axes   []mgl64.Mat3 // of each row, or of all
	turns  []mgl64.Vec3 // from row to row, in the world's axes (rad)
}

// ReadPoses reads the motion of a link from CSV: the columns time and <link>/position/x, y and z, and maybe
// <link>/orientation/x, y, z and w, as logs have them; without these the axes stay as given. Other columns do not
// count.
func ReadPoses(r io.Reader, name, link string, axes mgl64.Mat3, by Interpolation) (*PoseTable, error) {
	wanted := tree.LinkColumns(link)[:7]
	place := make([]int, 0, 7)
	read, err := table.Read(r, name, func(field string) (bool, error) {
		i := slices.Index(wanted, strings.TrimSpace(field))
		if i < 0 {
			return false, nil
		}
		if slices.Contains(place, i) {
			return false, fmt.Errorf("a second column %q; keep one", wanted[i])
		}
		place = append(place, i)
		return true, nil
	})
	if err != nil {
		return nil, err
	}
	for i, column := range wanted {
		if there := slices.Contains(place, i); !there && (i < 3 || len(place) > 3) {
			return nil, fmt.Errorf("%s: error: there is no column %q; expected %s, and all of %s or none", name, column,
				strings.Join(wanted[:3], ", "), strings.Join(wanted[3:], ", "))
		}
	}
	p := &PoseTable{times: read.Times, axes: []mgl64.Mat3{axes}}
	column := func(i int) []float64 {
		k, list := slices.Index(place, i), make([]float64, len(read.Rows))
		for r, row := range read.Rows {
			list[r] = row[k]
		}
		return list
	}
	for i := range 3 {
		if p.origin[i], err = Through(p.times, column(i), nil, nil, by); err != nil {
			return nil, fmt.Errorf("%s: error: %w", name, err)
		}
	}
	if len(place) == 3 {
		return p, nil
	}
	x, y, z, w := column(3), column(4), column(5), column(6)
	p.axes = p.axes[:0]
	for r := range read.Rows {
		q := []float64{x[r], y[r], z[r], w[r]}
		if !tree.NormalizeQuaternion(q) {
			return nil, fmt.Errorf("%s: error: the quaternion at %v s is 0; expected one of length 1", name, p.times[r])
		}
		p.axes = append(p.axes, spatial.FromQuaternion(mgl64.Quat{V: mgl64.Vec3(q[:3]), W: q[3]}))
		if r > 0 {
			p.turns = append(p.turns, turnOf(p.axes[r-1], p.axes[r]))
		}
	}
	return p, nil
}

// At implements PoseMotion.
func (p *PoseTable) At(dst *PosePoint, t float64) {
	*dst = PosePoint{}
	for i, motion := range p.origin {
		x := motion.At(t)
		dst.Pose.P[i], dst.Velocity.Lin[i], dst.Acceleration.Lin[i] = x.Position, x.Velocity, x.Acceleration
	}
	k := sort.Search(len(p.times), func(i int) bool { return p.times[i] > t }) - 1
	switch {
	case len(p.axes) == 1 || k < 0:
		dst.Pose.R = p.axes[0]
	case k == len(p.times)-1:
		dst.Pose.R = p.axes[k]
	default:
		h := p.times[k+1] - p.times[k]
		dst.Pose.R = turned(p.axes[k], p.turns[k], (t-p.times[k])/h)
		dst.Velocity.Ang = vec.Scaled(p.turns[k], 1/h)
	}
}

// Break implements PoseMotion.
func (p *PoseTable) Break(t float64) float64 {
	if k := sort.Search(len(p.times), func(i int) bool { return p.times[i] > t }); k < len(p.times) {
		return p.times[k]
	}
	return math.Inf(1)
}

// Span returns the times of the first and the last row (s).
func (p *PoseTable) Span() (first, last float64) { return p.times[0], p.times[len(p.times)-1] }
