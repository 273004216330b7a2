// Command accuracy measures the errors of the integrators on problems with exact answers, and writes docs/accuracy.md
// and its figures. It is run in the root of the repository:
//
//	go run ./cmd/accuracy
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	docs := flag.String("docs", "docs", "folder to write accuracy.md and the folder accuracy to")
	flag.Parse()
	if err := run(*docs, full); err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}

// effort bounds the extent of the measurements.
type effort struct {
	most int     // evaluations of a run
	long float64 // the time of the long run (s)
}

var full = effort{most: 800_000, long: 1000}

// run measures all and then writes all.
func run(docs string, e effort) error {
	var curves []problemCurves
	for _, prepare := range problems {
		p, err := prepare()
		if err != nil {
			return err
		}
		c, err := measure(p, e)
		if err != nil {
			return err
		}
		curves = append(curves, c)
	}
	drifts, err := measureDrifts(e)
	if err != nil {
		return err
	}
	return write(docs, curves, drifts, e)
}
