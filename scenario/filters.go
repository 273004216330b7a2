package scenario

import (
	"math"

	"kinetree/control"
)

// FilterSpec is a filter, see control.Filter: one of the keys.
type FilterSpec struct {
	LowPass  *PassSpec   `json:"low_pass,omitempty" doc:"w/(s + w), or w^2/(s^2 + 2 damping w s + w^2)"`
	HighPass *PassSpec   `json:"high_pass,omitempty" doc:"s/(s + w), or s^2/(s^2 + 2 damping w s + w^2)"`
	Notch    *NotchSpec  `json:"notch,omitempty"`
	Lead     *LeadSpec   `json:"lead,omitempty"`
	Biquad   *BiquadSpec `json:"biquad,omitempty"`
}

// Docs implements strict.Documented.
func (*FilterSpec) Docs() map[string]string {
	return map[string]string{
		"notch": "(s^2 + g B s + w^2)/(s^2 + B s + w^2), g = 10^(-depth/20), where B is such that the gain is -3 dB " +
			"at two frequencies that are width apart",
		"lead": "(1 + s/2 pi zero)/(1 + s/2 pi pole): leads in phase where the zero is below the pole, else lags; " +
			"with samples it is exact at sqrt(zero pole)",
		"biquad": "of samples: (b0 + b1/z + b2/z^2)/(1 + a1/z + a2/z^2)",
	}
}

// PassSpec is a low-pass or a high-pass.
type PassSpec struct {
	Frequency float64  `json:"frequency" required:"true" doc:"w/2 pi (Hz), where samples have the response of time"`
	Order     int      `json:"order,omitempty" default:"1" doc:"1 or 2"`
	Damping   *float64 `json:"damping,omitempty" doc:"of order 2; 1/sqrt 2 if it is not given"`
}

// NotchSpec is a notch.
type NotchSpec struct {
	Frequency float64  `json:"frequency" required:"true" doc:"w/2 pi (Hz), where samples have the response of time"`
	Width     float64  `json:"width" required:"true" doc:"between the frequencies where the gain is -3 dB (Hz)"`
	Depth     *float64 `json:"depth,omitempty" doc:"at the frequency (dB), more than 3.02; infinite if it is not given"`
}

// LeadSpec is a filter that leads or lags in phase.
type LeadSpec struct {
	Zero float64 `json:"zero" required:"true" doc:"frequency of the zero (Hz)"`
	Pole float64 `json:"pole" required:"true" doc:"frequency of the pole (Hz)"`
}

// BiquadSpec is a filter of samples.
type BiquadSpec struct {
	B [3]float64 `json:"b" required:"true" doc:"[b0, b1, b2]"`
	A [3]float64 `json:"a" required:"true" doc:"[1, a1, a2]"`
}

// filter returns the filter; the faults have the path of the place in front.
func (f *FilterSpec) filter(fail func(field, format string, args ...any)) (x control.Filter) {
	positive := func(field string, x float64) bool {
		if x > 0 && !math.IsInf(x, 1) {
			return true
		}
		fail(field, "%v Hz; expected a positive number", x)
		return false
	}
	pass := func(name string, p *PassSpec, of func(float64, int, float64) control.Filter) {
		damping := Or(p.Damping, math.Sqrt2/2)
		ok := positive("."+name+".frequency", p.Frequency)
		if p.Order < 0 || p.Order > 2 {
			fail("."+name+".order", "%d; expected 1 or 2", p.Order)
			ok = false
		}
		if !(damping > 0) {
			fail("."+name+".damping", "%v; expected a positive number", damping)
			ok = false
		}
		if p.Damping != nil && p.Order != 2 {
			fail("."+name+".damping", "a filter of order 1 has none; expected order: 2, or no such key")
		}
		if ok {
			x = of(p.Frequency, max(p.Order, 1), damping)
		}
	}
	given := 0
	for _, is := range [...]bool{f.LowPass != nil, f.HighPass != nil, f.Notch != nil, f.Lead != nil, f.Biquad != nil} {
		if is {
			given++
		}
	}
	if given != 1 {
		fail("", "%d keys; expected one of low_pass, high_pass, notch, lead and biquad", given)
		return x
	}
	switch n, l, b := f.Notch, f.Lead, f.Biquad; {
	case f.LowPass != nil:
		pass("low_pass", f.LowPass, control.LowPass)
	case f.HighPass != nil:
		pass("high_pass", f.HighPass, control.HighPass)
	case n != nil:
		depth := Or(n.Depth, math.Inf(1))
		if !(depth > control.NotchEdge) {
			fail(".notch.depth", "%v dB; expected more than %.4g dB, where a notch has its width", depth,
				control.NotchEdge)
		} else if positive(".notch.frequency", n.Frequency) && positive(".notch.width", n.Width) {
			x = control.Notch(n.Frequency, n.Width, depth)
		}
	case l != nil:
		if positive(".lead.zero", l.Zero) && positive(".lead.pole", l.Pole) {
			x = control.Lead(l.Zero, l.Pole)
		}
	case b.A[0] != 1:
		fail(".biquad.a", "%v; expected 1 as the first number", b.A)
	default:
		x = control.Biquad(b.B, b.A)
	}
	return x
}
