package analysis_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"kinetree/spatial/mat"

	"kinetree/control"
	"kinetree/control/analysis"
	"kinetree/control/signal"
	"kinetree/models/oracle/expect"
	"kinetree/tree"
)

// elastic is a link and a rotor with a spring and a damper between them, under p and d of both sides.
type elastic struct {
	link, rotor, stiffness, damping float64
	p, d                            [2]float64 // of the link and of the rotor
	delay, lag, filter              float64
	difference                      bool
}

// setup returns the loop with all gains multiplied by a factor. Both efforts of the law act on the rotor.
func (e elastic) setup(t testing.TB, factor float64) *analysis.Setup {
	t.Helper()
	m := rotor(t, tree.WithRotor("axle", e.rotor))
	plant := &analysis.Plant{A: mat.NewDense(4, 4, nil), B: mat.NewDense(4, 2, nil)}
	for i, inertia := range []float64{e.link, e.rotor} {
		plant.A.Set(i, 2+i, 1)
		plant.A.Set(2+i, i, -e.stiffness/inertia)
		plant.A.Set(2+i, 1-i, e.stiffness/inertia)
		plant.A.Set(2+i, 2+i, -e.damping/inertia)
		plant.A.Set(2+i, 3-i, e.damping/inertia)
		plant.B.Set(3, i, 1/e.rotor)
	}
	p, d := []float64{factor * e.p[0], factor * e.p[1]}, []float64{factor * e.d[0], factor * e.d[1]}
	return &analysis.Setup{Model: m, Plant: plant, Position: []float64{0, 0}, Hold: []float64{0, 0},
		Law: control.NewPD(m, p, d), Delay: e.delay, Actuators: signal.Actuators{Lag: e.lag},
		Sensors: signal.Sensors{Difference: e.difference, VelocityFilter: e.filter}}
}

// TestMarginsOfDrives compares margins of elastic drives with the poles of loops that have them used up: of all gains
// together, which reach one motor, whatever side of the transmission they feed back.
func TestMarginsOfDrives(t *testing.T) {
	const period, finest = 1e-3, 1.01
	rng := rand.New(rand.NewPCG(1, 1))
	between := func(low, high float64) float64 { return math.Exp(math.Log(low) + rng.Float64()*math.Log(high/low)) }
	sides, all := map[string]int{}, []string{"link", "rotor", "both", "p of the link, d of the rotor"}
	wanted := 20
	if testing.Short() {
		t.Logf("2 of %d loops of each kind", wanted)
		wanted = 2
	}
	for slices.ContainsFunc(all, func(side string) bool { return sides[side] < wanted }) {
		e := elastic{link: between(0.1, 3), rotor: between(0.1, 3), stiffness: between(1e2, 1e5),
			damping: between(0.05, 5)}
		side := all[rng.IntN(len(all))]
		if sides[side] == wanted {
			continue
		}
		p, d := between(1, 500), between(0.3, 30)
		for i, feeds := range [2][2]bool{{side != "rotor", side == "link" || side == "both"},
			{side == "rotor" || side == "both", side != "link"}} {
			if feeds[0] {
				e.p[i] = p
			}
			if feeds[1] {
				e.d[i] = d
			}
		}
		e.delay, e.difference = period*3*rng.Float64(), rng.IntN(2) == 0
		if rng.IntN(2) == 0 {
			e.lag, e.filter = 0.002, 100
		}
		if radius(t, e.setup(t, 1), period) >= 1 {
			continue
		}
		sides[side]++
		l, err := e.setup(t, 1).Loop(period)
		if err != nil {
			t.Fatal(err)
		}
		m, err := l.Margins(0)
		if err != nil {
			t.Fatal(err)
		}
		settled := int(math.Log(1e-9) / math.Log(radius(t, e.setup(t, 1), period)))
		if step, err := e.setup(t, 1).StepResponse(period, 0, min(settled, 20000)+2); err != nil ||
			settled < 20000 && math.Abs(step[len(step)-1]-1) > 1e-6 {
			t.Errorf("%s: a unit step of %+v ends at %v, %v", side, e, step[len(step)-1], err)
		}
		largest, least := math.Inf(1), 0.0
		for gain := 1.0; gain < 1e6 && math.IsInf(largest, 1); gain *= finest {
			if radius(t, e.setup(t, gain), period) >= 1 {
				largest = gain
			}
		}
		for gain := 1.0; gain > 1e-3 && least == 0; gain /= finest {
			if radius(t, e.setup(t, gain), period) >= 1 {
				least = gain
			}
		}
		if !(m.Gain <= largest && m.Gain >= largest/finest*(1-1e-9)) {
			t.Errorf("%s: gain margin %v of %+v, which is unstable at %v", side, m.Gain, e, largest)
		}
		if least > 0 && !(m.LowerGain >= least && m.LowerGain <= least*finest*(1+1e-9)) {
			t.Errorf("%s: lower gain margin %v of %+v, which is unstable at %v", side, m.LowerGain, e, least)
		}
		for _, share := range []float64{0.1, 0.5, 0.97, 1.03} { // a part of a period is not quite a turn of L
			later := e
			if later.delay += share * math.Min(m.Delay, 1); later.delay > 50*period {
				continue
			}
			if r := radius(t, later.setup(t, 1), period); (r < 1) != (share < 1) {
				t.Errorf("%s: delay margin %v of %+v, with %v of which the spectral radius is %v", side, m.Delay, e,
					share, r)
			}
		}
	}
}

// TestSlowMargins compares with L = (d s + p)/s² of a rotor, see TestRotorMargins, where |L| = 1 a million times below
// half the sampling rate, at which the rounding of states from sample to sample is 1e-3 of L.
func TestSlowMargins(t *testing.T) {
	const p, d = 1e-6, 1e-3
	l, err := spin(t, p, d).Loop(5e-4)
	if err != nil {
		t.Fatal(err)
	}
	m, err := l.Margins(0)
	if err != nil {
		t.Fatal(err)
	}
	w := math.Sqrt((d*d + math.Sqrt(d*d*d*d+4*p*p)) / 2)
	expect.Within(t, "phase margin, its frequency by the true one, delay margin by the true one",
		[]float64{m.Phase, m.PhaseFrequency / w, m.Delay * w / math.Atan2(d*w, p)},
		[]float64{math.Atan2(d*w, p), 1, 1}, 0.01)
}
