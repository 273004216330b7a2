package randrobot

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/go-gl/mathgl/mgl64"
	"pgregory.net/rapid"

	"kinetree/spatial"
	"kinetree/tree"
	"kinetree/urdf"
)

// Any returns a robot with the given number of moving joints of any kind, named j0, j1, ..., and some fixed ones,
// with the options that give joints the kinds that URDF has no words for and that let the base of some robots float.
// Some joints with one coordinate mimic others, anywhere in the tree and in chains. The links are solid boxes. The
// same seed gives the same robot. Its links and joints stand in the description in random order.
func Any(seed uint64, joints int) (*urdf.Robot, []tree.Option) {
	r, opts, floating := anyRobot(seed, joints)
	if floating {
		opts = append(opts, tree.WithFloatingBase())
	}
	return r, opts
}

// anyRobot is Any, with the base apart from the other options.
func anyRobot(seed uint64, joints int) (r *urdf.Robot, kinds []tree.Option, floating bool) {
	rng := rand.New(rand.NewPCG(seed, 2))
	r = &urdf.Robot{Name: fmt.Sprintf("any%d", seed), Version: "1.0"}
	addLink := func() string {
		name := fmt.Sprintf("link%d", len(r.Links))
		r.Links = append(r.Links, urdf.Link{Name: name, Inertial: box(rng)})
		return name
	}
	addLink()
	var simple []int // the joints with one coordinate
	for moving := 0; moving < joints; {
		parent := r.Links[max(0, len(r.Links)-1-rng.IntN(4))].Name // deep as well as branched
		j := urdf.Joint{Parent: parent, Child: addLink(), Origin: pose(rng), Axis: direction(rng)}
		if rng.IntN(8) == 0 {
			j.Type, j.Name = urdf.Fixed, fmt.Sprintf("fixed%d", len(r.Links))
			r.Joints = append(r.Joints, j)
			continue
		}
		j.Name = fmt.Sprintf("j%d", moving)
		moving++
		switch rng.IntN(14) {
		case 0:
			j.Type = urdf.Planar
		case 1:
			j.Type = urdf.Floating
		case 2, 3, 4, 5:
			// of no account
			j.Type = []urdf.JointType{urdf.Fixed, urdf.Revolute, urdf.Planar, urdf.Floating}[rng.IntN(4)]
			kinds = append(kinds, tree.WithJoint(j.Name, kind(rng)))
		case 6, 7:
			j.Type = urdf.Continuous
		case 8, 9, 10:
			j.Type, j.Limit = urdf.Prismatic, limit(rng)
		default:
			j.Type, j.Limit = urdf.Revolute, limit(rng)
		}
		if j.Type == urdf.Continuous || j.Limit != nil {
			simple = append(simple, len(r.Joints))
		}
		r.Joints = append(r.Joints, j)
	}
	mimic(rng, r.Joints, simple)
	rng.Shuffle(len(r.Links), func(i, k int) { r.Links[i], r.Links[k] = r.Links[k], r.Links[i] })
	rng.Shuffle(len(r.Joints), func(i, k int) { r.Joints[i], r.Joints[k] = r.Joints[k], r.Joints[i] })
	return r, kinds, rng.IntN(3) == 0
}

// limit returns limits of a joint: narrow, wide, or away from 0.
func limit(rng *rand.Rand) *urdf.Limit {
	lower := between(rng, -5, 3)
	return &urdf.Limit{Lower: lower, Upper: lower + between(rng, 0.5, 6), Effort: 100, Velocity: 10}
}

// mimic lets a third of the given joints follow others of them. Each is a follower of one that comes before it in a
// random order, which excludes circles and nothing else: leaders are before and after their followers in the tree,
// above, below and beside them.
func mimic(rng *rand.Rand, joints []urdf.Joint, simple []int) {
	order := slices.Clone(simple)
	rng.Shuffle(len(order), func(i, k int) { order[i], order[k] = order[k], order[i] })
	for at := 1; at < len(order); at++ {
		if rng.IntN(3) > 0 {
			continue
		}
		leader := order[at-1] // so that chains are common
		if rng.IntN(2) == 0 {
			leader = order[rng.IntN(at)]
		}
		m := &urdf.Mimic{Joint: joints[leader].Name, Multiplier: between(rng, 0.25, 1.5),
			Offset: between(rng, -0.5, 0.5)}
		switch rng.IntN(16) {
		case 0:
			m.Multiplier = 0 // it stands still
		case 1, 2, 3, 4, 5, 6, 7:
			m.Multiplier *= -1
		}
		joints[order[at]].Mimic = m
	}
}

