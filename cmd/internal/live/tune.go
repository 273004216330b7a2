package live

import (
	"context"
	"errors"

	"kinetree/scenario/tune"
)

// candidate is a best point of a search so far.
type candidate struct {
	Runs   int          `json:"runs"` // that were judged
	Of     int          `json:"of"`
	Least  float64      `json:"least"` // cost
	Report *tune.Report `json:"report,omitempty"`
	Done   bool         `json:"done"`
}

// tune searches as the scenario asks for, and says after each candidate how far it is.
func (t *Talk) tune(ctx context.Context, m message) {
	s, err := t.stage.with(m)
	if err != nil {
		t.reply(m.ID, "tune", nil, err)
		return
	}
	search, err := tune.New(s, nil)
	if err != nil {
		t.reply(m.ID, "tune", nil, err)
		return
	}
	found, err := search.Minimize(ctx, 1, func(runs int, least float64) {
		frame, err := newFrame(m.ID, "tune", candidate{Runs: runs, Of: search.Runs(), Least: least}, nil, nil)
		if err == nil {
			t.offer(frame)
		}
	})
	if found == nil || err != nil && !errors.Is(err, context.Canceled) {
		t.reply(m.ID, "tune", nil, err)
		return
	}
	t.reply(m.ID, "tune", candidate{Runs: len(found.Trials), Of: search.Runs(), Least: found.Best.Cost,
		Report: search.Report(found), Done: true}, nil)
}
