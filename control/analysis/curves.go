package analysis

import (
	"math"

	"kinetree/internal/libm"
	"kinetree/spatial/mat"
)

// LoopCurves are frequency responses of a loop that is broken at its actuator, all others closed: with L of the open
// loop, P from the effort there to the position of the rate, and S = 1/(1 + L).
type LoopCurves struct {
	Frequency []float64    // rad/s, rising
	Loop      []complex128 // L
	// |KS| = |T/P|, how large efforts are for an error of the position (N m/rad or N/m), and the compliance, how far
	// the position goes for an effort at the actuator that is added behind delay and lag and held from sample to
	// sample (rad/(N m) or m/N); nil for a law with a period of samples.
	Effort, Compliance []float64
}

// Curves returns the curves of loop number k of the analysis. The law must not be in use meanwhile.
// O(frequencies · states²).
func (a *Analysis) Curves(k int) (*LoopCurves, error) {
	c := &LoopCurves{}
	for _, p := range a.Loops[k].Bode {
		c.Frequency, c.Loop = append(c.Frequency, p.Frequency), append(c.Loop, p.Value)
	}
	if a.Samples > 1 || len(c.Frequency) == 0 {
		return c, nil
	}
	l, err := a.setup.Loop(a.Period)
	if err != nil {
		return nil, err
	}
	load := a.setup.Plant.continuous()
	if a.Period > 0 {
		load = a.setup.Plant.Sampled(a.Period, 0, 0)
	}
	r, err := l.loaded(a.Loops[k].Rate, load).Responses(a.Period)
	if err != nil {
		return nil, err
	}
	for i, w := range c.Frequency {
		r.solve(w, 0, 2, false)
		s := libm.CQuo(1, 1+c.Loop[i])
		byEffort, byLoad, heard := r.y[2], r.y[3], r.y[1]
		c.Effort = append(c.Effort, libm.CAbs(libm.CQuo(libm.CMul(c.Loop[i], s), byEffort)))
		c.Compliance = append(c.Compliance, libm.CAbs(byLoad-libm.CMul(byEffort, libm.CMul(heard, s))))
	}
	return c, nil
}

// loaded returns the broken loop of a rate with a second input, an effort that reaches the actuator as a load of the
// given plant, and a second output, the position of the rate. The first output is as in Break.
func (l *LinearLoop) loaded(rate int, load *Discrete) *Discrete {
	np, nl := l.Plant.States, load.States
	measured, felt, u, nothing := make([]float64, l.Plant.Outputs), make([]float64, load.Outputs),
		make([]float64, l.n), make([]float64, l.n)
	return assemble(np+nl+l.Controller.States, 2, 2, func(next, y, x, w []float64) {
		l.Plant.step(next[:np], measured, x[:np], nothing)
		load.step(next[np:np+nl], felt, x[np:np+nl], nothing)
		for i := range measured {
			measured[i] += felt[i]
		}
		l.Controller.step(next[np+nl:], u, x[np+nl:], measured)
		for _, v := range l.actuators[rate] {
			y[0] -= u[v]
			u[v] = 0
		}
		y[1] = measured[rate]
		u[rate] = w[0]
		l.Plant.step(next[:np], measured, x[:np], u)
		clear(u)
		u[rate] = w[1]
		load.step(next[np:np+nl], felt, x[np:np+nl], u)
	})
}

// SingularValues are the largest and the least singular value of S and T = 1 − S of all loops at once, at frequencies
// (rad/s).
type SingularValues struct{ Frequency, LargestS, LeastS, LargestT []float64 }

// SingularValues returns those of the analysis; nil of a law with a period of samples, and if there is no loop. The law
// must not be in use meanwhile. O(frequencies · (states² + loops³)).
func (a *Analysis) SingularValues() (*SingularValues, error) {
	if a.Samples > 1 || len(a.Loops) == 0 {
		return nil, nil
	}
	l, err := a.setup.Loop(a.Period)
	if err != nil {
		return nil, err
	}
	system, rates := l.Sensitivity()
	r, err := system.Responses(a.Period)
	if err != nil {
		return nil, err
	}
	n := len(rates)
	v := &SingularValues{}
	matrix, complement := make([]complex128, n*n), make([]complex128, n*n)
	for _, w := range r.Frequencies(200) {
		if a.Period > 0 && w < bodeRange*math.Pi/a.Period {
			continue
		}
		r.solve(w, 0, n, false)
		copy(matrix, r.y)
		for i, s := range matrix {
			complement[i] = -s
			if i%(n+1) == 0 {
				complement[i] += 1
			}
		}
		s, okS := singular(matrix, n)
		t, okT := singular(complement, n)
		if okS && okT {
			v.Frequency, v.LargestS = append(v.Frequency, w), append(v.LargestS, s[0])
			v.LeastS, v.LargestT = append(v.LeastS, s[len(s)-1]), append(v.LargestT, t[0])
		}
	}
	return v, nil
}

