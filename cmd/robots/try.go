package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"kinetree/models"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
	"kinetree/sim"
	"kinetree/urdf"
)

// record is the entry of a robot in the page.
type record struct {
	Maker, Name string
	Joints      int // that move
	Loads, Runs bool
	Share       float64 // of the energy that moved, that the drift is
	Estimated   int     // links
	Stiff       int     // dampers and springs that were taken implicitly
	Why         string  // it does not load or run, or nothing moves
	Took        time.Duration
}

const (
	duration = 1                // s
	patience = 60 * time.Second // for a run
	accurate = 0.01             // the largest share of drift
)

// try loads and runs a robot.
func try(ctx context.Context, file string) (r record) {
	begin := time.Now()
	defer func() { r.Took = time.Since(begin) }()
	source, err := models.Read(file, nil)
	if err != nil {
		r.Why = err.Error()
		return r
	}
	if source.Robot == nil {
		r.Why = first(source.Diagnostics.Errors())
		return r
	}
	r.Loads, r.Joints = true, urdf.NewOutline(source.Robot).Moving
	if r.Joints == 0 {
		r.Why = "no joint moves"
		return r
	}
	s := scenario.Default()
	s.Model.File, s.Duration, s.Inertia = file, duration, &scenario.Estimation{}
	run, err := prepare.New(s, prepare.Env{Unlogged: true})
	if err != nil {
		r.Why = why(err)
		return r
	}
	r.Estimated = len(run.Estimates)
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	o, err := run.Simulate(limited)
	switch {
	case o == nil, err != nil && o.Status != sim.Interrupted:
		r.Why = why(err)
	case o.Status == sim.Interrupted:
		r.Why = fmt.Sprintf("more than %v for a simulated second", patience)
	default:
		r.Share, r.Stiff = o.DriftShare, len(o.Stiff)
		if r.Runs = r.Share < accurate; !r.Runs {
			r.Why = fmt.Sprintf("a drift of %.2g of the energy that moved", r.Share)
		}
	}
	return r
}

// first returns the first error of a file and its place, and how many more there are.
func first(diagnostics urdf.Diagnostics) string {
	d := diagnostics[0]
	text := fmt.Sprintf("%s, %s", d.Path, d.Message)
	if d.Pos.Line > 0 {
		text = fmt.Sprintf("line %d: %s", d.Pos.Line, text)
	}
	if n := len(diagnostics) - 1; n > 0 {
		text += fmt.Sprintf("; %d more errors", n)
	}
	return text
}

// why returns an error on one line.
func why(err error) string {
	var diagnostics urdf.Diagnostics
	if errors.As(err, &diagnostics) {
		return first(diagnostics)
	}
	return strings.ReplaceAll(err.Error(), "\n", "; ")
}
