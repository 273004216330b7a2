package traced

import (
	"fmt"
	"math"
	"reflect"

	"kinetree/compile/graph"
	"kinetree/tree"
)

// Has reports whether there is a twin of the type of x, a value or a pointer.
func Has(x any) bool {
	t := reflect.TypeOf(x)
	if t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t != nil && twinTypes[t.PkgPath()][t.Name()] != nil
}

// Lift returns the twin of x, a value or a pointer whose type [Has] one: with the same contents, whose numbers are all
// known. The error says of which type there is none.
func Lift(x any) (twin any, err error) {
	src := reflect.ValueOf(x)
	if !Has(x) {
		return nil, fmt.Errorf("traced: there is no twin of the type %T", x)
	}
	pointer := src.Kind() == reflect.Pointer
	if !pointer { // which cannot be read where it is
		p := reflect.New(src.Type())
		p.Elem().Set(src)
		src = p
	}
	t := src.Type().Elem()
	dst := reflect.New(twinTypes[t.PkgPath()][t.Name()])
	if err := lift(dst.Elem(), src.Elem(), math.Inf(1)); err != nil {
		return nil, err
	}
	if !pointer {
		dst = dst.Elem()
	}
	return dst.Interface(), nil
}

var number = reflect.TypeFor[graph.Num]()

// lift sets dst, of the twin of the type of src, to src with its numbers known. The error says that one is larger than
// most.
func lift(dst, src reflect.Value, most float64) error {
	if dst.Type() == number {
		x := src.Float()
		if !(math.Abs(x) <= most) && !math.IsInf(most, 1) {
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
