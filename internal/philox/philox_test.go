package philox_test

import (
	"fmt"
	"math/bits"
	"testing"

	"kinetree/internal/philox"
)

func words(w0, w1, w2, w3 uint32) [2]uint64 {
	return [2]uint64{uint64(w0) | uint64(w1)<<32, uint64(w2) | uint64(w3)<<32}
}

// TestKnownAnswers compares with the known answers that the authors of the generator publish with their library
// Random123 (kat_vectors, philox4x32 with 10 rounds).
func TestKnownAnswers(t *testing.T) {
	for _, c := range []struct {
		counter [2]uint64
		key     uint64
		want    [2]uint64
	}{
		{words(0, 0, 0, 0), 0, words(0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8)},
		{words(0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff), 0xffffffffffffffff,
			words(0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd)},
		{words(0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344), 0x299f31d0a4093822,
			words(0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1)},
	} {
		if got := philox.Block(c.key, c.counter); got != c.want {
			t.Errorf("Block(%#x, %#x) = %#x, want %#x", c.key, c.counter, got, c.want)
		}
	}
}

// TestAvalanche checks that each bit of the key and of the counter changes half of the 128 bits. Over 200 places the
// mean number of changes has a standard deviation of sqrt(128/4/200) = 0.4; the bound is five of them.
func TestAvalanche(t *testing.T) {
	const places = 200
	for bit := range 192 {
		changed := 0
		for i := range uint64(places) {
			key, counter := i*7, [2]uint64{i, i * i}
			before := philox.Block(key, counter)
			switch {
			case bit < 64:
				key ^= 1 << bit
			case bit < 128:
				counter[0] ^= 1 << (bit - 64)
			default:
				counter[1] ^= 1 << (bit - 128)
			}
			after := philox.Block(key, counter)
			changed += bits.OnesCount64(before[0]^after[0]) + bits.OnesCount64(before[1]^after[1])
		}
		if mean := float64(changed) / places; mean < 62 || mean > 66 {
			t.Errorf("bit %d changes %.1f bits of 128 in the mean, want 64", bit, mean)
		}
	}
}

func TestUniformIsOpen(t *testing.T) {
	if low, high := philox.Uniform(0), philox.Uniform(1<<64-1); low <= 0 || high >= 1 {
		t.Errorf("the ends are %v and %v; want them inside (0, 1)", low, high)
	}
}

func TestNoAllocation(t *testing.T) {
	if n := testing.AllocsPerRun(100, func() { philox.Block(1, [2]uint64{2, philox.Name("gains.p")}) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// The 1000th number of one stream, without the 999 before it.
func Example() {
	x := philox.Uniform(philox.Block(7, [2]uint64{1000, philox.Name("mass")})[0])
	fmt.Println(x == philox.Uniform(philox.Block(7, [2]uint64{1000, philox.Name("mass")})[0]), 0 < x && x < 1)
	// Output: true true
}
