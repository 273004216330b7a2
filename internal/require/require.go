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
	// Units are those of a bound, one of which has to be given, as that without a name if there is one. Without any a
	// bound is a plain number, which may be in %.
	Units []Unit
	// Truth says that the figure is 1 or 0 and is required by its name alone, without a bound.
	Truth bool
	// Value returns the figure and what it is of, empty for the result as a whole. If there is no such number it is
	// NaN, and instead a clause says why, or is empty.
	Value func(result R) (x float64, of string)
	// Part returns the figure of a part of the result, which stands before the name as in elbow/phase_margin, as Value
	// does; nil for a figure of the whole.
	Part func(result R, part string) (x float64, of string)
	// Boundless says that an infinite figure is none: Check calls no bound of it kept, though nothing lacks.
	Boundless bool
}

// Bound is a figure and what is required of it.
type Bound[R any] struct {
	figure   Measurand[R]
	part     string // of the result, empty for the whole
	text     string // as it was given, without blanks
	relation string
	bound    float64
	unit     Unit // in which the bound was given
}

// relations are those between a figure and its bound, the longer ones first.
var relations = []string{"<=", ">=", "==", "!=", "<", ">"}

// Parse reads a bound of one of the figures: FIGURE<NUMBER or PART/FIGURE<NUMBER with <, <=, >, >=, == or !=, or the
// name of a truth.
func Parse[R any](text string, figures []Measurand[R]) (b Bound[R], err error) {
	b.text = strings.Join(strings.Fields(text), "")
	at := strings.IndexAny(b.text, "<>=!")
	name, number := b.text, ""
	if at >= 0 {
		name = b.text[:at]
		for _, r := range relations {
			if strings.HasPrefix(b.text[at:], r) {
				b.relation, number = r, b.text[at+len(r):]
				break
			}
		}
		if b.relation == "" {
			name, at = b.text, -1
		}
	}
	if i := strings.LastIndexByte(name, '/'); i >= 0 {
		b.part, name = name[:i], name[i+1:]
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
	case b.part != "" && b.figure.Part == nil:
		return b, fmt.Errorf("%q: %s is of the whole and of no part; expected the name alone", text, name)
	case b.figure.Truth && at >= 0:
		return b, fmt.Errorf("%q: %s has no bound; expected the name alone", text, name)
	case b.figure.Truth:
		b.relation, b.bound = ">=", 1
		return b, nil
	case at < 0:
		return b, fmt.Errorf("%q; expected a figure and its bound, such as %s", text, b.figure.example())
	}
	b.bound, b.unit, err = b.figure.parse(number)
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

// parse reads the number of a bound, and its unit.
func (f *Measurand[R]) parse(text string) (float64, Unit, error) {
	at := strings.LastIndexAny(text, "0123456789.") + 1
	if strings.HasSuffix(strings.ToLower(text), "inf") {
		at = len(text)
	}
	number, unit := text[:at], text[at:]
	x, err := strconv.ParseFloat(number, 64)
	if err != nil || math.IsNaN(x) {
		return 0, Unit{}, fmt.Errorf("%q is not a number; expected one, as in %s", text, f.example())
	}
	units, names := f.Units, []string{}
	if len(units) == 0 {
		units = []Unit{{Factor: 1}, {Name: "%", Factor: 0.01}}
	}
	for _, u := range units {
		switch {
		case math.IsInf(x, 0):
			return x, u, nil
		case u.Name == unit:
			return u.own(x), u, nil
		}
		names = append(names, u.Name)
	}
	switch {
	case len(f.Units) == 0:
		return 0, Unit{}, fmt.Errorf("%s has no unit %q; expected a plain number, or one in %%", f.Name, unit)
	case unit == "":
		return 0, Unit{}, fmt.Errorf("%s has no unit; expected one in %s", number, strings.Join(names, ", "))
	}
	return 0, Unit{}, fmt.Errorf("there is no unit %q of %s; expected one of %s", unit, f.Name,
		strings.Join(names, ", "))
}

// Figure returns the name of the figure, and is empty for a bound that could not be read.
func (b *Bound[R]) Figure() string { return b.figure.Name }

// Part returns the part of the result that the bound is of, empty for the whole.
func (b *Bound[R]) Part() string { return b.part }

// String returns the bound as it was given, without blanks.
func (b Bound[R]) String() string { return b.text }

// value returns the figure, of the part that is asked for.
func (b *Bound[R]) value(result R) (x float64, of string) {
	if b.part != "" {
		return b.figure.Part(result, b.part)
	}
	return b.figure.Value(result)
}

// kept reports whether a figure keeps the bound.
func (b *Bound[R]) kept(x float64) bool {
	switch b.relation {
	case "<":
		return x < b.bound
	case "<=":
		return x <= b.bound
	case ">":
		return x > b.bound
	case ">=":
		return x >= b.bound
	case "==":
		return x == b.bound
	}
	return x != b.bound && !math.IsNaN(x)
}

// Lack returns how far a result is from the bound, from 0 of one that keeps it to 1 of one that is at the other end of
// all numbers or has no such number. It is continuous but there.
func (b *Bound[R]) Lack(result R) float64 {
	x, _ := b.value(result)
	if b.kept(x) {
		return 0
	}
	lack := math.Abs(x-b.bound) / (1 + math.Abs(x) + math.Abs(b.bound))
	if !(lack < 1) { // NaN, too
		return 1
	}
	return max(lack, 0x1p-52) // of one on the bound that must not be there
}

// Check returns nil if a result keeps the bound, and otherwise an error with the figure.
func (b *Bound[R]) Check(result R) error {
	x, of := b.value(result)
	none := math.IsNaN(x) || b.figure.Boundless && math.IsInf(x, 0)
	switch {
	case b.kept(x) && !none:
		return nil
	case none && of == "":
		return fmt.Errorf("required %s: there is no such number", b.text)
	case none && b.figure.Truth:
		return fmt.Errorf("required %s: that is not known, since %s", b.text, of)
	case none:
		return fmt.Errorf("required %s: there is no such number, since %s", b.text, of)
	case b.figure.Truth:
		return fmt.Errorf("required %s: it is not", b.text)
	}
	unit := ""
	if b.unit.Name != "%" && b.unit.Name != "" {
		x, unit = b.unit.from(x), " "+b.unit.Name
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

// Lift returns figures of a result that has another one in it.
func Lift[S, R any](figures []Measurand[R], of func(S) R) (list []Measurand[S]) {
	for _, f := range figures {
		lifted := Measurand[S]{Name: f.Name, Units: f.Units, Truth: f.Truth, Boundless: f.Boundless,
			Value: func(result S) (float64, string) { return f.Value(of(result)) }}
		if f.Part != nil {
			lifted.Part = func(result S, part string) (float64, string) { return f.Part(of(result), part) }
		}
		list = append(list, lifted)
	}
	return list
}
