package constraint

import (
	"math"

	"kinetree/tree"
)

// rateRows are rows whose coefficients stand at rates of joints.
type rateRows struct {
	rates []int // those with coefficients
	A     []float64
	b     []float64 // A q̇ = b
	bias  []float64 // Ȧ q̇ − ḃ
	off   []float64 // what is to be zero of the position
	// update sets what depends on the state; position alone if qd is nil.
	update func(r *rateRows, m *tree.Model, t float64, q, qd []float64)
}

// rate returns row k times q̇, less b.
func (r *rateRows) rate(k int, qd []float64) float64 {
	sum := -r.b[k]
	for i, v := range r.rates {
		sum += float64(r.A[k*len(r.rates)+i] * qd[v])
	}
	return sum
}

// derivative returns row k times q̈, with what the rest of its derivative in time is.
func (r *rateRows) derivative(k int, qdd []float64) float64 {
	sum := r.bias[k]
	for i, v := range r.rates {
		sum += float64(r.A[k*len(r.rates)+i] * qdd[v])
	}
	return sum
}

// newRateRows returns n rows on the given rates.
func newRateRows(n int, rates []int, update func(r *rateRows, m *tree.Model, t float64, q, qd []float64)) *rateRows {
	return &rateRows{rates: rates, A: make([]float64, n*len(rates)), b: make([]float64, n), bias: make([]float64, n),
		off: make([]float64, n), update: update}
}

// onJoints returns one row with coefficients of joints.
func onJoints(m *tree.Model, field string, joints []int, coefficients []float64) (*rateRows, error) {
	r := newRateRows(1, nil, nil)
	for i, k := range joints {
		if k < 0 || k >= len(m.Joints()) {
			return nil, fault(field, "there is no joint %d; expected 0 to %d", k, len(m.Joints())-1)
		}
		j := &m.Joints()[k]
		if j.NV != 1 || j.NQ != 1 {
			return nil, fault(field, "the joint %q has %d rates; expected a joint with one, or as many "+
				"joints with one in a row in its place", j.Name, j.NV)
		}
		r.add(j.V, float64(coefficients[i]*j.Ratio))
	}
	for _, c := range r.A {
		if c != 0 {
			return r, nil
		}
	}
	return nil, fault(field, "all coefficients are 0, or cancel; expected a row that says something of a rate")
}

// add adds a coefficient to the only row.
func (r *rateRows) add(v int, c float64) {
	for i, known := range r.rates {
		if known == v {
			r.A[i] += c
			return
		}
	}
	r.rates, r.A = append(r.rates, v), append(r.A, c)
}

// position returns the position of a joint of one coordinate.
func position(j *tree.Joint, q []float64) float64 { return float64(j.Ratio*q[j.Q]) + j.Offset }

func (c *Gear) compile(m *tree.Model) (*equation, error) {
	r, err := onJoints(m, "joints", c.Joints[:], []float64{1, -c.Ratio})
	if err != nil {
		return nil, err
	}
	a, b := &m.Joints()[c.Joints[0]], &m.Joints()[c.Joints[1]]
	if len(r.rates) < 2 {
		return nil, fault("joints", "%q and %q have one rate, for a joint mimics another one; expected two joints "+
			"that move independently", a.Name, b.Name)
	}
	r.update = func(r *rateRows, _ *tree.Model, _ float64, q, _ []float64) {
		r.off[0] = position(a, q) - float64(c.Ratio*position(b, q)) - c.Offset
	}
	return newRateEquation(r, 1), nil
}

func (c *Positions) compile(m *tree.Model) (*equation, error) {
	r, err := onJoints(m, "joints", c.Joints, c.Coefficients)
	if err != nil {
		return nil, err
	}
	r.update = func(r *rateRows, m *tree.Model, _ float64, q, _ []float64) {
		sum := -c.Equals
		for i, k := range c.Joints {
			sum += float64(c.Coefficients[i] * position(&m.Joints()[k], q))
		}
		r.off[0] = sum
	}
	return newRateEquation(r, 1), nil
}

func (c *Rates) compile(m *tree.Model) (*equation, error) {
	r, err := onJoints(m, "coefficients", c.Joints, c.Coefficients)
	if err != nil {
		return nil, err
	}
	r.b[0] = c.Equals
	r.update = func(*rateRows, *tree.Model, float64, []float64, []float64) {}
	e := newRateEquation(r, 0)
	e.works = c.Equals != 0
	return e, nil
}

func (c *Prescribed) compile(m *tree.Model) (*equation, error) {
	r, err := c.row(m)
	if err != nil {
		return nil, err
	}
	j := &m.Joints()[c.Joint]
	at := j.Q + c.Coordinate
	r.update = func(r *rateRows, _ *tree.Model, t float64, q, _ []float64) {
		x, v, a := c.Motion(t)
		r.off[0], r.b[0], r.bias[0] = float64(j.Ratio*q[at])+j.Offset-x, v, -a
	}
	e := newRateEquation(r, 1)
	e.works, e.moves = true, true
	return e, nil
}

// row returns the row on the rate.
func (c *Prescribed) row(m *tree.Model) (*rateRows, error) {
	if c.Joint >= 0 && c.Joint < len(m.Joints()) {
		j := &m.Joints()[c.Joint]
		if j.NQ != j.NV {
			return nil, fault("joint", "the joint %q has a pose for a position; expected a joint with coordinates, or "+
				"six joints in a row in its place", j.Name)
		}
		if c.Coordinate < 0 || c.Coordinate >= j.NV {
			return nil, fault("joint", "the joint %q has no coordinate %d; expected 0 to %d", j.Name, c.Coordinate,
				j.NV-1)
		}
		if j.NV > 1 {
			r := newRateRows(1, nil, nil)
			r.add(j.V+c.Coordinate, 1)
			return r, nil
		}
	}
	return onJoints(m, "joint", []int{c.Joint}, []float64{1})
}

func (c *General) compile(m *tree.Model) (*equation, error) {
	rates := make([]int, m.NV())
	for i := range rates {
		rates[i] = i
	}
	near := make([]float64, m.NQ())
	A, b := make([]float64, c.Rows*m.NV()), make([]float64, c.Rows)
	r := newRateRows(c.Rows, rates, func(r *rateRows, m *tree.Model, t float64, q, qd []float64) {
		clear(r.A)
		clear(r.b)
		c.Set(r.A, r.b, t, q)
		if c.Position != nil {
			c.Position(r.off, t, q)
		}
		if qd == nil {
			return
		}
		// d/dt (A q̇ − b) at constant q̇, by the central differences of order 4
		most := 1.0
		for _, v := range qd {
			most = max(most, math.Abs(v))
		}
		h := 0x1p-10 / most
		clear(r.bias)
		for _, at := range [...]struct{ step, weight float64 }{{-2, 1}, {-1, -8}, {1, 8}, {2, -1}} {
			m.Integrate(near, q, qd, float64(at.step*h))
			clear(A)
			clear(b)
			c.Set(A, b, t+float64(at.step*h), near)
			for k := range b {
				sum := -b[k]
				for i, v := range qd {
					sum += float64(A[k*len(qd)+i] * v)
				}
				r.bias[k] += float64(at.weight * sum / (12 * h))
			}
		}
	})
	holonomic := 0
	if c.Position != nil {
		holonomic = c.Rows
	}
	e := newRateEquation(r, holonomic)
	e.works = true
	return e, nil
}
