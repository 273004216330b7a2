// Package reach finds positions of the joints with which a link is where it shall be: inverse kinematics.
//
// From each start the method of Levenberg and Marquardt lessens the miss e, what is left to the pose, within the
// limits of the joints:
//
//	dq = Jᵀ (J Jᵀ + λ 1)⁻¹ e,    e = [log(R* Rᵀ); p* − p]
//
// with the geometric Jacobian J and λ in proportion to e², so that it converges quadratically, at singular poses
// linearly. Coordinates at a limit that e pushes against are held. A search repeats this from random starts and keeps
// what differs. It finds positions, it does not prove that there are no others.
//
// Source: Sugihara, "Solvability-unconcerned inverse kinematics by the Levenberg-Marquardt method", IEEE Trans.
// Robotics 27(5), 2011.
package reach

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/spatial"
	"kinetree/spatial/mat"
	"kinetree/tree"
	"kinetree/urdf"
)

// Aim is where a link is to be, in the world.
type Aim struct {
	Position mgl64.Vec3  // of its origin (m)
	Rotation *mgl64.Mat3 // nil for any
}

// Miss is how far a link is from where it is to be.
type Miss struct {
	Distance float64 `json:"distance"` // of its origin (m)
	Angle    float64 `json:"angle"`    // rad; 0 if any rotation will do
}

// Norm returns the root of the sum of both squares, where 1 rad counts as 1 m.
func (m Miss) Norm() float64 {
	return math.Sqrt(float64(m.Distance*m.Distance) + float64(m.Angle*m.Angle))
}

// Solver is the workspace for a link of a model, for one goroutine. The base keeps its place, a floating one that of
// the start.
type Solver struct {
	model  *tree.Model
	kin    *tree.Kinematics
	link   int
	bounds []tree.CoordinateRange
	moves  []bool // of each rate, whether it moves the link
	turns  []bool // of each rate, whether its coordinate is an angle of which whole turns do not change the pose

	e, pull      [6]float64 // what is left, angular part first, and the multipliers of a step
	jacobian     []float64
	free         []bool
	square       [36]float64
	exchange     [6]int
	step         []float64
	next         []float64
	nextE        [6]float64
	first, count int // rows of e that count
}

// New returns a solver for link number link of Model.Links.
func New(m *tree.Model, link int) *Solver {
	n := m.NV()
	s := &Solver{model: m, kin: tree.NewKinematics(m), link: link, bounds: m.Bounds(), moves: make([]bool, n),
		turns: make([]bool, n), jacobian: make([]float64, 6*n), free: make([]bool, n), step: make([]float64, n),
		next: make([]float64, m.NQ())}
	bodies := m.Bodies()
	for i := m.Links()[link].Body; i > 0; i = bodies[i].Parent {
		if bodies[i].Joint >= 0 { // none of the base
			for c := range bodies[i].S {
				s.moves[bodies[i].V+c] = true
			}
		}
	}
	angular := m.Angular()
	for k := range m.Joints() {
		j := &m.Joints()[k]
		switch {
		case j.NQ != j.NV:
		case j.Leader < 0:
			for i := range j.NV {
				s.turns[j.V+i] = angular[j.V+i]
			}
		case j.Ratio != math.Round(j.Ratio) || j.Type == urdf.Prismatic:
			s.turns[j.V] = false
		}
	}
	return s
}

// MoveBase says where the base is, see tree.Kinematics.
func (s *Solver) MoveBase(b *tree.BaseMotion) { s.kin.MoveBase(b) }

// These bound what a start takes: how often a step is taken, and when nothing is left to gain.
const (
	mostSteps = 200
	exact     = 1e-14 // of the norm of what is left (rad, m): rounding
	slow      = 1e-6  // share of what is left by which a step must lessen it, or be one of the last
	mostSlow  = 4
	// least is the share of the mean square of the Jacobian's rows that λ has at least. So equations of arms with fewer
	// than six joints have a solution.
	least = 1e-10
)

// Improve moves q, which has to be within the limits, to where the miss is least near it, within the limits, and
// returns what is left. It does not allocate. Each of some ten steps is O(n).
func (s *Solver) Improve(q []float64, a *Aim) Miss {
	s.first, s.count = 0, 6
	if a.Rotation == nil {
		s.first, s.count = 3, 3
	}
	left := s.look(&s.e, q, a)
	damping := 1.0
	for steps, slowly := 0, 0; steps < mostSteps && slowly < mostSlow && left > exact; steps++ {
		s.kin.Jacobian(s.jacobian, s.link, tree.Aligned)
		s.release(q)
		taken := left
		for damping < 1e12 {
			if !s.solve(float64(damping * left * left)) {
				damping *= 8
				continue
			}
			s.model.Integrate(s.next, q, s.step, 1)
			s.bound(s.next)
			if taken = s.look(&s.nextE, s.next, a); taken < left {
				break
			}
			damping *= 8
		}
		if !(taken < left) {
			break
		}
		if left-taken < slow*left {
			slowly++
		}
		copy(q, s.next)
		s.e, left, damping = s.nextE, taken, max(damping/4, 1e-6)
	}
	s.look(&s.e, q, a)
	return s.missed()
}

