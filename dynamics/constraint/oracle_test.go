package constraint_test

import (
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"kinetree/aba"
	"kinetree/dynamics/constraint"
	"kinetree/dynamics/crba"
	"kinetree/models/oracle/randrobot"
	"kinetree/models/oracle/stencil"
	"kinetree/spatial"
	"kinetree/tree"
)

// oracle is a constraint for the dense system: what is to be zero of the velocities, linear in them, as a function of
// the state. There may be more rows than needed.
type oracle func(kin *tree.Kinematics, qd []float64) []float64

// frame returns place and axes of a link, or of the world.
func frame(kin *tree.Kinematics, link int) (pose spatial.Transform, v spatial.Motion) {
	if link < 0 {
		return spatial.Identity(), v
	}
	return kin.Pose(link), kin.Velocity(link, tree.Aligned)
}

// pointOf returns a point of a link in the world and its velocity.
func pointOf(kin *tree.Kinematics, a constraint.Anchor) (x, v mgl64.Vec3) {
	pose, m := frame(kin, a.Link)
	r := pose.R.Mul3x1(a.At)
	return pose.P.Add(r), m.Lin.Add(m.Ang.Cross(r))
}

// axisOf returns a direction of a link in the world, and its derivative in time.
func axisOf(kin *tree.Kinematics, link int, u mgl64.Vec3) (w, wd mgl64.Vec3) {
	pose, m := frame(kin, link)
	w = pose.R.Mul3x1(u)
	return w, m.Ang.Cross(w)
}

func pointRows(links [2]constraint.Anchor) oracle {
	return func(kin *tree.Kinematics, _ []float64) []float64 {
		_, a := pointOf(kin, links[0])
		_, b := pointOf(kin, links[1])
		d := b.Sub(a)
		return d[:]
	}
}

// parallelRows: u × w = 0.
func parallelRows(links [2]constraint.Anchor, axis [2]mgl64.Vec3) oracle {
	return func(kin *tree.Kinematics, _ []float64) []float64 {
		u, ud := axisOf(kin, links[0].Link, axis[0])
		w, wd := axisOf(kin, links[1].Link, axis[1])
		d := ud.Cross(w).Add(u.Cross(wd))
		return d[:]
	}
}

// turnedRows: all axes of two frames stay parallel.
func turnedRows(links [2]constraint.Anchor, frames [2]mgl64.Mat3) oracle {
	return func(kin *tree.Kinematics, qd []float64) (d []float64) {
		for k := range 3 {
			d = append(d, parallelRows(links, [2]mgl64.Vec3{frames[0].Col(k), frames[1].Col(k)})(kin, qd)...)
		}
		return d
	}
}

// loopCase is a robot with constraints that its position meets.
type loopCase struct {
	*randrobot.AnyCase
	list   []constraint.Constraint
	rows   []oracle
	driven map[int]float64 // accelerations that are prescribed, by row
}

// direction draws a unit vector.
func direction(t *rapid.T, what string) mgl64.Vec3 {
	for {
		v := mgl64.Vec3{}
		for i := range v {
			v[i] = rapid.Float64Range(-1, 1).Draw(t, what)
		}
		if l := v.Len(); l > 0.2 {
			return v.Mul(1 / l)
		}
	}
}

