package reference

import (
	"math"

	"kinetree/internal/goldensection"
)

// Extremes tells how far a trajectory goes in a span of time.
type Extremes struct {
	Low, High        Extreme // position (rad or m)
	Slowest, Fastest Extreme // velocity (rad/s or m/s), which is negative where the joint goes back
}

// Extreme is a value and when it is reached (s).
type Extreme struct{ Value, Time float64 }

// sections leave 3e-13 of the interval about an extreme, far below what the value there shows.
const sections = 60

// FindExtremes returns the extremes of a trajectory from one time to another one. It looks at 16 instants between two
// jumps, or of each cycle of an oscillation, and refines the best of each kind by golden section.
func FindExtremes(t Trajectory, from, to float64) Extremes {
	kinds := [...]func(x float64) float64{ // the larger, the more extreme
		func(x float64) float64 { return -t.At(x).Position }, func(x float64) float64 { return t.At(x).Position },
		func(x float64) float64 { return -t.At(x).Velocity }, func(x float64) float64 { return t.At(x).Velocity },
	}
	type peak struct{ value, at, left, right float64 }
	var best [len(kinds)]peak
	for k, of := range kinds {
		best[k] = peak{of(from), from, from, from}
	}
	look := func(x, left, right float64) {
		for k, of := range kinds {
			if value := of(x); value > best[k].value {
				best[k] = peak{value, x, left, right}
			}
		}
	}
	for begin := from; begin < to; {
		next := math.Min(t.Break(begin), to)
		end := math.Nextafter(next, begin) // before what jumps there
		n := samples(t, begin, end)
		for i := range n + 1 {
			at := func(i int) float64 { return begin + (end-begin)*float64(i)/float64(n) }
			look(at(i), at(max(i-1, 0)), at(min(i+1, n)))
		}
		begin = next
	}
	look(to, to, to)
	var found [len(kinds)]Extreme
	for k, of := range kinds {
		b := &best[k]
		less := func(x float64) float64 { return -of(x) }
		if x := goldensection.Least(less, b.left, b.right, sections); of(x) > b.value {
			b.at = x
		}
		found[k].Time = b.at
	}
	for k := range 2 {
		found[k].Value, found[k+2].Value = t.At(found[k].Time).Position, t.At(found[k+2].Time).Velocity
	}
	return Extremes{found[0], found[1], found[2], found[3]}
}

// samples returns at how many instants to look at a trajectory that does not jump from start to end.
func samples(t Trajectory, begin, end float64) int {
	const each, most = 16, 1e6
	frequency := 0.0
	switch t := t.(type) {
	case *Sine:
		frequency = t.Frequency
	case *Chirp:
		frequency = math.Max(t.FromFrequency, t.ToFrequency)
	case *MultiSine:
		frequency = t.Highest
	}
	return int(math.Min(each*(1+float64(frequency*(end-begin))), most))
}
