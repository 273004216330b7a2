// Streaming hands the rows of a log to another goroutine while the simulation runs, as a server would hand them to its
// clients, and ends the simulation from there: here when a double pendulum has turned over for the first time.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"math"
	"os"

	"kinetree/models"
	"kinetree/sim"
	"kinetree/tree"
)

// Stream is a sim.Sink that sends copies of its rows through a channel. A receiver that is slow makes the simulation
// wait; nothing is lost, and nothing piles up.
type Stream struct {
	Rows    chan []float64
	Columns chan []string // gets the names once
	ctx     context.Context
}

// NewStream returns a stream that ends when a context does.
func NewStream(ctx context.Context) *Stream {
	return &Stream{make(chan []float64, 16), make(chan []string, 1), ctx}
}

// Begin implements sim.Sink.
func (s *Stream) Begin(columns []string) error {
	s.Columns <- columns
	return nil
}

// Record implements sim.Sink. The row belongs to the simulation, so a copy is sent.
func (s *Stream) Record(row []float64) error {
	select {
	case s.Rows <- append([]float64(nil), row...):
	case <-s.ctx.Done(): // nobody listens any more
	}
	return nil
}

// End implements sim.Sink.
func (s *Stream) End(*sim.Summary) error {
	close(s.Rows)
	return nil
}

// simulate runs a double pendulum from a position and calls see for each row, until that returns false.
func simulate(position []float64, duration float64, see func(columns []string, row []float64) bool) (*sim.Summary,
	error) {
	robot, err := models.Robot("double_pendulum")
	if err != nil {
		return nil, err
	}
	model, err := tree.Build(robot)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	stream := NewStream(ctx)
	world, err := sim.New(sim.Config{Model: model, Start: sim.Start{Position: position},
		Log: sim.Log{Sink: stream, Every: 10}})
	if err != nil {
		return nil, err
	}
	var summary *sim.Summary
	ended := make(chan error, 1)
	go func() {
		var err error
		summary, err = world.Run(ctx, duration)
		ended <- err
	}()
	columns := <-stream.Columns
	for row := range stream.Rows {
		if ctx.Err() == nil && !see(columns, row) {
			cancel()
		}
	}
	if err := <-ended; err != nil && ctx.Err() == nil {
		return nil, err
	}
	return summary, nil
}

func main() {
	out := json.NewEncoder(os.Stdout)
	summary, err := simulate([]float64{3, 0.1}, 60, func(columns []string, row []float64) bool {
		object := map[string]float64{}
		for i, name := range columns {
			object[name] = row[i]
		}
		if err := out.Encode(object); err != nil {
			log.Fatal(err)
		}
		return math.Abs(row[2]) < math.Pi
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Fprintf(os.Stderr, "%s after %d steps\n", summary.Status, summary.Steps)
}
