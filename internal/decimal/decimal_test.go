package decimal_test

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kinetree/internal/decimal"
)

// want is what Append should write, by the formats of strconv alone.
func want(x float64) string {
	if a := math.Abs(x); x == 0 || a >= 1e-4 && a < 1e15 {
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	s := strconv.FormatFloat(x, 'e', -1, 64)
	s = strings.Replace(s, "e-0", "e-", 1)
	s = strings.Replace(s, "e+0", "e", 1)
	return strings.Replace(s, "e+", "e", 1)
}

// TestAppend compares with strconv, at numbers of any magnitude and at those around which the form changes.
func TestAppend(t *testing.T) {
	check := func(t rapid.TB, x float64) {
		t.Helper()
		if got := string(decimal.Append([]byte("1,"), x)); got != "1,"+want(x) {
			t.Fatalf("got %s, want 1,%s", got, want(x))
		}
		if back, err := strconv.ParseFloat(want(x), 64); !math.IsNaN(x) &&
			(err != nil || math.Float64bits(back) != math.Float64bits(x)) {
			t.Fatalf("%v reads back to %v, %v", x, back, err)
		}
	}
	for _, x := range []float64{0, math.Copysign(0, -1), math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64,
		math.SmallestNonzeroFloat64, 120, 1.0 / 3} {
		check(t, x)
	}
	for e := -330; e <= 308; e++ { // powers of ten and their neighbours
		x, _ := strconv.ParseFloat("1e"+strconv.Itoa(e), 64)
		for _, y := range []float64{x, math.Nextafter(x, 0), math.Nextafter(x, math.Inf(1)), 1.5 * x, 12 * x} {
			check(t, y)
			check(t, -y)
		}
	}
	// Decimals of few digits, sums of few powers of two, and numbers of all bits.
	r := rand.New(rand.NewPCG(1, 2))
	for range 200_000 {
		check(t, math.Round(r.NormFloat64()*1e6)/1e6)
		check(t, math.Ldexp(float64(r.Int64N(1<<53)>>r.IntN(53)), r.IntN(130)-65))
		check(t, -math.Float64frombits(r.Uint64()))
	}
	rapid.Check(t, func(t *rapid.T) {
		check(t, rapid.Float64().Draw(t, "x"))
		check(t, math.Float64frombits(rapid.Uint64().Draw(t, "bits")))
		check(t, float64(rapid.IntRange(-1e6, 1e6).Draw(t, "n"))/math.Pow10(rapid.IntRange(-12, 12).Draw(t, "places")))
	})
}

func TestAppendDoesNotAllocate(t *testing.T) {
	b := make([]byte, 0, 100)
	if n := testing.AllocsPerRun(100, func() {
		for _, x := range []float64{1.0 / 3, -1e-4 / 3, 1e14 / 3, 1e-7 / 3, 1e20} {
			decimal.Append(b, x)
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkAppend(b *testing.B) {
	buffer := make([]byte, 0, 100)
	for name, x := range map[string]float64{"tenth": 0.3 / 7, "one": 30.0 / 7, "thousand": 3e4 / 7,
		"exponent": 3e-7 / 7} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				buffer = decimal.Append(buffer[:0], x)
			}
		})
		b.Run(name+"/strconv", func(b *testing.B) {
			for range b.N {
				buffer = strconv.AppendFloat(buffer[:0], x, 'g', -1, 64)
			}
		})
	}
}
