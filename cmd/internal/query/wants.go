package query

import (
	"errors"
	"slices"

	"kinetree/aba"
	"kinetree/dynamics/crba"
	"kinetree/dynamics/lagrange"
	"kinetree/rnea"
	"kinetree/spatial"
	"kinetree/tree"
)

// want is something that can be wanted.
type want struct {
	name      string
	needsLink bool
	evaluate  func(s *Solver, dst []byte) ([]byte, error) // appends the result
}

// wants lists what can be wanted.
var wants = []*want{
	{"forward_dynamics", false, (*Solver).forwardDynamics},
	{"inverse_dynamics", false, (*Solver).inverseDynamics},
	{"gravity", false, (*Solver).gravity},
	{"gravity_by_body", false, (*Solver).gravityByBody},
	{"bias", false, (*Solver).bias},
	{"mass_matrix", false, (*Solver).massMatrix},
	{"coriolis_matrix", false, (*Solver).coriolisMatrix},
	{"energy", false, (*Solver).energy},
	{"com", false, (*Solver).com},
	{"frames", false, (*Solver).frames},
	{"jacobian", true, (*Solver).jacobian},
	{"velocity", true, (*Solver).velocity},
	{"derivatives", false, (*Solver).derivatives},
	{"regressor", false, (*Solver).linear},
	{"christoffel", false, (*Solver).christoffel},
	{"mass_matrix_rate", false, (*Solver).massMatrixRate},
	{"inverse_mass_matrix", false, (*Solver).inverseMassMatrix},
	{"articulated_inertia", true, (*Solver).articulatedInertia},
	{"momentum", false, (*Solver).momentum},
	{"generalized_momentum", false, (*Solver).generalizedMomentum},
	{"centroidal_momentum_matrix", false, (*Solver).centroidalMomentumMatrix},
	{"jacobian_rate", true, (*Solver).jacobianRate},
	{"acceleration", true, (*Solver).acceleration},
	{"joint_forces", false, (*Solver).jointForces},
	{"base_regressor", false, (*Solver).baseRegressor},
	{"operators", false, (*Solver).operators},
	{"constraint_forces", false, (*Solver).constraintForces},
	{"constraint_null_space", false, (*Solver).constraintNullSpace},
	{"state", false, (*Solver).state},
	{"inverse_kinematics", true, inverseKinematics},
	{"operational_inertia", true, operationalInertia},
}

var wantNames = func() (names []string) {
	for _, w := range wants {
		names = append(names, w.name)
	}
	return names
}()

// external returns the wrenches, or nil if there are none.
func (s *Solver) external() []spatial.Force {
	if len(s.loaded) == 0 {
		return nil
	}
	return s.fext
}

func (s *Solver) articulatedBody() *aba.Solver {
	if s.forward == nil {
		s.forward = aba.New(s.model)
		s.forward.MoveBase(s.course)
	}
	return s.forward
}

// accelerate sets qdd to the accelerations that the efforts cause, with what the request includes.
func (s *Solver) accelerate(qdd []float64) error {
	if s.included != 0 || len(s.constraints) > 0 {
		return s.simulated(qdd)
	}
	return s.articulatedBody().ForwardDynamics(qdd, s.q, s.v, s.tau, s.external())
}

// forwardDynamics appends the accelerations that the efforts cause.
func (s *Solver) forwardDynamics(dst []byte) ([]byte, error) {
	if err := s.accelerate(s.result); err != nil {
		return dst, err
	}
	dst = s.byJoint(append(dst, `{"acceleration":`...), s.result, true)
	if len(s.prescribed) > 0 {
		var err error
		if dst, err = s.drives(dst); err != nil {
			return dst, err
		}
	}
	return append(s.base(dst, s.result, "linear_acceleration", "angular_acceleration"), '}'), nil
}

// derivatives appends the derivatives of the accelerations that the efforts cause. That by the position is along the
// rates: for a joint whose position is a pose, along the motions of the child in its own axes. Wrenches keep their
// direction in the world.
func (s *Solver) derivatives(dst []byte) ([]byte, error) {
	if err := s.open("simulate analyze for the robot linearized on its constraints"); err != nil {
		return dst, err
	}
	if s.slopes == nil {
		s.slopes = aba.NewDerivatives(s.model)
		s.slopes.MoveBase(s.course)
		s.slopes.TurnWrenches(false)
	}
	n := s.model.NV()
	x := s.elements(3 * n * n)
	dq, dv, dtau := x[:n*n], x[n*n:2*n*n], x[2*n*n:]
	if err := s.slopes.ForwardDynamics(s.result, dq, dv, dtau, s.q, s.v, s.tau, s.external()); err != nil {
		return dst, err
	}
	dst = append(append(dst, `{"joints":`...), s.names.coordinate...)
	dst = s.rows(append(dst, `,"dacceleration_dposition":`...), n, dq)
	dst = s.rows(append(dst, `,"dacceleration_dvelocity":`...), n, dv)
	dst = s.rows(append(dst, `,"dacceleration_deffort":`...), n, dtau)
	return append(dst, '}'), nil
}

func (s *Solver) newtonEuler() *rnea.Solver {
	if s.inverse == nil {
		s.inverse = rnea.New(s.model)
		s.inverse.MoveBase(s.course)
	}
	return s.inverse
}

