package expression

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// method returns a method of a value, or nil.
func method(of Object, name string) *Function {
	bind := func(f func(c *Call) (Object, error), ok bool) *Function {
		if !ok {
			return nil
		}
		return &Function{name, f}
	}
	switch v := of.(type) {
	case string:
		f, ok := textMethods[name]
		return bind(func(c *Call) (Object, error) { return f(c, v) }, ok)
	case *List:
		f, ok := listMethods[name]
		return bind(func(c *Call) (Object, error) { return f(c, v) }, ok && (!v.Tuple || name == "index" ||
			name == "count"))
	case *Dict:
		f, ok := dictMethods[name]
		return bind(func(c *Call) (Object, error) { return f(c, v) }, ok)
	case float64:
		return bind(func(*Call) (Object, error) { return v == float64(int64(v)), nil }, name == "is_integer")
	}
	return nil
}

// unpack puts the arguments of a call into places, of which the first ones are required.
func (c *Call) unpack(required int, names []string, into ...*Object) error {
	if len(c.Args) > len(into) {
		return fmt.Errorf("%s with %d arguments; expected at most %d", c.name, len(c.Args), len(into))
	}
	given := make([]bool, len(into))
	for i, a := range c.Args {
		*into[i], given[i] = a, true
	}
	for k, n := range c.Names {
		i := slices.Index(names, n)
		if i < 0 {
			return fmt.Errorf("%s has no argument %s", c.name, n)
		}
		*into[i], given[i] = c.Named[k], true
	}
	for i := range required {
		if !given[i] {
			return fmt.Errorf("%s with %d arguments; expected %d or more", c.name, len(c.Args), required)
		}
	}
	return nil
}

// texts unpacks arguments that are texts.
func (c *Call) texts(required int, into ...*string) error {
	values := make([]Object, len(into))
	places := make([]*Object, len(into))
	for i := range into {
		values[i], places[i] = *into[i], &values[i]
	}
	if err := c.unpack(required, nil, places...); err != nil {
		return err
	}
	for i, v := range values {
		s, ok := v.(string)
		if !ok {
			return fmt.Errorf("%s: a %s; expected a text", c.name, typeName(v))
		}
		*into[i] = s
	}
	return nil
}

// integer returns an argument that is a whole number.
func (c *Call) integer(v Object) (int, error) {
	i, ok := whole(v)
	if !ok {
		return 0, fmt.Errorf("%s: a %s; expected a whole number", c.name, typeName(v))
	}
	return clampInt(i), nil
}

type textMethod func(c *Call, s string) (Object, error)

// plain is a method without arguments.
func plain(f func(s string) Object) textMethod {
	return func(c *Call, s string) (Object, error) {
		if err := c.unpack(0, nil); err != nil {
			return nil, err
		}
		if err := c.Budget.take(len(s), 1); err != nil {
			return nil, err
		}
		return f(s), nil
	}
}

// every reports of a text that is not empty whether all its characters are of a kind.
func every(is func(rune) bool) textMethod {
	return plain(func(s string) Object {
		return s != "" && strings.IndexFunc(s, func(c rune) bool { return !is(c) }) < 0
	})
}

var textMethods map[string]textMethod

