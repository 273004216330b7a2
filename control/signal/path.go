// Package signal has what becomes of signals on their way around a control loop: sensors measure, a law asks for
// efforts, limits bound them, and drives turn them into those that act. All of it computes with numbers alone, so that
// package traced has twins of it. When samples are taken and efforts arrive is for package loop.
package signal

import (
	"math"

	"kinetree/compile/tape"
	"kinetree/control"
	"kinetree/control/reference"
	"kinetree/internal/libm"
	"kinetree/tree"
)

// SignalPath is the way of signals from the motion of a robot to the efforts that are sent to its drives.
type SignalPath struct {
	In     control.Input // what was measured last, and what the law knows besides
	Demand []float64     // what the law asked for last (N m, N)
	Sent   []float64     // what limits let through of it
	Over   []float64     // 1 where a limit bounds it, and 0 elsewhere
	Lost   []float64     // Sent − Demand
	Begun  bool          // there was a sample

	law         control.Law
	sampled     bool // the law acts on samples
	floating    bool
	most, least []float64 // of efforts; nil for no limits
	sensor      sensor

	// of Heat: whether there is any, the squares of rated efforts, the share of a sample in the average, and the
	// average
	heats              bool
	rated, share, heat []float64
}

// NewSignalPath returns the way of the signals of a law that acts on samples of a period, or at every instant if that
// is 0.
func NewSignalPath(m *tree.Model, law control.Law, period float64) *SignalPath {
	n := m.NV()
	list := func() []float64 { return make([]float64, n) }
	p := &SignalPath{Demand: list(), Sent: list(), Over: list(), Lost: list(), law: law, sampled: period > 0,
		floating: m.Floating(), sensor: newSensor(m, period),
		In: control.Input{Period: period, Q: make([]float64, m.NQ()), Qd: list(), Reference: reference.NewSetpoint(m)}}
	if p.sampled {
		p.In.Lost = p.Lost
	}
	return p
}

// Reuse gives sensors and limits their numbers, and the noise a seed.
func (p *SignalPath) Reuse(s *Sensors, a *Actuators, seed uint64) {
	p.sensor.reuse(s, seed)
	p.most, p.least = a.Limit, p.least[:0]
	for _, x := range a.Limit {
		p.least = append(p.least, -x)
	}
	p.heats = a.Heat != nil
	p.rated, p.share, p.heat = p.rated[:0], p.share[:0], p.heat[:0]
	for _, h := range a.Heat {
		p.rated = append(p.rated, float64(h.Rated*h.Rated))
		p.share, p.heat = append(p.share, -libm.Expm1(-p.In.Period/h.Time)), append(p.heat, 0)
	}
}

// Reset takes sensors and efforts back to before the first sample. The law is not told.
func (p *SignalPath) Reset() {
	p.Begun, p.sensor.next = false, 0
	clear(p.In.Qd) // where the filter of the velocity is
	clear(p.Lost)
	clear(p.heat)
}

// Measure takes a sample of the true position and velocity.
func (p *SignalPath) Measure(q, qd []float64) {
	p.sensor.measure(p.In.Q, p.In.Qd, q, qd, !p.Begun)
	p.Begun = true
}

// Ask asks the law what is to be sent. The error is that of the law.
func (p *SignalPath) Ask() error {
	if err := p.law.Effort(p.Demand, &p.In); err != nil {
		return err
	}
	if p.floating { // whose base has no actuator
		clear(p.Demand[:6])
	}
	for i, x := range p.Demand {
		p.Sent[i], p.Over[i] = x, 0
		if p.most != nil {
			p.Sent[i] = max(p.least[i], min(p.most[i], x))
			if p.most[i] < math.Abs(x) {
				p.Over[i] = 1
			}
		}
		if p.heats {
			p.warm(i)
		}
		p.Lost[i] = p.Sent[i] - x
	}
	return nil
}

// warm bounds what is sent for rate i, so that with it the average of its square is no more than the rated one: that is
// x⁺ = x + share (effort² − x).
func (p *SignalPath) warm(i int) {
	x := p.heat[i]
	most := math.Sqrt(math.Max(0, x+(p.rated[i]-x)/p.share[i]))
	sent := max(-most, min(most, p.Sent[i]))
	if sent != p.Sent[i] {
		p.Over[i] = 1
	}
	p.Sent[i] = sent
	p.heat[i] += float64(p.share[i] * (float64(sent*sent) - x))
}

// Rows implements tape.Rowed.
func (p *SignalPath) Rows(r *tape.RowList) {
	r.Fixed(p.most, p.least, p.rated, p.share)
	r.Carried(p.heat)
	r.ScratchNumber(&p.In.Time)
	r.ScratchFlag(&p.Begun)
	to := p.In.Reference
	r.Scratch(p.Demand, p.Sent, p.Over, to.Q, to.Qd, to.Qdd)
	if p.sampled {
		r.Carried(p.In.Q, p.In.Qd, p.Lost)
	} else {
		r.Scratch(p.In.Q, p.In.Qd, p.Lost)
	}
	p.sensor.rows(r)
	if l, ok := p.law.(control.Recordable); ok {
		l.Rows(r)
	}
}

// Believed returns the model that the law computes with, nil for that of the robot.
func (p *SignalPath) Believed() *tree.Model {
	if l, ok := p.law.(control.Recordable); ok {
		return l.Believed()
	}
	return nil
}
