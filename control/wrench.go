package control

import (
	"fmt"

	"kinetree/compile/tape"
	"kinetree/spatial"
	"kinetree/tree"
)

// WrenchCompensation is the law
//
//	τ = −Jᵀ f
//
// the efforts that hold the wrenches f on the links, those of the input. Added to computed torque or to a feed-forward,
// it makes a robot that is pushed move as one that is not.
type WrenchCompensation struct {
	believed *tree.Model
	kin      *tree.Kinematics
	links    []int // in the model, of each link of the robot
	jacobian []float64
}

// NewWrenchCompensation returns the law with the model that it believes in, for the wrenches on the links of a robot.
// The error names a link of the robot that the model does not have.
func NewWrenchCompensation(believed, m *tree.Model) (*WrenchCompensation, error) {
	l := &WrenchCompensation{believed: believed, kin: tree.NewKinematics(believed),
		jacobian: make([]float64, 6*believed.NV())}
	for _, link := range m.Links() {
		i, ok := believed.Link(link.Name)
		if !ok {
			return nil, fmt.Errorf("the model of the control law, %s, has no link %q, on which a wrench may act; "+
				"expected the links of the robot %s", believed.Name(), link.Name, m.Name())
		}
		l.links = append(l.links, i)
	}
	return l, nil
}

// Effort implements Law. It does not allocate.
func (l *WrenchCompensation) Effort(tau []float64, in *Input) error {
	clear(tau)
	if in.Wrenches == nil {
		return nil
	}
	l.kin.Update(in.Q)
	n := len(tau)
	for link, f := range in.Wrenches {
		if f == (spatial.Force{}) {
			continue
		}
		l.kin.Jacobian(l.jacobian, l.links[link], tree.Local)
		for r, x := range [...]float64{f.Ang[0], f.Ang[1], f.Ang[2], f.Lin[0], f.Lin[1], f.Lin[2]} {
			for i := range tau {
				tau[i] -= float64(l.jacobian[r*n+i] * x)
			}
		}
	}
	return nil
}

// Rows implements tape.Rowed.
func (l *WrenchCompensation) Rows(r *tape.RowList) { r.Scratch(l.jacobian) }

// Believed implements Recordable.
func (l *WrenchCompensation) Believed() *tree.Model { return l.believed }
