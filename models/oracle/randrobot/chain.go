package randrobot

import (
	"fmt"
	"math/rand/v2"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/tree"
	"kinetree/urdf"
)

// AnyChain returns a robot whose links are one serial chain with the given number of moving joints, named j0, j1,
// ..., between solid boxes, and some fixed joints. The moving ones are revolute, continuous and prismatic, and if
// every is set also spherical, floating and custom ones; the base of some robots floats then. The same seed gives the
// same robot. Its links and joints stand in the description in random order.
func AnyChain(seed uint64, joints int, every bool) (*urdf.Robot, []tree.Option) {
	rng := rand.New(rand.NewPCG(seed, 7))
	r := &urdf.Robot{Name: fmt.Sprintf("anychain%d", seed), Version: "1.0",
		Links: []urdf.Link{{Name: "link0", Inertial: box(rng)}}}
	opts := []tree.Option{tree.WithGravity(mgl64.Vec3{1, -2, -9.81})}
	for moving := 0; moving < joints; {
		parent, child := r.Links[len(r.Links)-1].Name, fmt.Sprintf("link%d", len(r.Links))
		r.Links = append(r.Links, urdf.Link{Name: child, Inertial: box(rng)})
		j := urdf.Joint{Name: fmt.Sprintf("j%d", moving), Parent: parent, Child: child, Origin: pose(rng),
			Axis: direction(rng), Type: urdf.Revolute}
		switch k := rng.IntN(8); {
		case k == 0:
			j.Name, j.Type = fmt.Sprintf("fixed%d", len(r.Links)), urdf.Fixed
		case k <= 2:
			j.Type = urdf.Prismatic
		case k == 3:
			j.Type = urdf.Continuous
		case k == 4 && every:
			opts = append(opts, tree.WithJoint(j.Name, tree.SphericalJoint()))
		case k == 5 && every:
			opts = append(opts, tree.WithJoint(j.Name, tree.CustomJoint(columns(rng, 1+rng.IntN(6))...)))
		case k == 6 && every:
			j.Type = urdf.Floating
		}
		if j.Type != urdf.Fixed {
			moving++
		}
		r.Joints = append(r.Joints, j)
	}
	if every && rng.IntN(3) == 0 {
		opts = append(opts, tree.WithFloatingBase())
	}
	rng.Shuffle(len(r.Links), func(i, k int) { r.Links[i], r.Links[k] = r.Links[k], r.Links[i] })
	rng.Shuffle(len(r.Joints), func(i, k int) { r.Joints[i], r.Joints[k] = r.Joints[k], r.Joints[i] })
	return r, opts
}
