package prepare

import (
	"kinetree/aba"
	"kinetree/dynamics/crba"
	"kinetree/dynamics/lagrange"
	"kinetree/dynamics/regressor"
	"kinetree/rnea"
	"kinetree/spatial"
	"kinetree/tree"
)

// scriptedModel is the model that a law of a script computes with. The numbers of all joints that the script sees, one
// after another, are those of the model's own vectors: those of a floating base, and then of the joints that follow no
// other one.
type scriptedModel struct {
	model     *tree.Model
	names     []string // of parameters
	values    []float64
	kin       *tree.Kinematics
	mass      *crba.Solver
	lagrange  *lagrange.Solver
	inverse   *rnea.Solver
	forward   *aba.Solver
	regressor *regressor.Solver
}

func newScriptedModel(m *tree.Model) *scriptedModel {
	s := &scriptedModel{model: m, values: regressor.Parameters(m), kin: tree.NewKinematics(m), mass: crba.New(m),
		lagrange: lagrange.New(m), inverse: rnea.New(m), forward: aba.New(m), regressor: regressor.New(m)}
	for _, b := range regressor.Blocks(m) {
		for _, name := range regressor.Names {
			s.names = append(s.names, b.Name+"/"+name)
		}
	}
	return s
}

// Rates implements script.Mechanics, as do the methods below.
func (s *scriptedModel) Rates() []string { return s.model.RateNames() }

func (s *scriptedModel) Links() (names []string) {
	for _, l := range s.model.Links() {
		names = append(names, l.Name)
	}
	return names
}

func (s *scriptedModel) Parameters() (names []string, values []float64) { return s.names, s.values }

func (s *scriptedModel) MassMatrix(dst, q []float64) { s.mass.MassMatrix(dst, q) }

func (s *scriptedModel) CoriolisMatrix(dst, q, qd []float64) { s.lagrange.CoriolisMatrix(dst, q, qd) }

func (s *scriptedModel) Gravity(tau, q []float64) { s.inverse.Gravity(tau, q) }

func (s *scriptedModel) InverseDynamics(tau, q, qd, qdd []float64) {
	s.inverse.InverseDynamics(tau, q, qd, qdd, nil)
}

func (s *scriptedModel) ForwardDynamics(qdd, q, qd, tau []float64) error {
	return s.forward.ForwardDynamics(qdd, q, qd, tau, nil)
}

func (s *scriptedModel) Jacobian(dst, q []float64, link int) {
	n := len(dst) / 2
	angularFirst := make([]float64, len(dst))
	s.kin.Update(q)
	s.kin.Jacobian(angularFirst, link, tree.Aligned)
	copy(dst, angularFirst[n:])
	copy(dst[n:], angularFirst[:n])
}

func (s *scriptedModel) Pose(q []float64, link int) (position [3]float64, orientation [4]float64) {
	s.kin.Update(q)
	pose := s.kin.Pose(link)
	turn := spatial.Quaternion(&pose.R)
	return pose.P, [4]float64{turn.V[0], turn.V[1], turn.V[2], turn.W}
}

func (s *scriptedModel) Regressor(dst, q, qd, qdr, qddr []float64) {
	s.regressor.ReferenceRegressor(dst, q, qd, qdr, qddr)
}
