package plot

import (
	"math"
	"strconv"
	"strings"

	"kinetree/internal/decimal"
)

// axis is a scale of a panel and what is written along it. If the numbers need a factor or lie in a small range far
// from zero, the labels of the ticks show (x - offset) / 10^exponent, and the title says so.
type axis struct {
	label, unit string
	low, high   float64
	log         bool // logarithmic; low and high are positive then
	exponent    int
	offset      float64
	ticks       []tick
}

// tick is a mark on an axis. Those of a logarithmic axis between powers of ten have no label.
type tick struct {
	at    float64
	label string
}

// linearAxis returns an axis of round numbers that contains a range, with about so many ticks.
func linearAxis(label, unit string, low, high float64, count int) axis {
	a := axis{label: label, unit: unit, low: low, high: high}
	step, digits := roundStep((high - low) / float64(count))
	first, last := math.Ceil(low/step-1e-9), math.Floor(high/step+1e-9)
	size := max(math.Abs(low), math.Abs(high))
	if size/step >= 1e5 { // labels would have six digits or more, of which most are the same
		a.offset = float64(math.Round((low/2+high/2)/step) * step)
		first, last = math.Ceil((low-a.offset)/step-1e-9), math.Floor((high-a.offset)/step+1e-9)
		size = max(math.Abs(low-a.offset), math.Abs(high-a.offset))
	}
	if size >= 1e5 || size < 1e-2 {
		a.exponent = 3 * int(math.Floor(math.Log10(size)/3+1e-9))
	}
	digits = max(0, digits+a.exponent)
	for k := first; k <= last && len(a.ticks) < 100; k++ {
		x := float64(k * step)
		a.ticks = append(a.ticks,
			tick{a.offset + x, signed(strconv.FormatFloat(x/math.Pow10(a.exponent)+0, 'f', digits, 64))})
	}
	return a
}

// roundStep returns the step of 1, 2 or 5 times a power of ten that is nearest by ratio, and how many digits it has
// behind the point.
func roundStep(wanted float64) (step float64, digits int) {
	e := math.Floor(math.Log10(wanted))
	power := math.Pow(10, e)
	switch m := wanted / power; {
	case m < math.Sqrt(2):
		return power, int(-e)
	case m < math.Sqrt(10):
		return float64(2 * power), int(-e)
	case m < math.Sqrt(50):
		return float64(5 * power), int(-e)
	default:
		return float64(10 * power), int(-e) - 1
	}
}

// logAxis returns a logarithmic axis over a positive range, with ticks at powers of ten and marks between them if
// there is room.
func logAxis(label, unit string, low, high float64, count int) axis {
	a := axis{label: label, unit: unit, low: low, high: high, log: true}
	from, to := int(math.Floor(math.Log10(low)+1e-9)), int(math.Ceil(math.Log10(high)-1e-9))
	every := max(1, (to-from+count-1)/count)
	few := to-from <= 2
	for e := from; e <= to; e++ {
		for m := 1; m < 10; m++ {
			x := float64(float64(m) * math.Pow10(e))
			if x < low*(1-1e-9) || x > high*(1+1e-9) {
				continue
			}
			t := tick{at: x}
			switch {
			case m == 1 && (e-from)%every == 0, few && (m == 2 || m == 5):
				t.label = magnitude(x)
			case m > 1 && every > 1:
				continue
			}
			a.ticks = append(a.ticks, t)
		}
	}
	return a
}

// magnitude writes a round positive number for people: powers of ten where digits would be many.
func magnitude(x float64) string {
	if x >= 1e-3 && x < 1e5 {
		return signed(strconv.FormatFloat(x, 'f', -1, 64))
	}
	e := int(math.Floor(math.Log10(x) + 1e-9))
	return strconv.FormatFloat(x/math.Pow10(e), 'g', 3, 64) + strings.TrimPrefix(powerOfTen(e), "1")
}

// powerOfTen writes 10 to the power e. Small letters above the line would be nicer, but the font lacks their minus.
func powerOfTen(e int) string { return signed("1e" + strconv.Itoa(e)) }

// position returns where a number stands on the axis: 0 at its low end, 1 at its high end.
func (a *axis) position(x float64) float64 {
	if a.log {
		return (math.Log(x) - math.Log(a.low)) / (math.Log(a.high) - math.Log(a.low))
	}
	return (x - a.low) / (a.high - a.low)
}

// title returns the label with the unit and the factor.
func (a *axis) title() string {
	unit := a.unit
	if a.exponent != 0 {
		unit = strings.TrimSpace(powerOfTen(a.exponent) + " " + unit)
	}
	if unit == "" {
		return a.label
	}
	return strings.TrimSpace(a.label + " (" + unit + ")")
}

// note returns a text that names the number for which the tick 0 stands, or "" if that is 0.
func (a *axis) note() string {
	if a.offset == 0 {
		return ""
	}
	return strings.TrimSpace("0 is " + number(a.offset, 12) + " " + a.unit)
}

// signed replaces the hyphen of a negative number by a minus sign.
func signed(s string) string { return strings.ReplaceAll(s, "-", "−") }

// number writes a number with at most so many digits, as people read it.
func number(x float64, digits int) string {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', digits, 64), 64)
	if err != nil {
		rounded = x
	}
	return signed(string(decimal.Append(nil, rounded)))
}

// spread returns the range for an axis that shows numbers from low to high, with air on both sides. A range that is
// nothing but rounding, less than one in 10⁹ of its magnitude or of the scale given, is shown as a constant. With no
// numbers at all (low > high) it is 0 to 1.
func spread(low, high, scale float64) (float64, float64) {
	if low > high {
		return 0, 1
	}
	size := max(math.Abs(low), math.Abs(high), scale)
	if high-low <= 1e-9*size {
		if size == 0 {
			size = 10
		}
		return low/2 + high/2 - float64(0.1*size), low/2 + high/2 + float64(0.1*size)
	}
	air := float64(0.06 * (high - low))
	return low - air, high + air
}
