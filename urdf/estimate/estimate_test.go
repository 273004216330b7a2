package estimate_test

import (
	"bytes"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/aba"
	"kinetree/models/oracle/expect"
	"kinetree/spatial"
	"kinetree/urdf"
	"kinetree/urdf/estimate"
)

// exact is the accuracy of sums of closed forms, relative to the result.
const exact = 1e-13

func parse(t *testing.T, text string) *urdf.Robot {
	t.Helper()
	r, diags := urdf.Parse(strings.NewReader(text), "test.urdf")
	if r == nil {
		t.Fatal(diags)
	}
	return r
}

func inertias(t *testing.T, r *urdf.Robot, o estimate.Options) (*urdf.Robot, []estimate.Estimate) {
	t.Helper()
	out, list, _, err := estimate.Inertias(r, o)
	if err != nil {
		t.Fatal(err)
	}
	return out, list
}

func near(got, want float64) bool { return math.Abs(got-want) <= exact*math.Max(1, math.Abs(want)) }

// TestPrimitives checks each primitive in a pose of its own, and a capsule against a body of many thin discs.
func TestPrimitives(t *testing.T) {
	const discs = 20000
	r, l := 0.2, 0.5
	volume, across, along := 0.0, 0.0, 0.0
	for i := range discs {
		z := (float64(i)+0.5)/discs*(l+2*r) - l/2 - r
		d := math.Max(0, math.Abs(z)-l/2)
		radius2 := r*r - d*d
		v := math.Pi * radius2 * (l + 2*r) / discs
		volume += v
		across += v * (radius2/4 + z*z)
		along += v * radius2 / 2
	}
	for _, c := range []struct {
		shape         string
		volume        float64
		principal     spatial.Sym3
		tolerance     float64
		ownResolution string
	}{
		{`<box size="1 2 3"/>`, 6, spatial.Box(6, 1, 2, 3), exact, ""},
		{`<cylinder radius="0.3" length="2"/>`, math.Pi * 0.18, spatial.Cylinder(math.Pi*0.18, 0.3, 2), exact, ""},
		{`<sphere radius="0.5"/>`, math.Pi / 6, spatial.Sphere(math.Pi/6, 0.5), exact, ""},
		{`<capsule radius="0.2" length="0.5"/>`, volume, spatial.Sym3{across, 0, across, 0, 0, along}, 1e-7,
			"the discs"},
	} {
		_, list := inertias(t, parse(t, `<robot name="r"><link name="a"><collision>
			<origin xyz="0.1 -0.2 0.3" rpy="0.4 -0.5 0.6"/><geometry>`+c.shape+`</geometry></collision></link>`+
			`</robot>`),
			estimate.Options{Density: 3})
		if len(list) != 1 {
			t.Fatalf("%s: %v", c.shape, list)
		}
		turn := spatial.FromRPY(0.4, -0.5, 0.6)
		want := c.principal.Rotated(&turn)
		got := list[0].Inertia.Sym()
		for k := range want {
			if math.Abs(got[k]-3*want[k]) > c.tolerance*c.principal[0]*3 {
				t.Errorf("%s: tensor %v, want three times %v", c.shape, got, want)
				break
			}
		}
		if math.Abs(list[0].Mass-3*c.volume) > c.tolerance*c.volume*3 || list[0].COM != [3]float64{0.1, -0.2, 0.3} {
			t.Errorf("%s: %+v", c.shape, list[0])
		}
	}
}

// TestCompound checks that a box of two shapes is the same body as one box.
func TestCompound(t *testing.T) {
	_, list := inertias(t, parse(t, `<robot name="r"><link name="a">
		<visual><origin xyz="0.5 0 0"/><geometry><box size="1 2 3"/></geometry></visual>
		<visual><origin xyz="2 0 0"/><geometry><box size="2 2 3"/></geometry></visual></link></robot>`),
		estimate.Options{From: estimate.Visual, Density: 1})
	want := spatial.Box(18, 3, 2, 3)
	got := list[0].Inertia.Sym()
	for k := range want {
		if !near(got[k], want[k]) {
			t.Errorf("tensor %v, want %v", got, want)
		}
	}
	if !near(list[0].Mass, 18) || !near(list[0].COM[0], 1.5) || list[0].Notes != nil {
		t.Errorf("%+v", list[0])
	}
}

