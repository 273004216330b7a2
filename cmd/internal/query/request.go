package query

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/dynamics/taskspace"
	"kinetree/internal/suggest"
	"kinetree/spatial"
	"kinetree/tree"
)

// keys are the keys of a request, in the order in which they are read.
var keys = [...]string{"id", "want", "link", "position", "velocity", "acceleration", "effort", "base", "prescribed",
	"external", "reference_velocity", "reference_acceleration", "include", "target", "axes"}

// The places of some keys.
const (
	idKey = iota
	wantKey
	linkKey
	positionKey
	velocityKey
	accelerationKey
	effortKey
	baseKey
	prescribedKey
	externalKey
	referenceVelocityKey
	referenceAccelerationKey
	includeKey
	targetKey
	axesKey
)

// split finds the values of a request's keys.
func split(text []byte, fields *[len(keys)][]byte) error {
	s := scanner{text: text}
	var first error
	for s.next() {
		name, err := s.key()
		value := s.raw()
		i := slices.Index(keys[:], string(name))
		switch {
		case err != nil:
		case i < 0:
			err = unknown("key", name, keys[:])
		case fields[i] != nil:
			err = fmt.Errorf("the key %q is there twice; keep one", name)
		default:
			fields[i] = value
		}
		if first == nil { // go on for the sake of the id
			first = err
		}
	}
	return first
}

// read reads a request into the solver.
func (s *Solver) read(fields *[len(keys)][]byte) error {
	copy(s.q, s.neutral)
	for _, x := range [][]float64{s.v, s.a, s.tau, s.vr, s.ar} {
		clear(x)
	}
	for i := range fields {
		s.given[i] = fields[i] != nil
	}
	if s.course != s.rest {
		s.moveBase(s.rest)
	}
	clear(s.kept[0])
	clear(s.kept[1])
	s.included, s.target, s.axes = 0, nil, s.axes[:0]
	if len(s.prescribed) > 0 {
		s.prescribed, s.worlds = s.prescribed[:0], nil
	}
	for _, l := range s.loaded {
		s.fext[l] = zeroForce
	}
	s.loaded, s.wants, s.link = s.loaded[:0], s.wants[:0], -1
	if fields[wantKey] == nil {
		return fmt.Errorf(`the key "want" is missing; expected an array of what is wanted, such as ` +
			`["forward_dynamics"]`)
	}
	for i, value := range fields {
		if i == externalKey { // the wrenches are in axes of links
			if err := s.assemble(); err != nil {
				return err
			}
		}
		if value == nil || i == idKey {
			continue
		}
		if err := s.readField(i, &scanner{text: value}); err != nil {
			return fmt.Errorf("%s: %w", keys[i], err)
		}
	}
	for _, w := range s.wants {
		if w.needsLink && s.link < 0 {
			return fmt.Errorf(`%s: the key "link" is missing; expected the name of a link`, w.name)
		}
	}
	return nil
}

// readField reads the value of a key.
func (s *Solver) readField(key int, in *scanner) error {
	switch key {
	case wantKey:
		return s.readWants(in)
	case linkKey:
		name, err := in.string()
		if err == nil {
			s.link, err = s.lookupLink(name)
		}
		return err
	case positionKey:
		return s.readJoints(in, tree.Position, s.q)
	case velocityKey:
		return s.readJoints(in, tree.Velocity, s.v)
	case accelerationKey:
		return s.readJoints(in, tree.Acceleration, s.a)
	case effortKey:
		return s.readJoints(in, tree.Effort, s.tau)
	case baseKey:
		return s.readBase(in)
	case prescribedKey:
		return s.readPrescribed(in)
	case referenceVelocityKey:
		return s.readJoints(in, tree.Velocity, s.vr)
	case referenceAccelerationKey:
		return s.readJoints(in, tree.Acceleration, s.ar)
	case includeKey:
		return s.readIncluded(in)
	case axesKey:
		return in.words("there is no axis ", taskspace.Axes(), func(i int) {
			if !slices.Contains(s.axes, i) {
				s.axes = append(s.axes, i)
			}
		})
	case targetKey:
		s.target = in.text
		return nil
	default:
		return s.readExternal(in)
	}
}

