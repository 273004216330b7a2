package loop

import (
	"math"

	"kinetree/compile/graph"
	"kinetree/compile/tape"
	"kinetree/internal/libm"
	"kinetree/sim"
)

// What actuators with a lag or a rate limit do in a step, recorded. When their inputs reach the targets is a part of
// the code, and read from its rows for the ends of the segments; the exponentials of the time that has passed since are
// given.

// moments is at how many times of a step the efforts are wanted: those of sim.Moment, and the end of the step,
// which may be another number than the sum of its start and its length.
const moments = int(sim.AtEnd) + 2

// slow reports whether actuators take time.
func (a *Actuators) slow() bool { return a.RateLimit > 0 || a.Lag > 0 }

// recordedDrives are actuators that are recorded.
type recordedDrives struct {
	a            *Actuators
	rows         [6]*tape.CarriedRows // the fields of drive
	limit, lag   graph.Num
	times        []graph.Num
	now, segment graph.Num   // the end of the step and slightly more; −∞ and 0 where no segment begins there
	decay        []graph.Num // for each moment that of all drives, or that of each
	arrives      graph.Num
	target       []graph.Num // of those that arrive
	first        tape.Bookmark
	since        []float64 // when the drives began, in a lane
	until        []float64
}

// recordedDrive is an actuator, see drive.
type recordedDrive struct{ begin, until, from, slope, target, effort graph.Num }

// record declares the rows of n actuators.
func (r *recordedDrives) record(t *tape.Tape, n int) {
	for i := range r.rows {
		r.rows[i] = t.Carried(n)
	}
	both := t.Fixed(2)
	r.limit, r.lag = both[0], both[1]
	r.times = t.Given(moments)
	last := t.Given(2)
	r.now, r.segment = last[0], last[1]
	r.decay = t.Given(r.decays(n))
}

// decays is how many exponentials there are.
func (r *recordedDrives) decays(n int) int {
	switch {
	case r.a.Lag == 0:
		return 0
	case r.a.RateLimit > 0:
		return moments * n
	}
	return moments
}

// at returns drive i at the start of the step.
func (r *recordedDrives) at(i int) recordedDrive {
	x := func(k int) graph.Num { return r.rows[k].Now[i] }
	return recordedDrive{x(0), x(1), x(2), x(3), x(4), x(5)}
}

// keep makes a drive that at the start of the next step.
func (r *recordedDrives) keep(i int, d recordedDrive) {
	for k, x := range [...]graph.Num{d.begin, d.until, d.from, d.slope, d.target, d.effort} {
		r.rows[k].Next[i] = x
	}
}

// passed returns the exponential of drive i at a moment.
func (r *recordedDrives) passed(i, moment int) graph.Num {
	switch len(r.decay) {
	case 0:
		return graph.Known(1)
	case moments:
		return r.decay[moment]
	}
	return r.decay[moment*len(r.rows[0].Now)+i]
}

// input records drive.input.
func (d *recordedDrive) input(t graph.Num) graph.Num { return d.from.Add(d.slope.Mul(t.Sub(d.begin))) }

// output records drive.output, given the exponential.
func (r *recordedDrives) output(d *recordedDrive, t, decay graph.Num) graph.Num {
	if r.a.Lag == 0 {
		return d.input(t)
	}
	behind := d.slope.Mul(r.lag)
	return d.input(t).Sub(behind).Add(d.effort.Sub(d.from).Add(behind).Mul(decay))
}

// efforts returns the efforts at the moments of the step.
func (r *recordedDrives) efforts() (at [moments][]graph.Num) {
	for m := range at {
		for i := range r.rows[0].Now {
			d := r.at(i)
			at[m] = append(at[m], r.output(&d, r.times[m], r.passed(i, m)))
		}
	}
	return at
}

// limited returns where efforts are limited in the step, given where a limit bounds those that arrived.
func (r *recordedDrives) limited(bounded []graph.Num) []graph.Num {
	if r.a.RateLimit == 0 {
		return bounded
	}
	list := make([]graph.Num, len(bounded))
	for i, x := range bounded {
		list[i] = graph.Where(graph.Known(0), graph.Absolute(r.rows[3].Now[i]), graph.Known(1), x)
	}
	return list
}