// arm has a link of each kind: with an inertia, with shapes of one kind, with a mesh that is missing, a frame, and an
// end without anything behind a joint that moves.
const arm = `<robot name="arm">
	<link name="base"><inertial><mass value="3"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
		<collision><geometry><sphere radius="0.1"/></geometry></collision></link>
	<link name="upper"><collision><geometry><box size="1 1 1"/></geometry></collision>
		<visual><geometry><sphere radius="1"/></geometry></visual></link>
	<link name="lower"><visual><geometry><box size="0.5 0.5 0.5"/></geometry></visual></link>
	<link name="hand"><collision><geometry><mesh filename="missing.stl"/></geometry></collision></link>
	<link name="frame"/><link name="tip"/>
	<joint name="j1" type="continuous"><parent link="base"/><child link="upper"/></joint>
	<joint name="j2" type="continuous"><parent link="upper"/><child link="lower"/></joint>
	<joint name="j3" type="continuous"><parent link="lower"/><child link="hand"/></joint>
	<joint name="f" type="fixed"><origin xyz="0 0 0.3"/><parent link="hand"/><child link="frame"/></joint>
	<joint name="j4" type="prismatic"><origin xyz="0 0.1 0"/><parent link="frame"/><child link="tip"/>
		<limit lower="0" upper="1" effort="1" velocity="1"/></joint>
</robot>`

// TestLinks checks which links are estimated, from what, and what is said of it.
func TestLinks(t *testing.T) {
	r := parse(t, arm)
	out, list := inertias(t, r, estimate.Options{})
	var got []string
	for i := range list {
		got = append(got, list[i].Link+" "+string(list[i].From))
	}
	if want := "upper collision, lower visual, hand rod, tip rod"; strings.Join(got, ", ") != want {
		t.Errorf("estimated %q, want %s", got, want)
	}
	for i, want := range []string{"", "no collision shape", "missing.stl", "no shape, so a rod takes its place"} {
		if notes := strings.Join(list[i].Notes, "; "); !strings.Contains(notes, want) || (want == "") != (notes == "") {
			t.Errorf("%s: %q, want %q", list[i].Link, notes, want)
		}
	}
	if h := list[2]; math.Hypot(h.COM[1], h.COM[2]) == 0 ||
		math.Abs(math.Hypot(h.COM[1], h.COM[2])-math.Hypot(0.1, 0.3)/2) > 1e-12 {
		t.Errorf("the rod of the hand has its centre at %v", h.COM)
	}
	if l, _ := r.Link("upper"); l.Inertial != nil {
		t.Error("the robot given was changed")
	}
	m := expect.Model(t, out)
	x := make([]float64, m.NV())
	if err := aba.New(m).ForwardDynamics(x, m.Neutral(), make([]float64, m.NV()), make([]float64, m.NV()),
		nil); err != nil {
		t.Errorf("the robot estimated cannot move: %v", err)
	}

	_, list = inertias(t, r, estimate.Options{Links: []string{"base"}, Density: 1})
	if len(list) != 1 || !near(list[0].Mass, 4*math.Pi/3*1e-3) {
		t.Errorf("the base alone: %+v", list)
	}
	if _, list = inertias(t, r, estimate.Options{All: true}); len(list) != 5 {
		t.Errorf("all: %+v", list)
	}
}