// look sets e to what is left at a position, where the kinematics are then, and returns its norm.
func (s *Solver) look(e *[6]float64, q []float64, a *Aim) float64 {
	s.kin.Update(q)
	pose := s.kin.Pose(s.link)
	*e = [6]float64{}
	if a.Rotation != nil {
		turn := pose.Inverse()
		turn.P = mgl64.Vec3{}
		turn = (&spatial.Transform{R: *a.Rotation}).Compose(&turn)
		m := spatial.Log(spatial.Quaternion(&turn.R), mgl64.Vec3{})
		copy(e[:3], m.Ang[:])
	}
	sum := 0.0
	for i := range 3 {
		e[3+i] = a.Position[i] - pose.P[i]
		sum += float64(e[i]*e[i]) + float64(e[3+i]*e[3+i])
	}
	return math.Sqrt(sum)
}

// missed returns what is left as two lengths.
func (s *Solver) missed() Miss {
	length := func(x []float64) float64 {
		return math.Sqrt(float64(x[0]*x[0]) + float64(x[1]*x[1]) + float64(x[2]*x[2]))
	}
	return Miss{Distance: length(s.e[3:]), Angle: length(s.e[:3])}
}

// release chooses the rates that may move: those that move the link, but for coordinates at a limit that the gradient
// Jᵀ e pushes against.
func (s *Solver) release(q []float64) {
	copy(s.free, s.moves)
	n := s.model.NV()
	for i := range s.bounds {
		b := &s.bounds[i]
		push := 0.0
		for r := s.first; r < 6; r++ {
			push += float64(s.jacobian[r*n+b.V] * s.e[r])
		}
		if q[b.Q] <= b.Lower && push < 0 || q[b.Q] >= b.Upper && push > 0 {
			s.free[b.V] = false
		}
	}
}

// solve sets the step. It returns false if the equations have no solution.
func (s *Solver) solve(lambda float64) bool {
	n, m := s.model.NV(), s.count
	a := s.square[:m*m]
	trace := 0.0
	for r := range m {
		x := s.jacobian[(s.first+r)*n:][:n]
		for c := range r + 1 {
			y := s.jacobian[(s.first+c)*n:][:n]
			sum := 0.0
			for k, free := range s.free {
				if free {
					sum += float64(x[k] * y[k])
				}
			}
			a[r*m+c], a[c*m+r] = sum, sum
		}
		trace += a[r*m+r]
	}
	lambda += least * trace / float64(m)
	for r := range m {
		a[r*m+r] += lambda
		s.pull[r] = s.e[s.first+r]
	}
	if lambda == 0 || !mat.Eliminate(a, s.exchange[:m]) {
		return false
	}
	mat.Substitute(a, s.exchange[:m], s.pull[:m])
	for k := range s.step {
		s.step[k] = 0
		if s.free[k] {
			for r := range m {
				s.step[k] += float64(s.jacobian[(s.first+r)*n+k] * s.pull[r])
			}
		}
	}
	return true
}

// bound brings coordinates into their limits.
func (s *Solver) bound(q []float64) {
	for i := range s.bounds {
		b := &s.bounds[i]
		q[b.Q] = max(b.Lower, min(b.Upper, q[b.Q]))
	}
}

// idle returns in how many directions the joints move without the link, to first order, where the kinematics are.
func (s *Solver) idle() int {
	s.kin.Jacobian(s.jacobian, s.link, tree.Aligned)
	n := s.model.NV()
	var columns []int
	for k, moves := range s.moves {
		if moves {
			columns = append(columns, k)
		}
	}
	if len(columns) == 0 {
		return 0
	}
	// The columns as rows, filled up with zeros: as many rows as columns at least.
	j := mat.NewDense(max(len(columns), s.count), s.count, nil)
	for i, k := range columns {
		for r := range s.count {
			j.Set(i, r, s.jacobian[(s.first+r)*n+k])
		}
	}
	var svd mat.SVD
	if !svd.Factorize(j) {
		return 0
	}
	const share = 1e-6 // of the largest singular value: at a singular pose found to the root of the rounding
	return len(columns) - svd.Rank(share)
}
