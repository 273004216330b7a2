package coulomb

import (
	"math"

	"kinetree/internal/libm"
)

// Touching is a contact, which has three rows: normal, and both directions across.
type Touching struct {
	Friction float64 // μ
	// Slides tells that it slides already, in the direction Toward, a unit vector across; then λ_t = −μ λ_n Toward.
	Slides bool
	Toward [2]float64
}

// Fate is what a contact does.
type Fate uint8

const (
	Apart Fate = iota // nothing presses
	Stuck             // w_t = 0
	Slips
)

// Encounter is that of all contacts. Matrix and Free are G and b, row by row, with the rows of the contacts in order.
type Encounter struct {
	Contacts     []Touching
	Matrix, Free []float64
}

// Solution is what the contacts do.
type Solution struct {
	Lambda, Rates []float64 // λ and w
	Fates         []Fate
	Residual      float64 // the largest change of a last round in w, relative to the largest of Free
	// Jammed tells that friction makes a contact's own normal force push the contact together, as in Painlevé's
	// paradox: no force, or more than one, answers.
	Jammed bool
}

const (
	enough = 1e-14 // a change of w in a round, relative, that is rounding
	some   = 100   // rounds before Newton's method, and after it
	most   = 2_000 // rounds where it has not helped
	still  = 1e-9  // a velocity or acceleration across, relative, that is taken for none
	// immobile is the share of the largest mobility of a contact below which a direction counts as one in which nothing
	// can move it.
	immobile = 1e-13
)

// Solve solves the problem. It allocates. Same input, same output.
func (p *Encounter) Solve() *Solution {
	n := len(p.Free)
	x := &Solution{Lambda: make([]float64, n), Rates: make([]float64, n), Fates: make([]Fate, len(p.Contacts))}
	size := 0.0
	for _, b := range p.Free {
		size = max(size, math.Abs(b))
	}
	if p.stuck(x, size) {
		return x
	}
	p.newton(x, size)
	if !p.rounds(x, size, some, 1) && x.Residual > float64(1e-10*size) {
		clear(x.Lambda)
		p.rounds(x, size, some, 1)
		p.newton(x, size)
		for part := 1.0; part > 0.1 && !p.rounds(x, size, some, part) && x.Residual > float64(1e-10*size); part /= 2 {
			p.rounds(x, size, most, part/2)
		}
	}
	if size > 0 {
		x.Residual /= size
	}
	at := 0
	for i, c := range p.Contacts { // on the edge of its cone a contact may stick as well
		across := x.Rates[at+1 : at+3]
		if x.Fates[i] == Slips && !c.Slides && libm.Hypot(across[0], across[1]) <= still*size {
			x.Fates[i] = Stuck
		}
		at += 3
	}
	return x
}

// rounds goes round the contacts, until w changes by rounding alone or for a number of rounds, and takes a part of each
// change, which is less than 1 where contacts would let go and stick by turns. It reports whether it has come to an
// end.
func (p *Encounter) rounds(x *Solution, size float64, number int, part float64) bool {
	n := len(p.Free)
	for range number {
		// w is computed anew in each round, so that its errors do not add up.
		for i := range n {
			x.Rates[i] = p.rate(x.Lambda, i)
		}
		change, at := 0.0, 0
		for k := range p.Contacts {
			var before [3]float64
			copy(before[:], x.Lambda[at:at+3])
			jammed := p.block(x, k, at)
			x.Jammed = x.Jammed || jammed
			for k := range 3 {
				if part < 1 {
					x.Lambda[at+k] = before[k] + float64(part*(x.Lambda[at+k]-before[k]))
				}
				delta := x.Lambda[at+k] - before[k]
				if delta == 0 {
					continue
				}
				change = max(change, math.Abs(float64(delta*p.Matrix[(at+k)*n+at+k])))
				for i := range n {
					x.Rates[i] += float64(p.Matrix[i*n+at+k] * delta)
				}
			}
			at += 3
		}
		if x.Residual = change; change <= enough*size {
			return true
		}
	}
	return false
}

// rate returns w in a row.
func (p *Encounter) rate(lambda []float64, i int) float64 {
	n := len(p.Free)
	sum := p.Free[i]
	for k, l := range lambda {
		sum += float64(p.Matrix[i*n+k] * l)
	}
	return sum
}

// block solves the problem of one contact, with its first row at, given what the others do.
func (p *Encounter) block(x *Solution, i, at int) (jammed bool) {
	n, c := len(p.Free), &p.Contacts[i]
	var b local
	for i := range 3 {
		b.q[i] = x.Rates[at+i]
		for k := range 3 {
			b.g[i][k] = p.Matrix[(at+i)*n+at+k]
			b.q[i] -= float64(b.g[i][k] * x.Lambda[at+k])
		}
	}
	b.friction = c.Friction
	var l [3]float64
	switch {
	case c.Friction == 0:
		b.slips = true
		l[0], jammed = b.press([2]float64{})
	case c.Slides:
		b.slips = true
		if l[0], jammed = b.press(c.Toward); !jammed {
			l[1], l[2] = -float64(c.Friction*l[0]*c.Toward[0]), -float64(c.Friction*l[0]*c.Toward[1])
		}
	default:
		l, jammed = b.cone()
	}
	copy(x.Lambda[at:at+3], l[:])
	x.Fates[i] = b.mode(l[0] > 0)
	return jammed
}

