package query

import (
	"fmt"

	"kinetree/spatial"
	"kinetree/tree"
)

// given is a number that a request gives for a joint that follows another one.
type given struct {
	joint int
	x     float64
}

var zeroForce spatial.Force

// readJoints reads an object of numbers by joint into a vector of all.
func (s *Solver) readJoints(in *scanner, what tree.Quantity, x []float64) error {
	if err := in.expect("an object"); err != nil {
		return err
	}
	s.follow = s.follow[:0]
	s.stamp++
	for in.next() {
		name, err := in.key()
		if err != nil {
			return err
		}
		k, ok := s.model.Joint(string(name))
		if !ok {
			return unknown("moving joint", name, s.names.joints())
		}
		if s.stamps[k] == s.stamp {
			return fmt.Errorf("joint %q is there twice; keep one", name)
		}
		s.stamps[k] = s.stamp
		if s.numbers, err = in.numbers(s.numbers[:0]); err == nil {
			err = s.setJoint(k, what, x)
		}
		if err != nil {
			return fmt.Errorf("joint %q: %w", name, err)
		}
	}
	for _, f := range s.follow {
		s.numbers = append(s.numbers[:0], f.x)
		if err := s.model.SetJoint(x, f.joint, what, s.numbers); err != nil {
			return fmt.Errorf("joint %q: %w", s.model.Joints()[f.joint].Name, err)
		}
	}
	return nil
}

// setJoint takes the numbers of joint k. An effort on a joint that follows another one adds to that one's; its other
// numbers wait until those of all others are there.
func (s *Solver) setJoint(k int, what tree.Quantity, x []float64) error {
	j := &s.model.Joints()[k]
	s.keep(what, j.V, j.NV)
	switch {
	case what == tree.Effort && len(s.numbers) == j.NV:
		for i, effort := range s.numbers {
			x[j.V+i] += float64(j.Ratio * effort)
		}
		return nil
	case j.Leader >= 0 && len(s.numbers) == 1:
		s.follow = append(s.follow, given{k, s.numbers[0]})
		return nil
	}
	return s.model.SetJoint(x, k, what, s.numbers)
}

// baseKeys are the keys of a base, the first six of a fixed one too.
var baseKeys = [...]string{"position", "orientation", "linear_velocity", "angular_velocity", "linear_acceleration",
	"angular_acceleration",
	"force", "moment", "reference_linear_velocity", "reference_angular_velocity", "reference_linear_acceleration",
	"reference_angular_acceleration"}

// readBase reads the state of a floating base and the force on it, or the motion of a fixed one.
func (s *Solver) readBase(in *scanner) error {
	if !s.model.Floating() {
		return s.readMotion(in)
	}
	places := [len(baseKeys)][]float64{s.q[:3], s.q[3:7], s.v[:3], s.v[3:6], s.a[:3], s.a[3:6], s.tau[:3], s.tau[3:6],
		s.vr[:3], s.vr[3:6], s.ar[:3], s.ar[3:6]}
	return readKeys(in, baseKeys[:], func(i int) error {
		err := s.vector(in, places[i])
		if err == nil && i == 1 && !tree.NormalizeQuaternion(s.q[3:7]) {
			err = errNoTurn
		}
		if i < 4 {
			s.keep([...]tree.Quantity{tree.Position, tree.Velocity}[i/2], 3*(i%2), 3)
		}
		return err
	})
}
