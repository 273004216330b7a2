// Package decimal writes numbers for files.
package decimal

import (
	"encoding/binary"
	"math"
	"math/bits"
	"slices"
	"strconv"
)

// Append adds the decimal with the fewest digits that reads back to x, of these the nearest one: from 0.0001 to 1e15
// without an exponent, which people read more easily, else with one. What it writes is JSON if x is finite.
func Append(b []byte, x float64) []byte {
	if math.Float64bits(x) == 0 {
		return append(b, '0')
	}
	m, exponent, ok := shortest(math.Abs(x))
	if !ok {
		return appendRare(b, x)
	}
	if x < 0 {
		b = append(b, '-')
	}
	for m < 1e16 {
		m, exponent = m*10, exponent-1
	}
	d := digitsOf(m)
	length, point := d.length(), 17+exponent // digits in all, and before the point
	const longest = len("0.000") + 17
	n := len(b)
	b = slices.Grow(b, longest)
	to := (*[longest]byte)(b[n : n+longest])
	switch {
	case point < -3 || point > 15:
		d.put(to[1:])
		if to[0], to[1] = to[1], '.'; length > 1 {
			length++
		}
		return strconv.AppendInt(append(b[:n+length], 'e'), int64(point-1), 10)
	case point <= 0:
		copy(to[:], "0.000")
		d.put(to[2-point:])
		return b[:n+2-point+length]
	case point >= length:
		d.put(to[:])
		return b[:n+point]
	}
	d.put(to[1:])
	copy(to[:point], to[1:])
	to[point] = '.'
	return b[:n+length+1]
}

// appendRare adds any number, by strconv.
func appendRare(b []byte, x float64) []byte {
	if a := math.Abs(x); x == 0 || a >= 1e-4 && a < 1e15 {
		return strconv.AppendFloat(b, x, 'f', -1, 64)
	}
	start := len(b)
	b = strconv.AppendFloat(b, x, 'e', -1, 64)
	// strconv writes exponents of two digits at least and always a sign: 1e-07, 1e+20 become 1e-7, 1e20.
	for i := start; i < len(b); i++ {
		if b[i] != 'e' {
			continue
		}
		from, to := i+1, i+1
		if b[from] == '-' {
			to++
		}
		from++
		if b[from] == '0' {
			from++
		}
		return append(b[:to], b[from:]...)
	}
	return b // NaN, Inf
}

// digits are 17 digits: the first one and twice eight, a byte each.
type digits struct {
	first     byte
	next, end uint64
}

// digitsOf returns those of a number below 10^17.
func digitsOf(m uint64) digits {
	first := m / 1e16
	m -= first * 1e16
	next := m / 1e8
	return digits{byte(first), eight(next), eight(m - next*1e8)}
}

// length returns how many there are without zeros at the end.
func (d *digits) length() int {
	switch {
	case d.end != 0:
		return 17 - bits.LeadingZeros64(d.end)/8
	case d.next != 0:
		return 9 - bits.LeadingZeros64(d.next)/8
	}
	return 1
}

// put writes all of them.
func (d *digits) put(to []byte) {
	const ascii = 0x3030303030303030
	_ = to[16]
	to[0] = '0' + d.first
	binary.LittleEndian.PutUint64(to[1:], d.next|ascii)
	binary.LittleEndian.PutUint64(to[9:], d.end|ascii)
}

// eight returns the eight digits of a number below 10^8, a byte each, the first in the lowest byte: halves, pairs and
// single ones side by side, divided by multiplication.
func eight(x uint64) uint64 {
	half := x / 1e4
	x = half | (x-half*1e4)<<32
	pair := x * 10486 >> 20 & (0x7f<<32 | 0x7f)
	x = pair | (x-pair*100)<<16
	one := x * 103 >> 10 & (0xf<<48 | 0xf<<32 | 0xf<<16 | 0xf)
	return one | (x-one*10)<<8
}
