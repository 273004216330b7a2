package robot

import (
	"fmt"
	"math"

	"kinetree/integrate"
	"kinetree/internal/suggest"
	"kinetree/models"
	"kinetree/scenario"
	"kinetree/sim"
	"kinetree/spatial/distance"
	"kinetree/tree"
)

// distances returns the columns that contact.distances asks for: distance/A/B, that of two links, bodies or obstacles
// (m), negative where they overlap.
func (x *touching) distances() (columns sim.Signals) {
	var pairs [][2][]piece
	for i, pair := range x.spec.Distances {
		var sides [2][]piece
		for k, name := range pair {
			var names []string
			for _, p := range x.pieces {
				if names = append(names, p.name); p.name == name {
					sides[k] = append(sides[k], p)
				}
			}
			if len(sides[k]) == 0 {
				x.errs = append(x.errs, wrong(fmt.Sprintf("contact.distances.%d", i), "there is no link with a shape, "+
					"body or obstacle %q%s; expected one of %s", name, suggest.Hint(name, names),
					suggest.List(unique(names))))
			}
		}
		columns.Names = append(columns.Names, "distance/"+pair[0]+"/"+pair[1])
		pairs = append(pairs, sides)
	}
	kin := tree.NewKinematics(x.m)
	columns.Append = func(row []float64, s *integrate.State) []float64 {
		kin.Update(s.Q)
		for i := range pairs {
			least := math.Inf(1)
			for a := range pairs[i][0] {
				for b := range pairs[i][1] {
					least = min(least, gapOf(kin, &pairs[i][0][a], &pairs[i][1][b]))
				}
			}
			row = append(row, least)
		}
		return row
	}
	return columns
}

// unique returns names without those that are there already.
func unique(names []string) (list []string) {
	seen := map[string]bool{}
	for _, n := range names {
		if !seen[n] {
			seen[n], list = true, append(list, n)
		}
	}
	return list
}

// gapOf returns how far two pieces are from each other.
func gapOf(kin *tree.Kinematics, a, b *piece) float64 {
	var pair sim.CrossingPair
	for i, p := range [...]*piece{a, b} {
		pair.Links[i], pair.Places[i], pair.Solids[i] = p.link, p.place, p.solid
		if p.solid == nil {
			pair.Solids[i] = distance.NewPoint()
		}
	}
	return pair.Gap(kin)
}

// Overlap are two links whose shapes overlap.
type Overlap struct {
	Links [2]string `json:"links"`
	Depth float64   `json:"depth"` // m
}

// Overlaps returns the pairs of links of a robot that overlap at a position, but for neighbours: links of one body, and
// of bodies that a joint connects. Shapes that cannot be read are left out.
func Overlaps(source *models.Source, m *tree.Model, q []float64) (list []Overlap) {
	x := &touching{m: m, kin: tree.NewKinematics(m), spec: scenario.ContactSpec{Self: true}}
	x.kin.Update(q)
	x.pieces = x.piecesOf(&scenario.Scenario{}, source)
	for i := range x.pieces {
		for k := i + 1; k < len(x.pieces); k++ {
			a, b := &x.pieces[i], &x.pieces[k]
			if _, meets := x.surface(a, b); !meets {
				continue
			}
			d := gapOf(x.kin, a, b)
			if d >= -1e-9 {
				continue
			}
			if n := len(list); n > 0 && list[n-1].Links == [2]string{a.name, b.name} {
				list[n-1].Depth = max(list[n-1].Depth, -d)
				continue
			}
			list = append(list, Overlap{[2]string{a.name, b.name}, -d})
		}
	}
	return list
}
