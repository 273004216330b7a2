package constraint

import (
	"errors"
	"slices"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/floats"
	"kinetree/spatial/mat"
)

// glide is a contact that slides with friction.
type glide struct {
	*equation
	w      []float64 // Rᵀ Jᵀ f for the friction f of a normal force of 1, nv numbers; less what the rows answer
	answer []float64 // the multipliers that answer it
}

// Touch takes contacts beside the constraints of New, in place of those of the call before; what acts changes with the
// next call of Correct. It allocates. The error is that of New.
func (s *Solver) Touch(list []*Contact) error {
	var errs []error
	all := s.equations[:s.imposed:s.imposed]
	for i, c := range list {
		e, wrong := compile(s.model, c)
		if len(wrong) > 0 {
			errs = append(errs, wrong...)
			continue
		}
		e.index, e.name = s.imposed+i, c.Name
		all = append(all, e)
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	s.equations = all
	s.build()
	s.unranked = true
	n := s.model.NV()
	s.gliding = s.gliding[:0]
	for _, e := range s.equations {
		if e.rubs() {
			s.gliding = append(s.gliding, glide{e, make([]float64, n), make([]float64, len(s.rows))})
		}
	}
	k := len(s.gliding)
	s.coupling, s.exchange, s.normal = make([]float64, k*k), make([]int, k), make([]float64, k)
	s.gauge = gauge{share: make([]float64, len(s.rows)), target: make([]float64, len(s.rows))}
	return nil
}

// Portion sets what the rows of the i-th contact of the last Touch bear at first, where rigid bodies leave it open what
// each of them does and friction makes it matter. From then on it is what is nearest to that, in a sense that stays the
// same until the next Touch.
func (s *Solver) Portion(i int, lambda []float64) {
	e := s.equations[s.imposed+i]
	copy(s.gauge.share[e.first:e.first+e.n], lambda)
}

// rub adds the friction of contacts that slide to the solution s.x and s.z of the rows without: with the multiplier λ
// of a contact its friction is λ u, which the rows answer by −λ h, (W Wᵀ) h = W u. It reports false where the
// multipliers with friction are not determined, and then leaves the friction out.
func (s *Solver) rub() (determined bool) {
	k := len(s.gliding)
	for i := range s.gliding {
		x := &s.gliding[i]
		x.fillFriction(s)
		s.dots(x.answer, x.w)
	}
	copy(s.plain, s.x)
	copy(s.total, s.z)
	for i := range s.gliding {
		x := &s.gliding[i]
		s.respond(x.answer, true)
		floats.AddScaled(x.w, -1, s.z)
	}
	for i := range s.gliding {
		row := s.gliding[i].first
		for j := range s.gliding {
			s.coupling[i*k+j] = s.gliding[j].answer[row]
		}
		s.coupling[i*k+i]++
		s.normal[i] = s.plain[row]
	}
	determined = mat.Eliminate(s.coupling, s.exchange)
	copy(s.x, s.plain)
	copy(s.z, s.total)
	if !determined {
		return false
	}
	mat.Substitute(s.coupling, s.exchange, s.normal)
	for i := range s.gliding {
		x := &s.gliding[i]
		floats.AddScaled(s.x, -s.normal[i], x.answer)
		floats.AddScaled(s.z, s.normal[i], x.w)
	}
	return true
}

// fillFriction sets w at the place of the rows.
func (x *glide) fillFriction(s *Solver) {
	p := x.pair
	p.rub = p.contact.Against(x.rows[0].F, p.v)
	clear(x.w)
	friction := [1]row{{F: p.rub}}
	for i := range p.sides {
		side := &p.sides[i]
		if side.fixed() {
			continue
		}
		p.forces(s.forces[:1], i, friction[:])
		clear(s.spread[:len(x.support)])
		s.forward.AddForces(s.spread, len(x.support), x.ways[i], side.body, 0, s.forces[:1])
		for k, v := range x.support {
			x.w[v] += s.spread[k]
		}
	}
}

// dots sets dst to the rows of W times a vector.
func (s *Solver) dots(dst, v []float64) {
	for r := range s.rows {
		row := &s.rows[r]
		sum := 0.0
		for k, i := range row.support {
			sum += float64(s.w[row.at+k] * v[i])
		}
		dst[r] = sum
	}
}

// FrictionLoss returns what the contacts that slide lose per second after Correct (W).
func (s *Solver) FrictionLoss() (sum float64) {
	for i := range s.gliding {
		p := s.gliding[i].pair
		sum -= float64(s.lambda[s.gliding[i].first] * (float64(p.rub[0]*p.v[0]) + float64(p.rub[1]*p.v[1]) +
			float64(p.rub[2]*p.v[2])))
	}
	return sum
}

// Bears returns what the i-th contact of the last Touch does after Correct: the multipliers of its rows. The slice must
// not be changed.
func (s *Solver) Bears(i int) []float64 { return s.Multipliers(s.imposed + i) }

// Rubs returns the friction of the i-th contact of the last Touch for a normal force of 1, in the world's axes.
func (s *Solver) Rubs(i int) mgl64.Vec3 { return s.equations[s.imposed+i].pair.rub }

// Answer is what contacts could do in a state: with the multipliers λ of their rows, and the constraints that are
// there, the rows would have the accelerations, or the rates, W Wᵀ λ + Free.
type Answer struct {
	Rows    int
	Matrix  []float64 // Rows x Rows
	Free    []float64 // rows without the contacts
	s       *Solver
	first   int         // of the rows
	columns [][]float64 // Rᵀ Jᵀ of each, less what the constraints answer, NV numbers
	answers [][]float64 // the multipliers of the constraints that answer it
}

// Accelerations returns the response to accelerations qdd without constraints, those of the last ForwardDynamics, to
// which it adds what the constraints of New do. It allocates.
func (s *Solver) Accelerations(qdd []float64, t float64, q, qd []float64) *Answer {
	place := func() {
		for _, e := range s.equations {
			e.place(s.model, s.forward, t, q, qd, qdd)
		}
	}
	place()
	x := s.response()
	copy(s.at, q)
	clear(s.lambda)
	if x.first > 0 {
		for r := range s.rows {
			s.x[r] = -s.rows[r].derivative(s.rows[r].k, qdd)
		}
		s.respond(s.x, true)
		copy(s.lambda, s.x)
		s.forward.FromRoot(s.z)
		floats.Add(qdd, s.z)
		place()
	}
	for i := range x.Rows {
		row := &s.rows[x.first+i]
		x.Free[i] = row.derivative(row.k, qdd)
	}
	return x
}

// Rates returns the response to impulses at a position and a velocity, which meets the constraints of New. The position
// becomes that of the last Articulate. It allocates; the error is that of Root.Articulate.
func (s *Solver) Rates(t float64, q, qd []float64) (*Answer, error) {
	if err := s.forward.Articulate(q); err != nil {
		return nil, err
	}
	s.place(t, q, qd, nil)
	x := s.response()
	clear(s.lambda)
	for i := range x.Rows {
		row := &s.rows[x.first+i]
		x.Free[i] = row.rate(row.k, qd)
	}
	return x, nil
}

// response finds the matrix at the place of the rows and of the last articulation.
func (s *Solver) response() *Answer {
	s.rank()
	ranks := slices.Clone(s.ranks)
	x := &Answer{s: s}
	for i, e := range s.equations {
		e.fill(s.forward, s.forces)
		if ranks[i] = e.rank; i >= s.imposed {
			ranks[i] = 0
			continue
		}
		x.first += e.n
	}
	s.factor.decompose(s.w, s.scale, rounding, ranks)
	s.Forget()
	x.Rows = len(s.rows) - x.first
	x.Matrix, x.Free = make([]float64, x.Rows*x.Rows), make([]float64, x.Rows)
	for r := x.first; r < len(s.rows); r++ {
		row, v, a := &s.rows[r], make([]float64, s.model.NV()), make([]float64, len(s.rows))
		for k, i := range row.support {
			v[i] = s.w[row.at+k]
		}
		if x.first > 0 {
			s.dots(a, v)
			s.respond(a, true)
			floats.AddScaled(v, -1, s.z)
		}
		x.columns, x.answers = append(x.columns, v), append(x.answers, a)
	}
	for i, v := range x.columns {
		for j, u := range x.columns {
			x.Matrix[i*x.Rows+j] = floats.Dot(v, u)
		}
	}
	return x
}

// Apply adds to accelerations, or to velocities, what the multipliers do.
func (x *Answer) Apply(to, lambda []float64) {
	s := x.s
	clear(s.z)
	for i, l := range lambda {
		floats.AddScaled(s.z, l, x.columns[i])
		floats.AddScaled(s.lambda, -l, x.answers[i])
	}
	copy(s.lambda[x.first:], lambda)
	s.forward.FromRoot(s.z)
	floats.Add(to, s.z)
}
