package coulomb_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
	"kinetree/dynamics/coulomb"
	"kinetree/models/oracle/expect"
)

// laws returns by how much a solution breaks the laws of contact: w = G λ + b, Signorini's, the cone and the direction
// of friction, each relative to the largest number of its kind.
func laws(p *coulomb.Encounter, x *coulomb.Solution) (worst float64, which string) {
	n := len(p.Free)
	size, force := 0.0, 0.0
	for i := range n {
		size, force = max(size, math.Abs(p.Free[i])), max(force, math.Abs(x.Lambda[i]))
	}
	note := func(what string, off float64) {
		if !(off <= worst) {
			worst, which = off, what
		}
	}
	at := 0
	for _, c := range p.Contacts {
		w := [3]float64{}
		for i := range 3 {
			w[i] = p.Free[at+i]
			for k := range n {
				w[i] += p.Matrix[(at+i)*n+k] * x.Lambda[k]
			}
		}
		l := x.Lambda[at : at+3]
		note("no pull", -l[0]/max(force, 1e-300))
		note("no penetration", -w[0]/size)
		note("complementarity", l[0]*w[0]/(size*max(force, 1e-300)))
		bears, speed := math.Hypot(l[1], l[2]), math.Hypot(w[1], w[2])
		note("cone", (bears-c.Friction*l[0])/max(force, 1e-300))
		// The power of friction is as negative as the cone allows: −μ λ_n |w_t|.
		note("dissipation", (l[1]*w[1]+l[2]*w[2]+c.Friction*l[0]*speed)/(size*max(force, 1e-300)))
		at += 3
	}
	return worst, which
}

// TestLaws checks solutions of random problems, many of which have a singular matrix, by the laws themselves.
func TestLaws(t *testing.T) {
	// Of the largest force and acceleration: what the method leaves where contacts are nearly alike. A world solves for
	// the modes that are found once more, without that error.
	const limit = 1e-6
	jammed := 0
	modes := map[coulomb.Fate]int{}
	rng := rand.New(rand.NewPCG(1, 42))
	cases := 1000
	if testing.Short() {
		cases = 100
	}
	number := func() float64 { return 2*rng.Float64() - 1 }
	vector := func() mgl64.Vec3 { return mgl64.Vec3{number(), number(), number()} }
	for range cases {
		contacts := 1 + rng.IntN(6)
		n := 3 * contacts
		// A body of mass 1 and moments 0.1 to 0.5, which touches at points around its centre.
		inverse := [6]float64{1, 1, 1}
		for k := 3; k < 6; k++ {
			inverse[k] = 1 / (0.3 + 0.2*number())
		}
		motion := [6]float64{}
		for k := range motion {
			motion[k] = number()
		}
		p := coulomb.Encounter{Matrix: make([]float64, n*n), Free: make([]float64, n)}
		rows := make([][6]float64, n)
		for c := range contacts {
			at, normal := vector(), vector()
			if normal.Len() < 0.1 {
				normal = mgl64.Vec3{0, 0, 1}
			}
			normal = normal.Normalize()
			across := normal.Cross(mgl64.Vec3{0.6, 0, 0.8})
			if across.Len() < 0.1 {
				across = normal.Cross(mgl64.Vec3{0, 1, 0})
			}
			across = across.Normalize()
			for k, d := range []mgl64.Vec3{normal, across, normal.Cross(across)} {
				m := at.Cross(d)
				rows[3*c+k] = [6]float64{d[0], d[1], d[2], m[0], m[1], m[2]}
			}
			p.Contacts = append(p.Contacts, coulomb.Touching{Friction: rng.Float64()})
		}
		for i, a := range rows {
			for k := range a {
				p.Free[i] += a[k] * motion[k]
			}
			for j, b := range rows {
				for k := range a {
					p.Matrix[i*n+j] += a[k] * inverse[k] * b[k]
				}
			}
		}
		x := p.Solve()
		if x.Jammed || x.Residual > 1e-9 { // some have no answer, and the solution says so
			jammed++
			continue
		}
		off, which := laws(&p, x)
		if off > limit {
			t.Fatalf("%s is off by %v: %+v", which, off, x)
		}
		// What is told is what is found here, in three numbers.
		if l := p.Broken(x); math.Abs(max(l.Signorini, l.Cone, l.Dissipation)-off) > 1e-12+1e-6*off {
			t.Fatalf("%s is off by %v, and %+v is told", which, off, l)
		}
		for _, m := range x.Fates {
			modes[m]++
		}
	}
	if jammed > cases/50 {
		t.Errorf("%d of %d have no answer; expected few", jammed, cases)
	}
	if len(modes) < 3 {
		t.Errorf("modes %v; expected contacts that are apart, stick and slip", modes)
	}
}

// TestBox: a box on four corners that is pushed as much as friction bears, or less, does not move, and its reactions
// carry the weight and the push.
func TestBox(t *testing.T) {
	// Rates: x, y, z and the turn about y of a box of mass 1, moment 1/6, half width and height 1/2; corners left and
	// right, front and back.
	corner := func(x float64) [3][4]float64 { return [3][4]float64{{0, 0, 1, -x}, {1, 0, 0, -0.5}, {0, 1, 0, 0}} }
	inverse := [4]float64{1, 1, 1, 6}
	var rows [][4]float64
	for _, x := range []float64{-0.5, -0.5, 0.5, 0.5} {
		c := corner(x)
		rows = append(rows, c[:]...)
	}
	const push, weight, friction = 2.9, 10.0, 0.3
	motion := [4]float64{push, 0, -weight, push * 0.3 * 6} // above the centre by 0.3
	p := coulomb.Encounter{Matrix: make([]float64, 144), Free: make([]float64, 12)}
	for i, a := range rows {
		for k := range a {
			p.Free[i] += a[k] * motion[k]
		}
		for j, b := range rows {
			for k := range a {
				p.Matrix[i*12+j] += a[k] * inverse[k] * b[k]
			}
		}
	}
	for range 4 {
		p.Contacts = append(p.Contacts, coulomb.Touching{Friction: friction})
	}
	x := p.Solve()
	normal, across := 0.0, 0.0
	for i := 0; i < 12; i += 3 {
		normal, across = normal+x.Lambda[i], across+x.Lambda[i+1]
	}
	expect.Number(t, "normal forces", normal, weight, 1e-9)
	expect.Number(t, "friction", across, -push, 1e-9)
	for i, m := range x.Fates {
		if m == coulomb.Slips {
			t.Errorf("corner %d slips; expected none to", i)
		}
	}
	expect.Within(t, "accelerations", x.Rates, make([]float64, 12), 1e-9)
}
