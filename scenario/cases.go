package scenario

import (
	"regexp"
	"slices"
	"strings"

	"kinetree/internal/strict"
	"kinetree/internal/suggest"
)

// Cases are the operating points of a scenario in their order: what runs, analyses and tunings of it are to hold for,
// one as the other.
type Cases struct{ list []Case }

// Case is an operating point: its name and what is set for it. Names of files are relative to the current folder.
type Case struct {
	Name string
	Set  []Override
}

// CasePath is the path that chooses a case, as a flag, an axis of a study and a script of runs do. No file has it as a
// key. [Every] is the name of all cases.
const CasePath = "case"

// caseName is what cases may be called: logs and columns are named by them.
var caseName = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_.+-]*$`)

// List returns the cases in their order. The caller must not change it.
func (c Cases) List() []Case { return c.list }

// Names returns the names of the cases in their order.
func (c Cases) Names() (names []string) {
	for _, x := range c.list {
		names = append(names, x.Name)
	}
	return names
}

// DecodeNode implements strict.Decoder.
func (c *Cases) DecodeNode(n *strict.Node) (faults strict.Faults) {
	*c = Cases{}
	if n.Kind != strict.Map {
		return strict.Faults{n.Fault("%s; expected a mapping of names to what is set for them, such as {empty: {}, "+
			"loaded: {links.tool0.payload.mass: 5}}", n.Kind)}
	}
	for _, p := range n.Pairs {
		one := Case{Name: p.Key}
		if !caseName.MatchString(p.Key) {
			faults = append(faults, p.Value.Fault("the name of a case is %q; expected letters, digits, _, -, + and "+
				"points, because logs are named by it", p.Key))
		}
		if p.Value.Kind != strict.Map && p.Value.Kind != strict.Null {
			faults = append(faults, p.Value.Fault("%s; expected a mapping of paths to values, such as "+
				"{links.tool0.payload.mass: 5}, or {} for the scenario as it is", p.Value.Kind))
			continue
		}
		for _, x := range p.Value.Pairs {
			keys, err := strict.Split(x.Key)
			switch {
			case err != nil:
				faults = append(faults, x.Value.Fault("%v", err))
			case slices.Contains(ofAllCases, keys[0]):
				faults = append(faults, x.Value.Fault("%s is of all cases; expected it beside the key cases", keys[0]))
			default:
				one.Set = append(one.Set, Override{x.Key, x.Value})
			}
		}
		c.list = append(c.list, one)
	}
	return faults
}

// ofAllCases are the keys that no case can change.
var ofAllCases = []string{"kinetree", "cases", CasePath, "tune", "sweep"}

// EncodeNode implements strict.Encoder.
func (c Cases) EncodeNode() *strict.Node {
	n := &strict.Node{Kind: strict.Map}
	for _, x := range c.list {
		one := &strict.Node{Kind: strict.Map}
		for _, o := range x.Set {
			one.Pairs = append(one.Pairs, strict.Pair{Key: o.Path, Value: o.Value.Clone()})
		}
		n.Pairs = append(n.Pairs, strict.Pair{Key: x.Name, Value: one})
	}
	return n
}

// Schema implements strict.Described.
func (*Cases) Schema() *strict.Schema {
	return &strict.Schema{Type: strict.Types{"object"}, Named: "name",
		Names: &strict.Schema{Pattern: caseName.String()},
		Others: &strict.Schema{Type: strict.Types{"object", "null"}, Named: "path", Others: &strict.Schema{},
			Words: "values by path, as --set takes them"}}
}

// FindCase returns the case of a name. The error says which there are.
func (s *Scenario) FindCase(name string) (*Case, error) {
	for i := range s.Cases.list {
		if s.Cases.list[i].Name == name {
			return &s.Cases.list[i], nil
		}
	}
	names := s.Cases.Names()
	switch {
	case s.of != "":
		return nil, Wrong(CasePath, "%q; the scenario is in case %s already", name, s.of)
	case len(names) == 0:
		return nil, Wrong(CasePath, "%q; the scenario has no cases; expected a key cases with this name in it", name)
	}
	return nil, Wrong(CasePath, "there is no case %q%s; expected one of %s", name, suggest.Hint(name, names),
		suggest.List(names))
}

// Of returns the name of the case that the scenario is in, "" for none.
func (s *Scenario) Of() string { return s.of }

// Begin returns the scenario to be put in a case: without the key cases, and what was set since its file was read and
// concerns what the case sets. That holds in every case, so it is to be set again behind what the case sets.
func (c *Case) Begin(s *Scenario) (x *Scenario, again []Override) {
	x = s.Clone()
	x.Cases, x.of = Cases{}, c.Name
	if s.text != nil {
		text := *s.text
		text.Pairs = slices.DeleteFunc(slices.Clone(text.Pairs), func(p strict.Pair) bool { return p.Key == "cases" })
		x.text = &text
	}
	x.set = nil
	for _, o := range s.set {
		if o.Path == "cases" || strings.HasPrefix(o.Path, "cases.") {
			continue
		}
		x.set = append(x.set, o)
		if slices.ContainsFunc(c.Set, func(mine Override) bool { return around(mine.Path, o.Path) }) {
			again = append(again, o)
		}
	}
	return x, again
}

// Sets returns the case that sets a path, or a part of what is there, or what is around it; "" for none.
func (c Cases) Sets(path string) string {
	for _, x := range c.list {
		for _, o := range x.Set {
			if around(o.Path, path) {
				return x.Name
			}
		}
	}
	return ""
}

// around reports whether one of two paths is the other, or is around it.
func around(a, b string) bool {
	return a == b || strings.HasPrefix(a, b+".") || strings.HasPrefix(b, a+".")
}
