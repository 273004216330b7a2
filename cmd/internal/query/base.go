package query

import (
	"errors"
	"fmt"
	"slices"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/spatial"
	"kinetree/tree"
)

// readMotion reads the motion that a request gives a fixed base.
func (s *Solver) readMotion(in *scanner) error {
	b := tree.Rest()
	orientation := []float64{0, 0, 0, 1}
	places := [...][]float64{b.Pose.P[:], orientation, b.Velocity.Lin[:], b.Velocity.Ang[:], b.Acceleration.Lin[:],
		b.Acceleration.Ang[:]}
	err := readKeys(in, baseKeys[:len(places)], func(i int) error {
		err := s.vector(in, places[i])
		if err == nil && i == 1 && !tree.NormalizeQuaternion(orientation) {
			err = errNoTurn
		}
		return err
	})
	if err != nil {
		return err
	}
	b.Pose.R = spatial.FromQuaternion(mgl64.Quat{W: orientation[3], V: mgl64.Vec3(orientation[:3])})
	s.moveBase(b)
	return nil
}

// readKeys reads an object with some of the keys of baseKeys that there are, and hands over the place of each.
func readKeys(in *scanner, there []string, use func(i int) error) error {
	if err := in.expect("an object"); err != nil {
		return err
	}
	var seen [len(baseKeys)]bool
	for in.next() {
		name, err := in.key()
		if err != nil {
			return err
		}
		i := slices.Index(there, string(name))
		switch {
		case i < 0:
			return unknown("key", name, there)
		case seen[i]:
			return fmt.Errorf("the key %q is there twice; keep one", name)
		}
		seen[i] = true
		if err := use(i); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

var errNoTurn = errors.New("the quaternion is 0,0,0,0; expected x,y,z,w that are not all 0")

// moveBase gives the base of all solvers a motion.
func (s *Solver) moveBase(b *tree.BaseMotion) {
	s.course = b
	s.kin.MoveBase(b)
	if s.forward != nil {
		s.forward.MoveBase(b)
	}
	if s.slopes != nil {
		s.slopes.MoveBase(b)
	}
	if s.inverse != nil {
		s.inverse.MoveBase(b)
	}
	if s.lagrange != nil {
		s.lagrange.MoveBase(b)
	}
	if s.regressor != nil {
		s.regressor.MoveBase(b)
	}
}

// atRest returns the error of what is not computed for a base that moves or is elsewhere, given its name.
func (s *Solver) atRest(what string) error {
	if s.course == s.rest {
		return nil
	}
	return fmt.Errorf("%s is for a base at rest in the world's origin; expected no key base, or base_motion in a "+
		"scenario for a run", what)
}
