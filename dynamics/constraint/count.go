package constraint

import (
	"fmt"
	"slices"
	"strings"

	"kinetree/internal/vec"
	"kinetree/spatial"
)

// RowCount is how many rows constraints have, and what they leave.
type RowCount struct {
	Rows      int      `json:"rows"`
	Rank      int      `json:"rank"`                // rows that no others imply
	Redundant []string `json:"redundant,omitempty"` // the others, by constraint and number
	Mobility  int      `json:"mobility"`            // rates that are left to choose
	Shares    string   `json:"shares,omitempty"`    // what the reactions of redundant rows are, if they are logged
}

func (c *RowCount) String() string {
	rows := "rows"
	if c.Rows == 1 {
		rows = "row"
	}
	text := fmt.Sprintf("%d %s of rank %d, mobility %d", c.Rows, rows, c.Rank, c.Mobility)
	if len(c.Redundant) > 0 {
		const most = 6
		text += "; redundant: " + strings.Join(c.Redundant[:min(most, len(c.Redundant))], ", ")
		if more := len(c.Redundant) - most; more > 0 {
			text += fmt.Sprintf(" and %d more", more)
		}
	}
	if c.Shares != "" {
		text += "; reactions " + c.Shares
	}
	return text
}

// Count returns the numbers of the constraints.
func (s *Solver) Count() RowCount {
	return RowCount{Rows: s.Rows(), Rank: s.Rank(), Redundant: s.Redundant(), Mobility: s.Mobility()}
}

// Rows returns the number of rows of all constraints.
func (s *Solver) Rows() int { return len(s.rows) }

// Rank returns how many of the rows are independent where they were chosen last: in Assemble, and where others were
// found to be needed.
func (s *Solver) Rank() int {
	rank := 0
	for _, e := range s.equations {
		if s.began {
			rank += e.rank
		}
	}
	return rank
}

// Mobility returns the number of rates that are left to choose.
func (s *Solver) Mobility() int { return s.model.NV() - s.Rank() }

// CountsTurns reports whether a row on positions has a coefficient at a rate, as gears have, so that a whole turn of it
// makes a difference. It makes none to constraints between links.
func (s *Solver) CountsTurns(rate int) bool {
	for _, e := range s.equations {
		if e.pair == nil && e.holonomic > 0 && slices.Contains(e.rates.rates, rate) {
			return true
		}
	}
	return false
}

// Size returns how far a body of the robot can be from the base at most, the constraints' own lengths included (m).
func (s *Solver) Size() float64 { return s.size }

// Names returns the names of the constraints.
func (s *Solver) Names() (names []string) {
	for _, e := range s.equations {
		names = append(names, e.name)
	}
	return names
}

// Redundant names the rows that others before them imply: the constraint and the number of the row, from 0 on.
func (s *Solver) Redundant() (names []string) {
	for r := range s.rows {
		if x := &s.rows[r]; s.began && x.redundant {
			names = append(names, fmt.Sprintf("%s[%d]", x.name, x.k))
		}
	}
	return names
}

// Columns names what AppendMultipliers appends: NAME/force/x to NAME/moment/z for constraints between links and
// NAME/multiplier for those on rates, NAME/multiplier[k] where they have several rows. Prescribed motion has none.
func (s *Solver) Columns() (names []string) {
	for _, e := range s.equations {
		switch {
		case e.moves || e.pair != nil && e.pair.contact != nil:
		case e.pair != nil:
			for _, part := range []string{"/force/x", "/force/y", "/force/z", "/moment/x", "/moment/y", "/moment/z"} {
				names = append(names, e.name+part)
			}
		case e.n == 1:
			names = append(names, e.name+"/multiplier")
		default:
			for k := range e.n {
				names = append(names, fmt.Sprintf("%s/multiplier[%d]", e.name, k))
			}
		}
	}
	return names
}

// Multipliers returns what the rows of the i-th constraint do after Correct: for rows on rates the efforts for a
// coefficient of 1. The slice must not be changed, and the next call of Correct changes it.
func (s *Solver) Multipliers(i int) []float64 {
	e := s.equations[i]
	return s.lambda[e.first : e.first+e.n]
}

// AppendMultipliers appends what the constraints do to the robot after Correct: for those between links the force (N)
// and the moment (N m) on the second link about its point, in the world's axes; that of a wheel is where it touches.
func (s *Solver) AppendMultipliers(row []float64) []float64 {
	s.kin.Update(s.at)
	for _, e := range s.equations {
		lambda := s.lambda[e.first : e.first+e.n]
		switch {
		case e.moves || e.pair != nil && e.pair.contact != nil:
		case e.pair != nil:
			f := e.total(lambda)
			if !e.pair.inWorld {
				R := &s.kin.BodyPose(e.pair.ancestor).R
				f = spatial.Force{Ang: vec.MulVec(*R, f.Ang), Lin: vec.MulVec(*R, f.Lin)}
			}
			row = append(append(row, f.Lin[:]...), f.Ang[:]...)
		default:
			row = append(row, lambda...)
		}
	}
	return row
}
