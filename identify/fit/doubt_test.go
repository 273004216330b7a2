package fit_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kinetree/identify"
	"kinetree/identify/excite"
	"kinetree/identify/fit"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/golden"
	"kinetree/tree"
)

// log returns a log of samples, as if it were read.
func asLog(s *fit.Samples) *fit.Log {
	return &fit.Log{File: "log.csv", Rows: s.Len(), Parts: []*fit.Samples{s}}
}

// run runs a task on a log of the UR5 with friction.
func run(t testing.TB, m *tree.Model, task fit.Task, s *fit.Samples,
	others ...*fit.Log) *fit.Identification {
	t.Helper()
	r, err := task.Run(m, expect.Robot(t, "ur5"), []*fit.Log{asLog(s)}, others)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// kinds are those of the doubts, each once.
func kinds(r *fit.Identification) (out []string) {
	for _, d := range r.Doubts {
		if !slices.Contains(out, d.Kind) {
			out = append(out, d.Kind)
		}
	}
	slices.Sort(out)
	return out
}

// usual is the task of the command.
var usual = fit.Task{Terms: all, Cutoff: math.NaN()}

// noisy is the noise of the efforts of the UR5 in these tests (N m), and encoder that of its positions (rad).
var (
	noisy   = []float64{1, 1, 1, 0.3, 0.3, 0.3}
	encoder = 2e-6
)

// rows is how many samples the logs of these tests have, over 10 s.
func rows() int {
	if testing.Short() {
		return 1000
	}
	return 2500
}

// TestNoDoubts checks that good logs raise no doubts: with independent noise of the efforts, from positions and
// efforts. Of 40 logs one may do so by chance.
func TestNoDoubts(t *testing.T) {
	t.Parallel()
	m := rubbing(t, "ur5")
	doubtful, logs := 0, 40
	if testing.Short() {
		logs = 2
	}
	for seed := range uint64(logs) {
		r := run(t, m, usual, logged(sampled(m, wave(m, 1), rows(), noisy, seed), encoder, seed))
		if len(r.Doubts) > 0 {
			doubtful++
			t.Logf("seed %d: %+v", seed, r.Doubts)
		}
	}
	if doubtful > 1 {
		t.Errorf("%d of %d logs raise doubts", doubtful, logs)
	}
}

// TestStanding checks a joint that is locked while its encoder has noise: its friction of 5 N m cannot be told, and
// that is said; all that does not depend on it is found. Without the noise it is the same.
func TestStanding(t *testing.T) {
	m := rubbing(t, "ur5")
	x := wave(m, 1)
	clear(x.A[2])
	clear(x.B[2])
	for _, sigma := range expect.Some(t, 1, 1e-4, 0) {
		r := run(t, m, usual, logged(sampled(m, x, rows(), noisy, 1), sigma, 1))
		if !slices.Equal(r.Motion.Standing, []string{"elbow_joint"}) || !slices.Contains(kinds(r), "standing") {
			t.Fatalf("noise %v: standing %q, doubts %+v", sigma, r.Motion.Standing, r.Doubts)
		}
		base := r.Fit.Base
		want := base.Values(base.Equation.Parameters())
		for k, e := range r.Fit.Estimates {
			name := base.Equation.Names()[base.Groups[k].Lead]
			switch joint, term, _ := strings.Cut(name, "/"); {
			case term != "friction" && term != "damping":
			case joint == "elbow_joint" && e.Identified:
				t.Errorf("noise %v: %s is found to be %v ± %v", sigma, name, e.Value, e.StdErr)
			case joint != "elbow_joint" && (!e.Identified || math.Abs(e.Value-want[k]) > 5*e.StdErr):
				t.Errorf("noise %v: %s is %v ± %v, want %v", sigma, name, e.Value, e.StdErr, want[k])
			}
		}
	}
}

// TestReversed checks that efforts of the wrong sign are named, of all joints and of one, and those in other units.
func TestReversed(t *testing.T) {
	m := rubbing(t, "ur5")
	for name, c := range expect.SomeOf(t, 1, map[string]struct {
		factors [6]float64
		want    []string
	}{
		"all":           {[6]float64{-1, -1, -1, -1, -1, -1}, []string{"inertia", "mass", "reversed"}},
		"one":           {[6]float64{1, 1, -1, 1, 1, 1}, []string{"reversed"}},
		"milli newtons": {[6]float64{1000, 1000, 1000, 1000, 1000, 1000}, []string{"mass"}},
	}) {
		s := sampled(m, wave(m, 1), rows(), noisy, 1)
		for _, tau := range s.Tau {
			for k := range tau {
				tau[k] *= c.factors[k]
			}
		}
		r := run(t, m, usual, logged(s, encoder, 1))
		got := kinds(r)
		for _, kind := range c.want {
			if !slices.Contains(got, kind) {
				t.Errorf("%s: doubts %q, want %s", name, got, kind)
			}
		}
		for _, d := range r.Doubts {
			if d.Kind == "reversed" && name == "one" && d.Names != "elbow_joint" {
				t.Errorf("%s: %s", name, d.Text)
			}
		}
	}
}

// TestUnits checks that a log in degrees is told by its motion, far beyond the limits of the joints, and one in radians
// is not, though it goes a little beyond them.
func TestUnits(t *testing.T) {
	m := rubbing(t, "ur5")
	for scale, want := range map[float64]bool{180 / math.Pi: true, 1: false} {
		s := sampled(m, wave(m, 1), rows(), noisy, 1)
		for _, q := range s.Q {
			for k := range q {
				q[k] *= scale
			}
		}
		r := run(t, m, usual, logged(s, 0, 1))
		if slices.Contains(kinds(r), "units") != want {
			t.Errorf("positions times %.3g: doubts %+v", scale, r.Doubts)
		}
		for _, d := range r.Doubts {
			if d.Kind == "units" && !strings.Contains(d.Text, "wrist_2_joint") {
				t.Errorf("the doubt is %q; want it to name the joints", d.Text)
			}
		}
	}
}

// TestUnsought checks that terms which the equation does not have are told from what they leave: an offset, a spring,
// an armature, friction that grows with the load and with the square of the speed, and friction that is not sought.
func TestUnsought(t *testing.T) {
	m := rubbing(t, "ur5")
	plain := golden.Embedded(t, "ur5")
	efforts := identify.NewEfforts(plain)
	load := make([]float64, 6)
	const joint = 1
	for name, c := range expect.SomeOf(t, 2, map[string]struct {
		terms identify.Terms
		more  func(s *fit.Samples, i int) float64
		tip   string
	}{
		"offset": {all, func(*fit.Samples, int) float64 { return 2 },
			"--terms damping,friction,offset"},
		"position": {all, func(s *fit.Samples, i int) float64 { return 3 * s.Q[i][joint] },
			"--terms damping,friction,stiffness"},
		"square of the speed": {all,
			func(s *fit.Samples, i int) float64 { return s.V[i][joint] * math.Abs(s.V[i][joint]) },
			"no such term"},
		"load": {all, func(s *fit.Samples, i int) float64 {
			efforts.At(load, s.Q[i], s.V[i], s.A[i])
			return 0.1 * math.Copysign(load[joint], s.V[i][joint])
		}, "no such term"},
		"direction": {identify.Damping, func(*fit.Samples, int) float64 { return 0 }, "--terms damping,friction"},
	}) {
		s := sampled(m, wave(m, 1), 2500, noisy, 1)
		for i, tau := range s.Tau {
			tau[joint] += c.more(s, i)
		}
		task := usual
		task.Terms = c.terms
		r := run(t, plain, task, logged(s, encoder, 1))
		if got := r.Tests[joint].Trend.Name; got != name {
			t.Errorf("%s: the strongest trend is %q: %+v", name, got, r.Tests[joint])
		}
		if !slices.ContainsFunc(r.Doubts, func(d fit.Doubt) bool {
			return d.Kind == "trend" && d.Names == "shoulder_lift_joint" && strings.Contains(d.Text, c.tip)
		}) {
			t.Errorf("%s: doubts %+v", name, r.Doubts)
		}
	}
}

// TestTrend checks the estimate of a term that is not sought, and its standard error, against a fit that seeks it.
func TestTrend(t *testing.T) {
	m := rubbing(t, "ur5")
	s := sampled(m, wave(m, 1), 2500, noisy, 1)
	for _, tau := range s.Tau {
		tau[0] += 0.7
	}
	without := fitted(t, m, all, s).Tests()[0].Trend
	with := fitted(t, m, all|identify.Offset, s)
	for k, g := range with.Base.Groups {
		if with.Base.Equation.Names()[g.Lead] != "shoulder_pan_joint/offset" {
			continue
		}
		e := with.Estimates[k]
		// The fit with the term has others of the other joints as well, and a smaller noise: some percent.
		if without.Name != "offset" || math.Abs(without.Coefficient/e.Value-1) > 0.05 ||
			math.Abs(without.T/(e.Value/e.StdErr)-1) > 0.2 {
			t.Errorf("the trend %+v, the estimate %v ± %v", without, e.Value, e.StdErr)
		}
		return
	}
	t.Error("there is no offset")
}

// TestCorrelated checks that noise which is not independent is told, though as strong: of a first-order filter with a
// time of a second. The standard errors are then too small, several times.
func TestCorrelated(t *testing.T) {
	m := rubbing(t, "ur5")
	s := sampled(m, wave(m, 1), rows(), nil, 1)
	rng := rand.New(rand.NewPCG(1, 1))
	state := make([]float64, 6)
	const keep = 0.996 // of a step of 4 ms
	for _, tau := range s.Tau {
		for k := range tau {
			state[k] = keep*state[k] + noisy[k]*math.Sqrt(1-keep*keep)*rng.NormFloat64()
			tau[k] += state[k]
		}
	}
	r := run(t, m, usual, logged(s, encoder, 1))
	if got := kinds(r); !slices.Contains(got, "correlated") {
		t.Errorf("doubts %q", got)
	}
	for row, test := range r.Tests {
		if !(test.Lag1 > 0.3) {
			t.Errorf("effort %d: %+v", row, test)
		}
	}
}

// TestUniform checks that the probabilities of the tests are those of chance on independent noise: uniform, by the
// share below 0.1, 0.5 and 0.9 of the 1200 efforts of 200 logs.
func TestUniform(t *testing.T) {
	if testing.Short() {
		t.Skip("200 fits are not made with -short")
	}
	t.Parallel()
	m := golden.Embedded(t, "ur5")
	base := identify.FindBase(identify.NewEquation(m, 0))
	var boxes, runs []float64
	for seed := range uint64(200) {
		f, err := fit.New(base, 0, sampled(m, wave(m, 1), 500, noisy, seed))
		if err != nil {
			t.Fatal(err)
		}
		for _, test := range f.Tests() {
			boxes, runs = append(boxes, test.LjungBox), append(runs, test.Runs)
		}
	}
	for name, p := range map[string][]float64{"Ljung-Box": boxes, "runs": runs} {
		for _, level := range []float64{0.1, 0.5, 0.9} {
			below := 0.0
			for _, x := range p {
				if x < level {
					below++
				}
			}
			// Three deviations of 1200 numbers are 0.026 to 0.043; runs are whole numbers, which adds some.
			if share := below / float64(len(p)); math.Abs(share-level) > 0.06 {
				t.Errorf("%s: %.3f are below %v", name, share, level)
			}
		}
	}
}

// TestDelay checks that a delay of the efforts is found, of either sign, with noise: to a tenth of a millisecond where
// samples are 4 ms apart. Without it friction and damping are off.
func TestDelay(t *testing.T) {
	m := rubbing(t, "ur5")
	x := wave(m, 1)
	delays := []float64{-0.0213, 0, 0.003}
	if testing.Short() {
		delays = delays[:1]
	}
	for _, delay := range delays {
		s := sampled(m, x, 2500, noisy, 1)
		// Efforts that act a delay later than logged: the log has at t those of the motion at t + delay.
		later := &excite.FourierTrajectory{Period: x.Period, Start: x.Start, A: x.A, B: x.B}
		efforts := identify.NewEfforts(m)
		rng := rand.New(rand.NewPCG(3, 1))
		for i, at := range s.T {
			q, v, a := make([]float64, 6), make([]float64, 6), make([]float64, 6)
			later.At(q, v, a, at+delay)
			efforts.At(s.Tau[i], q, v, a)
			for k := range s.Tau[i] {
				s.Tau[i][k] += noisy[k] * rng.NormFloat64()
			}
		}
		task := usual
		task.Delay = math.NaN()
		r := run(t, m, task, logged(s, encoder, 1))
		if math.Abs(r.Delay-delay) > 3e-4 {
			t.Errorf("delay %v, want %v", r.Delay, delay)
		}
		base := r.Fit.Base
		want := base.Values(base.Equation.Parameters())
		for k, e := range r.Fit.Estimates {
			if math.Abs(e.Value-want[k]) > 5*e.StdErr {
				t.Errorf("delay %v: %s is %v ± %v, want %v", delay, base.Name(&base.Groups[k]), e.Value, e.StdErr,
					want[k])
			}
		}
	}
	task := usual
	task.Cutoff, task.Delay = 0, math.NaN()
	if _, err := task.Run(m, expect.Robot(t, "ur5"), []*fit.Log{asLog(sampled(m, x, 500, nil, 1))}, nil); err == nil ||
		!strings.Contains(err.Error(), "a delay takes a filter") {
		t.Errorf("got %v", err)
	}
}

// TestValidate checks the comparison with another motion: the estimates of a mistaken model explain it down to the
// noise, behind the filter, and the model does not; and what is required of it.
func TestValidate(t *testing.T) {
	m := rubbing(t, "ur5")
	wrong := expect.Model(t, mistaken(expect.Robot(t, "ur5"), 1))
	others := asLog(logged(sampled(m, wave(m, 2), 2500, noisy, 2), encoder, 2))
	r, err := usual.Run(wrong, mistaken(expect.Robot(t, "ur5"), 1),
		[]*fit.Log{asLog(logged(sampled(m, wave(m, 1), 2500, noisy, 1), encoder, 1))}, []*fit.Log{others})
	if err != nil {
		t.Fatal(err)
	}
	for row, v := range r.Validation {
		left := noisy[row] * math.Sqrt(2*r.Motion.Cutoff/250) // of white noise at 250 Hz
		if math.Abs(v.Estimates/left-1) > 0.4 || v.Robot > 1.5*left || v.Model < 3*left || v.R2 < 0.99 {
			t.Errorf("%+v, noise %v", v, left)
		}
	}
	for text, met := range map[string]bool{"r2>0.95": true, "r2 >= 99%": true, "r2>1": false, "share<5%": true,
		"share<0.01%": false, "condition<1000": true, "condition<2": false, "residual<0.3": true, "doubts<=0": true,
		"off<5": true, "validation_r2>0.99": true, "validation_r2<0.9": false, "validation_share<0.1": true} {
		q, err := fit.ParseRequirement(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := q.Check(r); (err == nil) != met {
			t.Errorf("%s: %v", text, err)
		}
	}
	q, _ := fit.ParseRequirement("r2>2")
	if err := q.Check(r); err == nil || !strings.Contains(err.Error(), "required r2>2: it is 0.99") {
		t.Errorf("got %v", err)
	}
	for text, want := range map[string]string{"r2": "expected a figure and its bound",
		"condtion<1": `did you mean "condition"`,
		"r2>much":    "is not a number"} {
		if _, err := fit.ParseRequirement(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestScenario checks that what is found of the joints is written for scenarios, also what a URDF has no word for.
func TestScenario(t *testing.T) {
	r := resisting(expect.Robot(t, "ur5"))
	m := expect.Model(t, r, tree.WithArmature("elbow_joint", 0.5))
	f := fitted(t, m, all|identify.Armature, sampled(m, wave(m, 2), 400, nil, 0))
	c := fit.NewConsistent(f, r)
	text := c.Scenario("found.urdf")
	for _, want := range []string{"model: \"found.urdf\"\n", "\n  \"elbow_joint\": {damping: ", ", armature: 0."} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %q in\n%s", want, text)
		}
	}
	for _, v := range c.JointValues() {
		want := 0.0
		if v.Joint == "elbow_joint" {
			want = 0.5
		}
		if math.Abs(*v.Armature-want) > 1e-6 {
			t.Errorf("the armature of %s is %v, want %v", v.Joint, *v.Armature, want)
		}
	}
	if text := fit.NewConsistent(fitted(t, m, 0, sampled(m, wave(m, 2), 400, nil, 0)), r).Scenario("x"); text != "" {
		t.Errorf("a scenario without values: %s", text)
	}
}
