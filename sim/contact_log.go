package sim

import (
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/suggest"
)

// names returns the different names of contacts, in their order.
func (x *contacts) names() (list []string) {
	for i := 0; x != nil && i < len(x.all); i++ {
		if name := x.all[i].Name; !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

// columns names what appendContacts appends: for the contacts of a name contact/NAME/force/x, /y and /z, the force on
// the robot in the world's axes, or on the link of the ball where both are links (N), and contact/NAME/gap, the least
// distance (m).
func (x *contacts) columns() (list []string) {
	for _, name := range x.names() {
		for _, part := range []string{"/force/x", "/force/y", "/force/z", "/gap"} {
			list = append(list, "contact/"+name+part)
		}
	}
	return list
}

// appendContacts appends what contacts bear in the current state, and their distances.
func (x *contacts) appendContacts(row []float64) ([]float64, error) {
	if x == nil {
		return row, nil
	}
	list, _, err := x.Contacts()
	if err != nil {
		return row, err
	}
	for _, name := range x.names() {
		force, gap := mgl64.Vec3{}, math.Inf(1)
		for i := range list {
			if c := &list[i]; c.Name == name {
				gap, force = min(gap, c.Gap), force.Add(c.Force)
				if x.all[i].Turned {
					force = force.Sub(c.Force).Sub(c.Force)
				}
			}
		}
		row = append(append(row, force[:]...), gap)
	}
	return row, nil
}

// parseTouch reads contact/NAME.
func (x *contacts) parseTouch(c condition, name string) (condition, error) {
	names := x.names()
	if !slices.Contains(names, name) {
		message := "there are no contacts; expected an environment, and links that may touch it"
		if len(names) > 0 {
			message = "there is no contact " + name + suggest.Hint(name, names) + "; expected one of " +
				suggest.List(names)
		}
		return c, &ConditionError{c.text, message}
	}
	c.contact, c.joint, c.touch = true, -1, name
	return c, nil
}

// met notes that a contact touches.
func (x *contacts) met(t *touch) {
	w := x.w
	for i := range w.until.conditions {
		if c := &w.until.conditions[i]; c.touch != "" && c.touch == t.Name {
			w.until.met = c
		}
	}
}
