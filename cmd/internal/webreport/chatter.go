package webreport

import (
	"math"
	"slices"
	"strings"

	html "kinetree/cmd/internal/page"
	"kinetree/cmd/internal/plot"
	"kinetree/scenario/prepare"
	"kinetree/sim"
)

// curveSink collects the rows of a run for its curves, and finds which joints chatter.
type curveSink struct {
	*plot.Run
	chatter *chatter
}

// Begin implements sim.Sink.
func (s curveSink) Begin(columns []string) error {
	for i := range s.chatter.efforts {
		x := &s.chatter.efforts[i]
		x.column = slices.Index(columns, x.joint+"/effort")
	}
	return s.Run.Begin(columns)
}

// Record implements sim.Sink.
func (s curveSink) Record(row []float64) error {
	s.chatter.look(row)
	return s.Run.Record(row)
}

// End implements sim.Sink.
func (curveSink) End(*sim.Summary) error { return nil }

// A joint chatters if its effort turns back chatterTurns times in the last chatterShare of the run, each time by more
// than chatterHeight of its peak, and within chatterPeriods periods of the law after the turn before.
const (
	chatterTurns   = 8
	chatterShare   = 0.25
	chatterHeight  = 0.05
	chatterPeriods = 10
	leastChatter   = 1e-9 // N m or N; less is rounding
)

// chatter counts how often efforts turn back.
type chatter struct {
	from, within float64 // when counting begins, and the longest time between two turns (s)
	efforts      []turns
}

// turns are those of the effort of a joint.
type turns struct {
	joint     string
	column    int // −1 if the effort is not logged
	peak, far float64
	falling   bool
	last      float64 // when it turned
	count     int
}

// expect prepares to look at a run, of coordinates by name.
func (c *chatter) expect(r *prepare.Run, coordinates map[string]plot.Coordinate) {
	period := r.Scenario.Step
	if r.Loop != nil {
		period = max(period, r.Loop.Period)
	}
	c.from, c.within = float64((1-chatterShare)*r.Scenario.Duration), float64(chatterPeriods*period)
	for name := range coordinates {
		c.efforts = append(c.efforts, turns{joint: name, column: -1, last: math.Inf(-1)})
	}
	slices.SortFunc(c.efforts, func(a, b turns) int { return strings.Compare(a.joint, b.joint) })
}

// look takes a row of the log.
func (c *chatter) look(row []float64) {
	for i := range c.efforts {
		x := &c.efforts[i]
		if x.column < 0 {
			continue
		}
		effort := row[x.column]
		x.peak = max(x.peak, math.Abs(effort))
		sign := 1.0
		if x.falling {
			sign = -1
		}
		back := float64(sign * (x.far - effort)) // from where it was farthest
		switch {
		case back <= 0:
			x.far = effort
		case back > max(chatterHeight*x.peak, leastChatter):
			if t := row[0]; t >= c.from && t-x.last <= 1.01*c.within {
				x.count++
			}
			x.far, x.falling, x.last = effort, !x.falling, row[0]
		}
	}
}

// joints returns those that chatter.
func (c *chatter) joints() (list []string) {
	for i := range c.efforts {
		if c.efforts[i].count >= chatterTurns {
			list = append(list, c.efforts[i].joint)
		}
	}
	return list
}

// check names the joints that chatter, if there are any.
func (c *chatter) check() html.Checks {
	list := c.joints()
	if len(list) == 0 {
		return nil
	}
	return html.Checks{{Verdict: html.Bad, Name: "chatter", Text: "at the end of the run the efforts of " +
		strings.Join(list, ", ") + " turn back again and again within a few samples"}}
}
