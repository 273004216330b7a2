// Package draft writes scenarios to begin with, and finds first gains of their controllers.
package draft

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"kinetree/aba"
	"kinetree/dynamics/crba"
	"kinetree/internal/strict"
	"kinetree/models"
	"kinetree/rnea"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
	"kinetree/sim"
	"kinetree/tree"
	"kinetree/urdf"
)

// Starter returns a scenario, as text with comments to stand in the file of a name, in which a robot holds its start: a
// scenario to begin with. Its law is PD with gravity compensation, in which each joint is critically damped for the
// largest inertia that it meets, at the same natural frequency unless its effort limit, the least inertia or friction
// asks for another one. Where no gains suit all poses, the law is computed torque. The loop was analysed and run for a
// second. The estimation, which may be nil, becomes a part of it. Notes say what is left to the user. The error is an
// *UnheldError, beside the text, if the robot could not be held.
func Starter(name string, source *models.Source, inertia *scenario.Estimation) (text string, notes []string,
	err error) {
	s := scenario.Default()
	s.Model = scenario.SpecOf(source)
	s.Inertia = inertia
	run, err := prepare.New(s, prepare.Env{Unlogged: true})
	if err != nil {
		return "", nil, err
	}
	b := newBeginning(run, name)
	laws := []string{b.law, computedTorque}
	if !b.suited() {
		laws = laws[1:]
	}
	for _, b.law = range laws {
		for _, b.integrator = range []string{"rk4", "implicit"} {
			failed := false // as another integrator may not
			for _, b.frequency = range b.frequencies() {
				text = b.text()
				var in bool
				if in, err = b.try(text, name); err == nil {
					return text, b.notes, nil
				}
				failed = failed || in
			}
			if !failed {
				break
			}
		}
	}
	return text, b.notes, &UnheldError{scenario.Reason(err)}
}

// frequencies returns those that are tried, fewer of a robot with many rates, of which each takes long.
func (b *beginning) frequencies() []float64 {
	if b.m.NV() > prepare.MostRates {
		return []float64{20, slowest, 1}
	}
	return []float64{20, 10, slowest, 2, 1}
}

// UnheldError says that a starter does not hold its robot.
type UnheldError struct{ Reason string }

// Error implements error.
func (e *UnheldError) Error() string {
	return "the scenario does not hold the robot: " + e.Reason + "; expected other gains, limits or inertias"
}

// beginning holds what a starter is written from.
type beginning struct {
	robot, model string
	spec         scenario.ModelSpec // of the model, seen from the scenario
	m            *tree.Model
	q            []float64 // at the start
	inertia      []float64 // at the start with all other joints held, by rate
	least        []float64 // over poses, with all other joints free: 1/(M⁻¹)ᵢᵢ
	largest      []float64 // over poses, with all other joints held: Mᵢᵢ
	gravity      []float64 // the effort that it takes at the start, by rate
	estimation   *scenario.Estimation
	notes        []string

	law, integrator string
	frequency       float64 // rad/s, natural, of the joints
}

const (
	computedTorque = "computed_torque"

	samplePeriod = 0.001 // s, of the law
	slowest      = 5     // rad/s, of joints under PD; where the least inertia asks for less the law has to know it
	posesDrawn   = 64
)

func newBeginning(run *prepare.Run, name string) *beginning {
	m, q := run.World.Model(), run.World.State().Q
	n := m.NV()
	b := &beginning{robot: m.Name(), model: run.Source.Name, m: m, q: q, inertia: make([]float64, n),
		least: make([]float64, n), largest: make([]float64, n), gravity: make([]float64, n),
		estimation: run.Scenario.Inertia, law: "pd_gravity"}
	if data, embedded := models.URDF(b.model); !embedded || string(data) != string(run.Source.Data) {
		b.model = scenario.Relative(filepath.Dir(name), b.model)
	}
	b.spec = scenario.SpecOf(run.Source)
	for p, folder := range b.spec.Packages {
		b.spec.Packages[p] = scenario.Relative(filepath.Dir(name), folder)
	}
	b.draw()
	rnea.New(m).Gravity(b.gravity, q)
	for i, g := range b.gravity {
		if math.Abs(g) < 1e-9 { // rounding
			b.gravity[i] = 0
		}
	}
	for _, j := range b.joints() {
		switch load := b.load(j); {
		case j.Effort == 0:
			b.notes = append(b.notes, fmt.Sprintf("the effort limit of joint %s is 0, which allows no effort; the "+
				"scenario has another one", j.Name))
		case load > j.Effort:
			b.notes = append(b.notes,
				fmt.Sprintf("joint %s takes %.3g %s against gravity at the start, and its effort "+
					"limit is %.3g", j.Name, load, unit(j), j.Effort))
		}
	}
	return b
}

