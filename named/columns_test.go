package named_test

import (
	"slices"
	"testing"

	"kinetree/models/oracle/golden"
	"kinetree/named"
)

func TestColumns(t *testing.T) {
	m := golden.Embedded(t, "cartesian")
	columns := named.Columns(m)
	if len(columns) != 8 || columns["slide/velocity"] != (named.Column{Quantity: named.Velocity, Joint: 1}) {
		t.Errorf("columns %v", columns)
	}
	if rates := named.Rates(m); !slices.Equal(rates, []string{"lift", "slide"}) {
		t.Errorf("rates %q", rates)
	}
	for name, want := range map[string]bool{"energy/total": true, "base/position/x": true, "lift/position": false, "base/effort": false} {
		if named.OfNoJoint(name) != want {
			t.Errorf("%s belongs to no joint: %v", name, !want)
		}
	}
}
