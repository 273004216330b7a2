package require_test

import (
	"math"
	"strings"
	"testing"

	"kinetree/internal/require"
)

// figures are of a result that is a number.
var figures = []require.Measurand[float64]{
	{Name: "share", Value: func(x float64) (float64, string) { return x, "" }},
	{Name: "angle", Units: []require.Unit{{Name: "deg", Factor: 1}, {Name: "rad", Factor: 180 / math.Pi}},
		Value: func(x float64) (float64, string) {
			if x < 0 {
				return math.NaN(), "it is negative"
			}
			return x, "the elbow"
		}},
	{Name: "gain", Units: require.Gains, Boundless: true,
		Value: func(x float64) (float64, string) {
			if math.IsInf(x, 1) {
				return x, "nothing bounds it"
			}
			return x, ""
		},
		Part: func(x float64, part string) (float64, string) { return 2 * x, part }},
	{Name: "positive", Truth: true, Value: func(x float64) (float64, string) {
		switch {
		case x > 0:
			return 1, ""
		case math.IsNaN(x):
			return x, "it is no number"
		}
		return 0, ""
	}},
}

// TestCheck checks bounds on both sides of what they require, in all units and relations.
func TestCheck(t *testing.T) {
	for _, c := range []struct {
		text  string
		x     float64
		wrong string // empty if the bound is kept
	}{
		{"share<5%", 0.049, ""}, {"share < 5 %", 0.05, "required share<5%: it is 0.05"}, {"share<=5%", 0.05, ""},
		{"share>0.05", 0.05, "it is 0.05"}, {"share>=.05", 0.05, ""}, {"share<inf", 1e300, ""},
		{"share==0", 0, ""}, {"share==0", 1e-300, "it is 1e-300"}, {"share != 0", 0, "required share!=0: it is 0"},
		{"gain>6dB", 2, ""}, {"gain>6dB", 1.99, "it is 5.977 dB"}, {"gain>2", 1.99, "it is 1.99"},
		{"gain>6dB", math.Inf(1), "there is no such number, since nothing bounds it"},
		{"elbow/gain>=2", 1, ""}, {"elbow/gain>3", 1, "required elbow/gain>3: it is 2 (elbow)"},
		{"share>-1e-3", -0.0009, ""}, {"share>1", math.NaN(), "required share>1: there is no such number"},
		{"angle>30deg", 30.1, ""}, {"angle>30deg", 29.9, "required angle>30deg: it is 29.9 deg (the elbow)"},
		{"angle>1rad", 57.3, ""}, {"angle>1rad", 57.2, "it is 0.9983 rad"}, {"angle>1e1deg", 11, ""},
		{"angle>1e1deg", math.Inf(1), ""},
		{"angle>30deg", -1, "required angle>30deg: there is no such number, since it is negative"},
		{"positive", math.NaN(), "required positive: that is not known, since it is no number"}, {"positive", 2, ""},
		{"positive", 0, "required positive: it is not"},
	} {
		b, err := require.Parse(c.text, figures)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		if err := b.Check(c.x); (err == nil) != (c.wrong == "") ||
			err != nil && !strings.HasSuffix(err.Error(), c.wrong) && !strings.Contains(err.Error(), c.wrong) {
			t.Errorf("%s of %v: %v, want %q", c.text, c.x, err, c.wrong)
		}
	}
}

// TestParse checks what is said of bounds that mean nothing.
func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"shar<1":        `there is no figure "shar" (did you mean "share"?); expected one of share, angle, gain`,
		"":              `there is no figure ""; expected one of`,
		"share":         "expected a figure and its bound, such as share>0.95",
		"angle":         "such as angle>5deg",
		"share<":        `"" is not a number`,
		"share<much":    `"much" is not a number`,
		"share<nan":     `"nan" is not a number`,
		"share<1<2":     `"1<2" is not a number`,
		"share=1":       `there is no figure "share=1"`,
		"elbow/share<1": "share is of the whole and of no part",
		"share<5dB":     `share has no unit "dB"; expected a plain number, or one in %`,
		"angle>30":      "30 has no unit; expected one in deg, rad",
		"angle>30grad":  `there is no unit "grad" of angle; expected one of deg, rad`,
		"positive>0":    "positive has no bound; expected the name alone",
		"angle>0x1pdeg": "is not a number",
	} {
		if _, err := require.Parse(text, figures); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// TestLack checks that what lacks is nothing where a bound is kept, infinite figures included, rises with the distance,
// and is all where there is no number.
func TestLack(t *testing.T) {
	b, err := require.Parse("gain>6dB", figures)
	if err != nil {
		t.Fatal(err)
	}
	before := 0.0
	for _, x := range []float64{math.Inf(1), 10, 2, 1.9, 1, 0.1, -1e9} {
		lack := b.Lack(x)
		if x >= 2 && lack != 0 || x < 2 && !(lack > before && lack < 1) {
			t.Errorf("%v lacks %v, after %v", x, lack, before)
		}
		before = lack
	}
	if lack := b.Lack(math.NaN()); lack != 1 {
		t.Errorf("no number lacks %v", lack)
	}
}

// TestPlain checks units of numbers in expressions: 20 log10 2 dB is 6.0206, and names and texts stay what they are.
func TestPlain(t *testing.T) {
	for text, want := range map[string]string{
		"phase_margin > 180deg":            "phase_margin > 3.141592653589793",
		"max(0, 20 dB - gain_margin)*1e3":  "max(0, 10 - gain_margin)*1e3",
		"5ms+.5 s+1e-3us":                  "0.005+0.5+1e-09",
		"1Hz":                              "6.283185307179586",
		"1 if x else 2":                    "1 if x else 2",
		`joints["7deg"]["peak"] + 2deg5`:   `joints["7deg"]["peak"] + 2deg5`,
		"joint2deg + itae2 - 3e + 1e+2 ms": "joint2deg + itae2 - 3e + 0.1",
	} {
		if got := require.Plain(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}
