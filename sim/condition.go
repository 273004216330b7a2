package sim

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"kinetree/internal/suggest"
	"kinetree/tree"
)

// condition is one that ends a run: a column of the log is above or below a number, a joint reaches one of its end
// stops, or a contact touches.
type condition struct {
	text    string
	column  int     // index in the log
	sign    float64 // +1 for above, −1 for below
	number  float64
	contact bool   // JOINT/limit or contact/NAME
	touch   string // the name of the latter
	joint   int    // of the former
	only    int    // the coordinate of joint whose stops count, or −1 for those of all

	q, v  int // of a column that is a position of a joint with one: its coordinate and rate; else q is −1
	of    stateColumn
	at    int // the coordinate or the rate
	ratio float64
	shift float64
}

// stateColumn is a column that shows a part of the position, the velocity or the energies.
type stateColumn uint8

const (
	otherColumn    stateColumn = iota // nothing
	positionColumn                    // ratio times a coordinate, and the shift
	velocityColumn                    // ratio times a rate
	kineticColumn                     // energies
	potentialColumn
	totalColumn
	ledgerColumn // of the ledger, whose entries are booked after the step
)

// energyColumns are the columns of energies.
var energyColumns = map[string]stateColumn{"energy/kinetic": kineticColumn, "energy/potential": potentialColumn,
	"energy/total": totalColumn}

// until are the conditions that end a run.
type until struct {
	conditions []condition
	onColumns  bool       // some are about columns of the log
	watched    bool       // some are about columns that code does not compute
	booked     bool       // some are about the ledger
	met        *condition // the one that ended the run; nil if none did
}

// ConditionError reports a condition that cannot be evaluated.
type ConditionError struct{ Condition, Message string }

func (e *ConditionError) Error() string { return fmt.Sprintf("%q: %s", e.Condition, e.Message) }

// suffix ends the text of the condition that a joint reaches an end stop.
const suffix = "/limit"

// parseConditions reads the conditions of the configuration.
func (w *reporter) parseConditions() error {
	var errs []error
	for _, text := range w.config.End.Until {
		c, err := w.parse(text)
		w.until.conditions = append(w.until.conditions, c)
		w.until.onColumns = w.until.onColumns || !c.contact
		w.until.watched = w.until.watched || !c.contact && (c.of == otherColumn || c.of == ledgerColumn)
		w.until.booked = w.until.booked || c.of == ledgerColumn
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// parse reads a condition: COLUMN > NUMBER, COLUMN < NUMBER or JOINT/limit.
func (w *reporter) parse(text string) (condition, error) {
	c := condition{text: text, q: -1, ratio: 1}
	fail := func(format string, args ...any) (condition, error) {
		return c, &ConditionError{text, fmt.Sprintf(format, args...)}
	}
	at := strings.IndexAny(text, "<>")
	if at < 0 {
		return w.parseContact(c)
	}
	name, number := strings.TrimSpace(text[:at]), strings.TrimSpace(text[at+1:])
	c.sign = 1
	if text[at] == '<' {
		c.sign = -1
	}
	x, err := strconv.ParseFloat(number, 64)
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
		return fail("%q is not a number; expected COLUMN > NUMBER or COLUMN < NUMBER, such as elbow/position > 1.2",
			number)
	}
	c.number = x
	columns := w.Columns()
	if c.column = slices.Index(columns, name); c.column < 0 {
		return fail("the log has no column %q%s; expected one of %s", name, suggest.Hint(name, columns),
			suggest.List(columns))
	}
	if c.of = energyColumns[name]; w.config.Log.Ledger && slices.Contains(w.ledgerColumns(), name) {
		c.of = ledgerColumn
	}
	if i := c.column - 1; w.Model().Floating() && i < 7+6 { // behind the time
		if c.of, c.at = positionColumn, i; i >= 7 {
			c.of, c.at = velocityColumn, i-7
		}
	}
	column, ofJoint := w.Model().LogColumns()[name]
	if !ofJoint {
		return c, nil
	}
	switch j := &w.Model().Joints()[column.Joint]; {
	case column.Quantity == tree.Position:
		c.of, c.at, c.ratio = positionColumn, j.Q+column.Coordinate, j.Ratio
		if j.Leader >= 0 {
			c.shift = j.Offset
		}
		if j.NQ == 1 && j.NV == 1 {
			c.q, c.v = j.Q, j.V
		}
	case column.Quantity == tree.Velocity:
		c.of, c.at, c.ratio = velocityColumn, j.V+column.Coordinate, j.Ratio
	}
	return c, nil
}

// parseContact reads JOINT/limit.
func (w *reporter) parseContact(c condition) (condition, error) {
	text := strings.TrimSpace(c.text)
	names := w.Model().JointNames()
	if name, ok := strings.CutPrefix(text, "contact/"); ok {
		return w.contacts.parseTouch(c, name)
	}
	name, ok := strings.CutSuffix(text, suffix)
	if !ok {
		return c, &ConditionError{c.text,
			"expected COLUMN > NUMBER or COLUMN < NUMBER, such as elbow/position > 1.2, JOINT/limit for the " +
				"contact with a stop, or contact/LINK/OBSTACLE"}
	}
	k, known := w.Model().Joint(name)
	c.only = -1
	for i := 0; i < len(names) && !known; i++ {
		if j := &w.Model().Joints()[i]; j.NV > 1 {
			c.only = slices.Index(tree.CoordinateNames(j.Name, j.NV), name)
			k, known = i, c.only >= 0
		}
	}
	if !known {
		return c, &ConditionError{c.text, fmt.Sprintf("there is no moving joint %q%s; expected one of %s", name,
			suggest.Hint(name, names), suggest.List(names))}
	}
	c.contact, c.joint = true, k
	if v := w.Model().Joints()[k].V + max(c.only, 0); w.modes == nil || !w.modes.bounded[k] ||
		c.only >= 0 && w.modes.stopped(k, v) == nil {
		return c, &ConditionError{c.text, fmt.Sprintf("joint %q has no stops; expected a joint with position limits",
			name)}
	}
	return c, nil
}

// lacks returns how far a row of the log is from the condition; it is negative where the condition holds.
func (c *condition) lacks(row []float64) float64 { return float64(c.sign * (c.number - row[c.column])) }

// instant is the start or the end of a step or of its part.
type instant bool

const (
	atStart instant = false
	atEnd   instant = true // where the ledger does not have the step yet
)

// holds returns the condition that holds in the row of the log at an instant, nil for none.
func (w *reporter) holds(at instant) *condition {
	for i := range w.until.conditions {
		c := &w.until.conditions[i]
		if !c.contact && !(at == atEnd && c.of == ledgerColumn) && c.lacks(w.logbook.row) < 0 {
			return c
		}
	}
	return nil
}

// touched notes that a rate has reached an end stop.
func (w *reporter) touched(s *endStop) {
	for i := range w.until.conditions {
		if c := &w.until.conditions[i]; c.contact && c.joint == s.joint && (c.only < 0 || c.only == s.coordinate) {
			w.until.met = c
		}
	}
}
