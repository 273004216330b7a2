package sim

import (
	"errors"
	"fmt"
	"math"

	"kinetree/tree"
)

// checkStart returns an error for each joint that does not start within its limits. A position that is there but for
// rounding is moved to the limit.
func (c *Config) checkStart() error {
	if c.Ideal {
		return nil
	}
	m := c.Model
	var errs []error
	ranges, _ := m.Ranges()
	for k, r := range ranges {
		j := &m.Joints()[k]
		if j.Leader >= 0 || j.NQ != 1 {
			continue
		}
		q := &c.Start.Position[j.Q]
		if clamped := min(max(*q, r.Lower), r.Upper); math.Abs(clamped-*q) <= rounding*max(1, math.Abs(*q)) {
			*q = clamped
		}
		switch x, v := *q, c.Start.Velocity[j.V]; {
		case x < r.Lower:
			errs = append(errs, &OutsideError{j.Name, x, r, m.Joints()[r.LowerOf].Name})
		case x > r.Upper:
			errs = append(errs, &OutsideError{j.Name, x, r, m.Joints()[r.UpperOf].Name})
		case r.Lower == r.Upper && v != 0:
			errs = append(errs, fmt.Errorf("joint %q is locked, for its limits are both %v, and its start velocity "+
				"is %v; expected 0", j.Name, x, v))
		}
	}
	return errors.Join(errs...)
}

// OutsideError says that a joint does not start within its limits.
type OutsideError struct {
	Joint    string
	Position float64
	Range    tree.Range
	Limiting string // the joint whose limit it is
}

func (e *OutsideError) Error() string {
	limits := fmt.Sprintf("its limits are %v and %v", e.Range.Lower, e.Range.Upper)
	if e.Limiting != e.Joint {
		limits += fmt.Sprintf(" because joint %q follows it", e.Limiting)
	}
	return fmt.Sprintf("joint %q: the start position %v is outside, %s; expected one between them, other limits, or "+
		"an ideal robot without any", e.Joint, e.Position, limits)
}
