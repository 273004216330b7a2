package loop

import (
	"kinetree/compile/graph"
	"kinetree/compile/tape"
	traced "kinetree/compile/traced/tree"
)

// What the sensors do in a sample, recorded. Numbers of noise are counted, so the code makes them of the number of the
// sample, which it carries.

// halves returns the lower and the upper 32 bits of a word as numbers.
func halves(word uint64) (low, high float64) { return float64(uint32(word)), float64(word >> 32) }

// record declares what the sensors need, and returns what records a sample, if one is due: what was measured last is
// given, and the twin of the robot.
func (r *sensor) record(t *tape.Tape, robot *traced.Model, last, velocity []graph.Num, due graph.Num) func(q,
	qd []graph.Num) (seenQ, seenQd []graph.Num) {
	n := len(velocity)
	draw := r.recordNoise(t, due)
	var step, pass graph.Num
	if r.s.PositionResolution > 0 {
		step = t.Fixed(1)[0]
	}
	if r.s.VelocityFilter > 0 {
		pass = t.Fixed(1)[0]
	}
	return func(q, qd []graph.Num) (seenQ, seenQd []graph.Num) {
		seenQ, seenQd = append(seenQ, q...), make([]graph.Num, n)
		position, raw := make([]graph.Num, n), append([]graph.Num(nil), qd...)
		if draw != nil {
			for i := range raw {
				var rate graph.Num
				position[i], rate = draw(i)
				raw[i] = raw[i].Add(rate)
			}
		}
		if r.s.PositionNoise > 0 {
			seenQ = robot.Integrate(q, position, graph.Known(1))
		}
		if r.s.PositionResolution > 0 {
			for _, i := range r.flat {
				seenQ[i] = graph.Rounded(seenQ[i].Div(step)).Mul(step)
			}
		}
		if r.s.Difference {
			robot.Difference(raw, last, seenQ)
			for i, x := range raw {
				raw[i] = x.Div(graph.Known(r.period))
			}
		}
		if r.s.VelocityFilter == 0 {
			return seenQ, raw
		}
		for i, x := range raw {
			seenQd[i] = velocity[i].Add(pass.Mul(x.Sub(velocity[i])))
		}
		return seenQ, seenQd
	}
}

// recordNoise declares what noise needs, and returns what records that of a rate; nil for none.
func (r *sensor) recordNoise(t *tape.Tape, due graph.Num) (draw func(rate int) (position, velocity graph.Num)) {
	if r.streams == nil {
		return nil
	}
	next := t.Carried(1)
	fixed := t.Fixed(4 + 2*len(r.streams))
	key, deviations, names := fixed[:2], fixed[2:4], fixed[4:]
	next.Next[0] = graph.Where(graph.Known(0.5), due, next.Now[0].Add(graph.Known(1)), next.Now[0])
	return func(rate int) (position, velocity graph.Num) {
		a, b := graph.Random([2]graph.Num(key), next.Now[0], [2]graph.Num(names[2*rate:]))
		x, y := graph.Normals(a, b)
		if r.s.PositionNoise > 0 {
			position = deviations[0].Mul(x)
		}
		if r.s.VelocityNoise > 0 {
			velocity = deviations[1].Mul(y)
		}
		return position, velocity
	}
}

// enter puts the numbers of the sensors into a lane.
func (r *sensor) enter(x *tape.Lane) {
	if r.streams != nil {
		x.Carry(float64(r.next))
		x.Fix(halves(r.seed))
		x.Fix(r.s.PositionNoise, r.s.VelocityNoise)
		for _, name := range r.streams {
			x.Fix(halves(name))
		}
	}
	if r.s.PositionResolution > 0 {
		x.Fix(r.s.PositionResolution)
	}
	if r.s.VelocityFilter > 0 {
		x.Fix(r.pass)
	}
}

// leave takes back what has changed.
func (r *sensor) leave(x *tape.Lane) {
	if r.streams != nil {
		var next float64
		x.Take(&next)
		r.next = uint64(next)
	}
}
