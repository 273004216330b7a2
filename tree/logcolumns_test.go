package tree_test

import (
	"slices"
	"testing"

	"kinetree/models/oracle/golden"
	"kinetree/tree"
)

func TestColumns(t *testing.T) {
	m := golden.Embedded(t, "cartesian")
	columns := m.LogColumns()
	if len(columns) != 8 || columns["slide/velocity"] != (tree.LogColumn{Quantity: tree.Velocity, Joint: 1}) {
		t.Errorf("columns %v", columns)
	}
	if rates := m.RateNames(); !slices.Equal(rates, []string{"lift", "slide"}) {
		t.Errorf("rates %q", rates)
	}
	for name, want := range map[string]bool{"energy/total": true, "base/position/x": true,
		"base/angular_velocity/z": true, "base/position/w": false, "lift/position": false,
		"base/effort": false} {
		if tree.IsOtherLogColumn(name) != want {
			t.Errorf("%s belongs to no joint: %v", name, !want)
		}
	}
}
