package fit

import (
	"fmt"
	"math"
	"strings"

	"kinetree/identify"
	"kinetree/spatial/mat"

	"kinetree/internal/suggest"
	"kinetree/tree"
)

// Doubt is a reason not to trust a fit.
type Doubt struct {
	// standing, units, unmet, reversed, inertia, mass, body, unexplained, correlated or trend
	Kind  string `json:"kind"`
	Names string `json:"joints,omitempty"` // that it is about, for a message; empty if it is about all
	Text  string `json:"text"`             // a sentence
}

// Bounds beyond which something is said.
const (
	reversed  = -0.5 // correlation of the measured efforts with those of the model
	absurd    = 3.   // how many times the model's mass, or its inverse, the robot has
	certainly = 5.   // standard errors by which something is so
	explained = 5e-4 // share of an effort that may be left unexplained in any way; sensors leave more
	outside   = 3.   // how many times the limit of its velocity, or the range of its position, a joint is beyond it
	unlikely  = 1e-4 // probability of residuals that are as correlated
	// correlation of a residual with the one before if they are the noise of differentiated positions
	differentiated = -0.3
	inexact        = 0.01 // share of an effort that the robot may leave unexplained beyond what the estimates do
	poor           = 0.5  // share of an effort that is badly explained
	astray         = 0.05 // share of its range in the log by which a position may miss the constraints
)

// doubts returns what speaks against a fit: of the motion, of the efforts, of the estimates, of the bodies that are
// nearest to them, and of what is left unexplained. Without doubts the standard errors hold as far as the log shows.
func (c *Consistent) doubts(x *Measurements, tests []Test) []Doubt {
	d := &doubts{Consistent: c, tests: tests, left: c.Fit.Residuals(c.Fit.Base.Values(c.Parameters()))}
	if len(x.Standing) > 0 {
		d.add("standing", x.Standing, "%s does not move enough to tell from noise: the log shows nothing of its "+
			"friction, damping and inertia",
			"%s do not move enough to tell from noise: the log shows nothing of their friction, damping and inertia")
	}
	d.units(x)
	d.unmet(x)
	d.efforts()
	d.inertias()
	d.bodies()
	d.residuals()
	return d.found
}

type doubts struct {
	*Consistent
	tests []Test
	left  []float64 // residuals of the robot
	found []Doubt
}

// add adds a doubt about some joints, with a sentence for one and one for several.
func (d *doubts) add(kind string, names []string, one, several string, more ...any) {
	if len(names) == 0 {
		return
	}
	text := one
	if len(names) > 1 {
		text = several
	}
	list := suggest.List(names)
	d.found = append(d.found, Doubt{kind, list, fmt.Sprintf(text, append([]any{list}, more...)...)})
}

// which returns the names of the efforts of which something is so.
func (d *doubts) which(so func(row int, e *EffortFit) bool) (names []string) {
	for row := range d.Fit.Efforts {
		if e := &d.Fit.Efforts[row]; e.Rows > 0 && so(row, e) {
			names = append(names, e.Name)
		}
	}
	return names
}

// units looks for joints that are far beyond their limits, as those are whose angles are in degrees.
func (d *doubts) units(x *Measurements) {
	m := d.Fit.Base.Equation.Model()
	var turn, slide []string
	for _, j := range m.Joints() {
		if j.NQ != 1 || j.Leader >= 0 {
			continue
		}
		beyond := false
		for _, s := range x.Parts {
			for i, q := range s.Q {
				far := math.Max(q[j.Q]-j.Upper, j.Lower-q[j.Q])
				beyond = beyond || far > outside*(j.Upper-j.Lower) ||
					j.Velocity > 0 && math.Abs(s.V[i][j.V]) > outside*j.Velocity
			}
		}
		switch {
		case beyond && m.Bodies()[j.Body].Kind == tree.Prismatic:
			slide = append(slide, j.Name)
		case beyond:
			turn = append(turn, j.Name)
		}
	}
	const text = "the motion of %s is far beyond the limits of position and velocity; "
	d.add("units", turn, text+degrees, text+degrees)
	d.add("units", slide, text+metres, text+metres)
}

