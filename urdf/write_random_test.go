package urdf_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kinetree/urdf"
)

// TestWriteRandom writes random robots.
func TestWriteRandom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { roundTrip(t, drawRobot(t)) })
}

// FuzzWrite looks for documents that are read but do not come back.
func FuzzWrite(f *testing.F) {
	f.Add(fmt.Sprintf(full, ` version="1.2"`, `quat_xyzw="1 2 3 4"`, ` jerk="1"`))
	f.Add("<robot name='a&#9;b'><link name=\"&#xA;\"><visual name='\r\n'/></link></robot>")
	names, _ := filepath.Glob("../models/*.urdf")
	if len(names) == 0 {
		f.Fatal("no embedded models to start from")
	}
	for _, n := range names {
		data, err := os.ReadFile(n)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(data))
	}
	f.Fuzz(func(t *testing.T, file string) {
		if robot, _ := urdf.Parse(strings.NewReader(file), "f.urdf"); robot != nil {
			roundTrip(t, robot)
		}
	})
}

// drawRobot draws a tree of up to five links with everything that URDF has.
func drawRobot(t *rapid.T) *urdf.Robot {
	// Numbers of all magnitudes and signs: half of them from random bits.
	number := rapid.OneOf(rapid.SampledFrom([]float64{0, math.Copysign(0, -1), 1, -0.1, math.Pi, 1e-7, 1e22, 123456789,
		5e-324, -2.2e-310, math.MaxFloat64}),
		rapid.Map(rapid.Uint64(), math.Float64frombits)).Filter(func(x float64) bool {
		return !math.IsNaN(x) &&
			!math.IsInf(x, 0)
	})
	num := func() float64 { return number.Draw(t, "number") }
	maybe := func() bool { return rapid.Bool().Draw(t, "maybe") }
	text := rapid.Map(rapid.String(), func(s string) string {
		s = strings.Map(func(c rune) rune {
			if c < ' ' || c == 0xfffe || c == 0xffff || c == '$' {
				return '&'
			}
			return c
		}, s)
		return strings.ToValidUTF8(s, "<")
	})
	version := rapid.SampledFrom([]string{"", "1.0", "1.1", "1.2"}).Draw(t, "version")
	pose := func() urdf.Pose {
		p := urdf.Pose{}
		if maybe() {
			p.XYZ = [3]float64{num(), num(), num()}
		}
		if maybe() {
			p.RPY = [3]float64{num(), num(), num()}
		} else if version >= "1.1" {
			p.Quaternion = &[4]float64{num(), num(), num(), 1}
		}
		return p
	}
	material := func() urdf.Material {
		m := urdf.Material{Name: text.Draw(t, "material"), Texture: text.Draw(t, "texture")}
		if maybe() {
			m.Color = &[4]float64{num(), num(), num(), num()}
		}
		return m
	}
	shape := func() urdf.Shape {
		return urdf.Shape{Name: text.Draw(t, "shape"), Origin: pose(), Geometry: []urdf.Geometry{
			{},
			{Box: &urdf.Box{Size: [3]float64{num(), num(), num()}}},
			{Cylinder: &urdf.Cylinder{Radius: num(), Length: num()}},
			{Capsule: &urdf.Capsule{Radius: num(), Length: num()}},
			{Sphere: &urdf.Sphere{Radius: num()}},
			{Mesh: &urdf.Mesh{Filename: text.Draw(t, "mesh"), Scale: [3]float64{num(), num(), num()}}},
		}[rapid.IntRange(0, 5).Draw(t, "form")]}
	}
	limit := func(kind urdf.JointType) *urdf.Limit {
		l := &urdf.Limit{Lower: num(), Upper: num(), Effort: num(), Velocity: num(), Acceleration: math.Inf(1),
			Deceleration: math.Inf(1), Jerk: math.Inf(1)}
		if kind == urdf.Revolute || kind == urdf.Prismatic {
			l.Lower, l.Upper = min(l.Lower, l.Upper), max(l.Lower, l.Upper)
		}
		if version == "1.2" {
			l.Effort, l.Velocity = math.Abs(l.Effort), math.Abs(l.Velocity)
			l.Acceleration = math.Abs(num())
		}
		return l
	}
	r := &urdf.Robot{Name: "r" + text.Draw(t, "robot"), Version: version}
	for range rapid.IntRange(0, 2).Draw(t, "materials") {
		r.Materials = append(r.Materials, material())
	}
	kinds := []urdf.JointType{urdf.Revolute, urdf.Continuous, urdf.Prismatic, urdf.Fixed, urdf.Floating, urdf.Planar}
	for i := range rapid.IntRange(1, 5).Draw(t, "links") {
		l := urdf.Link{Name: fmt.Sprintf("%s%d", text.Draw(t, "link"), i)}
		for range rapid.IntRange(0, 2).Draw(t, "shapes") {
			l.Visuals, l.Collisions = append(l.Visuals, shape()), append(l.Collisions, shape())
			m := material()
			l.Visuals[0].Material = &m
		}
		// Only the base has inertia, any tensor: one that moves may be impossible, and one of the largest numbers
		// overflows.
		modest := func() float64 { return rapid.Float64Range(-1e50, 1e50).Draw(t, "modest") }
		switch {
		case i == 0:
			l.Inertial = &urdf.Inertial{Origin: urdf.Pose{XYZ: [3]float64{modest(), 0, modest()}},
				Mass: math.Abs(modest()),
				Inertia: urdf.Tensor{IXX: modest(), IXY: modest(), IXZ: modest(), IYY: modest(), IYZ: modest(),
					IZZ: modest()}}
		case maybe():
			l.Inertial = &urdf.Inertial{Origin: pose()}
		}
		if i > 0 {
			kind := rapid.SampledFrom(kinds).Draw(t, "type")
			j := urdf.Joint{Name: fmt.Sprintf("j%d%s", i, text.Draw(t, "joint")), Type: kind, Origin: pose(),
				Child:  l.Name,
				Parent: r.Links[rapid.IntRange(0, i-1).Draw(t, "parent")].Name, Axis: [3]float64{num(), num(), 1}}
			if maybe() || kind == urdf.Revolute || kind == urdf.Prismatic {
				j.Limit = limit(kind)
			}
			if maybe() {
				x := num()
				j.Dynamics, j.Calibration = &urdf.Dynamics{Damping: num(), Friction: num()},
					&urdf.Calibration{Rising: &x}
				j.Safety = &urdf.Safety{SoftLower: num(), SoftUpper: num(), KPosition: num(), KVelocity: num()}
			}
			if k := slices.IndexFunc(r.Joints,
				func(j urdf.Joint) bool { return slices.Contains(kinds[:3], j.Type) }); k >= 0 && maybe() &&
				kind != urdf.Floating && kind != urdf.Planar {
				j.Mimic = &urdf.Mimic{Joint: r.Joints[k].Name, Multiplier: num(), Offset: num()}
			}
			r.Joints = append(r.Joints, j)
		}
		r.Links = append(r.Links, l)
	}
	return r
}