// TestTensor gives a link that has a mass and no tensor that of its shape, here a box beside its centre of mass. Links
// that have both, or neither a tensor nor a shape, stay as they are, and so does the mass that is given.
func TestTensor(t *testing.T) {
	const point = `<inertial><origin xyz="0 0.1 0.2"/><mass value="3"/>
		<inertia ixx="0" iyy="0" izz="0" ixy="0" ixz="0" iyz="0"/></inertial>`
	r := parse(t, `<robot name="r">
		<link name="boxed">`+point+`
			<visual><origin xyz="1 0 0"/><geometry><box size="1 2 3"/></geometry></visual></link>
		<link name="bare">`+point+`</link>
		<link name="lost">`+point+`<visual><geometry><mesh filename="missing.stl"/></geometry></visual></link>
		<link name="solid"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
		<joint name="a" type="fixed"><parent link="boxed"/><child link="bare"/></joint>
		<joint name="b" type="fixed"><parent link="bare"/><child link="lost"/></joint>
		<joint name="c" type="fixed"><parent link="lost"/><child link="solid"/></joint></robot>`)
	for _, total := range []float64{0, 20} {
		out, list := inertias(t, r, estimate.Options{TotalMass: total})
		if len(list) != 2 || list[0].Link != "boxed" || list[1].Link != "solid" {
			t.Fatalf("estimated %+v", list)
		}
		x, want := list[0], spatial.Box(3, 1, 2, 3)
		for k, got := range x.Inertia.Sym() {
			if !near(got, want[k]) {
				t.Errorf("tensor %v, want %v", x.Inertia, want)
			}
		}
		if x.Mass != 3 || x.COM != [3]float64{0, 0.1, 0.2} || !strings.Contains(x.String(), "tensor from visual") ||
			!strings.Contains(x.String(), "its mass and centre are kept") {
			t.Errorf("%v: %+v", x.String(), x)
		}
		if total > 0 && !near(list[1].Mass, total-9) {
			t.Errorf("the solid weighs %v kg", list[1].Mass)
		}
		for _, l := range out.Links[1:3] {
			if l.Inertial.Mass != 3 || l.Inertial.Inertia != (urdf.Tensor{}) {
				t.Errorf("%s became %+v", l.Name, l.Inertial)
			}
		}
	}
}

// TestTotalMass checks that the robot has the mass that was asked for, shared by volume.
func TestTotalMass(t *testing.T) {
	out, list := inertias(t, parse(t, arm), estimate.Options{TotalMass: 250})
	sum := 0.0
	for i := range out.Links {
		if in := out.Links[i].Inertial; in != nil {
			sum += in.Mass
		}
	}
	if math.Abs(sum-250) > 1e-12*250 {
		t.Errorf("the robot has %v kg", sum)
	}
	for i := range list {
		if d := list[i].Mass / list[i].Volume; !near(d/(list[0].Mass/list[0].Volume), 1) {
			t.Errorf("%s has the density %v", list[i].Link, d)
		}
	}
}

// TestFaults checks that options that cannot be followed are all told.
func TestFaults(t *testing.T) {
	_, _, _, err := estimate.Inertias(parse(t, arm), estimate.Options{From: "mesh", Density: -1, TotalMass: math.Inf(1),
		Links: []string{"uper"}})
	for _, want := range []string{`from: "mesh"`, "density: -1", "total_mass: +Inf",
		`no link "uper" (did you mean "upper"?)`} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v; want %s", err, want)
		}
	}
	if _, _, _, err := estimate.Inertias(parse(t, arm), estimate.Options{Density: 2700, TotalMass: 20}); err == nil ||
		!strings.Contains(err.Error(), "a total mass of 20 kg, of which the density follows; expected one of the two") {
		t.Errorf("both density and mass: %v", err)
	}
	if _, _, _, err := estimate.Inertias(parse(t, arm), estimate.Options{TotalMass: 2}); err == nil ||
		!strings.Contains(err.Error(), "have 3 kg; expected more") {
		t.Errorf("less than what is given: %v", err)
	}
}

// TestPublished estimates an arm as its makers publish it, beside the checkout, by the mass in its data sheet.
func TestPublished(t *testing.T) {
	const file = "../../../shared/published/abb_irb1600_support/urdf/abbIrb1600.urdf"
	data, err := os.ReadFile(file)
	if err != nil {
		t.Skipf("the published arm is not beside the checkout: %v", err)
	}
	r, diags := urdf.Parse(bytes.NewReader(data), file)
	if r == nil {
		t.Fatal(diags)
	}
	out, list := inertias(t, r, estimate.Options{TotalMass: 250})
	if len(list) != 7 {
		t.Fatalf("%d links estimated, want the base and six", len(list))
	}
	for i := range list {
		x := &list[i]
		if x.From != estimate.Collision || !(x.Mass > 0) {
			t.Error(x)
		}
		if !strings.HasPrefix(x.Link, "link_") && x.Link != "base_link" {
			t.Errorf("the frame %s has an inertia", x.Link)
		}
	}
	m := expect.Model(t, out)
	x := make([]float64, m.NV())
	if err := aba.New(m).ForwardDynamics(x, m.Neutral(), x, x, nil); err != nil ||
		m.Gravity() != (mgl64.Vec3{0, 0, -9.81}) {
		t.Errorf("at rest: %v, %v", x, err)
	}
}
