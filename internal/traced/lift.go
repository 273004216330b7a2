package traced

import (
	"fmt"
	"math"
	"reflect"
	"unsafe"

	"kinetree/compile/graph"
	"kinetree/compile/tape"
	golagrange "kinetree/dynamics/lagrange"
	goregressor "kinetree/dynamics/regressor"
	"kinetree/internal/traced/lagrange"
	"kinetree/internal/traced/regressor"
	"kinetree/internal/traced/rnea"
	twin "kinetree/internal/traced/tree"
	gornea "kinetree/rnea"
	"kinetree/tree"
)

// twinType returns the twin of a type, nil for none.
func twinType(t reflect.Type) reflect.Type { return twinTypes[t.PkgPath()][t.Name()] }

// Has reports whether there is a twin of the type of x, a value or a pointer.
func Has(x any) bool {
	t := reflect.TypeOf(x)
	if t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t != nil && twinType(t) != nil
}

// Lift returns the twin of x, a value or a pointer whose type [Has] one, with the same contents, whose numbers are all
// known. The error says of which type there is none.
func Lift(x any) (any, error) { return new(lifting).lift(x) }

// Recording is the twin of a value, with rows of a tape for the numbers that the value names.
type Recording struct {
	Twin    any
	rows    *tape.CarriedRows
	carried []*graph.Num // in the twin
}

// Record returns the twin of a value, whose solvers compute with the twins that models returns. The rows are declared
// in the order in which [tape.RowList] enters a lane.
func Record(t *tape.Tape, x tape.Rowed, models func(m *tree.Model) *twin.Model) (*Recording, error) {
	list := tape.RowsOf(x)
	l := &lifting{models: models, rows: map[*float64]graph.Num{}, placed: map[*float64]*graph.Num{}}
	for i, n := range t.Fixed(len(list.FixedNumbers)) {
		l.rows[list.FixedNumbers[i]] = n
	}
	r := &Recording{rows: t.Carried(len(list.CarriedNumbers))}
	for i, n := range r.rows.Now {
		l.rows[list.CarriedNumbers[i]] = n
	}
	copy(r.rows.Next, r.rows.Now)
	var err error
	if r.Twin, err = l.lift(x); err != nil {
		return nil, err
	}
	for _, p := range list.CarriedNumbers {
		r.carried = append(r.carried, l.placed[p])
	}
	return r, nil
}

// Keep makes the present numbers of the twin those that the step leaves, where due is more than ½.
func (r *Recording) Keep(due graph.Num) {
	for i, p := range r.carried {
		r.rows.Next[i] = graph.Where(graph.Known(0.5), due, *p, r.rows.Now[i])
	}
}

// lifting makes twins. Pointers and slices to the same memory have twins that are.
type lifting struct {
	models func(m *tree.Model) *twin.Model // nil if there is none
	rows   map[*float64]graph.Num          // numbers that are not known, by where they are
	placed map[*float64]*graph.Num         // where these are in the twin
	made   map[memory]reflect.Value        // pointers and slices
	most   float64                         // the largest magnitude of a number; 0 for any
}

// memory is where a value lies.
type memory struct {
	at  unsafe.Pointer
	len int
	of  reflect.Type
}

func (l *lifting) lift(x any) (any, error) {
	src := reflect.ValueOf(x)
	if !Has(x) {
		return nil, fmt.Errorf("traced: there is no twin of the type %T", x)
	}
	if src.Kind() != reflect.Pointer { // which cannot be read where it is
		p := reflect.New(src.Type())
		p.Elem().Set(src)
		dst := reflect.New(twinType(src.Type())).Elem()
		err := l.set(dst, p.Elem())
		return dst.Interface(), err
	}
	dst := reflect.New(reflect.PointerTo(twinType(src.Type().Elem()))).Elem()
	err := l.set(dst, src)
	return dst.Interface(), err
}

var (
	number = reflect.TypeFor[graph.Num]()
	joint  = reflect.TypeFor[tree.Joint]()
)

