package scenario

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"kinetree/internal/strict"
	"kinetree/urdf"
)

// Effective knows what a document's scenario has at every path: what the document says, and where it says nothing
// what the model and the defaults do.
type Effective struct {
	doc  *Document
	root *strict.Node
}

// Effective returns what the scenario of the document, or the same one with its start filled in by Prepare, has with
// a robot as its model describes it.
func (d *Document) Effective(s *Scenario, robot *urdf.Robot) (*Effective, error) {
	c := s.clone()
	if err := c.complete(robot); err != nil {
		return nil, err
	}
	text, err := json.Marshal(c)
	if err != nil {
		return nil, err
	}
	root, err := strict.Parse(text, d.Name)
	return &Effective{d, root}, err
}

// complete puts all numbers of a robot's description into the scenario.
func (s *Scenario) complete(robot *urdf.Robot) (err error) {
	if s.ModelChanges, err = s.ModelChanges.complete(robot); err != nil {
		return err
	}
	for i := range robot.Joints {
		j := &robot.Joints[i]
		if j.Type == urdf.Fixed {
			continue
		}
		given, described, change := s.Joints[j.Name], Joint{}, s.ModelChanges.Joints[j.Name]
		described.Damping, described.Friction = change.Damping, change.Friction
		if l := j.Limit; l != nil {
			described.EffortLimit = number(l.Effort)
			if j.Type != urdf.Continuous {
				described.Lower, described.Upper = number(l.Lower), number(l.Upper)
			}
		}
		for _, name := range JointFields {
			to, _ := given.Field(name)
			if from, _ := described.Field(name); *to == nil {
				*to = *from
			}
		}
		s.Joints[j.Name] = given
	}
	return nil
}

// number returns a place of a number, or nil for one that files cannot hold.
func number(x float64) *float64 {
	if !finite(x) {
		return nil
	}
	return &x
}

// Value returns the value at a path, or nil if there is none. Gains of a joint may be those of all joints.
func (e *Effective) Value(path string) *strict.Node {
	keys, err := strict.Split(path)
	if err != nil {
		return nil
	}
	if n := exact(e.doc.Root, keys); n != nil {
		return n
	}
	if n := exact(e.root, keys); n != nil {
		return n
	}
	if len(keys) == 4 && keys[0] == "controller" && keys[1] == "gains" {
		return exact(e.root, []string{"controller", "gains", every, keys[3]})
	}
	return nil
}

// Settle puts what a document leaves unsaid at a path into it, the whole list if the path is that of an item, so that
// it can be set and scaled there. It reports whether there is something.
func (e *Effective) Settle(doc *Document, path string) (bool, error) {
	if IsItem(path) {
		path = path[:strings.LastIndexByte(path, '.')]
	}
	n := e.Value(path)
	if n == nil {
		return false, nil
	}
	return true, doc.SetNode(path, n)
}

// IsItem reports whether a path is that of an item of a list: whether it ends in a whole number.
func IsItem(path string) bool {
	dot := strings.LastIndexByte(path, '.')
	_, err := strconv.Atoi(path[dot+1:])
	return dot > 0 && err == nil
}

// exact returns the node at the end of keys, or nil.
func exact(n *strict.Node, keys []string) *strict.Node {
	for _, k := range keys {
		if n.Kind == strict.List {
			i, err := strconv.Atoi(k)
			if err != nil || i < 0 || i >= len(n.Items) {
				return nil
			}
			n = n.Items[i]
		} else if n = n.Get(k); n == nil {
			return nil
		}
	}
	return n
}

// Scaled returns the number, or the list of numbers, that a document has at a path, times a factor.
func (d *Document) Scaled(path string, factor float64) (*strict.Node, error) {
	keys, err := strict.Split(path)
	if err != nil {
		return nil, err
	}
	return scaled(exact(d.Root, keys), factor)
}

func scaled(n *strict.Node, factor float64) (*strict.Node, error) {
	switch {
	case n != nil && n.Kind == strict.Number:
		return strict.Of(n.Number * factor)
	case n != nil && n.Kind == strict.List:
		out := &strict.Node{Kind: strict.List}
		for _, item := range n.Items {
			x, err := scaled(item, factor)
			if err != nil {
				return nil, err
			}
			out.Items = append(out.Items, x)
		}
		return out, nil
	}
	return nil, fmt.Errorf("what is scaled is no number and no list of numbers; expected one")
}