// readWants reads the list of what is wanted. What is there twice counts once.
func (s *Solver) readWants(in *scanner) error {
	return in.words("there is no result ", wantNames, func(i int) {
		if !slices.Contains(s.wants, wants[i]) {
			s.wants = append(s.wants, wants[i])
		}
	})
}

// words reads an array of some of the words that there are, and hands over the index of each. The error about another
// word begins with what is wrong with it.
func (in *scanner) words(wrong string, there []string, use func(i int)) error {
	if err := in.expect("an array"); err != nil {
		return err
	}
	for in.next() {
		word, err := in.string()
		if err != nil {
			return err
		}
		i := slices.IndexFunc(there, func(s string) bool { return s == string(word) })
		if i < 0 {
			return fmt.Errorf("%s%q%s; expected some of %s", wrong, word, suggest.Hint(string(word), there),
				strings.Join(there, ", "))
		}
		use(i)
	}
	return nil
}

// lookupLink returns the index of the link of a name.
func (s *Solver) lookupLink(name []byte) (int, error) {
	l, ok := s.model.Link(string(name))
	if !ok {
		return -1, unknown("link", name, s.names.links())
	}
	return l, nil
}

// readExternal reads the list of wrenches and puts them into fext, in the axes of their links. The position is there
// already.
func (s *Solver) readExternal(in *scanner) error {
	if err := in.expect("an array"); err != nil {
		return err
	}
	s.kin.Update(s.q)
	for n := 0; in.next(); n++ {
		if err := s.readWrench(in); err != nil {
			return fmt.Errorf("element %d: %w", n, err)
		}
	}
	return nil
}

// readWrench reads one wrench. Those on one link add up.
func (s *Solver) readWrench(in *scanner) error {
	if err := in.expect("an object"); err != nil {
		return err
	}
	link := -1
	var force, moment mgl64.Vec3
	var seen [4]bool
	inLink := false
	for in.next() {
		name, err := in.key()
		if err != nil {
			return err
		}
		i := slices.Index(wrenchKeys, string(name))
		switch {
		case i < 0:
			return unknown("key", name, wrenchKeys)
		case seen[i]:
			return fmt.Errorf("the key %q is there twice; keep one", name)
		}
		seen[i] = true
		switch i {
		case 0:
			var text []byte
			if text, err = in.string(); err == nil {
				link, err = s.lookupLink(text)
			}
		case 1:
			err = s.vector(in, force[:])
		case 2:
			err = s.vector(in, moment[:])
		default:
			var text []byte
			if text, err = in.string(); err == nil {
				if inLink = string(text) == "link"; !inLink && string(text) != "world" {
					err = fmt.Errorf("%q; expected world or link", text)
				}
			}
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	if link < 0 {
		return errors.New(`the key "link" is missing; expected the name of a link`)
	}
	if load := (spatial.Force{Ang: moment, Lin: force}); inLink {
		s.fext[link].Add(&load)
	} else {
		s.kin.AddWrench(&s.fext[link], link, &load)
	}
	s.loaded = append(s.loaded, link)
	return nil
}

var wrenchKeys = []string{"link", "force", "moment", "frame"}

// vector reads an array of as many numbers as dst has.
func (s *Solver) vector(in *scanner, dst []float64) (err error) {
	if s.numbers, err = in.array(s.numbers[:0]); err != nil {
		return err
	}
	if len(s.numbers) != len(dst) {
		return fmt.Errorf("found %d numbers; expected %d", len(s.numbers), len(dst))
	}
	copy(dst, s.numbers)
	return nil
}