// set sets dst, of the twin of the type of src, to the twin of src.
func (l *lifting) set(dst, src reflect.Value) error {
	if dst.Type() == number {
		return l.number(dst, src)
	}
	switch src.Kind() {
	case reflect.Struct:
		if most := l.most; src.Type() == joint { // limits, which may be infinite and are in no equation
			defer func() { l.most = most }()
			l.most = 0
		}
		for i := range src.NumField() {
			if err := l.set(dst.Field(i), src.Field(i)); err != nil {
				return err
			}
		}
		return nil
	case reflect.Pointer:
		return l.pointer(dst, src)
	case reflect.Interface:
		if src.IsNil() {
			return nil
		}
		of := src.Elem()
		if of.Kind() != reflect.Pointer || twinType(of.Type().Elem()) == nil {
			return fmt.Errorf("traced: there is no twin of the type %v", of.Type())
		}
		p := reflect.New(reflect.PointerTo(twinType(of.Type().Elem()))).Elem()
		if err := l.pointer(p, of); err != nil {
			return err
		}
		reach(dst).Set(p)
		return nil
	case reflect.Slice:
		return l.slice(dst, src)
	case reflect.Array:
		return l.each(dst, src)
	}
	reach(dst).Set(reach(src).Convert(dst.Type()))
	return nil
}

func (l *lifting) number(dst, src reflect.Value) error {
	at := (*float64)(src.Addr().UnsafePointer())
	x := graph.Known(*at)
	if n, ok := l.rows[at]; ok {
		x = n
		l.placed[at] = (*graph.Num)(dst.Addr().UnsafePointer())
	} else if l.most > 0 && !(math.Abs(*at) <= l.most) {
		return fmt.Errorf("%v is among its numbers; expected magnitudes up to %v", *at, l.most)
	}
	reach(dst).Set(reflect.ValueOf(x))
	return nil
}

func (l *lifting) pointer(dst, src reflect.Value) error {
	if src.IsNil() {
		return nil
	}
	x := memory{at: src.UnsafePointer(), of: src.Type()}
	if p, ok := l.made[x]; ok {
		reach(dst).Set(p)
		return nil
	}
	p := l.solver(src)
	made := p.IsValid()
	if !made {
		p = reflect.New(dst.Type().Elem())
	}
	l.remember(x, p)
	if reach(dst).Set(p); made {
		return nil
	}
	return l.set(p.Elem(), src.Elem())
}

// solvers are types that compute with a model, their field of that name, and what makes their twins.
var solvers = map[reflect.Type]func(m *twin.Model) any{
	reflect.TypeFor[*tree.Kinematics]():    func(m *twin.Model) any { return twin.NewKinematics(m) },
	reflect.TypeFor[*gornea.Solver]():      func(m *twin.Model) any { return rnea.New(m) },
	reflect.TypeFor[*golagrange.Solver]():  func(m *twin.Model) any { return lagrange.New(m) },
	reflect.TypeFor[*goregressor.Solver](): func(m *twin.Model) any { return regressor.New(m) },
}

// solver returns the twin of a model, or that of a solver, which is new; an invalid value for a pointer to something
// else, or where there is no function for models.
func (l *lifting) solver(src reflect.Value) (p reflect.Value) {
	if l.models == nil {
		return p
	}
	of := func(v reflect.Value) *twin.Model { return l.models((*tree.Model)(v.UnsafePointer())) }
	if src.Type() == reflect.TypeFor[*tree.Model]() {
		return reflect.ValueOf(of(src))
	}
	if twinOf := solvers[src.Type()]; twinOf != nil {
		return reflect.ValueOf(twinOf(of(src.Elem().FieldByName("model"))))
	}
	return p
}

func (l *lifting) slice(dst, src reflect.Value) error {
	if src.IsNil() {
		return nil
	}
	x := memory{src.UnsafePointer(), src.Len(), src.Type()}
	if s, ok := l.made[x]; ok && src.Len() > 0 {
		reach(dst).Set(s)
		return nil
	}
	s := reflect.MakeSlice(dst.Type(), src.Len(), src.Len())
	l.remember(x, s)
	reach(dst).Set(s)
	return l.each(s, src)
}

func (l *lifting) remember(x memory, v reflect.Value) {
	if l.made == nil {
		l.made = map[memory]reflect.Value{}
	}
	l.made[x] = v
}

func (l *lifting) each(dst, src reflect.Value) error {
	for i := range src.Len() {
		if err := l.set(dst.Index(i), src.Index(i)); err != nil {
			return err
		}
	}
	return nil
}

// reach returns v with the right to read and set it, exported or not.
func reach(v reflect.Value) reflect.Value {
	if !v.CanAddr() {
		return v
	}
	return reflect.NewAt(v.Type(), v.Addr().UnsafePointer()).Elem()
}
