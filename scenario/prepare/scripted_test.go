package prepare_test

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kinetree/control/analysis"
	"kinetree/models/oracle/expect"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
)

const rotorRobot = `<robot name="rotor"><link name="base"/>
<joint name="hinge" type="continuous"><parent link="base"/><child link="disc"/><axis xyz="0 0 1"/></joint>
<link name="disc"><inertial><mass value="1"/>
<inertia ixx="0.5" iyy="0.5" izz="0.5" ixy="0" ixz="0" iyz="0"/></inertial></link></robot>`

// spun prepares a run of a rotor of 0.5 kg m² under a law, a part of a scenario, and a script.
func spun(t *testing.T, law, script string) (*prepare.Run, error) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"rotor.urdf": rotorRobot, "law.star": script} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	text := "kinetree: 1\nmodel: rotor.urdf\nduration: 1\ndt: 0.001\ncontroller: {" + law + ", period: 0.001}\n" +
		"reference: {hinge: {type: step, at: 0.1, to: 1}}\n"
	if script != "" {
		text += "script: law.star\n"
	}
	s, err := scenario.Read([]byte(text), "test.yaml", dir)
	if err != nil {
		t.Fatal(err)
	}
	return prepare.New(s, prepare.Env{Unlogged: true})
}

// judged returns the analysis of a rotor, and where it ends in a run after that.
func judged(t *testing.T, law, script string) (*analysis.Analysis, float64) {
	t.Helper()
	run, err := spun(t, law, script)
	if err != nil {
		t.Fatal(err)
	}
	a, err := run.Analyze()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := run.World.Run(context.Background(), 1); err != nil {
		t.Fatal(err)
	}
	return a, run.World.State().Q[0]
}

// header begins a law with the errors of the joint.
const header = "def control(t, position, velocity, reference, state):\n" +
	"    e, ed = reference['hinge'] - position['hinge'], -velocity['hinge']\n"

// TestStateOfScript writes one PID in many ways. With an integral gain of 800 the rotor is unstable, for 0.5 s³ + 5
// s² + 50 s + 800 has roots to the right (5·50 < 0.5·800); with 300 it is not. The analysis knows it from the state,
// whatever its form, exactly as for the built-in law, and the analysis does not change the run.
func TestStateOfScript(t *testing.T) {
	for gain, stable := range map[string]bool{"800": false, "300": true} {
		pid, end := judged(t, "type: pid, gains: {hinge: {p: 50, d: 5, i: "+gain+"}}", "")
		if pid.IsStable() != stable {
			t.Fatalf("the built-in law with the gain %s is judged stable: %v", gain, pid.IsStable())
		}
		for name, script := range expect.SomeOf(t, 3, map[string]string{
			"a number": "initial_state = 0\n" + header +
				"    return {'hinge': 50*e + 5*ed + state}, state + 0.001*GAIN*e\n",
			"a list": "initial_state = [0.0]\n" + header +
				"    return {'hinge': 50*e + 5*ed + state[0]}, [state[0] + 0.001*GAIN*e]\n",
			"a tuple for a list": "initial_state = [0.0]\n" + header +
				"    return {'hinge': 50*e + 5*ed + state[0]}, (state[0] + 0.001*GAIN*e,)\n",
			"a dict, changed in place": "initial_state = {'z': 0}\n" + header +
				"    u = 50*e + 5*ed + state['z']\n    state['z'] += 0.001*GAIN*e\n    return {'hinge': u}, state\n",
			"nested, from a function": "def initial_state():\n    return {'sum': [0, {'z': 0.0}]}\n" + header +
				"    z = state['sum'][1]['z']\n" +
				"    return {'hinge': 50*e + 5*ed + z}, {'sum': (3*e, {'z': z + 0.001*GAIN*e})}\n",
			"not in units of effort": "initial_state = {'b': 0, 'a': 7}\n" + header +
				"    return {'hinge': 50*e + 5*ed + GAIN*(state['a']-7)}, {'a': state['a'] + 0.001*e, 'b': 1}\n",
			"with a count of samples and a gain": "initial_state = {'z': 0, 'samples': 0, 'kp': 50}\n" + header +
				"    return ({'hinge': state['kp']*e + 5*ed + state['z']}, {'samples': state['samples'] + 1, " +
				"'kp': state['kp'], 'z': state['z'] + 0.001*GAIN*e})\n",
		}) {
			a, got := judged(t, "type: script", strings.ReplaceAll(script, "GAIN", gain))
			// 1e-9 is what differences leave of a law
			if a.Stable == nil || *a.Stable != stable || math.Abs(a.SpectralRadius-pid.SpectralRadius) > 1e-9 {
				t.Errorf("%s, gain %s: stable %v (%s), spectral radius %v, want %v", name, gain, a.Stable, a.Reason,
					a.SpectralRadius, pid.SpectralRadius)
			}
			if math.Abs(got-end) > 1e-9*math.Max(1, math.Abs(end)) { // the same law but for rounding
				t.Errorf("%s, gain %s: the run ends at %v, that of the built-in law at %v", name, gain, got, end)
			}
		}
	}
}

