package sim

import (
	"fmt"
	"math"

	"kinetree/internal/vec"
	"kinetree/spatial"
	"kinetree/spatial/distance"
	"kinetree/tree"
)

// CrossingPair are two convex solids on links, or in the world, that contacts of the name keep apart where a corner or
// an end of one meets the other. Where edges of both meet no contact does, so a world looks whether they overlap.
type CrossingPair struct {
	Name   string
	Links  [2]int // indices in Model.Links, or constraint.World
	Solids [2]*distance.Convex
	Places [2]spatial.Transform // in the axes of the links
}

// CrossingError reports that edges of two solids have met.
type CrossingError struct {
	Contact string
	Depth   float64 // m
}

func (e *CrossingError) Error() string {
	return fmt.Sprintf("edges of %s have met, and overlap by %.3g m: contacts between edges are not known; expected "+
		"that a corner of one meets the other first, or a sphere or points instead of one of them", e.Contact, e.Depth)
}

// Gap returns the distance of the solids at the position of kinematics (m), negative where they overlap, see
// distance.Between. It allocates.
func (p *CrossingPair) Gap(kin *tree.Kinematics) float64 {
	between := p.between(kin)
	return distance.Between(p.Solids[0], p.Solids[1], &between)
}

// between returns where the second solid is, in the axes of the first one.
func (p *CrossingPair) between(kin *tree.Kinematics) spatial.Transform {
	var pose [2]spatial.Transform
	for i, link := range p.Links {
		if pose[i] = spatial.Identity(); link >= 0 {
			pose[i] = kin.Pose(link)
		}
		pose[i] = pose[i].Compose(&p.Places[i])
	}
	back := pose[0].Inverse()
	return back.Compose(&pose[1])
}

// apart reports, at little cost, that the solids are too far from each other to overlap.
func (p *CrossingPair) apart(kin *tree.Kinematics) bool {
	between := p.between(kin)
	return vec.Len(between.P) > p.Solids[0].Bound()+p.Solids[1].Bound()
}

// checkCrossing returns an error for solids that overlap by more than their contacts tell.
func (x *contacts) checkCrossing() error {
	const unseen = 1e-6 // m
	for i := range x.w.config.Imposed.Crossing {
		p := &x.w.config.Imposed.Crossing[i]
		if p.apart(x.kin) {
			continue
		}
		d := p.Gap(x.kin)
		if d > -unseen {
			continue
		}
		least := math.Inf(1)
		for k := range x.all {
			if t := &x.all[k]; t.Name == p.Name {
				least = min(least, t.gap)
			}
		}
		if d < min(0, least)-unseen {
			return &CrossingError{p.Name, -d}
		}
	}
	return nil
}
