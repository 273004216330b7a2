package traced

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unsafe"

	"kinetree/compile/tape"
	"kinetree/tree"
)

// Shape says what the twin of a value depends on, besides the numbers that the value names and its models: the types
// that are met, the lengths of lists, and all options and numbers. The models are those that are met, each once. The
// error says of which type there is no twin.
func Shape(x tape.Rowed) (text string, models []*tree.Model, err error) {
	if !Has(x) {
		return "", nil, fmt.Errorf("traced: there is no twin of the type %T", x)
	}
	list := tape.RowsOf(x)
	s := &shape{scratch: list, rows: map[*float64]bool{}, seen: map[memory]bool{}}
	for _, list := range [...][]*float64{list.FixedNumbers, list.CarriedNumbers} {
		for _, p := range list {
			s.rows[p] = true
		}
	}
	err = s.add(reflect.ValueOf(x))
	return s.text.String(), s.models, err
}

type shape struct {
	text    strings.Builder
	scratch *tape.RowList
	rows    map[*float64]bool
	seen    map[memory]bool
	models  []*tree.Model
}

func (s *shape) add(v reflect.Value) error {
	switch v.Kind() {
	case reflect.Pointer:
		switch {
		case v.IsNil():
			s.text.WriteString(" nil")
			return nil
		case s.again(memory{at: v.UnsafePointer(), of: v.Type()}):
			return nil
		case v.Type() == reflect.TypeFor[*tree.Model]():
			s.models = append(s.models, (*tree.Model)(v.UnsafePointer()))
			return nil
		case solvers[v.Type()] != nil: // which computes with its model alone
			return s.add(v.Elem().FieldByName("model"))
		}
		return s.add(v.Elem())
	case reflect.Interface:
		if v.IsNil() {
			s.text.WriteString(" nil")
			return nil
		}
		if of := v.Elem(); of.Kind() != reflect.Pointer || twinType(of.Type().Elem()) == nil {
			return fmt.Errorf("traced: there is no twin of the type %v", of.Type())
		}
		return s.add(v.Elem())
	case reflect.Struct:
		fmt.Fprintf(&s.text, " %v{", v.Type())
		for i := range v.NumField() {
			if err := s.add(v.Field(i)); err != nil {
				return err
			}
		}
		s.text.WriteString("}")
		return nil
	case reflect.Slice:
		fmt.Fprintf(&s.text, " %d", v.Len())
		fallthrough
	case reflect.Array:
		if v.Len() == 0 || v.Index(0).Kind() == reflect.Float64 &&
			s.scratch.ScratchLists[(*float64)(address(v.Index(0)))] {
			return nil
		}
		for i := range v.Len() {
			if err := s.add(v.Index(i)); err != nil {
				return err
			}
		}
		return nil
	case reflect.Float64:
		if x := (*float64)(address(v)); s.rows[x] || s.scratch.ScratchLists[x] {
			return nil
		}
	case reflect.Bool:
		if slices.Contains(s.scratch.ScratchFlags, (*bool)(address(v))) {
			return nil
		}
	}
	fmt.Fprintf(&s.text, " %v", v)
	return nil
}

// again reports whether memory was met before.
func (s *shape) again(x memory) bool {
	if s.seen[x] {
		return true
	}
	s.seen[x] = true
	return false
}

// address returns where a value lies, nil if that cannot be known.
func address(v reflect.Value) unsafe.Pointer {
	if !v.CanAddr() {
		return nil
	}
	return v.Addr().UnsafePointer()
}
