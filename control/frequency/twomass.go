package frequency

import (
	"fmt"
	"math"

	"kinetree/control/analysis"
	"kinetree/internal/libm"
	"kinetree/spatial/mat"
)

// TwoMass is a drive of a motor and a load with a spring and a damper between them, and friction:
//
//	J₁ ω̇₁ = u − d₁ ω₁ − F sign(ω) − K φ − c (ω₁ − ω₂),   J₂ ω̇₂ = K φ + c (ω₁ − ω₂) − d₂ ω₂,   φ̇ = ω₁ − ω₂
//
// The dry friction F is taken from u with the sign of the velocity that was measured.
type TwoMass struct {
	Inertia       float64 `json:"inertia"`        // J₁ + J₂ (kg m² or kg)
	Motor         float64 `json:"motor_inertia"`  // J₁
	Load          float64 `json:"load_inertia"`   // J₂
	Stiffness     float64 `json:"stiffness"`      // K (N m/rad or N/m)
	Coupling      float64 `json:"coupling"`       // c (N m s/rad or N s/m)
	MotorDamping  float64 `json:"motor_damping"`  // d₁
	LoadDamping   float64 `json:"load_damping"`   // d₂
	Friction      float64 `json:"friction"`       // F (N m or N)
	AntiResonance float64 `json:"anti_resonance"` // √(K/J₂)/2π (Hz)
	Resonance     float64 `json:"resonance"`      // √(K/J₁ + K/J₂)/2π (Hz)
	Side          Side    `json:"side"`           // whose velocity is measured
	Error         float64 `json:"error"`          // root of the mean weighted square, relative
	Points        int     `json:"points"`         // frequencies that were fitted
}

// Side is one of a drive.
type Side string

// The sides of a drive.
const (
	MotorSide Side = "motor"
	LoadSide  Side = "link"
)

// numbers is how many a drive has.
const numbers = 7

// list returns where the numbers stand.
func (d *TwoMass) list() [numbers]*float64 {
	return [numbers]*float64{&d.Motor, &d.Load, &d.Stiffness, &d.Coupling, &d.MotorDamping, &d.LoadDamping, &d.Friction}
}

// Response returns the response from an effort that is held for a step (s) to the velocity of the drive's side, without
// dry friction.
func (d *TwoMass) Response(step float64) (*analysis.FrequencyResponse, error) {
	k, c := d.Stiffness, d.Coupling
	p := &analysis.Plant{
		A: mat.NewDense(3, 3, []float64{0, 1, -1,
			-k / d.Motor, -(c + d.MotorDamping) / d.Motor, c / d.Motor,
			k / d.Load, c / d.Load, -(c + d.LoadDamping) / d.Load}),
		B: mat.NewDense(3, 1, []float64{0, 1 / d.Motor, 0}),
	}
	row := 1
	if d.Side == LoadSide {
		row = 2
	}
	return p.Sampled(step, 0, 0).Part(0, row).Response(step)
}

// usable is the coherence below which a frequency does not count.
const usable = 0.3

// fitting is the search for a drive.
type fitting struct {
	estimate *ResponseEstimate
	weights  []float64 // of each frequency, 0 of those that do not count
	count    int
	motor    float64 // its inertia, if that is known; else 0
}