// draw finds the inertias at the start, and at poses that are drawn within the limits.
func (b *beginning) draw() {
	first := true
	inertiasOver(b.m, DrawnPoses(b.m, b.q, posesDrawn, 1), func(held, free []float64) {
		for i := range held {
			if first {
				b.inertia[i], b.least[i] = held[i], free[i]
			}
			b.least[i], b.largest[i] = min(b.least[i], free[i]), max(b.largest[i], held[i])
		}
		first = false
	})
}

// DrawnPoses returns the given pose and others, drawn within the limits of the joints whose positions are numbers, or
// half a turn about the given pose where there are none.
func DrawnPoses(m *tree.Model, q []float64, poses int, seed uint64) [][]float64 {
	rng := rand.New(rand.NewPCG(seed, seed))
	ranges, _ := m.Ranges()
	list := [][]float64{slices.Clone(q)}
	for range poses - 1 {
		pose := slices.Clone(q)
		for k := range m.Joints() {
			j := &m.Joints()[k]
			if j.NQ != 1 || j.NV != 1 || j.Leader >= 0 || j.Drives >= 0 {
				continue
			}
			low, high := ranges[k].Lower, ranges[k].Upper
			if math.IsInf(low, 0) || math.IsInf(high, 0) {
				low, high = q[j.Q]-math.Pi, q[j.Q]+math.Pi
			}
			pose[j.Q] = low + float64(rng.Float64()*(high-low))
		}
		list = append(list, pose)
	}
	return list
}

// inertiasOver calls a function with the inertia of each rate at each pose: with all other joints held, Mᵢᵢ, and with
// them free, 1/(M⁻¹)ᵢᵢ, the former again where a joint moves no inertia.
func inertiasOver(m *tree.Model, poses [][]float64, each func(held, free []float64)) {
	n := m.NV()
	matrix, inverse := crba.New(m), aba.New(m)
	mass, reciprocal := make([]float64, n*n), make([]float64, n*n)
	held, free := make([]float64, n), make([]float64, n)
	for _, q := range poses {
		matrix.MassMatrix(mass, q)
		singular := inverse.InverseMassMatrix(reciprocal, q) != nil
		for i := range n {
			held[i], free[i] = mass[i*n+i], mass[i*n+i]
			if !singular {
				free[i] = 1 / reciprocal[i*n+i]
			}
		}
		each(held, free)
	}
}

// suited reports whether gains for each joint suit all poses: with them no joint is slower than the slowest.
func (b *beginning) suited() bool {
	return !slices.ContainsFunc(b.joints(), func(j *tree.Joint) bool {
		_, largest := b.inertias(j)
		return b.stiffest(j) < slowest*slowest*largest
	})
}

// inertias returns the least and the largest of a joint that its gains have to suit: over poses, but under computed
// torque, which knows that of each pose, at the start.
func (b *beginning) inertias(j *tree.Joint) (least, largest float64) {
	if b.law == computedTorque {
		x := slices.Min(b.inertia[j.V : j.V+j.NV])
		return x, x
	}
	return slices.Min(b.least[j.V : j.V+j.NV]), slices.Max(b.largest[j.V : j.V+j.NV])
}

// stiffest returns the largest p of a joint, as an effort, with which it is critically damped by d at its largest
// inertia, while d takes no more than the velocity within a sample at its least one: half of what is unstable.
func (b *beginning) stiffest(j *tree.Joint) float64 {
	least, largest := b.inertias(j)
	if largest == 0 {
		return 0
	}
	d := least/samplePeriod + j.Damping
	return float64(d*d) / (4 * largest)
}

