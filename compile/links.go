package compile

import (
	"kinetree/compile/graph"
	tracedspatial "kinetree/internal/traced/spatial"
	tracedtree "kinetree/internal/traced/tree"
	"kinetree/spatial"
	"kinetree/tree"
)

// linkPoses has the rotations of all links in the base, row by row, and behind them their positions.
func linkPoses(m *tree.Model) *algorithm {
	k, n := tree.NewKinematics(m), len(m.Links())
	return &algorithm{model: m, size: 12 * n, places: true,
		compute: func(out []float64, s *state[float64], _ []spatial.Force) error {
			k.Update(s.q)
			for i := range n {
				pose := k.Pose(i)
				turned := pose.R.Transpose() // whose columns are rows
				copy(out[9*i:], turned[:])
				copy(out[9*n+3*i:], pose.P[:])
			}
			return nil
		},
		record: func(out []graph.Num, m *tracedtree.Model, s *state[graph.Num], _ []tracedspatial.Force) error {
			k := tracedtree.NewKinematics(m)
			k.Update(s.q)
			for i := range n {
				pose := k.Pose(i)
				turned := pose.R.Transpose()
				copy(out[9*i:], turned[:])
				copy(out[9*n+3*i:], pose.P[:])
			}
			return nil
		}}
}

// linkJacobians has the Jacobians of all links, tree.Aligned.
func linkJacobians(m *tree.Model) *algorithm {
	k, n := tree.NewKinematics(m), 6*m.NV()
	links := len(m.Links())
	return &algorithm{model: m, size: n * links, places: true,
		compute: func(out []float64, s *state[float64], _ []spatial.Force) error {
			k.Update(s.q)
			for i := range links {
				k.Jacobian(out[n*i:n*(i+1)], i, tree.Aligned)
			}
			return nil
		},
		record: func(out []graph.Num, m *tracedtree.Model, s *state[graph.Num], _ []tracedspatial.Force) error {
			k := tracedtree.NewKinematics(m)
			k.Update(s.q)
			for i := range links {
				k.Jacobian(out[n*i:n*(i+1)], i, tracedtree.Aligned)
			}
			return nil
		}}
}
