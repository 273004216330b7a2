package control_test

import (
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"kinetree/control"
	"kinetree/control/reference"
	"kinetree/dynamics/regressor"
	"kinetree/models/oracle/golden"
	"kinetree/models/oracle/randrobot"
	"kinetree/spatial"
)

// leastEigenvalue returns that of the pseudo-inertia of ten parameters, the second moments of mass.
func leastEigenvalue(p []float64) float64 {
	half := (p[4] + p[6] + p[9]) / 2
	j := mat.NewSymDense(4, []float64{half - p[4], -p[5], -p[7], p[1], 0, half - p[6], -p[8], p[2], 0, 0, half - p[9],
		p[3], 0, 0, 0, p[0]})
	var eigen mat.EigenSym
	eigen.Factorize(j, false)
	return eigen.Values(nil)[0]
}

// TestProjection lets a law with large rates adapt to random motions: with a projection its estimates are always those
// of bodies, and no projection takes them away from any set of parameters of bodies, in the metric of the rates.
func TestProjection(t *testing.T) {
	m := golden.Embedded(t, "panda_arm")
	nv := m.NV()
	acted := 0
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		c := control.AdaptiveConfig{Lambda: 2, K: slices.Repeat([]float64{1}, nv), Projection: true}
		c.Adaptation = slices.Repeat([]float64{3}, len(regressor.Parameters(m)))
		for i := range c.Adaptation {
			c.Adaptation[i] *= 1 + float64(i%7)
		}
		projecting := control.NewAdaptive(m, c)
		c.Projection = false
		free := control.NewAdaptive(m, c)
		in := control.Input{Period: 0.01, Q: make([]float64, nv), Qd: make([]float64, nv),
			Reference: reference.NewSetpoint(m)}
		tau, p := make([]float64, nv), projecting.AppendState(nil)
		for k := range uint64(5) {
			copy(in.Q, randrobot.Vector(seed+4*k, nv))
			copy(in.Qd, randrobot.Vector(seed+4*k+1, nv))
			copy(in.Reference.Q, randrobot.Vector(seed+4*k+2, nv))
			free.SetState(p)
			if err := free.Effort(tau, &in); err != nil {
				t.Fatal(err)
			}
			if err := projecting.Effort(tau, &in); err != nil {
				t.Fatal(err)
			}
			before := free.AppendState(nil)
			p = projecting.AppendState(p[:0])
			if !slices.Equal(before, p) {
				acted++
			}
			for at := 0; at < len(p); at += regressor.Size {
				body := p[at:][:regressor.Size]
				if x := leastEigenvalue(body); x < -1e-11*(body[0]+math.Abs(body[4]+body[6]+body[9])) {
					t.Fatalf("body %d has the eigenvalue %v", at/regressor.Size, x)
				}
			}
			// A body of 3 kg somewhere, for each.
			target := randrobot.Vector(seed+4*k+3, len(p))
			distance := func(p []float64) (sum float64) {
				for at := 0; at < len(p); at += regressor.Size {
					x := target[at:]
					solid := spatial.NewInertia(3, mgl64.Vec3{x[0], x[1], x[2]},
						spatial.Sym3{1 + x[3]/9, 0, 1 + x[4]/9, 0, 0, 1})
					for i, want := range regressor.Append(nil, solid) {
						d := p[at+i] - want
						sum += d * d / c.Adaptation[at+i]
					}
				}
				return sum
			}
			if a, b := distance(before), distance(p); b > a*(1+1e-12) {
				t.Fatalf("a projection leads away: %v from %v", b, a)
			}
		}
	})
	if acted == 0 {
		t.Error("no projection acted")
	}
}
