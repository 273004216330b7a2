package draft

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"kinetree/control/analysis"
	"kinetree/internal/strict"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
	"kinetree/tree"
)

// GainWishes say what first gains are asked to be.
type GainWishes struct {
	Bandwidth float64 // Hz, of each joint at its largest inertia
	Damping   float64 // ratio
	Period    float64 // s
	Delay     float64 // s
	Poses     int
	Seed      uint64
	Law       string // one of GainLaws
	Rule      string // one of GainRules
}

// GainLaws returns the laws that first gains are found for.
func GainLaws() []string { return []string{"cascade", "pid", "pd_gravity", "lqr"} }

// GainRules returns the rules by which first gains are found.
func GainRules() []string { return []string{"pole", "modulus", "symmetric"} }

// FirstGains are gains that no search has found, and what comes of them.
type FirstGains struct {
	Law      string                `json:"law"`
	Poses    int                   `json:"poses"`
	Worst    analysis.Brief        `json:"worst"` // of all joints, in the worst pose for each figure
	Joints   map[string]*JointGain `json:"joints"`
	Order    []string              `json:"-"` // of the joints, as the robot has them
	Warnings []string              `json:"warnings"`
	Scenario *scenario.Scenario    `json:"-"` // with the gains

	run *prepare.Run // of the robot, without the gains
}

// JointGain has the first gains of a joint.
type JointGain struct {
	Inertia struct {
		Least   float64 `json:"least"`   // kg m² or kg, with all other joints free
		Largest float64 `json:"largest"` // with them held
	} `json:"inertia"`
	Frequency float64            `json:"frequency"` // natural, at the largest inertia (rad/s)
	DeadBand  float64            `json:"dead_band"` // that friction leaves of an error (rad or m)
	Gains     map[string]float64 `json:"gains"`
	Margins   map[string]float64 `json:"margins"` // each in its worst pose; nil if they are not known

	joint    *tree.Joint
	friction float64
	damping  float64 // the gain of the velocity
}

// least margins of a pose, below which gains are for a slower loop
const (
	enoughPhase       = 40 * math.Pi / 180
	enoughSensitivity = 2.0
	slower            = 0.85
	mostSlower        = 40
)

// FindGains returns first gains of the joints of a scenario with a robot, whose controller does not count: poles or a
// rule of drives for the largest inertia of the poses, slower for a joint whose margins are too small in one of them.
func FindGains(s *scenario.Scenario, w GainWishes) (*FirstGains, error) {
	s = s.Clone()
	s.Controller = scenario.Controller{}
	run, err := prepare.New(s, prepare.Env{Unlogged: true})
	if err != nil {
		return nil, s.Locate(err)
	}
	m := run.World.Model()
	poses := DrawnPoses(m, run.World.State().Q, w.Poses, w.Seed)
	g := &FirstGains{run: run, Law: w.Law, Poses: len(poses), Joints: map[string]*JointGain{}, Warnings: []string{}}
	var without []string
	for k := range m.Joints() {
		j := &m.Joints()[k]
		if j.Leader >= 0 || j.Drives >= 0 || j.NV != 1 || j.NQ != 1 {
			continue
		}
		x := &JointGain{joint: j, friction: j.Friction, Frequency: float64(2 * math.Pi * w.Bandwidth)}
		x.Inertia.Least = math.Inf(1)
		g.Joints[j.Name], g.Order = x, append(g.Order, j.Name)
		given := s.Joints[j.Name]
		if given.Armature == nil && given.Motor == nil && j.Rotor < 0 {
			without = append(without, j.Name)
		}
	}
	if len(g.Order) == 0 {
		return nil, fmt.Errorf("the robot has no joint that turns about or slides along an axis; expected one")
	}
	if len(without) > 0 {
		g.Warnings = append(g.Warnings, fmt.Sprintf("no rotor inertia is given of %v, as a URDF has none: behind "+
			"a gear "+
			"it may be most of what the motor feels, above all in a wrist; expected joints.JOINT.armature", without))
	}
	inertiasOver(m, poses, func(held, free []float64) {
		for _, x := range g.Joints {
			most, least := held[x.joint.V], free[x.joint.V]
			if x.joint.Rotor >= 0 {
				rotor := held[m.Joints()[x.joint.Rotor].V]
				most, least = most+rotor, least+rotor
			}
			x.Inertia.Largest, x.Inertia.Least = max(x.Inertia.Largest, most), min(x.Inertia.Least, least)
		}
	})
	for _, name := range g.Order {
		x := g.Joints[name]
		e := s.Joints[name].Elastic
		if e == nil {
			continue
		}
		const share = 1.0 / 3 // of the resonance with the motor held, so that it does not ring
		if most := float64(share * math.Sqrt(e.Stiffness/x.Inertia.Largest)); x.Frequency > most {
			g.Warnings = append(g.Warnings, fmt.Sprintf("the transmission of %s rings at %.4g Hz with its largest "+
				"inertia; its bandwidth is a third of that", name, 3*most/(2*math.Pi)))
			x.Frequency = most
		}
	}
	for range mostSlower {
		for _, x := range g.Joints {
			x.find(&w)
		}
		if err := g.set(s, &w); err != nil {
			return nil, err
		}
		again, err := g.judge(poses, &w)
		if err != nil || !again {
			g.tell(&w)
			return g, err
		}
	}
	g.Warnings = append(g.Warnings, "some margins stay small however slow the loop is; expected a shorter "+
		"period or delay")
	return g, nil
}

