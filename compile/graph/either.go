package graph

import "reflect"

// Bool is a truth value while a computation is recorded: one that is known, or whether a number is less than another
// one. The zero Bool is known to be false.
type Bool struct {
	unsure     bool
	value      bool // where it is known; otherwise whether less < more makes it true, or false
	less, more Num
}

// Sure returns a truth value that is known.
func Sure(b bool) Bool { return Bool{value: b} }

// IsLess returns whether a < b.
func IsLess(a, b Num) Bool {
	if of(a, b) == nil {
		return Sure(a.value < b.value)
	}
	return Bool{true, true, a, b}
}

// IsMore returns whether a > b.
func IsMore(a, b Num) Bool { return IsLess(b, a) }

// IsNotMore returns whether a ≤ b, of numbers that are not NaN.
func IsNotMore(a, b Num) Bool {
	if of(a, b) == nil {
		return Sure(a.value <= b.value)
	}
	return IsLess(b, a).Not()
}

// IsNotLess returns whether a ≥ b, of numbers that are not NaN.
func IsNotLess(a, b Num) Bool { return IsNotMore(b, a) }

// IsEqual returns whether a = b, of numbers that are not NaN.
func IsEqual(a, b Num) Bool {
	if of(a, b) == nil {
		return Sure(a.value == b.value)
	}
	return IsDifferent(a, b).Not()
}

// IsDifferent returns whether a ≠ b, of numbers that are not NaN.
func IsDifferent(a, b Num) Bool {
	if of(a, b) == nil {
		return Sure(a.value != b.value)
	}
	for range 2 {
		switch {
		case IsInf(b, 1): // from which the distance of another one is no number
			return IsLess(a, b)
		case IsInf(b, -1):
			return IsLess(b, a)
		}
		a, b = b, a
	}
	return IsLess(Known(0), Absolute(a.Sub(b)))
}

// Not returns whether b is false.
func (b Bool) Not() Bool {
	b.value = !b.value
	return b
}

// And returns whether b and c hold. c is asked if b is not known to be false.
func (b Bool) And(c func() Bool) Bool {
	if !b.unsure && !b.value {
		return b
	}
	x := c()
	switch {
	case !b.unsure:
		return x
	case !x.unsure && x.value:
		return b
	case !x.unsure:
		return x
	}
	return IsLess(Known(0.5), b.Select(x.Select(Known(1), Known(0)), Known(0)))
}

// Or returns whether b or c holds. c is asked if b is not known to be true.
func (b Bool) Or(c func() Bool) Bool {
	return b.Not().And(func() Bool { return c().Not() }).Not()
}

// Select returns yes where b holds, else no.
func (b Bool) Select(yes, no Num) Num {
	if !b.value {
		yes, no = no, yes
	}
	if !b.unsure {
		return yes
	}
	return Where(b.less, b.more, yes, no)
}

// Either records what yes does if b holds, and what no does otherwise. Where b is not known it records both, and
// selects between what they make of the numbers that are reached from the roots, pointers or slices; numbers of a
// Constant are left out. Nothing else may be changed by yes and no.
func Either(b Bool, yes, no func(), roots ...any) {
	if !b.unsure {
		if b.value {
			yes()
		} else {
			no()
		}
		return
	}
	r := reached{seen: map[seen]bool{}, known: map[*Num]bool{}}
	for _, x := range roots {
		r.add(reflect.ValueOf(x))
	}
	before := r.values()
	yes()
	then := r.values()
	for i, p := range r.nums {
		*p = before[i]
	}
	no()
	for i, p := range r.nums {
		if *p != then[i] {
			*p = b.Select(then[i], *p)
		}
	}
}

// Constant is a type whose numbers nothing changes while a computation is recorded, as a model of a robot.
type Constant interface{ Unchanging() }

// reached are the numbers that are reached from roots.
type reached struct {
	nums  []*Num
	known map[*Num]bool
	seen  map[seen]bool
}

// seen is what a pointer or a slice refers to.
type seen struct {
	at  uintptr
	len int
	of  reflect.Type
}

func (r *reached) values() []Num {
	list := make([]Num, len(r.nums))
	for i, p := range r.nums {
		list[i] = *p
	}
	return list
}

var (
	num      = reflect.TypeFor[Num]()
	constant = reflect.TypeFor[Constant]()
)

func (r *reached) add(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Slice:
		x := seen{at: v.Pointer(), of: v.Type()}
		if v.Kind() == reflect.Slice {
			x.len = v.Len()
		}
		if v.IsNil() || v.Type().Implements(constant) || r.seen[x] {
			return
		}
		r.seen[x] = true
		if v.Kind() == reflect.Pointer {
			r.add(v.Elem())
			return
		}
		r.each(v)
	case reflect.Array:
		r.each(v)
	case reflect.Interface:
		if !v.IsNil() {
			r.add(v.Elem())
		}
	case reflect.Struct:
		if v.Type() == num {
			if p := (*Num)(v.Addr().UnsafePointer()); !r.known[p] {
				r.known[p] = true
				r.nums = append(r.nums, p)
			}
			return
		}
		for i := range v.NumField() {
			r.add(v.Field(i))
		}
	}
}

func (r *reached) each(v reflect.Value) {
	for i := range v.Len() {
		r.add(v.Index(i))
	}
}
