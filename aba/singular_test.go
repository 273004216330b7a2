package aba_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/aba"
	"kinetree/dynamics/crba"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/randrobot"
	"kinetree/spatial"
	"kinetree/tree"
	"kinetree/urdf"
)

// singularAt checks in random states that both ways to solve the equation of motion name the joint at which it is
// singular.
func singularAt(t *testing.T, what string, m *tree.Model, joint string) {
	t.Helper()
	q, n := make([]float64, m.NQ()), m.NV()
	for seed := range uint64(20) {
		m.Random(q, rand.New(rand.NewPCG(seed, 1)))
		a := make([]float64, n)
		for name, err := range map[string]error{
			"aba":  aba.New(m).ForwardDynamics(a, q, randrobot.Vector(seed, n), randrobot.Vector(seed+1, n), nil),
			"crba": crba.New(m).Factor(q),
		} {
			var e *tree.SingularError
			// What is left of an inertia of the order of 10 is rounding.
			if !errors.As(err, &e) || e.Joint != joint || !(math.Abs(e.D) < 1e-13) {
				t.Errorf("%s, %s, seed %d: error %v, D %+v; want joint %q", what, name, seed, err, e, joint)
			}
		}
	}
}

// kindsOf returns the kinds that joints can be given, by what they are called.
func kindsOf() map[string]tree.JointKind {
	kinds := map[string]tree.JointKind{
		"spherical":   tree.SphericalJoint(),
		"floating":    tree.FloatingJoint(),
		"planar":      tree.PlanarJoint(mgl64.Vec3{1, 1, 1}),
		"universal":   tree.UniversalJoint(mgl64.Vec3{1, 0, 0}, mgl64.Vec3{0, 1, 1}),
		"cylindrical": tree.CylindricalJoint(mgl64.Vec3{1, 2, 3}),
	}
	var columns []spatial.Motion
	for k := range 6 {
		c := randrobot.Vector(uint64(k), 6)
		columns = append(columns, spatial.Motion{Ang: mgl64.Vec3(c[:3]), Lin: mgl64.Vec3(c[3:])})
		kinds[fmt.Sprintf("custom%d", k+1)] = tree.CustomJoint(columns...)
	}
	return kinds
}

// leaf returns a robot whose joint "free" moves a leaf, and whose links "wheel" and "gear" turn together.
func leaf(carried *urdf.Inertial) *urdf.Robot {
	r := singular()
	origin := urdf.Pose{XYZ: [3]float64{0.1, 0.2, 0.3}, RPY: [3]float64{0.4, 0.5, 0.6}}
	heavy := r.Links[1].Inertial
	r.Joints[1].Origin, r.Links[2].Inertial = origin, carried
	r.Links = append(r.Links, urdf.Link{Name: "wheel", Inertial: heavy}, urdf.Link{Name: "gear", Inertial: heavy})
	r.Joints = append(r.Joints,
		urdf.Joint{Name: "turn", Type: urdf.Continuous, Parent: "a", Child: "wheel", Axis: [3]float64{1, 0, 0}},
		urdf.Joint{Name: "turned", Type: urdf.Continuous, Parent: "a", Child: "gear", Axis: [3]float64{0, 1, 0},
			Mimic: &urdf.Mimic{Joint: "turn", Multiplier: -2}})
	return r
}

// TestSingularKinds checks that joints of every kind which move no mass are named.
func TestSingularKinds(t *testing.T) {
	check := func(what string, kind urdf.JointType, opts ...tree.Option) {
		r := leaf(nil)
		r.Joints[1].Type = kind
		for _, more := range [][]tree.Option{nil, {tree.IgnoreMimic()}, {tree.WithFloatingBase(), tree.IgnoreMimic()}} {
			all := append(opts[:len(opts):len(opts)], more...)
			if len(more) == 2 {
				r.Links[0].Inertial = r.Links[1].Inertial // so that nothing but the leaf is without mass
			}
			m := expect.Model(t, r, all...)
			singularAt(t, fmt.Sprintf("%s, %d options", what, len(more)), m, "free")
		}
	}
	for _, kind := range []urdf.JointType{urdf.Revolute, urdf.Continuous, urdf.Prismatic, urdf.Planar, urdf.Floating} {
		check(string(kind), kind)
	}
	for name, kind := range kindsOf() {
		check(name, urdf.Fixed, tree.WithJoint("free", kind))
	}
}