func textTable() map[string]textMethod {
	upper, lower := plain(func(s string) Object { return strings.ToUpper(s) }), plain(func(s string) Object {
		return strings.ToLower(s)
	})
	return map[string]textMethod{
		"upper": upper, "lower": lower, "casefold": lower,
		"capitalize": plain(func(s string) Object {
			_, n := utf8.DecodeRuneInString(s)
			return strings.ToUpper(s[:n]) + strings.ToLower(s[n:])
		}),
		"swapcase": plain(func(s string) Object {
			return strings.Map(func(c rune) rune {
				if unicode.IsUpper(c) {
					return unicode.ToLower(c)
				}
				return unicode.ToUpper(c)
			}, s)
		}),
		"title":   plain(title),
		"isdigit": every(unicode.IsDigit), "isdecimal": every(unicode.IsDigit), "isnumeric": every(unicode.IsNumber),
		"isalpha": every(unicode.IsLetter), "isspace": every(unicode.IsSpace),
		"isalnum":      every(func(c rune) bool { return unicode.IsLetter(c) || unicode.IsNumber(c) }),
		"isidentifier": plain(func(s string) Object { return IsName(s) || keywords[s] }),
		"isupper":      plain(func(s string) Object { return cased(s) && strings.ToUpper(s) == s }),
		"islower":      plain(func(s string) Object { return cased(s) && strings.ToLower(s) == s }),
		"strip":        trim(strings.TrimFunc), "lstrip": trim(strings.TrimLeftFunc),
		"rstrip":       trim(strings.TrimRightFunc),
		"removeprefix": cut(strings.TrimPrefix), "removesuffix": cut(strings.TrimSuffix),
		"startswith": affix(strings.HasPrefix), "endswith": affix(strings.HasSuffix),
		"find": place(strings.Index, false), "index": place(strings.Index, true),
		"rfind": place(strings.LastIndex, false), "rindex": place(strings.LastIndex, true),
		"count": func(c *Call, s string) (Object, error) {
			var sub string
			if err := c.texts(1, &sub); err != nil {
				return nil, err
			}
			return Int(strings.Count(s, sub)), c.Budget.step(len(s) / 8)
		},
		"replace": replace, "join": join,
		"split": func(c *Call, s string) (Object, error) { return split(c, s, false) },
		"rsplit": func(c *Call, s string) (Object, error) {
			return split(c, s, true)
		},
		"splitlines": func(c *Call, s string) (Object, error) {
			lines := strings.Split(strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n"), "\n")
			if lines[len(lines)-1] == "" {
				lines = lines[:len(lines)-1]
			}
			return c.list(lines)
		},
		"partition":  partition(strings.Index, false),
		"rpartition": partition(strings.LastIndex, true),
		"ljust":      pad('<'), "rjust": pad('>'), "center": pad('^'),
		"zfill": func(c *Call, s string) (Object, error) {
			var width Object
			if err := c.unpack(1, nil, &width); err != nil {
				return nil, err
			}
			n, err := c.integer(width)
			if err != nil {
				return nil, err
			}
			return padded(c.Budget, s, '0', '=', n)
		},
		"format": formatBraces,
	}
}

// init makes the tables, whose functions call methods in turn.
func init() { textMethods = textTable() }

func title(s string) Object {
	inWord := false
	return strings.Map(func(c rune) rune {
		letter := unicode.IsLetter(c)
		defer func() { inWord = letter }()
		if inWord {
			return unicode.ToLower(c)
		}
		return unicode.ToTitle(c)
	}, s)
}

func cased(s string) bool { return strings.ToUpper(s) != strings.ToLower(s) }

func trim(by func(string, func(rune) bool) string) textMethod {
	return func(c *Call, s string) (Object, error) {
		var chars Object
		if err := c.unpack(0, nil, &chars); err != nil {
			return nil, err
		}
		set, ok := chars.(string)
		switch {
		case chars == nil:
			return by(s, unicode.IsSpace), nil
		case !ok:
			return nil, fmt.Errorf("%s: a %s; expected a text", c.name, typeName(chars))
		}
		return by(s, func(r rune) bool { return strings.ContainsRune(set, r) }), c.Budget.step(len(set) / 8)
	}
}

func cut(by func(s, affix string) string) textMethod {
	return func(c *Call, s string) (Object, error) {
		var affix string
		err := c.texts(1, &affix)
		return by(s, affix), err
	}
}

func affix(has func(s, affix string) bool) textMethod {
	return func(c *Call, s string) (Object, error) {
		var v Object
		if err := c.unpack(1, nil, &v); err != nil {
			return nil, err
		}
		list := []Object{v}
		if l, ok := v.(*List); ok && l.Tuple {
			list = l.Items
		}
		for _, v := range list {
			a, ok := v.(string)
			if !ok {
				return nil, fmt.Errorf("%s: a %s; expected a text or a tuple of texts", c.name, typeName(v))
			}
			if has(s, a) {
				return true, nil
			}
		}
		return false, nil
	}
}

func place(find func(s, sub string) int, must bool) textMethod {
	return func(c *Call, s string) (Object, error) {
		var sub string
		if err := c.texts(1, &sub); err != nil {
			return nil, err
		}
		i := find(s, sub)
		if i < 0 && must {
			return nil, fmt.Errorf("%s is not in %s", Repr(sub), Repr(s))
		}
		return Int(min(i, 0) + runeCount(s[:max(i, 0)])), c.Budget.step(len(s) / 8)
	}
}

func replace(c *Call, s string) (Object, error) {
	var of, by, most Object
	most = Int(-1)
	if err := c.unpack(2, nil, &of, &by, &most); err != nil {
		return nil, err
	}
	old, ok1 := of.(string)
	with, ok2 := by.(string)
	if !ok1 || !ok2 {
		return nil, errors.New("replace: expected two texts")
	}
	n, err := c.integer(most)
	if err != nil {
		return nil, err
	}
	if err := c.Budget.take(strings.Count(s, old), len(with)); err != nil {
		return nil, err
	}
	return strings.Replace(s, old, with, n), c.Budget.take(len(s), 1)
}

func join(c *Call, s string) (Object, error) {
	var v Object
	if err := c.unpack(1, nil, &v); err != nil {
		return nil, err
	}
	items, err := c.Budget.items(v)
	if err != nil {
		return nil, err
	}
	parts := make([]string, len(items))
	for i, item := range items {
		part, ok := item.(string)
		if !ok {
			return nil, fmt.Errorf("join: a %s in the list; expected texts", typeName(item))
		}
		if err := c.Budget.take(len(part)+len(s), 1); err != nil {
			return nil, err
		}
		parts[i] = part
	}
	return strings.Join(parts, s), nil
}

// list returns texts as a list.
func (c *Call) list(parts []string) (Object, error) {
	l := &List{}
	for _, p := range parts {
		l.Items = append(l.Items, p)
	}
	return l, c.Budget.take(len(parts), itemSize)
}

func split(c *Call, s string, fromRight bool) (Object, error) {
	var by, most Object
	most = Int(-1)
	if err := c.unpack(0, []string{"sep", "maxsplit"}, &by, &most); err != nil {
		return nil, err
	}
	n, err := c.integer(most)
	if err != nil {
		return nil, err
	}
	sep, ok := by.(string)
	if by != nil && (!ok || sep == "") {
		return nil, fmt.Errorf("split by %s; expected a text that is not empty", Repr(by))
	}
	var parts []string
	for rest := s; ; {
		if by == nil {
			rest = strings.TrimFunc(rest, unicode.IsSpace)
			if rest == "" {
				break
			}
		}
		before, after, found := cutOnce(rest, sep, by == nil, fromRight)
		if !found || n >= 0 && len(parts) == n {
			if by == nil && !fromRight { // what follows the last cut keeps its blanks at the end
				at := strings.LastIndex(s, rest)
				rest = s[at:]
				if !found {
					rest = strings.TrimRightFunc(rest, unicode.IsSpace)
				}
			}
			parts = append(parts, rest)
			break
		}
		if fromRight {
			before, after = after, before
		}
		parts, rest = append(parts, before), after
	}
	if fromRight {
		slices.Reverse(parts)
	}
	return c.list(parts)
}

// cutOnce cuts a text at the first or last separator, or blanks.
func cutOnce(s, sep string, blanks, last bool) (before, after string, found bool) {
	i, n := strings.Index(s, sep), len(sep)
	switch {
	case blanks && last:
		if i = strings.LastIndexFunc(s, unicode.IsSpace); i >= 0 {
			_, n = utf8.DecodeRuneInString(s[i:])
		}
	case blanks:
		if i = strings.IndexFunc(s, unicode.IsSpace); i >= 0 {
			_, n = utf8.DecodeRuneInString(s[i:])
		}
	case last:
		i = strings.LastIndex(s, sep)
	}
	if i < 0 {
		return "", "", false
	}
	return s[:i], s[i+n:], true
}

func partition(find func(s, sub string) int, last bool) textMethod {
	return func(c *Call, s string) (Object, error) {
		var sep string
		if err := c.texts(1, &sep); err != nil {
			return nil, err
		}
		if sep == "" {
			return nil, fmt.Errorf("%s by an empty text; expected a separator", c.name)
		}
		parts := []Object{s, "", ""}
		if i := find(s, sep); i >= 0 {
			parts = []Object{s[:i], sep, s[i+len(sep):]}
		} else if last {
			parts = []Object{"", "", s}
		}
		return &List{parts, true}, c.Budget.take(3, itemSize)
	}
}

func pad(align rune) textMethod {
	return func(c *Call, s string) (Object, error) {
		var width, fill Object
		fill = " "
		if err := c.unpack(1, nil, &width, &fill); err != nil {
			return nil, err
		}
		n, err := c.integer(width)
		if err != nil {
			return nil, err
		}
		f, _ := fill.(string)
		if runeCount(f) != 1 {
			return nil, fmt.Errorf("%s: %s; expected one character", c.name, Repr(fill))
		}
		r, _ := utf8.DecodeRuneInString(f)
		if align == '^' && (n-runeCount(s))%2 != 0 && n%2 != 0 { // of a text of even length, an odd cell goes left
			s, err = padded(c.Budget, s, r, '>', runeCount(s)+1)
			if err != nil {
				return nil, err
			}
		}
		return padded(c.Budget, s, r, align, n)
	}
}

// padded fills a text up to a width: left <, right >, centre ^, or = after a sign.
func padded(b *Budget, s string, fill, align rune, width int) (string, error) {
	n := width - runeCount(s)
	if n <= 0 {
		return s, nil
	}
	if err := b.take(n, utf8.RuneLen(fill)); err != nil {
		return "", err
	}
	left := 0
	switch align {
	case '>':
		left = n
	case '^':
		left = n / 2
	case '=':
		sign := 0
		if s != "" && strings.ContainsRune("+- ", rune(s[0])) {
			sign = 1
		}
		return s[:sign] + strings.Repeat(string(fill), n) + s[sign:], nil
	}
	return strings.Repeat(string(fill), left) + s + strings.Repeat(string(fill), n-left), nil
}
