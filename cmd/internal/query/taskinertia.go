package query

import "kinetree/dynamics/taskspace"

// operationalInertia appends the inertia of the robot as seen at the link, along the axes of the request.
func operationalInertia(s *Solver, dst []byte) ([]byte, error) {
	if err := s.open("a robot whose tree says how it moves"); err != nil {
		return dst, err
	}
	if len(s.axes) == 0 {
		s.axes = append(s.axes, 0, 1, 2, 3, 4, 5)
	}
	k := len(s.axes)
	task := taskspace.New(s.model, s.link, s.axes, 0)
	s.kin.Update(s.q)
	if err := task.Update(s.kin, s.q); err != nil {
		return dst, err
	}
	inertia := s.elements(k * k)
	task.Inertia(inertia)
	dst = append(dst, `{"axes":[`...)
	for i, axis := range s.axes {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, quote(taskspace.Axes()[axis])...)
	}
	return append(s.rows(append(dst, `],"matrix":`...), k, inertia), '}'), nil
}