// FitTwoMass finds the drive whose response is the estimated one, by the least squares of errors relative to the gains,
// each by its certainty. Without a side it is the one that fits better. The velocity of the load alone tells the sum of
// the inertias and the resonance: how they share both, the stiffness and the dampers are NaN unless the inertia of the
// motor is given, 0 if it is not. The error says that too few frequencies can be trusted.
func (e *ResponseEstimate) FitTwoMass(side Side, motor float64) (*TwoMass, error) {
	f := &fitting{estimate: e, weights: make([]float64, len(e.Frequency)), motor: motor}
	half := 0.5 / e.Step
	for k, c := range e.Coherence {
		if c < usable || e.Frequency[k] > 0.8*half || e.Value[k] == 0 {
			continue
		}
		f.weights[k] = 1 / (0.01 + e.Sure(k))
		f.count++
	}
	if f.count < 2*numbers {
		return nil, fmt.Errorf("%d frequencies below %.4g Hz have a coherence of %v or more; expected %d at least: "+
			"excite more frequencies, or take longer segments", f.count, 0.8*half, usable, 2*numbers)
	}
	sides := []Side{MotorSide, LoadSide}
	if side != "" {
		sides = []Side{side}
	}
	coarse := f.some(60)
	var best *TwoMass
	for _, s := range sides {
		var first *TwoMass
		for _, start := range f.starts(s) {
			if found := coarse.descend(start, 12); first == nil || found.Error < first.Error {
				first = found
			}
		}
		if found := f.descend(first, 100); best == nil || found.Error < best.Error {
			best = found
		}
	}
	best.Points = f.count
	best.Inertia = best.Motor + best.Load
	best.Resonance = math.Sqrt(best.Stiffness/best.Motor+best.Stiffness/best.Load) / (2 * math.Pi)
	best.AntiResonance = math.Sqrt(best.Stiffness/best.Load) / (2 * math.Pi)
	if best.Side == LoadSide && motor == 0 {
		for _, x := range []*float64{&best.Motor, &best.Load, &best.Stiffness, &best.Coupling, &best.MotorDamping,
			&best.LoadDamping, &best.AntiResonance} {
			*x = math.NaN()
		}
	}
	return best, nil
}

// some returns the search over some of the frequencies.
func (f *fitting) some(n int) *fitting {
	c := &fitting{estimate: f.estimate, weights: make([]float64, len(f.weights)), motor: f.motor}
	every := max(1, f.count/n)
	seen := 0
	for k, w := range f.weights {
		if w == 0 {
			continue
		}
		if seen%every == 0 {
			c.weights[k] = w
			c.count++
		}
		seen++
	}
	return c
}

// starts returns drives with resonances at the peaks of the response, over what a stiff drive of the inertia at low
// frequencies would have, and elsewhere.
func (f *fitting) starts(side Side) (list []*TwoMass) {
	e := f.estimate
	inertia, first, last := 0.0, 0.0, 0.0
	for k, w := range f.weights {
		if w == 0 {
			continue
		}
		if first == 0 {
			first = e.Frequency[k]
		}
		last = e.Frequency[k]
	}
	// Of the lower frequencies: J from the median of 1/(ω |H|).
	n := 0
	for k, w := range f.weights {
		if w > 0 && n < max(3, f.count/10) {
			inertia += 1 / (2 * math.Pi * e.Frequency[k] * libm.CAbs(e.Value[k]))
			n++
		}
	}
	inertia /= float64(n)
	const places = 10
	for i := range places {
		resonance := 2 * math.Pi * first * libm.Pow(last/first, (float64(i)+0.5)/places)
		for _, ratio := range [...]float64{1.1, 1.4, 2, 3.5} { // of the resonance to the anti-resonance
			low := resonance / ratio
			motor := inertia / (ratio * ratio) // (ωr/ωa)² = (J₁ + J₂)/J₁, unless it is given
			if f.motor > 0 {
				motor = f.motor
			}
			load := math.Max(inertia-motor, inertia/100)
			d := &TwoMass{Motor: motor, Load: load, Stiffness: float64(load * low * low), Side: side,
				Coupling: float64(0.1 * load * low), MotorDamping: float64(1e-2 * inertia * first),
				LoadDamping: float64(1e-2 * inertia * first),
				Friction:    1e-3}
			list = append(list, d)
		}
	}
	return list
}

