package flags

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// CutLast splits a text at the last separator. There is something before it.
func CutLast(s string, separator byte) (before, after string, found bool) {
	i := strings.LastIndexByte(s, separator)
	if i <= 0 {
		return s, "", false
	}
	return s[:i], s[i+1:], true
}

// readNumbers reads finite numbers with separators between them.
func readNumbers(s string, separator byte) ([]float64, error) {
	var values []float64
	for _, part := range strings.Split(s, string(separator)) {
		x, err := finite(strings.TrimSpace(part))
		if err != nil {
			return nil, err
		}
		values = append(values, x)
	}
	return values, nil
}

// Vector is the value of a flag X,Y,Z.
type Vector [3]float64

func (v *Vector) String() string { return fmt.Sprintf("%g,%g,%g", v[0], v[1], v[2]) }

func (v *Vector) Type() string { return "X,Y,Z" }

func (v *Vector) Set(s string) error {
	values, err := readNumbers(s, ',')
	if err != nil {
		return err
	}
	if len(values) != len(v) {
		return fmt.Errorf("%q; expected three numbers X,Y,Z", s)
	}
	copy(v[:], values)
	return nil
}

// finite reads a finite number.
func finite(s string) (float64, error) {
	x, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
		return 0, fmt.Errorf("%q is not a number; expected a finite decimal number", s)
	}
	return x, nil
}

// Positive reads so many positive numbers with commas between them.
func Positive(s string, n int) ([]float64, error) {
	values, err := readNumbers(s, ',')
	if err != nil {
		return nil, err
	}
	for _, x := range values {
		if !(x > 0) {
			return nil, fmt.Errorf("%v; expected a positive number", x)
		}
	}
	if len(values) != n {
		return nil, fmt.Errorf("%d numbers; expected %d", len(values), n)
	}
	return values, nil
}