// joints returns those that have efforts of their own.
func (b *beginning) joints() []*tree.Joint {
	var list []*tree.Joint
	for _, j := range b.m.Joints() {
		if j.Leader < 0 && j.NV > 0 {
			list = append(list, &j)
		}
	}
	return list
}

// load returns the largest effort that gravity takes of the rates of a joint at the start.
func (b *beginning) load(j *tree.Joint) (load float64) {
	for _, g := range b.gravity[j.V : j.V+j.NV] {
		load = max(load, math.Abs(g))
	}
	return load
}

// unit returns that of an effort of a joint.
func unit(j *tree.Joint) string {
	if j.Type == urdf.Prismatic {
		return "N"
	}
	return "N m"
}

// size returns a length or an angle of a joint, as it slides or turns.
func size(j *tree.Joint, angle, length float64) float64 {
	if j.Type == urdf.Prismatic {
		return length
	}
	return angle
}

// limit returns the effort limit of a joint: that of its description, or where this is 0 what gravity and a fast
// motion take, with two digits.
func (b *beginning) limit(j *tree.Joint) float64 {
	if j.Effort > 0 {
		return j.Effort
	}
	_, inertia := b.inertias(j)
	x, _ := strconv.ParseFloat(strconv.FormatFloat(float64(2*b.load(j))+float64(100*inertia), 'g', 2, 64), 64)
	return x
}

// gains returns those of a joint: so stiff that friction holds it near its reference, and critically damped for its
// largest inertia, together with the damping that it has; but no stiffer than samples allow, and so that an error of
// 0.2 rad or 50 mm takes no more effort than gravity leaves. Those of computed torque are for the inertia 1.
func (b *beginning) gains(j *tree.Joint) (p, d float64) {
	_, inertia := b.inertias(j)
	p = max(float64(b.frequency*b.frequency*inertia), j.Friction/size(j, 0.01, 0.001))
	if limit, load := b.limit(j), b.load(j); limit > load && j.NV == 1 {
		p = min(p, (limit-load)/size(j, 0.2, 0.05))
	}
	p = min(p, b.stiffest(j))
	d = max(0, float64(2*math.Sqrt(p*inertia))-j.Damping)
	if b.law == computedTorque && inertia > 0 {
		return p / inertia, d / inertia
	}
	return p, d
}

// try returns what is wrong with a scenario that shall hold the robot, and whether its integration failed.
func (b *beginning) try(text, name string) (failed bool, _ error) {
	s, err := scenario.Read([]byte(text), name, filepath.Dir(name))
	if err != nil {
		return false, err
	}
	run, err := prepare.New(s, prepare.Env{Unlogged: true})
	if err != nil {
		return false, err
	}
	const largest = 100 // rates whose loop is analysed, which takes O(n³)
	if run.Loop != nil && b.m.NV() <= largest {
		setup, err := run.Linear()
		if err != nil {
			return false, err
		}
		if stable, err := setup.Stable(run.Loop.Period); err != nil {
			return false, err
		} else if !stable {
			return false, fmt.Errorf("the loop is not stable")
		}
	}
	o, err := run.World.Run(context.Background(), 1)
	if err != nil {
		return true, err
	}
	if o.Status != sim.Done {
		return true, fmt.Errorf("%s", o.Reason)
	}
	strayed := make([]float64, b.m.NV())
	b.m.Difference(strayed, b.q, run.World.State().Q)
	for _, j := range b.joints() {
		for _, x := range strayed[j.V : j.V+j.NV] {
			if math.Abs(x) > 0.01 {
				return false, fmt.Errorf("joint %s strays by %.3g within a second", j.Name, x)
			}
		}
	}
	return false, nil
}

