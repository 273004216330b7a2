package tune

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"kinetree/internal/infile"
	"kinetree/internal/strict"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
	"kinetree/scenario/robot"
	"kinetree/scenario/sweep"
)

// Draws tell in what the robots that judge candidates differ.
type Draws struct {
	Paths  []string        // of what is drawn
	Values [][]sweep.Value // of each robot, one for each path
}

// Draws returns in what the robots differ, nothing if the scenario itself judges candidates.
func (t *Tuning) Draws() Draws { return t.draws }

// Robot returns the scenario of robot i of Samples with values of the free numbers.
func (t *Tuning) Robot(i int, x []float64) (*scenario.Scenario, error) { return t.with(t.robots[i], x) }

// draw draws the robots that judge candidates: the scenarios of a sweep, or the scenario itself, of each case.
func (t *Tuning) draw() error {
	robust := t.scenario.Tune.Robust
	if robust == nil {
		t.robots = t.cases
		t.reduce = t.overCases(func(costs []float64) float64 { return costs[0] })
		return nil
	}
	t.reduce = t.overCases(reductions[cmp.Or(robust.Reduce, "mean")])
	at := t.scenario.At("tune.robust")
	var faults strict.Faults
	if robust.Samples < 1 {
		faults = append(faults, at.Find("samples").Fault("%d samples; expected at least 1", robust.Samples))
	}
	if len(t.scenario.Sweep) == 0 {
		faults = append(faults, at.Fault("there is nothing to draw; expected a key sweep with axes such as {path: "+
			"links.tool0.payload.mass, uniform: [0, 2]}"))
	}
	if len(faults) > 0 {
		return faults
	}
	design, faults := sweep.New(t.scenario.At(""), sweep.Sweep{Seed: t.scenario.Seed, Axes: t.scenario.Sweep,
		Samples: robust.Samples, Method: "latin_hypercube"}, readTable)
	for _, p := range design.Paths() {
		if slices.Contains(t.Paths, p.Name) {
			faults = append(faults, p.Node.Fault("%s is free, too; expected it to be tuned or drawn", p.Name))
		}
	}
	if len(faults) > 0 {
		return faults
	}
	for _, p := range design.Paths() {
		t.draws.Paths = append(t.draws.Paths, p.Name)
	}
	for _, c := range t.cases {
		variation, err := prepare.Vary(c, design.Paths(), func(c *scenario.Scenario) (*scenario.Scenario, error) {
			if len(t.cases) == 1 {
				return t.effective, nil
			}
			return robot.Effective(c, robot.Env{Cache: t.Cache})
		})
		if err != nil {
			return err
		}
		for i := range design.Len() {
			row := design.Row(nil, i)
			drawn, err := variation.Scenario(row, design.Seed(i))
			if err == nil {
				_, err = prepare.New(drawn, t.env(nil))
				err = drawn.Locate(err)
			}
			if err != nil {
				return t.impossible(i, design.Len(), err)
			}
			t.robots, t.draws.Values = append(t.robots, drawn), append(t.draws.Values, row)
		}
	}
	return nil
}

// overCases returns what makes one cost of those of all robots: of each case what the function makes of it, then the
// largest of these, or their sum if the scenario says so.
func (t *Tuning) overCases(one func(costs []float64) float64) func(costs []float64) float64 {
	sum := t.scenario.Tune.Over == "sum"
	return func(costs []float64) float64 {
		var total float64
		for i, some := range slices.Collect(slices.Chunk(costs, len(costs)/len(t.cases))) {
			x := one(some)
			switch {
			case i == 0:
				total = x
			case sum:
				total += x
			default:
				total = max(total, x)
			}
		}
		return total
	}
}

// Cases returns how many cases the scenario has, 1 for none.
func (t *Tuning) Cases() int { return len(t.cases) }

// impossible returns the error of a robot that cannot be, at the axis that it is about, or else at all that is drawn.
func (t *Tuning) impossible(i, n int, err error) error {
	at := *t.scenario.At("sweep")
	var fault *strict.Fault
	if errors.As(err, &fault) {
		at.File, at.Pos = fault.File, fault.Pos
	}
	return strict.Faults{at.Fault("robot %d of %d cannot be: %s", i, n, scenario.Reason(err))}
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

// readTable reads the file of an axis.
func readTable(name string) ([]byte, error) { return infile.Read(name, sweep.MaxTable) }
