// Package operators computes the spatial operators of a robot at a position as full matrices, and the factors of the
// mass matrix that they are: for reading and teaching, not for speed.
//
// A stack has six numbers for each of the n moving bodies, the linear ones first, in the axes of the world and about
// the origin of the link that the body's joint carries. With φ(i,j) the force on body j carried to the point of body i,
// λ the parent, and J the inertias of drives:
//
//	H  the motions that rates add, a row for each
//	Φ  the forces through the joints from those on the bodies: block (i,j) is φ(i,j) where i carries j
//	M  the bodies' inertias
//	P  the articulated inertias: P_i = M_i + Σ φ (1 − G H) P φᵀ over the children, with
//	D  = H P Hᵀ + J  and  G = P Hᵀ D⁻¹
//	K  the gains carried to the parents: block (λ(j),j) is φ(λ(j),j) G_j
//	Ψ  as Φ, with φ(λ(j),j) (1 − G_j H_j) from each body to its parent
//
// Of them the mass matrix and its inverse are
//
//	𝓜 = H Φ M Φᵀ Hᵀ + J = (1 + H Φ K) D (1 + H Φ K)ᵀ,  (1 + H Φ K)⁻¹ = 1 − H Ψ K
//	𝓜⁻¹ = (1 − H Ψ K)ᵀ D⁻¹ (1 − H Ψ K)
//
// and the Jacobians of the links are the blocks of Φᵀ Hᵀ. Source: Rodriguez, Jain and Kreutz-Delgado, "Spatial operator
// algebra for multibody system dynamics", Journal of the Astronautical Sciences 40, 1992.
package operators

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/spatial"
	"kinetree/spatial/mat"
	"kinetree/tree"
)

// MaxBodies is how many moving bodies a robot may have, so that the matrices have a size that somebody can read.
const MaxBodies = 200

// Operators are those of a robot at a position, see the package.
type Operators struct {
	H, Phi, M, D, K, Psi *mat.Dense
	Links                []string // of each body, empty for inner bodies of a joint
}

// Of returns the operators of a model at a position. It is an error if the robot has too many bodies or joints that
// follow others, for which the factors do not hold, or if a joint moves no inertia. O(n³), with memory O(n²).
func Of(m *tree.Model, q []float64) (*Operators, error) {
	bodies := m.Bodies()
	n := len(bodies) - 1
	if n > MaxBodies {
		return nil, fmt.Errorf("the robot has %d moving bodies; expected at most %d", n, MaxBodies)
	}
	kin := tree.NewKinematics(m)
	kin.Update(q)
	o := &Operators{H: mat.NewDense(m.NV(), 6*n, nil), Phi: mat.NewDense(6*n, 6*n, nil),
		M: mat.NewDense(6*n, 6*n, nil), D: mat.NewDense(m.NV(), m.NV(), nil), K: mat.NewDense(6*n, m.NV(), nil),
		Psi: mat.NewDense(6*n, 6*n, nil), Links: make([]string, n)}
	points := make([]mgl64.Vec3, n+1)
	for i := range points {
		points[i] = kin.BodyPose(i).P
	}
	for _, j := range m.Joints() {
		if j.Leader >= 0 {
			return nil, fmt.Errorf("joint %q follows another one; expected independent joints, see --ignore-mimic",
				j.Name)
		}
		points[j.Body], o.Links[j.Body-1] = kin.Pose(j.Link).P, m.Links()[j.Link].Name
	}
	toParent, articulated := make([]*mat.Dense, n+1), make([]*mat.Dense, n+1)
	for i := 1; i <= n; i++ {
		at := *kin.BodyPose(i)
		at.P = at.P.Sub(points[i])
		o.body(&bodies[i], &at, i)
		toParent[i] = carried(points[i].Sub(points[bodies[i].Parent]))
		articulated[i] = mat.DenseCopyOf(block(o.M, i, i))
	}
	reduced := make([]*mat.Dense, n+1) // ψ
	for i := n; i > 0; i-- {
		var err error
		if reduced[i], err = o.joint(m, i, articulated, toParent[i]); err != nil {
			return nil, err
		}
	}
	chain(o.Phi, bodies, toParent)
	chain(o.Psi, bodies, reduced)
	return o, nil
}

