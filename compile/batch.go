package compile

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"kinetree/compile/machine"
	"kinetree/internal/traced"
	"kinetree/spatial"
	"kinetree/tree"
)

// Batch computes an algorithm of one robot for several states at a time, one in each lane. Number i of lane k stands at
// index i*Lanes + k of its slice: number i of all lanes stand side by side. Of the slices those are not nil that the
// algorithm has; Run reads its inputs. A batch is for one goroutine.
type Batch struct {
	Lanes    int
	Q        []float64 // positions
	Qd       []float64 // velocities (rad/s, m/s)
	Tau      []float64 // efforts (N m, N)
	Qdd      []float64 // accelerations (rad/s², m/s²)
	Wrenches []float64 // moment and force on each link of the model, at its frame's origin in its axes (N m, N)
	Gravity  []float64 // efforts that hold the robot still (N m, N)
	M        []float64 // mass matrices, row by row (kg m², kg m, kg)
	Y        []float64 // regressors, row by row, see package regressor (SI)
	// Rotations and Positions are the poses of all links in the world, a rotation row by row (m), and Jacobians their
	// Jacobians, row by row, see tree.Kinematics with the axes tree.Aligned.
	Rotations, Positions, Jacobians []float64
	// ByQ, ByQd and ByTau are the derivatives of Qdd by the positions, where these are poses by motions of the joints,
	// by the velocities and by the efforts: matrices, row by row.
	ByQ, ByQd, ByTau []float64

	make      func(m *tree.Model) *algorithm
	algorithm *algorithm
	models    []*tree.Model  // of the lanes
	others    []*algorithm   // of lanes with other models than that of algorithm, once they are needed
	numbers   []float64      // of a model
	frame     *machine.Frame // nil where the Go code does all
	reason    error          // why it does
	in        [5][]float64   // parts of the input; the last has the numbers of the models
	out       []float64
	one       state[float64] // a lane, for the Go code
	fext      []spatial.Force
	result    []float64
}

// Options says how to compute. The zero value takes as many lanes as the processor has code for.
type Options struct {
	Lanes    int  // 0, or how many
	Wrenches bool // external wrenches are an input
	Gravity  bool // forward dynamics computes the gravity efforts, too, as rnea.Solver does
	// MassMatrix takes forward dynamics from the factors of the mass matrix, as aba.NewByMassMatrix does.
	MassMatrix bool
	// Inertias and Placements are inputs: each lane may have a model of its own, see Batch.Use, whose masses, centres
	// of mass and inertias, or the places of whose joints, are others. Code is then slower, by some 20 % for inertias
	// of an arm.
	Inertias, Placements bool
}

// ForwardDynamics returns a batch that computes the accelerations Qdd of Q, Qd and Tau, as aba.Solver does.
func ForwardDynamics(m *tree.Model, o Options) *Batch {
	b := newBatch(m, o, func(m *tree.Model) *algorithm {
		return forwardDynamics(m, o.links(m), o.Gravity, o.MassMatrix)
	})
	n := m.NV() * b.Lanes
	b.Tau, b.Qdd = b.in[2], b.out[:n:n]
	if o.Gravity {
		b.Gravity = b.out[n:]
	}
	return b
}

// ForwardDynamicsDerivatives returns a batch that computes the accelerations Qdd of Q, Qd and Tau and their derivatives
// ByQ, ByQd and ByTau, as aba.DerivativeSolver does.
func ForwardDynamicsDerivatives(m *tree.Model, o Options) *Batch {
	b := newBatch(m, o, func(m *tree.Model) *algorithm { return derivatives(m, o.links(m)) })
	n := m.NV() * b.Lanes
	b.Tau, b.Qdd = b.in[2], b.out[:n:n]
	for k, by := range [...]*[]float64{&b.ByQ, &b.ByQd, &b.ByTau} {
		from, to := n+k*n*m.NV(), n+(k+1)*n*m.NV()
		*by = b.out[from:to:to]
	}
	return b
}

// InverseDynamics returns a batch that computes the efforts Tau of Q, Qd and Qdd, as rnea.Solver does.
func InverseDynamics(m *tree.Model, o Options) *Batch {
	b := newBatch(m, o, func(m *tree.Model) *algorithm { return inverseDynamics(m, o.links(m)) })
	b.Qdd, b.Tau = b.in[2], b.out
	return b
}

// MassMatrix returns a batch that computes the mass matrices M of Q, as crba.Solver does.
func MassMatrix(m *tree.Model, o Options) *Batch {
	b := newBatch(m, o, massMatrix)
	b.M = b.out
	return b
}

// Regressor returns a batch that computes the regressors Y of Q, Qd and Qdd, as regressor.Solver does.
func Regressor(m *tree.Model, o Options) *Batch {
	b := newBatch(m, o, regressorMatrix)
	b.Qdd, b.Y = b.in[2], b.out
	return b
}

