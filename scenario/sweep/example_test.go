package sweep_test

import (
	"fmt"

	"kinetree/internal/strict"
	"kinetree/scenario/sweep"
)

func Example() {
	n, err := strict.Parse([]byte("- {path: controller.gains.elbow.p, grid: [50, 100]}\n- {path: "+
		"controller.gains.elbow.d, logspace: [1, 100, 3]}\n"), "sweep.yaml")
	if err != nil {
		fmt.Println(err)
		return
	}
	var axes []sweep.Axis
	if err := n.Decode(&axes).Err(); err != nil {
		fmt.Println(err)
		return
	}
	d, faults := sweep.New(n, sweep.Sweep{Axes: axes}, nil)
	if faults != nil {
		fmt.Println(faults)
		return
	}
	var row []sweep.Value
	for i := range d.Len() {
		row = d.Row(row[:0], i)
		fmt.Printf("%d: p %g, d %.4g\n", i, row[0].Number, row[1].Number)
	}
	// Output:
	// 0: p 50, d 1
	// 1: p 50, d 10
	// 2: p 50, d 100
	// 3: p 100, d 1
	// 4: p 100, d 10
	// 5: p 100, d 100
}
