package control_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kinetree/control"
	"kinetree/models/oracle/golden"
	"kinetree/rnea"
	"kinetree/tree"
)

func newCascade(t interface{ Fatal(...any) }, m *tree.Model, c control.CascadeConfig) *control.Cascade {
	l, err := control.NewCascade(m, m, c)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// direct is a filter of samples in the direct form, y = Σ b x − Σ a y, which keeps inputs and outputs.
type direct struct{ b, a, x, y [3]float64 }

func (f *direct) pass(x float64) float64 {
	f.x = [3]float64{x, f.x[0], f.x[1]}
	y := f.b[0]*f.x[0] + f.b[1]*f.x[1] + f.b[2]*f.x[2] - f.a[1]*f.y[0] - f.a[2]*f.y[1]
	f.y = [3]float64{y, f.y[0], f.y[1]}
	return y
}

// settle fills the filter with an input.
func (f *direct) settle(x float64) {
	y := x * (f.b[0] + f.b[1] + f.b[2]) / (1 + f.a[1] + f.a[2])
	f.x, f.y = [3]float64{x, x, x}, [3]float64{y, y, y}
}

// anyBiquad draws a filter whose poles are within the circle of radius 0.9.
func anyBiquad(rng *rand.Rand) ([]control.Filter, *direct) {
	radius, angle := 0.9*rng.Float64(), math.Pi*rng.Float64()
	f := direct{b: [3]float64{1, rng.Float64() - 0.5, rng.Float64() - 0.5},
		a: [3]float64{1, -2 * radius * math.Cos(angle), radius * radius}}
	return []control.Filter{control.Biquad(f.b, f.a)}, &f
}

// TestCascade compares the law, sample by sample, with its equations written out for each rate, with filters in another
// form, and with a law that was another one and is reused as this one. Parts add up to what goes into the filters.
func TestCascade(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, rng := anyModel(t)
		n := m.NV()
		const period = 0.01
		type state struct {
			filters                                  [3]*direct // of the two errors, and of the effort
			v, u, z, added, before, sent, cut, y, at float64
		}
		rates, states := make([]control.CascadeRate, n), make([]state, n)
		for i := range rates {
			c, s := &rates[i], &states[i]
			c.Position = control.PositionLevel{P: 5 * rng.Float64(), Every: 1 + rng.IntN(3), Side: i}
			c.Velocity = control.VelocityLevel{P: 3, IntegralTime: 0.05, D: 0.01 * rng.Float64(), Limit: 1,
				Every: 1 + rng.IntN(3), Side: rng.IntN(n)}
			c.Effort = control.EffortLevel{Limit: 5, RateLimit: 400}
			c.Position.Error, s.filters[0] = anyBiquad(rng)
			c.Velocity.Error, s.filters[1] = anyBiquad(rng)
			c.Effort.Filters, s.filters[2] = anyBiquad(rng)
			c.FeedForward = control.CascadeFeedForward{Velocity: rng.Float64(), Acceleration: 0.1 * rng.Float64(),
				Gravity: 0.1 * rng.Float64(), Friction: rng.Float64(), Drag: control.Drag{Coulomb: 0.3, Viscous: 0.2,
					Level: 0.5, Velocity: 0.4}}
			c.Observer = control.DisturbanceObserver{Bandwidth: 3, Inertia: 0.1}
			ways := []control.AntiWindup{control.ClampOnly, control.Conditional, control.BackCalculation}
			c.AntiWindup = ways[rng.IntN(3)]
			c.TrackingTime = 0.02
		}
		law := newCascade(t, m, control.CascadeConfig{Rates: rates, Period: period})
		others := slices.Clone(rates)
		for i := range others {
			others[i].Velocity.P, others[i].Effort.Limit, others[i].FeedForward.Drag.Viscous = 7, 9, 0.4
			others[i].Velocity.Error = []control.Filter{control.Biquad([3]float64{1, 1, 1}, [3]float64{1, 0, 0.1})}
		}
		other := newCascade(t, m, control.CascadeConfig{Rates: others, Period: period})
		effort(t, other, input(rng, m))
		if !control.Reuse(other, law) {
			t.Fatal("a law cannot be reused with other numbers")
		}
		inverse := rnea.New(m)
		e, gravity, all := make([]float64, n), make([]float64, n), make([]float64, n)
		share := 1 - math.Exp(-2*math.Pi*3*period)
		for sample := range 20 {
			in := input(rng, m)
			in.Lost = make([]float64, n)
			if sample > 0 {
				in.Lost = vector(rng, n)
			}
			got := effort(t, law, in)
			if again := effort(t, other, in); !slices.Equal(got, again) {
				t.Fatalf("sample %d: a law that is reused as this one asks for %v; expected %v", sample, again, got)
			}
			m.Difference(e, in.Q, in.Reference.Q)
			inverse.Gravity(gravity, in.Reference.Q)
			inverse.InverseDynamics(all, in.Reference.Q, in.Reference.Qd, in.Reference.Qdd, nil)
			for i := range n {
				c, s := &rates[i], &states[i]
				w, to := 2*math.Pi*3*0.1*in.Qd[c.Velocity.Side], in.Reference.Qd[i]
				weight := c.FeedForward.Gravity * gravity[i]
				if sample == 0 {
					s.sent, s.y, s.at = weight, w, w
					s.filters[2].settle(weight)
				}
				if sample%c.Position.Every == 0 {
					s.v = c.Position.P * s.filters[0].pass(e[i])
				}
				d := 0.0
				if sample%c.Velocity.Every == 0 {
					T := period * float64(c.Velocity.Every)
					lost := s.cut + in.Lost[i]
					switch {
					case c.AntiWindup == control.Conditional && math.Signbit(lost) != math.Signbit(s.added):
						s.z -= s.added
					case c.AntiWindup == control.BackCalculation:
						s.z += T / max(T, 0.02) * lost
					}
					x := s.filters[1].pass(max(-1, min(1, s.v+c.FeedForward.Velocity*to)) - in.Qd[c.Velocity.Side])
					if sample > 0 {
						d = c.Velocity.D * (x - s.before) / T
					}
					s.u = 3*x + s.z + d
					z := s.z + T*3/0.05*x
					if c.AntiWindup == control.ClampOnly {
						z = max(-5, min(5, z))
					}
					s.added, s.z, s.before = z-s.z, z, x
				}
				drag := math.Copysign(0.3+0.2*math.Exp(-to*to/0.16), to) + 0.2*to
				forward := weight + c.FeedForward.Acceleration*(all[i]-gravity[i]) + c.FeedForward.Friction*drag
				s.y += share * (s.at + in.Lost[i] - s.y)
				parts := 0.0
				for _, x := range law.AppendParts(nil, i) {
					parts += x
				}
				u := s.u + forward - (w - s.y)
				if math.Abs(parts-u) > 1e-10*(1+math.Abs(u)) {
					t.Fatalf("sample %d, rate %d: parts of %v; expected %v", sample, i, parts, u)
				}
				u = s.filters[2].pass(u)
				x := max(s.sent-400*period, min(s.sent+400*period, max(-5, min(5, u))))
				// Numbers are of the magnitude 1 to 100, and poles of the filters let rounding grow tenfold.
				if math.Abs(got[i]-x) > 1e-10*(1+math.Abs(u)) {
					t.Fatalf("sample %d, rate %d: effort %v; expected %v", sample, i, got[i], x)
				}
				s.sent, s.cut, s.at = got[i], got[i]-u, got[i]-forward+w
			}
		}
	})
}