// unborne is the warning of a loop that is unstable where slower joints do not help.
const unborne = "the loop is unstable in one of the poses, and slower velocity loops do not help: they cannot bear " +
	"gravity there; expected rotor inertias, a shorter period or delay, or --law pid, which knows gravity where the " +
	"robot is"

// slowFast makes those joints of an unstable loop slower whose velocity loops are the fastest beside the samples, in
// the pose of their least inertia: the one with the largest crossover, and those near to it. It reports whether that
// may help. It cannot where all loops are far slower than the samples: then what makes the loop unstable is gravity,
// which is fed forward where the reference is, and slower loops bear less of it.
func (g *FirstGains) slowFast(w *GainWishes) bool {
	const near, slow = 0.7, 0.1 // of the largest; rad a sample
	crossover := func(x *JointGain) float64 { return float64(x.damping / x.Inertia.Least * (w.Period + w.Delay)) }
	most := 0.0
	for _, x := range g.Joints {
		most = max(most, crossover(x))
	}
	for _, x := range g.Joints {
		if crossover(x) >= near*most {
			x.Frequency = float64(x.Frequency * slower)
		}
	}
	return most > slow
}

// tell warns of joints that are slower than was asked for, and of those that friction holds.
func (g *FirstGains) tell(w *GainWishes) {
	for _, name := range g.Order {
		x := g.Joints[name]
		if asked := 2 * math.Pi * w.Bandwidth; x.Frequency < 0.99*asked && g.Scenario.Joints[name].Elastic == nil {
			g.Warnings = append(g.Warnings, fmt.Sprintf("%s gets %.3g Hz, since with %.3g Hz its margins in the worst "+
				"pose would be less than 40 degrees or more than 6 dB", name, x.Frequency/(2*math.Pi), w.Bandwidth))
		}
		measure := "rad"
		if unit(x.joint) == "N" {
			measure = "m"
		}
		if x.DeadBand > size(x.joint, 0.01, 0.001) {
			g.Warnings = append(g.Warnings, fmt.Sprintf("the friction of %s holds an error of %.3g %s; expected a law "+
				"with an integral, or a higher bandwidth", name, x.DeadBand, measure))
		}
	}
}

// find sets the gains of a joint: for its largest inertia, less the damping that it has.
func (x *JointGain) find(w *GainWishes) {
	J, b := x.Inertia.Largest, x.joint.Damping
	// A joint that has more damping than it needs gets some gain of the velocity nevertheless, and p for the bandwidth.
	d := max(float64(2*w.Damping*x.Frequency*J)-b, float64(x.Frequency*J))
	p := float64(x.Frequency*(b+d)) / (2 * w.Damping)
	speed := 0.0 // 1/s, of the position loop
	if J > 0 && d+b > 0 {
		speed = p / (d + b)
	}
	integral := 8 * w.Damping / x.Frequency // s, of the velocity loop
	if w.Rule != "pole" {
		// The small time constant of a velocity loop: delay, half a period of the hold, half one of the sample.
		small := w.Delay + w.Period
		scale := x.Frequency / (2 * math.Pi * w.Bandwidth) // less where margins ask for that
		ratio := x.Inertia.Largest / x.Inertia.Least       // by which the velocity loop is slower in another pose
		J = x.Inertia.Least
		d = max(float64(scale*J)/(2*small)-b, 0)
		speed = min(scale/float64(8*small*ratio), x.Frequency)
		integral = float64(4*small*ratio) / scale
		if w.Rule == "modulus" {
			speed, integral = min(scale/float64(4*small*ratio), x.Frequency), 0
		}
		p = float64(d * speed)
	}
	x.DeadBand, x.damping = 0, d
	switch w.Law {
	case "cascade":
		x.Gains = map[string]float64{"position_p": speed, "velocity_p": d, "integral_time": integral}
		if w.Rule == "pole" {
			x.Gains["velocity_p"] = d
			if d > 0 {
				x.Gains["position_p"] = p / d
			}
		}
		if integral == 0 && x.friction > 0 {
			x.DeadBand = x.friction / float64(x.Gains["position_p"]*d)
		}
	case "pid":
		i := 0.0
		if integral > 0 {
			i = p / integral
		}
		x.Gains = map[string]float64{"p": p, "i": i, "d": d}
		if i == 0 && x.friction > 0 {
			x.DeadBand = x.friction / p
		}
	case "pd_gravity":
		x.Gains = map[string]float64{"p": p, "d": d}
		if x.friction > 0 {
			x.DeadBand = x.friction / p
		}
	case "lqr":
		// The regulator of J q'' = u with these weights and the effort weight 1/p² has p and d in continuous time.
		x.Gains = map[string]float64{"position_weight": 1, "effort_weight": 1 / float64(p*p),
			"velocity_weight": max(float64(d*d)-float64(2*J*p), 0) / float64(p*p)}
		if x.friction > 0 {
			x.DeadBand = x.friction / p
		}
	}
}

