package golden

import (
	"embed"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kinetree/models"
	"kinetree/tree"
	"kinetree/urdf"
)

//go:embed testdata/*.json
var testdata embed.FS

// described are the robots whose figures are in testdata and whose descriptions are in this package.
var described = []string{"panda", "ur10_robot", "ur3_robot", "ur5_robot"}

// outside are the files of figures that ../shared/golden is known to have; it may have more.
var outside = []string{"TwoDofs", "anymal_b_freeflyer", "double_pendulum", "double_pendulum_continuous",
	"double_pendulum_simple", "kinova", "panda", "solo12", "solo12_freeflyer", "talos_left_arm", "ur10_robot",
	"ur3_robot",
	"ur5_robot", "z1"}

// fewest is the number of robots that a comparison must have reached to count as one.
const fewest = 3

// Each runs check on each robot with reference figures, in a subtest of the name of the figures: first the robots
// that this package describes, then, as file/NAME, those of ../shared/golden with their own URDF files. A subtest is
// skipped, and says so, where a file is missing; check skips a robot without the figures that it wants. Each logs
// which robots were compared, and fails the test if they are fewer than three.
func Each(t *testing.T, check func(t *testing.T, f *File, m *tree.Model)) {
	t.Helper()
	started, all := 0, 0
	var compared []string
	subtest := func(name string, load func(t testing.TB) *File) {
		all++
		t.Run(name, func(t *testing.T) {
			started++
			f := load(t)
			check(t, f, f.Model(t))
			compared = append(compared, name) // not reached by a check that skips
		})
	}
	for _, name := range described {
		subtest(name, func(t testing.TB) *File { return Load(t, name) })
	}
	for _, name := range shared(t) {
		subtest("file/"+name, func(t testing.TB) *File { return loadShared(t, name) })
	}
	t.Logf("%d of %d robots compared with the reference figures: %s", len(compared), all, strings.Join(compared, ", "))
	// Where -run selects some of the subtests, their number says nothing.
	if len(compared) < fewest && started == all && !t.Failed() {
		t.Errorf("%d robots were compared; expected %d or more", len(compared), fewest)
	}
}