// TestPointMass checks joints that turn a point mass about itself.
func TestPointMass(t *testing.T) {
	point := func(at mgl64.Vec3) *urdf.Inertial { return &urdf.Inertial{Mass: 3, Origin: urdf.Pose{XYZ: at}} }
	for name, c := range map[string]struct {
		kind tree.JointKind
		at   mgl64.Vec3
	}{
		"ball":               {tree.SphericalJoint(), mgl64.Vec3{}},
		"ball, beside":       {tree.SphericalJoint(), mgl64.Vec3{1, 2, 3}}, // about the line to the centre
		"floating":           {tree.FloatingJoint(), mgl64.Vec3{}},
		"floating, beside":   {tree.FloatingJoint(), mgl64.Vec3{1, 2, 3}},
		"universal":          {tree.UniversalJoint(mgl64.Vec3{1, 0, 0}, mgl64.Vec3{0, 1, 0}), mgl64.Vec3{}},
		"cylindrical":        {tree.CylindricalJoint(mgl64.Vec3{1, 2, 3}), mgl64.Vec3{2, 4, 6}},
		"planar":             {tree.PlanarJoint(mgl64.Vec3{1, 2, 3}), mgl64.Vec3{2, 4, 6}},
		"custom":             {tree.CustomJoint(spatial.Motion{Ang: mgl64.Vec3{1, 2, 3}}), mgl64.Vec3{2, 4, 6}},
		"parallel universal": {tree.UniversalJoint(mgl64.Vec3{1, 2, 3}, mgl64.Vec3{-1, -2, -3}), mgl64.Vec3{1, 0, 0}},
	} {
		m, err := tree.Build(leaf(point(c.at)), tree.WithJoint("free", c.kind))
		if err != nil {
			t.Fatal(err)
		}
		singularAt(t, name, m, "free")
		if m, err = tree.Build(leaf(point(c.at)), tree.WithJoint("free", c.kind), tree.IgnoreMimic()); err != nil {
			t.Fatal(err)
		}
		singularAt(t, name+" without mimicry", m, "free")
	}
	// An axis through the mass: the inertia about it is a difference of products, and may be a positive one by
	// rounding.
	for seed := range uint64(50) {
		axis := mgl64.Vec3(randrobot.Vector(seed, 3))
		r := leaf(point(axis.Mul(2)))
		r.Joints[1].Axis = axis
		custom := tree.WithJoint("free", tree.CustomJoint(spatial.Motion{Ang: axis}))
		for _, opts := range [][]tree.Option{nil, {tree.IgnoreMimic()}, {custom}, {custom, tree.IgnoreMimic()}} {
			m := expect.Model(t, r, opts...)
			singularAt(t, fmt.Sprintf("axis %v", axis), m, "free")
		}
	}
}

// TestSingularBase checks that a floating base without a rotational inertia, or with none at all, is named.
func TestSingularBase(t *testing.T) {
	for name, in := range map[string]*urdf.Inertial{
		"point":         {Mass: 2},
		"point, beside": {Mass: 2, Origin: urdf.Pose{XYZ: [3]float64{0.1, -0.2, 0.3}}},
		"rod":           {Mass: 2, Inertia: urdf.Tensor{IYY: 1, IZZ: 1}}, // about its line
		"nothing":       nil,
	} {
		m, err := tree.Build(&urdf.Robot{Name: "mass", Links: []urdf.Link{{Name: "a", Inertial: in}}},
			tree.WithFloatingBase())
		if err != nil {
			t.Fatal(err)
		}
		singularAt(t, name, m, "base")
	}
	// Two points do not make the base of a rod of them solid, whether a joint leads from one to the other or not.
	r := &urdf.Robot{Name: "dumbbell", Links: []urdf.Link{{Name: "a", Inertial: &urdf.Inertial{Mass: 1}},
		{Name: "b", Inertial: &urdf.Inertial{Mass: 2}}},
		Joints: []urdf.Joint{{Name: "slide", Type: urdf.Prismatic, Parent: "a", Child: "b", Axis: [3]float64{1, 0, 0}}}}
	m := expect.Model(t, r, tree.WithFloatingBase())
	singularAt(t, "dumbbell", m, "base")
}

// TestSingularLeader checks joints that move together: one of them with mass is enough, and where none has any, that
// which has the coordinate is named.
func TestSingularLeader(t *testing.T) {
	for _, heavy := range []string{"wheel", "gear", ""} {
		r := leaf(&urdf.Inertial{Mass: 1, Inertia: urdf.Tensor{IXX: 1, IYY: 1, IZZ: 1}})
		for i := range r.Links {
			if l := &r.Links[i]; (l.Name == "wheel" || l.Name == "gear") && l.Name != heavy {
				l.Inertial = nil
			}
		}
		m := expect.Model(t, r)
		if heavy == "" {
			singularAt(t, "both", m, "turn")
			continue
		}
		v := make([]float64, m.NV())
		if a := solve(t, m, v, v, []float64{0, 0, 8}, nil); m.NV() != 3 ||
			math.Abs(a[2]-map[string]float64{"wheel": 8, "gear": 2}[heavy]) > 1e-14 {
			t.Errorf("with the %s: accelerations %v", heavy, a) // 8/1 and 8/(2² 1)
		}
	}
}
