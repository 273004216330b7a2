package randrobot

import (
	"github.com/go-gl/mathgl/mgl64"
	"pgregory.net/rapid"

	"kinetree/models/oracle/textbook"
	"kinetree/spatial"
	"kinetree/tree"
)

// Case is a random robot in a random state, for the algorithms under test and for the textbook.
type Case struct {
	Model    *tree.Model
	Book     *textbook.Robot
	Q, Qd, X []float64       // position, velocity, and accelerations or efforts
	Fext     []spatial.Force // on each link
	Wrenches map[string]textbook.Vec6
}

// Draw draws a case with at most so many joints, under a gravity that is along no axis.
func Draw(t *rapid.T, joints int) *Case {
	seed, n := rapid.Uint64().Draw(t, "seed"), rapid.IntRange(1, joints).Draw(t, "joints")
	r := New(seed, n)
	gravity := mgl64.Vec3{1, -2, -9.81}
	m, err := tree.Build(r, tree.WithGravity(gravity))
	if err != nil {
		t.Fatal(err)
	}
	c := &Case{
		Model: m, Book: textbook.New(r, textbook.Vec3(gravity)),
		Q: Vector(seed, n), Qd: Vector(seed+1, n), X: Vector(seed+2, n),
		Fext: make([]spatial.Force, len(m.Links())), Wrenches: map[string]textbook.Vec6{},
	}
	for l, link := range m.Links() {
		w := Vector(seed+3+uint64(l), 6)
		c.Fext[l] = spatial.Force{Ang: mgl64.Vec3(w[:3]), Lin: mgl64.Vec3(w[3:])}
		c.Wrenches[link.Name] = textbook.Vec6(w)
	}
	return c
}

// Named returns a vector of the model's joints as the textbook takes it.
func (c *Case) Named(v []float64) map[string]float64 { return textbook.Named(c.Model.JointNames(), v) }

// Vector returns what the textbook gives as a vector of the model's joints.
func (c *Case) Vector(named map[string]float64) []float64 {
	v := make([]float64, c.Model.NV())
	for i, n := range c.Model.JointNames() {
		v[i] = named[n]
	}
	return v
}
