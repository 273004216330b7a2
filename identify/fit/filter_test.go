package fit

import (
	"math"
	"math/cmplx"
	"math/rand/v2"
	"testing"
)

// response returns what the middle of a long sine of the given frequency becomes, as a complex amplitude.
func response(f *lowPass, frequency, rate float64) complex128 {
	const n = 20_000
	x := make([]float64, n)
	for i := range x {
		x[i] = math.Cos(2 * math.Pi * frequency * float64(i) / rate)
	}
	f.run(x)
	periods := math.Floor(5000 * frequency / rate) // whole ones
	count := int(math.Round(periods * rate / frequency))
	var sum complex128
	for i := n / 2; i < n/2+count; i++ {
		sum += complex(x[i], 0) * cmplx.Exp(complex(0, -2*math.Pi*frequency*float64(i)/rate))
	}
	return sum * complex(2/float64(count), 0)
}

// TestLowPass checks the response of the filter against that of a Butterworth filter squared, 1/(1 + (w/w₀)⁸) with w
// = tan(π f/rate), and that it has no phase.
func TestLowPass(t *testing.T) {
	const rate = 1000
	for _, cutoff := range []float64{5, 20, 200, 400} {
		f, err := newLowPass(cutoff, rate)
		if err != nil {
			t.Fatal(err)
		}
		warp := func(f float64) float64 { return math.Tan(math.Pi * f / rate) }
		w0 := warp(cutoff) / math.Pow(math.Sqrt2-1, 1./8)
		for _, frequency := range []float64{cutoff / 4, cutoff / 2, cutoff, 1.1 * cutoff, math.Min(2*cutoff, 450)} {
			want := 1 / (1 + math.Pow(warp(frequency)/w0, 8))
			// A period need not be a whole number of samples, which the sum over whole periods takes it for: some 1e-3.
			if got := response(f, frequency, rate); math.Abs(real(got)-want) > 2e-3 || math.Abs(imag(got)) > 2e-3 {
				t.Errorf("cutoff %v Hz, at %v Hz: response %.4f, want %.4f", cutoff, frequency, got, want)
			}
		}
		if got := cmplx.Abs(response(f, cutoff, rate)); math.Abs(got-math.Sqrt2/2) > 2e-3 {
			t.Errorf("cutoff %v Hz: response %v there, want 1/√2", cutoff, got)
		}
	}
}

// TestLowPassKeeps checks that straight lines, and signals that are the same backwards, stay so.
func TestLowPassKeeps(t *testing.T) {
	f, err := newLowPass(3, 100)
	if err != nil {
		t.Fatal(err)
	}
	line := make([]float64, 300)
	for i := range line {
		line[i] = 3 - 0.01*float64(i)
	}
	f.run(line)
	for i, x := range line {
		// roundings of numbers up to 6, of which a slow filter adds up a hundred
		if want := 3 - 0.01*float64(i); math.Abs(x-want) > 1e-11 {
			t.Fatalf("at %d: %v, want %v", i, x, want)
		}
	}
	rng := rand.New(rand.NewPCG(1, 1))
	x := make([]float64, 301)
	for i := range x[:151] {
		x[i] = rng.NormFloat64()
		x[300-i] = x[i]
	}
	f.run(x)
	for i := range x {
		if math.Abs(x[i]-x[300-i]) > 1e-6 { // what is left at the ends of the longer signal, two of its lengths away
			t.Fatalf("at %d: %v, and %v from the end", i, x[i], x[300-i])
		}
	}
}

// TestLowPassWrong checks cutoffs that there are not.
func TestLowPassWrong(t *testing.T) {
	for _, cutoff := range []float64{0, -1, 50, 60, math.NaN(), math.Inf(1)} {
		if _, err := newLowPass(cutoff, 100); err == nil {
			t.Errorf("a cutoff of %v Hz for 100 samples a second has no error", cutoff)
		}
	}
}

// TestDifferences checks the derivative of a sine against its error, h⁴ω⁵/30, and that a polynomial of degree 4 has
// none.
func TestDifferences(t *testing.T) {
	const h, omega = 0.01, 6.
	rows := make([][]float64, 200)
	for i := range rows {
		x := h * float64(i)
		rows[i] = []float64{math.Sin(omega * x), 1 + x - 2*x*x + x*x*x*x}
	}
	got := differences(rows, 2, 1/h, difference)
	bound := math.Pow(h, 4) * math.Pow(omega, 5) / 30
	largest := 0.0
	for i := reach; i < len(rows)-reach; i++ {
		x := h * float64(i)
		off := math.Abs(got[i][0] - omega*math.Cos(omega*x))
		largest = math.Max(largest, off)
		if off > bound+1e-12 {
			t.Fatalf("at %v: off by %v, want at most %v", x, off, bound)
		}
		if want := 1 - 4*x + 4*x*x*x; math.Abs(got[i][1]-want) > 1e-11 { // roundings divided by h
			t.Fatalf("at %v: %v, want %v", x, got[i][1], want)
		}
	}
	if largest < bound/2 {
		t.Errorf("off by %v at most, want some %v", largest, bound)
	}
}
