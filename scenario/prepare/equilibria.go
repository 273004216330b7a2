package prepare

import (
	"errors"

	"kinetree/integrate/stability"
	"kinetree/scenario"
	"kinetree/scenario/robot"
	"kinetree/sim"
	"kinetree/tree"
)

// Equilibria are the positions in which the robot of a scenario stays at rest, see stability.Equilibria.
type Equilibria struct {
	Joints []string `json:"-"` // in the order of the model
	List   []Rest   `json:"equilibria"`
}

// Rest is an equilibrium by joint.
type Rest struct {
	Position    map[string]tree.Values `json:"position"`
	Stable      bool                   `json:"stable"`
	Eigenvalues [][2]float64           `json:"eigenvalues"` // real and imaginary parts (1/s)
}

// FindEquilibria looks for the equilibria of the robot under the constant efforts and the wrenches of the scenario,
// with its springs, force elements and constraints, from its start and from other positions. There is no control law.
func FindEquilibria(s *scenario.Scenario, env Env) (*Equilibria, error) {
	s = s.Clone()
	if s.Initial.Position == nil {
		s.Initial.Position = scenario.Joints{}
	}
	if s.Initial.Velocity == nil {
		s.Initial.Velocity = scenario.Joints{}
	}
	for name, j := range s.Joints { // the current that rests in windings is of no account
		if j.Motor != nil {
			motor := *j.Motor
			motor.Inductance, j.Motor = 0, &motor
			s.Joints[name] = j
		}
	}
	source, _, err := robot.Open(s, env.Robot(), s.Model.File)
	if err != nil {
		return nil, err
	}
	m, err := robot.Model(s, env.Robot(), source)
	switch {
	case err != nil:
		return nil, err
	case m.Floating():
		return nil, wrong("base", "nothing holds a floating base; expected a fixed one")
	case m.NV() == 0:
		return nil, wrong("model", "the robot %s has no moving joint; expected one that has", m.Name())
	case s.Controller.Active():
		return nil, wrong("controller.type", "%s: the equilibria are those of the robot without a control law; "+
			"expected none, or initial: equilibrium for a run with the law", s.Controller.Type)
	}
	layout := m.EffortLayout()
	tau := make([]float64, layout.Len())
	files, errEffort := constantEfforts(s, m, layout, tau)
	for file := range files {
		errEffort = errors.Join(errEffort, wrong("efforts", "%s: the efforts of a file change in time; expected "+
			"constant ones", file))
	}
	start, _, errStart := startState(s, m, env.Open)
	wrenches, errWrench := wrenchesOf(s, m)
	constraints, elements, errActing := robot.Acting(s, source, m)
	if err := errors.Join(errEffort, errStart, errWrench, errActing, s.CheckTimeless()); err != nil {
		return nil, err
	}
	sim.NewDrives(m, robot.Extras(s, m)).Static(tau, make([]float64, m.NV()))
	loads := stability.Loads{Passive: sim.Passive(m, robot.Extras(s, m), s.Ideal), Effort: layout.Generalized(tau)}
	for _, w := range wrenches {
		if w.From <= 0 && w.To > 0 {
			loads.Wrenches = append(loads.Wrenches, stability.LinkLoad{Link: w.Link, Force: w.Force, Moment: w.Moment,
				InLink: w.InLink})
		}
	}
	for _, e := range elements {
		loads.Elements = append(loads.Elements, e)
	}
	list, err := stability.Equilibria(m, start, loads, constraints)
	if err != nil {
		return nil, s.Locate(fields(s, err))
	}
	found := &Equilibria{Joints: m.JointNames(), List: []Rest{}}
	for _, e := range list {
		rest := Rest{Position: map[string]tree.Values{}, Stable: e.Stable, Eigenvalues: [][2]float64{}}
		for k := range m.Joints() {
			j := &m.Joints()[k]
			rest.Position[j.Name] = j.AppendPosition(nil, e.Position)
		}
		for _, x := range e.Eigenvalues {
			rest.Eigenvalues = append(rest.Eigenvalues, [2]float64{real(x), imag(x)})
		}
		found.List = append(found.List, rest)
	}
	return found, nil
}
