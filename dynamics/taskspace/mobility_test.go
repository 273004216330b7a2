package taskspace_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"kinetree/dynamics/crba"
	"kinetree/dynamics/taskspace"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/golden"
	"kinetree/tree"
	"kinetree/urdf"
)

// twoRods is a planar arm of two uniform rods of 1 m and 1 kg, which turns about z.
const twoRods = `<robot name="two_rods"><link name="base"/>
<joint name="joint1" type="continuous"><parent link="base"/><child link="rod1"/><axis xyz="0 0 1"/></joint>
<link name="rod1"><inertial><origin xyz="0.5 0 0"/><mass value="1"/>
<inertia ixx="0" ixy="0" ixz="0" iyy="0.08333333333333333" iyz="0" izz="0.08333333333333333"/></inertial></link>
<joint name="joint2" type="continuous"><parent link="rod1"/><child link="rod2"/><origin xyz="1 0 0"/>
<axis xyz="0 0 1"/></joint>
<link name="rod2"><inertial><origin xyz="0.5 0 0"/><mass value="1"/>
<inertia ixx="0" ixy="0" ixz="0" iyy="0.08333333333333333" iyz="0" izz="0.08333333333333333"/></inertial></link>
<joint name="tip" type="fixed"><parent link="rod2"/><child link="tool"/><origin xyz="1 0 0"/></joint>
<link name="tool"/></robot>`

func arm(t *testing.T) *tree.Model {
	t.Helper()
	robot, err := urdf.ParseBytes([]byte(twoRods), "two_rods.urdf")
	if robot == nil {
		t.Fatal(err)
	}
	return expect.Model(t, robot)
}

func at(m *tree.Model, q []float64) *tree.Kinematics {
	kin := tree.NewKinematics(m)
	kin.Update(q)
	return kin
}

// TestTwoRods compares the inertia of two rods at (60, -120) degrees with its closed form, to rounding.
func TestTwoRods(t *testing.T) {
	m := arm(t)
	tool, _ := m.Link("tool")
	q := []float64{math.Pi / 3, -2 * math.Pi / 3}
	s := taskspace.New(m, tool, []int{0, 1}, 0)
	if err := s.Update(at(m, q), q); err != nil {
		t.Fatal(err)
	}
	got := make([]float64, 4)
	s.Inertia(got)
	x := -1 / math.Sqrt(3)
	expect.Within(t, "the inertia", got, []float64{13. / 18, x, x, 7. / 6}, 1e-14)
}

// TestSingular checks what is said of directions in which the tool of the arm cannot move, and of the stretched arm,
// and that damping bounds the inertia there.
func TestSingular(t *testing.T) {
	m := arm(t)
	tool, _ := m.Link("tool")
	for _, c := range []struct {
		q    []float64
		axes []int
		axis string
	}{
		{[]float64{0.3, 1}, []int{0, 1, 2}, "z"}, {[]float64{0.3, 1}, []int{0, 1, 5}, "rz"},
		{[]float64{0.3, 0}, []int{0, 1}, "y"},
	} {
		err := taskspace.New(m, tool, c.axes, 0).Update(at(m, c.q), c.q)
		var singular *taskspace.SingularTask
		if !errors.As(err, &singular) || singular.Axis != c.axis || singular.Link != "tool" {
			t.Errorf("%+v: the error is %v", c, err)
		}
		damped := taskspace.New(m, tool, c.axes, 0.01)
		if err := damped.Update(at(m, c.q), c.q); err != nil {
			t.Errorf("%+v with damping: %v", c, err)
		}
	}
	q := []float64{0.3, 0} // stretched: along the arm only the damping lets it move
	damped := taskspace.New(m, tool, []int{0, 1}, 0.01)
	if err := damped.Update(at(m, q), q); err != nil {
		t.Fatal(err)
	}
	force := []float64{math.Cos(0.3), math.Sin(0.3)}
	damped.Bear(force)
	if n := math.Hypot(force[0], force[1]); n > 200 || n < 10 {
		t.Errorf("along the stretched arm 1 m/s^2 takes %v N", n)
	}
}

// TestInertia compares the inertia of arms with the inverse by another library, and checks what the factors are for.
func TestInertia(t *testing.T) {
	for _, c := range []struct {
		robot, link string
		axes        []int
	}{{"ur5", "tool0", []int{0, 1, 2, 3, 4, 5}}, {"panda_arm", "panda_link8", []int{2, 0, 5}}} {
		m := golden.Embedded(t, c.robot)
		link, _ := m.Link(c.link)
		n, k := m.NV(), len(c.axes)
		s := taskspace.New(m, link, c.axes, 0)
		rng := rand.New(rand.NewPCG(1, 5))
		q := make([]float64, n)
		for range 10 {
			m.Random(q, rng)
			kin := at(m, q)
			if err := s.Update(kin, q); err != nil {
				t.Fatal(err)
			}
			full, mass := make([]float64, 6*n), make([]float64, n*n)
			kin.Jacobian(full, link, tree.Aligned)
			crba.New(m).MassMatrix(mass, q)
			j := mat.NewDense(k, n, nil)
			for i, axis := range c.axes {
				j.SetRow(i, full[(axis+3)%6*n:][:n])
			}
			var inverse, product, mobility, want mat.Dense
			if err := inverse.Inverse(mat.NewDense(n, n, mass)); err != nil {
				t.Fatal(err)
			}
			product.Mul(j, &inverse)
			mobility.Mul(&product, j.T())
			if err := want.Inverse(&mobility); err != nil {
				t.Fatal(err)
			}
			// The condition of these poses is below 1e5.
			limit := 1e-9 * mat.Max(&want)
			got := make([]float64, k*k)
			s.Inertia(got)
			expect.Within(t, "the inertia", got, want.RawMatrix().Data, limit)
			// (S L)ᵀ Λ (S L) = 1
			s.Stiffness(got, want.RawMatrix().Data)
			for i := range got {
				if math.Abs(got[i]-map[bool]float64{true: 1}[i%(k+1) == 0]) > 1e-9 {
					t.Fatalf("with the inertia 1 it is %v", got)
				}
			}
			tau, force := make([]float64, n), make([]float64, k)
			for i := range force {
				force[i] = rng.NormFloat64()
			}
			s.AddEffort(tau, force)
			accelerated := make([]float64, k)
			s.Response(accelerated, tau)
			s.Bear(accelerated)
			expect.Near(t, "the force", accelerated, force, 1e-9, 1)
		}
		kin := at(m, q)
		if allocated := testing.AllocsPerRun(5, func() {
			if err := s.Update(kin, q); err != nil {
				t.Fatal(err)
			}
		}); allocated != 0 {
			t.Errorf("an update allocates %v times", allocated)
		}
	}
}
