package fit

import (
	"errors"
	"fmt"
	"math"

	"kinetree/tree"
)

// Measurements are the motions of a robot that logs hold, prepared for a fit.
type Measurements struct {
	Logs        []*Log     `json:"-"`
	Parts       []*Samples `json:"-"`              // stretches, complete; with even steps if there is a cutoff
	Differenced bool       `json:"differentiated"` // velocities or accelerations were not logged
	Cutoff      float64    `json:"cutoff"`         // of the filter that the equation should pass (Hz); 0 for none
	Chosen      bool       `json:"cutoff_chosen"`  // the cutoff follows from the spectrum of the motion
	// joints that do not move enough to tell from noise; they count as standing still
	Standing []string `json:"standing,omitempty"`
	// by how much the positions of each rate change at most so that they meet the constraints (rad or m); nil without
	Moved []float64 `json:"-"`
	// stretches that are left out, because derivatives and filters leave nothing of them
	Short int `json:"-"`
}

// Prepare makes one motion of logs: with even steps, and with velocities and accelerations. A cutoff that is NaN is
// chosen (see [ChooseCutoff]); without velocities or accelerations to find none is needed. The error names the log.
func Prepare(m *tree.Model, cutoff float64, logs ...*Log) (*Measurements, error) {
	x := &Measurements{Logs: logs, Cutoff: cutoff}
	for _, log := range logs {
		for _, s := range log.Parts {
			x.Differenced = x.Differenced || !s.Complete()
		}
	}
	if math.IsNaN(cutoff) && !x.Differenced {
		x.Cutoff = 0
	}
	if !x.Differenced && x.Cutoff == 0 {
		for _, log := range logs {
			x.Parts = append(x.Parts, log.Parts...)
		}
		x.findStanding(m)
		return x, nil
	}
	var even []*Samples
	var owners []*Log
	for _, log := range logs {
		var faults []error
		before := len(even)
		for _, s := range log.Parts {
			pieces, e, err := s.Resample(m)
			if err != nil {
				faults = append(faults, fmt.Errorf("%s: %w", log.File, err))
				continue
			}
			log.Evenings = append(log.Evenings, e)
			for _, p := range pieces {
				even, owners = append(even, p), append(owners, log)
			}
		}
		x.Short += len(faults)
		if len(even) == before {
			return nil, errors.Join(faults...)
		}
	}
	if math.IsNaN(x.Cutoff) {
		x.Chosen = true
		var err error
		if x.Cutoff, err = ChooseCutoff(m, even...); err != nil {
			return nil, err
		}
	}
	var faults []error
	for i, s := range even {
		p, err := s.Smooth(m, x.Cutoff)
		if err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", owners[i].File, err))
			continue
		}
		x.Parts = append(x.Parts, p)
	}
	x.Short += len(faults)
	if len(x.Parts) == 0 {
		return nil, errors.Join(faults...)
	}
	x.findStanding(m)
	return x, nil
}

// used returns how many samples there are, and how many seconds they last.
func (x *Measurements) used() (samples int, duration float64) {
	for _, s := range x.Parts {
		samples += s.Len()
		duration += s.T[s.Len()-1] - s.T[0]
	}
	return samples, duration
}
