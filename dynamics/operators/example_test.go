package operators_test

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"kinetree/dynamics/operators"
	"kinetree/models"
	"kinetree/tree"
)

// The mass matrix of a double pendulum, stretched out, as a product of operators, and its inverse by the factors that
// the articulated inertias give.
func ExampleSystem() {
	robot, err := models.Robot("double_pendulum")
	if err != nil {
		fmt.Println(err)
		return
	}
	model, err := tree.Build(robot)
	if err != nil {
		fmt.Println(err)
		return
	}
	s := operators.New(model)
	s.Update([]float64{0, 0})
	if err := s.Factor(); err != nil {
		fmt.Println(err)
		return
	}
	Ht, phi, M := operators.Transposed(s.H()), s.Phi(), s.M()
	mass := operators.Product(Ht, phi, M, operators.Transposed(phi), s.H())
	fmt.Printf("Hᵀ φ M φᵀ H = %.3f\n", mat.Formatted(operators.Dense(mass), mat.Prefix("              ")))

	one := operators.Identity(model.NV())
	L := operators.Difference(one, operators.Product(Ht, s.Psi(), s.K()))
	inverse := operators.Product(operators.Transposed(L), s.DInverse(), L)
	qdd := make([]float64, 2)
	inverse.Apply(qdd, []float64{1, 0})
	fmt.Printf("accelerations by an effort of 1 N m on the first joint: %.3f\n", qdd)
	// Output:
	// Hᵀ φ M φᵀ H = ⎡2.667  0.833⎤
	//               ⎣0.833  0.333⎦
	// accelerations by an effort of 1 N m on the first joint: [1.714 -4.286]
}

// The arm of a UR5 falls from rest, stretched out, computed on two goroutines; and the force that its shoulder bears.
func ExampleParallelChain() {
	robot, err := models.Robot("ur5")
	if err != nil {
		fmt.Println(err)
		return
	}
	model, err := tree.Build(robot)
	if err != nil {
		fmt.Println(err)
		return
	}
	chain, err := operators.NewParallelChain(model, 2)
	if err != nil {
		fmt.Println(err)
		return
	}
	qdd, zero := make([]float64, 6), make([]float64, 6)
	if err := chain.ForwardDynamics(qdd, zero, zero, zero, nil); err != nil {
		fmt.Println(err)
		return
	}
	link, _ := model.Link("upper_arm_link")
	fmt.Printf("%.3f rad/s²\n", qdd[:3])
	fmt.Printf("%d reductions; the shoulder bears %.1f N\n", chain.Reductions(), chain.JointForce(link).Lin.Len())
	// Output:
	// [0.000 25.724 -28.737] rad/s²
	// 3 reductions; the shoulder bears 21.2 N
}