// unmet looks for joints whose positions are far from where the constraints have them.
func (d *doubts) unmet(x *Measurements) {
	var names []string
	for _, j := range d.Fit.Base.Equation.Model().Joints() {
		if x.Moved == nil || j.NQ != 1 || j.Leader >= 0 {
			continue
		}
		lower, upper := math.Inf(1), math.Inf(-1)
		for _, s := range x.Parts {
			for _, q := range s.Q {
				lower, upper = math.Min(lower, q[j.Q]), math.Max(upper, q[j.Q])
			}
		}
		if x.Moved[j.V] > math.Max(least, astray*(upper-lower)) {
			names = append(names, j.Name)
		}
	}
	const text = " of the log are far from where the constraints have them: expected a log of this robot, with the " +
		"signs, units and zeros of its joints"
	d.add("unmet", names, "the positions of %s"+text, "the positions of %s"+text)
}

// What to do about motions far beyond limits.
const (
	degrees = "expected radians: if the angles of the log are in degrees, give --degrees"
	metres  = "expected metres and seconds"
)

// efforts compares the efforts with those that the model takes for the motion.
func (d *doubts) efforts() {
	base := d.Fit.Base
	n := len(d.Fit.Efforts)
	x, y := make([][]float64, n), make([][]float64, n)
	d.Fit.Explain(base.Values(base.Equation.Parameters()), func(e *Explained) {
		for row := range n {
			if e.Counts[row] {
				x[row], y[row] = append(x[row], e.Measured[row]), append(y[row], e.Computed[row])
			}
		}
	})
	d.add("reversed", d.which(func(row int, _ *EffortFit) bool { return correlation(x[row], y[row]) < reversed }),
		"the efforts of %s have the opposite sign of those that the model takes for this motion: are they reversed?",
		"the efforts of %s have the opposite signs of those that the model takes for this motion: are they reversed?")
	d.add("unexplained", d.which(func(_ int, e *EffortFit) bool { return e.Residual > poor*e.RMS }),
		"the parameters explain less than half of the efforts of %s; expected a log of this robot in SI units and "+
			"radians, with little noise",
		"the parameters explain less than half of the efforts of %s; expected a log of this robot in SI units and "+
			"radians, with little noise")
}

// correlation returns that of two series, 0 if one is constant.
func correlation(x, y []float64) float64 {
	n := float64(len(x))
	var mx, my, xx, yy, xy float64
	for i := range x {
		mx += x[i] / n
		my += y[i] / n
	}
	for i := range x {
		dx, dy := x[i]-mx, y[i]-my
		xx += float64(dx * dx)
		yy += float64(dy * dy)
		xy += float64(dx * dy)
	}
	if xx == 0 || yy == 0 {
		return 0
	}
	return xy / math.Sqrt(xx*yy)
}

