package urdf_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kinetree/urdf"
)

// full has every element and attribute of URDF 1.0, and shapes that are malformed. It is a template: %[1]s stands for
// the version, %[2]s for a rotation, %[3]s for more limits.
const full = `<?xml version="1.0"?>
<robot name="&quot;R&amp;D&quot; &lt;arm&gt; größe 腕 🦾 it's"%[1]s>
  <material name="blue &amp; &quot;green&quot;"><color rgba="0 0.1 .25 1"/></material>
  <material name="wood"><texture filename="package://arm/a &amp; b.png"/></material>
  <material name="both"><color rgba="1 1 1 0"/><texture filename="t.png"/></material>
  <material name="neither"/>
  <material/>
  <gazebo reference="a"><turnGravityOff/></gazebo>
  <!-- base -->
  <link name=" a ">
    <inertial><origin xyz="0.1 -0 5e-324" rpy="0 0 1.5707963267948966"/><mass value="1.7976931348623157e308"/>
      <inertia ixx="1" ixy="1e-3" ixz="-2e-7" iyy="1.5" iyz="0.25" izz="2"/></inertial>
    <visual name="all &lt;"><origin xyz="1 2 3" %[2]s/><geometry><box size="0.1 .2 3"/></geometry>` +
	`<material name="wood"/></visual>
    <visual><geometry><cylinder radius="1" length="2"/></geometry><material name="own">` +
	`<color rgba="0.2 0.3 0.4 0.5"/></material></visual>
    <visual><geometry><capsule radius="1" length="2"/></geometry></visual>
    <visual><geometry><sphere radius="1"/></geometry><material/></visual>
    <visual><geometry><mesh filename="package://a/b c.stl"/></geometry></visual>
    <visual><geometry><mesh filename="../&quot;.dae" scale="0.001 1 -1"/></geometry></visual>
    <collision name="c"><geometry><sphere radius="0.1"/></geometry><material name="wood"/></collision>
    <visual/>
    <visual><geometry/></visual>
    <visual><geometry><sphere radius="1"/><box size="1 1 1"/></geometry></visual>
    <collision><origin xyz="1 2" rpy="1 2 3"/><geometry><sphere/></geometry></collision>
    <collision><geometry><box size="1 1"/></geometry></collision>
    <collision><geometry><mesh scale="1"/></geometry></collision>
    <visual><geometry><cylinder radius="-1" length="0"/></geometry><material name="x"><color rgba="1"/><texture/>` +
	`</material></visual>
  </link>
  <link name="b"/><link name="c"><inertial><mass value="0"/><inertia ixx="0" ixy="0" ixz="0" iyy="0" iyz="0" ` +
	`izz="0"/></inertial></link>
  <link name="d"/><link name="e"/><link name="f"/><link name="g"/><link name="h"/><link name="i"/>
  <joint name="fixed &amp; &lt;" type="fixed"><parent link=" a "/><child link="b"/><axis xyz="0 0 0"/>` +
	`<mimic joint="nobody"/>
    <limit lower="3" upper="-3" effort="-1" velocity="-1"/></joint>
  <joint name="turn" type="revolute"><origin xyz="0 0 0.333" %[2]s/><parent link="b"/><child link="c"/>` +
	`<axis xyz="0 0.6 -0.8"/>
    <limit lower="-2.8973" upper="2.8973" effort="87" velocity="2.175"%[3]s/><dynamics damping="0.003" friction="0.2"/>
    <calibration rising="0" falling="-1e-9"/><safety_controller soft_lower_limit="-2.8" soft_upper_limit="2.7" ` +
	`k_position="100" k_velocity="40"/></joint>
  <joint name="wheel" type="continuous"><parent link="c"/><child link="d"/><limit effort="1" velocity="0"/><dynamics/>
    <calibration/><safety_controller k_velocity="0"/><mimic joint="turn" multiplier="-2" offset="0.5"/></joint>
  <joint name="wheel 2" type="continuous"><parent link="c"/><child link="e"/><limit lower="1" upper="-1" effort="1" ` +
	`velocity="2"/>
    <mimic joint="turn"/><calibration falling="1"/></joint>
  <joint name="slide" type="prismatic"><parent link="c"/><child link="f"/><axis xyz="0 0 2"/>` +
	`<limit effort="1" velocity="2"/></joint>
  <joint name="free" type="floating"><parent link="c"/><child link="g"/></joint>
  <joint name="free 2" type="floating"><parent link="c"/><child link="h"/><axis xyz="0 0 1"/>` +
	`<limit lower="-1" effort="1" velocity="2"%[3]s/></joint>
  <joint name="plane" type="planar"><parent link="c"/><child link="i"/><axis xyz="0 0 1"/>` +
	`<limit upper="1" effort="1" velocity="2"/></joint>
</robot>`

