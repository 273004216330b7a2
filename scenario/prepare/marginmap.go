package prepare

import (
	"fmt"
	"math"

	"kinetree/control/analysis"
	"kinetree/internal/strict"
	"kinetree/internal/suggest"
	"kinetree/scenario"
)

// MapMargins returns the margins of the loop of a joint, or for "" the worst ones of all, of a scenario at n by n
// positions of two joints within their limits, or half a turn about the start where there are none. O(n² · that of
// Judge).
func MapMargins(s *scenario.Scenario, joints [2]string, of string, n int, env Env) (*analysis.MarginMap, error) {
	env.Unlogged, env.Strict = true, true
	run, err := New(s, env)
	if err != nil {
		return nil, err
	}
	if run.Loop == nil || run.Loop.Law == nil {
		return nil, fmt.Errorf("there is no control loop; expected a scenario with a controller")
	}
	m := run.World.Model()
	ranges, _ := m.Ranges()
	if _, ok := m.Joint(of); !ok && of != "" {
		return nil, suggest.Missing(m.Name(), "joint", of, m.JointNames())
	}
	g := &analysis.MarginMap{Joints: joints, Of: of}
	for i, name := range joints {
		k, ok := m.Joint(name)
		if !ok {
			return nil, suggest.Missing(m.Name(), "joint", name, m.JointNames())
		}
		j := &m.Joints()[k]
		if j.NQ != 1 || j.NV != 1 || j.Leader >= 0 || j.Drives >= 0 || name == joints[1-i] {
			return nil, fmt.Errorf("%q: expected two different joints, each with one position of its own", name)
		}
		low, high, at := ranges[k].Lower, ranges[k].Upper, run.World.State().Q[j.Q]
		if math.IsInf(low, 0) || math.IsInf(high, 0) {
			low, high = at-math.Pi, at+math.Pi
		}
		for x := range n {
			g.Positions[i] = append(g.Positions[i], low+float64(float64(x)/float64(n-1)*(high-low)))
		}
	}
	var wanted analysis.Wanted
	wanted.Want("phase_margin")
	wanted.Want("sensitivity_peak")
	for _, y := range g.Positions[1] {
		var stable []bool
		var phase, sensitivity []float64
		for _, x := range g.Positions[0] {
			posed := s.Clone()
			for i, at := range [...]float64{x, y} {
				if err := posed.Set(strict.Join("initial.position", joints[i]), at); err != nil {
					return nil, err
				}
			}
			env.Previous = run
			if run, err = New(posed, env); err != nil {
				return nil, err
			}
			a := run.Judge(wanted)
			judged := a != nil && a.Stable != nil
			stable = append(stable, !judged || *a.Stable)
			p, q := math.NaN(), math.NaN()
			if judged && *a.Stable {
				p, q = a.Number(of, "phase_margin"), a.Number(of, "sensitivity_peak")
			}
			phase, sensitivity = append(phase, p), append(sensitivity, q)
		}
		g.Stable, g.Phase = append(g.Stable, stable), append(g.Phase, phase)
		g.Sensitivity = append(g.Sensitivity, sensitivity)
	}
	return g, nil
}
