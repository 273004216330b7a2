package fit_test

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"kinetree/identify"
	"kinetree/identify/excite"
	"kinetree/identify/fit"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/randrobot"
	"kinetree/tree"
)

// written is a log of positions and efforts of a motion of the given model at given times, as text; stamp writes the
// time of a row.
func written(m *tree.Model, x *excite.FourierTrajectory, times []float64, stamp func(i int) string) []string {
	names := []string{"time"}
	for _, j := range m.Joints() {
		names = append(names, j.Name+"/position", j.Name+"/effort")
	}
	rows := []string{strings.Join(names, ",")}
	n := m.NV()
	q, v, a, tau := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	efforts := identify.NewEfforts(m)
	for i, t := range times {
		x.At(q, v, a, t)
		efforts.At(tau, q, v, a)
		fields := []string{stamp(i)}
		for k := range q {
			fields = append(fields, fmt.Sprint(q[k]), fmt.Sprint(tau[k]))
		}
		rows = append(rows, strings.Join(fields, ","))
	}
	return rows
}

// even returns times at a rate.
func even(rate float64, n int) []float64 {
	times := make([]float64, n)
	for i := range times {
		times[i] = float64(i) / rate
	}
	return times
}

// prepare reads logs and makes one motion of them.
func prepare(t testing.TB, m *tree.Model, cutoff float64, logs ...[]string) *fit.Measurements {
	t.Helper()
	var read []*fit.Log
	for i, rows := range logs {
		log, err := fit.ReadLog(strings.NewReader(strings.Join(rows, "\n")+"\n"), fmt.Sprintf("%d.csv", i), m,
			fit.LogFormat{})
		if err != nil {
			t.Fatal(err)
		}
		read = append(read, log)
	}
	x, err := fit.Prepare(m, cutoff, read...)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// TestRealLogs checks the logs that robots write, on the UR5 with friction: times that are rounded, not even, with
// gaps and empty fields, and logs that were joined or are several files. Friction and damping come back, and the report
// says what was done.
func TestRealLogs(t *testing.T) {
	m := rubbing(t, "ur5")
	x := wave(m, 1)
	micro := func(times []float64) func(int) string {
		return func(i int) string { return fmt.Sprintf("%.6f", times[i]) }
	}
	rng := rand.New(rand.NewPCG(1, 1))
	jittered := even(250, 2500)
	for i := range jittered {
		jittered[i] += 4e-4 * (2*rng.Float64() - 1)
	}
	at60, at240, at300, at500 := even(60, 600), even(240, 2400), even(300, 3000), even(500, 5000)
	whole := written(m, x, at500, micro(at500))
	without := func(from, to int) []string { return append(append([]string{}, whole[:from]...), whole[to:]...) }
	empty := append([]string{}, whole...)
	fields := strings.Split(empty[700], ",")
	fields[3] = ""
	empty[700] = strings.Join(fields, ",")
	empty[900] = "," + strings.SplitN(empty[900], ",", 2)[1]
	for name, c := range expect.SomeOf(t, 1, map[string]struct {
		logs [][]string
		say  string  // of the first log
		off  float64 // largest share of friction and damping
	}{
		"60 Hz":  {[][]string{written(m, x, at60, micro(at60))}, "", 0.005}, // reversals lie between samples
		"240 Hz": {[][]string{written(m, x, at240, micro(at240))}, "", 1e-3},
		"300 Hz": {[][]string{written(m, x, at300, micro(at300))}, "", 1e-3},
		"milliseconds": {[][]string{written(m, x, at300, func(i int) string {
			return fmt.Sprintf("%.3f", at300[i])
		})}, "", 1e-3},
		"epoch": {[][]string{written(m, x, at500, func(i int) string {
			return fmt.Sprintf("%.6f", 1.7e9+at500[i])
		})}, "", 1e-3},
		"jitter": {[][]string{written(m, x, jittered, func(i int) string { return fmt.Sprint(jittered[i]) })},
			"; interpolated by cubics to steps of 0.004", 5e-3}, // efforts jump between samples
		"a short gap":  {[][]string{without(1000, 1003)}, "; 3 missing rows interpolated by cubics", 1e-3},
		"a long gap":   {[][]string{without(2000, 2400)}, "; cut at 1 gap of up to 0.802 s", 2e-3},
		"empty fields": {[][]string{empty}, "; 2 with an empty field are left out; 2 missing rows interpolated", 1e-3},
		"joined": {[][]string{append(append([]string{}, whole...), whole[1:2000]...)},
			"; cut in 2 where time goes back", 1e-3},
		"twice a row": {[][]string{append(append([]string{}, whole[:500]...), whole[499:]...)},
			"; 1 with the time of the row before are left out", 1e-3},
		"several files": {[][]string{whole[:2500], append(whole[:1:1], whole[2500:]...)}, "", 2e-3},
		"other rates":   {[][]string{whole, written(m, wave(m, 2), at240, micro(at240))}, "", 1e-3},
	}) {
		t.Run(name, func(t *testing.T) {
			motion := prepare(t, m, math.NaN(), c.logs...)
			if got := motion.Logs[0].Treatment(); !strings.HasPrefix(got, c.say) || c.say == "" && got != "" {
				t.Errorf("said %q, want %q", got, c.say)
			}
			f, err := fit.New(identify.FindBase(identify.NewEquation(m, all)), motion.Cutoff, motion.Parts...)
			if err != nil {
				t.Fatal(err)
			}
			want := f.Base.Values(f.Base.Equation.Parameters())
			for k, e := range f.Estimates {
				name := f.Base.Equation.Names()[f.Base.Groups[k].Lead]
				if resists := strings.HasSuffix(name, "friction") || strings.HasSuffix(name, "damping"); resists &&
					math.Abs(e.Value-want[k]) > c.off*5 {
					t.Errorf("%s is %v, want %v", name, e.Value, want[k])
				}
			}
		})
	}
}

// TestLogFormat checks angles in degrees, of joints that turn and not of those that slide, and the columns of sensors.
func TestLogFormat(t *testing.T) {
	m := expect.Model(t, expect.Robot(t, "cart_pole"))
	var turning, sliding int
	for k, turns := range m.Angular() {
		if turns {
			turning = k
		} else {
			sliding = k
		}
	}
	a, b := m.Joints()[sliding].Name, m.Joints()[turning].Name
	text := strings.NewReplacer("A", a, "B",
		b).Replace("time,A/measured/position,B/measured/position,B/measured/velocity," +
		"A/position,B/position,A/effort,B/effort\n0,1,90,180,7,7,3,4\n")
	log, err := fit.ReadLog(strings.NewReader(text), "log.csv", m,
		fit.LogFormat{Degrees: true, Measured: true})
	if err != nil {
		t.Fatal(err)
	}
	s := log.Parts[0]
	if s.Q[0][sliding] != 1 || math.Abs(s.Q[0][turning]-math.Pi/2) > 1e-15 ||
		math.Abs(s.V[0][turning]-math.Pi) > 1e-15 ||
		s.Tau[0][turning] != 4 || len(log.Unknown) > 0 {
		t.Errorf("read %+v, unknown %q", s, log.Unknown)
	}
	plain, err := fit.ReadLog(strings.NewReader(text), "log.csv", m, fit.LogFormat{})
	if err != nil {
		t.Fatal(err)
	}
	if s := plain.Parts[0]; s.Q[0][sliding] != 7 || s.Q[0][turning] != 7 || len(plain.Unknown) > 0 {
		t.Errorf("read %+v, unknown %q", s, plain.Unknown)
	}
}

// TestResamplePoses checks that positions which are poses are interpolated along with the others: a motion of constant
// acceleration, of which a sample is missing.
func TestResamplePoses(t *testing.T) {
	r, opts := randrobot.AllKinds()
	m := expect.Model(t, r, opts...)
	const h = 0.01
	v := randrobot.Vector(1, m.NV())
	at := func(t float64) []float64 {
		q := m.Neutral()
		m.Integrate(q, q, v, t)
		return q
	}
	s := &fit.Samples{}
	row := make([]float64, m.NV())
	for i := range 30 {
		if i == 12 {
			continue
		}
		t := h * float64(i)
		s.T, s.Q, s.V = append(s.T, t), append(s.Q, at(t)), append(s.V, v)
		s.A, s.Tau = append(s.A, row), append(s.Tau, row)
	}
	parts, e, err := s.Resample(m)
	if err != nil || len(parts) != 1 || parts[0].Len() != 30 || e.Resampled || e.Bridged != 1 {
		t.Fatalf("%d parts, %+v: %v", len(parts), e, err)
	}
	for k, x := range at(0.12) {
		if d := math.Abs(parts[0].Q[12][k] - x); d > 1e-12 {
			t.Errorf("coordinate %d: %v, want %v", k, parts[0].Q[12][k], x)
		}
	}
}

// TestNoStretch checks logs of which nothing is left, and that a stretch that is too short does not spoil the others.
func TestNoStretch(t *testing.T) {
	m := expect.Model(t, expect.Robot(t, "rr_arm"))
	const header = "time,joint1/position,joint1/effort,joint2/position,joint2/effort\n"
	read := func(text string) *fit.Log {
		log, err := fit.ReadLog(strings.NewReader(header+text), "log.csv", m, fit.LogFormat{})
		if err != nil {
			t.Fatal(err)
		}
		return log
	}
	_, err := fit.Prepare(m, 0, read("0,1,1,1,1\n1,1,1,1,1\n0,1,1,1,1\n"))
	if err == nil || !strings.Contains(err.Error(), "log.csv: there are 2 rows; expected 5 or more") {
		t.Errorf("got %v", err)
	}
	var gappy bytes.Buffer
	for i := range 20 {
		fmt.Fprintf(&gappy, "%d,1,1,1,1\n", i+i/3*50)
	}
	_, err = fit.Prepare(m, 0, read(gappy.String()))
	if err == nil || !strings.Contains(err.Error(), "no 5 rows stand without a gap of more than 4 steps") {
		t.Errorf("got %v", err)
	}
	var text bytes.Buffer
	for i := range 50 {
		fmt.Fprintf(&text, "%d,%v,1,1,1\n", i, math.Sin(float64(i)/9))
	}
	motion, err := fit.Prepare(m, 0, read(text.String()+"0,1,1,1,1\n"))
	if err != nil || motion.Short != 1 || len(motion.Parts) != 1 {
		t.Errorf("got %+v: %v", motion, err)
	}
}
