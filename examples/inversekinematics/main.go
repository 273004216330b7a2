// Inversekinematics finds joint angles that bring the flange of a Panda to a pose, by damped least squares: the method
// of Levenberg and Marquardt on the six components of the motion that is left.
package main

import (
	"fmt"
	"log"
	"math"
	"math/rand/v2"

	"github.com/go-gl/mathgl/mgl64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"kinetree/models"
	"kinetree/spatial"
	"kinetree/tree"
)

// Solver is a workspace for one link of a model.
type Solver struct {
	model *tree.Model
	kin   *tree.Kinematics
	link  int
}

// NewSolver returns a solver for a link.
func NewSolver(m *tree.Model, link string) (*Solver, error) {
	k, ok := m.Link(link)
	if !ok {
		return nil, fmt.Errorf("the model %s has no link %q", m.Name(), link)
	}
	return &Solver{m, tree.NewKinematics(m), k}, nil
}

// left returns the motion that takes the link from where it is at q to the target in unit time, in the link's own axes.
func (s *Solver) left(q []float64, target *spatial.Transform) []float64 {
	s.kin.Update(q)
	pose := s.kin.Pose(s.link)
	inverse := pose.Inverse()
	step := inverse.Compose(target)
	twist := spatial.Log(spatial.Quaternion(&step.R), step.P)
	return append(twist.Ang[:], twist.Lin[:]...)
}

// Solve moves q until the link is at the target within a tolerance (rad, m), and within the limits of the joints. It
// returns the number of iterations, and an error if it does not get there: from another q it may.
func (s *Solver) Solve(q []float64, target *spatial.Transform, tolerance float64) (int, error) {
	const most = 200
	n := s.model.NV()
	jacobian := mat.NewDense(6, n, nil)
	damping := 1e-3
	motion := s.left(q, target)
	for i := range most {
		if floats.Norm(motion, 2) <= tolerance {
			return i, nil
		}
		s.kin.Jacobian(jacobian.RawMatrix().Data, s.link, tree.Local)
		// dq = Jᵀ (J Jᵀ + λ 1)⁻¹ motion
		var square mat.Dense
		square.Mul(jacobian, jacobian.T())
		for k := range 6 {
			square.Set(k, k, square.At(k, k)+damping)
		}
		var weights, step mat.VecDense
		if err := weights.SolveVec(&square, mat.NewVecDense(6, motion)); err != nil {
			return i, err
		}
		step.MulVec(jacobian.T(), &weights)
		next := make([]float64, s.model.NQ())
		s.model.Integrate(next, q, step.RawVector().Data, 1)
		s.bound(next)
		if left := s.left(next, target); floats.Norm(left, 2) < floats.Norm(motion, 2) {
			copy(q, next)
			motion, damping = left, damping/10
		} else {
			damping *= 10
			s.left(q, target) // the Jacobian is that of q again
		}
	}
	return most, fmt.Errorf("after %d iterations the link is %.2g from the target", most, floats.Norm(motion, 2))
}

// bound brings joints into their limits.
func (s *Solver) bound(q []float64) {
	ranges, _ := s.model.Ranges()
	for k, j := range s.model.Joints() {
		if j.NQ == 1 {
			q[j.Q] = max(ranges[k].Lower, min(ranges[k].Upper, q[j.Q]))
		}
	}
}

// Search solves from random positions, at most a number of times, until one leads to the target.
func (s *Solver) Search(q []float64, target *spatial.Transform, tolerance float64, tries int, rng *rand.Rand) error {
	var err error
	for range tries {
		s.model.Random(q, rng)
		if _, err = s.Solve(q, target, tolerance); err == nil {
			return nil
		}
	}
	return fmt.Errorf("%d positions lead to no solution: %w", tries, err)
}

// panda returns a solver for the flange of the arm.
func panda() (*Solver, error) {
	robot, err := models.Robot("panda_arm")
	if err != nil {
		return nil, err
	}
	model, err := tree.Build(robot)
	if err != nil {
		return nil, err
	}
	return NewSolver(model, "panda_link8")
}

func main() {
	solver, err := panda()
	if err != nil {
		log.Fatal(err)
	}
	// Half a metre in front of the base and as high, pointing down.
	target := spatial.Transform{R: spatial.FromRPY(math.Pi, 0, 0), P: mgl64.Vec3{0.5, 0, 0.5}}
	q := make([]float64, solver.model.NQ())
	if err := solver.Search(q, &target, 1e-12, 50, rand.New(rand.NewPCG(1, 2))); err != nil {
		log.Fatal(err)
	}
	for _, j := range solver.model.Joints() {
		fmt.Printf("%s %8.5f rad\n", j.Name, q[j.Q])
	}
}