// equal describes where two robots differ but for positions and files, or returns "".
func equal(a, b *urdf.Robot) string {
	a, b = bare(a), bare(b)
	if reflect.DeepEqual(a, b) {
		return ""
	}
	for i := range min(len(a.Links), len(b.Links)) {
		if !reflect.DeepEqual(a.Links[i], b.Links[i]) {
			return fmt.Sprintf("link %+v\nand  %+v", a.Links[i], b.Links[i])
		}
	}
	for i := range min(len(a.Joints), len(b.Joints)) {
		if !reflect.DeepEqual(a.Joints[i], b.Joints[i]) {
			return fmt.Sprintf("joint %+v\nand   %+v", a.Joints[i], b.Joints[i])
		}
	}
	return fmt.Sprintf("robot %+v\nand   %+v", a, b)
}

// bare returns a copy of a robot that has neither positions nor a file. -0 is 0 in it, and the version is given.
func bare(r *urdf.Robot) *urdf.Robot {
	c := copyBare(reflect.ValueOf(r)).Interface().(*urdf.Robot)
	c.File = ""
	if c.Version == "" {
		c.Version = "1.0"
	}
	return c
}

func copyBare(v reflect.Value) reflect.Value {
	c := reflect.New(v.Type()).Elem()
	switch {
	case v.Type() == reflect.TypeFor[urdf.Position]():
	case v.Kind() == reflect.Pointer && !v.IsNil():
		c.Set(reflect.New(v.Type().Elem()))
		c.Elem().Set(copyBare(v.Elem()))
	case v.Kind() == reflect.Slice && !v.IsNil():
		c.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
		fallthrough
	case v.Kind() == reflect.Array:
		for i := range v.Len() {
			c.Index(i).Set(copyBare(v.Index(i)))
		}
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() { // the others are places
				c.Field(i).Set(copyBare(v.Field(i)))
			}
		}
	case v.Kind() == reflect.Float64 && v.Float() == 0:
	default:
		c.Set(v)
	}
	return c
}

// roundTrip writes a robot, reads it, compares, and returns the document, of which a second writing must be a copy.
func roundTrip(t rapid.TB, r *urdf.Robot) string {
	t.Helper()
	var first, second bytes.Buffer
	if err := r.WriteURDF(&first); err != nil {
		t.Fatalf("writing: %v", err)
	}
	again, diags := urdf.Parse(bytes.NewReader(first.Bytes()), "")
	if again == nil {
		t.Fatalf("reading: %v\n%s", diags, &first)
	}
	if d := equal(r, again); d != "" {
		t.Fatalf("%s\n%s", d, &first)
	}
	if err := again.WriteURDF(&second); err != nil {
		t.Fatalf("writing again: %v", err)
	}
	if first.String() != second.String() {
		t.Fatalf("writing again gives\n%s\nnot\n%s", &second, &first)
	}
	return first.String()
}

