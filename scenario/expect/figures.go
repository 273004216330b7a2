package expect

import (
	"fmt"
	"math"
	"regexp"
	"strings"

	"kinetree/internal/require"
	"kinetree/scenario/prepare"
)

// observed is what expectations are about: a run, its log, and the analysis of its loop.
type observed struct {
	judged  prepare.Judged
	outcome *prepare.Outcome
	columns []string
	last    []float64 // row of the log
	hash    string    // of the log in CSV, SHA-256 in hexadecimal digits
}

// hashName is the figure that is no number.
const hashName = "log_sha256"

// expectation is a line of the key expect: a bound of a figure, or the hash of the log.
type expectation struct {
	text  string
	hash  string // empty for a bound
	bound require.Bound[*observed]
}

var hashed = regexp.MustCompile(`^\s*` + hashName + `\s*==\s*(\S*)\s*$`)

// parse reads an expectation.
func parse(text string) (e expectation, err error) {
	e.text = text
	if m := hashed.FindStringSubmatch(text); m != nil {
		e.hash = m[1]
		if ok, _ := regexp.MatchString("^[0-9a-f]{64}$", e.hash); !ok {
			e.hash = "?"
		}
		return e, nil
	}
	if strings.HasPrefix(strings.TrimSpace(text), hashName) {
		return e, fmt.Errorf("%q; expected %s == and 64 hexadecimal digits, which `simulate test --update` writes",
			text, hashName)
	}
	e.bound, err = require.Parse(text, figures)
	return e, err
}

// loop reports whether the expectation needs an analysis of the loop.
func (e *expectation) loop() bool {
	return e.hash == "" && !prepare.Measured(e.bound.Figure()) && own(e.bound.Figure()) < 0
}

// check returns what was found where it is not what was expected; nil where it is.
func (e *expectation) check(o *observed) error {
	switch {
	case e.hash == "?":
		return fmt.Errorf("%s: found %s; `simulate test --update` writes this", e.text, o.hash)
	case e.hash != "" && e.hash != o.hash:
		return fmt.Errorf("the log has another hash: found %s; expected %s", o.hash, e.hash)
	case e.hash != "":
		return nil
	}
	return e.bound.Check(o)
}

// ownFigures are the figures that neither a measure nor the analysis has, of the run as a whole or of a joint.
var ownFigures = []require.Measurand[*observed]{
	{Name: "simulated_time", Units: append([]require.Unit{{Factor: 1}}, require.Times...),
		Value: func(o *observed) (float64, string) { return o.outcome.Simulated, "" }},
	{Name: "drift_share", Value: func(o *observed) (float64, string) { return o.outcome.DriftShare, "" }},
	{Name: "impacts", Value: func(o *observed) (float64, string) { return float64(o.outcome.Impacts), "" }},
	{Name: "exceeded", // limits of the robot that the motion was beyond
		Value: func(o *observed) (float64, string) { return float64(len(o.outcome.Excesses)), "" }},
	ofJoint("position", append([]require.Unit{{Factor: 1}}, require.Angles...)),
	ofJoint("velocity", nil), ofJoint("acceleration", nil), ofJoint("effort", nil),
	{Name: "final_error", Units: append([]require.Unit{{Factor: 1}}, require.Angles...),
		Value: func(o *observed) (float64, string) {
			most, of := 0.0, ""
			for i := range o.judged.Measures {
				m := &o.judged.Measures[i]
				if x := math.Abs(m.SteadyStateError); x >= most || math.IsNaN(x) {
					most, of = x, m.Joint
				}
			}
			if len(o.judged.Measures) == 0 {
				return math.NaN(), "no joint is measured"
			}
			return most, of
		},
		Part: func(o *observed, joint string) (float64, string) {
			for i := range o.judged.Measures {
				if m := &o.judged.Measures[i]; m.Joint == joint {
					return math.Abs(m.SteadyStateError), joint
				}
			}
			return math.NaN(), joint + " is not measured"
		}},
}

// ofJoint returns the figure of a column of the log in its last row.
func ofJoint(name string, units []require.Unit) require.Measurand[*observed] {
	return require.Measurand[*observed]{Name: name, Units: units,
		Value: func(*observed) (float64, string) { return math.NaN(), "it is of a joint, as in elbow/" + name },
		Part: func(o *observed, joint string) (float64, string) {
			for i, c := range o.columns {
				if c == joint+"/"+name {
					return o.last[i], joint
				}
			}
			return math.NaN(), "the log has no column " + joint + "/" + name
		}}
}

func own(name string) int {
	for i := range ownFigures {
		if ownFigures[i].Name == name {
			return i
		}
	}
	return -1
}

var figures = append(require.Lift(prepare.Figures(), func(o *observed) *prepare.Judged { return &o.judged }),
	ownFigures...)