func drawLoops(t *rapid.T) *loopCase {
	c := &loopCase{AnyCase: randrobot.DrawAny(t, 9), driven: map[int]float64{}}
	m := c.Model
	kin := tree.NewKinematics(m)
	kin.UpdateVelocity(c.Q, c.V)
	inFrame := func(link int, x mgl64.Vec3) mgl64.Vec3 {
		pose, _ := frame(kin, link)
		return pose.R.Transpose().Mul3x1(x.Sub(pose.P))
	}
	pose := func(link int) mgl64.Mat3 {
		if link < 0 {
			return mgl64.Ident3()
		}
		return kin.Pose(link).R
	}
	for range rapid.IntRange(1, 3).Draw(t, "constraints") {
		links := [2]int{rapid.IntRange(-1, len(m.Links())-1).Draw(t, "first"),
			rapid.IntRange(0, len(m.Links())-1).Draw(t, "second")}
		if links[0] == links[1] {
			continue
		}
		body := func(l int) int {
			if l < 0 {
				return 0
			}
			return m.Links()[l].Body
		}
		if body(links[0]) == body(links[1]) {
			continue
		}
		x := kin.Pose(links[1]).P.Add(direction(t, "point").Mul(0.4))
		at := [2]constraint.Anchor{{Link: links[0], At: inFrame(links[0], x)},
			{Link: links[1], At: inFrame(links[1], x)}}
		u := direction(t, "axis")
		axis := [2]mgl64.Vec3{pose(links[0]).Transpose().Mul3x1(u), pose(links[1]).Transpose().Mul3x1(u)}
		frames := [2]mgl64.Mat3{pose(links[0]).Transpose(), pose(links[1]).Transpose()}
		switch rapid.IntRange(0, 7).Draw(t, "kind") {
		case 0:
			c.list = append(c.list, &constraint.Ball{Links: at})
			c.rows = append(c.rows, pointRows(at))
		case 1:
			c.list = append(c.list, &constraint.Hinge{Links: at, Axis: axis})
			c.rows = append(c.rows, pointRows(at), parallelRows(at, axis))
		case 2:
			var rpy [2]mgl64.Vec3
			for i := range rpy {
				r, p, y := spatial.RPY(&frames[i])
				rpy[i] = mgl64.Vec3{r, p, y}
			}
			c.list = append(c.list, &constraint.Weld{Links: at, RPY: rpy})
			c.rows = append(c.rows, pointRows(at), turnedRows(at, frames))
		case 3:
			at[1].At = inFrame(links[1], x.Add(u.Mul(0.3)))
			c.list = append(c.list, &constraint.Slider{Links: at, Axis: axis})
			c.rows = append(c.rows, turnedRows(at, frames), func(kin *tree.Kinematics, _ []float64) []float64 {
				a, av := pointOf(kin, at[0])
				b, bv := pointOf(kin, at[1])
				u, ud := axisOf(kin, at[0].Link, axis[0])
				d := bv.Sub(av).Cross(u).Add(b.Sub(a).Cross(ud)) // the derivative of (b − a) × u
				return d[:]
			})
		case 4:
			at[1].At = inFrame(links[1], x.Add(u.Mul(0.7)))
			c.list = append(c.list, &constraint.Distance{Links: at, Length: 0.7})
			c.rows = append(c.rows, func(kin *tree.Kinematics, _ []float64) []float64 {
				a, av := pointOf(kin, at[0])
				b, bv := pointOf(kin, at[1])
				return []float64{b.Sub(a).Dot(bv.Sub(av)) / 0.7}
			})
		case 5:
			across := axis[1]
			if body(links[1]) == 0 {
				continue
			}
			c.list = append(c.list, &constraint.KnifeEdge{Link: at[1], Across: across})
			c.rows = append(c.rows, func(kin *tree.Kinematics, _ []float64) []float64 {
				_, v := pointOf(kin, at[1])
				w, _ := axisOf(kin, at[1].Link, across)
				return []float64{v.Dot(w)}
			})
		case 6: // the centre of the wheel at x, the plane below it as the wheel stands
			n := direction(t, "normal")
			radius, disc := 0.3, rapid.Bool().Draw(t, "disc")
			low := n
			if disc {
				if low = n.Sub(u.Mul(n.Dot(u))); low.Len() < 0.3 {
					continue
				}
				low = low.Mul(1 / low.Len())
			}
			plane := constraint.Anchor{Link: links[0], At: inFrame(links[0], x.Sub(low.Mul(radius)))}
			normal := pose(links[0]).Transpose().Mul3x1(n)
			r := &constraint.Rolling{Link: at[1], Radius: radius, Plane: plane, Normal: normal}
			if disc {
				r.Axis = axis[1]
			}
			c.list = append(c.list, r)
			c.rows = append(c.rows, func(kin *tree.Kinematics, _ []float64) []float64 {
				n, _ := axisOf(kin, plane.Link, normal)
				m := n
				if disc {
					a, _ := axisOf(kin, at[1].Link, r.Axis)
					m = n.Sub(a.Mul(n.Dot(a)))
					m = m.Mul(1 / m.Len())
				}
				c, v := pointOf(kin, at[1])
				_, wheel := frame(kin, at[1].Link)
				p, pv := pointOf(kin, plane)
				_, ground := frame(kin, plane.Link)
				x := c.Sub(m.Mul(radius))
				d := v.Add(wheel.Ang.Cross(x.Sub(c))).Sub(pv).Sub(ground.Ang.Cross(x.Sub(p)))
				return d[:]
			})
		default:
			var one []int
			for k, j := range m.Joints() {
				if j.NV == 1 && j.NQ == 1 {
					one = append(one, k)
				}
			}
			if len(one) < 2 {
				continue
			}
			a, b := m.Joints()[one[0]], m.Joints()[one[len(one)-1]]
			if a.V == b.V {
				continue
			}
			place := func(j *tree.Joint) float64 { return j.Ratio*c.Q[j.Q] + j.Offset }
			ratio, drive := 2.0, 0.0
			switch joints := [2]int{one[0], one[len(one)-1]}; rapid.IntRange(0, 2).Draw(t, "row") {
			case 0:
				c.list = append(c.list, &constraint.Rates{Joints: joints[:], Coefficients: []float64{1, -ratio},
					Equals: 0})
			case 1:
				ratio = rapid.Float64Range(0.5, 5).Draw(t, "ratio")
				c.list = append(c.list, &constraint.Gear{Joints: joints, Ratio: ratio,
					Offset: place(&a) - ratio*place(&b)})
			default: // motion that begins at rest
				x := place(&a)
				ratio, drive = 0, rapid.Float64Range(-3, 3).Draw(t, "drive")
				c.list = append(c.list, &constraint.Prescribed{Joint: joints[0],
					Motion: func(t float64) (float64, float64, float64) {
						return x + drive*t*t/2, drive * t, drive
					}})
			}
			c.driven[len(c.rows)] = drive
			c.rows = append(c.rows, func(_ *tree.Kinematics, qd []float64) []float64 {
				return []float64{a.Ratio*qd[a.V] - ratio*b.Ratio*qd[b.V]}
			})
		}
	}
	floats.Scale(0.3, c.V) // so that differences in time are exact to 1e-11
	return c
}