// TestWriteFull writes what has everything, in each version.
func TestWriteFull(t *testing.T) {
	const rates = ` acceleration="1.5" deceleration="0" jerk="1e9"`
	for _, c := range []struct{ version, rotation, limits string }{
		{``, `rpy="0 0.5 -1e-17"`, ``},
		{` version="1.0"`, `rpy="0.1 0.2 0.3" quat_xyzw="0 0 0 1"`, ``},
		{` version="1.1"`, `quat_xyzw="0.5 -0.5 1e-300 2"`, ``},
		{` version="1.2"`, `quat_xyzw="0 0 0 1"`, rates},
	} {
		robot, diags := urdf.Parse(strings.NewReader(fmt.Sprintf(full, c.version, c.rotation, c.limits)), "full.urdf")
		if robot == nil {
			t.Fatalf("version %q: %v", c.version, diags.Errors())
		}
		if len(robot.Links) != 9 || len(robot.Joints) != 8 || len(robot.Links[0].Visuals) != 10 ||
			len(robot.Links[0].Collisions) != 4 {
			t.Errorf("version %q: something of the file was not read: %+v", c.version, robot)
		}
		roundTrip(t, robot)
	}
}

// TestWriteText compares a document with what a person would write.
func TestWriteText(t *testing.T) {
	half, one := 0.5, 1.0
	robot := &urdf.Robot{
		Name: `R&D "<arm>"`, Version: "1.2",
		Materials: []urdf.Material{{Name: "oak", Color: &[4]float64{0.5, 0.25, 0, 1}, Texture: "oak.png"}},
		Links: []urdf.Link{
			{Name: "base"},
			{
				Name: "tip",
				Inertial: &urdf.Inertial{Origin: urdf.Pose{RPY: [3]float64{0, 0, 1e-7}}, Mass: 1e6,
					Inertia: urdf.Tensor{IXX: 3, IXY: -0.1, IXZ: 0, IYY: 3, IYZ: 0, IZZ: 2}},
				Visuals: []urdf.Shape{{Name: "v",
					Geometry: urdf.Geometry{Mesh: &urdf.Mesh{Filename: "a.stl", Scale: [3]float64{1, 1, 1}}},
					Material: &urdf.Material{Name: "oak"}}},
				Collisions: []urdf.Shape{{Origin: urdf.Pose{XYZ: [3]float64{0, 0, 0.5},
					Quaternion: &[4]float64{0, 0, 0, 1}},
					Geometry: urdf.Geometry{Capsule: &urdf.Capsule{Radius: 0.125, Length: 1}}}, {}},
			},
			{Name: "flange"},
		},
		Joints: []urdf.Joint{{
			Name: "i", Type: urdf.Continuous, Parent: "tip", Child: "flange", Axis: [3]float64{1, 0, 0},
		}, {
			Name: "j", Type: urdf.Revolute, Parent: "base", Child: "tip",
			Origin: urdf.Pose{XYZ: [3]float64{1, math.Copysign(0, -1), -0.1}},
			Axis:   [3]float64{0, 0, 1}, Dynamics: &urdf.Dynamics{Damping: 0.1},
			Limit: &urdf.Limit{Lower: -1, Upper: 0, Effort: 5, Velocity: 2, Acceleration: math.Inf(1),
				Deceleration: 3, Jerk: math.Inf(1)},
			Calibration: &urdf.Calibration{Rising: &half, Falling: &one},
			Safety:      &urdf.Safety{KPosition: 1, KVelocity: 2},
		}},
	}
	const want = `<?xml version="1.0" encoding="UTF-8"?>
<robot name="R&amp;D &quot;&lt;arm&gt;&quot;" version="1.2">
  <material name="oak">
    <color rgba="0.5 0.25 0 1"/>
    <texture filename="oak.png"/>
  </material>
  <link name="base"/>
  <link name="tip">
    <inertial>
      <origin xyz="0 0 0" rpy="0 0 1e-07"/>
      <mass value="1e+06"/>
      <inertia ixx="3" ixy="-0.1" ixz="0" iyy="3" iyz="0" izz="2"/>
    </inertial>
    <visual name="v">
      <geometry>
        <mesh filename="a.stl"/>
      </geometry>
      <material name="oak"/>
    </visual>
    <collision>
      <origin xyz="0 0 0.5" quat_xyzw="0 0 0 1"/>
      <geometry>
        <capsule radius="0.125" length="1"/>
      </geometry>
    </collision>
    <collision>
      <geometry/>
    </collision>
  </link>
  <link name="flange"/>
  <joint name="i" type="continuous">
    <parent link="tip"/>
    <child link="flange"/>
    <axis xyz="1 0 0"/>
  </joint>
  <joint name="j" type="revolute">
    <origin xyz="1 0 -0.1" rpy="0 0 0"/>
    <parent link="base"/>
    <child link="tip"/>
    <axis xyz="0 0 1"/>
    <limit lower="-1" upper="0" effort="5" velocity="2" deceleration="3"/>
    <dynamics damping="0.1" friction="0"/>
    <calibration rising="0.5" falling="1"/>
    <safety_controller k_position="1" k_velocity="2"/>
  </joint>
</robot>
`
	if got := roundTrip(t, robot); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestWriteFiles writes the embedded robots and those of the reference figures.
func TestWriteFiles(t *testing.T) {
	for _, pattern := range []string{"../models/*.urdf", "../../shared/golden/urdf/*.urdf"} {
		t.Run(pattern, func(t *testing.T) {
			names, _ := filepath.Glob(pattern)
			if len(names) == 0 {
				if strings.HasPrefix(pattern, "../models") {
					t.Fatal("no files")
				}
				t.Skipf("real robots are not written: there are no files %s", pattern)
			}
			for _, name := range names {
				robot, diags := urdf.ParseFile(name)
				if robot == nil {
					t.Fatalf("%s: %v", name, diags)
				}
				roundTrip(t, robot)
			}
		})
	}
}

// TestWriteCharacters writes names with each character: in one name, all that survive; on its own, each of those near
// to one that does not. With -short the name has one in 16 of those above 0x3000.
func TestWriteCharacters(t *testing.T) {
	var all strings.Builder
	for c := rune(0); c <= 0x10ffff; c++ {
		lost := c < ' ' || c == 0xfffe || c == 0xffff
		if c >= 0xd800 && c < 0xe000 { // halves of pairs, which UTF-8 does not have
			continue
		}
		if !lost && (c < 0x3000 || c%16 == 13 || !testing.Short()) {
			all.WriteRune(c)
		}
		if c > 0x100 && c < 0xd7f0 || c > 0xe010 && c < 0xfff0 || c > 0x10010 && c < 0x10fff0 {
			continue
		}
		robot := &urdf.Robot{Name: "a" + string(c), Links: []urdf.Link{{Name: "l"}}}
		var b bytes.Buffer
		if err := robot.WriteURDF(&b); (err != nil) != lost {
			t.Errorf("%U: error %v", c, err)
		} else if again, _ := urdf.Parse(&b, ""); err == nil && (again == nil || again.Name != robot.Name) {
			t.Errorf("%U does not read back", c)
		}
	}
	roundTrip(t, &urdf.Robot{Name: all.String(), Links: []urdf.Link{{Name: all.String()}}})
}

// TestWriteErrors checks what is not written, and that nothing is written then.
func TestWriteErrors(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	quaternion := urdf.Pose{Quaternion: &[4]float64{0, 0, 0, 1}}
	sphere := urdf.Geometry{Sphere: &urdf.Sphere{Radius: 1}}
	const j, a = `robot/joint[@name="j"]`, `robot/link[@name="a"]`
	visual := func(s urdf.Shape) func(*urdf.Robot) {
		return func(r *urdf.Robot) { r.Links[0].Visuals = []urdf.Shape{s} }
	}
	limit := func(version string, t urdf.JointType, change func(*urdf.Limit)) func(*urdf.Robot) {
		return func(r *urdf.Robot) {
			r.Version, r.Joints[0].Type = version, t
			r.Joints[0].Limit = &urdf.Limit{Lower: -1, Upper: 1, Effort: 1, Velocity: 1, Acceleration: inf,
				Deceleration: inf, Jerk: inf}
			change(r.Joints[0].Limit)
		}
	}
	for _, c := range []struct {
		name   string
		change func(r *urdf.Robot)
		want   string // code and path of each fault
	}{
		{"nothing", func(*urdf.Robot) {}, ""},
		{"unknown version", func(r *urdf.Robot) { r.Version = "2.0" }, "write robot@version"},
		{"no name", func(r *urdf.Robot) { r.Name = "" }, "write robot@name"},
		{"control character", func(r *urdf.Robot) { r.Name = "a\x01" }, "write robot@name"},
		{"tab", func(r *urdf.Robot) { r.Name = "a\tb" }, "write robot@name"},
		{"end of line", func(r *urdf.Robot) { r.Name = "a\nb" }, "write robot@name"},
		{"carriage return", func(r *urdf.Robot) { r.Name = "a\rb" }, "write robot@name"},
		{"no Unicode", func(r *urdf.Robot) { r.Name = "a\xff" }, "write robot@name"},
		{"xacro property", func(r *urdf.Robot) { r.Name = "${name}" }, "write robot@name"},
		{"xacro command", func(r *urdf.Robot) { r.Materials = []urdf.Material{{Texture: "$(find arm)/t.png"}} },
			"write robot/material/texture@filename"},
		{"material", func(r *urdf.Robot) {
			r.Materials = []urdf.Material{{Name: "m",
				Color: &[4]float64{0, 0, nan, 1}}}
		},
			`write robot/material[@name="m"]/color@rgba`},
		{"material's name", func(r *urdf.Robot) { r.Materials = []urdf.Material{{Name: "\x00"}} },
			`write robot/material[@name="\x00"]@name`},

		{"link without name", func(r *urdf.Robot) { r.Links, r.Joints = []urdf.Link{{}}, nil },
			`empty-attribute robot/link[1]@name`},
		{"negative mass", func(r *urdf.Robot) { r.Links[0].Inertial = &urdf.Inertial{Mass: -1} },
			"mass " + a + "/inertial/mass@value"},
		{"infinite mass", func(r *urdf.Robot) { r.Links[0].Inertial = &urdf.Inertial{Mass: inf} },
			"write " + a + "/inertial/mass@value"},
		{"inertia", func(r *urdf.Robot) { r.Links[0].Inertial = &urdf.Inertial{Inertia: urdf.Tensor{IYZ: nan}} },
			"write " + a + "/inertial/inertia@iyz"},
		{"angles beside a quaternion", func(r *urdf.Robot) {
			r.Version, r.Joints[0].Origin = "1.1",
				urdf.Pose{RPY: [3]float64{nan, 0, 0}, Quaternion: quaternion.Quaternion}
		}, "number " + j},
		{"two forms", visual(urdf.Shape{Geometry: urdf.Geometry{Box: &urdf.Box{}, Mesh: &urdf.Mesh{}}}),
			"write " + a + "/visual/geometry"},
		{"size", visual(urdf.Shape{Name: "v",
			Geometry: urdf.Geometry{Cylinder: &urdf.Cylinder{Radius: 1, Length: -inf}}}),
			"write " + a + `/visual[@name="v"]/geometry/cylinder@length`},
		{"scale", visual(urdf.Shape{Geometry: urdf.Geometry{Mesh: &urdf.Mesh{Filename: "m",
			Scale: [3]float64{1, nan, 1}}}}),
			"write " + a + "/visual/geometry/mesh@scale"},
		{"mesh", visual(urdf.Shape{Geometry: urdf.Geometry{Mesh: &urdf.Mesh{Filename: "a\nb"}}}),
			"write " + a + "/visual/geometry/mesh@filename"},
		{"name of a shape", visual(urdf.Shape{Name: "\uffff", Geometry: sphere}),
			"write " + a + `/visual[@name="\uffff"]@name`},
		{"name of a shape's material", visual(urdf.Shape{Geometry: sphere, Material: &urdf.Material{Name: "\v"}}),
			"write " + a + `/visual/material[@name="\v"]@name`},
		{"second shape", func(r *urdf.Robot) {
			r.Links[0].Collisions = []urdf.Shape{{}, {Origin: urdf.Pose{RPY: [3]float64{0, inf, 0}}}}
		},
			"write " + a + "/collision[2]/origin@rpy"},
		{"quaternion in 1.0", visual(urdf.Shape{Origin: quaternion}), "write " + a + "/visual/origin@quat_xyzw"},
		{"quaternion in 1.1", func(r *urdf.Robot) { r.Version, r.Joints[0].Origin = "1.1", quaternion }, ""},
		{"zero quaternion", func(r *urdf.Robot) {
			r.Version, r.Joints[0].Origin = "1.1",
				urdf.Pose{Quaternion: &[4]float64{}}
		},
			"rotation " + j + "/origin@quat_xyzw"},

		{"joint without name", func(r *urdf.Robot) { r.Joints[0].Name = "" }, `empty-attribute robot/joint[1]@name`},
		{"no type", func(r *urdf.Robot) { r.Joints[0].Type = "" }, "joint-type " + j + "@type"},
		{"unknown type", func(r *urdf.Robot) { r.Joints[0].Type = "ball" }, "joint-type " + j + "@type"},
		{"no parent", func(r *urdf.Robot) { r.Joints[0].Parent = "" }, "empty-attribute " + j},
		{"no child", func(r *urdf.Robot) { r.Joints[0].Child = "" }, "empty-attribute " + j},
		{"unknown child", func(r *urdf.Robot) { r.Joints[0].Child = "x" }, "unknown-link " + j + "/child@link"},
		{"no axis", func(r *urdf.Robot) { r.Joints[0].Axis = [3]float64{} }, "axis " + j + "/axis@xyz"},
		{"axis of a fixed joint", func(r *urdf.Robot) {
			r.Joints[0].Type, r.Joints[0].Axis = urdf.Fixed,
				[3]float64{nan, 0, 0}
		}, "write " + j + "/axis@xyz"},
		{"damping", func(r *urdf.Robot) { r.Joints[0].Dynamics = &urdf.Dynamics{Damping: nan} },
			"write " + j + "/dynamics@damping"},
		{"friction", func(r *urdf.Robot) { r.Joints[0].Dynamics = &urdf.Dynamics{Friction: inf} },
			"write " + j + "/dynamics@friction"},
		{"mimic of nothing", func(r *urdf.Robot) { r.Joints[1].Mimic = &urdf.Mimic{} },
			`mimic robot/joint[@name="k"]/mimic@joint`},
		{"offset", func(r *urdf.Robot) { r.Joints[1].Mimic = &urdf.Mimic{Joint: "j", Offset: nan} },
			`write robot/joint[@name="k"]/mimic@offset`},
		{"calibration", func(r *urdf.Robot) { r.Joints[0].Calibration = &urdf.Calibration{Falling: &nan} },
			"write " + j + "/calibration@falling"},
		{"safety", func(r *urdf.Robot) { r.Joints[0].Safety = &urdf.Safety{SoftLower: -inf} },
			"write " + j + "/safety_controller@soft_lower_limit"},

		{"no limit", func(r *urdf.Robot) { r.Joints[0].Type = urdf.Prismatic }, "write " + j},
		{"lower of a revolute joint", limit("1.2", urdf.Revolute, func(l *urdf.Limit) { l.Lower = -inf }),
			"write " + j + "/limit@lower"},
		{"lower of a continuous joint in 1.0", limit("", urdf.Continuous, func(l *urdf.Limit) { l.Lower = -inf }),
			"write " + j + "/limit@lower"},
		{"lower of a continuous joint in 1.2", limit("1.2", urdf.Continuous, func(l *urdf.Limit) { l.Lower = -inf }),
			""},
		{"upper of a continuous joint in 1.2", limit("1.2", urdf.Continuous, func(l *urdf.Limit) { l.Upper = -inf }),
			"write " + j + "/limit@upper"},
		{"lower above upper", limit("", urdf.Revolute, func(l *urdf.Limit) { l.Lower = 2 }), ""},
		{"effort", limit("", urdf.Revolute, func(l *urdf.Limit) { l.Effort = inf }), "write " + j + "/limit@effort"},
		{"velocity", limit("", urdf.Revolute, func(l *urdf.Limit) { l.Velocity = nan }),
			"write " + j + "/limit@velocity"},
		{"negative effort in 1.0", limit("", urdf.Revolute, func(l *urdf.Limit) { l.Effort = -1 }), ""},
		{"negative effort in 1.2", limit("1.2", urdf.Planar, func(l *urdf.Limit) { l.Effort = -1 }),
			"write " + j + "/limit@effort"},
		{"negative velocity in 1.2", limit("1.2", urdf.Floating, func(l *urdf.Limit) { l.Velocity = -1 }),
			"write " + j + "/limit@velocity"},
		{"negative effort of a fixed joint in 1.2", limit("1.2", urdf.Fixed, func(l *urdf.Limit) { l.Effort = -1 }),
			""},
		{"acceleration in 1.1", limit("1.1", urdf.Revolute, func(l *urdf.Limit) { l.Acceleration = 1 }),
			"write " + j + "/limit@acceleration"},
		{"acceleration in 1.2", limit("1.2", urdf.Revolute, func(l *urdf.Limit) { l.Acceleration = 1 }), ""},
		{"jerk in 1.2", limit("1.2", urdf.Revolute, func(l *urdf.Limit) { l.Jerk = nan }),
			"write " + j + "/limit@jerk"},
		{"deceleration in 1.0", limit("", urdf.Revolute, func(l *urdf.Limit) { l.Deceleration = nan }),
			"write " + j + "/limit@deceleration"},

		{"no link", func(r *urdf.Robot) { r.Links, r.Joints = nil, nil }, "no-link robot"},
		{"several", func(r *urdf.Robot) {
			r.Name = "\x02"
			r.Links[0].Visuals = []urdf.Shape{{Origin: urdf.Pose{XYZ: [3]float64{nan, inf, nan}}}}
			r.Joints[0].Axis = [3]float64{0, 0, nan}
			r.Joints[1].Child = "a"
		}, "write robot@name; write " + a + "/visual/origin@xyz; write " + j +
			`/axis@xyz; cycle robot/joint[@name="k"]`},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := &urdf.Robot{Name: "r", File: "f.urdf", Links: []urdf.Link{{Name: "a"}, {Name: "b"}, {Name: "c"}},
				Joints: []urdf.Joint{
					{Name: "j", Type: urdf.Continuous, Parent: "a", Child: "b", Axis: [3]float64{0, 0, 1}},
					{Name: "k", Type: urdf.Continuous, Parent: "b", Child: "c", Axis: [3]float64{0, 0, 1}},
				}}
			c.change(r)
			if c.want == "" {
				roundTrip(t, r)
				return
			}
			var b bytes.Buffer
			var diags urdf.Diagnostics
			if err := r.WriteURDF(&b); !errors.As(err, &diags) || b.Len() > 0 {
				t.Fatalf("error %v, written %q", err, &b)
			}
			var got []string
			for _, d := range diags {
				got = append(got, d.Code+" "+d.Path)
				if d.Severity != urdf.Error || d.File != "f.urdf" || d.Message == "" {
					t.Errorf("%+v", d)
				}
			}
			if strings.Join(got, "; ") != c.want {
				t.Errorf("got  %q\nwant %q\n%v", got, c.want, diags)
			}
		})
	}
}

