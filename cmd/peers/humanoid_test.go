package main

import (
	"bytes"
	"flag"
	"os"
	"testing"

	"kinetree/models/oracle/randrobot"
	"kinetree/urdf"
)

var update = flag.Bool("update", false, "write humanoid.urdf")

// TestHumanoid checks that humanoid.urdf is the robot that the benchmarks in Go run on, its base floating by a joint
// of the description, as the peer needs it.
func TestHumanoid(t *testing.T) {
	r, _ := randrobot.Humanoid()
	root := r.Links[0].Name
	r.Links = append([]urdf.Link{{Name: "world"}}, r.Links...)
	r.Joints = append([]urdf.Joint{{Name: "base", Type: urdf.Floating, Parent: "world", Child: root,
		Axis: [3]float64{1, 0, 0}}}, r.Joints...)
	var want bytes.Buffer
	if err := r.WriteURDF(&want); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile("humanoid.urdf", want.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile("humanoid.urdf")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want.Bytes()) {
		t.Error("humanoid.urdf is another robot than randrobot.Humanoid; write it with go test ./cmd/peers -update")
	}
}
