// Inversekinematics finds positions of the joints that bring the flange of a Panda to a pose, and of those the one
// whose elbow is highest: what an arm with seven joints may choose.
package main

import (
	"fmt"
	"log"
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/models"
	"kinetree/spatial"
	"kinetree/tree"
	"kinetree/tree/reach"
)

// highest returns the position with which the flange is at a pose and the elbow is highest, and how high (m), of those
// that a search finds.
func highest(m *tree.Model, target *spatial.Transform) (q []float64, height float64, err error) {
	flange, _ := m.Link("panda_link8")
	elbow, ok := m.Link("panda_link4")
	if !ok {
		return nil, 0, fmt.Errorf("the model %s is no Panda", m.Name())
	}
	found := reach.New(m, flange).Search(&reach.Aim{Position: target.P, Rotation: &target.R},
		reach.Options{Seed: 1, All: true})
	if len(found.Branches) == 0 {
		return nil, 0, fmt.Errorf("the nearest of %d starts ends %+v from the pose", found.Starts, found.Nearest.Miss)
	}
	kin := tree.NewKinematics(m)
	height = math.Inf(-1)
	for _, b := range found.Branches {
		kin.Update(b.Q)
		if z := kin.Pose(elbow).P[2]; z > height {
			q, height = b.Q, z
		}
	}
	return q, height, nil
}

func main() {
	robot, err := models.Robot("panda_arm")
	if err != nil {
		log.Fatal(err)
	}
	m, err := tree.Build(robot)
	if err != nil {
		log.Fatal(err)
	}
	// Half a metre in front of the base and as high, pointing down.
	q, height, err := highest(m, &spatial.Transform{R: spatial.FromRPY(math.Pi, 0, 0), P: mgl64.Vec3{0.5, 0, 0.5}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("the elbow is %.3f m high\n", height)
	for _, j := range m.Joints() {
		fmt.Printf("%s %8.5f rad\n", j.Name, q[j.Q])
	}
}