// lose records Sampled.lose at the end of the step, given what limits have cut.
func (r *recordedDrives) lose(cut []graph.Num) []graph.Num {
	if r.a.RateLimit == 0 {
		return cut
	}
	list := make([]graph.Num, len(cut))
	for i, x := range cut {
		d := r.at(i)
		left := d.input(r.times[moments-1]).Sub(d.target)
		list[i] = x.Add(graph.Where(r.now, d.until, left, graph.Known(0)))
	}
	return list
}

// next records what becomes of the drives at the end of the step, see set and begin of actuators, and returns their
// efforts there: at its end if a segment begins, as they were reached if none does.
func (r *recordedDrives) next(reached []graph.Num) []graph.Num {
	half, zero, one, never := graph.Known(0.5), graph.Known(0), graph.Known(1), graph.Known(math.Inf(1))
	t, next := r.times[moments-1], make([]graph.Num, len(reached))
	for i := range reached {
		d, decay := r.at(i), r.passed(i, moments-1)
		is := func(condition, yes, no graph.Num) graph.Num { return graph.Where(half, condition, yes, no) }
		change := func(condition graph.Num, to recordedDrive) {
			d = recordedDrive{is(condition, to.begin, d.begin), is(condition, to.until, d.until),
				is(condition, to.from, d.from), is(condition, to.slope, d.slope), is(condition, to.target, d.target),
				is(condition, to.effort, d.effort)}
			decay = is(condition, one, decay)
		}
		u, target := d.input(t), r.target[i]
		set := recordedDrive{begin: t, until: never, from: target, slope: zero, target: target,
			effort: r.output(&d, t, decay)}
		if r.a.RateLimit > 0 {
			way := target.Sub(u)
			moves := graph.Where(zero, graph.Absolute(way), one, zero)
			set.from, set.slope = is(moves, u, target), is(moves, graph.Where(way, zero, r.limit.Neg(), r.limit), zero)
			set.until = is(moves, t.Add(graph.Absolute(way).Div(r.limit)), never)
		}
		change(r.arrives, set)
		if r.a.RateLimit > 0 {
			change(graph.Where(r.now, d.until, zero, one), recordedDrive{begin: t, until: never, from: d.target,
				slope: zero, target: d.target, effort: r.output(&d, t, decay)})
		}
		r.keep(i, d)
		next[i] = is(r.segment, r.output(&d, t, decay), reached[i])
	}
	return next
}

// enter puts the drives into a lane.
func (r *recordedDrives) enter(x *tape.Lane, drives []drive) {
	r.first = x.Mark()
	r.since, r.until = r.since[:0], r.until[:0]
	for k := range r.rows {
		for i := range drives {
			x.Carry(*drives[i].fields()[k])
		}
	}
	for i := range drives {
		r.since, r.until = append(r.since, drives[i].begin), append(r.until, drives[i].until)
	}
	x.Fix(r.a.RateLimit, r.a.Lag)
}

// fields are those of a drive in the order of its rows.
func (d *drive) fields() [6]*float64 {
	return [...]*float64{&d.begin, &d.until, &d.from, &d.slope, &d.target, &d.effort}
}

// leave takes the drives back.
func (r *recordedDrives) leave(x *tape.Lane, drives []drive) {
	for k := range r.rows {
		for i := range drives {
			x.Take(drives[i].fields()[k])
		}
	}
}

// give gives what is known of a step.
func (r *recordedDrives) give(x *tape.Lane, s sim.Stretch, begins bool, now float64) {
	times := [moments]float64{s.From, s.From + s.Length/2, s.From + s.Length, s.To}
	x.Give(times[:]...)
	if begins {
		x.Give(now, 1)
	} else {
		x.Give(math.Inf(-1), 0)
	}
	if r.a.Lag == 0 {
		return
	}
	each := 1
	if r.a.RateLimit > 0 {
		each = len(r.since)
	}
	for _, t := range times {
		for _, begin := range r.since[:each] {
			x.Give(libm.Exp(-(t - begin) / r.a.Lag))
		}
	}
}

// begun is told that a segment has begun, and when efforts have arrived last. It returns when the first rate limit
// ends.
func (r *recordedDrives) begun(x *tape.Lane, arrived float64) (end float64) {
	end = math.Inf(1)
	if r.a.RateLimit == 0 {
		r.since[0] = arrived
		return end
	}
	at := x.At(r.first)
	at.TakeAll(r.since)
	at.TakeAll(r.until)
	for _, t := range r.until {
		end = min(end, t)
	}
	return end
}
