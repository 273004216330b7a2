package reference

import (
	"fmt"
	"math"
)

// PRBS is a pseudo-random binary sequence: it is Offset + Amplitude or Offset − Amplitude for the time Hold each, in
// the order of a shift register with Order bits, whose sequence of 2^Order − 1 holds repeats and has the spectrum of
// white noise up to some 0.44/Hold. Before Begin it rests at Offset. Source: Golomb, "Shift Register Sequences",
// 1967.
type PRBS struct {
	Begin     float64 // s
	Offset    float64 // rad or m
	Amplitude float64 // rad or m
	Hold      float64 // s
	Order     int     // 2 to 20

	bits []bool
}

// taps are those of a register with as many bits, counted from 1, such that all of its states but zero follow each
// other. Source: Ward and Molteno, "Table of linear feedback shift registers", University of Otago, 2007.
var taps = [21][]int{2: {2, 1}, 3: {3, 2}, 4: {4, 3}, 5: {5, 3}, 6: {6, 5}, 7: {7, 6}, 8: {8, 6, 5, 4}, 9: {9, 5},
	10: {10, 7}, 11: {11, 9}, 12: {12, 11, 10, 4}, 13: {13, 12, 11, 8}, 14: {14, 13, 12, 2}, 15: {15, 14},
	16: {16, 14, 13, 11}, 17: {17, 14}, 18: {18, 11}, 19: {19, 18, 17, 14}, 20: {20, 17}}

// Check returns an error if a number is not usable, and finds the sequence otherwise.
func (p *PRBS) Check() error {
	if err := finite("a number of the sequence", p.Begin, p.Offset, p.Amplitude, p.Hold); err != nil {
		return err
	}
	if !(p.Hold > 0) || p.Order < 2 || p.Order >= len(taps) {
		return fmt.Errorf("it holds for %v s and its register has %d bits; expected a positive time, and 2 to %d bits",
			p.Hold, p.Order, len(taps)-1)
	}
	p.bits = make([]bool, 1<<p.Order-1)
	for i, state := 0, uint32(1); i < len(p.bits); i++ {
		p.bits[i] = state&1 == 1
		bit := uint32(0)
		for _, tap := range taps[p.Order] {
			bit ^= state >> (p.Order - tap)
		}
		state = state>>1 | bit&1<<(p.Order-1)
	}
	return nil
}

// index returns how many holds have ended at a time.
func (p *PRBS) index(t float64) float64 {
	const rounding = 1e-9
	return math.Floor((t-p.Begin)/p.Hold + rounding)
}

// At implements Trajectory.
func (p *PRBS) At(t float64) Point {
	k := p.index(t)
	if k < 0 {
		return Point{Position: p.Offset}
	}
	if p.bits[int(math.Mod(k, float64(len(p.bits))))] {
		return Point{Position: p.Offset + p.Amplitude}
	}
	return Point{Position: p.Offset - p.Amplitude}
}

// Break implements Trajectory.
func (p *PRBS) Break(t float64) float64 {
	for k := math.Max(0, p.index(t)); ; k++ {
		// a decimal number, as the ends of steps are
		if at := math.Round((p.Begin+float64(k*p.Hold))*1e12) / 1e12; at > t {
			return at
		}
	}
}