// text returns the scenario.
func (b *beginning) text() string {
	w := &strings.Builder{}
	line := func(text, comment string, args ...any) {
		if comment != "" {
			text = fmt.Sprintf("%-46s # %s", text, fmt.Sprintf(comment, args...))
		}
		w.WriteString(text + "\n")
	}
	line("# A scenario of the robot "+oneLine(b.robot)+", to begin with. All keys: simulate help formats scenario.", "")
	line("# Lines in which a key follows the sign # at once are examples; take the sign away to use them.", "")
	line("kinetree: 1", "")
	if text := scalar(b.model); len(b.spec.Args)+len(b.spec.Packages) == 0 {
		line("model: "+text, "")
	} else {
		spec := b.spec
		spec.File = b.model
		whole, _ := json.Marshal(strict.Encode(spec)) // a value of JSON is one of YAML
		line("model: "+string(whole), "")
	}
	if b.estimation != nil {
		text, _ := json.Marshal(strict.Encode(*b.estimation)) // a value of JSON is one of YAML
		line("inertia: "+string(text), "estimated from shapes; density in kg/m^3, total_mass in kg")
	}
	line("duration: 5", "s")
	line("dt: 0.001", "step of the simulation (s)")
	line("integrator: "+b.integrator, "")
	line("#gravity: [0, 0, -9.81]", "m/s^2")
	line("#base: floating", "the root link is free")
	line("#log: {every: 10}", "each tenth step")
	joints := b.joints()
	if len(joints) == 0 {
		return w.String()
	}
	line("", "")
	line("initial:", "")
	line("  position:", "rad or m")
	for _, j := range joints {
		if j.NV == 1 {
			line(fmt.Sprintf("    %s: %v", scalar(j.Name), short(b.q[j.Q])), "%s", describe(j))
		} else {
			line(fmt.Sprintf("    #%s: [%s]", scalar(j.Name), commas(b.q[j.Q:j.Q+j.NQ])), "%s", describe(j))
		}
	}
	line("", "")
	about := `PD with gravity compensation. Each joint is critically damped where its inertia is largest, with the
damping that it has: d = 2 sqrt(p inertia) - damping.`
	if b.law == computedTorque {
		about = `Computed torque: the inertia of a joint differs so much from pose to pose that no gains of PD suit all.
p is in 1/s^2 and d in 1/s. Each joint is critically damped, with the damping that it has at the start.`
	}
	line("# "+strings.ReplaceAll(about, "\n", "\n# "), "")
	line("# Inertias are the least and the largest of poses within limits, with the other joints free and held.", "")
	line("controller:", "")
	line("  type: "+b.law, "pid, computed_torque, lqr, impedance and others")
	line(fmt.Sprintf("  period: %v", samplePeriod), "of the samples (s)")
	line("  #delay: 0.0005", "from a sample to its efforts (s)")
	line("  gains:", "")
	for _, j := range joints {
		p, d := b.gains(j)
		line(fmt.Sprintf("    %s: {p: %.3g, d: %.3g}", scalar(j.Name), p, d), "%s", b.meets(j, p))
	}
	b.drives(line, joints)
	b.examples(line, joints)
	return w.String()
}

// meets says what a joint has against it that its gain p stands for.
func (b *beginning) meets(j *tree.Joint, p float64) string {
	mass, angle := "kg m^2", "rad"
	if j.Type == urdf.Prismatic {
		mass, angle = "kg", "m"
	}
	least, largest := slices.Min(b.least[j.V:j.V+j.NV]), slices.Max(b.largest[j.V:j.V+j.NV])
	text := fmt.Sprintf("inertia %.3g to %.3g %s, gravity takes %.3g %s", least, largest, mass, b.load(j), unit(j))
	if largest-least < 1e-3*largest {
		text = fmt.Sprintf("inertia %.3g %s, gravity takes %.3g %s", largest, mass, b.load(j), unit(j))
	}
	if b.law == computedTorque {
		p *= slices.Min(b.inertia[j.V : j.V+j.NV])
	}
	if j.Friction > 0 && p > 0 {
		text += fmt.Sprintf(", friction %.3g %s holds it up to %.2g %s off", j.Friction, unit(j), j.Friction/p, angle)
	}
	return text
}

