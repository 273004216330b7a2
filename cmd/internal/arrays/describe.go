package arrays

import (
	"math"

	"kinetree/tree"
)

// Description is what a program has to know of a model to send states of it.
type Description struct {
	Name          string    `json:"name"`
	NQ            int       `json:"nq"`
	NV            int       `json:"nv"`
	Floating      bool      `json:"floating"`
	PositionNames []string  `json:"position_names"`
	RateNames     []string  `json:"rate_names"`
	Links         []string  `json:"links"`
	Joints        []Joint   `json:"joints"`
	Neutral       []float64 `json:"neutral"` // the position with all joints at 0, or at the limit that is nearest to it
	Quantities    []string  `json:"quantities"`
	Gravity       []float64 `json:"gravity"` // in the world's axes (m/s²)
}

// Joint is an independent joint. Limits that are not there are null.
type Joint struct {
	Name     string   `json:"name"`
	Type     string   `json:"type"`
	Q        int      `json:"q"` // its coordinates are q[Q : Q+NQ]
	NQ       int      `json:"nq"`
	V        int      `json:"v"` // its rates are v[V : V+NV]
	NV       int      `json:"nv"`
	Lower    *float64 `json:"lower"`
	Upper    *float64 `json:"upper"`
	Effort   *float64 `json:"effort"`
	Velocity *float64 `json:"velocity"`
}

// Describe describes the model.
func (s *Solver) Describe() *Description {
	m := s.model
	g := m.Gravity()
	d := &Description{Name: m.Name(), NQ: m.NQ(), NV: m.NV(), Floating: m.Floating(), PositionNames: m.PositionNames(),
		RateNames: m.RateNames(), Neutral: m.Neutral(), Gravity: g[:]}
	for _, l := range m.Links() {
		d.Links = append(d.Links, l.Name)
	}
	for _, j := range m.Joints() {
		if j.Leader < 0 {
			d.Joints = append(d.Joints, Joint{j.Name, string(j.Type), j.Q, j.NQ, j.V, j.NV, limit(j.Lower),
				limit(j.Upper), limit(j.Effort), limit(j.Velocity)})
		}
	}
	for _, w := range quantities {
		d.Quantities = append(d.Quantities, w.name)
	}
	return d
}

func limit(x float64) *float64 {
	if math.IsInf(x, 0) {
		return nil
	}
	return &x
}

// frames are the axes by Pinocchio's names.
var frames = map[string]tree.Axes{"": tree.Aligned, "LOCAL": tree.Local, "WORLD": tree.World,
	"LOCAL_WORLD_ALIGNED": tree.Aligned}
