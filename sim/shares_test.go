package sim_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/dynamics/constraint"
	"kinetree/models/oracle/expect"
	"kinetree/sim"
	"kinetree/tree"
	"kinetree/urdf"
)

// TestLeastNorm hangs a mass of 2 kg, free to slide up and down and to and fro, on one, two and three equal holds of a
// point: each hold bears an equal part of the weight, the least norm of what rigid bodies leave undetermined. Another
// body is free to move. The log changes nothing in the run.
func TestLeastNorm(t *testing.T) {
	slide := func(name, parent, child string, axis [3]float64) urdf.Joint {
		return urdf.Joint{Name: name, Type: urdf.Prismatic, Parent: parent, Child: child, Axis: axis,
			Limit: &urdf.Limit{Lower: -9, Upper: 9, Effort: 100, Velocity: 100}}
	}
	m := expect.Model(t, &urdf.Robot{Name: "hung",
		Links: []urdf.Link{{Name: "ground"}, {Name: "guide"}, rod("mass", 2, 0.1), rod("other", 1, 0.1)},
		Joints: []urdf.Joint{slide("x", "ground", "guide", [3]float64{1, 0, 0}),
			slide("z", "guide", "mass", [3]float64{0, 0, 1}),
			slide("free", "ground", "other", [3]float64{1, 0, 0})}}, tree.WithGravity(mgl64.Vec3{0, 0, -9.81}))
	for holds := 1; holds <= 3; holds++ {
		var list []constraint.Constraint
		for k := range holds {
			c := close2(t, m, "ground", 0, "mass", 0).(*constraint.Ball)
			c.Name = fmt.Sprintf("hold%d", k)
			list = append(list, c)
		}
		var ends [2]*sim.Summary
		for i, reactions := range []bool{false, true} {
			log := &table{}
			w, err := sim.New(sim.Config{Model: m, Imposed: sim.Imposed{Constraints: list},
				Log: sim.Log{Sink: log, Reactions: reactions}})
			if err != nil {
				t.Fatal(err)
			}
			if ends[i], err = w.Run(t.Context(), 0.1); err != nil {
				t.Fatal(err)
			}
			if !reactions {
				continue
			}
			for k := range holds {
				for _, x := range log.column(t, fmt.Sprintf("hold%d/force/z", k)) {
					if want := 2 * 9.81 / float64(holds); math.Abs(math.Abs(x)-want) > 1e-12*want { // rounding of sums
						t.Fatalf("of %d holds, hold %d bears %v; expected %v", holds, k, x, want)
					}
				}
			}
		}
		if a, b := ends[0].Ledger, ends[1].Ledger; a != b {
			t.Errorf("of %d holds, the ledger is %+v with reactions and %+v without", holds, b, a)
		}
	}
}
