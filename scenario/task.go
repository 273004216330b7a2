package scenario

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"kinetree/control"
	"kinetree/control/reference"
	"kinetree/internal/floats"
	"kinetree/internal/strict"
	"kinetree/internal/suggest"
	"kinetree/spatial/mat"
	"kinetree/tree"
)

// The laws that move a link in the world.
const (
	OperationalSpace = "operational_space"
	TaskImpedance    = "task_impedance"
)

// Tasked reports whether the law moves a link in the world.
func (c *Controller) Tasked() bool { return slices.Contains(taskLaws, c.Type) }

var taskLaws = []string{OperationalSpace, TaskImpedance}

// TaskMatrix is a matrix of six rows along and about x, y and z: the six numbers of its diagonal, or all of its numbers
// row by row.
type TaskMatrix []float64

// DecodeNode implements strict.Decoder: six numbers or six rows of them.
func (v *TaskMatrix) DecodeNode(n *strict.Node) strict.Faults {
	if n.Kind == strict.List && len(n.Items) > 0 && n.Items[0].Kind == strict.List {
		var rows [][]float64
		faults := n.Decode(&rows)
		*v = slices.Concat(rows...)
		if slices.ContainsFunc(rows, func(r []float64) bool { return len(r) != 6 }) {
			faults = append(faults, n.Fault("a row has not six numbers; expected six rows of six"))
		}
		return faults
	}
	return n.Decode((*[]float64)(v))
}

// EncodeNode implements strict.Encoder.
func (v TaskMatrix) EncodeNode() *strict.Node {
	if len(v) != 36 {
		return strict.Encode([]float64(v))
	}
	return strict.Encode(slices.Collect(slices.Chunk([]float64(v), 6)))
}

// Schema implements strict.Described.
func (*TaskMatrix) Schema() *strict.Schema {
	number := strict.TypeSchema("number")
	row := &strict.Schema{Type: strict.Types{"array"}, Items: number, MinItems: 6, MaxItems: 6}
	return &strict.Schema{AnyOf: []*strict.Schema{row,
		{Type: strict.Types{"array"}, Items: row, MinItems: 6, MaxItems: 6}}}
}

// elements returns the matrix row by row, nil for none.
func (v TaskMatrix) elements() []float64 {
	if len(v) != 6 {
		return v
	}
	list := make([]float64, 36)
	for i, x := range v {
		list[7*i] = x
	}
	return list
}

// check returns what is wrong with the matrix, "" for nothing: it is to be symmetric and to take no negative values.
func (v TaskMatrix) check() string {
	switch {
	case len(v) == 0:
		return ""
	case len(v) != 6 && len(v) != 36 || !floats.Finite(v...):
		return fmt.Sprintf("%v; expected six finite numbers, along and about x, y and z, or six rows of six",
			[]float64(v))
	}
	x, largest := v.elements(), 0.0
	s := mat.NewSymDense(6, nil)
	for i := range 6 {
		for k := range i + 1 {
			s.SetSym(i, k, x[6*i+k])
			largest = max(largest, math.Abs(x[6*i+k]))
			if x[6*i+k] != x[6*k+i] {
				return "the matrix is not symmetric; expected one that is, as springs and dampers have"
			}
		}
	}
	var e mat.EigenSym
	if e.Factorize(s); slices.Min(e.Values()) < -1e-12*largest {
		return "a value of the matrix is negative; expected springs and dampers that give nothing"
	}
	return ""
}

// NullSpaceSpec draws what a task leaves of the joints to a posture.
type NullSpaceSpec struct {
	Position Joints  `json:"position,omitempty" keys:"joint"`
	P        ByJoint `json:"p,omitempty"`
	D        ByJoint `json:"d,omitempty"`
}

// Docs implements strict.Documented.
func (*NullSpaceSpec) Docs() map[string]string {
	return map[string]string{
		"position": "of the posture (rad or m); the reference of a joint that is not named",
		"p":        "by joint or for all: 1/s^2 of operational_space, N m/rad or N/m of the others",
		"d":        "by joint or for all: 1/s of operational_space, N m s/rad or N s/m of the others",
	}
}

