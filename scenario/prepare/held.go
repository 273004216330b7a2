package prepare

import (
	"math"
	"slices"

	"kinetree/internal/floats"
	"kinetree/rnea"
	"kinetree/scenario"
	"kinetree/scenario/robot"
	"kinetree/spatial/mat"
	"kinetree/tree"
)

// held returns the efforts that hold a robot at rest at a position against gravity. With constraints many do, and which
// they are matters to small motions; so they are those of the law: what it compensates, and what is missing, as small
// as possible, at the joints that it acts on. Where these cannot hold the robot, every joint bears its own gravity.
func (r *Run) held(m *tree.Model, q []float64) ([]float64, error) {
	gravity := make([]float64, m.NV())
	rnea.New(m).Gravity(gravity, q)
	if r.World.Constraints() == nil {
		return gravity, nil
	}
	linear, err := r.World.Linearize(gravity)
	if err != nil || linear.Rates == nil {
		return gravity, err
	}
	hold, acting := make([]float64, m.NV()), r.acting(m)
	if !slices.Contains(scenario.Jointwise, r.Scenario.Controller.Type) {
		for i, acts := range acting {
			if acts {
				hold[i] = gravity[i]
			}
		}
	}
	_, s := linear.Rates.Dims()
	// Nᵀ δ = Nᵀ (gravity − hold), for δ of the rates that the law acts on
	size := max(s, m.NV())
	some, missing := mat.NewDense(size, size, nil), mat.NewVecDense(size, nil)
	for i, acts := range acting {
		for k := range s {
			x := linear.Rates.At(i, k)
			if acts {
				some.Set(k, i, x)
			}
			missing.SetVec(k, missing.AtVec(k)+float64(x*(gravity[i]-hold[i])))
		}
	}
	var svd mat.SVD
	if !svd.Factorize(some) {
		return gravity, nil
	}
	const little = 1e-9 // of singular values, and of gravity that is left
	more, rest := mat.NewVecDense(size, nil), mat.NewVecDense(size, nil)
	svd.SolveVecTo(more, missing, svd.Rank(little))
	rest.MulVec(some, more)
	rest.SubVec(rest, missing)
	if floats.Norm(rest.Data(), 2) > little*floats.Norm(gravity, 2) {
		return gravity, nil
	}
	floats.Add(hold, more.Data()[:m.NV()])
	return hold, nil
}

// acting reports for each rate whether the law acts on it: its joint has an actuator and, as far as the law has gains
// for joints, one that is not 0.
func (r *Run) acting(m *tree.Model) []bool {
	c := &r.Scenario.Controller
	list := make([]bool, m.NV())
	extras := robot.Extras(r.Scenario, m)
	for k := range m.Joints() {
		j := &m.Joints()[k]
		for i := j.V; j.Leader < 0 && !extras[k].Unactuated && i < j.V+j.NV; i++ {
			list[i] = true
		}
	}
	if !slices.Contains(scenario.Jointwise, c.Type) {
		return list
	}
	gain := make([]float64, m.NV())
	for _, name := range []string{"p", "i", "d"} {
		for i, x := range c.Rates(m, name) {
			gain[i] += math.Abs(x)
		}
	}
	for i := range list {
		list[i] = list[i] && gain[i] > 0
	}
	return list
}