// matrix returns the rows A of all oracles at a position.
func (c *loopCase) matrix(q []float64) *mat.Dense {
	kin := tree.NewKinematics(c.Model)
	n := c.Model.NV()
	var columns [][]float64
	for i := range n {
		e := make([]float64, n)
		e[i] = 1
		columns = append(columns, c.rates(kin, q, e))
	}
	A := mat.NewDense(len(columns[0]), n, nil)
	for i, col := range columns {
		A.SetCol(i, col)
	}
	return A
}

func (c *loopCase) rates(kin *tree.Kinematics, q, qd []float64) (all []float64) {
	kin.UpdateVelocity(q, qd)
	for _, r := range c.rows {
		all = append(all, r(kin, qd)...)
	}
	return all
}

// TestAgainstDenseSystem compares accelerations on random trees with random constraints, which their positions meet,
// with those of the dense system
//
//	| M  Aᵀ | |  q̈ |   | τ − h  |
//	| A  0  | | −λ | = | −Ȧ q̇  |
//
// whose rows come from the kinematics alone and whose Ȧ q̇ from differences in time, less the acceleration of motion
// that is prescribed. The solution is that of least squares with as many singular values as are not rounding.
func TestAgainstDenseSystem(t *testing.T) {
	cases, compared, projected := 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		c := drawLoops(t)
		if len(c.list) == 0 || slices.ContainsFunc(c.Model.Joints(), func(j tree.Joint) bool {
			return math.Abs(j.Ratio) < 1e-2 // rows of followers that hardly move are small for one rank alone
		}) {
			t.Skip("no robot to compare")
		}
		m, n := c.Model, c.Model.NV()
		A := c.matrix(c.Q)
		rows, _ := A.Dims()
		// a velocity that meets the constraints: less its part in the span of the rows
		var svd mat.SVD
		if !svd.Factorize(A, mat.SVDFull) {
			t.Fatal("no singular values")
		}
		values := svd.Values(nil)
		rank := 0
		for _, s := range values {
			if s > 1e-9*values[0] {
				rank++
			}
		}
		if rank == 0 || values[rank-1] < max(1e-2, 3e-3*values[0]) {
			t.Skip("near a singular configuration both lose digits, and rows that hardly move those of differences")
		}
		if rank < len(values) && values[rank] > 1e-13*values[0] {
			t.Skip("a row that others nearly imply: which part of it is left out matters by 1e-13/3e-3 or more")
		}
		cases++
		var V mat.Dense
		svd.VTo(&V)
		v := mat.NewVecDense(n, append([]float64(nil), c.V...))
		for r := range rank {
			row := V.ColView(r)
			v.AddScaledVec(v, -mat.Dot(row, v), row)
		}
		qd := v.RawVector().Data
		kin := tree.NewKinematics(m)
		still := make([]float64, n)
		course := &stencil.Course{Model: m, Q: c.Q, V: qd, A: still, Base: tree.Rest()}
		bias := course.Rates(rows, func(dst []float64, _ *tree.BaseMotion, q, _ []float64) {
			copy(dst, c.rates(kin, q, qd))
		})
		at := 0
		for i, r := range c.rows { // less the acceleration of what is driven
			bias[at] -= c.driven[i]
			at += len(r(kin, qd))
		}

		forward := aba.New(m)
		free, got := make([]float64, n), make([]float64, n)
		if err := forward.ForwardDynamics(free, c.Q, qd, c.Tau, c.Fext); err != nil {
			t.Fatal(err)
		}
		s, err := constraint.New(m, c.list, forward)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Assemble(0, c.Q); err != nil { // which changes nothing but rounding
			t.Fatal(err)
		}
		if err := s.Choose(0, c.Q); err != nil {
			t.Fatal(err)
		}
		if err := s.Meets(0, c.Q, qd); err != nil {
			t.Fatal(err)
		}
		driven := false
		for _, a := range c.driven {
			driven = driven || a != 0
		}
		if driven && s.Rank() < s.Rows() {
			return // rows that agree at rest may contradict each other where one is driven, by little in any metric
		}
		if err := forward.ForwardDynamics(free, c.Q, qd, c.Tau, c.Fext); err != nil {
			t.Fatal(err)
		}
		copy(got, free)
		s.Correct(got, 0, c.Q, qd)

		// q̈ = q̈₀ + R y with the least |y| such that A R y = −Ȧ q̇ − A q̈₀, M = R⁻ᵀ R⁻¹
		M := make([]float64, n*n)
		crba.New(m).MassMatrix(M, c.Q)
		var chol mat.Cholesky
		if !chol.Factorize(mat.NewSymDense(n, M)) {
			t.Fatal("M is not positive definite")
		}
		var U mat.TriDense
		chol.UTo(&U) // M = Uᵀ U, R = U⁻¹
		var Ui mat.TriDense
		if err := Ui.InverseTri(&U); err != nil {
			return // a mass matrix that is as good as singular
		}
		var W mat.Dense
		W.Mul(A, &Ui)
		if !svd.Factorize(&W, mat.SVDThin) {
			t.Fatal("no singular values")
		}
		rhs := mat.NewVecDense(rows, nil)
		rhs.MulVec(A, mat.NewVecDense(n, append([]float64(nil), free...)))
		rhs.AddVec(rhs, mat.NewVecDense(rows, bias))
		rhs.ScaleVec(-1, rhs)
		var y mat.Dense
		svd.SolveTo(&y, rhs, rank)
		var change mat.VecDense
		change.MulVec(&Ui, y.ColView(0))
		want := append([]float64(nil), free...)
		floats.Add(want, change.RawVector().Data)
		scale := max(1, floats.Norm(want, math.Inf(1)), floats.Norm(free, math.Inf(1)))
		rhs.MulVec(A, mat.NewVecDense(n, append([]float64(nil), want...)))
		rhs.AddVec(rhs, mat.NewVecDense(rows, bias))
		if mat.Norm(rhs, math.Inf(1)) > 1e-11*scale {
			return // rows that agree on the velocities and not on the accelerations: a truss that cannot move on
		}
		compared++
		if d := floats.Distance(got, want, math.Inf(1)); d > 1e-9*scale {
			t.Fatalf("accelerations %v; expected %v: off by %.3g of %.3g", got, want, d, scale)
		}

		// what the constraints do to the robot makes the same accelerations
		fext := append([]spatial.Force(nil), c.Fext...)
		tau := append([]float64(nil), c.Tau...)
		s.Loads(fext, tau)
		again := make([]float64, n)
		if err := forward.ForwardDynamics(again, c.Q, qd, tau, fext); err != nil {
			t.Fatal(err)
		}
		if d := floats.Distance(got, again, math.Inf(1)); d > 1e-8*scale { // of forces that may be far larger
			t.Fatalf("the loads of the constraints make %v; expected %v", again, got)
		}

		if s.Rank() < s.Rows() {
			return // such a mechanism may be one that does not move but for infinitely small steps
		}
		projected++
		// projection brings a state nearby back
		q := append([]float64(nil), c.Q...)
		off := append([]float64(nil), c.A...)
		m.Integrate(q, q, off, 1e-6)
		floats.AddScaled(qd, 1e-6, off)
		if err := s.Project(0, q, qd); err != nil {
			t.Fatal(err)
		}
		if err := s.Meets(0, q, qd); err != nil {
			t.Fatal(err)
		}
	})
	if compared < 5 || projected < 1 {
		t.Errorf("of %d robots the accelerations of %d and the projections of %d were compared; expected 5 and 1",
			cases, compared, projected)
	}
}
