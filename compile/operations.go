package compile

import (
	"fmt"

	"kinetree/compile/graph"
	"kinetree/internal/suggest"
	tracedspatial "kinetree/internal/traced/spatial"
	tracedtree "kinetree/internal/traced/tree"
	"kinetree/tree"
)

// Operations counts the floating-point operations of an algorithm on one robot: those that are left when products with
// zeros and ones of the robot are folded and equal ones are shared, as in the code of a compiled robot. A sine and the
// cosine of the same angle count together.
type Operations struct {
	Additions       int `json:"additions"` // and subtractions
	Multiplications int `json:"multiplications"`
	Divisions       int `json:"divisions"`
	Roots           int `json:"roots,omitzero"`
	Sines           int `json:"sines"`
}

// Counted lists the algorithms that [Count] knows, as package timing names them.
func Counted() []string {
	return []string{"aba", "rnea", "crba", "dynamics/crba", "kinematics", "aba/derivatives"}
}

// Count counts the operations of an algorithm. The error says that there is no such algorithm, or why it cannot be
// recorded for the model.
func Count(m *tree.Model, name string) (Operations, error) {
	a, err := counted(m, name)
	if err != nil {
		return Operations{}, err
	}
	g, err := a.symbolic()
	if err != nil {
		return Operations{}, err
	}
	g.Requires = nil // that nothing is out of the ordinary
	var o Operations
	turned := map[int32]bool{}
	for i, needed := range g.Needed() {
		if n := &g.Nodes[i]; needed {
			switch n.Op {
			case graph.Add, graph.Sub:
				o.Additions++
			case graph.Mul:
				o.Multiplications++
			case graph.Div:
				o.Divisions++
			case graph.Sqrt:
				o.Roots++
			case graph.Sine, graph.Cosine:
				if !turned[n.Args[0]] {
					turned[n.Args[0]] = true
					o.Sines++
				}
			}
		}
	}
	return o, nil
}

// counted returns the algorithm of a name.
func counted(m *tree.Model, name string) (*algorithm, error) {
	var a *algorithm
	switch name {
	case "aba":
		a = forwardDynamics(m, 0, false, false)
	case "rnea":
		a = inverseDynamics(m, 0)
	case "crba":
		a = massMatrix(m)
	case "dynamics/crba":
		a = forwardDynamics(m, 0, false, true)
	case "kinematics":
		a = kinematics(m)
	case "aba/derivatives":
		a = derivatives(m, 0)
	default:
		return nil, fmt.Errorf("the operations of %q are not counted%s; expected one of %s", name,
			suggest.Hint(name, Counted()), suggest.List(Counted()))
	}
	return a, nil
}

// kinematics has the poses of the bodies in the base.
func kinematics(m *tree.Model) *algorithm {
	a := massMatrix(m)
	a.size = 12 * (len(m.Bodies()) - 1)
	a.compute = nil
	a.record = func(out []graph.Num, m *tracedtree.Model, s *state[graph.Num], _ []tracedspatial.Force) error {
		k := tracedtree.NewKinematics(m)
		k.Update(s.q)
		out = out[:0]
		for i := range m.Bodies()[1:] {
			pose := k.BodyPose(i + 1)
			out = append(append(out, pose.R[:]...), pose.P[:]...)
		}
		return nil
	}
	return a
}
