package fit

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"kinetree/identify"
	"kinetree/identify/consistent"
	"kinetree/internal/floats"
	"kinetree/internal/libm"

	"kinetree/spatial/mat"
)

// slow is the share of its largest magnitude below which a rate counts as at rest: there Coulomb friction may be
// anything up to its level, and the samples say nothing about the effort. Simulations and drives that smooth the jump
// do so below.
const slow = 0.01

// certainSign is how many standard deviations of its noise a velocity has whose sign is known.
const certainSign = 3

// unexcited bounds the singular values of the regressor, its columns scaled to length 1, of directions that the
// samples do not show, relative to the largest; and hidden the share that a base parameter may have in such
// directions and still be known.
const (
	unexcited = 1e-8
	hidden    = 1e-6
)

// rounding is the share of the largest effort that the noise of any is at least: what simulations compute of efforts
// is off by so much, and not independently.
const rounding = 1e-13

// rounds is how often the noise of the efforts is estimated, and the parameters with it. The third changes next to
// nothing.
const rounds = 3

// ParameterEstimate is the value of a base parameter that samples give, with its standard error.
type ParameterEstimate struct {
	Identified bool    // the samples show it; the numbers mean nothing otherwise
	Value      float64 // in the unit of the group
	StdErr     float64 // standard error
}

// Confidence is how many standard errors the true value is away at most, in 95 of 100 experiments whose efforts have
// independent normal noise.
const Confidence = 1.96

// EffortFit tells how well the effort of one rate is explained.
type EffortFit struct {
	Name     string  `json:"name"`     // of the coordinate
	Unit     string  `json:"unit"`     // N m or N
	Rows     int     `json:"rows"`     // how many samples of it count, or outputs of the filter
	RMS      float64 `json:"rms"`      // of the effort in these
	Residual float64 `json:"residual"` // RMS of what the parameters leave unexplained
	Noise    float64 `json:"noise"`    // standard deviation of the noise, estimated from the residual
	Tied     bool    `json:"-"`        // constraints give the rate from others, in whose efforts its own counts
}

// Fit is the result of least squares on samples: the base parameters β that minimise Σ (τ − W_b β)² / σ², with the
// noise σ of the effort of each rate estimated from its residuals.
type Fit struct {
	Base      *identify.BaseParameters
	Parts     []*Samples          // stretches of motion
	Cutoff    float64             // of the filter that the equation passes (Hz); 0 for none
	Times     int                 // at which the equation counts: samples, or outputs of the filter
	Estimates []ParameterEstimate // of each group
	Efforts   []EffortFit         // of each rate
	// largest by smallest singular value of W_b stacked over the samples, in SI units; of the directions that these
	// show
	Condition float64

	used       [][][]bool // by part, rate and sample: whether it counts
	directions *mat.Dense // γ = directions β: the combinations that the samples show, one a row
	lift       *mat.Dense // β = lift γ for what is identified
	shown      consistent.Evidence
}

// New fits the base parameters to stretches of motion, of one log or of several, which must be complete. Both
// sides of the equation pass a low-pass filter with a cutoff in Hz, 0 for none, which takes away noise and keeps the
// parameters; then the steps of each stretch must be even. The error says why the samples do not do. O(N nv b²) for N
// samples and b groups, in memory for b² numbers for each rate.
func New(b *identify.BaseParameters, cutoff float64, parts ...*Samples) (*Fit, error) {
	for _, s := range parts {
		if !s.Complete() {
			panic("fit: the samples lack velocities or accelerations; call Smooth first")
		}
	}
	f := &Fit{Base: b, Cutoff: cutoff, Parts: parts}
	f.nameEfforts()
	if len(b.Groups) == 0 {
		return nil, errNothing
	}
	f.used = sticking(b.Equation, parts)
	triangles, err := f.triangles()
	if err != nil {
		return nil, err
	}
	if err := f.checkRows(); err != nil {
		return nil, err
	}
	noise := make([]float64, len(triangles))
	for row := range noise {
		noise[row] = 1
	}
	if err := f.findDirections(stack(triangles, noise)); err != nil {
		return nil, err
	}
	for range rounds {
		f.solve(stack(triangles, noise))
		f.measure(triangles, noise)
	}
	return f, nil
}