// singular returns the singular values of a complex matrix of n rows, the largest first, each twice: those of the real
// matrix [Re −Im; Im Re].
func singular(m []complex128, n int) ([]float64, bool) {
	d := mat.NewDense(2*n, 2*n, nil)
	for i := range n {
		for j := range n {
			x := m[i*n+j]
			if math.IsInf(real(x), 0) || math.IsNaN(real(x)) {
				return nil, false
			}
			d.Set(i, j, real(x))
			d.Set(n+i, n+j, real(x))
			d.Set(i, n+j, -imag(x))
			d.Set(n+i, j, imag(x))
		}
	}
	var svd mat.SVD
	ok := svd.Factorize(d)
	return svd.Values(), ok
}

// Locus is where the poles of the closed loop go while the gain of one loop grows.
type Locus struct {
	Factor []float64      // of the gain, rising, one of them 1
	Poles  [][]complex128 // for each: s (1/s), of a loop with samples log(z) over the time of its period
}

// Locus returns the locus of the gain of loop number k, from a hundredth to ten times the largest factor of its
// margins. The law must not be in use meanwhile. O(factors · states³).
func (a *Analysis) Locus(k int) (*Locus, error) {
	l, err := a.setup.Loop(a.Period)
	if err != nil {
		return nil, err
	}
	const each = 40 // factors below 1 and above
	high := 10.0
	if m := a.Loops[k].Gain; m > 1 && !math.IsInf(m, 0) {
		high = min(float64(4*m), 1e4)
	}
	locus := &Locus{}
	for i := -each; i <= each; i++ {
		factor := libm.Pow(100, float64(i)/each)
		if i > 0 {
			factor = libm.Pow(high, float64(i)/each)
		}
		poles, err := eigenvalues(l.scaled(a.Loops[k].Rate, factor))
		if err != nil {
			return nil, err
		}
		if a.Period > 0 {
			little, some := rounding(poles), poles[:0]
			for _, z := range poles {
				if libm.CAbs(z) > little {
					some = append(some, libm.CQuo(libm.CLog(z), complex(l.whole(), 0)))
				}
			}
			poles = some
		}
		locus.Factor, locus.Poles = append(locus.Factor, factor), append(locus.Poles, poles)
	}
	return locus, nil
}

// scaled returns the state matrix of the closed loop with the gain of a rate's loop times a factor, over the period of
// the controller.
func (l *LinearLoop) scaled(rate int, factor float64) *mat.Dense {
	var whole *mat.Dense
	for k := range l.controllers {
		whole = after(l.at(k).system(0, func(u, _ []float64) {
			for _, v := range l.actuators[rate] {
				u[v] = float64(u[v] * factor)
			}
		}, 0, nil).a(), whole)
	}
	return whole
}

// belongs returns for each pole of a state matrix the rate to whose position and velocity it belongs most, by the
// participation factors |v_k w_k| of its right and left eigenvector (Pérez-Arriaga, Verghese and Schweppe, "Selective
// modal analysis", IEEE Trans. Power Apparatus and Systems 101(9), 1982); −1 for none.
func belongs(a *mat.Dense, poles []complex128, rates int) []int {
	list := make([]int, len(poles))
	for i, z := range poles {
		list[i] = -1
		if z == 0 {
			continue
		}
		alike := 0 // before it
		for _, other := range poles[:i] {
			if other == z {
				alike++
			}
		}
		right, left := mat.Eigenvectors(a, z, alike)
		most := 0.0
		for k := range rates {
			share := 0.0
			for _, at := range [...]int{k, rates + k} { // position and velocity, with which the states begin
				share += libm.CAbs(libm.CMul(right[at], left[at]))
			}
			if share > most {
				most, list[i] = share, k
			}
		}
	}
	return list
}

// FindOwners sets the joint of each pole of the closed loop, "" for those of delays that have none. The law must not be
// in use meanwhile. O(states⁴).
func (a *Analysis) FindOwners() error {
	if a.Stable == nil {
		return nil
	}
	l, err := a.setup.Loop(a.Period)
	if err != nil {
		return err
	}
	poles := make([]complex128, len(a.Closed))
	for i, p := range a.Closed {
		if poles[i] = p.Z; a.Period == 0 {
			poles[i] = p.S
		}
	}
	for i, rate := range belongs(l.Closed(), poles, l.n) {
		if rate >= 0 {
			a.Closed[i].Joint = a.Names[rate]
		}
	}
	return nil
}
