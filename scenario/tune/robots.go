package tune

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"

	"kinetree/internal/strict"
	"kinetree/scenario"
	"kinetree/scenario/sweep"
)

// robot is what a drawn robot differs in from the scenario.
type robot struct {
	paths  []string
	values []*strict.Node
}

// set puts the values into a document.
func (r *robot) set(d *scenario.Document) error {
	for k, path := range r.paths {
		if err := d.SetNode(path, r.values[k]); err != nil {
			return err
		}
	}
	return nil
}

// draw draws the robots.
func (t *Tuning) draw(s *scenario.Scenario) strict.Faults {
	robust := s.Tune.Robust
	if robust == nil {
		t.robots = []robot{{}}
		t.reduce = func(costs []float64) float64 { return costs[0] }
		return nil
	}
	at := t.document.Root.Find("tune.robust")
	var faults strict.Faults
	if robust.Samples < 1 {
		faults = append(faults, at.Find("samples").Fault("%d samples; expected at least 1", robust.Samples))
	}
	if len(s.Sweep) == 0 {
		faults = append(faults, at.Fault("there is nothing to draw; expected a key sweep with axes such as {path: "+
			"links.tool0.payload.mass, uniform: [0, 2]}"))
	}
	if len(faults) > 0 {
		return faults
	}
	t.reduce = reductions[cmp.Or(robust.Reduce, "mean")]
	plan, faults := sweep.New(t.document.Root, sweep.Sweep{Seed: s.Seed, Axes: s.Sweep, Samples: robust.Samples,
		Method: "latin_hypercube"},
		func(name string) ([]byte, error) { return os.ReadFile(t.document.Place(name)) })
	if len(faults) > 0 {
		return faults
	}
	paths := plan.Paths()
	for _, p := range paths {
		if slices.Contains(t.Paths, p.Name) {
			faults = append(faults, p.Node.Fault("%s is free, too; expected it to be tuned or drawn", p.Name))
		}
		if !p.Scale && !scenario.IsItem(p.Name) {
			continue
		}
		if known, err := t.effective.Settle(t.base, p.Name); err != nil {
			faults = append(faults, p.Node.Fault("%v", err))
		} else if !known && p.Scale {
			faults = append(faults, p.Node.Fault("neither the scenario nor the model has a number %s, so there is "+
				"nothing to scale; expected one, or no scale", p.Name))
		}
	}
	if len(faults) > 0 {
		return faults
	}
	t.Samples = plan.Len()
	for i := range plan.Len() {
		var r robot
		for k, v := range plan.Row(nil, i) {
			n := v.Strict()
			if paths[k].Scale {
				var err error
				if v.Node != nil {
					err = fmt.Errorf("%s is no factor; expected a number", v.Append(nil))
				} else {
					n, err = t.base.Scaled(paths[k].Name, v.Number)
				}
				if err != nil {
					return strict.Faults{paths[k].Node.Fault("%s: %v", paths[k].Name, err)}
				}
			}
			r.paths, r.values = append(r.paths, paths[k].Name), append(r.values, n)
		}
		seed, _ := strict.Of(float64(plan.Seed(i)))
		r.paths, r.values = append(r.paths, "seed"), append(r.values, seed)
		if err := t.try(t.base, r); err != nil {
			return strict.Faults{t.axis(paths, err).Fault("robot %d of %d cannot be: %v", i, plan.Len(), err)}
		}
		t.robots = append(t.robots, r)
	}
	return nil
}

// axis returns where the document says that the field is drawn that an error is about, or else all that is drawn.
func (t *Tuning) axis(paths []sweep.Path, err error) *strict.Node {
	var field *scenario.FieldError
	if errors.As(err, &field) {
		for _, p := range paths {
			if p.Name == field.Field || strings.HasPrefix(p.Name, field.Field+".") || strings.HasPrefix(field.Field,
				p.Name+".") {
				return p.Node
			}
		}
	}
	return t.document.Root.Find("sweep")
}

// Reduce makes one cost of those of several robots: "mean", "p90" or "max".
func Reduce(name string, costs []float64) float64 { return reductions[name](costs) }

var reductions = map[string]func(costs []float64) float64{
	"mean": func(costs []float64) float64 {
		sum := 0.0
		for _, c := range costs {
			sum += c
		}
		return sum / float64(len(costs))
	},
	"max": func(costs []float64) float64 { return slices.Max(costs) },
	"p90": func(costs []float64) float64 {
		costs = slices.Sorted(slices.Values(costs))
		return costs[int(math.Ceil(0.9*float64(len(costs))))-1]
	},
}
