package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/models"
	"kinetree/models/oracle/bare"
	"kinetree/tree"
	"kinetree/urdf"
)

// problem is a motion whose end is known.
type problem struct {
	name   string // of the figure
	title  string
	text   string // what it is and where its answer comes from
	unit   string // of the error
	robot  *bare.Robot
	q, v   []float64
	end    float64
	error  func(q, v []float64) float64
	coarse int // steps to begin with
}

var problems = []func() (*problem, error){pendulum, body, arm, slider}

// build returns the robot of a description.
func build(r *urdf.Robot, opts ...tree.Option) (*bare.Robot, error) {
	m, err := tree.Build(r, opts...)
	if err != nil {
		return nil, err
	}
	return bare.New(m), nil
}

// one returns a robot of one link on one joint.
func one(joint urdf.JointType, axis [3]float64, inertial *urdf.Inertial) *urdf.Robot {
	return &urdf.Robot{Name: "one", Links: []urdf.Link{{Name: "ground"}, {Name: "link", Inertial: inertial}},
		Joints: []urdf.Joint{{Name: "joint", Type: joint, Parent: "ground", Child: "link", Axis: axis}}}
}

// pendulum is benchmark A01.
func pendulum() (*problem, error) {
	r, err := build(one(urdf.Continuous, [3]float64{0, 1, 0},
		&urdf.Inertial{Origin: urdf.Pose{XYZ: [3]float64{0, 0, -1}}, Mass: 1}))
	return &problem{
		name: "pendulum", title: "Pendulum (IFToMM benchmark A01)", unit: "m",
		text: "A point mass of 1 kg on a massless bar of 1 m, let go where the bar is level. Error: the distance of " +
			"the mass from its exact place after 10 s, " +
			"(−0.275087462576117, −0.961419205099125) m, by elliptic functions.",
		robot: r, q: []float64{math.Pi / 2}, v: []float64{0}, end: 10, coarse: 50,
		error: func(q, _ []float64) float64 {
			return math.Hypot(-math.Sin(q[0])+0.275087462576117, -math.Cos(q[0])+0.961419205099125)
		},
	}, err
}

// body is the torque-free body.
func body() (*problem, error) {
	link := urdf.Link{Name: "body", Inertial: &urdf.Inertial{Mass: 2, Inertia: urdf.Tensor{IXX: 1, IYY: 2, IZZ: 3}}}
	r, err := build(&urdf.Robot{Name: "body", Links: []urdf.Link{link}}, tree.WithFloatingBase(),
		tree.WithGravity(mgl64.Vec3{}))
	if err != nil {
		return nil, err
	}
	exact := mgl64.Vec3{0.00955041319675543, -1.00000439479422851, 0.009852417507542}
	return &problem{
		name: "body", title: "Torque-free body", unit: "rad/s",
		text: "A floating body with the principal moments of inertia 1, 2 and 3 kg m² turns about its middle axis at " +
			"(0.01, 1, 0.01) rad/s, and turns over every 19.55 s. Error: of the " +
			"angular velocity after 100 s, exactly (0.00955041319675543, −1.00000439479422851, 0.009852417507542) " +
			"rad/s by elliptic functions.",
		robot: r, q: r.Neutral(), v: []float64{0, 0, 0, 0.01, 1, 0.01}, end: 100, coarse: 100,
		error: func(_, v []float64) float64 { return mgl64.Vec3(v[3:]).Sub(exact).Len() },
	}, nil
}

// arm is the falling UR5.
func arm() (*problem, error) {
	description, err := models.Robot("ur5")
	if err != nil {
		return nil, err
	}
	r, err := build(description)
	if err != nil {
		return nil, err
	}
	name := filepath.FromSlash("models/oracle/golden/testdata/ur5_robot_trajectory.json")
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("the reference trajectory: %w; expected to run in the root of the repository", err)
	}
	var reference struct {
		Samples []struct {
			T     float64
			Q, Qd map[string]float64
		}
	}
	if err := json.Unmarshal(data, &reference); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	vector := func(values map[string]float64) (x []float64) {
		for _, j := range r.Joints() {
			x = append(x, values[j.Name])
		}
		return x
	}
	const sample = 10
	start, end := reference.Samples[0], reference.Samples[sample]
	exact := vector(end.Q)
	return &problem{
		name: "arm", title: "Falling six-joint arm", unit: "rad",
		text: "A UR5 falls from rest for 1 s. Error: the largest of its joint positions, against a trajectory that " +
			"Pinocchio computed in extended precision with steps of " +
			"0.01 ms, exact to 1e-15.",
		robot: r, q: vector(start.Q), v: vector(start.Qd), end: end.T, coarse: 20,
		error: func(q, _ []float64) float64 {
			largest := 0.0
			for i, x := range exact {
				largest = math.Max(largest, math.Abs(q[i]-x))
			}
			return largest
		},
	}, nil
}

// slider is stiff.
func slider() (*problem, error) {
	const mass, damping, stiffness, end = 0.001, 10.0, 10.0, 2.0
	r, err := build(one(urdf.Prismatic, [3]float64{1, 0, 0},
		&urdf.Inertial{Mass: mass, Inertia: urdf.Tensor{IXX: 1, IYY: 1, IZZ: 1}}))
	if err != nil {
		return nil, err
	}
	r.Damping[0], r.Stiffness[0] = damping, stiffness
	// q = (λ₂ e^(λ₁ t) − λ₁ e^(λ₂ t))/(λ₂ − λ₁) from 1 at rest, λ² + b λ + k = 0.
	b, k := damping/mass, stiffness/mass
	slow, fast := -2*k/(b+math.Sqrt(b*b-4*k)), -(b+math.Sqrt(b*b-4*k))/2
	exact := (fast*math.Exp(slow*end) - slow*math.Exp(fast*end)) / (fast - slow)
	return &problem{
		name: "slider", title: "Strongly damped light slider", unit: "m",
		text: "A mass of 1 g with a damper of 10 N s/m and a spring of 10 N/m, let go at 1 m: its velocity settles " +
			"with 10,000 1/s, its position with 1 1/s. Error: " +
			"of the position after 2 s, in closed form. Explicit methods cannot step longer than 0.2 to 0.33 ms here.",
		robot: r, q: []float64{1}, v: []float64{0}, end: end, coarse: 10,
		error: func(q, _ []float64) float64 { return math.Abs(q[0] - exact) },
	}, nil
}