// errors returns the weighted errors of a drive, real and imaginary ones in turns, two of each frequency.
func (f *fitting) errors(d *TwoMass) []float64 {
	e := f.estimate
	list := make([]float64, 0, 4*f.count)
	r, err := d.Response(e.Step)
	for k, w := range f.weights {
		if w == 0 {
			continue
		}
		if err != nil {
			list = append(list, math.Inf(1), math.Inf(1), 0, 0)
			continue
		}
		g := r.At(float64(2 * math.Pi * e.Frequency[k]))
		// Of the effort the friction takes its part, with the sign of the velocity. That sign and the input both tell
		// of it: for a velocity with the distribution of Gauss the input alone takes dry friction for damping
		// (Bussgang).
		s := e.Sign[k]
		with := libm.CMul(g, complex(1-float64(d.Friction*real(s)), -float64(d.Friction*imag(s))))
		off := libm.CQuo(with-e.Value[k], e.Value[k])
		list = append(list, float64(w*real(off)), float64(w*imag(off)))
		off = 0
		if share := e.SignShare[k]; share > usable {
			off = libm.CQuo(libm.CMul(g, e.SignIn[k]-complex(d.Friction, 0))-e.SignOut[k], e.SignOut[k])
			off = complex(float64(share*real(off)), float64(share*imag(off)))
		}
		list = append(list, float64(w*real(off)), float64(w*imag(off)))
	}
	return list
}

// descend goes down from a drive by the method of Levenberg and Marquardt, over the logarithms of its numbers. Source:
// Nocedal, Wright, "Numerical Optimization", 2nd ed. 2006, section 10.3.
func (f *fitting) descend(start *TwoMass, rounds int) *TwoMass {
	now := *start
	errors := f.errors(&now)
	sum := squares(errors)
	damping := 1e-2
	for range rounds {
		const h = 1e-6
		var columns [numbers][]float64
		for j := range numbers {
			if j == 0 && f.motor > 0 { // which is no unknown
				columns[j] = make([]float64, len(errors))
				continue
			}
			up := now
			*up.list()[j] = float64(*up.list()[j] * (1 + h))
			moved := f.errors(&up)
			for i := range moved {
				moved[i] = (moved[i] - errors[i]) / h
			}
			columns[j] = moved
		}
		var a [numbers][numbers]float64
		var b [numbers]float64
		for i := range numbers {
			for j := range numbers {
				a[i][j] = dot(columns[i], columns[j])
			}
			b[i] = -dot(columns[i], errors)
		}
		better := false
		for range 12 {
			damped := a
			for i := range numbers {
				damped[i][i] += float64(damping*a[i][i]) + float64(1e-12*(1+a[1][1]))
			}
			step := solve(damped, b)
			next := now
			for j, x := range next.list() {
				*x = float64(*x * libm.Exp(math.Max(-1, math.Min(1, step[j]))))
			}
			got := f.errors(&next)
			if s := squares(got); s < sum {
				better = sum-s > 1e-13*sum
				now, errors, sum = next, got, s
				damping = math.Max(1e-12, damping/5)
				break
			}
			damping *= 4
		}
		if !better {
			break
		}
	}
	weights := 0.0
	for _, w := range f.weights {
		weights += float64(w * w)
	}
	now.Error = math.Sqrt(sum / weights)
	return &now
}

func squares(x []float64) float64 { return dot(x, x) }

func dot(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += float64(a[i] * b[i])
	}
	if math.IsNaN(sum) {
		return math.Inf(1)
	}
	return sum
}

// solve solves a system with a positive definite matrix, by Cholesky's factors.
func solve(a [numbers][numbers]float64, b [numbers]float64) [numbers]float64 {
	for j := range numbers {
		for k := range j {
			a[j][j] -= float64(a[j][k] * a[j][k])
		}
		a[j][j] = math.Sqrt(math.Max(a[j][j], 1e-300))
		for i := j + 1; i < numbers; i++ {
			for k := range j {
				a[i][j] -= float64(a[i][k] * a[j][k])
			}
			a[i][j] /= a[j][j]
		}
	}
	for i := range numbers {
		for k := range i {
			b[i] -= float64(a[i][k] * b[k])
		}
		b[i] /= a[i][i]
	}
	for i := numbers - 1; i >= 0; i-- {
		for k := i + 1; k < numbers; k++ {
			b[i] -= float64(a[k][i] * b[k])
		}
		b[i] /= a[i][i]
	}
	return b
}
