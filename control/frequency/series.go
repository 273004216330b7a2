package frequency

import (
	"fmt"
	"math"
	"slices"
)

// Even is a log at even steps.
type Even struct {
	Stretches []EvenStretch
	Step      float64  // s
	Notes     []string // what was done to the rows
}

// The treatment of rows.
const (
	regular = 0.01 // of a step that times may be off by without interpolation
	longGap = 3.5  // steps without a row end a stretch
)

// Evened brings rows to even steps: columns of input, output and a signal from outside, nil for none, at rising times
// (s). Times that are off by more than a hundredth of the median step are interpolated linearly, and a gap of more than
// three steps ends a stretch. A row with a number that is not finite is a gap.
func Evened(times, in, out, by []float64) (*Even, error) {
	var t []float64
	var rows []int
	lost := 0
	for i := range times {
		fine := !math.IsNaN(in[i]-in[i]) && !math.IsNaN(out[i]-out[i]) && (by == nil || !math.IsNaN(by[i]-by[i]))
		if n := len(t); !fine || n > 0 && times[i] <= t[n-1] {
			lost++
			continue
		}
		t, rows = append(t, times[i]), append(rows, i)
	}
	if len(t) < fewest {
		return nil, fmt.Errorf("there are %d rows with numbers at rising times; expected %d at least", len(t), fewest)
	}
	steps := make([]float64, len(t)-1)
	for i := range steps {
		steps[i] = t[i+1] - t[i]
	}
	sorted := slices.Clone(steps)
	slices.Sort(sorted)
	e := &Even{Step: sorted[len(sorted)/2]}
	if lost > 0 {
		e.Notes = append(e.Notes, fmt.Sprintf("%d rows without numbers, or with the time of the row before, are "+
			"left out",
			lost))
	}
	pick := func(list []float64, from, to int) (x []float64) {
		for _, i := range rows[from:to] {
			x = append(x, list[i])
		}
		return x
	}
	interpolated, cuts := false, 0
	var whole []float64 // steps of each stretch
	first := 0
	for i := 1; i <= len(t); i++ {
		if i < len(t) && steps[i-1] <= longGap*e.Step {
			continue
		}
		if i < len(t) {
			cuts++
		}
		whole = append(whole, (t[i-1]-t[first])/float64(max(1, i-1-first)))
		first = i
	}
	if cuts == 0 {
		e.Step = whole[0] // which is more precise than a difference of rounded times
		if math.Abs(e.Step/sorted[len(sorted)/2]-1) > regular {
			e.Step = sorted[len(sorted)/2]
		}
	}
	first = 0
	for i := 1; i <= len(t); i++ {
		if i < len(t) && steps[i-1] <= longGap*e.Step {
			continue
		}
		s := EvenStretch{In: pick(in, first, i), Out: pick(out, first, i)}
		if by != nil {
			s.By = pick(by, first, i)
		}
		if at := t[first:i]; !even(at, e.Step) {
			interpolated = true
			s = EvenStretch{resampled(at, s.In, e.Step), resampled(at, s.Out, e.Step), resampled(at, s.By, e.Step)}
		}
		e.Stretches = append(e.Stretches, s)
		first = i
	}
	if interpolated {
		e.Notes = append(e.Notes, fmt.Sprintf("the times are not even: numbers are interpolated to steps of %.6g s, "+
			"which lowers gains near half the rate", e.Step))
	}
	if cuts > 0 {
		e.Notes = append(e.Notes, fmt.Sprintf("the log has %d gaps and is cut there", cuts))
	}
	return e, nil
}

// even reports whether times are those of a clock.
func even(t []float64, step float64) bool {
	for i := range t {
		if math.Abs(t[i]-t[0]-float64(float64(i)*step)) > regular*step {
			return false
		}
	}
	return true
}

// resampled interpolates linearly.
func resampled(t, x []float64, step float64) (list []float64) {
	if x == nil {
		return nil
	}
	i := 0
	for k := 0; ; k++ {
		at := t[0] + float64(float64(k)*step)
		if at > t[len(t)-1]+float64(regular*step) {
			return list
		}
		for i+2 < len(t) && t[i+1] < at {
			i++
		}
		share := (at - t[i]) / (t[i+1] - t[i])
		list = append(list, x[i]+float64(share*(x[i+1]-x[i])))
	}
}
