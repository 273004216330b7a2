package check

import (
	"fmt"

	"kinetree/urdf"
)

// judge collects what it says of a robot.
type judge struct {
	robot *urdf.Robot
	root  string // the link without a parent
	moves []bool // by link: a joint moves it, which is not welded to the root
	diags urdf.Diagnostics
}

func newJudge(r *urdf.Robot) *judge {
	c := &judge{robot: r, moves: make([]bool, len(r.Links))}
	links, above := map[string]int{}, make([]*urdf.Joint, len(r.Links))
	for i := range r.Links {
		links[r.Links[i].Name] = i
	}
	for i := range r.Joints {
		above[links[r.Joints[i].Child]] = &r.Joints[i]
	}
	known := make([]bool, len(r.Links))
	for i := range r.Links {
		var welded []int // from the link on towards the root
		k := i
		for ; !known[k] && above[k] != nil && above[k].Type == urdf.Fixed; k = links[above[k].Parent] {
			welded = append(welded, k)
		}
		if !known[k] {
			known[k], c.moves[k] = true, above[k] != nil
		}
		if above[k] == nil {
			c.root = r.Links[k].Name
		}
		for _, w := range welded {
			known[w], c.moves[w] = true, c.moves[k]
		}
	}
	return c
}

// note adds a warning. The result, to which a hint may be given, is valid until the next one.
func (c *judge) note(code string, pos urdf.Position, path, format string, args ...any) *urdf.Diagnostic {
	c.diags = append(c.diags, urdf.Diagnostic{Severity: urdf.Warning, Code: code, File: c.robot.File, Pos: pos,
		Path: path, Message: fmt.Sprintf(format, args...)})
	return &c.diags[len(c.diags)-1]
}

// located returns the warnings in the order of the file, with the places where they come from.
func (c *judge) located() urdf.Diagnostics {
	c.diags.Sort()
	return c.robot.Located(c.diags)
}
