package reach

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/floats"
	"kinetree/internal/suggest"
	"kinetree/spatial"
	"kinetree/tree"
)

// Question asks for positions by the names of a model.
type Question struct {
	Link string
	// Pose is where the link is to be in the world: x, y, z of its origin (m), and maybe its quaternion x, y, z, w.
	// Without that any rotation will do.
	Pose []float64
	Options
}

// Attained is a position by the names of joints, and how far the link then is from the pose.
type Attained struct {
	Position map[string]tree.Values `json:"position"` // of all joints but followers, rotors and circuits (rad or m)
	Error    float64                `json:"error"`    // see Miss.Norm
	Miss
	Idle int `json:"idle_directions"`
}

// Report is what was found.
type Report struct {
	Solutions []Attained `json:"solutions"` // those that are nearest to the start first
	Starts    int        `json:"starts"`
	Nearest   *Attained  `json:"nearest,omitempty"` // where there is no solution
	Notes     []string   `json:"notes,omitempty"`
}

// Aim returns what a question asks for, or all that is wrong with it.
func (c *Question) Aim(m *tree.Model) (link int, a *Aim, err error) {
	link, ok := m.Link(c.Link)
	var faults []error
	if !ok {
		names := make([]string, len(m.Links()))
		for i, l := range m.Links() {
			names[i] = l.Name
		}
		faults = append(faults, fmt.Errorf("link: %w", suggest.Missing(m.Name(), "link", c.Link, names)))
	}
	a = &Aim{}
	switch {
	case len(c.Pose) != 3 && len(c.Pose) != 7:
		faults = append(faults, fmt.Errorf("pose: %d numbers; expected 3, the position x, y, z, or 7 with the "+
			"quaternion x, y, z, w", len(c.Pose)))
	case slices.ContainsFunc(c.Pose, func(x float64) bool { return !floats.Finite(x) }):
		faults = append(faults, fmt.Errorf("pose: %v; expected finite numbers", c.Pose))
	default:
		copy(a.Position[:], c.Pose)
	}
	if len(faults) == 0 && len(c.Pose) == 7 {
		q := mgl64.Quat{V: mgl64.Vec3(c.Pose[3:6]), W: c.Pose[6]}
		const rounded = 0.01 // of numbers with two digits
		if length := floats.Norm(c.Pose[3:], 2); math.Abs(length-1) > rounded {
			faults = append(faults, fmt.Errorf("pose: the quaternion has the length %.6g; expected x, y, z, w of a "+
				"quaternion of length 1", length))
		}
		r := spatial.FromQuaternion(spatial.UnitQuaternion(q))
		a.Rotation = &r
	}
	if c.Starts < 0 {
		faults = append(faults, fmt.Errorf("starts: %d; expected 1 or more", c.Starts))
	}
	return link, a, errors.Join(faults...)
}

// Answer answers a question. If the pose is not reached, the error says what came nearest, and there is a report, too.
// The base is where tree.BaseMotion says it is; nil for the origin.
func Answer(m *tree.Model, base *tree.BaseMotion, c *Question) (*Report, error) {
	link, aim, err := c.Aim(m)
	if err != nil {
		return nil, err
	}
	s := New(m, link)
	if base != nil {
		s.MoveBase(base)
	}
	found := s.Search(aim, c.Options)
	r := &Report{Solutions: []Attained{}, Starts: found.Starts}
	idle := len(found.Branches) > 0
	for i := range found.Branches {
		b := &found.Branches[i]
		r.Solutions = append(r.Solutions, attained(m, b))
		idle = idle && b.Idle > 0
	}
	if idle {
		r.Notes = append(r.Notes, "in each of these positions the joints can move without the link: there are "+
			"infinitely many solutions, or the pose is singular")
	}
	if len(found.Branches) > 0 {
		return r, nil
	}
	nearest := attained(m, &found.Nearest)
	r.Nearest = &nearest
	text := fmt.Sprintf("link %q was not brought to the pose within the limits: of %d starts the nearest ends %.6g m",
		c.Link, found.Starts, nearest.Distance)
	if aim.Rotation != nil {
		text += fmt.Sprintf(" and %.6g rad", nearest.Angle)
	}
	text += " from it"
	if aim.Rotation != nil {
		point := s.Search(&Aim{Position: aim.Position}, Options{Start: c.Start, Seed: c.Seed, Starts: found.Starts})
		if len(point.Branches) > 0 {
			text += "; its position can be reached, with another rotation"
		} else {
			text += fmt.Sprintf("; with any rotation %.6g m are left", point.Nearest.Miss.Distance)
		}
	}
	return r, errors.New(text)
}

// attained names the numbers of a position.
func attained(m *tree.Model, b *Reached) Attained {
	p := Attained{Position: map[string]tree.Values{}, Error: b.Miss.Norm(), Miss: b.Miss, Idle: b.Idle}
	for k := range m.Joints() {
		if j := &m.Joints()[k]; j.Leader < 0 && j.Drives < 0 {
			p.Position[j.Name] = j.AppendPosition(nil, b.Q)
		}
	}
	return p
}