// body sets the rows of H and the block of M of body i, which has a pose in the frame of its point.
func (o *Operators) body(b *tree.Body, at *spatial.Transform, i int) {
	for k := range b.S {
		var c spatial.Motion
		b.Column(&c, at, k)
		for r := range 3 {
			o.H.Set(b.V+k, 6*i-6+r, c.Lin[r])
			o.H.Set(b.V+k, 6*i-3+r, c.Ang[r])
		}
	}
	inertia, m := b.Inertia.InParent(at), block(o.M, i, i)
	for k := range 6 {
		var unit spatial.Motion
		var h spatial.Force
		if k < 3 {
			unit.Lin[k] = 1
		} else {
			unit.Ang[k-3] = 1
		}
		inertia.Apply(&h, &unit)
		for r := range 3 {
			m.Set(r, k, h.Lin[r])
			m.Set(r+3, k, h.Ang[r])
		}
	}
}

// joint sets the blocks of D and K of the joint of body i, adds what it passes on of the articulated inertia to that of
// the parent, and returns ψ from the body to its parent.
func (o *Operators) joint(m *tree.Model, i int, articulated []*mat.Dense, toParent *mat.Dense) (*mat.Dense, error) {
	b := &m.Bodies()[i]
	first, end := b.V, b.V+len(b.S)
	h := mat.DenseCopyOf(o.H.Slice(first, end, 6*i-6, 6*i))
	var force, d, inverse, gain, kept, psi mat.Dense
	force.Mul(articulated[i], h.T())
	d.Mul(h, &force)
	for k, x := range m.Armature() {
		if k >= first && k < end {
			d.Set(k-first, k-first, d.At(k-first, k-first)+x)
		}
	}
	if inverse.Inverse(&d) != nil {
		return nil, m.Singular(i, d.At(0, 0))
	}
	o.D.Slice(first, end, first, end).Copy(&d)
	gain.Mul(&force, &inverse)
	kept.Mul(&gain, h)
	for r := range 6 {
		for c := range 6 {
			kept.Set(r, c, -kept.At(r, c))
		}
		kept.Set(r, r, 1+kept.At(r, r))
	}
	psi.Mul(toParent, &kept)
	if b.Parent > 0 {
		var passed, there mat.Dense
		passed.Mul(&psi, articulated[i])
		there.Mul(&passed, toParent.T())
		articulated[b.Parent].Add(articulated[b.Parent], &there)
		o.K.Slice(6*b.Parent-6, 6*b.Parent, first, end).Copy(product(toParent, &gain))
	}
	return &psi, nil
}

// chain sets the blocks of dst, from each body to itself and to those that carry it, of the steps to the parents.
func chain(dst *mat.Dense, bodies []tree.Body, step []*mat.Dense) {
	for j := 1; j < len(bodies); j++ {
		way := mat.NewDense(6, 6, nil)
		for k := range 6 {
			way.Set(k, k, 1)
		}
		for i := j; ; i = bodies[i].Parent {
			block(dst, i, j).Copy(way)
			if bodies[i].Parent == 0 {
				break
			}
			way = product(step[i], way)
		}
	}
}

// carried returns the matrix that carries a force from a point that lies at r.
func carried(r mgl64.Vec3) *mat.Dense {
	return mat.NewDense(6, 6, []float64{
		1, 0, 0, 0, 0, 0,
		0, 1, 0, 0, 0, 0,
		0, 0, 1, 0, 0, 0,
		0, -r[2], r[1], 1, 0, 0,
		r[2], 0, -r[0], 0, 1, 0,
		-r[1], r[0], 0, 0, 0, 1})
}

// block returns block (i, j) of a stacked matrix; bodies count from 1.
func block(m *mat.Dense, i, j int) *mat.Dense { return m.Slice(6*i-6, 6*i, 6*j-6, 6*j) }

func product(a, b mat.Matrix) *mat.Dense {
	var c mat.Dense
	c.Mul(a, b)
	return &c
}
