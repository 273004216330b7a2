package identify

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"kinetree/internal/suggest"
)

// Requirement is a bound of a figure of a result, such as r2>0.95.
type Requirement struct {
	Figure, Relation string
	Bound            float64
}

// figures are the numbers of a result that can be required, each with the effort that it is of, "" for all together.
var figures = []struct {
	name  string
	value func(r *Identification) (x float64, of string)
}{
	{"r2", func(r *Identification) (float64, string) { // least share of an effort's variance that is explained
		return worst(len(r.Tests), -1, func(i int) (float64, string) { return r.Tests[i].R2, r.Fit.Efforts[i].Name })
	}},
	{"share", func(r *Identification) (float64, string) { // largest share of an effort's RMS that is left
		return worst(len(r.Fit.Efforts), 1, func(i int) (float64, string) {
			e := &r.Fit.Efforts[i]
			return e.Residual / e.RMS, e.Name
		})
	}},
	{"residual", func(r *Identification) (float64, string) { // largest RMS of what is left of an effort, N m or N
		return worst(len(r.Fit.Efforts), 1, func(i int) (float64, string) {
			return r.Fit.Efforts[i].Residual, r.Fit.Efforts[i].Name
		})
	}},
	{"condition", func(r *Identification) (float64, string) { return r.Fit.Condition, "" }},
	// standard errors that the robot is off
	{"off", func(r *Identification) (float64, string) { return r.Consistent.Off, "" }},
	{"doubts", func(r *Identification) (float64, string) { return float64(len(r.Doubts)), "" }},
	{"validation_r2", func(r *Identification) (float64, string) {
		return worst(len(r.Validation), -1, func(i int) (float64, string) {
			return r.Validation[i].R2, r.Validation[i].Name
		})
	}},
	{"validation_share", func(r *Identification) (float64, string) {
		return worst(len(r.Validation), 1, func(i int) (float64, string) {
			return r.Validation[i].Estimates / r.Validation[i].RMS, r.Validation[i].Name
		})
	}},
}

// worst returns the largest of numbers, or the least one if sign is -1, and its name. NaN, of an effort that does not
// vary, is left out; without any number the result is NaN.
func worst(n int, sign float64, at func(i int) (float64, string)) (x float64, of string) {
	x = math.NaN()
	for i := range n {
		if y, name := at(i); !math.IsNaN(y) && !(sign*y <= sign*x) {
			x, of = y, name
		}
	}
	return x, of
}

// ParseRequirement reads a requirement: FIGURE<NUMBER, with <, <=, > or >=; a number may be in %.
func ParseRequirement(text string) (Requirement, error) {
	at := strings.IndexAny(text, "<>")
	if at < 0 {
		return Requirement{}, fmt.Errorf("%q; expected a figure and its bound, such as r2>0.95", text)
	}
	q := Requirement{Figure: strings.TrimSpace(text[:at]), Relation: text[at : at+1]}
	number := text[at+1:]
	if strings.HasPrefix(number, "=") {
		q.Relation, number = q.Relation+"=", number[1:]
	}
	number, percent := strings.CutSuffix(strings.TrimSpace(number), "%")
	var names []string
	for _, f := range figures {
		names = append(names, f.name)
	}
	known := false
	for _, name := range names {
		known = known || name == q.Figure
	}
	if !known {
		return q, fmt.Errorf("there is no figure %q%s; expected one of %s", q.Figure, suggest.Hint(q.Figure, names),
			strings.Join(names, ", "))
	}
	var err error
	if q.Bound, err = strconv.ParseFloat(strings.TrimSpace(number), 64); err != nil || math.IsNaN(q.Bound) {
		return q, fmt.Errorf("%q: %q is not a number; expected one such as 0.95 or 95%%", text, number)
	}
	if percent {
		q.Bound /= 100
	}
	return q, nil
}

// Check returns nil if a result meets the requirement, and otherwise an error with the figure.
func (r *Identification) Check(q Requirement) error {
	for _, f := range figures {
		if f.name != q.Figure {
			continue
		}
		x, of := f.value(r)
		met := map[string]bool{"<": x < q.Bound, "<=": x <= q.Bound, ">": x > q.Bound, ">=": x >= q.Bound}[q.Relation]
		switch {
		case met:
			return nil
		case math.IsNaN(x):
			return fmt.Errorf("required %s%s%v: there is no such number", q.Figure, q.Relation, q.Bound)
		case of != "":
			of = " (" + of + ")"
		}
		return fmt.Errorf("required %s%s%v: it is %.4g%s", q.Figure, q.Relation, q.Bound, x, of)
	}
	return fmt.Errorf("there is no figure %q", q.Figure)
}