// TestHiddenState checks that laws that remember in any other way are not judged, and run as before.
func TestHiddenState(t *testing.T) {
	const body = "    u = 50 * (reference['hinge'] - position['hinge']) - 5 * velocity['hinge']\n"
	const control = "def control(t, position, velocity, reference):\n" + body
	_, end := judged(t, "type: pid, gains: {hinge: {p: 50, d: 5, i: 300}}", "")
	for name, script := range map[string]string{
		"a list": "z = [0.0]\n" + control +
			"    u += z[0]\n    z[0] += 0.001*300*(reference['hinge'] - position['hinge'])\n",
		"a dict": "z = {'x': 0}\n" + control +
			"    u += z['x']\n    z['x'] += 0.3*(reference['hinge'] - position['hinge'])\n",
		"a record": "old = []\n" + control +
			"    u += 0.3*sum(old)\n    old.append(reference['hinge'] - position['hinge'])\n",
		"a method": "old = []\nkeep = old.append\n" + control +
			"    u += 0.3*sum(old)\n    keep(reference['hinge'] - position['hinge'])\n",
		"a default": "def control(t, position, velocity, reference, z=[0]):\n" + body +
			"    u += z[0]\n    z[0] += 0.3*(reference['hinge'] - position['hinge'])\n",
		"a closure": "def make():\n  z = [0]\n  def f(e):\n    z[0] += 0.3*e\n    return z[0] - 0.3*e\n  return f\n" +
			"integrate = make()\n" + control + "    u += integrate(reference['hinge'] - position['hinge'])\n",
		"after a while": "z = [0]\n" + control + "    u += z[0]\n    if t > 0.05:\n" +
			"        z[0] += 0.3*(reference['hinge'] - position['hinge'])\n",
		"far away only": "z = [0]\n" + control +
			"    u += z[0]\n    if abs(reference['hinge'] - position['hinge']) > 1e-12:\n" +
			"        z[0] += 0.3*(reference['hinge'] - position['hinge'])\n",
	} {
		a, got := judged(t, "type: script", script+"    return {'hinge': u}\n")
		if a.Stable != nil || !strings.Contains(a.Reason, "globals") || !strings.Contains(a.Reason, "law.star:") ||
			!math.IsNaN(a.SpectralRadius) || len(a.Open) != 2 {
			t.Errorf("%s: stable %v, reason %q", name, a.Stable, a.Reason)
		}
		if math.Abs(got-end) > 1e-9 {
			t.Errorf("%s: the run ends at %v, want %v", name, got, end)
		}
	}
	a, _ := judged(t, "type: script", "noise = random(1)\n"+control+"    return {'hinge': u + noise.normal(0, 1e-3)}\n")
	if a.Stable != nil || !strings.Contains(a.Reason, "random") {
		t.Errorf("a law with random numbers: stable %v, reason %q", a.Stable, a.Reason)
	}
}

// TestLawOfTime checks that a law whose gains change with time is judged at the start, with a note that says so, and
// that one to which only a feed-forward of the time is added has none.
func TestLawOfTime(t *testing.T) {
	const begin = "def control(t, position, velocity, reference):\n    e = reference['hinge'] - position['hinge']\n"
	pd, _ := judged(t, "type: pd, gains: {hinge: {p: 50, d: 5}}", "")
	for script, changes := range map[string]bool{
		"    d = 5 if t < 0.01 else -5\n    return {'hinge': 50*e - d*velocity['hinge']}\n": true,
		"    return {'hinge': 50*(1 + t)*e - 5*velocity['hinge']}\n":                        true,
		"    return {'hinge': 50*e - 5*velocity['hinge'] + math.sin(t)}\n":                  false,
	} {
		a, _ := judged(t, "type: script", begin+script)
		if !a.IsStable() || math.Abs(a.SpectralRadius-pd.SpectralRadius) > 1e-9 ||
			strings.Contains(a.Note, "changes with time") != changes {
			t.Errorf("%s: stable %v, spectral radius %v, want %v; note %q", script, a.Stable, a.SpectralRadius,
				pd.SpectralRadius, a.Note)
		}
	}
}

