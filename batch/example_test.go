package batch_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"kinetree/batch"
)

// square is a worker whose metric is the square of the index of the run.
type square struct{}

func (square) Run(_ context.Context, r *batch.Run) error {
	r.Number(float64(r.Index))
	if r.Index == 2 {
		return fmt.Errorf("run %d has no square", r.Index)
	}
	r.Number(float64(r.Index * r.Index))
	return nil
}

func Example() {
	dir, err := os.MkdirTemp("", "batch")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	c := batch.Config{Dir: dir, Runs: 4, Axes: []string{"x"}, Metrics: []string{"square"}}
	if _, err := batch.Execute(context.Background(), c, func() (batch.Worker, error) {
		return square{},
			nil
	}); err != nil {
		fmt.Println(err)
		return
	}
	text, _ := os.ReadFile(filepath.Join(dir, "runs.csv"))
	fmt.Print(string(text))
	// Output:
	// index,seed,status,reason,x,square
	// 0,0,ok,,0,0
	// 1,0,ok,,1,1
	// 2,0,error,run 2 has no square,2,
	// 3,0,ok,,3,9
}
