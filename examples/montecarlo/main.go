// Montecarlo asks how far the tool of a UR5 under PD control sags when it holds a load of unknown mass: it simulates a
// scenario for loads drawn at random, on all cores.
//
// The program simulate does the same without Go, from a study file, with a table that survives interruptions: see
// simulate batch.
package main

import (
	"context"
	"fmt"
	"log"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"

	"kinetree/scenario"
	"kinetree/scenario/prepare"
	"kinetree/scenario/robot"
	"kinetree/tree"
)

// hold is the scenario: a law without gravity compensation, so that the load shows.
const hold = `
kinetree: 1
model: ur5
ideal: true
duration: 4
initial: {position: {shoulder_lift_joint: -1.2, elbow_joint: 1.0, wrist_1_joint: -0.5}}
controller:
  type: pd
  period: 0.002
  gains:
    "*": {p: 2500, d: 150}
    wrist_1_joint: {p: 400, d: 4}
    wrist_2_joint: {p: 400, d: 4}
    wrist_3_joint: {p: 30, d: 0.1}
`

// Result is one run.
type Result struct {
	Load     float64   // kg
	Sag      float64   // of the flange (m)
	Position []float64 // of the joints at the end, at rest
	Err      error
}

// simulate runs the scenario with a load.
func simulate(base *scenario.Scenario, load float64, cache *robot.Cache) (r Result) {
	r.Load = load
	s := base.Clone()
	if r.Err = s.Set("links.ee_link.payload.mass", load); r.Err != nil {
		return r
	}
	run, err := prepare.New(s, prepare.Env{Unlogged: true, Strict: true, Cache: cache})
	if err != nil {
		r.Err = err
		return r
	}
	outcome, err := run.Simulate(context.Background())
	if err != nil {
		r.Err = err
		return r
	}
	model := run.World.Model()
	flange, _ := model.Link("ee_link")
	height := func(q []float64) float64 {
		kin := tree.NewKinematics(model)
		kin.Update(q)
		return kin.Pose(flange).P[2]
	}
	r.Position = outcome.End.Position
	r.Sag = height(outcome.Start.Position) - height(r.Position)
	return r
}

// study runs a number of loads up to a mass (kg). The results depend on the seed alone, not on the number of cores.
func study(runs int, most float64, seed uint64) ([]Result, error) {
	base, err := scenario.Read([]byte(hold), "hold.yaml", ".")
	if err != nil {
		return nil, err
	}
	results := make([]Result, runs)
	next := make(chan int)
	cache := robot.NewCache() // so that the robot is read once
	var wait sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for i := range next {
				rng := rand.New(rand.NewPCG(seed, uint64(i)))
				results[i] = simulate(base, most*rng.Float64(), cache)
			}
		})
	}
	for i := range runs {
		next <- i
	}
	close(next)
	wait.Wait()
	return results, nil
}

func main() {
	results, err := study(200, 5, 1)
	if err != nil {
		log.Fatal(err)
	}
	var sags []float64
	for i := range results {
		if results[i].Err != nil {
			log.Fatalf("run %d: %v", i, results[i].Err)
		}
		sags = append(sags, 1000*results[i].Sag)
	}
	slices.Sort(sags)
	n := len(sags)
	fmt.Printf("loads up to 5 kg: the tool sags by %.2f to %.2f mm, in the median by %.2f mm, in 95 %% of the runs "+
		"by at most %.2f mm\n", sags[0], sags[n-1], sags[n/2], sags[n*95/100])
}
