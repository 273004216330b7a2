package urdf

import (
	"kinetree/internal/finitejson"
	"kinetree/spatial"
	"kinetree/spatial/mat"
)

// MarshalJSON implements json.Marshaler. A mass that is too large for a number is null.
func (o *Outline) MarshalJSON() ([]byte, error) {
	type link struct {
		Name        string     `json:"name"`
		Mass        float64    `json:"mass"` // kg; zeros without <inertial>
		COM         [3]float64 `json:"com"`  // in the link frame (m)
		Inertia     Tensor     `json:"inertia"`
		ParentJoint *string    `json:"parent_joint"` // null for the root

		// About the centre of mass: three moments, the least first, and a unit vector in the axes of the link for each.
		PrincipalMoments [3]float64    `json:"principal_moments"`
		PrincipalAxes    [3][3]float64 `json:"principal_axes"`
	}
	r := o.Robot
	d := struct {
		File    string   `json:"file"`
		Robot   string   `json:"robot"`
		Version string   `json:"version"`
		Root    string   `json:"root"`
		Mass    float64  `json:"mass"`
		NQ      int      `json:"nq"`
		NV      int      `json:"nv"`
		Links   []link   `json:"links"`
		Joints  []*Joint `json:"joints"`
		*Numbering

		Constraints any `json:"constraints,omitempty"`
		Estimates   any `json:"inertia_estimates,omitempty"`
	}{r.File, r.Name, r.Version, o.Root(), o.Mass, o.NQ, o.NV, []link{}, []*Joint{}, o.Numbering, o.Constraints,
		o.Estimates}
	for _, b := range o.Branches {
		l := link{Name: b.Link.Name}
		if in := b.Link.Inertial; in != nil {
			l.Mass, l.COM, l.Inertia = in.Mass, in.Origin.XYZ, in.linkAxes()
			l.PrincipalMoments, l.PrincipalAxes = l.Inertia.principal()
		}
		if b.Joint != nil {
			l.ParentJoint = &b.Joint.Name
			d.Joints = append(d.Joints, b.Joint)
		}
		d.Links = append(d.Links, l)
	}
	return finitejson.Marshal(d)
}

// principal returns the principal moments of a tensor, the least first, and their axes. A tensor that is not finite has
// none, which are zeros.
func (t Tensor) principal() (moments [3]float64, axes [3][3]float64) {
	s := t.Sym()
	var eigen mat.EigenSym
	if !eigen.Factorize(mat.NewSymDense(3, []float64{s[0], s[1], s[3], s[1], s[2], s[4], s[3], s[4], s[5]})) {
		return moments, axes
	}
	copy(moments[:], eigen.Values())
	for k := range axes {
		copy(axes[k][:], eigen.Vector(k))
	}
	return moments, axes
}

// linkAxes returns the tensor about the centre of mass in the axes of the link. Where it has these axes in the file,
// its figures stay as they are.
func (in *Inertial) linkAxes() Tensor {
	t := in.Inertia
	if in.Origin.RPY != [3]float64{} || in.Origin.Quaternion != nil {
		x := in.Origin.Transform()
		s := t.Sym()
		t = TensorOf(s.Rotated(&x.R))
	}
	return Tensor{t.IXX + 0, t.IXY + 0, t.IXZ + 0, t.IYY + 0, t.IYZ + 0, t.IZZ + 0} // -0 becomes 0
}

// MarshalJSON implements json.Marshaler: the joint without what means nothing on one of its type, and without limits
// that do not exist. The axis is a unit vector.
func (j *Joint) MarshalJSON() ([]byte, error) {
	d := struct {
		Name     string    `json:"name"`
		Type     JointType `json:"type"`
		Parent   string    `json:"parent"`
		Child    string    `json:"child"`
		Axis     []float64 `json:"axis,omitempty"`
		Origin   *Pose     `json:"origin"`
		Limit    *Limit    `json:"limit,omitempty"`
		Damping  float64   `json:"damping"`
		Friction float64   `json:"friction"`
		Mimic    *Mimic    `json:"mimic,omitempty"`
	}{Name: j.Name, Type: j.Type, Parent: j.Parent, Child: j.Child, Origin: &j.Origin}
	if j.Dynamics != nil {
		d.Damping, d.Friction = j.Dynamics.Damping, j.Dynamics.Friction
	}
	if j.Type != Fixed {
		d.Mimic = j.Mimic
		if j.Type != Floating {
			axis := j.UnitAxis()
			d.Axis = axis[:]
		}
		if j.Limit != nil {
			l := *j.Limit
			l.Lower, l.Upper = j.Range()
			d.Limit = &l
		}
	}
	return finitejson.Marshal(d)
}

// UnitAxis returns the axis with length 1, of a joint that has one.
func (j *Joint) UnitAxis() [3]float64 { return spatial.Unit(j.Axis) }

// MarshalJSON implements json.Marshaler: the position and the roll, pitch and yaw of the pose.
func (p *Pose) MarshalJSON() ([]byte, error) {
	rpy := p.RPY
	if p.Quaternion != nil {
		x := p.Transform()
		roll, pitch, yaw := spatial.RPY(&x.R)
		rpy = [3]float64{roll + 0, pitch + 0, yaw + 0} // -0 becomes 0
	}
	return finitejson.Marshal(struct {
		XYZ [3]float64 `json:"xyz"`
		RPY [3]float64 `json:"rpy"`
	}{p.XYZ, rpy})
}

// MarshalJSON implements json.Marshaler: the place, what was found and what was expected; the hint is part of the
// message. What a repair would write stands there, too.
func (d *Diagnostic) MarshalJSON() ([]byte, error) {
	repair := ""
	if d.Repair != nil {
		repair = d.Repair.String()
	}
	return finitejson.Marshal(struct {
		Severity string `json:"severity"`
		Code     string `json:"code"`
		Line     int    `json:"line"`
		Column   int    `json:"column"`
		Path     string `json:"path"`
		Message  string `json:"message"`
		Repair   string `json:"repair,omitempty"`
	}{d.Severity.String(), d.Code, d.Pos.Line, d.Pos.Column, d.Path, d.Text(), repair})
}
