package compile

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"kinetree/models/oracle/expect"
	"kinetree/tree"
)

// BenchmarkBatch times the algorithms of a UR5 for each number of lanes, per state. Lanes 0 are the Go code.
func BenchmarkBatch(b *testing.B) {
	m := expect.Model(b, mustRobot(b, "ur5"))
	for _, a := range []struct {
		name string
		of   func(*tree.Model, Options) *Batch
		o    Options
	}{{"aba", ForwardDynamics, Options{}}, {"rnea", InverseDynamics, Options{}}, {"crba", MassMatrix, Options{}},
		{"aba derivatives", ForwardDynamicsDerivatives, Options{}},
		{"regressor", Regressor, Options{}},
		{"aba of other inertias", ForwardDynamics, Options{Inertias: true}},
		{"aba of other places", ForwardDynamics, Options{Inertias: true, Placements: true}}} {
		for _, lanes := range append(Lanes(), 0) {
			b.Run(fmt.Sprintf("%s/%d", a.name, lanes), func(b *testing.B) {
				if lanes == 0 {
					b.Setenv(Variable, "off")
				}
				a.o.Lanes = lanes
				batch := a.of(m, a.o)
				if _, reason := batch.Code(); lanes > 0 && reason != nil {
					b.Skip(reason)
				}
				fill(batch, rand.New(rand.NewPCG(1, 2)))
				for range b.N {
					if err := batch.Run(); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*batch.Lanes), "ns/state")
			})
		}
	}
}