// Kinematics returns a batch that computes the Rotations and Positions of all links at Q, as tree.Kinematics does.
func Kinematics(m *tree.Model, o Options) *Batch {
	b := newBatch(m, o, linkPoses)
	n := 9 * len(m.Links()) * b.Lanes
	b.Rotations, b.Positions = b.out[:n:n], b.out[n:]
	return b
}

// Jacobians returns a batch that computes the Jacobians of all links at Q, as tree.Kinematics does.
func Jacobians(m *tree.Model, o Options) *Batch {
	b := newBatch(m, o, linkJacobians)
	b.Jacobians = b.out
	return b
}

func (o Options) links(m *tree.Model) int {
	if o.Wrenches {
		return len(m.Links())
	}
	return 0
}

// varies returns which numbers of a model are inputs.
func (o Options) varies(m *tree.Model) (list []int) {
	for i := range m.Numbers(nil) {
		if i < m.Inertial() && o.Inertias || i >= m.Inertial() && o.Placements {
			list = append(list, i)
		}
	}
	return list
}

func newBatch(m *tree.Model, o Options, algorithm func(m *tree.Model) *algorithm) *Batch {
	a := algorithm(m)
	a.varies = o.varies(m)
	rows := a.rows()
	b := &Batch{make: algorithm, algorithm: a, one: state[float64]{make([]float64, rows[0]), make([]float64, rows[1]),
		make([]float64, rows[2]), make([]float64, rows[3])}, result: make([]float64, a.size),
		fext: make([]spatial.Force, a.links)}
	if b.frame, b.reason = b.load(o.Lanes); b.frame != nil {
		b.useFrame()
		if b.reason = b.check(); b.reason != nil {
			b.frame = nil
		}
	}
	if b.frame == nil {
		b.Lanes = max(1, o.Lanes)
		n := 0
		for _, k := range rows {
			n += k
		}
		b.parts(make([]float64, b.Lanes*n), make([]float64, b.Lanes*a.size))
	}
	return b
}

func (b *Batch) load(lanes int) (*machine.Frame, error) {
	g, err := b.algorithm.graph()
	if err != nil {
		return nil, err
	}
	k, err := assemble(g, 0, lanes)
	if err != nil {
		return nil, err
	}
	return k.NewFrame(), nil
}

func (b *Batch) useFrame() {
	b.Lanes = b.frame.Kernel().InstructionSet().Lanes
	b.parts(b.frame.In, b.frame.Out)
}

// parts divides the input into its parts, and makes the model that of all lanes.
func (b *Batch) parts(in, out []float64) {
	for k, n := range b.algorithm.rows() {
		if n *= b.Lanes; n > 0 {
			b.in[k], in = in[:n:n], in[n:]
		}
	}
	b.Q, b.Qd, b.Wrenches, b.out = b.in[0], b.in[1], b.in[3], out
	m := b.algorithm.model
	b.models, b.others = slices.Repeat([]*tree.Model{m}, b.Lanes), make([]*algorithm, b.Lanes)
	b.numbers = m.Numbers(nil)
	b.numbers = slices.Grow(b.numbers, len(b.numbers)) // for those of another model
	for lane := range b.Lanes {
		b.fix(lane)
	}
}

// fix makes the numbers inputs of a lane.
func (b *Batch) fix(lane int) {
	for k, i := range b.algorithm.varies {
		b.in[4][k*b.Lanes+lane] = b.numbers[i]
	}
}

// Use makes m the model of a lane. The model must have the structure of the batch's model (tree.Model.SameStructure),
// and may differ only in the numbers that the Options make inputs; otherwise there is an error. Use allocates nothing.
func (b *Batch) Use(lane int, m *tree.Model) error {
	if lane < 0 || lane >= b.Lanes {
		panic(fmt.Sprintf("compile: lane %d; expected one of %d", lane, b.Lanes))
	}
	if m == b.models[lane] {
		return nil
	}
	a := b.algorithm
	if !a.model.SameStructure(m) {
		return fmt.Errorf("compile: the model %s differs from %s, which the batch is of, in more than numbers; "+
			"expected one with the same joints, in the same order", m.Name(), a.model.Name())
	}
	if (a.links > 0 || a.places) && !a.model.SamePlaces(m) {
		return fmt.Errorf("compile: links of the model %s have other places on their bodies than those of %s, which "+
			"the batch, with wrenches or poses of links, is of; expected the same", m.Name(), a.model.Name())
	}
	if err := b.useNumbers(m); err != nil {
		return err
	}
	b.models[lane], b.others[lane] = m, nil
	b.fix(lane)
	return nil
}