// shared returns the names of the figures of robots outside, those that are known and those that are there.
func shared(t testing.TB) []string {
	t.Helper()
	names := slices.Clone(outside)
	files, err := filepath.Glob(filepath.Join(sharedFolder(t), "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if name := strings.TrimSuffix(filepath.Base(f), ".json"); !strings.HasSuffix(name, "_trajectory") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Load reads the figures NAME.json, of testdata or ../shared/golden. It skips the test where neither has them.
func Load(t testing.TB, name string) *File {
	t.Helper()
	data, err := testdata.ReadFile("testdata/" + name + ".json")
	if err != nil {
		return loadShared(t, name)
	}
	f := parse(t, name, data)
	f.described = true
	return f
}

func loadShared(t testing.TB, name string) *File {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(sharedFolder(t), name+".json"))
	if err != nil {
		t.Skipf("not compared, for want of the reference figures: %v", err)
	}
	return parse(t, name, data)
}

func parse(t testing.TB, name string, data []byte) *File {
	t.Helper()
	f := &File{Name: name}
	if err := json.Unmarshal(data, f); err != nil {
		t.Fatalf("%s.json: %v", name, err)
	}
	if len(f.States)+len(f.Samples) == 0 {
		t.Fatalf("%s.json has no states", name)
	}
	return f
}

// Model returns the kinematic tree of the robot, its mimicking joints independent as in the figures, built with more
// options if need be. It skips the test where the file that describes the robot is missing.
func (f *File) Model(t testing.TB, more ...tree.Option) *tree.Model {
	t.Helper()
	robot, diags := urdf.ParseFile(f.Path(t))
	if err := diags.Err(); err != nil {
		t.Fatal(err)
	}
	opts := []tree.Option{tree.WithGravity(f.Gravity), tree.IgnoreMimic()}
	if f.Kind == "freeflyer" {
		opts = append(opts, tree.WithFloatingBase())
	}
	m, err := tree.Build(robot, append(opts, more...)...)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Path returns the name of a URDF file of the robot. It skips the test where the file is missing.
func (f *File) Path(t testing.TB) string {
	t.Helper()
	if !f.described {
		name := filepath.Join(sharedFolder(t), f.URDF)
		if _, err := os.Stat(name); err != nil {
			t.Skipf("not compared, for want of the robot's description: %v", err)
		}
		return name
	}
	robot, err := describe(f.Robot)
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.Create(filepath.Join(t.TempDir(), f.Robot+".urdf"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := robot.WriteURDF(file); err != nil {
		t.Fatal(err)
	}
	return file.Name()
}

// describe returns the description of a robot whose figures are in testdata, made of an embedded one.
func describe(name string) (*urdf.Robot, error) {
	switch name {
	case "ur5_robot":
		return models.Robot("ur5")
	case "panda":
		return panda()
	}
	if a, ok := arms[name]; ok {
		return a.describe()
	}
	return nil, fmt.Errorf("package golden does not describe the robot %s", name)
}

// An arm is one of Universal Robots, which have the same joints and links as the embedded ur5 in other sizes. The
// numbers are those of the ROS-Industrial package ur_description (ros-industrial/universal_robot, BSD-3-Clause).
type arm struct {
	links   map[string]rod
	origins map[string][3]float64 // of the joints (m)
}

// A rod is the inertia of a link with an axis of symmetry along z.
type rod struct {
	mass          float64 // kg
	centre        float64 // height of the centre of mass (m)
	across, along float64 // moments of inertia about the centre of mass (kg m²)
}

var arms = map[string]arm{
	"ur3_robot": {
		map[string]rod{
			"base_link":      {2, 0, 0.0030531654454, 0.005625},
			"shoulder_link":  {2, 0, 0.0080931634294, 0.005625},
			"upper_arm_link": {3.42, 0.121825, 0.0217284832211, 0.00961875},
			"forearm_link":   {1.26, 0.106625, 0.00654680644378, 0.00354375},
			"wrist_1_link":   {0.8, 0, 0.002084999166, 0.00225},
			"wrist_2_link":   {0.8, 0, 0.002084999166, 0.00225},
			"wrist_3_link":   {0.35, 0, 0.000912187135125, 0.000984375},
		},
		map[string][3]float64{
			"shoulder_pan_joint":             {0, 0, 0.1519},
			"shoulder_lift_joint":            {0, 0.1198, 0},
			"elbow_joint":                    {0, -0.0925, 0.24365},
			"wrist_1_joint":                  {0, 0, 0.21325},
			"wrist_2_joint":                  {0, 0.08505, 0},
			"wrist_3_joint":                  {0, 0, 0.08535},
			"ee_fixed_joint":                 {0, 0.0819, 0},
			"wrist_3_link-tool0_fixed_joint": {0, 0.0819, 0},
		},
	},
	"ur10_robot": {
		map[string]rod{
			"base_link":      {4, 0, 0.0061063308908, 0.01125},
			"shoulder_link":  {7.778, 0, 0.0314743125769, 0.021875625},
			"upper_arm_link": {12.93, 0.306, 0.421753803798, 0.036365625},
			"forearm_link":   {3.87, 0.28615, 0.111069694097, 0.010884375},
			"wrist_1_link":   {1.96, 0, 0.0051082479567, 0.0055125},
			"wrist_2_link":   {1.96, 0, 0.0051082479567, 0.0055125},
			"wrist_3_link":   {0.202, 0, 0.000526462289415, 0.000568125},
		},
		map[string][3]float64{
			"shoulder_pan_joint":             {0, 0, 0.1273},
			"shoulder_lift_joint":            {0, 0.220941, 0},
			"elbow_joint":                    {0, -0.1719, 0.612},
			"wrist_1_joint":                  {0, 0, 0.5723},
			"wrist_2_joint":                  {0, 0.1149, 0},
			"wrist_3_joint":                  {0, 0, 0.1157},
			"ee_fixed_joint":                 {0, 0.0922, 0},
			"wrist_3_link-tool0_fixed_joint": {0, 0.0922, 0},
		},
	},
}

func (a arm) describe() (*urdf.Robot, error) {
	r, err := models.Robot("ur5")
	if err != nil {
		return nil, err
	}
	for i := range r.Links {
		if x, ok := a.links[r.Links[i].Name]; ok {
			r.Links[i].Inertial = &urdf.Inertial{Mass: x.mass, Origin: urdf.Pose{XYZ: [3]float64{0, 0, x.centre}},
				Inertia: urdf.Tensor{IXX: x.across, IYY: x.across, IZZ: x.along}}
		}
	}
	for i := range r.Joints {
		if origin, ok := a.origins[r.Joints[i].Name]; ok {
			r.Joints[i].Origin.XYZ = origin
		}
	}
	return r, nil
}

// panda returns the embedded panda_arm with the hand of the robot, whose numbers are those of the ROS package
// franka_description (Apache-2.0).
func panda() (*urdf.Robot, error) {
	r, err := models.Robot("panda_arm")
	if err != nil {
		return nil, err
	}
	finger := func() *urdf.Inertial {
		return &urdf.Inertial{Mass: 0.015, Inertia: urdf.Tensor{IXX: 2.375e-6, IYY: 2.375e-6, IZZ: 7.5e-7}}
	}
	slide := func(name, child string, side float64) urdf.Joint {
		return urdf.Joint{Name: name, Type: urdf.Prismatic, Parent: "panda_hand", Child: child,
			Origin: urdf.Pose{XYZ: [3]float64{0, 0, 0.0584}}, Axis: [3]float64{0, side, 0},
			Limit: &urdf.Limit{Upper: 0.04, Effort: 20, Velocity: 0.2}}
	}
	r.Links = append(r.Links,
		urdf.Link{Name: "panda_hand",
			Inertial: &urdf.Inertial{Mass: 0.73, Origin: urdf.Pose{XYZ: [3]float64{-0.01, 0, 0.03}},
				Inertia: urdf.Tensor{IXX: 0.001, IYY: 0.0025, IZZ: 0.0017}}},
		urdf.Link{Name: "panda_hand_tcp"},
		urdf.Link{Name: "panda_leftfinger", Inertial: finger()},
		urdf.Link{Name: "panda_rightfinger", Inertial: finger()})
	r.Joints = append(r.Joints,
		urdf.Joint{Name: "panda_hand_joint", Type: urdf.Fixed, Parent: "panda_link8", Child: "panda_hand",
			Origin: urdf.Pose{RPY: [3]float64{0, 0, -0.7853981633974483}}},
		urdf.Joint{Name: "panda_hand_tcp_joint", Type: urdf.Fixed, Parent: "panda_hand", Child: "panda_hand_tcp",
			Origin: urdf.Pose{XYZ: [3]float64{0, 0, 0.1034}}},
		slide("panda_finger_joint1", "panda_leftfinger", 1),
		slide("panda_finger_joint2", "panda_rightfinger", -1))
	return r, nil
}

func sharedFolder(t testing.TB) string { return filepath.Join(moduleRoot(t), "../shared/golden") }

// moduleRoot returns the folder of go.mod above the package under test.
func moduleRoot(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			t.Fatal("no go.mod above the test")
		}
		dir = filepath.Dir(dir)
	}
}

// Embedded returns the kinematic tree of an embedded model.
func Embedded(t testing.TB, name string) *tree.Model {
	t.Helper()
	robot, err := models.Robot(name)
	if err != nil {
		t.Fatal(err)
	}
	m, err := tree.Build(robot)
	if err != nil {
		t.Fatal(err)
	}
	return m
}
