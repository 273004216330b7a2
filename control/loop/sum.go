package loop

import (
	"math"

	"kinetree/control/reference"
	"kinetree/internal/floats"
	"kinetree/sim"
	"kinetree/tree"
)

// sum is the sum of controllers.
type sum struct {
	parts []sim.Segmented
	plan  *reference.Plan // may be nil
	part  []float64
	lane  sumLane
}

// Sum returns a controller whose efforts are the sums of the efforts of its parts, such as a closed loop and efforts
// that depend on time. A segment of the sum ends where a segment of a part ends, and where the plan breaks; so measures
// of how joints follow the plan see each jump of the plan at the end of a step. The plan may be nil. Without parts and
// plan the sum is nil: no controller.
func Sum(m *tree.Model, plan *reference.Plan, parts ...sim.Segmented) sim.Segmented {
	switch {
	case plan == nil && len(parts) == 0:
		return nil
	case plan == nil && len(parts) == 1:
		return parts[0]
	}
	return &sum{parts: parts, plan: plan, part: make([]float64, m.EffortLayout().Len())}
}

// BeginSegment implements sim.Segmented.
func (s *sum) BeginSegment(t float64, q, qd []float64) (end float64, err error) {
	end = math.Inf(1)
	if s.plan != nil {
		end = s.plan.Break(t)
	}
	for _, p := range s.parts {
		e, err := p.BeginSegment(t, q, qd)
		if err != nil {
			return 0, err
		}
		end = math.Min(end, e)
	}
	return end, nil
}

// Reset implements sim.Resetter.
func (s *sum) Reset() {
	for _, p := range s.parts {
		if r, ok := p.(sim.Resetter); ok {
			r.Reset()
		}
	}
}

// Effort implements sim.Controller. It does not allocate unless a part does.
func (s *sum) Effort(tau []float64, t float64, q, qd []float64) error {
	for i, p := range s.parts {
		if i == 0 {
			if err := p.Effort(tau, t, q, qd); err != nil {
				return err
			}
			continue
		}
		clear(s.part)
		if err := p.Effort(s.part, t, q, qd); err != nil {
			return err
		}
		floats.Add(tau, s.part)
	}
	return nil
}
