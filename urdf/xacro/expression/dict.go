package expression

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// Dict is a dict, in the order in which its keys came.
type Dict struct {
	Dotted  bool // its values are its attributes, too
	entries []entry
	index   map[string]int // of an entry by the hash of its key
}

type entry struct{ key, value Object }

// NewDict returns an empty dict.
func NewDict() *Dict { return &Dict{index: map[string]int{}} }

// Len returns the number of keys.
func (d *Dict) Len() int { return len(d.entries) }

// Keys returns the keys in order.
func (d *Dict) Keys() []Object {
	keys := make([]Object, len(d.entries))
	for i, e := range d.entries {
		keys[i] = e.key
	}
	return keys
}

// Get returns the value of a key. A key that cannot be one is an error.
func (d *Dict) Get(key Object) (value Object, ok bool, err error) {
	h, err := hash(key)
	if err != nil {
		return nil, false, err
	}
	if i, ok := d.index[h]; ok {
		return d.entries[i].value, true, nil
	}
	return nil, false, nil
}

// Set sets the value of a key. A key that cannot be one is an error.
func (d *Dict) Set(key, value Object) error {
	h, err := hash(key)
	if err != nil {
		return err
	}
	if i, ok := d.index[h]; ok {
		d.entries[i].value = value
		return nil
	}
	d.index[h] = len(d.entries)
	d.entries = append(d.entries, entry{key, value})
	return nil
}

// remove takes a key away and returns its value.
func (d *Dict) remove(key Object) (value Object, ok bool, err error) {
	h, err := hash(key)
	if err != nil {
		return nil, false, err
	}
	i, ok := d.index[h]
	if !ok {
		return nil, false, nil
	}
	value = d.entries[i].value
	d.entries = slices.Delete(d.entries, i, i+1)
	delete(d.index, h)
	for k, at := range d.index {
		if at > i {
			d.index[k] = at - 1
		}
	}
	return value, true, nil
}

// clone returns a copy that shares the values.
func (d *Dict) clone() *Dict {
	c := NewDict()
	c.Dotted = d.Dotted
	c.entries = slices.Clone(d.entries)
	for h, i := range d.index {
		c.index[h] = i
	}
	return c
}

// hash returns a text that equal keys share, and no others: 1, 1.0 and True are equal.
func hash(key Object) (string, error) {
	switch k := key.(type) {
	case nil:
		return "None", nil
	case bool:
		if k {
			return "n1", nil
		}
		return "n0", nil
	case *big.Int:
		return "n" + k.String(), nil
	case float64:
		if whole := math.Trunc(k); whole == k && !math.IsInf(k, 0) {
			i, _ := big.NewFloat(k).Int(nil)
			return "n" + i.String(), nil
		}
		return "f" + strconv.FormatFloat(k, 'g', -1, 64), nil
	case string:
		return "s" + k, nil
	case *Function:
		return fmt.Sprintf("p%p", k), nil
	case *List:
		if k.Tuple {
			var b strings.Builder
			for _, x := range k.Items {
				h, err := hash(x)
				if err != nil {
					return "", err
				}
				if fmt.Fprintf(&b, "%d:%s", len(h), h); b.Len() > maxText {
					return "", &LimitError{"a tuple that is too large to be the key of a dict; expected a smaller one"}
				}
			}
			return "t" + b.String(), nil
		}
	}
	return "", fmt.Errorf("a %s is the key of a dict; expected a number, a text or a tuple", typeName(key))
}
