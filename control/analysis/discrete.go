package analysis

import (
	"math"
	"slices"

	"kinetree/spatial/mat"

	"kinetree/control"
)

// Discrete is a linear system with samples, x⁺ = A x + B u and y = C x + D u. Of a loop without samples, ẋ stands in
// the place of x⁺.
type Discrete struct {
	States, Inputs, Outputs int
	M                       *mat.Dense // [A B; C D], nil if it would be empty
}

// assemble returns the system whose step is the linear function f, which sets next and y and finds both clear.
func assemble(states, inputs, outputs int, f func(next, y, x, u []float64)) *Discrete {
	d := &Discrete{states, inputs, outputs, nil}
	if (states+outputs)*(states+inputs) == 0 {
		return d
	}
	d.M = mat.NewDense(states+outputs, states+inputs, nil)
	from, to := make([]float64, states+inputs), make([]float64, states+outputs)
	for k := range from {
		from[k] = 1
		clear(to)
		f(to[:states], to[states:], from[:states], from[states:])
		d.M.SetCol(k, to)
		from[k] = 0
	}
	return d
}

// step sets the next state and the output. Columns of zeros take no time.
func (d *Discrete) step(next, y, x, u []float64) {
	clear(next)
	clear(y)
	if d.M == nil {
		return
	}
	add := func(column int, v float64) {
		if v == 0 {
			return
		}
		for i := range next {
			next[i] += float64(d.M.At(i, column) * v)
		}
		for i := range y {
			y[i] += float64(d.M.At(d.States+i, column) * v)
		}
	}
	for k, v := range x {
		add(k, v)
	}
	for k, v := range u {
		add(d.States+k, v)
	}
}

// series returns the system of one system after another.
func series(first, second *Discrete) *Discrete {
	middle := make([]float64, first.Outputs)
	n := first.States
	return assemble(n+second.States, first.Inputs, second.Outputs, func(next, y, x, u []float64) {
		first.step(next[:n], middle, x[:n], u)
		second.step(next[n:], y, x[n:], middle)
	})
}

// moved returns systems of one law at several samples, without states that have no effect on an output, whatever
// becomes of them, and without those that nothing moves from where they are, the state itself excepted: these are
// signals from outside, as a count of samples is. Where it stays, x⁺ is the given number of x: 1, and 0 without
// samples.
func moved(list []*Discrete, stays float64) []*Discrete {
	d := list[0]
	if d.States == 0 {
		return list
	}
	some := func(i, j int) bool {
		return slices.ContainsFunc(list, func(d *Discrete) bool { return d.M.At(i, j) != 0 })
	}
	counts := make([]bool, d.States)
	for more := true; more; {
		more = false
		for j := range d.States {
			for i := range d.States + d.Outputs {
				if !counts[j] && (i >= d.States || i != j && counts[i]) && some(i, j) {
					counts[j], more = true, true
				}
			}
		}
	}
	var keep []int
	for j := range d.States {
		constant := !slices.ContainsFunc(list, func(d *Discrete) bool {
			return math.Abs(d.M.At(j, j)-stays) >= 1e-9 // rounding of differences
		})
		for i := range d.States + d.Inputs {
			constant = constant && (i == j || !some(j, i))
		}
		if counts[j] && !constant {
			keep = append(keep, j)
		}
	}
	if len(keep) == d.States {
		return list
	}
	less := make([]*Discrete, len(list))
	for i := range list {
		less[i] = list[i].only(keep)
	}
	return less
}

// only returns the system of some of the states.
func (d *Discrete) only(keep []int) *Discrete {
	states := len(keep)
	rows, columns := slices.Clone(keep), slices.Clone(keep)
	for i := range d.Outputs {
		rows = append(rows, d.States+i)
	}
	for i := range d.Inputs {
		columns = append(columns, d.States+i)
	}
	return assemble(states, d.Inputs, d.Outputs, func(next, y, x, u []float64) {
		from := append(append([]float64(nil), x...), u...)
		for i, row := range rows {
			sum := 0.0
			for j, column := range columns {
				if from[j] != 0 {
					sum += float64(d.M.At(row, column) * from[j])
				}
			}
			if i < states {
				next[i] = sum
			} else {
				y[i-states] = sum
			}
		}
	})
}

