package expression

import (
	"errors"
	"fmt"
	"slices"
)

var listMethods map[string]func(c *Call, l *List) (Object, error)

func init() {
	listMethods = map[string]func(c *Call, l *List) (Object, error){
		"append": func(c *Call, l *List) (Object, error) {
			var v Object
			if err := c.unpack(1, nil, &v); err != nil {
				return nil, err
			}
			l.Items = append(l.Items, v)
			return nil, c.Budget.take(1, itemSize)
		},
		"extend": func(c *Call, l *List) (Object, error) {
			var v Object
			if err := c.unpack(1, nil, &v); err != nil {
				return nil, err
			}
			more, err := c.Budget.items(v)
			if err == nil {
				err = c.Budget.take(len(more), itemSize)
			}
			if err == nil {
				l.Items = append(l.Items, more...)
			}
			return nil, err
		},
		"insert": func(c *Call, l *List) (Object, error) {
			var at, v Object
			if err := c.unpack(2, nil, &at, &v); err != nil {
				return nil, err
			}
			i, err := c.integer(at)
			if i < 0 {
				i += len(l.Items)
			}
			if err == nil {
				l.Items = slices.Insert(l.Items, min(max(i, 0), len(l.Items)), v)
			}
			return nil, errors.Join(err, c.Budget.take(1, itemSize))
		},
		"pop": func(c *Call, l *List) (Object, error) {
			at := Int(-1)
			if err := c.unpack(0, nil, &at); err != nil {
				return nil, err
			}
			i, err := c.integer(at)
			if i < 0 {
				i += len(l.Items)
			}
			if err == nil && (i < 0 || i >= len(l.Items)) {
				err = fmt.Errorf("pop(%s) of a list of length %d", Repr(at), len(l.Items))
			}
			if err != nil {
				return nil, err
			}
			v := l.Items[i]
			l.Items = slices.Delete(l.Items, i, i+1)
			return v, nil
		},
		"index": func(c *Call, l *List) (Object, error) {
			var v Object
			if err := c.unpack(1, nil, &v); err != nil {
				return nil, err
			}
			i, err := l.find(c, v)
			if err == nil && i < 0 {
				err = fmt.Errorf("%s is not in the list", Repr(v))
			}
			return Int(i), err
		},
		"remove": func(c *Call, l *List) (Object, error) {
			var v Object
			if err := c.unpack(1, nil, &v); err != nil {
				return nil, err
			}
			i, err := l.find(c, v)
			if err == nil && i < 0 {
				err = fmt.Errorf("%s is not in the list", Repr(v))
			}
			if err == nil {
				l.Items = slices.Delete(l.Items, i, i+1)
			}
			return nil, err
		},
		"count": func(c *Call, l *List) (Object, error) {
			var v Object
			if err := c.unpack(1, nil, &v); err != nil {
				return nil, err
			}
			n := 0
			for _, item := range l.Items {
				same, err := equal(c.Budget, item, v, 0)
				if err != nil {
					return nil, err
				}
				if same {
					n++
				}
			}
			return Int(n), nil
		},
		"reverse": func(c *Call, l *List) (Object, error) {
			slices.Reverse(l.Items)
			return nil, errors.Join(c.unpack(0, nil), c.Budget.step(len(l.Items)))
		},
		"sort": func(c *Call, l *List) (Object, error) {
			c.Args = append([]Object{l}, c.Args...)
			sorted, err := sortItems(c)
			if err == nil {
				l.Items = sorted.(*List).Items
			}
			return nil, err
		},
		"copy": func(c *Call, l *List) (Object, error) {
			if err := errors.Join(c.unpack(0, nil), c.Budget.take(len(l.Items), itemSize)); err != nil {
				return nil, err
			}
			return &List{slices.Clone(l.Items), false}, nil
		},
		"clear": func(c *Call, l *List) (Object, error) {
			l.Items = nil
			return nil, c.unpack(0, nil)
		},
	}
}

// find returns the index of the first item that equals a value, or -1.
func (l *List) find(c *Call, v Object) (int, error) {
	for i, item := range l.Items {
		if same, err := equal(c.Budget, item, v, 0); err != nil || same {
			return i, err
		}
	}
	return -1, nil
}

var dictMethods = map[string]func(c *Call, d *Dict) (Object, error){
	"keys": func(c *Call, d *Dict) (Object, error) {
		if err := errors.Join(c.unpack(0, nil), c.Budget.take(d.Len(), itemSize)); err != nil {
			return nil, err
		}
		return &List{Items: d.Keys()}, nil
	},
	"values": func(c *Call, d *Dict) (Object, error) {
		if err := errors.Join(c.unpack(0, nil), c.Budget.take(d.Len(), itemSize)); err != nil {
			return nil, err
		}
		l := &List{}
		for _, e := range d.entries {
			l.Items = append(l.Items, e.value)
		}
		return l, nil
	},
	"items": func(c *Call, d *Dict) (Object, error) {
		if err := errors.Join(c.unpack(0, nil), c.Budget.take(d.Len(), 3*itemSize)); err != nil {
			return nil, err
		}
		l := &List{}
		for _, e := range d.entries {
			l.Items = append(l.Items, &List{[]Object{e.key, e.value}, true})
		}
		return l, nil
	},
	"get": func(c *Call, d *Dict) (Object, error) {
		var key, other Object
		if err := c.unpack(1, nil, &key, &other); err != nil {
			return nil, err
		}
		v, ok, err := d.Get(key)
		if !ok {
			v = other
		}
		return v, err
	},
	"setdefault": func(c *Call, d *Dict) (Object, error) {
		var key, other Object
		if err := c.unpack(1, nil, &key, &other); err != nil {
			return nil, err
		}
		v, ok, err := d.Get(key)
		if err == nil && !ok {
			v, err = other, c.Budget.set(d, key, other)
		}
		return v, err
	},
	"pop": func(c *Call, d *Dict) (Object, error) {
		var key, other Object
		if err := c.unpack(1, nil, &key, &other); err != nil {
			return nil, err
		}
		v, ok, err := d.remove(key)
		if err == nil && !ok {
			if v = other; len(c.Args) < 2 {
				err = &KeyError{key, d}
			}
		}
		return v, errors.Join(err, c.Budget.step(d.Len()))
	},
	"update": func(c *Call, d *Dict) (Object, error) {
		more, err := newDict(c)
		if err != nil {
			return nil, err
		}
		return nil, c.Budget.update(d, more.(*Dict))
	},
	"copy": func(c *Call, d *Dict) (Object, error) {
		if err := errors.Join(c.unpack(0, nil), c.Budget.take(d.Len(), entrySize)); err != nil {
			return nil, err
		}
		return d.clone(), nil
	},
}
