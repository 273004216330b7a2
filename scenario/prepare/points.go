package prepare

import (
	"maps"
	"slices"

	"kinetree/control/analysis"
	"kinetree/internal/strict"
	"kinetree/scenario"
)

// At returns a copy of a scenario that starts in a pose of the run: positions of the joints whose positions are numbers
// and that follow no other ones.
func (r *Run) At(s *scenario.Scenario, q []float64) (*scenario.Scenario, error) {
	c := s.Clone()
	list := r.Positions(q)
	for _, name := range slices.Sorted(maps.Keys(list)) {
		x := list[name]
		if err := c.Set(strict.Join("initial.position", name), x); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// Positions returns the positions that At sets, by joint.
func (r *Run) Positions(q []float64) map[string]float64 {
	list := map[string]float64{}
	for _, j := range r.World.Model().Joints() {
		if j.NQ == 1 && j.NV == 1 && j.Leader < 0 && j.Drives < 0 {
			list[j.Name] = q[j.Q]
		}
	}
	return list
}

// JudgeIn returns what Judge returns of the scenario in poses, in their order, with disk margins of a skew. A loop that
// Judge cannot tell of is one that is not judged, for a reason. The error is that of a run that cannot be prepared.
func (r *Run) JudgeIn(s *scenario.Scenario, poses [][]float64, wanted analysis.Wanted, skew float64,
	env Env) (list []*analysis.Analysis, _ error) {
	env.Unlogged = true
	for _, q := range poses {
		c, err := r.At(s, q)
		if err != nil {
			return nil, err
		}
		run, err := New(c, env)
		if err != nil {
			return nil, c.Locate(err)
		}
		if run.Loop != nil {
			run.Loop.Skew = skew
		}
		a := run.Judge(wanted)
		if a == nil {
			a = analysis.NotJudged("the loop cannot be linearised, or has more than 60 rates")
		}
		list = append(list, a)
	}
	return list, nil
}