// inertias looks for estimates by which a joint has a negative inertia.
func (d *doubts) inertias() {
	f, e := d.Fit, d.Fit.Base.Equation
	n, columns := e.Model().NV(), len(e.Names())
	w, still := make([]float64, n*columns), make([]float64, n*columns)
	zero, unit := make([]float64, n), make([]float64, n)
	beta := mat.NewVecDense(len(f.Estimates), f.Values())
	negative := make([]bool, n)
	const looks = 20 // at positions of each stretch
	for _, s := range f.Parts {
		for k := range looks {
			q := s.Q[k*(s.Len()-1)/(looks-1)]
			e.Rows(still, q, zero, zero)
			var ties []float64
			if s.ties != nil {
				if ties = s.ties[k*(s.Len()-1)/(looks-1)]; ties == nil {
					continue
				}
				e.Bound.Fold(still, columns, ties)
			}
			for row := range n {
				clear(unit)
				unit[row] = 1
				if ties != nil {
					e.Bound.Follow(unit, ties)
				}
				e.Rows(w, q, zero, unit)
				if ties != nil {
					e.Bound.Fold(w, columns, ties)
				}
				direction := mat.NewVecDense(len(f.Estimates), nil)
				known := true
				for i, g := range f.Base.Groups {
					x := w[row*columns+g.Lead] - still[row*columns+g.Lead]
					direction.SetVec(i, x)
					known = known && (x == 0 || f.Estimates[i].Identified)
				}
				var spread mat.VecDense
				spread.MulVec(f.lift.T(), direction)
				spread.MulVec(f.shown.Root.T(), &spread)
				negative[row] = negative[row] || known && mat.Dot(direction, beta) < -certainly*mat.Norm(&spread)
			}
		}
	}
	d.add("inertia", d.which(func(row int, _ *EffortFit) bool { return negative[row] }),
		"the estimates give %s a negative inertia, which no body has: look at the signs and the units of the efforts",
		"the estimates give %s negative inertias, which no body has: look at the signs and the units of the efforts")
}

// bodies doubts estimates from which the nearest robot is far away.
func (d *doubts) bodies() {
	mass, before := 0.0, 0.0
	for _, u := range d.unknowns {
		if u.link >= 0 {
			mass += u.inertia().M
			before += u.Prior.At(3, 3)
		}
	}
	if mass > absurd*before || mass < before/absurd {
		d.found = append(d.found, Doubt{"mass", "", fmt.Sprintf("the links that move have %.4g kg, and %.4g kg in the "+
			"model: look at the units of the efforts", mass, before)})
	}
	d.add("body", d.which(func(row int, e *EffortFit) bool {
		return d.left[row] > 2*e.Residual && d.left[row] > inexact*e.RMS
	}), "no bodies have the estimates: those nearest to them leave much more of the efforts of %s unexplained",
		"no bodies have the estimates: those nearest to them leave much more of the efforts of %s unexplained")
}

// residuals doubts efforts that the estimates leave unexplained.
func (d *doubts) residuals() {
	significant := func(e *EffortFit) bool { return e.Residual > explained*e.RMS }
	correlated := func(row int, e *EffortFit) bool {
		return significant(e) && math.Min(d.tests[row].LjungBox, d.tests[row].Runs) < unlikely
	}
	meaning := "is not independent noise: the standard errors are too small, and may be far too small"
	if len(d.which(func(row int, e *EffortFit) bool {
		return correlated(row, e) && d.tests[row].Lag1 < differentiated
	})) > 0 {
		meaning += "; it alternates, as the noise of differentiated positions does: choose a lower cutoff"
	}
	d.add("correlated", d.which(correlated), "what is left of the effort of %s "+meaning,
		"what is left of the efforts of %s "+meaning)
	for row, t := range d.tests {
		e := &d.Fit.Efforts[row]
		if e.Rows == 0 || !significant(e) || math.Abs(t.Trend.T) < certainly {
			continue
		}
		d.found = append(d.found, Doubt{"trend", e.Name, trendText(e, t.Trend, d.Fit.Base.Equation.Terms())})
	}
}

// trendText explains a trend in a sentence.
func trendText(e *EffortFit, t Trend, sought identify.Terms) string {
	text := fmt.Sprintf("what is left of the effort of %s goes with the %s (%.3g in SI units, %.0f standard errors)",
		e.Name, t.Name, t.Coefficient, math.Abs(t.T))
	for _, known := range trends {
		if known.name != t.Name {
			continue
		}
		if known.term != 0 && sought&known.term == 0 {
			return text + ": seek it by --terms " + strings.Join(append(sought.Words(), known.term.Words()...), ",")
		}
	}
	return text + ": the equation has no such term"
}