// useNumbers sets the numbers to those of a model, if code can compute with them.
func (b *Batch) useNumbers(m *tree.Model) error {
	a := b.algorithm
	b.numbers = a.model.Numbers(b.numbers[:0])
	size := len(b.numbers)
	b.numbers = m.Numbers(b.numbers)
	next := 0
	for i, x := range b.numbers[size:] {
		switch {
		case next < len(a.varies) && a.varies[next] == i:
			next++
		case x != b.numbers[i] && i < m.Inertial():
			return fmt.Errorf("compile: the inertias of the model %s differ from those of %s, which the batch is of; "+
				"expected the same, or a batch with the option Inertias", m.Name(), a.model.Name())
		case x != b.numbers[i]:
			return fmt.Errorf("compile: joints of the model %s are at other places than those of %s, which the batch "+
				"is of; expected the same, or a batch with the option Placements", m.Name(), a.model.Name())
		}
		if !(math.Abs(x) <= traced.Largest) {
			return fmt.Errorf("compile: %v is among the numbers of the model %s; expected magnitudes up to %v", x,
				m.Name(), float64(traced.Largest))
		}
	}
	b.numbers = append(b.numbers[:0], b.numbers[size:]...)
	return nil
}

// Code says what computes: the instruction set, or go with the reason why there is no code.
func (b *Batch) Code() (name string, reason error) {
	if b.frame == nil {
		return "go", b.reason
	}
	return b.frame.Kernel().InstructionSet().Name, nil
}

// Compute computes the results of all lanes as far as code can. It returns a bit for each lane, the lowest for the
// first, that is set where the results are there; none is where there is no code. It does not allocate.
func (b *Batch) Compute() (done uint8) {
	if b.frame == nil {
		return 0
	}
	return b.frame.Run()
}

// Run computes the results of all lanes. The error has that of the Go code for each lane in which the mass matrix is
// singular, as a *LaneError; the results of the other lanes are usable. It does not allocate unless there is an error.
func (b *Batch) Run() error {
	done := b.Compute()
	if int(done) == 1<<b.Lanes-1 {
		return nil
	}
	var errs []error
	for lane := range b.Lanes {
		if done>>lane&1 == 1 {
			continue
		}
		if err := b.general(lane); err != nil {
			errs = append(errs, &LaneError{lane, err})
		}
	}
	return errors.Join(errs...)
}

// LaneError says what is wrong in one lane.
type LaneError struct {
	Lane int
	Err  error
}

func (e *LaneError) Error() string { return fmt.Sprintf("lane %d: %v", e.Lane, e.Err) }

func (e *LaneError) Unwrap() error { return e.Err }

// general computes one lane in Go.
func (b *Batch) general(lane int) error {
	for k, x := range [...][]float64{b.one.q, b.one.qd, b.one.x, b.one.wrenches} {
		for i := range x {
			x[i] = b.in[k][i*b.Lanes+lane]
		}
	}
	var fext []spatial.Force
	if len(b.fext) > 0 {
		fext = b.fext
	}
	for l := range fext {
		w := b.one.wrenches[6*l:]
		copy(fext[l].Ang[:], w[:3])
		copy(fext[l].Lin[:], w[3:6])
	}
	if err := b.of(lane).compute(b.result, &b.one, fext); err != nil {
		return err
	}
	for i, x := range b.result {
		b.out[i*b.Lanes+lane] = x + 0 // −0 + 0 is +0
	}
	return nil
}

// of returns the algorithm in Go for a lane.
func (b *Batch) of(lane int) *algorithm {
	if b.models[lane] == b.algorithm.model {
		return b.algorithm
	}
	if b.others[lane] == nil {
		b.others[lane] = b.make(b.models[lane])
	}
	return b.others[lane]
}

// check compares the code with the Go code in random states, bit by bit. The error says that they differ.
func (b *Batch) check() error {
	rng := rand.New(rand.NewPCG(1, 2))
	q := make([]float64, b.algorithm.model.NQ())
	for _, part := range b.in[1:4] {
		for i := range part {
			part[i] = float64(4*rng.Float64()) - 2
		}
	}
	for lane := range b.Lanes {
		b.algorithm.model.Random(q, rng)
		for i, x := range q {
			b.Q[i*b.Lanes+lane] = x
		}
	}
	met := b.frame.Run()
	got := append([]float64(nil), b.out...)
	for lane := range b.Lanes {
		if met>>lane&1 == 0 {
			continue
		}
		if err := b.general(lane); err != nil {
			return fmt.Errorf("compile: the code and the Go code differ: %w", err)
		}
		for i := lane; i < len(got); i += b.Lanes {
			if math.Float64bits(got[i]) != math.Float64bits(b.out[i]) {
				return fmt.Errorf("compile: the code computes %v where the Go code computes %v", got[i], b.out[i])
			}
		}
	}
	for _, part := range b.in[:4] {
		clear(part)
	}
	return nil
}
