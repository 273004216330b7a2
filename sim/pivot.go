package sim

// complementarity is a problem in which each of several things is in one of two modes, or has no choice: what solves
// it is the choice that nothing contradicts.
type complementarity interface {
	solve() error     // for the present choice
	wrong(i int) bool // whether the solution contradicts the choice of i
	flip(i int)       // chooses otherwise for i
	hold(i int)       // takes the choice from i; after that it is never wrong
}

// pivot solves a complementarity problem of n things whose matrix is positive definite. It changes all wrong choices
// at once, which mostly needs two or three solutions; if that does not lessen their number in a few attempts, it
// changes only the first wrong one until it does. This cannot come back to a choice it has made. Sources: Murty,
// "Note on a Bard-type scheme for solving the complementarity problem", Opsearch 11, 1974, for the rule of the first
// index; Júdice, Pires, "A block principal pivoting algorithm for large-scale strictly monotone linear
// complementarity problems", Computers and Operations Research 21, 1994, for blocks.
//
// But rounding can: where inertias differ by many orders of magnitude, both choices of something light may contradict
// themselves. After many solutions what is still wrong has no choice any more, one thing at least with each solution,
// so this ends.
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
