package loop

import (
	"kinetree/compile/graph"
	"kinetree/compile/tape"
	"kinetree/compile/traced"
	tracedsignal "kinetree/compile/traced/signal"
	twin "kinetree/compile/traced/tree"
	"kinetree/control/signal"
	"kinetree/sim"
	"kinetree/tree"
)

// pathLane is what a loop knows of the twin of its path. The zero pathLane is one that nobody has asked for.
type pathLane struct {
	asked bool
	rows  *tape.RowList
	shape string // empty if the path has no twin
}

// of returns what is known of the twin of a path of a robot. There is no twin of a law that computes with several
// models besides that of the robot.
func (l *pathLane) of(p *signal.SignalPath, robot *tree.Model) *pathLane {
	if l.asked {
		return l
	}
	*l = pathLane{asked: true}
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

// ask records what is sent, and requires that nothing comes near an overflow.
func ask(p *tracedsignal.SignalPath) {
	if err := p.Ask(); err != nil {
		panic(graph.ErrUnmet)
	}
	const largest = 1e30 // effort
	for _, x := range p.Demand {
		graph.Require(graph.Absolute(x), graph.Known(largest))
	}
}
