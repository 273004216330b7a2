package urdf_test

import (
	"bytes"
	"testing"

	"kinetree/models/oracle/randrobot"
	"kinetree/tree"
	"kinetree/urdf"
)

// BenchmarkLoad reads and builds a robot of some 130 links with a box on each.
func BenchmarkLoad(b *testing.B) {
	r := randrobot.New(1, 115)
	for i := range r.Links {
		box := urdf.Shape{Geometry: urdf.Geometry{Box: &urdf.Box{Size: [3]float64{1, 1, 1}}}}
		r.Links[i].Visuals, r.Links[i].Collisions = []urdf.Shape{box}, []urdf.Shape{box}
	}
	for i := range r.Joints {
		r.Joints[i].Limit = &urdf.Limit{Lower: -1, Upper: 1, Effort: 1, Velocity: 1}
	}
	var file bytes.Buffer
	if err := r.WriteURDF(&file); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(file.Len()))
	b.ReportMetric(float64(len(r.Links)), "links")
	for b.Loop() {
		robot, diags := urdf.Parse(bytes.NewReader(file.Bytes()), "")
		if robot == nil {
			b.Fatal(diags)
		}
		if _, err := tree.Build(robot); err != nil {
			b.Fatal(err)
		}
	}
}
