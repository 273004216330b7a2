package control_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"kinetree/control"
)

// free are gains without limits.
func free(p, i, d float64) control.ToolboxGains {
	return control.ToolboxGains{P: p, I: i, D: d, UMin: math.Inf(-1), UMax: math.Inf(1), IMin: math.Inf(-1),
		IMax: math.Inf(1), Windup: control.NoWindup}
}

func newToolboxPID(t *testing.T, form control.ToolboxForm, g control.ToolboxGains,
	difference bool) *control.ToolboxPID {
	t.Helper()
	pid, err := control.NewToolboxPID(form, []control.ToolboxGains{g}, difference)
	if err != nil {
		t.Fatal(err)
	}
	return pid
}

// TestToolboxFigures compares commands with those that control_toolbox 6.3.0 was seen to give, to the last of their 12
// decimals.
func TestToolboxFigures(t *testing.T) {
	errs := []float64{1, 1, 1, 1, 0.5, -0.5, -0.5, 0, 0}
	for windup, want := range map[control.ToolboxWindup][]float64{
		control.NoWindup: {8, 8, 8, 8, 0.2, -8, -4.8, 5.175, 0.175},
		control.ToolboxBackCalculation: {8, 8, 8, 8, -0.896158116083, -8, -5.339583188116, 4.635416811884,
			-0.364583188116},
		control.ToolboxConditional: {8, 8, 8, 8, 0, -8, -4.975, 5, 0},
	} {
		g := free(10, 5, 0.1)
		g.UMin, g.UMax, g.Windup = -8, 8, windup
		pid := newToolboxPID(t, control.ToolboxRolling, g, true)
		for k, e := range errs {
			if u := pid.Command(0, 0.01, e, 0); math.Abs(u-want[k]) > 0.5e-12+1e-15 {
				t.Errorf("%s, sample %d: %v; expected %v", windup, k, u, want[k])
			}
		}
	}
}

// anew is the PID written anew: a number for each thing that it remembers, and each form from its beginning to its end.
type anew struct{ sum, term, last, command float64 }

func (a *anew) humble(g control.ToolboxGains, dt, e, rate float64) float64 {
	a.sum += float64(dt * e)
	term := g.I * a.sum
	if g.Windup == control.LegacyClamped && g.I != 0 {
		low, high := g.IMin/g.I, g.IMax/g.I
		if low > high {
			low, high = high, low
		}
		if a.sum < low {
			a.sum = low
		} else if a.sum > high {
			a.sum = high
		}
		term = g.I * a.sum
	} else if g.Windup == control.LegacyFree {
		term = min(max(term, g.IMin), g.IMax)
	}
	return float64(g.P*e) + term + float64(g.D*rate)
}

func (a *anew) later(g control.ToolboxGains, dt, e, rate float64, rolling bool) float64 {
	integrated := e > g.Deadband || e < -g.Deadband
	used := a.term
	switch {
	case g.Windup == control.LegacyClamped:
		if integrated {
			a.term = min(max(a.term+float64(g.I*dt*e), g.IMin), g.IMax)
		}
		used = a.term
	case g.Windup == control.LegacyFree:
		if integrated {
			a.term += float64(g.I * dt * e)
		}
		used = min(max(a.term, g.IMin), g.IMax)
	}
	asked := float64(g.P*e) + used + float64(g.D*rate)
	given := min(max(asked, g.UMin), g.UMax)
	if integrated {
		switch g.Windup {
		case control.NoWindup:
			a.term += float64(dt * g.I * e)
		case control.ToolboxConditional:
			if asked == given || math.Signbit(e) != math.Signbit(asked) {
				a.term += float64(dt * g.I * e)
			}
		case control.ToolboxBackCalculation:
			constant := g.Tracking
			if constant == 0 && g.D != 0 {
				constant = math.Sqrt(g.D / g.I)
			} else if constant == 0 {
				constant = g.P / g.I
			}
			if g.I != 0 {
				a.term += float64(dt * (float64(g.I*e) + float64(1/constant*(given-asked))))
			}
		}
	}
	if rolling {
		a.term = min(max(a.term, g.IMin), g.IMax)
	}
	return given
}

