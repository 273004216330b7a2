package scenario

import (
	"errors"
	"fmt"
	"slices"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/suggest"
	"kinetree/sim"
	"kinetree/spatial"
	"kinetree/tree"
	"kinetree/urdf"
)

// Link adds to what the description of a link says.
type Link struct {
	Payload *Payload `json:"payload,omitempty"`
}

// Payload is a point mass that is fixed to a link.
type Payload struct {
	Mass     float64    `json:"mass"`     // kg
	Position [3]float64 `json:"position"` // in the link's frame (m)
}

// load adds the payloads to the links of a robot.
func (s *Scenario) load(r *urdf.Robot) error {
	var errs []error
	for _, name := range sorted(s.Links) {
		at := slices.IndexFunc(r.Links, func(l urdf.Link) bool { return l.Name == name })
		p := s.Links[name].Payload
		switch {
		case at < 0:
			errs = append(errs, noLink("links", r.Name, name, linkNames(r)))
		case p == nil:
		case !finite(append(p.Position[:], p.Mass)...) || p.Mass < 0:
			errs = append(errs, wrong("links",
				"%s.payload: a mass of %v kg at %v; expected 0 kg or more and finite numbers", name, p.Mass,
				p.Position))
		case p.Mass > 0:
			r.Links[at].Inertial = p.on(r.Links[at].Inertial)
		}
	}
	return errors.Join(errs...)
}

// on returns the inertia of a link with the payload: with the masses m and M at a distance d the tensor about the
// common centre of mass is that of the link and that of a mass m M/(m + M) at d.
func (p *Payload) on(link *urdf.Inertial) *urdf.Inertial {
	if link == nil {
		return &urdf.Inertial{Mass: p.Mass, Origin: urdf.Pose{XYZ: p.Position}}
	}
	x := link.Origin.Transform()
	t := link.Inertia
	tensor := spatial.Sym3{t.IXX, t.IXY, t.IYY, t.IXZ, t.IYZ, t.IZZ}
	mass := link.Mass + p.Mass
	d := mgl64.Vec3(p.Position).Sub(x.P)
	tensor = spatial.ParallelAxis(tensor.Rotated(&x.R), link.Mass*p.Mass/mass, d)
	out := *link
	out.Mass, out.Origin = mass, urdf.Pose{XYZ: x.P.Add(d.Mul(p.Mass / mass))}
	out.Inertia = urdf.Inertia{IXX: tensor[0], IXY: tensor[1], IYY: tensor[2], IXZ: tensor[3], IYZ: tensor[4],
		IZZ: tensor[5]}
	return &out
}

func linkNames(r *urdf.Robot) []string {
	var names []string
	for _, l := range r.Links {
		names = append(names, l.Name)
	}
	return names
}

func noLink(field, robot, name string, names []string) error {
	return wrong(field, "the robot %s has no link %q%s; its links are %s", robot, name, suggest.Hint(name, names),
		suggest.List(names))
}

// wrenches returns the disturbances for the simulation.
func (s *Scenario) wrenches(m *tree.Model) ([]sim.Wrench, error) {
	var list []sim.Wrench
	var errs []error
	for i := range s.Disturbances {
		d := &s.Disturbances[i]
		if d.changesRobot() {
			continue
		}
		link, known := m.Link(d.Link)
		if !known {
			var names []string
			for _, l := range m.Links() {
				names = append(names, l.Name)
			}
			errs = append(errs, noLink(fmt.Sprintf("disturbances.%d", i), m.Name(), d.Link, names))
			continue
		}
		list = append(list, sim.Wrench{Link: link, Force: d.Force, Moment: d.Moment, From: d.At, To: d.end()})
	}
	return list, errors.Join(errs...)
}
