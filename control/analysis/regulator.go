package analysis

import (
	"fmt"

	"kinetree/spatial/mat"

	"kinetree/control"
	"kinetree/tree"
)

// Weights say what a linear-quadratic regulator minimises, by rate.
type Weights struct {
	Position []float64 // of the squares of position errors (rad², m²)
	Velocity []float64 // of the squares of velocity errors
	Effort   []float64 // of the squares of efforts beside those that hold the robot
	Integral []float64 // of the squares of the integrals of position errors; 0 for no integral, nil for none at all
}

// Regulator is a linear-quadratic regulator: the efforts are those that the reference takes and K s, where the states s
// are what the motion lacks of the reference (see [control.Feedback]).
type Regulator struct {
	Efforts []string    `json:"efforts"` // names of the rates, of the rows of K
	States  []string    `json:"states"`  // names of the states, of the columns
	K       [][]float64 `json:"K"`

	integral           []bool
	period, delay, lag float64
}

// Regulate returns the regulator of a plant with rates of the given names that minimises
//
//	Σ (eᵀ W_p e + ėᵀ W_v ė + zᵀ W_z z + δuᵀ W_u δu)
//
// over the samples of a period, of the plant as [Plant.Sampled] has it, with the delay and the lag of its actuators,
// and z⁺ = z + T e. With short periods it is that of the integral over time, ∫ ... dt, which a regulator with the
// period 0 minimises; that one has neither integrals nor a delay nor a lag. The error says that no feedback makes the
// plant stable, or what is wrong with the weights.
func (p *Plant) Regulate(names []string, w Weights, period, delay, lag float64) (*Regulator, error) {
	r := &Regulator{Efforts: names, period: period, delay: delay, lag: lag, integral: make([]bool, len(names))}
	add := func(of string) {
		for _, name := range names {
			r.States = append(r.States, name+"/"+of)
		}
	}
	add("position")
	add("velocity")
	cost := append(append([]float64(nil), w.Position...), w.Velocity...)
	if period == 0 {
		k, _, err := LQR(p.A, p.B, diagonal(cost), diagonal(w.Effort))
		if err == nil {
			r.K = rows(k)
		}
		return r, err
	}
	if err := checkTimes(period, delay); err != nil {
		return nil, err
	}
	// A delay of whole periods is left to a prediction of the state below: the best effort is that of the plant without
	// it at the state in which it arrives.
	whole, part := control.SplitDelay(delay, period)
	plant := p.Sampled(period, part, lag)
	nx, n := p.B.Dims()
	states := plant.States
	for i, x := range w.Integral {
		if r.integral[i] = x > 0; r.integral[i] {
			r.States = append(r.States, names[i]+"/integral")
			cost = append(cost, x)
			states++
		}
	}
	first := len(cost) // of the states that cost nothing
	a, b := mat.NewDense(states, states, nil), mat.NewDense(states, n, nil)
	place := func(i int) int { // of state i of the plant
		if i < nx {
			return i
		}
		return i - nx + first
	}
	for i := range plant.States {
		for j := range plant.States {
			a.Set(place(i), place(j), plant.M.At(i, j))
		}
		for j := range n {
			b.Set(place(i), j, plant.M.At(i, plant.States+j))
		}
	}
	for i, k := 0, nx; i < n; i++ {
		if r.integral[i] {
			a.Set(k, k, 1)
			a.Set(k, i, period)
			k++
		}
	}
	cost = append(cost, make([]float64, states-first)...)
	k, _, err := DiscreteLQR(a, b, diagonal(cost), diagonal(w.Effort))
	if err != nil {
		return nil, err
	}
	if lag > 0 {
		add("actuator")
		first += n
	}
	blocks := predicted(k, a, b, whole, first)
	for ago := 1; ago < len(blocks); ago++ {
		add(fmt.Sprintf("sent %d ago", ago))
	}
	for i := range n {
		var row []float64
		for _, block := range blocks {
			row = append(row, block.RawRowView(i)...)
		}
		r.K = append(r.K, row)
	}
	return r, nil
}

// predicted returns the blocks of columns of a gain K, of the plant A, B, that is multiplied by the state which the
// plant has after so many periods, A^m s + Σ A^(k-1) B u_k: those of the first states, those of the efforts that are
// under way, the last one first, and those of the other states, if there are any.
func predicted(k, a, b *mat.Dense, periods, first int) (blocks []*mat.Dense) {
	late := mat.DenseCopyOf(k)
	for range periods {
		block, next := &mat.Dense{}, &mat.Dense{}
		block.Mul(late, b)
		next.Mul(late, a)
		blocks, late = append(blocks, block), next
	}
	n, states := late.Dims()
	blocks = append([]*mat.Dense{late.Slice(0, n, 0, first)}, blocks...)
	if first < states {
		blocks = append(blocks, late.Slice(0, n, first, states))
	}
	return blocks
}

// diagonal returns a diagonal matrix.
func diagonal(x []float64) *mat.Dense {
	d := mat.NewDense(len(x), len(x), nil)
	for i, v := range x {
		d.Set(i, i, v)
	}
	return d
}

// Law returns the law for a robot whose reference takes the efforts that another law gives.
func (r *Regulator) Law(m *tree.Model, hold control.Law) control.Law {
	return control.NewStateFeedback(m, control.Feedback{K: r.K, Hold: hold, Integral: r.integral, Period: r.period,
		Delay: r.delay, Lag: r.lag})
}