func (f *Fit) nameEfforts() {
	m := f.Base.Equation.Model()
	f.Efforts = make([]EffortFit, m.NV())
	for i, name := range m.RateNames() {
		f.Efforts[i].Name = name
	}
	if c := f.Base.Equation.Bound; c != nil {
		for _, i := range c.Tied {
			f.Efforts[i].Tied = true
		}
	}
	for i, turns := range m.Angular() {
		f.Efforts[i].Unit = "N"
		if turns {
			f.Efforts[i].Unit = "N m"
		}
	}
}

// sticking returns by part, rate and sample which efforts count: all, but those of joints with Coulomb friction at
// rest, and of samples that are as near to these as Smooth spreads the jump of an acceleration where a joint comes to
// rest: what it spreads from there to where samples count would not be made up for by what it spreads the other way. A
// joint whose velocity has less than certainSign deviations of its noise may be at rest.
func sticking(e *identify.Equation, parts []*Samples) [][][]bool {
	m := e.Model()
	fastest, noise := make([]float64, m.NV()), make([]float64, m.NV())
	for _, s := range parts {
		for _, v := range s.V {
			for row, x := range v {
				fastest[row] = math.Max(fastest[row], math.Abs(x))
			}
		}
		for row := range noise {
			noise[row] = math.Max(noise[row], s.VelocityNoise(row, 0))
		}
	}
	sticks := e.Sticks()
	used := make([][][]bool, len(parts))
	for part, s := range parts {
		used[part] = make([][]bool, m.NV())
		for row := range used[part] {
			used[part][row] = make([]bool, s.Len())
			least := math.Max(slow*fastest[row], certainSign*noise[row])
			until := 0 // before which nothing counts
			for i, v := range s.V {
				if used[part][row][i] = i >= until; sticks[row] && !(math.Abs(v[row]) > least) {
					clear(used[part][row][max(0, i-s.spread) : i+1])
					until = i + s.spread + 1
				}
			}
		}
		if e.Bound != nil {
			e.Bound.Counts(used[part], s.ties)
		}
	}
	return used
}

// checkRows returns an error if the samples that count say nothing.
func (f *Fit) checkRows() error {
	rows, driven := 0, false
	for _, e := range f.Efforts {
		rows += e.Rows
		driven = driven || e.RMS > 0
	}
	switch {
	case f.Times == 0:
		return fmt.Errorf("no stretch of the log is as long as two periods of the cutoff, %.4g s; expected a longer "+
			"log or a higher cutoff", 2/(perPeriod*f.Cutoff))
	case rows == 0:
		return errNothing
	case !driven:
		return errors.New("the efforts of the log are all 0, so parameters that are twice as large explain it as " +
			"well; expected a motion that efforts drive")
	}
	return nil
}

// errNothing is of a log without any information.
var errNothing = errors.New("the log shows no parameter: no effort depends on one in it; expected a motion of the " +
	"joints, such as that of simulate excite")

// triangles returns for each rate the triangle R of the QR factors of its rows of [W_b τ], which holds all that least
// squares needs to know of them. Rows are taken in some at a time.
func (f *Fit) triangles() ([]*mat.Dense, error) {
	width := len(f.Base.Groups) + 1
	out, pending := make([]*mat.Dense, len(f.Efforts)), make([][]float64, len(f.Efforts))
	f.each(0, nil, func(o *observation) {
		f.Times++
		for row := range out {
			if !o.counts(row) {
				continue
			}
			numbers := o.rows[row*width:][:width]
			f.Efforts[row].Rows++
			f.Efforts[row].RMS += float64(numbers[width-1] * numbers[width-1])
			if pending[row] = append(pending[row], numbers...); len(pending[row]) > 4*width*width {
				out[row] = triangle(width, out[row], pending[row])
				pending[row] = pending[row][:0]
			}
		}
	})
	for row := range out {
		out[row] = triangle(width, out[row], pending[row])
		e := &f.Efforts[row]
		e.RMS = math.Sqrt(e.RMS / math.Max(1, float64(e.Rows)))
	}
	for _, r := range out {
		if !floats.Finite(mat.Norm(r)) {
			return nil, errors.New("the motion or the efforts are too large for numbers; expected SI units")
		}
	}
	return out, nil
}

