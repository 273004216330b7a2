package urdf

import "slices"

// Recheck judges the inertias of a robot whose links are altered again and again. It is for one goroutine.
type Recheck struct{ checker *checker }

// NewRecheck returns what judges a robot that has passed Check, as it will be.
func NewRecheck(r *Robot) *Recheck {
	c := newChecker(r, faulty{inertials: map[int]bool{}})
	c.made()
	c.check()
	return &Recheck{c}
}

// Links returns the error that Check of the robot now finds, nil for none, if it has found none before the links of the
// given indices, in rising order, were altered by their methods, Link.SetMass and others. O(links of their bodies).
func (x *Recheck) Links(altered ...int) error {
	c := x.checker
	c.diags = nil
	clear(c.faulty.inertials)
	for _, i := range altered {
		c.linkNumbers(i)
	}
	for _, i := range altered {
		c.linkInertia(i)
	}
	for n, i := range altered {
		same := func(k int) bool { return c.bodyOf[k] == c.bodyOf[i] }
		if !slices.ContainsFunc(altered[:n], same) {
			c.bodyInertia(&c.bodies[c.bodyOf[i]])
		}
	}
	return c.diags.Err()
}
