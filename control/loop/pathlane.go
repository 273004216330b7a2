package loop

import (
	"kinetree/compile/graph"
	"kinetree/compile/tape"
	"kinetree/control/signal"
	"kinetree/internal/traced"
	tracedsignal "kinetree/internal/traced/signal"
	twin "kinetree/internal/traced/tree"
	"kinetree/sim"
	"kinetree/tree"
)

// pathLane describes the twin of a signal path. The zero pathLane describes nothing yet.
type pathLane struct {
	made  bool // of has made the description
	rows  *tape.RowList
	shape string // empty if the path has no twin
}

// of returns the description of the twin of a path, which it makes once. There is no twin of a path whose law computes
// with several models besides the model of the robot.
func (l *pathLane) of(p *signal.SignalPath, robot *tree.Model) *pathLane {
	if l.made {
		return l
	}
	*l = pathLane{made: true}
	shape, models, err := traced.Shape(p)
	if err != nil {
		return l
	}
	for _, m := range models {
		if m != robot && m != p.Believed() {
			return l
		}
	}
	l.shape, l.rows = shape, tape.RowsOf(p)
	return l
}

// recordPath declares the rows of a path and returns its twin.
func recordPath(t *tape.Tape, p *signal.SignalPath, x *sim.RecordedRobot) (*traced.Recording,
	*tracedsignal.SignalPath) {
	r, err := traced.Record(t, p, func(m *tree.Model) *twin.Model {
		if m == p.Believed() {
			return x.Believed
		}
		return x.Robot
	})
	if err != nil {
		panic(graph.ErrUnmet)
	}
	path := r.Twin.(*tracedsignal.SignalPath)
	path.Begun = true
	return r, path
}

// ask records the efforts that the law sends, and requires that no effort comes near an overflow.
func ask(p *tracedsignal.SignalPath) {
	if err := p.Ask(); err != nil {
		panic(graph.ErrUnmet)
	}
	const largest = 1e30 // effort
	for _, x := range p.Demand {
		graph.Require(graph.Absolute(x), graph.Known(largest))
	}
}
