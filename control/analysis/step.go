package analysis

import (
	"math"

	"kinetree/internal/libm"
	"kinetree/spatial/mat"
)

// StepResponse returns how the coordinate of a rate moves after a unit step of its reference at time 0: its
// displacement at the samples from there on, as many as asked for. The loop is at rest before, the rotor of a drive is
// asked to follow its joint, and all other references stay. It is linear: no limits, and a step as small as they allow.
// The law must not be in use meanwhile. O(samples · states · rates).
func (s *Setup) StepResponse(period float64, rate, samples int) ([]float64, error) {
	l, err := s.Loop(period)
	if err != nil {
		return nil, err
	}
	n := l.n
	law, err := s.law(period, 3*n)
	if err != nil {
		return nil, err
	}
	sensors := Sensors(&s.Sensors, n, period)
	plant, filters, memory := make([]float64, l.Plant.States), make([]float64, sensors.States),
		make([]float64, law[0].States)
	nextPlant, nextFilters, nextMemory := make([]float64, len(plant)), make([]float64, len(filters)),
		make([]float64, len(memory))
	x, u, in := make([]float64, 2*n), make([]float64, n), make([]float64, 3*n)
	in[2*n+rate] = 1
	for _, v := range l.actuators[rate] {
		in[2*n+v] = 1
	}
	response := make([]float64, samples)
	for k := range response {
		response[k] = plant[rate]
		copy(x, plant) // the state of the plant begins with x
		sensors.step(nextFilters, in[:2*n], filters, x)
		law[k%len(law)].step(nextMemory, u, memory, in)
		l.Plant.step(nextPlant, x, plant, u)
		plant, nextPlant, filters, nextFilters, memory, nextMemory = nextPlant, plant, nextFilters, filters,
			nextMemory, memory
	}
	return response, nil
}

// continuousStep is StepResponse of a loop without samples, at an interval (s).
func (s *Setup) continuousStep(interval float64, rate, samples int) ([]float64, error) {
	n := s.Model.NV()
	list, err := s.law(0, 3*n)
	if err != nil {
		return nil, err
	}
	law := list[0]
	plant := s.Plant.continuous()
	np := plant.States
	x, u, in := make([]float64, 2*n), make([]float64, n), make([]float64, 3*n)
	loop := assemble(np+law.States, 1, 0, func(next, _, state, r []float64) {
		copy(in, state[:2*n])
		in[2*n+rate] = r[0]
		law.step(next[np:], u, state[np:], in)
		plant.step(next[:np], x, state[:np], u)
	})
	square := mat.NewDense(loop.States+1, loop.States+1, nil)
	square.Slice(0, loop.States, 0, loop.States+1).Copy(loop.M)
	held := hold(square, interval, loop.States, 1)
	state, next, response := make([]float64, loop.States), make([]float64, loop.States), make([]float64, samples)
	for k := range response {
		response[k] = state[rate]
		held.step(next, nil, state, []float64{1})
		state, next = next, state
	}
	return response, nil
}

// Settled returns how many samples, or intervals, the slowest part of a stable loop takes to fade to a share, for
// example 0.01, at most a number of them.
func (a *Analysis) Settled(share float64, most int) int {
	radius := a.SpectralRadius
	if a.Period == 0 && a.IsStable() {
		radius = libm.Exp(float64(real(a.Closed[0].S) * a.Interval()))
	}
	if !(radius < 1) {
		return most
	}
	n := math.Ceil(libm.Log(share) / libm.Log(math.Max(radius, share)))
	return int(math.Min(n, float64(most)))
}
