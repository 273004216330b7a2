package stability_test

import (
	"fmt"
	"math"
	"math/cmplx"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/dynamics/constraint"
	"kinetree/integrate/stability"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/golden"
	"kinetree/rnea"
	"kinetree/tree"
	"kinetree/urdf"
)

func equilibria(t *testing.T, m *tree.Model, loads stability.Loads,
	list ...constraint.Constraint) []stability.Equilibrium {
	t.Helper()
	found, err := stability.Equilibria(m, m.Neutral(), loads, list)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestEquilibriaOfArm compares with the four of the arm of two links under constant efforts, 735.75 cos q1 + 245.25
// cos(q1 + q2) = 500 and 245.25 cos(q1 + q2) = 100, of which the one with both links below is stable: with mirrored
// heights its potential is least.
func TestEquilibriaOfArm(t *testing.T) {
	m := golden.Embedded(t, "rr_arm")
	found := equilibria(t, m, stability.Loads{Effort: []float64{500, 100}})
	a, b := math.Acos(400/735.75), math.Acos(100/245.25)
	want := [][]float64{{-a, a - b}, {-a, a + b}, {a, -a - b}, {a, b - a}}
	if len(found) != len(want) {
		t.Fatalf("%d equilibria, want %d: %v", len(found), len(want), found)
	}
	for i, e := range found {
		expect.Within(t, "position", e.Position, want[i], 1e-9)
		if e.Stable != (i == 0) {
			t.Errorf("equilibrium %d: stable is %v", i, e.Stable)
		}
	}
	expect.Within(t, "figures", found[3].Position, []float64{0.996001107389, 0.154809737465}, 1e-11)
	// M q̈ = −K q about an equilibrium, with M = [M11 M12; M12 22.5] and the stiffness of gravity
	for _, e := range found {
		s1, s12, c2 := math.Sin(e.Position[0]), math.Sin(e.Position[0]+e.Position[1]), math.Cos(e.Position[1])
		k11, k12 := -735.75*s1-245.25*s12, -245.25*s12
		m11, m12, m22 := 32.5+50*(1.25+c2), 10+50*(0.25+0.5*c2), 22.5
		// det(λ² M + K) = 0
		p, q, r := m11*m22-m12*m12, m11*k12+m22*k11-2*m12*k12, k11*k12-k12*k12
		for _, x := range e.Eigenvalues {
			y := x * x
			if rest := cmplx.Abs(complex(p, 0)*y*y + complex(q, 0)*y + complex(r, 0)); rest > 1e-7*math.Abs(r) {
				t.Errorf("the eigenvalue %v is none: %v", x, rest)
			}
		}
	}
}

// TestEquilibriaWithSprings checks a pendulum with a spring and a damper: one that is too weak to hold it upright, and
// one that is not. With m = l = 1, q̈ + d q̇ + k q + g sin q = 0, seen from where it hangs.
func TestEquilibriaWithSprings(t *testing.T) {
	m := golden.Embedded(t, "pendulum")
	for _, k := range []float64{1, 20} {
		passive := m.Passive([]tree.Spring{{Joint: 0, Stiffness: k}})
		passive.Damping = []float64{0.5}
		found := equilibria(t, m, stability.Loads{Passive: passive})
		hanging := 0
		for _, e := range found {
			q := e.Position[0]
			if math.Abs(k*q+9.81*math.Sin(q)) > 1e-9 {
				t.Errorf("k = %v: %v is no equilibrium", k, q)
			}
			stiffness := k + 9.81*math.Cos(q)
			if e.Stable != (stiffness > 0) {
				t.Errorf("k = %v, q = %v: stable is %v", k, q, e.Stable)
			}
			root := cmplx.Sqrt(complex(0.0625-stiffness, 0))
			for _, x := range e.Eigenvalues {
				if d := min(cmplx.Abs(x-(root-0.25)), cmplx.Abs(x-(-root-0.25))); d > 1e-8 {
					t.Errorf("k = %v, q = %v: eigenvalue %v", k, q, x)
				}
			}
			if math.Abs(q) < 1e-9 {
				hanging++
			}
		}
		if hanging != 1 || (k == 20) != (len(found) == 1) {
			t.Errorf("k = %v: %v", k, found)
		}
	}
}

// TestEquilibriaWithConstraints checks the arm of two links with its tool on a rod from the point (0, 0, 1) that is as
// long as its distance in the position (0.3, 0.9): in each equilibrium the constraint is met and what is lacking of the
// efforts is a force along the rod.
func TestEquilibriaWithConstraints(t *testing.T) {
	m := golden.Embedded(t, "rr_arm")
	tool, _ := m.Link("tool")
	kin := tree.NewKinematics(m)
	kin.Update([]float64{0.3, 0.9})
	from := mgl64.Vec3{0, 0, 1}
	length := kin.Pose(tool).P.Sub(from).Len()
	rod := &constraint.Distance{Name: "rod", Length: length,
		Links: [2]constraint.Anchor{{Link: constraint.World, At: from}, {Link: tool}}}
	found := equilibria(t, m, stability.Loads{Effort: []float64{100, -50}}, rod)
	if len(found) < 2 {
		t.Fatalf("%d equilibria", len(found))
	}
	stable := 0
	for _, e := range found {
		kin.Update(e.Position)
		along := kin.Pose(tool).P.Sub(from)
		J, g := make([]float64, 12), make([]float64, 2)
		kin.Jacobian(J, tool, tree.Aligned)
		rnea.New(m).Gravity(g, e.Position)
		lacks := [2]float64{g[0] - 100, g[1] + 50}
		var row [2]float64
		for i := range row {
			row[i] = J[6+i]*along[0] + J[8+i]*along[1] + J[10+i]*along[2]
		}
		if across := lacks[0]*row[1] - lacks[1]*row[0]; math.Abs(along.Len()-length) > 1e-9 ||
			math.Abs(across) > 1e-6*math.Hypot(lacks[0], lacks[1]) || len(e.Eigenvalues) != 2 {
			t.Errorf("%v: length %v of %v, %v across, eigenvalues %v", e.Position, along.Len(), length, across,
				e.Eigenvalues)
		}
		if e.Stable {
			stable++
		}
	}
	if stable == 0 {
		t.Error("none is stable; on a closed curve the energy has a least value")
	}
}

// TestEquilibriaOfFamilies checks a robot with a vertical axis and wrists without a moment of weight: of each family
// there is one.
func TestEquilibriaOfFamilies(t *testing.T) {
	if testing.Short() {
		t.Skip("with -short, no equilibria of a whole arm are sought")
	}
	found := equilibria(t, golden.Embedded(t, "ur5"), stability.Loads{})
	if len(found) == 0 || len(found) > 40 {
		t.Fatalf("%d equilibria", len(found))
	}
	for _, e := range found {
		if e.Position[0] != 0 {
			t.Errorf("the vertical axis has moved: %v", e.Position)
		}
	}
}

// TestHangingChain: a chain of rods between two points hangs in the shape that Newton's method alone does not find from
// an arc. The horizontal pull of each hinge is the same and the vertical one grows by the weight of a rod from one to
// the next, so the slopes of the rods grow by equal steps, and the middle is the lowest.
func TestHangingChain(t *testing.T) {
	if testing.Short() {
		t.Skip("two hundred starts of a chain take seconds")
	}
	const n = 12
	r := &urdf.Robot{Name: "chain", Links: []urdf.Link{{Name: "ground"}}}
	parent, start := "ground", make([]float64, n)
	for i := range n {
		name, at := fmt.Sprintf("rod%d", i), 1.0/n
		moment := 1.0 / (12 * n * n * n)
		r.Links = append(r.Links, urdf.Link{Name: name, Inertial: &urdf.Inertial{Mass: 1.0 / n,
			Origin:  urdf.Pose{XYZ: [3]float64{at / 2, 0, 0}},
			Inertia: urdf.Tensor{IYY: moment, IZZ: moment}}})
		if start[i] = 2.4 / n; i == 0 {
			start[i], at = -1.2, 0
		}
		r.Joints = append(r.Joints, urdf.Joint{Name: name, Type: urdf.Continuous, Parent: parent, Child: name,
			Origin: urdf.Pose{XYZ: [3]float64{at, 0, 0}}, Axis: [3]float64{0, 0, 1},
			Dynamics: &urdf.Dynamics{Damping: 5e-4}})
		parent = name
	}
	m := expect.Model(t, r, tree.WithGravity(mgl64.Vec3{0, -9.81, 0}))
	last, _ := m.Link(parent)
	found, err := stability.Equilibria(m, start, stability.Loads{Passive: m.Passive(nil)},
		[]constraint.Constraint{&constraint.Ball{Name: "end", Links: [2]constraint.Anchor{
			{Link: last, At: mgl64.Vec3{1.0 / n, 0, 0}}, {Link: constraint.World, At: mgl64.Vec3{0.6, 0, 0}}}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range found {
		if !e.Stable {
			continue
		}
		angle, slopes := 0.0, make([]float64, n)
		for i, x := range e.Position {
			angle += x
			slopes[i] = math.Tan(angle)
		}
		step := -2 * slopes[0] / (n - 1)
		for i, x := range slopes {
			if want := slopes[0] + float64(i)*step; math.Abs(x-want) > 1e-8 {
				t.Errorf("the slope of rod %d is %v; expected %v", i, x, want)
			}
		}
		return
	}
	t.Errorf("none of %d equilibria is stable; expected one", len(found))
}