// anyCascade returns a configuration for a robot of two rates, all of whose numbers matter.
func anyCascade() control.CascadeConfig {
	notch := []control.Filter{control.Notch(12, 5, 20), control.LowPass(10, 1, 0)}
	c := control.CascadeRate{
		Position: control.PositionLevel{P: 3, Every: 2, Error: notch, Measurement: notch},
		Velocity: control.VelocityLevel{P: 4, IntegralTime: 0.1, D: 0.01, Limit: 2, Every: 1, Error: notch,
			Measurement: notch},
		Effort: control.EffortLevel{Filters: notch, Limit: 20, RateLimit: 1000},
		FeedForward: control.CascadeFeedForward{Velocity: 1, Acceleration: 1, Gravity: 1, Friction: 1,
			Drag: control.Drag{Coulomb: 1, Viscous: 1}},
		Observer:   control.DisturbanceObserver{Bandwidth: 5, Inertia: 1},
		AntiWindup: control.Conditional,
	}
	second := c
	second.Position.Side, second.Velocity.Side, second.Velocity.Every = 1, 1, 2
	second.AntiWindup = control.BackCalculation
	return control.CascadeConfig{Rates: []control.CascadeRate{c, second}, Period: 0.01}
}

// TestCascadeRemembers checks that the state and the rows are all that the law keeps.
func TestCascadeRemembers(t *testing.T) {
	m := golden.Embedded(t, "rr_arm")
	wholeState(t, m, "cascade", func() control.Law { return newCascade(t, m, anyCascade()) })
	completeRows(t, m, "cascade", newCascade(t, m, anyCascade()))
}

