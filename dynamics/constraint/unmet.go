package constraint

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/vec"
)

// UnmetError says that constraints contradict each other, or cannot be met.
type UnmetError struct {
	Index      int // of the constraint
	Constraint string
	Moves      bool    // it is prescribed motion
	Off        float64 // what remains of it
	Unit       string  // of that: rad or m, rad/s or m/s
	Velocity   bool    // of its rates and not of positions
}

func (e *UnmetError) Error() string {
	what, rest, mend := fmt.Sprintf("constraint %q", e.Constraint), "does not close", "lengths that close, or "+
		"other start positions"
	if e.Moves {
		what, rest, mend = fmt.Sprintf("the motion prescribed for joint %q", e.Constraint), "cannot begin", "a "+
			"motion that begins where the constraints let it"
	}
	if e.Velocity {
		return fmt.Sprintf("%s: its velocity is off by %.3g %s, and no velocity within the other constraints meets "+
			"it; expected constraints that do not contradict each other", what, e.Off, e.Unit)
	}
	return fmt.Sprintf("%s %s: it is off by %.6g %s, and no position near there within the other constraints meets "+
		"it; expected %s", what, rest, e.Off, e.Unit, mend)
}

// unmet returns the error of a row whose position is off.
func (s *Solver) unmet(x *rowAt) *UnmetError {
	return &UnmetError{Index: x.index, Constraint: x.name, Moves: x.moves, Off: math.Abs(x.off(x.k)), Unit: s.unit(x)}
}

// slipping returns the error of a row whose velocity is off.
func (s *Solver) slipping(x *rowAt, qd []float64) *UnmetError {
	return &UnmetError{Index: x.index, Constraint: x.name, Moves: x.moves, Off: math.Abs(x.rate(x.k, qd)),
		Unit: s.unit(x) + "/s", Velocity: true}
}

// unit returns the unit of what is to be zero in a row: that of the first rate, if it is on rates.
func (s *Solver) unit(x *rowAt) string {
	angular := false
	if x.pair != nil {
		angular = x.rows[x.k].N != mgl64.Vec3{}
	} else {
		angular = s.angular[x.rates.rates[0]]
	}
	if angular {
		return "rad"
	}
	return "m"
}

// A FlatError says that a disc lies flat on the plane on which it is to roll, so that no point of it is the lowest.
type FlatError struct {
	Index      int // of the constraint
	Constraint string
}

func (e *FlatError) Error() string {
	return fmt.Sprintf("constraint %q: the disc lies flat on its plane, so that no point of it is where it touches; "+
		"expected an axis that is not along the plane's normal, or other start positions", e.Constraint)
}

// flat returns the error of the first disc that lies flat at the place of the rows, nil if none does.
func (s *Solver) flat() error {
	const least = 1e-6 // sine of the angle between disc and plane
	for _, e := range s.equations {
		if p := e.pair; p != nil && p.disc {
			n, axis := p.sides[0].pose.R.Col(2), p.sides[1].pose.R.Col(2)
			if vec.Len(vec.Cross(n, axis)) < least {
				return &FlatError{e.index, e.name}
			}
		}
	}
	return nil
}