// LinkMotion is the motion that a link is asked to follow. It begins where the link is at the start.
type LinkMotion struct {
	Type     string    `json:"type,omitempty"`
	FromTime *float64  `json:"from_time,omitempty" doc:"when it begins (s)"`
	ToTime   *float64  `json:"to_time,omitempty" doc:"when it ends (s)"`
	To       []float64 `json:"to,omitempty"`
	Via      []float64 `json:"via,omitempty" doc:"arc: a point on the way, x, y, z (m)"`
	Profile  string    `json:"profile,omitempty" enum:"trapezoidal|min_jerk|ramp" default:"trapezoidal"`
	File     string    `json:"file,omitempty"`

	Interpolation reference.Interpolation `json:"interpolation,omitempty" enum:"hold|linear|cubic|monotone"`
}

// Enum implements strict.Enumerated.
func (*LinkMotion) Enum(key string) string {
	if key != "type" {
		return ""
	}
	return "line|arc|min_jerk_pose|file"
}

// Docs implements strict.Documented.
func (*LinkMotion) Docs() map[string]string {
	return map[string]string{
		"type": "kind of motion; min_jerk_pose is a line with the profile min_jerk",
		"to": "where it ends in the world: x, y, z (m), and maybe the quaternion x, y, z, w, without which the link " +
			"keeps its rotation",
		"profile": "line, arc: how the way and the turn go on; trapezoidal is in thirds",
		"file": "CSV with the columns time and LINK/position/x, y, z, and maybe LINK/orientation/x, y, z, w, such as " +
			"a log with --log-link",
		"interpolation": "file: of the position between the rows; monotone if it is not given. The link turns about " +
			"one axis from row to row",
	}
}

var linkKeys = map[string]string{
	"line":          "from_time to_time to | profile",
	"arc":           "from_time to_time to via | profile",
	"min_jerk_pose": "from_time to_time to |",
	"file":          "file | interpolation",
}

// check returns what is missing, too much or wrong.
func (r *LinkMotion) check(field string) []error {
	errs := checkKeys(field, "a motion of a link", r.Type, strict.Given(*r), linkKeys)
	if len(errs) > 0 {
		return errs
	}
	if r.To != nil && len(r.To) != 3 && len(r.To) != 7 || !floats.Finite(r.To...) {
		errs = append(errs, Wrong(field+".to", "%v; expected x, y, z, and maybe the quaternion x, y, z, w", r.To))
	} else if len(r.To) == 7 && math.Abs(floats.Norm(r.To[3:], 2)-1) > 0.01 {
		errs = append(errs, Wrong(field+".to", "the quaternion has the length %.6g; expected 1",
			floats.Norm(r.To[3:], 2)))
	}
	if r.Via != nil && (len(r.Via) != 3 || !floats.Finite(r.Via...)) {
		errs = append(errs, Wrong(field+".via", "%v; expected x, y, z", r.Via))
	}
	if profiles := []string{"", "trapezoidal", "min_jerk", "ramp"}; !slices.Contains(profiles, r.Profile) {
		errs = append(errs, Wrong(field+".profile", "%q%s; expected %s", r.Profile, suggest.Hint(r.Profile, profiles),
			suggest.List(profiles[1:])))
	}
	if by := string(r.Interpolation); by != "" {
		if known := []string{"hold", "linear", "cubic", "monotone"}; !slices.Contains(known, by) {
			errs = append(errs, Wrong(field+".interpolation", "%q%s; expected one of %s", by, suggest.Hint(by, known),
				suggest.List(known)))
		}
	}
	return errs
}

