package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"kinetree/integrate"
)

// write writes the record and its figures.
func write(docs string, problems []problemCurves, drifts []drift, e effort) error {
	figures := map[string][]byte{}
	for i := range problems {
		svg, err := problems[i].figure()
		if err != nil {
			return err
		}
		figures[problems[i].name] = svg
	}
	svg, err := driftFigure(drifts)
	if err != nil {
		return err
	}
	figures["energy"] = svg
	if err := os.MkdirAll(filepath.Join(docs, "accuracy"), 0o777); err != nil {
		return err
	}
	for name, svg := range figures {
		if err := os.WriteFile(filepath.Join(docs, "accuracy", name+".svg"), svg, 0o666); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(docs, "accuracy.md"), []byte(text(problems, drifts, e)), 0o666)
}

// text returns the record.
func text(problems []problemCurves, drifts []drift, e effort) string {
	var b strings.Builder
	p := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	p("# Accuracy\n")
	p("What the integrators reach on problems whose answers are known, and what it costs. `go run ./cmd/accuracy` in " +
		"the root of the repository measures this page and its figures anew, in a minute or two: the same on every " +
		"machine, as [reproducibility.md](reproducibility.md) says.\n")
	p("Cost counts solutions of the equation of motion, which are what a step spends its time on. A simulation adds " +
		"the log and the account of the energy.\n")
	p("## Which integrator\n")
	p("| integrator | |\n|---|---|")
	for _, m := range integrate.Methods() {
		p("| `%s` | %s |", m.Name, m.Purpose)
	}
	p("\n`simulate advise MODEL` shows the largest stable step of each for a robot.\n")
	p("## What the tests hold\n")
	p("| claim | test |\n|---|---|")
	for _, c := range claims {
		p("| %s | `%s` |", c[0], c[1])
	}
	p("")
	for i := range problems {
		problems[i].section(p)
	}
	p("## Energy over a long time\n")
	p("A double pendulum swings from (%v, %v) rad for %v s in steps of 1 ms; `dormand-prince` at its default "+
		"tolerance. The "+
		"motion is regular, so that these figures can be repeated: with more energy it is chaotic, and after a minute "+
		"each digit depends on the rounding of the first. The figure shows the mean size of the energy's error in 100 "+
		"windows.\n", swingFrom[0], swingFrom[1], e.long)
	p("![energy](accuracy/energy.svg)\n")
	p("| | largest error, J | mean error in the first tenth, J | in the last tenth, J | solutions " +
		"|\n|---|---|---|---|---|")
	for _, d := range drifts {
		p("%s", d.row())
	}
	p("\n`implicit-midpoint` works on momenta and is symplectic: its error oscillates, and its mean does not move. " +
		"The same rule on velocities is symmetric only, because the mass matrix depends on the position. In this " +
		"regular motion that is enough; in chaotic ones it drifts, and the symplectic one does not, as its test holds.")
	p("`semi-implicit` drifts on arms.")
	return wrapped(b.String())
}

// wrapped breaks the lines of paragraphs before they are wider than 118 columns. Rows of tables stay whole.
func wrapped(text string) string {
	var b strings.Builder
	for _, paragraph := range strings.Split(text, "\n\n") {
		if b.Len() > 0 {
			b.WriteString("\n\n")
		}
		if strings.HasPrefix(paragraph, "|") {
			b.WriteString(strings.TrimSuffix(paragraph, "\n"))
			continue
		}
		width := 0
		for _, word := range strings.Fields(paragraph) {
			switch n := utf8.RuneCountInString(word); {
			case width == 0:
				width = n
			case width+1+n > 118:
				b.WriteByte('\n')
				width = n
			default:
				b.WriteByte(' ')
				width += 1 + n
			}
			b.WriteString(word)
		}
	}
	return b.String() + "\n"
}

// row is the row of a drift in the table.
func (d *drift) row() string {
	tenth := len(d.mean) / 10
	return fmt.Sprintf("| `%s` | %.1e | %+.1e | %+.1e | %d |", d.name, d.largest, mean(d.mean[:tenth]),
		mean(d.mean[len(d.mean)-tenth:]), d.evaluations)
}

// claims are what tests hold, with the tests.
var claims = [][2]string{
	{"orders 1, 1, 1, 2, 2, 4, 5 of `euler`, `semi-implicit`, `implicit`, `midpoint`, `implicit-midpoint`, `rk4`, " +
		"`dormand-prince` on a six-joint arm", "integrate.TestOrderOnArm"},
	{"the same on floating bodies and on a floating arm",
		"integrate.TestOrderOnFloatingBody, TestFloatingRobotConverges"},
	{"all integrators converge to the same motion", "integrate.TestOrderOnArm, TestFloatingRobotConverges"},
	{"pendulum A01 to 1e-9 m after 10 s by `rk4` at 0.1 ms and `dormand-prince` at 1e-12; its period to 1e-10",
		"integrate.TestA01"},
	{"torque-free body: rates to 1e-9 rad/s after 100 s, energy and angular momentum to 1e-10 by `rk4` at 1 ms",
		"integrate.TestTorqueFree"},
	{"stable up to h w = 2 (`semi-implicit`), 2√2 (`rk4`); h b = 2 (explicit Euler methods), 2.785293563405282 " +
		"(`rk4`)", "integrate.TestStability, stability.TestEdges"},
	{"`implicit` is stable at 50 times the step that a damped light finger leaves to explicit methods",
		"integrate.TestImplicitOnFinger"},
	{"`implicit-midpoint` does not drift; on velocities it does in chaotic motion",
		"integrate.TestImplicitMidpointDoesNotDrift"},
	{"small output intervals cost `dormand-prince` no steps; finding an event costs none",
		"integrate.TestOutputDoesNotShortenSteps, TestEventCostsNoSteps"},
	{"no allocation in any step", "integrate.TestDoesNotAllocate, TestRobotsDoNotAllocate"},
}

// goals are the errors for which the cheapest runs are told.
var goals = []float64{1e-3, 1e-6, 1e-9}

// section writes about a problem.
func (c *problemCurves) section(p func(format string, args ...any)) {
	p("## %s\n", c.title)
	p("%s\n", c.text)
	p("![%s](accuracy/%s.svg)\n", c.name, c.name)
	p("Cheapest measured run with an error of at most\n")
	p("| | 1e-3 %s | 1e-6 %s | 1e-9 %s | best |\n|---|---|---|---|---|", c.unit, c.unit, c.unit)
	for _, one := range c.curves {
		cells := make([]string, len(goals))
		for i, goal := range goals {
			cells[i] = "-"
			if x, ok := one.cheapest(goal); ok {
				cells[i] = x.String()
			}
		}
		best := math.Inf(1)
		for _, x := range one.points {
			best = math.Min(best, x.error)
		}
		p("| `%s` | %s | %.1e %s |", one.method.Name, strings.Join(cells, " | "), best, c.unit)
	}
	p("")
}

func mean(x []float64) float64 {
	sum := 0.0
	for _, y := range x {
		sum += y
	}
	return sum / float64(len(x))
}
