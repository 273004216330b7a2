package excite

import (
	"fmt"
	"math"
	"slices"

	"kinetree/identify"
	"kinetree/internal/libm"

	"kinetree/spatial/mat"
)

// search is the workspace of Design.Find.
//
// A point of the search space has the coefficients of all coordinates, in units that about reach the limits. They
// become those of a series that begins at rest, and are scaled down, coordinate by coordinate, until positions and
// velocities are within the limits. Efforts beyond theirs count against a point, and from what is found they are
// removed by shrinking the whole.
type search struct {
	*DesignTask
	efforts      *identify.Efforts
	proof        *proof
	unit         []float64 // of each coordinate's coefficients
	q, v, a, tau []float64
	rough, dense [][]wave   // of the harmonics, at the times at which motions are looked at
	stacked      *mat.Dense // W_bᵀ over a period: a row for each parameter
	weighted     *mat.Dense // the same in units of the noise
}

// Times at which a trajectory is looked at, for each period of the highest harmonic: a rough grid for what it shows of
// the parameters, a dense one for limits, and in the end a fine one, with which the proof begins.
const (
	roughly = 6
	densely = 24
	finely  = 100
)

// smallest is the share of a motion that is none.
const smallest = 1e-4

// spare is the share of a limit that is kept free for rounding, and so that a proof that efforts are within theirs
// ends.
const spare = 1e-3

func newSearch(d *DesignTask) (*search, error) {
	m := d.Base.Equation.Model()
	n := m.NV()
	s := &search{DesignTask: d, efforts: identify.NewEfforts(m), proof: newProof(m, d.Limits, d.Space)}
	for _, x := range []*[]float64{&s.unit, &s.q, &s.v, &s.a, &s.tau} {
		*x = make([]float64, n)
	}
	s.dense = d.waves(densely, 0)
	s.rough = d.waves(roughly, 0.5) // not at rest
	s.stacked = mat.NewDense(max(1, len(d.Base.Groups)), len(s.rough)*n, nil)
	s.weighted = mat.NewDense(max(1, len(d.Base.Groups)), len(s.rough)*n, nil)
	if len(d.Base.Groups) == 0 {
		return nil, fmt.Errorf("the efforts of the robot %s depend on no parameter; expected moving joints", m.Name())
	}
	l := d.Limits
	for i := range s.unit {
		h := float64(d.Harmonics)
		// velocity of a first harmonic over the whole range
		swing := (l.Upper[i] - l.Lower[i]) / 2 * 2 * math.Pi / d.Period
		s.unit[i] = math.Min(l.Velocity[i], swing*h/2) / math.Sqrt(h)
	}
	copy(s.q, l.Start)
	s.efforts.At(s.tau, s.q, s.v, s.a)
	for i, x := range s.tau {
		if !(math.Abs(x) < l.Effort[i]) {
			return nil, fmt.Errorf("joint %q takes %.4g N m or N to hold still at the start; expected less than its "+
				"limit with margin, %.4g: choose another start", l.names[i], x, l.Effort[i])
		}
	}
	return s, nil
}

// waves returns those of the harmonics at so many times for each period of the highest one, the first of them a share
// of a step after the beginning.
func (d *DesignTask) waves(times int, shift float64) [][]wave {
	t := &FourierTrajectory{Period: d.Period}
	list := make([][]wave, times*d.Harmonics)
	for k := range list {
		first := t.first(d.Period * (float64(k) + shift) / float64(len(list)))
		for l, w := 0, first; l < d.Harmonics; l, w = l+1, w.after(first) {
			list[k] = append(list[k], w)
		}
	}
	return list
}

// dimension returns how many numbers a point has.
func (s *search) dimension() int { return 2 * s.Harmonics * len(s.unit) }

// series returns the trajectory of a point, within the limits of position and velocity at all times. These are looked
// at on the dense grid. Where a function is largest its derivative is 0, so half a step h away it is less by h²/8 times
// its largest second derivative at most.
func (s *search) series(x []float64) *FourierTrajectory {
	h, l := s.Harmonics, s.Limits
	t := &FourierTrajectory{Period: s.Period, Start: l.Start}
	for i, unit := range s.unit {
		part := x[2*h*i:][:2*h]
		a, b := make([]float64, h), make([]float64, h)
		for k := range h {
			a[k], b[k] = float64(unit*part[k]), float64(unit*part[h+k])
		}
		rest(a, b)
		t.A, t.B = append(t.A, a), append(t.B, b)
	}
	lower, upper, fastest := make([]float64, len(s.unit)), make([]float64, len(s.unit)), make([]float64, len(s.unit))
	for _, w := range s.dense {
		t.at(s.q, s.v, s.a, w)
		for i, q := range s.q {
			lower[i], upper[i], fastest[i] = math.Min(lower[i], q-l.Start[i]), math.Max(upper[i], q-l.Start[i]),
				math.Max(fastest[i], math.Abs(s.v[i]))
		}
	}
	square := libm.Pow(s.Period/float64(len(s.dense)), 2) / 8
	for i := range s.unit {
		acceleration, jerk := t.most(i)
		between := float64(square * acceleration)
		share := max((upper[i]+between)/(l.Upper[i]-l.Start[i]), (between-lower[i])/(l.Start[i]-l.Lower[i]),
			(fastest[i]+float64(square*jerk))/l.Velocity[i])
		if room := 1 - spare; share > room {
			t.scale(i, room/share)
		}
	}
	return t
}

