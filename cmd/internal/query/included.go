package query

import (
	"math"

	"kinetree/sim"
	"kinetree/spatial"
	"kinetree/tree"
)

// included are the forces in the joints that a request includes besides their efforts.
type included uint8

const (
	damping included = 1 << iota
	springs
	friction
	elements
)

// includable are the words for it in requests.
var includable = []string{"damping", "springs", "friction", "force_elements"}

// readIncluded reads the list of what is included.
func (s *Solver) readIncluded(in *scanner) error {
	return in.words("", includable, func(i int) { s.included |= 1 << i })
}

// world returns the robot at rest with what the request includes and without limits, driven by the efforts and the
// wrenches of the request.
func (s *Solver) world() (*sim.World, error) {
	if w := s.worlds[s.included]; w != nil {
		return w, nil
	}
	what := s.included
	c := sim.Config{Model: s.rigid(what), Forces: []sim.ForceElement{(*wrenches)(s)},
		Imposed: sim.Imposed{Constraints: s.constraints}, Start: sim.Start{Position: s.q, Velocity: s.v},
		Controller: sim.ControllerFunc(func(tau []float64, _ float64, _, _ []float64) error {
			copy(tau, s.tau)
			return nil
		})}
	if what&springs != 0 {
		c.Joints = s.joints
	}
	if what&elements != 0 {
		c.Forces = append(c.Forces, s.acting.Elements...)
	}
	w, err := sim.New(c)
	if err != nil {
		return nil, err
	}
	if s.worlds == nil {
		s.worlds = map[included]*sim.World{}
	}
	s.worlds[what] = w
	return w, nil
}

// wrenches are those of the request.
type wrenches Solver

// AddWrenches implements sim.ForceElement.
func (s *wrenches) AddWrenches(fext []spatial.Force, _ float64, _, _ []float64, _ *tree.Kinematics) error {
	for _, l := range s.loaded {
		fext[l] = s.fext[l]
	}
	return nil
}

// simulated sets qdd to the accelerations with which a simulation would begin: friction holds joints at rest as long as
// it can.
func (s *Solver) simulated(qdd []float64) error {
	if err := s.atRest("what is included"); err != nil || s.model.NV() == 0 {
		return err
	}
	w, err := s.world()
	if err == nil {
		err = w.Reset(s.q, s.v)
	}
	if err != nil {
		return err
	}
	copy(qdd, w.State().Qdd)
	return nil
}

// addIncluded adds to the efforts of inverse dynamics what the request includes. Friction takes nothing of a joint at
// rest.
func (s *Solver) addIncluded(tau []float64) {
	if s.included == 0 {
		return
	}
	joints := s.joints
	if s.included&springs == 0 {
		joints = nil
	}
	passive := make([]float64, len(tau))
	p := sim.Passive(s.model, joints, false)
	p.AddSpringEffort(passive, s.q)
	if s.included&damping != 0 {
		for i, d := range p.Damping {
			passive[i] -= float64(d * s.v[i])
		}
	}
	for i, x := range passive {
		tau[i] -= x
	}
	if s.included&friction == 0 {
		return
	}
	for _, j := range s.model.Joints() {
		for i := j.V; i < j.V+j.NV; i++ {
			switch {
			case s.v[i] > 0:
				tau[i] += float64(math.Abs(j.Ratio) * j.Friction)
			case s.v[i] < 0:
				tau[i] -= float64(math.Abs(j.Ratio) * j.Friction)
			}
		}
	}
}