// kind returns a kind that URDF has no word for.
func kind(rng *rand.Rand) tree.JointKind {
	switch rng.IntN(4) {
	case 0:
		return tree.SphericalJoint()
	case 1:
		first, second := mgl64.Vec3(direction(rng)), mgl64.Vec3(direction(rng))
		for first.Normalize().Cross(second.Normalize()).Len() < 0.3 { // parallel axes are one axis
			second = direction(rng)
		}
		return tree.UniversalJoint(first, second)
	case 2:
		return tree.CylindricalJoint(direction(rng))
	}
	return tree.CustomJoint(columns(rng, 1+rng.IntN(6))...)
}

// columns returns n columns of a motion subspace: rotations and displacements along the axes, or any. At least 0.3 of
// the length of each is independent of those before it, so that its inertia is not lost in theirs.
func columns(rng *rand.Rand, n int) []spatial.Motion {
	var s []spatial.Motion
	var directions [][6]float64 // orthonormal, of the same span
	for len(s) < n {
		var c [6]float64
		if rng.IntN(4) == 0 {
			c[rng.IntN(6)] = 1
		} else {
			for i := range c {
				c[i] = between(rng, -1, 1)
			}
		}
		rest, length := c, norm(&c)
		for range 2 { // the second time removes the rounding of the first
			for _, d := range directions {
				along := 0.0
				for i := range d {
					along += d[i] * rest[i]
				}
				for i := range d {
					rest[i] -= along * d[i]
				}
			}
		}
		independent := norm(&rest)
		if independent < 0.3*length || length < 0.3 {
			continue
		}
		for i := range rest {
			rest[i] /= independent
		}
		directions = append(directions, rest)
		s = append(s, spatial.Motion{Ang: mgl64.Vec3(c[:3]), Lin: mgl64.Vec3(c[3:])})
	}
	return s
}

func norm(c *[6]float64) float64 {
	sum := 0.0
	for _, x := range c {
		sum += x * x
	}
	return math.Sqrt(sum)
}

// AnyCase is a robot with joints of any kind in a random state.
type AnyCase struct {
	Robot     *urdf.Robot
	Options   []tree.Option // gravity, and the kinds of joints; without a floating base
	Model     *tree.Model
	Q         []float64
	V, A, Tau []float64
	Fext      []spatial.Force // on each link
	seed      uint64
}

// DrawAny draws a robot of Any with at most so many joints, under a gravity that is along no axis, its base fixed or
// floating.
func DrawAny(t *rapid.T, joints int) *AnyCase {
	return NewAny(t, rapid.Uint64().Draw(t, "seed"), rapid.IntRange(1, joints).Draw(t, "joints"))
}

// NewAny returns the case of a seed with the given number of joints.
func NewAny(t interface{ Fatal(...any) }, seed uint64, joints int) *AnyCase {
	r, opts, floating := anyRobot(seed, joints)
	c := &AnyCase{Robot: r, Options: append(opts, tree.WithGravity(mgl64.Vec3{1, -2, -9.81})), seed: seed}
	if floating {
		c.Model = c.Build(t, tree.WithFloatingBase())
	} else {
		c.Model = c.Build(t)
	}
	c.Q, c.V, c.A, c.Tau, c.Fext = c.State(c.Model)
	return c
}

// Build builds the robot with other options besides, its base fixed unless they say otherwise.
func (c *AnyCase) Build(t interface{ Fatal(...any) }, opts ...tree.Option) *tree.Model {
	m, err := tree.Build(c.Robot, append(slices.Clone(c.Options), opts...)...)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// State returns the random state of a model of this case: its position, velocity, accelerations, efforts, and a
// wrench on each link.
func (c *AnyCase) State(m *tree.Model) (q, qd, qdd, tau []float64, fext []spatial.Force) {
	q = make([]float64, m.NQ())
	m.Random(q, rand.New(rand.NewPCG(c.seed, 3)))
	qd, qdd, tau = Vector(c.seed+1, m.NV()), Vector(c.seed+2, m.NV()), Vector(c.seed+3, m.NV())
	fext = make([]spatial.Force, len(m.Links()))
	for l := range fext {
		w := Vector(c.seed+4+uint64(l), 6)
		fext[l] = spatial.Force{Ang: mgl64.Vec3(w[:3]), Lin: mgl64.Vec3(w[3:])}
	}
	return q, qd, qdd, tau, fext
}

// BaseMotion returns a random pose, velocity and acceleration of the base.
func (c *AnyCase) BaseMotion() *tree.BaseMotion {
	rng := rand.New(rand.NewPCG(c.seed, 4))
	p, x := pose(rng), Vector(c.seed+5, 12)
	return &tree.BaseMotion{Pose: p.Transform(),
		Velocity:     spatial.Motion{Ang: mgl64.Vec3(x[:3]), Lin: mgl64.Vec3(x[3:6])},
		Acceleration: spatial.Motion{Ang: mgl64.Vec3(x[6:9]), Lin: mgl64.Vec3(x[9:])}}
}
