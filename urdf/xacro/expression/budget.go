package expression

import "fmt"

// Budget is what expressions may take together. Each operation takes a step, and what it makes takes bytes: a text its
// length, an item of a list 32, an entry of a dict 128. What is taken is counted by the expressions alone, so that a
// limit is met at the same place on every machine.
type Budget struct {
	Steps int // that are left
	Bytes int // that are left
}

// LimitError says that expressions want more than they may take.
type LimitError struct{ What string }

func (e *LimitError) Error() string { return e.What }

const (
	itemSize  = 32
	entrySize = 128

	maxTokens = 100_000 // of an expression
	maxNested = 200     // brackets, functions that call each other
	maxBits   = 65_536  // of a whole number
	maxText   = 1 << 20 // bytes of an expression
)

// step takes steps.
func (b *Budget) step(n int) error {
	if b.Steps -= n; b.Steps < 0 {
		return &LimitError{"expressions take more steps than they may; expected fewer repetitions"}
	}
	return nil
}

// take takes the bytes of n things of a size.
func (b *Budget) take(n, size int) error {
	if n > 0 && (n > b.Bytes || size > 0 && n > b.Bytes/size) {
		b.Bytes = 0
		return &LimitError{"values of expressions take more memory than they may; expected smaller ones"}
	}
	b.Bytes -= max(n, 0) * size
	return nil
}

// tooLarge is the error of a whole number that has too many digits.
func tooLarge() error {
	return &LimitError{fmt.Sprintf("a whole number of more than %d bits; expected a smaller one", maxBits)}
}
