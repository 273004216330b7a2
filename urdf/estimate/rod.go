package estimate

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/vec"
	"kinetree/spatial"
	"kinetree/urdf"
)

// A rod stands for a link without a shape that can be read: a cylinder from the link's origin to that of the farthest
// joint on it, a tenth as thick as it is long on either side of its axis. A link that ends there has the length of
// the one before it, and shortest at least.
const (
	slenderness = 10
	shortest    = 0.05 // m
)

// rod estimates a link as a rod.
func (e *estimator) rod(l *urdf.Link, notes []string) {
	end := e.end(l.Name)
	why := "it has no shape"
	if len(l.Collisions)+len(l.Visuals) > 0 {
		why = "no shape of it can be used"
	}
	if vec.Len(end) == 0 {
		end = mgl64.Vec3{0, 0, math.Max(shortest, vec.Len(e.before(l.Name)))}
	}
	length := vec.Len(end)
	b := cylinder(length/slenderness, length)
	middle := spatial.Transform{R: spatial.AxisFrame(vec.Unit(end)), P: vec.Scaled(end, 0.5)}
	e.list = append(e.list, Estimate{Link: l.Name, From: Rod, Notes: append(notes, why+", so a rod takes its place"),
		body: b.placed(&middle)})
}

// end returns the origin of the farthest joint on a link, in its frame.
func (e *estimator) end(link string) mgl64.Vec3 {
	var far mgl64.Vec3
	for i := range e.robot.Joints {
		j := &e.robot.Joints[i]
		if j.Parent != link {
			continue
		}
		p := mgl64.Vec3(j.Origin.XYZ)
		if j.Type == urdf.Fixed { // what is fixed to it belongs to it
			x := j.Origin.Transform()
			p = vec.MulVec(x.R, e.end(j.Child)).Add(x.P)
		}
		if vec.Len(p) > vec.Len(far) {
			far = p
		}
	}
	return far
}

// before returns the origin of the joint that moves a link in the frame of the link before it.
func (e *estimator) before(link string) mgl64.Vec3 {
	for i := range e.robot.Joints {
		if j := &e.robot.Joints[i]; j.Child == link {
			return j.Origin.XYZ
		}
	}
	return mgl64.Vec3{}
}

// rods gives a rod to each link that a joint moves and that has no inertia, if nothing beyond it has any: the joint
// would move nothing.
func (e *estimator) rods() {
	if e.options.Links != nil {
		return
	}
	heavy := map[string]bool{} // links with an inertia of their own
	for i := range e.robot.Links {
		l := &e.robot.Links[i]
		heavy[l.Name] = !l.Inertial.Zero()
	}
	for i := range e.list {
		heavy[e.list[i].Link] = true
	}
	joints := map[string][]*urdf.Joint{} // by parent
	carried := map[string]bool{}
	for i := range e.robot.Joints {
		j := &e.robot.Joints[i]
		joints[j.Parent] = append(joints[j.Parent], j)
		carried[j.Child] = true
	}
	// see gives what a link carries its rods, and reports whether the link or what it carries has an inertia.
	var see func(l *urdf.Link) bool
	see = func(l *urdf.Link) bool {
		found := heavy[l.Name]
		for _, j := range joints[l.Name] {
			child, err := e.robot.Link(j.Child)
			if err != nil {
				continue
			}
			below := see(child)
			if !below && j.Type != urdf.Fixed {
				e.rod(child, nil)
				below = true
			}
			found = found || below
		}
		return found
	}
	for i := range e.robot.Links {
		if l := &e.robot.Links[i]; !carried[l.Name] {
			see(l)
		}
	}
}
