package sim

// complementarity is a problem in which each of several things is in one of two modes, or has no choice. The solution
// is the choice of modes that no thing contradicts.
type complementarity interface {
	solve() error     // for the present choice
	wrong(i int) bool // whether the solution contradicts the choice of i
	flip(i int)       // chooses otherwise for i
	hold(i int)       // takes the choice from i; after that it is never wrong
}

// pivot solves a complementarity problem of n things whose matrix is positive definite. pivot changes all wrong modes
// at once, which mostly needs two or three solutions. If the number of wrong modes does not fall in a few attempts,
// pivot changes only the first wrong mode until the number falls. This rule never repeats a choice. Sources: Murty,
// "Note on a Bard-type scheme for solving the complementarity problem", Opsearch 11, 1974, for the rule of the first
// index; Júdice, Pires, "A block principal pivoting algorithm for large-scale strictly monotone linear complementarity
// problems", Computers and Operations Research 21, 1994, for blocks.
//
// With rounding it may: if inertias differ by many orders of magnitude, both modes of something light may be wrong.
// After many solutions each solution takes the choice from at least one wrong thing, so pivot ends.
func pivot(p complementarity, n int) error {
	const attempts = 4
	fewest, left := n+1, attempts
	for solved := 0; ; solved++ {
		if err := p.solve(); err != nil {
			return err
		}
		count, first := 0, -1
		for i := range n {
			if p.wrong(i) {
				if count++; first < 0 {
					first = i
				}
			}
		}
		if count == 0 {
			return nil
		}
		if count < fewest {
			fewest, left = count, attempts
		}
		if solved < 100+10*n && left == 0 {
			p.flip(first)
			continue
		}
		left--
		for i := range n {
			switch {
			case !p.wrong(i):
			case solved < 100+10*n:
				p.flip(i)
			default:
				p.hold(i)
			}
		}
	}
}
