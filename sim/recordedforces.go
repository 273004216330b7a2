package sim

import (
	"math"
	"slices"
	"strconv"

	"kinetree/compile/graph"
	"kinetree/compile/tape"
	"kinetree/compile/traced/floats"
	"kinetree/compile/traced/spatial"
	traced "kinetree/compile/traced/tree"
	"kinetree/compile/traced/vec"
	"kinetree/tree"
)

// What springs of joints and wrenches on links do in a step, recorded. Which wrenches act is a part of the shape, for
// one that begins or ends, or a change of the robot, is no ordinary step.

// changesAt returns when a wrench begins or ends, the robot changes, or what is prescribed has a jump.
func (w *World) changesAt() float64 {
	end := math.Inf(1)
	if w.wrenches != nil {
		end = w.wrenches.until
	}
	if w.config.Disturbances.Changes != nil {
		end = min(end, w.nextChange())
	}
	if w.timed.motions != nil {
		end = min(end, w.timed.end)
	}
	return end
}

// pushed reports whether wrenches act now.
func (w *World) pushed() bool { return w.wrenches != nil && w.wrenches.any }

// acting reports whether what a controller knows to act, if anything, is what acts on the world.
func (w *World) acting(known *LinkWrenches) bool {
	return known == nil || w.wrenches != nil && len(known.elements) == 0 && slices.Equal(known.all, w.wrenches.all)
}

// appendForces appends which springs and wrenches act, without their numbers.
func (w *World) appendForces(b []byte) []byte {
	list, _ := w.passive.Springs()
	for _, s := range list {
		b = strconv.AppendInt(append(b, "; spring at "...), int64(s.Q), 10)
		b = strconv.AppendFloat(append(b, " times "...), s.Ratio, 'g', -1, 64)
	}
	if w.pushed() {
		for i := range w.wrenches.all {
			if f := &w.wrenches.all[i]; w.wrenches.acting[i] {
				b = strconv.AppendInt(append(b, "; wrench on link "...), int64(f.Link), 10)
				b = strconv.AppendBool(append(b, ", in its axes "...), f.InLink)
			}
		}
	}
	return b
}

// recordedForces are the numbers of springs and wrenches.
type recordedForces struct {
	springs   []traced.JointSpring
	stiffness []graph.Num // of each rate, known where there is none; nil if there are no springs
	loads     []recordedLoad
	kin       *traced.Kinematics
	links     int
}

// recordedLoad is a Wrench.
type recordedLoad struct {
	link   int
	inLink bool
	load   spatial.Force
}

// recordForces records the numbers, in the order in which fixForces puts them into a lane.
func (w *World) recordForces(t *tape.Tape, twin *traced.Model) *recordedForces {
	x := &recordedForces{links: len(w.Model().Links())}
	list, _ := w.passive.Springs()
	for _, s := range list {
		n := t.Fixed(2)
		x.springs = append(x.springs, traced.JointSpring{Q: s.Q, V: s.V, Stiffness: n[0],
			Ratio: graph.Known(s.Ratio), Offset: n[1]})
	}
	for _, k := range w.passive.Stiffness {
		n := graph.Known(0)
		if k != 0 {
			n = t.Fixed(1)[0]
		}
		x.stiffness = append(x.stiffness, n)
	}
	if !w.pushed() {
		return x
	}
	x.kin = traced.NewKinematics(twin)
	for i := range w.wrenches.all {
		if f := &w.wrenches.all[i]; w.wrenches.acting[i] {
			n := t.Fixed(6)
			x.loads = append(x.loads, recordedLoad{f.Link, f.InLink, spatial.Force{Ang: [3]graph.Num(n[:3]),
				Lin: [3]graph.Num(n[3:])}})
		}
	}
	return x
}

// fixForces puts the numbers of springs and wrenches into a lane.
func (w *World) fixForces(l *tape.Lane) {
	list, _ := w.passive.Springs()
	for _, s := range list {
		l.Fix(s.Stiffness, s.Offset)
	}
	for _, k := range w.passive.Stiffness {
		if k != 0 {
			l.Fix(k)
		}
	}
	if !w.pushed() {
		return
	}
	for i := range w.wrenches.all {
		if f := &w.wrenches.all[i]; w.wrenches.acting[i] {
			l.Fix(f.Moment[:]...)
			l.Fix(f.Force[:]...)
		}
	}
}

// addEffort records what the springs add to efforts.
func (x *recordedForces) addEffort(tau, q []graph.Num) {
	for i := range x.springs {
		x.springs[i].AddEffort(tau, q)
	}
}

// energy records the energy of the springs.
func (x *recordedForces) energy(q []graph.Num) (sum graph.Num) {
	for i := range x.springs {
		s := &x.springs[i]
		at := s.Stretch(q)
		sum = sum.Add(s.Stiffness.Mul(at).Mul(at).Div(graph.Known(2)))
	}
	return sum
}

// on records the wrenches on all links, nil if none act.
func (x *recordedForces) on(q []graph.Num) []spatial.Force {
	if x.loads == nil {
		return nil
	}
	x.kin.Update(q)
	fext := make([]spatial.Force, x.links)
	for i := range x.loads {
		f := &x.loads[i]
		if f.inLink {
			fext[f.link].Add(&f.load)
		} else {
			x.kin.AddWrench(&fext[f.link], f.link, &f.load)
		}
	}
	return fext
}

// power records what the wrenches do per second.
func (x *recordedForces) power(q, qd []graph.Num) (sum graph.Num) {
	x.kin.UpdateVelocity(q, qd)
	for i := range x.loads {
		f, axes := &x.loads[i], traced.Axes(tree.Aligned)
		if f.inLink {
			axes = traced.Axes(tree.Local)
		}
		u := x.kin.Velocity(f.link, axes)
		sum = sum.Add(vec.Dot(f.load.Ang, u.Ang).Add(vec.Dot(f.load.Lin, u.Lin)))
	}
	return sum
}

// meanMotion records the mean velocity from the start of a step to its middle, see bookkeeper.
func meanMotion(from, middle, to []graph.Num) []graph.Num {
	mean := make([]graph.Num, len(from))
	for i := range mean {
		mean[i] = graph.Known(5).Mul(from[i]).Add(graph.Known(8).Mul(middle[i])).Sub(to[i]).Mul(graph.Known(1.0 / 24))
	}
	return mean
}

// recordMiddle records the position in the middle of a step, see bookkeeper.
func recordMiddle(m *traced.Model, h graph.Num, q, from, middle, to []graph.Num) []graph.Num {
	mean, at := meanMotion(from, middle, to), make([]graph.Num, len(q))
	if len(q) == len(from) {
		m.Integrate(at, q, mean, h)
		return at
	}
	turn := make([]graph.Num, len(mean))
	for i := range turn {
		turn[i] = from[i].Sub(middle[i]).Mul(graph.Known(1.0 / 12))
		mean[i] = mean[i].Mul(graph.Known(0.5)).Add(turn[i])
	}
	m.Integrate(at, q, mean, h)
	m.Integrate(at, at, floats.AddScaledTo(mean, mean, graph.Known(-2), turn), h)
	return at
}
