package main

import (
	"gonum.org/v1/gonum/mat"

	"kinetree/control/analysis"
	"kinetree/rnea"
	"kinetree/sim/record"
	"kinetree/tree"
)

// analysisDescription is an analysis for programs. What is infinite or not there is null.
type analysisDescription struct {
	Model         string            `json:"model"`
	File          string            `json:"file"`
	Controller    string            `json:"controller"`
	Period        float64           `json:"period"`
	Delay         float64           `json:"delay"`
	Operating     operatingPoint    `json:"operating_point"`
	Rates         []string          `json:"rates"` // the order of the columns of B, and of each half of the states of A
	A             [][]float64       `json:"A"`
	B             [][]float64       `json:"B"`
	ClosedA       [][]float64       `json:"closed_loop_A"`
	Open          []poleDescription `json:"open_loop_poles"`
	Closed        []poleDescription `json:"closed_loop_poles"`
	Stable        bool              `json:"stable"`
	Radius        float64           `json:"spectral_radius"`
	LargestPeriod record.Number     `json:"largest_stable_period"`
	Nearest       *string           `json:"nearest_to_instability"`
	Loops         []loopDescription `json:"loops"`
}

type operatingPoint struct {
	Position map[string]tree.Values `json:"position"`
	Effort   map[string]tree.Values `json:"effort"` // that holds the robot there
}

type poleDescription struct {
	Real      record.Number `json:"real"` // 1/s
	Imaginary record.Number `json:"imaginary"`
	Z         *[2]float64   `json:"z,omitempty"` // of the closed loop: the factor from sample to sample
	Frequency record.Number `json:"frequency"`
	Damping   record.Number `json:"damping_ratio"`
}

type loopDescription struct {
	Joint                string        `json:"joint"`
	GainMargin           record.Number `json:"gain_margin"`
	GainFrequency        record.Number `json:"gain_margin_frequency"`
	LowerGainMargin      record.Number `json:"lower_gain_margin"`
	LowerGainFrequency   record.Number `json:"lower_gain_margin_frequency"`
	PhaseMargin          record.Number `json:"phase_margin"`
	PhaseFrequency       record.Number `json:"phase_margin_frequency"`
	DelayMargin          record.Number `json:"delay_margin"`
	Sensitivity          record.Number `json:"sensitivity_peak"`
	SensitivityFrequency record.Number `json:"sensitivity_peak_frequency"`
	Bode                 bodeColumns   `json:"bode"`
}

// bodeColumns are a frequency response.
type bodeColumns struct {
	Frequency []record.Number `json:"frequency"`
	Gain      []record.Number `json:"gain"`
	Phase     []record.Number `json:"phase"`
}

// description returns the analysis for programs.
func (a *loopAnalysis) description() *analysisDescription {
	m := a.setup.Model
	d := &analysisDescription{Model: m.Name(), File: a.run.Source.Name, Controller: a.run.Scenario.Controller.Type,
		Period: a.Loop.Period, Delay: a.setup.Delay,
		Operating: operatingPoint{map[string]tree.Values{}, map[string]tree.Values{}}, Rates: a.rates,
		A: matrixRows(a.setup.Plant.A), B: matrixRows(a.setup.Plant.B), ClosedA: matrixRows(a.Loop.Closed()),
		Open: poleDescriptions(a.Open, false), Closed: poleDescriptions(a.Closed, true), Stable: a.Stable(),
		Radius:        a.SpectralRadius,
		LargestPeriod: record.Number(a.LargestPeriod), Loops: []loopDescription{}}
	hold := make([]float64, m.NV())
	rnea.New(m).Gravity(hold, a.setup.Position)
	for i := range m.Joints() {
		if j := &m.Joints()[i]; j.Leader < 0 {
			d.Operating.Position[j.Name] = j.AppendPosition(nil, a.setup.Position)
			d.Operating.Effort[j.Name] = hold[j.V : j.V+j.NV]
		}
	}
	if a.Nearest >= 0 {
		d.Nearest = &a.rates[a.Rates[a.Nearest].Rate]
	}
	for _, l := range a.Rates {
		m := l.Margins
		loop := loopDescription{a.rates[l.Rate], record.Number(m.Gain), record.Number(m.GainFrequency),
			record.Number(m.LowerGain), record.Number(m.LowerGainFrequency),
			record.Number(m.Phase), record.Number(m.PhaseFrequency), record.Number(m.Delay),
			record.Number(m.Sensitivity), record.Number(m.SensitivityFrequency), bodeColumns{}}
		for _, p := range l.Bode {
			loop.Bode.Frequency = append(loop.Bode.Frequency, record.Number(p.Frequency))
			loop.Bode.Gain = append(loop.Bode.Gain, record.Number(p.Gain))
			loop.Bode.Phase = append(loop.Bode.Phase, record.Number(p.Phase))
		}
		d.Loops = append(d.Loops, loop)
	}
	return d
}

func matrixRows(m *mat.Dense) [][]float64 {
	rows, _ := m.Dims()
	list := make([][]float64, rows)
	for i := range list {
		list[i] = m.RawRowView(i)
	}
	return list
}

func poleDescriptions(poles []analysis.Pole, sampled bool) []poleDescription {
	list := make([]poleDescription, len(poles))
	for i, p := range poles {
		list[i] = poleDescription{record.Number(real(p.S)), record.Number(imag(p.S)), nil, record.Number(p.Frequency),
			record.Number(p.Damping)}
		if sampled {
			list[i].Z = &[2]float64{real(p.Z), imag(p.Z)}
		}
	}
	return list
}
