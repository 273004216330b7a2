package tree_test

import (
	"reflect"
	"testing"

	"kinetree/models/oracle/golden"
	"kinetree/urdf"
)

// TestNumberingLists checks the lists of an arm, and those of a robot with two arms against each other.
func TestNumberingLists(t *testing.T) {
	got := golden.Embedded(t, "rr_arm").Numbering()
	want := &urdf.Numbering{Bodies: []string{"base", "link1", "link2"}, MovingJoints: []string{"joint1", "joint2"},
		Predecessor: []int{0, 1}, Successor: []int{1, 2}, Parent: []int{-1, 0, 1}, Children: [][]int{{1}, {2}, {}}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	m := golden.Embedded(t, "branched")
	got = m.Numbering()
	for k := range m.Joints() {
		p, s := got.Predecessor[k], got.Successor[k]
		if got.Parent[s] != p || !reflect.DeepEqual(got.Children[p], append([]int{}, m.Children(p)...)) {
			t.Errorf("joint %d leads from %d to %d, whose parent is %d", k, p, s, got.Parent[s])
		}
	}
	if len(got.Children[1]) != 2 {
		t.Errorf("the torso has the children %v", got.Children[1])
	}
}
