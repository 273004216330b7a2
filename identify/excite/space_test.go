package excite

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/identify"
	"kinetree/models"
	"kinetree/tree"
	"kinetree/urdf"
	"kinetree/urdf/find"
)

// TestSegmentDistance checks distances of segments, also of such that are parallel, cross, touch or are points, against
// the nearest of a grid of points on both.
func TestSegmentDistance(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	point := func() mgl64.Vec3 {
		return mgl64.Vec3{float64(rng.IntN(5)), float64(rng.IntN(5)), float64(rng.IntN(3))}
	}
	const parts = 60
	draws := 2000
	if testing.Short() {
		draws = 300
	}
	for range draws {
		a, b, c, d := point(), point(), point(), point()
		least := math.Inf(1)
		for i := range parts + 1 {
			p := a.Add(b.Sub(a).Mul(float64(i) / parts))
			for k := range parts + 1 {
				least = math.Min(least, p.Sub(c.Add(d.Sub(c).Mul(float64(k)/parts))).Len())
			}
		}
		got := segmentDistance(a, b, c, d)
		// The grid is at most half a part of either segment, 7 long at most, away from the nearest points.
		if got > least+1e-12 || got < least-7./parts {
			t.Fatalf("%v to %v and %v to %v: distance %v, on a grid %v", a, b, c, d, got, least)
		}
	}
}

// within reports whether a point is in one of capsules.
func within(p mgl64.Vec3, all []capsule) bool {
	for _, c := range all {
		if segmentDistance(p, p, c.a, c.b) <= c.radius+1e-12 {
			return true
		}
	}
	return false
}

// TestBoxCapsules checks that the capsules of boxes, also plates and rods, hold all their points, and are not much
// thicker: less than the shorter edges together.
func TestBoxCapsules(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		size := mgl64.Vec3{math.Exp(2 * rng.NormFloat64()), math.Exp(2 * rng.NormFloat64()),
			math.Exp(2 * rng.NormFloat64())}
		centre := mgl64.Vec3{1, 2, 3}
		all := boxCapsules(centre, size)
		for range 200 {
			p := centre
			for i := range p {
				p[i] += size[i] * (float64(rng.IntN(3)-1)/2 + 0.2*rng.Float64()*float64(rng.IntN(2)))
				p[i] = math.Min(math.Max(p[i], centre[i]-size[i]/2), centre[i]+size[i]/2)
			}
			if !within(p, all) {
				t.Fatalf("box %v: the point %v is in none of %d capsules", size, p, len(all))
			}
		}
		if short := size[0] + size[1] + size[2] - max(size[0], size[1], size[2]); all[0].radius > short {
			t.Errorf("box %v: radius %v", size, all[0].radius)
		}
	}
}

// arm returns an arm of three links with shapes of their own, on a stand.
func arm() *urdf.Robot {
	link := func(name string, shape urdf.Geometry, z float64) urdf.Link {
		return urdf.Link{Name: name, Inertial: &urdf.Inertial{Mass: 2, Origin: urdf.Pose{XYZ: [3]float64{0, 0, 0.2}},
			Inertia: urdf.Tensor{IXX: 0.05, IYY: 0.06, IZZ: 0.02}},
			Collisions: []urdf.Shape{{Origin: urdf.Pose{XYZ: [3]float64{0, 0, z}}, Geometry: shape}}}
	}
	joint := func(name, parent, child string, axis, at [3]float64) urdf.Joint {
		return urdf.Joint{Name: name, Type: urdf.Revolute, Parent: parent, Child: child, Axis: axis,
			Origin: urdf.Pose{XYZ: at}, Limit: &urdf.Limit{Lower: -3, Upper: 3, Effort: 100, Velocity: 3}}
	}
	return &urdf.Robot{Name: "arm", Links: []urdf.Link{
		link("stand", urdf.Geometry{Box: &urdf.Box{Size: [3]float64{0.3, 0.3, 0.1}}}, 0.05),
		link("upper", urdf.Geometry{Cylinder: &urdf.Cylinder{Radius: 0.04, Length: 0.4}}, 0.2),
		link("fore", urdf.Geometry{Box: &urdf.Box{Size: [3]float64{0.06, 0.05, 0.35}}}, 0.2),
		link("hand", urdf.Geometry{Sphere: &urdf.Sphere{Radius: 0.05}}, 0.1)},
		Joints: []urdf.Joint{joint("a", "stand", "upper", [3]float64{0, 1, 0}, [3]float64{0, 0, 0.2}),
			joint("b", "upper", "fore", [3]float64{0, 1, 0}, [3]float64{0, 0.1, 0.4}),
			joint("c", "fore", "hand", [3]float64{1, 0, 0}, [3]float64{0, 0, 0.4})}}
}

// surface returns points of the shapes of a link, in its frame.
func surface(l *urdf.Link, rng *rand.Rand) (points []mgl64.Vec3) {
	for range 60 {
		u := mgl64.Vec3{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}.Normalize()
		g, p := &l.Collisions[0].Geometry, mgl64.Vec3{}
		switch {
		case g.Sphere != nil:
			p = u.Mul(g.Sphere.Radius)
		case g.Cylinder != nil:
			s, c := math.Sincos(2 * math.Pi * rng.Float64())
			p = mgl64.Vec3{c * g.Cylinder.Radius, s * g.Cylinder.Radius, (rng.Float64() - 0.5) * g.Cylinder.Length}
		default:
			for i, size := range g.Box.Size {
				p[i] = size * (rng.Float64() - 0.5)
			}
			k := rng.IntN(3)
			p[k] = math.Copysign(g.Box.Size[k]/2, p[k])
		}
		points = append(points, p.Add(l.Collisions[0].Origin.XYZ))
	}
	return points
}

