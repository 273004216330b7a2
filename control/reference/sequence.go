package reference

import (
	"errors"
	"fmt"
	"math"
)

// Sequence makes moves follow one another: each begins where the one before has ended, and between them the motion
// rests. The error says which move begins before, or elsewhere.
func Sequence(moves []*Piecewise) (*Piecewise, error) {
	if len(moves) == 0 {
		return nil, errors.New("there are no moves; expected at least one")
	}
	all := &Piecewise{pieces: moves[0].pieces[:1:1]}
	for k, p := range moves {
		move, ok := p.Move()
		if !ok {
			return nil, fmt.Errorf("move %d goes not from rest at one position to rest at another one", k)
		}
		breaks := p.breaks
		if k > 0 {
			last := all.moves[k-1]
			switch {
			case move.Begin < last.End-float64(rounding*math.Max(1, math.Abs(last.End))):
				return nil, fmt.Errorf("move %d begins at %v s, while the one before ends at %v s; expected %[3]v s "+
					"or later", k, move.Begin, last.End)
			case move.From != last.To:
				return nil, fmt.Errorf("move %d begins at the position %v, and the one before ends at %v; expected "+
					"the same position", k, move.From, last.To)
			case move.Begin <= last.End: // without a rest between them
				all.pieces = all.pieces[:len(all.pieces)-1]
				breaks = breaks[1:]
			}
		}
		all.breaks, all.pieces = append(all.breaks, breaks...), append(all.pieces, p.pieces[1:]...)
		all.moves = append(all.moves, move)
	}
	return all, nil
}