// TestSeveralPeriods checks that laws whose linearisations differ from sample to sample are judged by all samples of
// their period, and not without one. A cascade whose outer level acts at each fortieth sample, with the gains of one
// that is stable at each sample, leaves its reference. Counts that decide nothing, and states that are not at rest at
// the start, keep the verdict.
func TestSeveralPeriods(t *testing.T) {
	const cascade = "initial_state = {'k': 0, 'v': 0.0}\ndef control(t, position, velocity, reference, state):\n" +
		"    k, v = state['k'], state['v']\n    if WHEN:\n" +
		"        v = 160 * (reference['hinge'] - position['hinge'])\n" +
		"    return {'hinge': 40 * (v - velocity['hinge'])}, {'k': NEXT, 'v': v}\n"
	for name, c := range map[string]struct {
		when, next string
		samples    int // of the period; 0 for none
	}{
		"each sample":             {"True", "0", 1},
		"each sample, counted":    {"True", "(k + 1) % 8", 1},
		"each fortieth":           {"k == 0", "(k + 1) % 40", 40},
		"each fortieth, the last": {"k == 39", "(k + 1) % 40", 40},
		"counted without an end":  {"k % 40 == 0", "k + 1", 40},
		"counted by the time":     {"int(t / 0.001 + 0.5) % 40 == 0", "0", 40},
		"only once":               {"k == 0", "k + 1", 0},
	} {
		a, end := judged(t, "type: script",
			strings.NewReplacer("WHEN", c.when, "NEXT", c.next).Replace(cascade))
		stable := c.samples == 1
		if stable != a.IsStable() || stable != (math.Abs(end-1) < 1e-3) || !stable && math.Abs(end-1) < 0.9 {
			t.Errorf("%s: stable %v, and the run ends at %v", name, a.IsStable(), end)
		}
		if c.samples > 0 && (a.Stable == nil || a.Samples != c.samples || (a.SpectralRadius < 1) != stable) {
			t.Errorf("%s: a period of %d samples, spectral radius %v, %s", name, a.Samples, a.SpectralRadius, a.Reason)
		}
		if c.samples == 0 && (a.Stable != nil || len(a.Open) != 2 || len(a.Loops) > 0 ||
			!math.IsNaN(a.SpectralRadius) ||
			!strings.Contains(a.Reason, "another one at t = 0.0")) {
			t.Errorf("%s: stable %v, reason %q", name, a.Stable, a.Reason)
		}
	}
	const integral = "initial_state = {'z': 0.0, 'sum': 0.0, 'k': 0}\n" + header +
		"    z = state['sum'] if state['k'] == 9 else state['z']\n    return ({'hinge': 50*e + 5*ed + z}, " +
		"{'z': z, 'sum': state['sum'] + 0.3*e, 'k': (state['k'] + 1) % 10})\n"
	if a, end := judged(t, "type: script", integral); !a.IsStable() || a.Samples != 10 || math.Abs(end-1) > 0.1 {
		t.Errorf("an integral that counts at each tenth sample: a period of %d samples, %s; the run ends at %v",
			a.Samples, a.Reason, end)
	}
	const filtered = "initial_state = [3.0]\n" + header +
		"    return {'hinge': 50*e + 5*ed + state[0]}, [0.9*state[0] + 0.1*e]\n"
	if a, _ := judged(t, "type: script", filtered); !a.IsStable() || a.Reason != "" {
		t.Errorf("a filter that begins elsewhere: stable %v, %q", a.Stable, a.Reason)
	}
}

