package scenario

import (
	"context"
	"math"

	"kinetree/integrate"
	"kinetree/integrate/stability"
	"kinetree/internal/libm"
)

const (
	// MostRates is the largest number of rates of a robot all of whose modes are judged, which costs O(rates³); of
	// others the fastest are.
	MostRates = 40
	// mostAtOnce is the largest number of rates of a robot whose modes are judged before each run, in less than a
	// second.
	mostAtOnce = 1000
	// mostBound is the largest number of rates of a robot with constraints whose modes are judged.
	mostBound = 100
	// mostSteps is how many steps the look along a run may take, each counted once for each rate.
	mostSteps = 40_000
	// mostLooks is how often modes are looked at, fewer for robots with many rates.
	mostLooks = 64
)

// Outlook returns what motion a run makes, from which [stability.NewAdvice] tells the steps that it needs: it
// simulates the scenario with a method that chooses its own steps, and looks at the modes of the robot at the start
// and where they are fastest on the way. A run that takes very many steps is looked at up to the time that some
// ten thousand of them reach. Of a robot whose modes are not judged, see [Run.ModesJudged], it takes the turn that
// begins, alone.
func (s *Scenario) Outlook(env Env) (*Run, *stability.Prospect, error) {
	along := s.Clone()
	along.Integrator, along.Log.Every = Integrator{Name: integrate.DormandPrinceMethod.Name, RTol: 1e-6}, 1
	any := math.MaxFloat64
	along.Limits.Drift = &any
	env.Unlogged = true
	run, err := along.Prepare(env)
	if err != nil {
		return nil, nil, err
	}
	begins, _ := run.World.Begins()
	motion := &stability.Prospect{Turn: stability.FastTurn(begins)}
	if !run.ModesJudged() {
		return run, motion, nil
	}
	system, err := run.Linearized()
	if err != nil {
		return nil, nil, err
	}
	motion.Looks = []stability.Look{{Spectrum: system}}
	motion.Turn.Speed = 0
	run.look(motion)
	return run, motion, nil
}

// ModesJudged reports whether the modes of the robot are judged: unless constraints and prescribed joints leave it no
// motion of its own, or it has constraints and very many rates.
func (r *Run) ModesJudged() bool {
	c := r.World.Constraints()
	return c == nil || c.Mobility() > 0 && r.World.NV() <= mostBound
}

// JudgedAtOnce reports whether the modes of the robot are judged before each run, too.
func (r *Run) JudgedAtOnce() bool { return r.ModesJudged() && r.World.NV() <= mostAtOnce }

// look simulates the run and adds to its motion. What ends the run early ends the look.
func (r *Run) look(motion *stability.Prospect) {
	w := r.World
	n := float64(w.NV())
	looks, parts := max(1, mostLooks*min(1, libm.Pow(12/n, 3))), 8.0
	if n > MostRates {
		parts = 1
	}
	fastest, steps := motion.Looks[0], 0.0
	for t := 0.0; t < r.Scenario.Duration && steps < mostSteps/n; {
		begins, _ := w.Begins()
		pace := max(modulus(fastest.Spectrum), begins.Speed) // steps in a second, about
		next := min(r.Scenario.Duration, t+r.Scenario.Duration/looks, t+mostSteps/(parts*n*pace))
		steps += float64((next - t) * pace)
		summary, err := w.Run(context.Background(), next)
		if summary == nil {
			return
		}
		if turn := w.FastestTurn(); turn.Speed > motion.Turn.Speed {
			motion.Turn = stability.FastTurn(turn)
		}
		if motion.Until = w.State().T; err != nil || motion.Until < next {
			break
		}
		t = next
		if system, err := r.Linearized(); err == nil && modulus(system) > modulus(fastest.Spectrum) {
			fastest = stability.Look{Time: t, Spectrum: system}
		}
	}
	if fastest.Time > 0 {
		motion.Looks = append(motion.Looks, fastest)
	}
}

// modulus returns that of the fastest mode (1/s).
func modulus(s *stability.Spectrum) float64 {
	lambda := s.Fastest().Lambda
	return libm.CAbs(lambda)
}
