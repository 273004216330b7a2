// Package require reads bounds that figures of a result have to keep, such as r2>0.95 or phase_margin>30deg, and
// judges results by them.
package require

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"kinetree/internal/suggest"
)

// Measurand is a number of a result that can be required.
type Measurand[R any] struct {
	Name string
	// Units are those of a bound, one of which has to be given; the first is that of the figure. Without any a bound
	// is a plain number, which may be in %.
	Units []Unit
	// Truth says that the figure is 1 or 0 and is required by its name alone, without a bound.
	Truth bool
	// Value returns the figure and what it is of, empty for the result as a whole. If there is no such number it is
	// NaN, and instead a clause says why, or is empty.
	Value func(result R) (x float64, of string)
}

// Unit is a name and how many of the first unit of a figure it is.
type Unit struct {
	Name   string
	Factor float64
}

// Bound is a figure and what is required of it.
type Bound[R any] struct {
	figure   Measurand[R]
	text     string // as it was given, without blanks
	relation string
	bound    float64 // in the first unit
}

// Parse reads a bound of one of the figures: FIGURE<NUMBER with <, <=, > or >=, or the name of a truth.
func Parse[R any](text string, figures []Measurand[R]) (b Bound[R], err error) {
	b.text = strings.Join(strings.Fields(text), "")
	at := strings.IndexAny(b.text, "<>")
	name := b.text
	if at >= 0 {
		name = b.text[:at]
	}
	var names []string
	known := false
	for _, f := range figures {
		if names = append(names, f.Name); f.Name == name {
			b.figure, known = f, true
		}
	}
	switch {
	case !known:
		return b, fmt.Errorf("there is no figure %q%s; expected one of %s", name, suggest.Hint(name, names),
			strings.Join(names, ", "))
	case b.figure.Truth && at >= 0:
		return b, fmt.Errorf("%q: %s has no bound; expected the name alone", text, name)
	case b.figure.Truth:
		b.relation, b.bound = ">=", 1
		return b, nil
	case at < 0:
		return b, fmt.Errorf("%q; expected a figure and its bound, such as %s", text, b.figure.example())
	}
	b.relation = b.text[at : at+1]
	number := b.text[at+1:]
	if strings.HasPrefix(number, "=") {
		b.relation, number = b.relation+"=", number[1:]
	}
	b.bound, err = b.figure.parse(number)
	if err != nil {
		return b, fmt.Errorf("%q: %w", text, err)
	}
	return b, nil
}

// example returns a bound of the figure.
func (f *Measurand[R]) example() string {
	if len(f.Units) > 0 {
		return f.Name + ">5" + f.Units[0].Name
	}
	return f.Name + ">0.95"
}

// parse reads the number of a bound, in the first unit.
func (f *Measurand[R]) parse(text string) (float64, error) {
	at := strings.LastIndexAny(text, "0123456789.") + 1
	if strings.HasSuffix(strings.ToLower(text), "inf") {
		at = len(text)
	}
	number, unit := text[:at], text[at:]
	x, err := strconv.ParseFloat(number, 64)
	if err != nil || math.IsNaN(x) {
		return 0, fmt.Errorf("%q is not a number; expected one, as in %s", text, f.example())
	}
	units, names := f.Units, []string{}
	if len(units) == 0 {
		units = []Unit{{"", 1}, {"%", 0.01}}
	}
	for _, u := range units {
		if u.Name == unit || math.IsInf(x, 0) {
			return float64(x * u.Factor), nil
		}
		names = append(names, u.Name)
	}
	switch {
	case len(f.Units) == 0:
		return 0, fmt.Errorf("%s has no unit %q; expected a plain number, or one in %%", f.Name, unit)
	case unit == "":
		return 0, fmt.Errorf("%s has no unit; expected one in %s", number, strings.Join(names, ", "))
	}
	return 0, fmt.Errorf("there is no unit %q of %s; expected one of %s", unit, f.Name, strings.Join(names, ", "))
}

// Figure returns the name of the figure, and is empty for a bound that could not be read.
func (b *Bound[R]) Figure() string { return b.figure.Name }

// String returns the bound as it was given, without blanks.
func (b Bound[R]) String() string { return b.text }

// Check returns nil if a result keeps the bound, and otherwise an error with the figure.
func (b *Bound[R]) Check(result R) error {
	x, of := b.figure.Value(result)
	var met bool
	switch b.relation {
	case "<":
		met = x < b.bound
	case "<=":
		met = x <= b.bound
	case ">":
		met = x > b.bound
	case ">=":
		met = x >= b.bound
	}
	switch {
	case met:
		return nil
	case math.IsNaN(x) && of == "":
		return fmt.Errorf("required %s: there is no such number", b.text)
	case math.IsNaN(x) && b.figure.Truth:
		return fmt.Errorf("required %s: that is not known, since %s", b.text, of)
	case math.IsNaN(x):
		return fmt.Errorf("required %s: there is no such number, since %s", b.text, of)
	case b.figure.Truth:
		return fmt.Errorf("required %s: it is not", b.text)
	}
	unit := ""
	if len(b.figure.Units) > 0 {
		unit = " " + b.figure.Units[0].Name
	}
	if of != "" {
		of = " (" + of + ")"
	}
	return fmt.Errorf("required %s: it is %.4g%s%s", b.text, x, unit, of)
}

// Worst returns the largest of numbers, or the least one if sign is −1, and its name. NaN is left out; without any
// number the result is NaN.
func Worst(n int, sign float64, at func(i int) (x float64, of string)) (x float64, of string) {
	x = math.NaN()
	for i := range n {
		if y, name := at(i); !math.IsNaN(y) && !(sign*y <= sign*x) {
			x, of = y, name
		}
	}
	return x, of
}
