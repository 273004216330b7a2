package libm

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// TestSincos compares with math.Sincos, which is exact to some 1e-16, at angles of all magnitudes and near the
// multiples of π/4.
func TestSincos(t *testing.T) {
	check := func(t rapid.TB, x float64) {
		t.Helper()
		s, c := Sincos(x)
		ws, wc := math.Sincos(x)
		if d := math.Max(math.Abs(s-ws), math.Abs(c-wc)); !(d <= 2.3e-16) {
			t.Errorf("x = %v: sin %v, want %v; cos %v, want %v: off by %v", x, s, ws, c, wc, d)
		}
	}
	for _, x := range []float64{0, math.Copysign(0, -1), 1e-300, 1e-8, huge, math.Nextafter(huge, 0), -huge, 1e22,
		math.MaxFloat64} {
		check(t, x)
	}
	for k := -40; k <= 40; k++ {
		x := float64(k) * math.Pi / 4
		for range 5 {
			check(t, x)
			x = math.Nextafter(x, 100)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		check(t, rapid.Float64Range(-10, 10).Draw(t, "x"))
		check(t, rapid.Float64Range(-huge, huge).Draw(t, "x"))
		check(t, rapid.Float64().Draw(t, "x"))
	})
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if s, c := Sincos(x); !math.IsNaN(s) || !math.IsNaN(c) {
			t.Errorf("x = %v: %v, %v", x, s, c)
		}
	}
	if s, c := Sincos(0); s != 0 || c != 1 {
		t.Errorf("at 0: %v, %v", s, c)
	}
}

// TestHalfPi checks the two parts of π/2, and its first 64 bits.
func TestHalfPi(t *testing.T) {
	if bits := new(big.Float).SetFloat64(halfPi).MinPrec(); bits > 33 {
		t.Errorf("the first part has %d bits", bits)
	}
	pi, _, err := big.ParseFloat("3.14159265358979323846264338327950288419716939937510582097494", 10, 200,
		big.ToNearestEven)
	if err != nil {
		t.Fatal(err)
	}
	first, _ := new(big.Float).Add(new(big.Float).SetMantExp(pi, 62), big.NewFloat(0.5)).Uint64()
	if first != halfPiBits {
		t.Errorf("the first bits are %#x, want %#x", uint64(halfPiBits), first)
	}
	rest := pi.Quo(pi, big.NewFloat(2)).Sub(pi, big.NewFloat(halfPi))
	if want, _ := rest.Float64(); want != halfPiRest {
		t.Errorf("the rest is %x, want %x", halfPiRest, want)
	}
}