// TestWriteNoRates checks limits of acceleration that a program leaves at 0, which are none before URDF 1.2 and are
// kept from then on.
func TestWriteNoRates(t *testing.T) {
	for version, want := range map[string]float64{"1.0": math.Inf(1), "1.2": 0} {
		r := &urdf.Robot{Name: "r", Version: version, Links: []urdf.Link{{Name: "a"}, {Name: "b"}},
			Joints: []urdf.Joint{
				{Name: "j", Type: urdf.Revolute, Parent: "a", Child: "b", Axis: [3]float64{0, 0, 1},
					Limit: &urdf.Limit{Upper: 1, Effort: 1, Velocity: 1}}}}
		var b bytes.Buffer
		if err := r.WriteURDF(&b); err != nil {
			t.Fatal(err)
		}
		again, diags := urdf.Parse(&b, "")
		if again == nil {
			t.Fatal(diags)
		}
		if l := again.Joints[0].Limit; l.Acceleration != want || l.Deceleration != want || l.Jerk != want {
			t.Errorf("version %s: %+v", version, *l)
		}
	}
}

// TestWritePositions checks that faults of a robot that was read name the places of its file, in file order.
func TestWritePositions(t *testing.T) {
	robot, diags := urdf.Parse(strings.NewReader("<robot name=\"r\">\n<joint name=\"j\" type=\"fixed\">\n<parent "+
		"link=\"a\"/>\n<child link=\"b\"/></joint>\n"+
		"<link name=\"a\"><inertial>\n<mass value=\"1\"/>"+unit+"</inertial></link><link name=\"b\"/></robot>"),
		"f.urdf")
	if robot == nil {
		t.Fatal(diags)
	}
	robot.Links[0].Inertial.Mass = math.Inf(1)
	robot.Joints[0].Origin.XYZ[0] = math.Inf(1)
	// which has no position
	robot.Links[0].Visuals = []urdf.Shape{{Material: &urdf.Material{Color: &[4]float64{math.Inf(1)}}}}
	const want = `f.urdf:2:1: error: robot/joint[@name="j"]/origin@xyz: there is the number +Inf; expected finite ` +
		`numbers, which are all that URDF can say
f.urdf:5:1: error: robot/link[@name="a"]/visual/material/color@rgba: there is the number +Inf; expected finite ` +
		`numbers, which are all that URDF can say
f.urdf:6:7: error: robot/link[@name="a"]/inertial/mass@value: there is the number +Inf; expected finite numbers, ` +
		`which are all that URDF can say`
	if err := robot.WriteURDF(&bytes.Buffer{}); err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

var errFull = errors.New("the disk is full")

// onceWriter counts calls and fails after a number of them.
type onceWriter struct{ calls, good int }

func (w *onceWriter) Write(b []byte) (int, error) {
	if w.calls++; w.calls > w.good {
		return 0, errFull
	}
	return len(b), nil
}

// TestWriteFails checks the error of the destination, and that it gets the document at once.
func TestWriteFails(t *testing.T) {
	robot, diags := urdf.ParseFile("../models/ur5.urdf")
	if robot == nil {
		t.Fatal(diags)
	}
	if w := (&onceWriter{good: 1}); robot.WriteURDF(w) != nil || w.calls != 1 {
		t.Errorf("%d calls of a sound destination", w.calls)
	}
	if err := robot.WriteURDF(&onceWriter{}); err != errFull {
		t.Errorf("error %v, want %v", err, errFull)
	}
}
