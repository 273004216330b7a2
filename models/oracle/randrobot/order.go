package randrobot

import (
	"math/rand/v2"
	"slices"

	"kinetree/spatial"
	"kinetree/tree"
	"kinetree/urdf"
)

// Reordered returns the same robot with its links and joints in another order.
func Reordered(r *urdf.Robot, seed uint64) *urdf.Robot {
	rng := rand.New(rand.NewPCG(seed, 6))
	other := *r
	other.Links, other.Joints = slices.Clone(r.Links), slices.Clone(r.Joints)
	rng.Shuffle(len(r.Links), func(i, k int) { other.Links[i], other.Links[k] = other.Links[k], other.Links[i] })
	rng.Shuffle(len(r.Joints), func(i, k int) { other.Joints[i], other.Joints[k] = other.Joints[k], other.Joints[i] })
	return &other
}

// Between takes what belongs to one model of a robot to another one, in which joints and links are in another order.
type Between struct{ From, To *tree.Model }

// Position returns a position.
func (b Between) Position(q []float64) []float64 {
	out := b.To.Neutral()
	if b.From.Floating() {
		copy(out, q[:7])
	}
	for _, from := range b.From.Joints() {
		k, _ := b.To.Joint(from.Name)
		copy(out[b.To.Joints()[k].Q:], q[from.Q:from.Q+from.NQ])
	}
	return out
}

// Rates returns a vector of velocities, accelerations or efforts.
func (b Between) Rates(v []float64) []float64 {
	out := make([]float64, b.To.NV())
	for to, from := range b.rates() {
		out[to] = v[from]
	}
	return out
}

// Matrix returns a square matrix over the rates.
func (b Between) Matrix(m []float64) []float64 {
	out := make([]float64, len(m))
	n, rates := b.To.NV(), b.rates()
	for i, fi := range rates {
		for k, fk := range rates {
			out[i*n+k] = m[fi*n+fk]
		}
	}
	return out
}

// rates returns the rate of From for each of To.
func (b Between) rates() []int {
	out := make([]int, b.To.NV())
	if b.From.Floating() {
		copy(out, []int{0, 1, 2, 3, 4, 5})
	}
	for _, from := range b.From.Joints() {
		k, _ := b.To.Joint(from.Name)
		for i := range from.NV {
			out[b.To.Joints()[k].V+i] = from.V + i
		}
	}
	return out
}

// Wrenches returns the wrenches on links.
func (b Between) Wrenches(fext []spatial.Force) []spatial.Force {
	out := make([]spatial.Force, len(fext))
	for l, link := range b.From.Links() {
		k, _ := b.To.Link(link.Name)
		out[k] = fext[l]
	}
	return out
}