// mode returns that of the solution.
func (b *local) mode(pushes bool) Fate {
	switch {
	case !pushes:
		return Apart
	case b.slips:
		return Slips
	}
	return Stuck
}

// local is the problem of one contact: w = g λ + q.
type local struct {
	g        [3][3]float64
	q        [3]float64
	friction float64
	slips    bool
}

// press returns the normal force of a contact that slides in a direction.
func (b *local) press(toward [2]float64) (l float64, jammed bool) {
	g := b.g[0][0] - float64(b.friction*(float64(b.g[0][1]*toward[0])+float64(b.g[0][2]*toward[1])))
	switch {
	case g > float64(immobile*b.g[0][0]):
		return max(0, -b.q[0]/g), false
	case b.q[0] >= 0 || b.g[0][0] == 0:
		return 0, false
	}
	return 0, true
}

// cone solves the problem of one contact that has the choice.
func (b *local) cone() (l [3]float64, jammed bool) {
	if b.q[0] >= 0 {
		return l, false
	}
	if l = b.stick(); l[0] >= 0 && libm.Hypot(l[1], l[2]) <= float64(b.friction*l[0]) {
		return l, false
	}
	b.slips = true
	d, found := b.direction([2]float64{-l[1], -l[2]})
	if !found {
		return l, true
	}
	f, jammed := b.press(d)
	return [3]float64{f, -float64(b.friction * f * d[0]), -float64(b.friction * f * d[1])}, jammed
}

// stick returns what keeps the contact from moving, without forces in directions in which nothing can.
func (b *local) stick() (l [3]float64) {
	a, r := b.g, b.q
	largest := max(a[0][0], a[1][1], a[2][2])
	var order []int
	left := []int{0, 1, 2}
	for len(left) > 0 { // Cholesky's method with pivots
		best := 0
		for i, k := range left {
			if a[k][k] > a[left[best]][left[best]] {
				best = i
			}
		}
		p := left[best]
		if a[p][p] <= immobile*largest {
			break
		}
		left = append(left[:best:best], left[best+1:]...)
		order = append(order, p)
		for _, i := range left {
			f := a[i][p] / a[p][p]
			for _, k := range left {
				a[i][k] -= float64(f * a[p][k])
			}
			r[i] -= float64(f * r[p])
		}
	}
	for i := len(order) - 1; i >= 0; i-- {
		p := order[i]
		sum := -r[p]
		for _, k := range order[i+1:] {
			sum -= float64(a[p][k] * l[k])
		}
		l[p] = sum / a[p][p]
	}
	return l
}

// across returns w_t of a contact that slides in a direction, and the friction.
func (b *local) across(d [2]float64) (w [2]float64, rub float64) {
	f, _ := b.press(d)
	rub = float64(b.friction * f)
	for i := range w {
		w[i] = b.q[1+i] + float64(b.g[1+i][0]*f) - float64(rub*(float64(b.g[1+i][1]*d[0])+float64(b.g[1+i][2]*d[1])))
	}
	return w, rub
}

// direction returns the one in which the contact slides, if it does: that of w_t itself. With the friction's own part
// −g d taken from w_t, for the largest g across, the direction is the same, and depends little on the guess where the
// contact almost sticks.
func (b *local) direction(guess [2]float64) (d [2]float64, found bool) {
	unit := func(v [2]float64) ([2]float64, bool) {
		l := libm.Hypot(v[0], v[1])
		return [2]float64{v[0] / l, v[1] / l}, l > 0
	}
	mean, half := (b.g[1][1]+b.g[2][2])/2, (b.g[1][1]-b.g[2][2])/2
	most := mean + libm.Hypot(half, b.g[1][2])
	d, found = unit(guess)
	for range 60 {
		if !found {
			break
		}
		w, rub := b.across(d)
		if w == [2]float64{} {
			return d, true // it is about to stick
		}
		own := float64(rub * most)
		next, moves := unit([2]float64{w[0] + float64(own*d[0]), w[1] + float64(own*d[1])})
		if !moves {
			break
		}
		off := libm.Hypot(next[0]-d[0], next[1]-d[1])
		if d = next; off < 1e-15 && float64(w[0]*d[0])+float64(w[1]*d[1]) >= 0 {
			return d, true
		}
	}
	// The directions turn far: look all round for one in which w_t is along d.
	const sectors = 128
	side := func(angle float64) (cross, dot float64, d [2]float64) {
		s, c := libm.Sincos(angle)
		d = [2]float64{c, s}
		w, _ := b.across(d)
		return float64(d[0]*w[1]) - float64(d[1]*w[0]), float64(d[0]*w[0]) + float64(d[1]*w[1]), d
	}
	for i := range sectors {
		low, high := 2*math.Pi*float64(i)/sectors, 2*math.Pi*float64(i+1)/sectors
		from, _, _ := side(low)
		if to, _, _ := side(high); (from > 0) == (to > 0) {
			continue
		}
		for range 60 {
			middle := low + (high-low)/2
			if x, _, _ := side(middle); (x > 0) == (from > 0) {
				low = middle
			} else {
				high = middle
			}
		}
		if _, dot, d := side(low); dot >= 0 {
			return d, true
		}
	}
	return d, false
}