// drives asks for what the robot's description does not have of the drives.
func (b *beginning) drives(line func(text, comment string, args ...any), joints []*tree.Joint) {
	head, rotor := "#joints:", "#  %s: {armature: 0}"
	line("", "")
	if slices.ContainsFunc(joints, func(j *tree.Joint) bool { return j.Effort == 0 }) {
		head, rotor = "joints:", "  #%s: {armature: 0}"
		line("# The robot's description allows no effort at some joints. Put in what the drives can do.", "")
	}
	line("# The description has no inertia of rotors: put it in, times the square of the gear's ratio. It may be", "")
	line("# more than that of the links, above all at a wrist, and gains are higher then.", "")
	line(head, "")
	for _, j := range joints {
		if j.Effort == 0 {
			line(fmt.Sprintf("  %s: {effort_limit: %v}", scalar(j.Name), b.limit(j)), "%s", unit(j))
		} else {
			line(fmt.Sprintf(rotor, scalar(j.Name)), "kg m^2, or kg of a joint that slides")
		}
	}
}

// examples adds keys that are commented out.
func (b *beginning) examples(line func(text, comment string, args ...any), joints []*tree.Joint) {
	links := b.m.Links()
	last := scalar(links[len(links)-1].Name)
	line("", "")
	if i := slices.IndexFunc(joints, func(j *tree.Joint) bool { return j.NV == 1 }); i >= 0 {
		j := joints[i]
		p, _ := b.gains(j)
		from, to := b.q[j.Q], b.q[j.Q]+0.3
		if j.Type == urdf.Prismatic {
			to = from + 0.1
		}
		if to > j.Upper {
			to = from + (j.Upper-from)/2
		}
		line("# What the joints follow; those that are not named hold their start.", "")
		line("#reference:", "")
		line(fmt.Sprintf("#  %s: {type: min_jerk, from_time: 0.5, to_time: 2, to: %v}", scalar(j.Name), short(to)),
			"step, trapezoidal, sine and others")
		line("#stop:", "ends the run before its duration")
		line("#  - "+strconv.Quote(j.Name+"/velocity > 10"), "")
		line("#tune:", "for simulate tune")
		line("#  free:", "")
		line(fmt.Sprintf("#    %s: [%.3g, %.3g, log]", scalar(strict.Join("controller.gains", j.Name)+".p"), p/10,
			p*10), "")
		line("#  cost: itae + 0.001*max(0, overshoot - 2)", "")
	}
	line("#sensors: {position_resolution: 1.0e-5, velocity: difference}", "rad or m")
	line("#actuators: {lag: 0.002}", "s")
	line("#links:", "")
	line("#  "+last+": {payload: {mass: 0.1, position: [0, 0, 0]}}", "kg, m in the frame of the link")
	line("#disturbances:", "")
	line("#  - {at: 1, for: 0.1, link: "+last+", force: [0, 0, -1]}", "s, N in the world's axes")
}

// describe says what kind of joint one is and what its limits are.
func describe(j *tree.Joint) string {
	units := [2]string{"rad", "rad/s"}
	if j.Type == urdf.Prismatic {
		units = [2]string{"m", "m/s"}
	}
	about := string(j.Type)
	if j.NV > 1 {
		return about
	}
	if !math.IsInf(j.Lower, 0) || !math.IsInf(j.Upper, 0) {
		about += fmt.Sprintf(", %.4g to %.4g %s", j.Lower, j.Upper, units[0])
	}
	if j.Velocity > 0 && !math.IsInf(j.Velocity, 0) {
		about += fmt.Sprintf(", at most %.4g %s", j.Velocity, units[1])
	}
	if j.Effort > 0 && !math.IsInf(j.Effort, 0) {
		about += fmt.Sprintf(", %.4g %s", j.Effort, unit(j))
	}
	return about
}

// scalar returns a text as YAML has it, with quotes unless it can be taken for nothing else.
func scalar(s string) string {
	words := []string{"y", "n", "yes", "no", "on", "off", "true", "false", "null"}
	if scenario.Word.MatchString(s) && !slices.Contains(words, strings.ToLower(s)) {
		return s
	}
	return strconv.Quote(s)
}

// oneLine returns a text without line breaks and other characters that nobody sees.
func oneLine(s string) string {
	quoted := strconv.Quote(s)
	return quoted[1 : len(quoted)-1]
}

// short returns a number with at most six digits.
func short(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }

// commas returns numbers with commas between them.
func commas(xs []float64) string {
	parts := make([]string, len(xs))
	for i, x := range xs {
		parts[i] = short(x)
	}
	return strings.Join(parts, ", ")
}