// checkTask returns the faults of what a law of a link has that do not depend on the robot.
func (c *Controller) checkTask(fail func(field, format string, args ...any)) {
	for _, x := range []struct {
		field string
		given bool
		laws  []string
	}{{"link", c.Link != "", taskLaws}, {"null_space", c.NullSpace != nil, taskLaws},
		{"singular_damping", c.SingularDamping != 0, taskLaws},
		{"p", c.P != nil, []string{OperationalSpace}}, {"d", c.D != nil, []string{OperationalSpace}},
		{"stiffness", c.Stiffness != nil, []string{TaskImpedance}},
		{"damping", c.Damping != nil, []string{TaskImpedance}},
		{"damping_ratio", c.DampingRatio != nil, []string{TaskImpedance}}} {
		if x.given && !slices.Contains(x.laws, c.Type) {
			fail(x.field, "the law %s does not use it; expected %s, or no such key", c.LawName(), suggest.List(x.laws))
		}
	}
	if !c.Tasked() {
		return
	}
	if c.Link == "" {
		fail("link", "there is none; expected the name of the link that the law %s moves", c.Type)
	}
	if !(c.SingularDamping >= 0) || math.IsInf(c.SingularDamping, 0) {
		fail("singular_damping", "%v; expected 0 or more", c.SingularDamping)
	}
	nothing := func(list []float64) bool {
		return !slices.ContainsFunc(list, func(x float64) bool { return x != 0 })
	}
	if c.Type == OperationalSpace {
		for _, x := range []struct {
			field string
			list  []float64
		}{{"p", c.P}, {"d", c.D}} {
			if x.list != nil && len(x.list) != 6 || !floats.Finite(x.list...) {
				fail(x.field, "%v; expected six numbers, along and about x, y and z", x.list)
			}
		}
		if nothing(c.P) && nothing(c.D) {
			fail("p", "all gains p and d are 0; expected some that are not, which make the task")
		}
		return
	}
	for _, x := range []struct {
		field  string
		matrix TaskMatrix
	}{{"stiffness", c.Stiffness}, {"damping", c.Damping}} {
		if text := x.matrix.check(); text != "" {
			fail(x.field, "%s", text)
			return
		}
	}
	if nothing(c.Stiffness.elements()) && nothing(c.Damping.elements()) {
		fail("stiffness", "stiffness and damping are 0; expected a direction of the link in which they are not")
	}
	switch ratio := Or(c.DampingRatio, 0); {
	case c.DampingRatio != nil && c.Damping != nil:
		fail("damping_ratio", "there is a damping, too; expected one of the two")
	case !(ratio >= 0) || math.IsInf(ratio, 0):
		fail("damping_ratio", "%v; expected 0 or more", ratio)
	}
}

// TaskLaw returns the law of a link of a robot, which believes in a model of it. The link follows a motion; nil for the
// references of the joints.
func (c *Controller) TaskLaw(m, believed *tree.Model, motion reference.PoseMotion) (control.Law, error) {
	link, err := FindLink(believed, "controller.link", c.Link)
	if err != nil {
		return nil, err
	}
	switch {
	case believed.Floating():
		return nil, Wrong("controller.type", "%s: nothing holds a floating base; expected a fixed one", c.Type)
	case believed.Links()[link].Body == 0:
		return nil, Wrong("controller.link", "%q does not move; expected a link that joints move", c.Link)
	}
	config := control.TaskConfig{Link: link, Motion: motion, Damping: c.SingularDamping}
	if n := c.NullSpace; n != nil {
		config.Posture = &control.Posture{Q: slices.Repeat([]float64{math.NaN()}, m.NQ()), P: n.P.rates(m, 0),
			D: n.D.rates(m, 0)}
		for _, name := range slices.Sorted(maps.Keys(n.Position)) {
			k, err := FindJoint(m, strict.Join("controller.null_space.position", name), name)
			if err == nil {
				if err = m.SetJoint(config.Posture.Q, k, tree.Position, n.Position[name]); err != nil {
					err = Wrong(strict.Join("controller.null_space.position", name), "joint %q: %v", name, err)
				}
			}
			if err != nil {
				return nil, err
			}
		}
	}
	if c.Type == OperationalSpace {
		var p, d [6]float64
		copy(p[:], c.P)
		copy(d[:], c.D)
		return c.compensated(m, believed, control.NewOperationalSpace(believed, config, p, d))
	}
	stiffness := c.Stiffness.elements()
	if stiffness == nil {
		stiffness = make([]float64, 36)
	}
	return c.compensated(m, believed, control.NewTaskImpedance(believed, config, stiffness, c.Damping.elements(),
		Or(c.DampingRatio, 0)))
}

// FindLink returns the index of the link of a name that a field mentions.
func FindLink(m *tree.Model, field, name string) (int, error) {
	link, ok := m.Link(name)
	if ok {
		return link, nil
	}
	names := make([]string, len(m.Links()))
	for i, l := range m.Links() {
		names[i] = l.Name
	}
	return 0, Wrong(field, "%v", suggest.Missing(m.Name(), "link", name, names))
}