// findDirections finds what the samples show, from the triangle of all rows.
func (f *Fit) findDirections(r *mat.Dense) error {
	b := len(f.Base.Groups)
	rows := 0
	for _, e := range f.Efforts {
		rows += e.Rows
	}
	W := mat.DenseCopyOf(r.Slice(0, b, 0, b))
	scale := make([]float64, b)
	for k := range scale {
		scale[k] = floats.Norm(W.Column(k), 2)
	}
	longest := slices.Max(scale)
	for k := range scale {
		if scale[k] <= rounding*longest { // as of a link that constraints do not let turn
			scale[k] = 1
			W.SetCol(k, make([]float64, b))
		}
	}
	plain := singularValues(W)
	for k, s := range scale {
		for i := range b {
			W.Set(i, k, W.At(i, k)/s)
		}
	}
	var svd mat.SVD
	if !svd.Factorize(W) {
		return errors.New("the regressor of the log has no singular values; expected SI units")
	}
	values := svd.Values()
	shown := 0
	for shown < b && values[shown] > unexcited*values[0] {
		shown++
	}
	if shown == 0 {
		return errNothing
	}
	if rows <= shown {
		return fmt.Errorf("the log has %d numbers for the efforts that count, and %d parameters are to be found; "+
			"expected a longer log", rows, shown)
	}
	f.Condition = plain[0] / plain[shown-1]
	f.Estimates = make([]ParameterEstimate, b)
	f.directions, f.lift = mat.NewDense(shown, b, nil), mat.NewDense(b, shown, nil)
	if shown == b { // γ = β
		for k := range b {
			f.Estimates[k].Identified = true
			f.directions.Set(k, k, 1)
			f.lift.Set(k, k, 1)
		}
		return nil
	}
	var v mat.Dense
	svd.VTo(&v)
	for k := range b {
		for d := range shown {
			f.directions.Set(d, k, float64(v.At(k, d)*scale[k]))
			f.lift.Set(k, d, v.At(k, d)/scale[k])
		}
		f.Estimates[k].Identified = floats.Norm(v.RawRowView(k)[shown:], 2) < hidden
	}
	return nil
}

// solve estimates the parameters from the triangle of all rows, each divided by its noise.
func (f *Fit) solve(r *mat.Dense) {
	_, width := r.Dims()
	b, shown := f.lift.Dims()
	var A mat.Dense // A γ = rhs
	A.Mul(r.Slice(0, width, 0, b), f.lift)
	var qr mat.QR
	qr.Factorize(&A)
	var q, full mat.Dense
	qr.QTo(&q)
	qr.RTo(&full)
	R := mat.NewTriDense(shown, true)
	for i := range shown {
		for k := i; k < shown; k++ {
			R.SetTri(i, k, full.At(i, k))
		}
	}
	// That R is badly conditioned shows in the standard errors.
	f.shown.Information, f.shown.Root = R, new(mat.TriDense)
	f.shown.Root.InverseTri(R)
	var rhs mat.VecDense
	rhs.MulVec(q.T(), mat.NewVecDense(width, r.Column(b)))
	f.shown.Gamma = mat.NewVecDense(shown, nil)
	f.shown.Gamma.MulVec(f.shown.Root, rhs.SliceVec(0, shown))

	var beta mat.VecDense
	beta.MulVec(f.lift, f.shown.Gamma)
	var spread mat.Dense // its rows have the standard errors as lengths
	spread.Mul(f.lift, f.shown.Root)
	for k := range f.Estimates {
		f.Estimates[k].Value, f.Estimates[k].StdErr = beta.AtVec(k), floats.Norm(spread.RawRowView(k), 2)
	}
}

// measure finds the residual of each effort and from it the noise. Of the rows of an effort the fit takes up as many
// as the trace of their part of the hat matrix says.
func (f *Fit) measure(triangles []*mat.Dense, noise []float64) {
	b, _ := f.lift.Dims()
	miss := mat.NewVecDense(b+1, nil) // [β; −1]
	for k, e := range f.Estimates {
		miss.SetVec(k, e.Value)
	}
	miss.SetVec(b, -1)
	least := math.SmallestNonzeroFloat64
	for _, e := range f.Efforts {
		least = math.Max(least, rounding*e.RMS)
	}
	for row, r := range triangles {
		e := &f.Efforts[row]
		if e.Rows == 0 {
			continue
		}
		var rest mat.VecDense
		rest.MulVec(r, miss)
		sum := mat.Norm(&rest)
		var hat mat.Dense
		hat.Mul(r.Slice(0, b+1, 0, b), f.lift)
		hat.Mul(&hat, f.shown.Root)
		taken := libm.Pow(mat.Norm(&hat)/noise[row], 2)
		e.Residual = sum / math.Sqrt(float64(e.Rows))
		e.Noise = math.Max(least, sum/math.Sqrt(math.Max(1, float64(e.Rows)-taken)))
	}
	for row, e := range f.Efforts {
		if e.Rows > 0 {
			noise[row] = e.Noise
		}
	}
}
