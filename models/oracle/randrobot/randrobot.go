// Package randrobot makes random robots for property tests: trees of any branching with revolute, continuous,
// prismatic and fixed joints at arbitrary poses, and links that are solid boxes.
package randrobot

import (
	"fmt"
	"math"
	"math/rand/v2"

	"kinetree/spatial"
	"kinetree/urdf"
)

// New returns a robot with the given number of moving joints, named j0, j1, ... , and some fixed ones. The same seed
// gives the same robot. Its links and joints stand in the description in random order.
func New(seed uint64, joints int) *urdf.Robot {
	rng := rand.New(rand.NewPCG(seed, 0))
	r := &urdf.Robot{Name: fmt.Sprintf("random%d", seed), Version: "1.0"}
	addLink := func() string {
		name := fmt.Sprintf("link%d", len(r.Links))
		r.Links = append(r.Links, urdf.Link{Name: name, Inertial: box(rng)})
		return name
	}
	addLink()
	for moving := 0; moving < joints; {
		// The parent is one of the last few links, so that trees are deep as well as branched.
		parent := r.Links[max(0, len(r.Links)-1-rng.IntN(4))].Name
		j := urdf.Joint{Parent: parent, Child: addLink(), Origin: pose(rng), Axis: direction(rng)}
		switch k := rng.IntN(8); {
		case k == 0:
			j.Type, j.Name = urdf.Fixed, fmt.Sprintf("fixed%d", len(r.Links))
		case k <= 2:
			j.Type = urdf.Prismatic
		case k == 3:
			j.Type = urdf.Continuous
		default:
			j.Type = urdf.Revolute
		}
		if j.Type != urdf.Fixed {
			j.Name = fmt.Sprintf("j%d", moving)
			moving++
		}
		r.Joints = append(r.Joints, j)
	}
	rng.Shuffle(len(r.Links), func(i, k int) { r.Links[i], r.Links[k] = r.Links[k], r.Links[i] })
	rng.Shuffle(len(r.Joints), func(i, k int) { r.Joints[i], r.Joints[k] = r.Joints[k], r.Joints[i] })
	return r
}

// Chain returns a robot of n equal boxes in a row, hinged alternately about y and x.
func Chain(n int) *urdf.Robot {
	r := &urdf.Robot{Name: fmt.Sprintf("chain%d", n), Version: "1.0", Links: []urdf.Link{{Name: "link0"}}}
	for i := range n {
		tensor := spatial.Box(1, 0.05, 0.05, 0.3)
		r.Links = append(r.Links, urdf.Link{Name: fmt.Sprintf("link%d", i+1), Inertial: &urdf.Inertial{
			Origin: urdf.Pose{XYZ: [3]float64{0, 0, 0.15}}, Mass: 1,
			Inertia: urdf.Tensor{IXX: tensor[0], IYY: tensor[2], IZZ: tensor[5]}}})
		j := urdf.Joint{Name: fmt.Sprintf("j%d", i), Type: urdf.Continuous, Parent: fmt.Sprintf("link%d", i),
			Child: fmt.Sprintf("link%d", i+1),
			Axis:  [3]float64{0, 1, 0}}
		if i > 0 {
			j.Origin.XYZ[2] = 0.3
		}
		if i%2 == 1 {
			j.Axis = [3]float64{1, 0, 0}
		}
		r.Joints = append(r.Joints, j)
	}
	return r
}

// Vector returns n numbers between -1 and 1.
func Vector(seed uint64, n int) []float64 {
	rng := rand.New(rand.NewPCG(seed, 1))
	v := make([]float64, n)
	for i := range v {
		v[i] = 2*rng.Float64() - 1
	}
	return v
}

func between(rng *rand.Rand, a, b float64) float64 { return a + (b-a)*rng.Float64() }

// direction returns a random axis: one of the coordinate axes in either sense, or any direction, of any length.
func direction(rng *rand.Rand) [3]float64 {
	if rng.IntN(2) == 0 {
		var a [3]float64
		a[rng.IntN(3)] = float64(2*rng.IntN(2) - 1)
		return a
	}
	return [3]float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
}

// pose returns a random pose, often with quarter turns as in real files.
func pose(rng *rand.Rand) urdf.Pose {
	var p urdf.Pose
	for i := range 3 {
		p.XYZ[i] = between(rng, -0.5, 0.5)
		switch rng.IntN(3) {
		case 0:
			p.RPY[i] = between(rng, -math.Pi, math.Pi)
		case 1:
			p.RPY[i] = math.Pi / 2 * float64(rng.IntN(4)-1)
		}
	}
	return p
}

// box returns the inertia of a solid box of random size and orientation.
func box(rng *rand.Rand) *urdf.Inertial {
	mass := between(rng, 0.5, 5)
	t := spatial.Box(mass, between(rng, 0.05, 0.5), between(rng, 0.05, 0.5), between(rng, 0.05, 0.5))
	return &urdf.Inertial{Origin: pose(rng), Mass: mass, Inertia: urdf.Tensor{IXX: t[0], IYY: t[2], IZZ: t[5]}}
}