// point sets x to the point of a trajectory that begins at rest.
func (s *search) point(x []float64, t *FourierTrajectory) {
	h := s.Harmonics
	for i, unit := range s.unit {
		for k := range h {
			x[2*h*i+k], x[2*h*i+h+k] = t.A[i][k]/unit, t.B[i][k]/unit
		}
	}
}

// scale multiplies the displacements of a coordinate.
func (x *FourierTrajectory) scale(i int, factor float64) {
	for l := range x.A[i] {
		x.A[i][l] = float64(x.A[i][l] * factor)
		x.B[i][l] = float64(x.B[i][l] * factor)
	}
}

// load returns the largest share of an effort's limit on the dense grid.
func (s *search) load(t *FourierTrajectory) float64 {
	largest := 0.0
	s.efforts.Each(len(s.dense), func(k int, x *identify.MotionState) { t.at(x.Q, x.Qd, x.Qdd, s.dense[k]) },
		func(_ int, _ *identify.MotionState, tau []float64) {
			for i, x := range tau {
				largest = math.Max(largest, math.Abs(x)/s.Limits.Effort[i])
			}
		})
	return largest
}

// cost is what the search minimises: the judgement of a motion, and more for efforts beyond their limits and for links
// that have too little room.
func (s *search) cost(x []float64) float64 {
	t := s.series(x)
	s.stack(t)
	return s.judge() + float64(beyond*math.Max(0, s.load(t)-(1-spare))) +
		float64(crowded*math.Max(0, room0-s.room(t)))
}

// Of the cost: what an effort counts that is as much beyond its limit as the limit is large, what a metre of missing
// room counts, and how much room is left free (m), so that a proof ends.
const (
	beyond  = 100
	crowded = 100
	room0   = 0.005
)

// room returns the least room that the links have on the dense grid.
func (s *search) room(t *FourierTrajectory) float64 {
	least := math.Inf(1)
	if s.Space == nil {
		return least
	}
	for _, w := range s.dense {
		t.at(s.q, s.v, s.a, w)
		least = math.Min(least, s.Space.left(s.q))
	}
	return least
}

// stack sets the stacked W_b to that of a trajectory.
func (s *search) stack(t *FourierTrajectory) {
	n, columns, groups := len(s.unit), len(s.Base.Equation.Names()), s.Base.Groups
	s.Base.Equation.Each(len(s.rough), func(k int, x *identify.MotionState) { t.at(x.Q, x.Qd, x.Qdd, s.rough[k]) },
		func(k int, _ *identify.MotionState, w []float64) {
			for c, g := range groups {
				to := s.stacked.RawRowView(c)[k*n:][:n]
				for row := range to {
					to[row] = w[row*columns+g.Lead]
				}
			}
		})
}

// judge returns what the criterion says of the stacked W_b, less for better motions.
func (s *search) judge() float64 {
	if s.Criterion == SmallCondition {
		return libm.Log(s.condition())
	}
	return -s.precision()
}

// condition returns the condition number of the stacked W_b, from the eigenvalues of W_bᵀ W_b: exact to half of the
// digits, which are many for a good trajectory.
func (s *search) condition() float64 {
	var square mat.SymDense
	square.SymOuterK(1, s.stacked)
	var eigen mat.EigenSym
	eigen.Factorize(&square)
	values := eigen.Values()
	largest := values[len(values)-1]
	return math.Sqrt(largest / math.Max(values[0], 1e-16*largest))
}

// precision returns the mean logarithm of how precisely the parameters are known, log det(W_bᵀ Σ⁻¹ W_b)/(2 b) for b
// parameters.
func (s *search) precision() float64 {
	weighted := s.stacked
	b, _ := weighted.Dims()
	if s.Noise != nil {
		weighted = s.weighted
		for c := range b {
			from, to := s.stacked.RawRowView(c), weighted.RawRowView(c)
			for row, noise := range s.Noise {
				share := 1 / noise
				for i := row; i < len(to); i += len(s.Noise) {
					to[i] = float64(from[i] * share)
				}
			}
		}
	}
	var square mat.SymDense
	square.SymOuterK(1, weighted)
	var chol mat.Cholesky
	if !chol.Factorize(&square) {
		return -unknowable
	}
	return math.Max(-unknowable, chol.LogDet()/float64(2*b))
}

// unknowable is the precision, with its sign changed, of a motion that does not show a parameter at all.
const unknowable = 1e3

// within returns the trajectory of a point, within all limits at all times: shrunk as little as makes the efforts so at
// the times of the search, and then until that is proven. Less motion need not take less effort, so shares are tried
// from the whole down.
func (s *search) within(x []float64) (*FourierTrajectory, error) {
	whole := s.series(x)
	shrunk := func(factor float64) *FourierTrajectory {
		t := &FourierTrajectory{Period: whole.Period, Start: whole.Start}
		for i := range s.unit {
			t.A, t.B = append(t.A, slices.Clone(whole.A[i])), append(t.B, slices.Clone(whole.B[i]))
			t.scale(i, factor)
		}
		return t
	}
	fits := func(factor float64) bool {
		t := shrunk(factor)
		return s.load(t) <= 1-spare && s.room(t) >= 0
	}
	low, high := 1., 1.
	for low > smallest && !fits(low) {
		low, high = float64(low*0.95), low
	}
	for high-low > smallest {
		if half := (low + high) / 2; fits(half) {
			low = half
		} else {
			high = half
		}
	}
	for ; low > smallest; low = float64(low * 0.99) {
		if t := shrunk(low); s.proof.holds(t, finely*s.Harmonics) {
			return t, nil
		}
	}
	return nil, fmt.Errorf("the robot %s cannot move from the start within the limits of its efforts and its "+
		"room; choose another start", s.Base.Equation.Model().Name())
}