// TestToolboxRecursion compares all forms with the recursion written anew, on 100000 samples each of random gains,
// errors and periods, to the last bit, with inputs that are not numbers and samples without a period among them.
func TestToolboxRecursion(t *testing.T) {
	forms := map[control.ToolboxForm][]control.ToolboxWindup{
		control.ToolboxHumble: {control.LegacyFree, control.LegacyClamped},
		control.ToolboxJazzy: {control.LegacyFree, control.LegacyClamped, control.NoWindup, control.ToolboxConditional,
			control.ToolboxBackCalculation},
		control.ToolboxRolling: {control.NoWindup, control.ToolboxConditional, control.ToolboxBackCalculation}}
	for form, windups := range forms {
		rng := rand.New(rand.NewPCG(3, uint64(len(windups))))
		limited := 0
		for sample, pid, a := 0, (*control.ToolboxPID)(nil), (*anew)(nil); sample < 100000; {
			g := free(20*rng.Float64(), 30*rng.Float64(), rng.Float64())
			g.Windup, g.UMin, g.UMax = windups[rng.IntN(len(windups))], -20*rng.Float64(), 20*rng.Float64()
			g.IMin, g.IMax = -rng.Float64(), rng.Float64()
			switch rng.IntN(4) {
			case 0:
				g.I = 0
			case 1:
				g.D, g.Deadband = 0, 0.1*rng.Float64()
			case 2:
				g.Tracking = rng.Float64()
			}
			difference := rng.IntN(2) == 0
			pid, a = newToolboxPID(t, form, g, difference), &anew{}
			for range 100 {
				sample++
				dt, e, rate := 0.02*rng.Float64(), rng.NormFloat64(), 5*rng.NormFloat64()
				switch rng.IntN(50) {
				case 0:
					dt = 0
				case 1:
					e = math.NaN()
				case 2:
					e = math.Inf(1)
				case 3:
					rate = math.NaN()
				}
				got := pid.Command(0, dt, e, rate)
				strange := math.IsNaN(e) || math.IsInf(e, 0) || !difference && math.IsNaN(rate)
				want := a.command
				switch {
				case form == control.ToolboxHumble && (dt == 0 || strange):
					want = 0
				case dt == 0:
				case strange:
					want = math.NaN()
					a.command = want
				default:
					if difference {
						rate, a.last = (e-a.last)/dt, e
					}
					if form == control.ToolboxHumble {
						want = a.humble(g, dt, e, rate)
					} else {
						want = a.later(g, dt, e, rate, form == control.ToolboxRolling)
					}
					if a.command = want; want == g.UMin || want == g.UMax {
						limited++
					}
				}
				if got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
					t.Fatalf("%s %s, sample %d: %v; expected %v", form, g.Windup, sample, got, want)
				}
			}
		}
		if form != control.ToolboxHumble && limited < 1000 {
			t.Errorf("%s: %d samples were at a limit; expected a thousand and more", form, limited)
		}
	}
}

// TestToolboxRefuses tells what gains cannot be.
func TestToolboxRefuses(t *testing.T) {
	for want, change := range map[string]func(*control.ToolboxGains){
		"a lower limit below the upper one": func(g *control.ToolboxGains) { g.UMin, g.UMax = 1, 1 },
		"expected limits around 0":          func(g *control.ToolboxGains) { g.IMin = 1 },
		"the deadband of the error is -1":   func(g *control.ToolboxGains) { g.Deadband = -1 },
		"the tracking time constant is -1":  func(g *control.ToolboxGains) { g.Tracking = -1 },
		"give no tracking time constant": func(g *control.ToolboxGains) {
			g.Windup, g.I = control.ToolboxBackCalculation, -1
		},
		"which the PID of rolling does not have": func(g *control.ToolboxGains) { g.Windup = control.LegacyFree },
		`the anti-windup is "some"`:              func(g *control.ToolboxGains) { g.Windup = "some" },
	} {
		g := free(1, 1, 1)
		change(&g)
		_, err := control.NewToolboxPID(control.ToolboxRolling, []control.ToolboxGains{g}, false)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v; expected %s", err, want)
		}
	}
	if _, err := control.NewToolboxPID("iron", nil, false); err == nil {
		t.Error("there is no form iron")
	}
}
