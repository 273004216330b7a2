package live

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"kinetree/control/analysis"
	"kinetree/control/metrics"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
	"kinetree/scenario/robot"
	"kinetree/spatial"
	"kinetree/spatial/mat"
	"kinetree/urdf"
)

// description is the first message to a page, which describes its stage.
type description struct {
	Name     string   `json:"name"`
	Robot    string   `json:"robot"`
	File     string   `json:"file"`  // of the robot's description
	URDF     string   `json:"urdf"`  // the description, without changes by the scenario
	Links    []link   `json:"links"` // with a mass
	Joints   []joint  `json:"joints"`
	Floating bool     `json:"floating"`
	Duration float64  `json:"duration"` // s
	Step     float64  `json:"dt"`       // s
	Law      string   `json:"law"`      // of the controller; empty if there is none
	Tunes    bool     `json:"tunes"`
	Knobs    []Knob   `json:"knobs"`
	Paths    []string `json:"paths"` // of all numbers, which may be knobs, too
	Notes    []string `json:"notes"`
	Metrics  []string `json:"metrics"` // names of those of a joint

	Closures    []closure               `json:"closures"`    // of loops
	Environment []scenario.ObstacleSpec `json:"environment"` // solids that the robot may touch
	Places      []place                 `json:"places"`      // of all joints, in the order of the frames of a motion
	Sensitivity float64                 `json:"sensitivity"` // largest peak (dB) of a loop not near instability

	Log   *Table `json:"log,omitempty"`
	Batch *Runs  `json:"batch,omitempty"`
	Fault string `json:"fault,omitempty"` // why the scenario does not run as it is
}

// link is the mass of a link: the principal moments of inertia about the centre of mass and their axes, the columns of
// a rotation, in the link's axes.
type link struct {
	Name    string        `json:"name"`
	Mass    float64       `json:"mass"`    // kg
	COM     [3]float64    `json:"com"`     // m
	Moments [3]float64    `json:"moments"` // kg m^2
	Axes    [3][3]float64 `json:"axes"`
}

// joint is a joint with one coordinate. A limit that is not there is null.
type joint struct {
	Name     string  `json:"name"`
	Type     string  `json:"type"`
	Lower    float64 `json:"lower"`    // rad or m
	Upper    float64 `json:"upper"`    // rad or m
	Velocity float64 `json:"velocity"` // rad/s or m/s
	Effort   float64 `json:"effort"`   // N m or N
	Follows  bool    `json:"follows"`  // another one
	At       float64 `json:"at"`       // position at the start (rad or m)
}

// closure is a constraint between points of two links; the link of a point of the world is empty.
type closure struct {
	Name  string       `json:"name"`
	Type  string       `json:"type"`
	Links []string     `json:"links"`
	At    [][3]float64 `json:"at"` // in the links' axes (m)
}

// place is the position of a joint at the start: one number, x, y and the angle of a planar joint, or a position and a
// quaternion x, y, z, w.
type place struct {
	Name  string       `json:"name"`
	At    []float64    `json:"at"`
	Plane [][3]float64 `json:"plane,omitempty"` // the axes of x, y and the angle in those of the joint's origin
}

// describe returns the description of the stage, or of a run of its batch.
func (st *Stage) describe(ctx context.Context, m message) (*description, error) {
	s, err := st.chosen(m)
	if err != nil {
		return nil, err
	}
	source := st.source
	if s != st.scenario {
		if source, _, err = robot.Changed(s, nil); err != nil {
			return nil, s.Locate(err)
		}
	}
	d := &description{Name: st.Name, File: source.Name, URDF: string(source.Data), Links: []link{}, Joints: []joint{},
		Duration: s.Duration, Step: s.Step, Law: s.Controller.Type, Tunes: s.Tune != nil,
		Notes: append([]string{}, st.Notes...), Metrics: metrics.Names(), Closures: []closure{}, Places: []place{},
		Environment: append([]scenario.ObstacleSpec{}, s.Environment...),
		Sensitivity: analysis.LargestSensitivity, Log: st.Log, Batch: st.Batch}
	for _, w := range source.Diagnostics {
		d.Notes = append(d.Notes, w.Error())
	}
	shown := source.Robot
	r, err := st.prepare(ctx, s, prepare.Env{})
	if err != nil {
		d.Fault, r = err.Error(), nil
	} else {
		d.Notes = append(append(d.Notes, r.Notes...), r.Warnings...)
		d.addJoints(r)
		shown = r.Source.Robot
	}
	d.Robot = shown.Name
	d.addLinks(shown)
	d.addClosures(s)
	d.Knobs, d.Paths = st.knobs(s, r)
	return d, nil
}

// addClosures adds the constraints of a scenario that hold points of links together.
func (d *description) addClosures(s *scenario.Scenario) {
	for i, c := range s.Constraints {
		if len(c.Links) != 2 {
			continue
		}
		l := closure{Name: cmp.Or(c.Name, fmt.Sprint(c.Type, i)), Type: c.Type, Links: slices.Clone(c.Links),
			At: make([][3]float64, 2)}
		for k := range l.Links {
			if l.Links[k] == "world" {
				l.Links[k] = ""
			}
			if k < len(c.At) {
				l.At[k] = c.At[k]
			}
		}
		d.Closures = append(d.Closures, l)
	}
}

// addJoints adds the joints of a run's model, as they are at its start.
func (d *description) addJoints(r *prepare.Run) {
	m, q := r.World.Model(), r.World.State().Q
	d.Floating = m.Floating()
	for _, j := range m.Joints() {
		position := j.AppendPosition(nil, q)
		at := place{Name: j.Name, At: position}
		if k := slices.IndexFunc(r.Source.Robot.Joints, func(x urdf.Joint) bool { return x.Name == j.Name }); k >= 0 &&
			r.Source.Robot.Joints[k].Type == urdf.Planar {
			normal := spatial.Unit(r.Source.Robot.Joints[k].Axis)
			frame := spatial.AxisFrame(normal)
			at.Plane = [][3]float64{frame.Col(0), frame.Col(1), normal}
		}
		d.Places = append(d.Places, at)
		if len(position) == 1 {
			d.Joints = append(d.Joints, joint{j.Name, string(j.Type), j.Lower, j.Upper, j.Velocity, j.Effort,
				j.Leader >= 0, position[0]})
		}
	}
}

// addLinks adds the masses of a robot's links.
func (d *description) addLinks(robot *urdf.Robot) {
	for i := range robot.Links {
		in := robot.Links[i].Inertial
		if in == nil || !(in.Mass > 0) {
			continue
		}
		pose, t := in.Origin.Transform(), in.Inertia
		l := link{Name: robot.Links[i].Name, Mass: in.Mass, COM: pose.P}
		var eigen mat.EigenSym
		tensor := mat.NewSymDense(3, []float64{t.IXX, t.IXY, t.IXZ, t.IXY, t.IYY, t.IYZ, t.IXZ, t.IYZ, t.IZZ})
		if !eigen.Factorize(tensor) {
			continue
		}
		copy(l.Moments[:], eigen.Values())
		for r := range 3 {
			for c := range 3 {
				for k := range 3 {
					l.Axes[r][c] += float64(pose.R.At(r, k) * eigen.Vector(c)[k])
				}
			}
		}
		d.Links = append(d.Links, l)
	}
}
