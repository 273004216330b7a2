package live

import (
	"context"

	"kinetree/control/metrics"
	"kinetree/scenario/prepare"
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

// describe returns the description of the stage.
func (st *Stage) describe(ctx context.Context) *description {
	s := st.scenario
	d := &description{Name: st.Name, File: st.source.Name, URDF: string(st.source.Data), Duration: s.Duration,
		Step: s.Step,
		Law:  s.Controller.Type, Tunes: s.Tune != nil, Notes: append([]string{}, st.Notes...), Metrics: metrics.Names(),
		Log: st.Log, Batch: st.Batch}
	for _, w := range st.source.Diagnostics {
		d.Notes = append(d.Notes, w.Error())
	}
	robot := st.source.Robot
	r, err := st.prepare(ctx, s, prepare.Env{})
	if err != nil {
		d.Fault, r = err.Error(), nil
	} else {
		d.Notes = append(append(d.Notes, r.Notes...), r.Warnings...)
		d.addJoints(r)
		robot = r.Source.Robot
	}
	d.Robot = robot.Name
	d.addLinks(robot)
	d.Knobs, d.Paths = st.knobs(r)
	return d
}

// addJoints adds the joints of a run's model, as they are at its start.
func (d *description) addJoints(r *prepare.Run) {
	m, q := r.World.Model(), r.World.State().Q
	d.Floating = m.Floating()
	for _, j := range m.Joints() {
		if position := j.AppendPosition(nil, q); len(position) == 1 {
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
