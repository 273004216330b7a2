package sweep

import (
	"errors"
	"fmt"
	"math"

	"kinetree/internal/libm"
)

// distribution is how an axis is drawn.
type distribution interface {
	quantile(u float64) float64 // of u in (0, 1)
	check() string              // what is wrong, or ""
}

// uniform has the same density from low to high.
type uniform struct{ low, high float64 }

func (d uniform) quantile(u float64) float64 {
	return min(float64(d.low*(1-u))+float64(d.high*u), d.high)
}

func (d uniform) check() string { return rising(d.low, d.high) }

// logUniform has a logarithm of the same density from log low to log high.
type logUniform struct{ low, high float64 }

func (d logUniform) quantile(u float64) float64 {
	return max(d.low, min(libm.Exp(float64(libm.Log(d.low)*(1-u))+float64(libm.Log(d.high)*u)), d.high))
}

func (d logUniform) check() string {
	if d.low <= 0 {
		return fmt.Sprintf("low is %v; expected a positive number, since the logarithm is uniform", d.low)
	}
	return rising(d.low, d.high)
}

// normal is the Gaussian distribution.
type normal struct{ mean, deviation float64 }

func (d normal) quantile(u float64) float64 {
	return d.mean + float64(d.deviation*libm.NormalQuantile(u))
}

func (d normal) check() string {
	if d.deviation <= 0 {
		return fmt.Sprintf("the standard deviation is %v; expected a positive number", d.deviation)
	}
	return ""
}

// truncatedNormal is a Gaussian distribution under the condition that the value is between low and high.
type truncatedNormal struct{ mean, deviation, low, high float64 }

// quantile inverts the distribution function Φ between the ends. Above the mean it works with 1 − Φ, which keeps its
// digits there.
func (d truncatedNormal) quantile(u float64) float64 {
	a, b := (d.low-d.mean)/d.deviation, (d.high-d.mean)/d.deviation
	var z float64
	if a > 0 {
		z = -libm.NormalQuantile(float64(phi(-a)*(1-u)) + float64(phi(-b)*u))
	} else {
		z = libm.NormalQuantile(float64(phi(a)*(1-u)) + float64(phi(b)*u))
	}
	return max(d.low, min(d.mean+float64(d.deviation*z), d.high))
}

// phi is the distribution function of the normal distribution.
func phi(x float64) float64 { return libm.Erfc(-x/math.Sqrt2) / 2 }

func (d truncatedNormal) check() string {
	if wrong := (normal{d.mean, d.deviation}).check(); wrong != "" {
		return wrong
	}
	if wrong := rising(d.low, d.high); wrong != "" {
		return wrong
	}
	const farthest = 30 // standard deviations: the density is 1e-196 there
	if d.low-d.mean > farthest*d.deviation || d.mean-d.high > farthest*d.deviation {
		return fmt.Sprintf("from %v to %v is more than %d standard deviations from the mean %v; expected a range "+
			"that has some of the distribution", d.low, d.high, farthest, d.mean)
	}
	return ""
}

func rising(low, high float64) string {
	if low >= high || math.IsInf(high-low, 0) {
		return fmt.Sprintf("from %v to %v; expected [low, high] with low < high", low, high)
	}
	return ""
}

// Uniform returns the quantile of u in (0, 1) of the uniform distribution, and an error unless low < high.
func Uniform(u, low, high float64) (float64, error) { return quantile(uniform{low, high}, u) }

// LogUniform returns the quantile of u in (0, 1) of the distribution whose logarithm is uniform, and an error unless
// 0 < low < high.
func LogUniform(u, low, high float64) (float64, error) { return quantile(logUniform{low, high}, u) }

// Normal returns the quantile of u in (0, 1) of the normal distribution, and an error unless the deviation is positive.
func Normal(u, mean, deviation float64) (float64, error) { return quantile(normal{mean, deviation}, u) }

func quantile(d distribution, u float64) (float64, error) {
	if wrong := d.check(); wrong != "" {
		return 0, errors.New(wrong)
	}
	return d.quantile(u), nil
}
