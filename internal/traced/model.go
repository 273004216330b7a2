package traced

import (
	"fmt"
	"reflect"

	twin "kinetree/internal/traced/tree"
	"kinetree/tree"
)

// Largest bounds the numbers of a model, so that no product of the algorithms overflows: the graph folds products with
// zero, which for an infinite factor would be NaN.
const Largest = 1e15

// Model returns the twin of a model, whose numbers are all known. The error says that one of them is too large.
func Model(m *tree.Model) (*twin.Model, error) {
	out := new(twin.Model)
	// Copies of structs are made in place, so that fields that are not exported can be read and set.
	l := &lifting{most: Largest}
	if err := l.set(reflect.ValueOf(out).Elem(), reflect.ValueOf(m).Elem()); err != nil {
		return nil, fmt.Errorf("traced: the model %s: %w", m.Name(), err)
	}
	return out, nil
}
