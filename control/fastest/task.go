package fastest

import (
	"math"

	"kinetree/tree"
)

// PathTask asks for the fastest motion along a path.
type PathTask struct {
	Route   *Route
	Limits  *PathLimits
	Passive *tree.Passive // dampers and springs of the joints, without elastic drives
	Cells   int           // of the finest grid; 0 for as many as the time needs to settle
}

// The grids, and when the time has settled.
const (
	fewest     = 500   // cells of the first grid
	finest     = 16000 // of the last one
	softFewest = 500   // where jerks are limited
	softFinest = 1000
	settled    = 1e-9     // relative change of the time from a grid to the next
	softly     = 1e-6     // where jerks are limited
	tolerance  = 1e-6     // by which limits may be exceeded between nodes, relative
	tightening = 6        // how often limits are lowered at most
	reserve    = 1 + 1e-7 // by which they are lowered further than they were exceeded
)

// Solve finds the motion. The error names all joints that nothing limits, those that cannot rest along the path, and
// those whose positions leave their limits on it.
func (p *PathTask) Solve() (*TimedPath, error) {
	if err := p.Route.within(); err != nil {
		return nil, err
	}
	cells, last, enough := fewest, finest, settled
	if p.Limits.jerky() {
		cells, last, enough = softFewest, softFinest, softly
	}
	if p.Cells > 0 {
		cells, last = p.Cells, p.Cells
	}
	limits, share := p.Limits, 1.0
	found, err := p.timed(cells, limits)
	if err != nil {
		return nil, err
	}
	for cells < last {
		cells *= 2
		before := found.Duration()
		if found, err = p.timed(cells, limits); err != nil {
			return nil, err
		}
		found.Change = math.Abs(found.Duration() - before)
		if found.Change <= enough*before && found.Use() <= 1+tolerance {
			break
		}
	}
	for k := 0; k < tightening && found.Use() > 1+tolerance; k++ {
		change := found.Change
		share /= found.Use() * reserve
		if found, err = p.timed(cells, p.Limits.Scaled(share)); err != nil {
			return nil, err
		}
		found.Change, found.Share = change, share
	}
	return found, nil
}

// timed finds the motion on a grid.
func (p *PathTask) timed(cells int, limits *PathLimits) (*TimedPath, error) {
	t := &TimedPath{task: p, equation: newEquation(p.Route, p.Passive), Share: 1, Cells: cells}
	stops := p.Route.stops
	var parts []*profile
	for i := 1; i < len(stops); i++ {
		grid, err := p.grid(stops[i-1], stops[i], cells, limits)
		if err != nil {
			return nil, err
		}
		part := reach(grid)
		if p.Limits.jerky() {
			gap := 0.0
			if part, gap, err = soften(grid, limits, part); err != nil {
				return nil, err
			}
			t.Gap += gap
		}
		parts = append(parts, part)
	}
	t.join(parts)
	t.prove()
	return t, nil
}