// TestCascadeStart starts where gravity is held, and before steps of filters that begin at the errors' zeros: nothing
// moves but by gravity, and the filters of measurements are as after a long time.
func TestCascadeStart(t *testing.T) {
	m := golden.Embedded(t, "rr_arm")
	c := anyCascade()
	for i := range c.Rates {
		c.Rates[i].FeedForward.Velocity, c.Rates[i].Effort.Limit = 0, math.Inf(1)
	}
	law := newCascade(t, m, c)
	in := input(rand.New(rand.NewPCG(1, 2)), m)
	copy(in.Reference.Q, in.Q)
	clear(in.Qd)
	clear(in.Reference.Qd)
	clear(in.Reference.Qdd)
	want := effort(t, control.NewGravityCompensation(m), in)
	for sample := range 10 {
		// Filters whose gain at rest is 1 but for rounding; errors of some 1e-16 rad have effects of up to 1e3 N m/rad.
		if got := effort(t, law, in); math.Abs(got[0]-want[0]) > 1e-11 || math.Abs(got[1]-want[1]) > 1e-11 {
			t.Fatalf("sample %d: efforts %v; expected those of gravity, %v", sample, got, want)
		}
	}
}

// TestCascadeRefuses checks errors, as what a law is not reused, its period in samples and its signals.
func TestCascadeRefuses(t *testing.T) {
	m := golden.Embedded(t, "rr_arm")
	refused := func(change func(*control.CascadeRate), want string) {
		t.Helper()
		c := anyCascade()
		change(&c.Rates[1])
		if _, err := control.NewCascade(m, m, c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got the error %v; expected %q", err, want)
		}
	}
	refused(func(c *control.CascadeRate) { c.Effort.Limit = 0 }, "the limit of the effort is 0")
	refused(func(c *control.CascadeRate) { c.Velocity.Every = 5 },
		"velocity: filter 0: the frequency 12 Hz; expected less than half the rate of the samples, 10 Hz")
	law := newCascade(t, m, anyCascade())
	for _, change := range []func(*control.CascadeRate){
		func(c *control.CascadeRate) { c.Position.Every = 3 },
		func(c *control.CascadeRate) { c.Velocity.IntegralTime = 0 },
		func(c *control.CascadeRate) { c.Effort.Filters = c.Effort.Filters[:1] },
	} {
		c := anyCascade()
		change(&c.Rates[0])
		if control.Reuse(law, newCascade(t, m, c)) {
			t.Errorf("a law is reused as one of another structure")
		}
	}
	c := anyCascade()
	c.Rates[0].Position.Every = 3
	if got := newCascade(t, m, c).Samples(); got != 6 {
		t.Errorf("a period of %d samples; expected 6", got)
	}
	names := law.Signals()
	if len(names) != 22 || names[0] != m.RateName(0)+"/cascade/velocity" ||
		names[10] != m.RateName(0)+"/filters/effort/low_pass" || len(law.AppendSignals(nil)) != len(names) {
		t.Errorf("signals %v", names)
	}
}
