package control

import (
	"math"
	"reflect"
	"slices"

	"kinetree/compile/tape"
	"kinetree/tree"
)

// Reuse makes a law, which may have been asked for efforts, bit by bit what another law is, such as a new one. It
// reports whether it could: the laws have to be alike in all but the numbers that they name as rows (Recordable) and
// their models, which have to be alike, too (tree.Model.SameStructure). Lists of a law stay where they are in memory,
// so machine code that knows them goes on. A law that could not be made the other one is not to be asked any more.
func Reuse(law, like Law) bool {
	mine, ok := law.(Recordable)
	other, same := like.(Recordable)
	if !ok || !same {
		return false
	}
	r := &reuse{tape.RowsOf(mine)}
	return r.rows.Copy(tape.RowsOf(other)) && r.take(reflect.ValueOf(law), reflect.ValueOf(like))
}

// reuse takes over what is no row, once the rows are those of the other law.
type reuse struct{ rows *tape.RowList }

// modelled is a workspace that computes with its field model alone, such as the solver of an algorithm.
type modelled interface{ Reuse(m *tree.Model) }

var ofModel = reflect.TypeFor[*tree.Model]()

// take makes v, a part of the law, what the same part of the other law is. It returns false if the two differ in more
// than their models and in numbers that no result depends on.
func (r *reuse) take(v, like reflect.Value) bool {
	switch {
	case v.Type() != like.Type():
		return false
	case v.Type() == ofModel:
		*(**tree.Model)(v.Addr().UnsafePointer()) = (*tree.Model)(like.UnsafePointer())
		return true
	}
	switch v.Kind() {
	case reflect.Pointer:
		if v.UnsafePointer() == like.UnsafePointer() || v.IsNil() || like.IsNil() {
			return v.UnsafePointer() == like.UnsafePointer()
		}
		if s, ok := reflect.NewAt(v.Type().Elem(), v.UnsafePointer()).Interface().(modelled); ok {
			s.Reuse((*tree.Model)(like.Elem().FieldByName("model").UnsafePointer()))
			return true
		}
		return r.take(v.Elem(), like.Elem())
	case reflect.Interface:
		if v.IsNil() || like.IsNil() {
			return v.IsNil() && like.IsNil()
		}
		return r.take(v.Elem(), like.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			if !r.take(v.Field(i), like.Field(i)) {
				return false
			}
		}
		return true
	case reflect.Slice, reflect.Array:
		return r.takeList(v, like)
	case reflect.Float64:
		return sameBits(v.Float(), like.Float()) ||
			v.CanAddr() && r.rows.ScratchLists[(*float64)(v.Addr().UnsafePointer())]
	}
	return v.Comparable() && v.Equal(like)
}

// takeList is take for a slice or an array.
func (r *reuse) takeList(v, like reflect.Value) bool {
	if v.Len() != like.Len() {
		return false
	}
	if v.Type() == reflect.TypeFor[[]float64]() && v.CanAddr() {
		list := *(*[]float64)(v.Addr().UnsafePointer())
		return len(list) == 0 || r.rows.ScratchLists[&list[0]] ||
			slices.EqualFunc(list, *(*[]float64)(like.Addr().UnsafePointer()), sameBits)
	}
	for i := range v.Len() {
		if !r.take(v.Index(i), like.Index(i)) {
			return false
		}
	}
	return true
}

func sameBits(x, y float64) bool { return math.Float64bits(x) == math.Float64bits(y) }
