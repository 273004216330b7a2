package batch

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"math"
	"strconv"
	"sync"
	"time"
)

// Progress says how far a batch is.
type Progress struct {
	Runs      int // of the batch
	Done      int // that have ended, those of earlier processes among them
	Failed    int // that drifted, diverged or had an error
	Elapsed   time.Duration
	Rate      float64       // runs per second in this process, 0 at the beginning
	Remaining time.Duration // at that rate; 0 if the rate is 0
	Best      *Best         // nil before a run has a value, or if no metric was chosen
}

// Best is the best value of a metric so far; of equal ones, that of the first run. Failed runs do not count.
type Best struct {
	Metric string
	Run    int
	Value  float64
}

// meter counts runs.
type meter struct {
	mu       sync.Mutex
	start    time.Time
	here     int // runs of this process
	state    Progress
	every    time.Duration
	call     func(Progress)
	metric   string
	maximize bool
}

func (m *meter) begin(c *Config, runs int) {
	m.start, m.state.Runs = time.Now(), runs
	m.every, m.call, m.metric, m.maximize = cmp.Or(c.Every, time.Second/5), c.Progress, c.Best, c.Maximize
}

// add counts runs.
func (m *meter) add(runs []*Run) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, r := range runs {
		m.here++
		m.count(r.Index, r.Status, r.value)
	}
}

func (m *meter) count(run int, status Status, value float64) {
	m.state.Done++
	if status.failed() {
		m.state.Failed++
		return
	}
	if math.IsNaN(value) {
		return
	}
	better := m.state.Best == nil
	if b := m.state.Best; b != nil {
		better = value < b.Value && !m.maximize || value > b.Value && m.maximize || value == b.Value && run < b.Run
	}
	if better {
		m.state.Best = &Best{m.metric, run, value}
	}
}

// resume counts a run of the journal.
func (m *meter) resume(c *Config, rec record) {
	m.metric, m.maximize = c.Best, c.Maximize
	value, status := math.NaN(), OK
	if fields, err := csv.NewReader(bytes.NewReader(rec.row)).Read(); err == nil && len(fields) > 3 {
		status = Status(fields[2])
		if column := c.bestColumn(); column >= 0 && 4+column < len(fields) {
			if x, err := strconv.ParseFloat(fields[4+column], 64); err == nil {
				value = x
			}
		}
	}
	m.count(rec.run, status, value)
}

// now returns the progress.
func (m *meter) now() Progress {
	m.mu.Lock()
	defer m.mu.Unlock()
	p := m.state
	p.Elapsed = time.Since(m.start)
	if s := p.Elapsed.Seconds(); s > 0 && m.here > 0 {
		p.Rate = float64(m.here) / s
		p.Remaining = time.Duration(float64(p.Runs-p.Done) / p.Rate * float64(time.Second))
	}
	return p
}

// report calls the function of the caller until done is closed, and once more.
func (m *meter) report(done <-chan struct{}) {
	if m.call == nil {
		return
	}
	tick := time.NewTicker(m.every)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			m.call(m.now())
		case <-done:
			m.call(m.now())
			return
		}
	}
}