// TestNothingHidden checks that a law without a memory is judged, also if it has globals that it does not change, lists
// of its own, and faults in states that no run reaches.
func TestNothingHidden(t *testing.T) {
	pd, end := judged(t, "type: pd, gains: {hinge: {p: 50, d: 5}}", "")
	for name, script := range map[string]string{
		"globals": "gains = {'p': 50, 'd': [5]}\n" + "def control(t, position, velocity, reference):\n" +
			"    parts = []\n    parts.append(gains['p'] * (reference['hinge'] - position['hinge']))\n" +
			"    parts.append(-gains['d'][0] * velocity['hinge'])\n    return {'hinge': sum(parts)}\n",
		"far away": "def control(t, position, velocity, reference):\n" +
			"    if abs(position['hinge']) > 2:\n        fail('too far')\n" +
			"    return {'hinge': 50*(reference['hinge'] - position['hinge']) - 5*velocity['hinge']}\n",
	} {
		a, got := judged(t, "type: script", script)
		if !a.IsStable() || a.Reason != "" || math.Abs(a.SpectralRadius-pd.SpectralRadius) > 1e-9 || got != end {
			t.Errorf("%s: stable %v (%s), spectral radius %v, want %v; the end is %v, want %v", name, a.Stable,
				a.Reason,
				a.SpectralRadius, pd.SpectralRadius, got, end)
		}
	}
}

func TestWrongStates(t *testing.T) {
	for name, c := range map[string]struct{ script, want string }{
		"NaN": {"initial_state = [0]\n" + header + "    return {}, [float('nan')]\n",
			"law.star:2:1: error: control returned a state that is not as initial_state: state[0] is nan; expected " +
				"a finite"},
		"too long": {"initial_state = [0]\n" + header + "    return {}, [1, 2]\n",
			"law.star:2:1: error: control returned a state that is not as initial_state: state has 2 items; " +
				"expected 1"},
		"another key": {"initial_state = {'z': 0}\n" + header + "    return {}, {'y': 0}\n",
			`state has the key the text "y"; expected the keys of initial_state, ["z"]`},
		"a key less": {"initial_state = {'z': 0, 'y': 1}\n" + header + "    return {}, {'y': 0}\n",
			`state has no key "z"`},
		"a number for a dict": {"initial_state = {'z': 0}\n" + header + "    return {}, 3\n",
			"state is 3; expected a dict"},
		"a dict for a number": {"initial_state = 0\n" + header + "    return {}, {}\n",
			"state is a dict; expected a finite number"},
		"a text": {"initial_state = [0]\n" + header + "    return {}, 'a'\n", `expected a list of 1 items`},
		"no state": {"initial_state = 0\n" + header + "    return {'hinge': 1}\n",
			"expected the efforts and the next state"},
		"wrong effort": {"initial_state = 0\n" + header + "    return {'hing': 1}, 0\n",
			`"hing", which is no joint`},
		"no first state": {header + "    return {}, 0\n",
			"law.star:1:1: error: control takes a state, and there is no first"},
		"infinite at once": {"initial_state = [[1e308*10]]\n" + header + "    return {}, 0\n",
			"initial_state[0][0] is +inf"},
		"a text at once": {"def initial_state():\n    return 'x'\n" + header + "    return {}, 0\n",
			"law.star:1:1: error: initial_state is the text"},
		"not taken": {"initial_state = 0\ndef control(t, position, velocity, reference):\n    return {}\n",
			"law.star:2:1: error: control takes no state"},
	} {
		run, err := spun(t, "type: script", c.script)
		if err == nil {
			_, err = run.World.Run(context.Background(), 0.01)
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", name, err, c.want)
		}
	}
}

// TestAdaptiveLoop checks that an adaptive law is judged at the estimates that it begins with: one that hardly adapts
// has the margins of one that does not.
func TestAdaptiveLoop(t *testing.T) {
	var loops [2][]analysis.RateLoop
	for i, adaptation := range []string{"{}", "{joint2: {m: 1.0e-9}}"} {
		s, err := scenario.Read([]byte("kinetree: 1\nmodel: rr_arm\nduration: 1\n"+
			"initial: {position: {joint1: 0.3, joint2: 0.5}}\ncontroller: {type: adaptive, period: 0.001, lambda: 10, "+
			"k: {\"*\": 500}, adaptation: "+adaptation+"}\n"), "test.yaml", t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		run, err := prepare.New(s, prepare.Env{Unlogged: true})
		if err != nil {
			t.Fatal(err)
		}
		a, err := run.Analyze()
		if err != nil {
			t.Fatal(err)
		}
		loops[i] = a.Loops
	}
	for k, want := range loops[0] {
		got := loops[1][k]
		// The adaptation is 1e-9 of what the law does.
		expect.Near(t, want.Name, []float64{got.Gain, got.Phase, got.Delay, got.Sensitivity},
			[]float64{want.Gain, want.Phase, want.Delay, want.Sensitivity}, 1e-6, 1)
	}
}