// efforts appends the efforts of result. Those of joints that follow others are in those of their leaders.
func (s *Solver) efforts(dst []byte) ([]byte, error) {
	dst = s.byJoint(append(dst, `{"effort":`...), s.result, false)
	return append(s.base(dst, s.result, "force", "moment"), '}'), nil
}

func (s *Solver) inverseDynamics(dst []byte) ([]byte, error) {
	fext, err := s.onLinks()
	if err != nil {
		return dst, err
	}
	s.newtonEuler().InverseDynamics(s.result, s.q, s.v, s.a, fext)
	s.addIncluded(s.result)
	return s.efforts(dst)
}

func (s *Solver) gravity(dst []byte) ([]byte, error) {
	s.newtonEuler().Gravity(s.result, s.q)
	return s.efforts(dst)
}

func (s *Solver) bias(dst []byte) ([]byte, error) {
	s.newtonEuler().Bias(s.result, s.q, s.v, s.external())
	return s.efforts(dst)
}

// elements returns scratch for n elements of a matrix.
func (s *Solver) elements(n int) []float64 {
	s.matrix = slices.Grow(s.matrix[:0], n)[:n]
	return s.matrix
}

func (s *Solver) compositeBody() *crba.Solver {
	if s.mass == nil {
		s.mass = crba.New(s.model)
	}
	return s.mass
}

func (s *Solver) massMatrix(dst []byte) ([]byte, error) {
	n := s.model.NV()
	m := s.elements(n * n)
	s.compositeBody().MassMatrix(m, s.q)
	return s.matrixByJoint(dst, n, m), nil
}

func (s *Solver) lagrangian() *lagrange.Solver {
	if s.lagrange == nil {
		s.lagrange = lagrange.New(s.model)
		s.lagrange.MoveBase(s.course)
	}
	return s.lagrange
}

func (s *Solver) coriolisMatrix(dst []byte) ([]byte, error) {
	n := s.model.NV()
	c := s.elements(n * n)
	s.lagrangian().CoriolisMatrix(c, s.q, s.v)
	return s.matrixByJoint(dst, n, c), nil
}

func (s *Solver) energy(dst []byte) ([]byte, error) {
	kinetic, potential := s.lagrangian().Energy(s.q, s.v)
	dst = s.number(append(dst, `{"kinetic":`...), kinetic)
	dst = s.number(append(dst, `,"potential":`...), potential)
	return append(dst, '}'), nil
}

func (s *Solver) com(dst []byte) ([]byte, error) {
	mass := s.lagrangian().Mass(lagrange.All)
	if mass == 0 {
		return dst, errors.New("the robot has no mass, so it has no centre of mass; give its links masses")
	}
	c := s.lagrangian().CenterOfMass(s.q, lagrange.All)
	dst = s.number(append(dst, `{"mass":`...), mass)
	dst = s.list(append(dst, `,"position":`...), c[:]...)
	return append(dst, '}'), nil
}

// frames appends the poses of all links.
func (s *Solver) frames(dst []byte) ([]byte, error) {
	s.kin.Update(s.q)
	dst = append(dst, '{')
	for l, name := range s.names.link {
		if l > 0 {
			dst = append(dst, ',')
		}
		pose := s.kin.Pose(l)
		r := spatial.Quaternion(&pose.R)
		dst = s.list(append(append(dst, name...), `{"position":`...), pose.P[:]...)
		dst = s.list(append(dst, `,"orientation":`...), r.V[0], r.V[1], r.V[2], r.W)
		dst = append(dst, '}')
	}
	return append(dst, '}'), nil
}

// jacobian appends the Jacobian of the link, its linear rows first.
func (s *Solver) jacobian(dst []byte) ([]byte, error) {
	j := s.elements(6 * s.model.NV())
	s.kin.Update(s.q)
	s.kin.Jacobian(j, s.link, tree.Aligned)
	return s.sixRows(dst, j), nil
}

// sixRows appends a matrix of six rows by joint, of which j has the angular ones first, with the linear ones first.
func (s *Solver) sixRows(dst []byte, j []float64) []byte {
	swapHalves(j)
	return s.matrixByJoint(dst, 6, j)
}

// swapHalves exchanges the halves of a list.
func swapHalves(x []float64) {
	half := len(x) / 2
	for i := range half {
		x[i], x[half+i] = x[half+i], x[i]
	}
}

func (s *Solver) velocity(dst []byte) ([]byte, error) {
	s.kin.UpdateVelocity(s.q, s.v)
	v := s.kin.Velocity(s.link, tree.Aligned)
	return s.motion(dst, &v), nil
}

// acceleration appends the acceleration of the link's origin and the angular one of the link, without gravity.
func (s *Solver) acceleration(dst []byte) ([]byte, error) {
	s.kin.UpdateAcceleration(s.q, s.v, s.a)
	a := s.kin.Acceleration(s.link, tree.Aligned)
	return s.motion(dst, &a), nil
}

// motion appends a velocity or an acceleration.
func (s *Solver) motion(dst []byte, v *spatial.Motion) []byte {
	dst = s.list(append(dst, `{"linear":`...), v.Lin[:]...)
	dst = s.list(append(dst, `,"angular":`...), v.Ang[:]...)
	return append(dst, '}')
}

func (s *Solver) jacobianRate(dst []byte) ([]byte, error) {
	j := s.elements(6 * s.model.NV())
	s.kin.UpdateVelocity(s.q, s.v)
	s.kin.JacobianRate(j, s.link, tree.Aligned)
	return s.sixRows(dst, j), nil
}
