package query

import "slices"

// jointForces appends what each moving joint exerts on its child link, at the link's origin and in its axes: under the
// accelerations that the efforts cause or, in a request that gives accelerations and neither efforts nor prescribed
// joints, under those.
func (s *Solver) jointForces(dst []byte) ([]byte, error) {
	fext, err := s.onLinks()
	if err != nil {
		return dst, err
	}
	qdd := s.a
	if s.given[effortKey] || !s.given[accelerationKey] || len(s.prescribed) > 0 {
		qdd = s.elements(s.model.NV())
		if err := s.accelerate(qdd); err != nil {
			return dst, err
		}
		if len(s.constraints) > 0 {
			if _, err := s.bear(fext, slices.Clone(s.tau)); err != nil {
				return dst, err
			}
		}
	} else if err := s.open("efforts, which tell what constraints bear, and no accelerations"); err != nil {
		return dst, err
	}
	inverse := s.newtonEuler()
	inverse.InverseDynamics(s.result, s.q, s.v, qdd, fext)
	dst = append(dst, '{')
	for k := range s.model.Joints() {
		if k > 0 {
			dst = append(dst, ',')
		}
		f := inverse.JointForce(k)
		dst = s.list(append(append(dst, s.names.joint[k]...), `{"force":`...), f.Lin[:]...)
		dst = s.list(append(dst, `,"moment":`...), f.Ang[:]...)
		dst = append(dst, '}')
	}
	return append(dst, '}'), nil
}
