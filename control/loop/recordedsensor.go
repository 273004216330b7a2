package loop

import (
	"kinetree/compile/graph"
	"kinetree/compile/tape"
	"kinetree/internal/libm"
	"kinetree/internal/philox"
)

// What the sensors do in a sample, recorded. Numbers of noise are counted, so those of a sample are known ahead of it;
// what is left of them after the bits are drawn, logarithms, roots and cosines, is a part of the code.

// record declares what the sensors need, and returns what records a sample: what was measured last is given.
func (r *sensor) record(t *tape.Tape, last, velocity []graph.Num) func(q, qd []graph.Num) (seenQ, seenQd []graph.Num) {
	n := len(velocity)
	position := recordNoise(t, r.position)
	rates := recordNoise(t, r.velocity)
	var step, pass graph.Num
	if r.s.PositionResolution > 0 {
		step = t.Fixed(1)[0]
	}
	if pass = graph.Known(1); r.s.VelocityFilter > 0 {
		pass = t.Fixed(1)[0]
	}
	return func(q, qd []graph.Num) (seenQ, seenQd []graph.Num) {
		seenQ, seenQd = make([]graph.Num, n), make([]graph.Num, n)
		for i := range seenQ {
			seenQ[i] = q[i]
			if position != nil {
				seenQ[i] = q[i].Add(position[i])
			}
			if r.s.PositionResolution > 0 {
				seenQ[i] = graph.Rounded(seenQ[i].Div(step)).Mul(step)
			}
			raw := qd[i]
			switch {
			case r.s.Difference:
				raw = seenQ[i].Sub(last[i]).Div(graph.Known(r.period))
			case rates != nil:
				raw = raw.Add(rates[i])
			}
			seenQd[i] = velocity[i].Add(pass.Mul(raw.Sub(velocity[i])))
		}
		return seenQ, seenQd
	}
}

// parts is how many numbers a drawn number of a channel has in a lane.
const parts = 3

// recordNoise records the noise of some channels, nil for none.
func recordNoise(t *tape.Tape, list []channel) (noise []graph.Num) {
	if list == nil {
		return nil
	}
	deviation := t.Fixed(1)[0]
	for range list {
		x := t.Given(parts)
		_, cos := graph.Sincos(x[2])
		noise = append(noise, deviation.Mul(graph.Root(graph.Known(-2).Mul(graph.Log(x[0], x[1]))).Mul(cos)))
	}
	return noise
}

// enter puts the numbers of the sensors into a lane.
func (r *sensor) enter(x *tape.Lane) {
	if r.position != nil {
		x.Fix(r.s.PositionNoise)
	}
	if r.velocity != nil {
		x.Fix(r.s.VelocityNoise)
	}
	if r.s.PositionResolution > 0 {
		x.Fix(r.s.PositionResolution)
	}
	if r.s.VelocityFilter > 0 {
		x.Fix(r.pass)
	}
}

// given is how many rows are given for a sample.
func (r *sensor) given() int { return parts * (len(r.position) + len(r.velocity)) }

// give gives what the channels draw in the next sample.
func (r *sensor) give(x *tape.Lane) {
	for _, list := range [...][]channel{r.position, r.velocity} {
		for ; len(list) >= 3; list = list[3:] {
			a, b, c := &list[0], &list[1], &list[2]
			bits := philox.Three(a.seed, &[3][2]uint64{{a.next, a.name}, {b.next, b.name}, {c.next, c.name}})
			m0, k0, turn0 := drawnParts(bits[0][0], bits[0][1])
			m1, k1, turn1 := drawnParts(bits[1][0], bits[1][1])
			m2, k2, turn2 := drawnParts(bits[2][0], bits[2][1])
			x.Give(m0, k0, turn0, m1, k1, turn1, m2, k2, turn2)
		}
		for i := range list {
			x.Give(drawnParts(list[i].bits()))
		}
	}
}

// drawnParts returns the numbers in a lane of one that is drawn with random bits.
func drawnParts(a, b uint64) (m, k, turn float64) {
	m, k = libm.Mantissa(philox.Uniform(a))
	return m, k, philox.Turn(b)
}

// drawn goes to the next sample.
func (r *sensor) drawn() {
	for _, list := range [...][]channel{r.position, r.velocity} {
		for i := range list {
			list[i].next++
		}
	}
}
