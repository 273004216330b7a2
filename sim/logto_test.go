package sim_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"kinetree/models/oracle/expect"
	"kinetree/sim"
)

// TestLogTo runs random robots with friction and end stops twice, with a log each, of which the second is the first to
// the last bit.
func TestLogTo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := rough(t, 4)
		var first, second table
		c.Log = sim.Log{Sink: &first, Every: rapid.IntRange(1, 7).Draw(t, "every"), Ledger: true, Reactions: true}
		w := expect.World(t, c)
		expect.Run(t, w, 0.05)
		w.LogTo(&second)
		if err := w.Reset(nil, nil); err != nil {
			t.Fatal(err)
		}
		rows := len(first.rows)
		expect.Run(t, w, 0.05)
		if len(first.rows) != rows || rows < 2 || second.end == nil || !slices.Equal(first.columns, second.columns) ||
			!same(first.rows, second.rows) {
			t.Fatalf("a log of %d rows\n%v\nand another\n%v", rows, first.rows, second.rows)
		}
	})
	defer func() {
		if recover() == nil {
			t.Error("a world without a log has one now")
		}
	}()
	expect.World(t, sim.Config{Model: cart(t, 0)}).LogTo(&table{})
}
