package expression

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// Object is a value of Python: nil for None, bool, *big.Int, float64, string, *List, *Dict, *Function or a [Namespace].
// An application may have others, which can be passed on and named, but not computed with.
type Object any

// List is a list, or a tuple.
type List struct {
	Items []Object
	Tuple bool
}

// Function is what an expression may call.
type Function struct {
	Name string
	Call func(c *Call) (Object, error)
}

// Namespace is a value whose parts have names, as those of a module.
type Namespace interface {
	// Part returns the part of a name, and whether there is one.
	Part(name string) (value Object, ok bool, err error)
}

// Module is a Namespace of fixed parts.
type Module map[string]Object

// Part implements Namespace.
func (m Module) Part(name string) (Object, bool, error) {
	v, ok := m[name]
	return v, ok, nil
}

// Int returns a whole number as a value.
func Int(i int) Object { return big.NewInt(int64(i)) }

// typeName returns the name of a value's type.
func typeName(v Object) string {
	switch v := v.(type) {
	case nil:
		return "NoneType"
	case bool:
		return "bool"
	case *big.Int:
		return "int"
	case float64:
		return "float"
	case string:
		return "str"
	case *List:
		if v.Tuple {
			return "tuple"
		}
		return "list"
	case *Dict:
		return "dict"
	case *Function:
		return "function"
	case Namespace:
		return "namespace"
	}
	return "object"
}

// truth returns the truth value.
func truth(v Object) bool {
	switch v := v.(type) {
	case nil:
		return false
	case bool:
		return v
	case *big.Int:
		return v.Sign() != 0
	case float64:
		return v != 0
	case string:
		return v != ""
	case *List:
		return len(v.Items) > 0
	case *Dict:
		return v.Len() > 0
	}
	return true
}

// Truth returns the truth value of a value.
func Truth(v Object) bool { return truth(v) }

// Str returns the value as Python's str prints it.
func Str(v Object) string {
	if s, ok := v.(string); ok {
		return s
	}
	return Repr(v)
}

// deepest is how deep lists and dicts within each other are printed and compared, longest how many bytes are printed of
// one. They may be in themselves.
const (
	deepest = 100
	longest = 16 << 20
)

// Repr returns the value as Python's repr prints it.
func Repr(v Object) string {
	var b strings.Builder
	appendRepr(&b, v, 0)
	return b.String()
}

func appendRepr(b *strings.Builder, v Object, depth int) {
	if depth > deepest || b.Len() > longest {
		b.WriteString("...")
		return
	}
	switch v := v.(type) {
	case nil:
		b.WriteString("None")
	case bool:
		if v {
			b.WriteString("True")
		} else {
			b.WriteString("False")
		}
	case *big.Int:
		b.WriteString(v.String())
	case float64:
		b.WriteString(reprFloat(v))
	case string:
		b.WriteString(reprString(v))
	case *List:
		appendList(b, v, depth)
	case *Dict:
		b.WriteByte('{')
		for i, e := range v.entries {
			if i > 0 {
				b.WriteString(", ")
			}
			appendRepr(b, e.key, depth+1)
			b.WriteString(": ")
			appendRepr(b, e.value, depth+1)
		}
		b.WriteByte('}')
	case *Function:
		b.WriteString("<function " + v.Name + ">")
	default:
		b.WriteString("<" + typeName(v) + ">")
	}
}

func appendList(b *strings.Builder, v *List, depth int) {
	brackets := "[]"
	if v.Tuple {
		brackets = "()"
	}
	b.WriteByte(brackets[0])
	for i, x := range v.Items {
		if i > 0 {
			b.WriteString(", ")
		}
		appendRepr(b, x, depth+1)
	}
	if v.Tuple && len(v.Items) == 1 {
		b.WriteByte(',')
	}
	b.WriteByte(brackets[1])
}

// reprFloat prints the fewest digits that read back to x, with an exponent below 1e-4 and from 1e16 on.
func reprFloat(x float64) string {
	switch a := math.Abs(x); {
	case math.IsNaN(x):
		return "nan"
	case math.IsInf(x, 1):
		return "inf"
	case math.IsInf(x, -1):
		return "-inf"
	case a != 0 && (a < 1e-4 || a >= 1e16):
		return strconv.FormatFloat(x, 'e', -1, 64)
	}
	s := strconv.FormatFloat(x, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}

// reprString prints a text in quotes, single ones unless only the text has such.
func reprString(s string) string {
	quote := '\''
	if strings.Contains(s, "'") && !strings.Contains(s, `"`) {
		quote = '"'
	}
	var b strings.Builder
	b.WriteRune(quote)
	for _, c := range s {
		switch {
		case c == quote || c == '\\':
			b.WriteByte('\\')
			b.WriteRune(c)
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\r':
			b.WriteString(`\r`)
		case c == '\t':
			b.WriteString(`\t`)
		case c < ' ' || c == 0x7f:
			fmt.Fprintf(&b, `\x%02x`, c)
		case !strconv.IsPrint(c) && c <= 0xffff:
			if c <= 0xff {
				fmt.Fprintf(&b, `\x%02x`, c)
			} else {
				fmt.Fprintf(&b, `\u%04x`, c)
			}
		case !strconv.IsPrint(c):
			fmt.Fprintf(&b, `\U%08x`, c)
		default:
			b.WriteRune(c)
		}
	}
	b.WriteRune(quote)
	return b.String()
}