// a returns A, which must not be empty.
func (d *Discrete) a() *mat.Dense { return d.M.Slice(0, d.States, 0, d.States) }

// Sampled returns the plant as a computer sees it that takes samples of x and sends efforts u which arrive after the
// delay and are held. With a lag the efforts follow by τ̇ = (u − τ)/lag. The state has x, the efforts of actuators
// with a lag, and efforts that are underway. With the delay (m + γ) T, 0 ≤ γ < 1, and Γ(t) the effect of a constant u
// after the time t,
//
//	x⁺ = Φ(T) x + Φ(T − γT) Γ(γT) u_{−m−1} + Γ(T − γT) u_{−m}
//
// where Φ and Γ together are the exponential of [A B; 0 0] t (Van Loan, "Computing integrals involving the matrix
// exponential", IEEE Trans. Automatic Control 23(3), 1978). The output is x. All times are in s.
func (p *Plant) Sampled(period, delay, lag float64) *Discrete {
	nx, n := p.B.Dims()
	whole, part := control.SplitDelay(delay, period)
	underway := whole
	if part > 0 {
		underway++
	}
	inner := nx // states of plant and actuators
	if lag > 0 {
		inner += n
	}
	f := mat.NewDense(inner+n, inner+n, nil)
	f.Slice(0, nx, 0, nx).Copy(p.A)
	f.Slice(0, nx, nx, nx+n).Copy(p.B)
	for i := nx; i < inner; i++ {
		f.Set(i, i, -1/lag)
		f.Set(i, i+n, 1/lag)
	}
	early := hold(f, period-part, inner, n)
	var late *Discrete // of those that arrive within a period
	if part > 0 {
		late = hold(f, part, inner, n)
	}
	zero := make([]float64, n)
	middle := make([]float64, inner)
	return assemble(inner+underway*n, n, nx, func(next, y, x, u []float64) {
		copy(y, x[:nx])
		sent := func(ago int) []float64 { // the efforts that were sent so many samples ago
			if ago == 0 {
				return u
			}
			return x[inner+(ago-1)*n : inner+ago*n]
		}
		copy(middle, x)
		if part > 0 {
			late.step(middle, nil, x[:inner], sent(whole+1))
		}
		early.step(next[:inner], zero[:0], middle, sent(whole))
		for ago := 1; ago <= underway; ago++ {
			copy(next[inner+(ago-1)*n:], sent(ago-1))
		}
	})
}

// continuous returns the plant as a law sees it that acts at every instant.
func (p *Plant) continuous() *Discrete {
	nx, n := p.B.Dims()
	m := mat.NewDense(2*nx, nx+n, nil)
	m.Slice(0, nx, 0, nx).Copy(p.A)
	m.Slice(0, nx, nx, nx+n).Copy(p.B)
	for i := range nx {
		m.Set(nx+i, i, 1)
	}
	return &Discrete{nx, n, nx, m}
}

// hold returns x⁺ = Φ(t) x + Γ(t) u, of n inputs.
func hold(f *mat.Dense, t float64, states, n int) *Discrete {
	var scaled, e mat.Dense
	scaled.Scale(t, f)
	e.Exp(&scaled)
	return &Discrete{states, n, 0, e.Slice(0, states, 0, states+n)}
}

// Part returns the system with one of its inputs and one of its outputs.
func (d *Discrete) Part(input, output int) *Discrete {
	m := mat.NewDense(d.States+1, d.States+1, nil)
	for i := range d.States + 1 {
		from := i
		if i == d.States {
			from = d.States + output
		}
		for j := range d.States {
			m.Set(i, j, d.M.At(from, j))
		}
		m.Set(i, d.States, d.M.At(from, d.States+input))
	}
	return &Discrete{d.States, 1, 1, m}
}