// Numbers returns the paths of the gains in a scenario, in their order, and their values.
func (g *FirstGains) Numbers() (paths []string, values []float64) {
	for _, name := range g.Order {
		x := g.Joints[name]
		at := strict.Join("controller.gains", name)
		if g.Law == "cascade" {
			at = strict.Join("controller.joints", name)
		}
		for _, key := range slices.Sorted(maps.Keys(x.Gains)) {
			path := key
			if level, of, ok := strings.Cut(key, "_p"); ok && g.Law == "cascade" && of == "" {
				path = level + ".p"
			} else if g.Law == "cascade" {
				path = "velocity." + key
			}
			paths, values = append(paths, at+"."+path), append(values, x.Gains[key])
		}
	}
	return paths, values
}

// set makes the scenario one with the gains.
func (g *FirstGains) set(s *scenario.Scenario, w *GainWishes) error {
	g.Scenario = s.Clone()
	values := map[string]any{"controller.type": w.Law, "controller.period": w.Period, "controller.delay": w.Delay}
	if w.Law == "pid" {
		values["controller.gravity"] = true
	}
	paths, numbers := g.Numbers()
	for i, path := range paths {
		values[path] = numbers[i]
	}
	for _, name := range g.Order {
		if w.Law != "cascade" {
			continue
		}
		for _, key := range []string{"gravity", "velocity", "acceleration"} {
			values[strict.Join("controller.joints", name)+".feed_forward."+key] = 1.0
		}
	}
	for _, path := range slices.Sorted(maps.Keys(values)) {
		if err := g.Scenario.Set(path, values[path]); err != nil {
			return err
		}
	}
	return nil
}

// judge sets the margins of the joints in their worst poses, and makes joints slower whose margins are too small, which
// it reports.
func (g *FirstGains) judge(poses [][]float64, w *GainWishes) (again bool, _ error) {
	var wanted analysis.Wanted
	names, _ := analysis.Numbers()
	for _, name := range names {
		wanted.Want(name)
	}
	for _, x := range g.Joints {
		x.Margins = nil
	}
	short := map[*JointGain]bool{}
	var all []*analysis.Analysis
	for _, q := range poses {
		list, err := g.run.JudgeIn(g.Scenario, [][]float64{q}, wanted, 0, prepare.Env{})
		if err != nil {
			return false, err
		}
		a := list[0]
		if a.Stable == nil {
			return false, fmt.Errorf("the loop cannot be judged: %s", a.Reason)
		}
		if !*a.Stable {
			if again = g.slowFast(w); !again {
				g.Worst = a.Brief()
				g.Warnings = append(g.Warnings, unborne)
			}
			return again, nil
		}
		all = append(all, a)
		for _, name := range g.Order {
			x := g.Joints[name]
			if x.Margins == nil {
				x.Margins = map[string]float64{}
			}
			for _, figure := range names {
				v := a.Number(name, figure)
				old, known := x.Margins[figure]
				largest := slices.Contains([]string{"lower_gain_margin", "sensitivity_peak", "complementary_peak"},
					figure)
				if !known || largest && v > old || !largest && v < old {
					x.Margins[figure] = v
				}
			}
			if x.Margins["phase_margin"] < enoughPhase || x.Margins["sensitivity_peak"] > enoughSensitivity {
				short[x] = true
			}
		}
	}
	g.Worst = analysis.Worst(all)
	for x := range short {
		x.Frequency = float64(x.Frequency * slower)
	}
	return len(short) > 0, nil
}
