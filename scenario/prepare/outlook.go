package prepare

import (
	"context"
	"math"

	"kinetree/integrate"
	"kinetree/integrate/stability"
	"kinetree/internal/libm"
	"kinetree/scenario"
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
	// mostWork bounds the parts of steps between events, such as impacts, that the look may take besides the steps of
	// the scenario, each counted for each pair of rates, as its solution takes.
	mostWork = 20_000_000
	// leastSlices is into how many parts the run is cut, after each of which the work is judged.
	leastSlices = 32
	// mostLooks is how often modes are looked at, fewer for robots with many rates.
	mostLooks = 64
)

// Outlook returns what motion a run makes, from which [stability.NewAdvice] tells the steps that it needs: it
// simulates the scenario with a method that chooses its own steps, and looks at the modes of the robot at the start
// and where they are fastest on the way. A run that takes very many steps is looked at up to the time that some
// ten thousand of them reach. Of a robot whose modes are not judged, see [Run.ModesJudged], it takes the turn that
// begins, alone.
func Outlook(s *scenario.Scenario, env Env) (*Run, *stability.Prospect, error) {
	along := s.Clone()
	along.Integrator, along.Log.Every = scenario.Integrator{Name: integrate.DormandPrinceMethod.Name, RTol: 1e-6}, 1
	any := math.MaxFloat64
	along.Limits.Drift = &any
	env.Unlogged = true
	run, err := New(along, env)
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
	n, duration := float64(w.NV()), r.Scenario.Duration
	looks, parts := max(1, mostLooks*min(1, libm.Pow(12/n, 3))), 8.0
	if n > MostRates {
		parts = 1
	}
	slices, work := max(looks, leastSlices), int(mostWork/(n*n))
	fastest, steps, looked := motion.Looks[0], 0.0, 0.0
	for t := 0.0; t < duration && steps < mostSteps/n && work > 0; {
		begins, _ := w.Begins()
		pace := max(modulus(fastest.Spectrum), begins.Speed) // steps in a second, about
		next := min(duration, t+duration/slices, t+mostSteps/(parts*n*pace))
		steps += float64((next - t) * pace)
		given := int((next-t)/r.Scenario.Step) + 1
		w.EndAfter(given + work)
		summary, err := w.Run(context.Background(), next)
		if summary == nil {
			return
		}
		work -= max(0, w.Parts()-given)
		if turn := w.FastestTurn(); turn.Speed > motion.Turn.Speed {
			motion.Turn = stability.FastTurn(turn)
		}
		if motion.Until = w.State().T; err != nil || motion.Until < next {
			break
		}
		if t = next; t < duration && t-looked < duration/looks {
			continue
		}
		looked = t
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
