package traced

import (
	"fmt"
	"math"
	"reflect"

	"kinetree/compile/graph"
	twin "kinetree/compile/traced/tree"
	"kinetree/tree"
)

// Largest bounds the numbers of a model, so that no product of the algorithms overflows: the graph folds products with
// zero, which for an infinite factor would be NaN.
const Largest = 1e15

// Model returns the twin of a model, whose numbers are all known. The error says that one of them is too large.
func Model(m *tree.Model) (*twin.Model, error) {
	out := new(twin.Model)
	// Copies of structs are made in place, so that fields that are not exported can be read and set.
	in := reflect.ValueOf(m).Elem()
	if err := lift(reflect.ValueOf(out).Elem(), in, Largest); err != nil {
		return nil, fmt.Errorf("traced: the model %s: %w", m.Name(), err)
	}
	return out, nil
}

var number = reflect.TypeFor[graph.Num]()

// lift sets dst, of the twin of the type of src, to src with its numbers known. The error says that one is larger than
// most.
func lift(dst, src reflect.Value, most float64) error {
	if dst.Type() == number {
		x := src.Float()
		if !(math.Abs(x) <= most) {
			return fmt.Errorf("%v is among its numbers; expected magnitudes up to %v", x, most)
		}
		reach(dst).Set(reflect.ValueOf(graph.Known(x)))
		return nil
	}
	switch src.Kind() {
	case reflect.Struct:
		if src.Type() == reflect.TypeFor[tree.Joint]() { // limits, which may be infinite and are in no equation
			most = math.Inf(1)
		}
		for i := range src.NumField() {
			if err := lift(dst.Field(i), src.Field(i), most); err != nil {
				return err
			}
		}
		return nil
	case reflect.Pointer:
		if src.IsNil() {
			return nil
		}
		p := reflect.New(dst.Type().Elem())
		reach(dst).Set(p)
		return lift(p.Elem(), src.Elem(), most)
	case reflect.Slice:
		if src.IsNil() {
			return nil
		}
		reach(dst).Set(reflect.MakeSlice(dst.Type(), src.Len(), src.Len()))
		fallthrough
	case reflect.Array:
		for i := range src.Len() {
			if err := lift(dst.Index(i), src.Index(i), most); err != nil {
				return err
			}
		}
		return nil
	}
	reach(dst).Set(reach(src).Convert(dst.Type()))
	return nil
}

// reach returns v with the right to read and set it, exported or not.
func reach(v reflect.Value) reflect.Value {
	return reflect.NewAt(v.Type(), v.Addr().UnsafePointer()).Elem()
}