// evaluations is how many motions a search looks at.
func evaluations() int {
	if testing.Short() {
		return 25
	}
	return 300
}

// TestSpace checks on an arm of boxes, cylinders and spheres that a motion which is designed with a floor, a clearance
// and a range of a joint keeps to them at all times, by points of the shapes' surfaces; without them it does not.
func TestSpace(t *testing.T) {
	r := arm()
	m, err := tree.Build(r)
	if err != nil {
		t.Fatal(err)
	}
	const floor, clearance = 0.05, 0.03
	rng := rand.New(rand.NewPCG(1, 1))
	points := make([][]mgl64.Vec3, len(r.Links))
	for i := range r.Links {
		points[i] = surface(&r.Links[i], rng)
	}
	for _, free := range []bool{false, true} {
		l, err := NewLimits(m, make([]float64, 3), 0.05)
		if err != nil {
			t.Fatal(err)
		}
		d := &DesignTask{Base: identify.FindBase(identify.NewEquation(m, 0)), Limits: l, Period: 6, Harmonics: 4,
			Evaluations: evaluations(), Seed: 1}
		if !free {
			if err := l.Narrow("c", -1, 0.5); err != nil {
				t.Fatal(err)
			}
			d.Space = NewSpace(m, r, new(find.Resolver), floor, clearance)
			if _, err := ChooseStart(l, d.Space, func(string) bool { return false }, 1); err != nil {
				t.Fatal(err)
			}
			if len(d.Space.Guesses) > 0 || len(d.Space.Touching) > 0 {
				t.Errorf("guesses %q, touching %q", d.Space.Guesses, d.Space.Touching)
			}
		}
		x, err := d.Find()
		if err != nil {
			t.Fatal(err)
		}
		poses := tree.NewKinematics(m)
		q, v, a := make([]float64, 3), make([]float64, 3), make([]float64, 3)
		lowest, nearest, least, most := math.Inf(1), math.Inf(1), math.Inf(1), math.Inf(-1)
		times := 1500
		if testing.Short() {
			times = 150
		}
		for k := range times {
			x.At(q, v, a, x.Period*float64(k)/float64(times))
			least, most = math.Min(least, q[2]), math.Max(most, q[2])
			poses.Update(q)
			world := make([][]mgl64.Vec3, len(points))
			for i, list := range points {
				pose := poses.Pose(i)
				for _, p := range list {
					world[i] = append(world[i], pose.Point(p))
					if i > 0 {
						lowest = math.Min(lowest, pose.Point(p)[2])
					}
				}
			}
			for _, pair := range [][2]int{{0, 2}, {0, 3}, {1, 3}} { // no joint between
				for _, p := range world[pair[0]] {
					for _, o := range world[pair[1]] {
						nearest = math.Min(nearest, p.Sub(o).Len())
					}
				}
			}
		}
		kept := lowest > floor && nearest > clearance && least > -1 && most < 0.5
		if kept == free {
			t.Errorf("free %v: down to %v m, links %v m apart, the joint from %v to %v", free, lowest, nearest, least,
				most)
		}
		if !free && (!(x.Gain > 1) || most-least < 0.3) {
			t.Errorf("gain %v, the joint moves %v", x.Gain, most-least)
		}
	}
}

// TestSpaceUR5 checks the floor on the UR5, whose links have no shapes here: that is said, a start is found, and no
// frame of a link comes below the floor, where it does without one.
func TestSpaceUR5(t *testing.T) {
	if testing.Short() {
		t.Skip("with -short, TestSpace alone keeps an arm above a floor")
	}
	r, err := models.Robot("ur5")
	if err != nil {
		t.Fatal(err)
	}
	m, err := tree.Build(r)
	if err != nil {
		t.Fatal(err)
	}
	lowest := func(floor bool) float64 {
		l, err := NewLimits(m, m.Neutral(), 0.05)
		if err != nil {
			t.Fatal(err)
		}
		d := &DesignTask{Base: identify.FindBase(identify.NewEquation(m, 0)), Limits: l, Period: 10, Harmonics: 5,
			Evaluations: evaluations(), Seed: 1}
		if floor {
			d.Space = NewSpace(m, r, new(find.Resolver), 0, math.NaN())
			moved, err := ChooseStart(l, d.Space, func(joint string) bool { return joint == "elbow_joint" }, 1)
			if err != nil || len(moved) != 5 || len(d.Space.Guesses) != 7 || l.Start[2] != 0 {
				t.Errorf("moved %q, guesses %q: %v", moved, d.Space.Guesses, err)
			}
		}
		x, err := d.Find()
		if err != nil {
			t.Fatal(err)
		}
		poses, least := tree.NewKinematics(m), math.Inf(1)
		q, v, a := make([]float64, 6), make([]float64, 6), make([]float64, 6)
		for k := range 3000 {
			x.At(q, v, a, x.Period*float64(k)/3000)
			poses.Update(q)
			for link := range m.Links() {
				if pose := poses.Pose(link); m.Links()[link].Body > 0 {
					least = math.Min(least, pose.P[2])
				}
			}
		}
		return least
	}
	if with, without := lowest(true), lowest(false); with < 0 || without > -0.1 {
		t.Errorf("down to %v m with a floor, %v m without", with, without)
	}
}
