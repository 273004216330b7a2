package check

import (
	"fmt"
	"slices"

	"kinetree/urdf"
)

// judge collects what it says of a robot.
type judge struct {
	robot *urdf.Robot
	root  string // the link without a parent
	moves []bool // by link: a joint moves it, which is not welded to the root; nil unless the links form one tree
	diags urdf.Diagnostics
}

func newJudge(r *urdf.Robot) *judge {
	c := &judge{robot: r}
	links, below, isChild := map[string]int{}, make([][]int, len(r.Links)), make([]bool, len(r.Links))
	for i := range r.Links {
		links[r.Links[i].Name] = i
	}
	for i := range r.Joints {
		parent, known := links[r.Joints[i].Parent]
		child, both := links[r.Joints[i].Child]
		if !known || !both || isChild[child] {
			return c
		}
		isChild[child] = true
		below[parent] = append(below[parent], i)
	}
	root := slices.Index(isChild, false)
	if root < 0 || len(links) != len(r.Links) || len(r.Joints) != len(r.Links)-1 {
		return c
	}
	moves, todo := make([]bool, len(r.Links)), []int{root}
	reached := 0
	for ; len(todo) > 0; reached++ {
		link := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, i := range below[link] {
			child := links[r.Joints[i].Child]
			moves[child] = moves[link] || r.Joints[i].Type != urdf.Fixed
			todo = append(todo, child)
		}
	}
	if reached == len(r.Links) {
		c.root, c.moves = r.Links[root].Name, moves
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
