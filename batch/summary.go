package batch

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strconv"

	"kinetree/internal/finitejson"
	"kinetree/internal/infile"
	"kinetree/internal/spreadsheet"
)

// Summary is what a table comes to. In JSON a number that is not there is null.
type Summary struct {
	Runs     int      `json:"runs"`
	Statuses Counts   `json:"statuses"` // in the order of how runs end; without those of no run
	Metrics  []Metric `json:"metrics"`  // in the order of the table
	Failed   []Failed `json:"failed"`   // the first runs that failed
}

// MarshalJSON implements json.Marshaler.
func (s *Summary) MarshalJSON() ([]byte, error) { return finitejson.Marshal(s) }

// Count is how many runs have a status.
type Count struct {
	Status Status
	Runs   int
}

// Counts are an object in JSON: the numbers of runs by their status.
type Counts []Count

// MarshalJSON implements json.Marshaler.
func (c Counts) MarshalJSON() ([]byte, error) {
	numbers := map[Status]int{}
	for _, one := range c {
		numbers[one.Status] = one.Runs
	}
	return finitejson.Marshal(numbers)
}

// Failed is a run without results.
type Failed struct {
	Run     int    `json:"run"`
	Status  Status `json:"status"`
	Reason  string `json:"reason,omitempty"`
	Command string `json:"command"` // see [Summary.Repeat]
}

// Metric is the distribution of a metric over the runs that have it and did not fail.
type Metric struct {
	Name string  `json:"name"`
	Runs int     `json:"runs"` // that have a value
	Mean float64 `json:"mean"` // NaN without a run
	// standard deviation of a sample, with n − 1; NaN with fewer than two runs
	Deviation   float64     `json:"deviation"`
	Percentiles Percentiles `json:"percentiles"`
	Worst       []RunValue  `json:"worst"` // the largest values, in falling order; of equal ones the first run
}

// Percentiles are the values of a metric at [Percents]. In JSON they are an object.
type Percentiles [7]float64

// MarshalJSON implements json.Marshaler.
func (p Percentiles) MarshalJSON() ([]byte, error) {
	values := map[string]float64{}
	for i, percent := range Percents {
		values[strconv.FormatFloat(percent, 'g', -1, 64)] = p[i]
	}
	return finitejson.Marshal(values)
}

// Percents are the percentiles of a [Metric]: the least value, the median in the middle, the largest value. Between
// two values they are interpolated linearly, as numpy and pandas do.
var Percents = [7]float64{0, 5, 25, 50, 75, 95, 100}

// RunValue is the value of a run.
type RunValue struct {
	Run     int     `json:"run"`
	Value   float64 `json:"value"`
	Command string  `json:"command"` // see [Summary.Repeat]
}

// Repeat sets the commands that repeat the runs of the summary alone.
func (s *Summary) Repeat(command func(run int) string) {
	for i := range s.Failed {
		s.Failed[i].Command = command(s.Failed[i].Run)
	}
	for _, m := range s.Metrics {
		for i := range m.Worst {
			m.Worst[i].Command = command(m.Worst[i].Run)
		}
	}
}

// Summarize reads the table of a complete batch, and names at most worst runs of each kind. The error names what is not
// as the batch has written it; the contents of trajectories are left to [Verify]. It holds 16 bytes for
// each run and metric.
func Summarize(dir string, worst int) (*Summary, error) {
	study, err := ReadStudy(dir)
	if err != nil {
		return nil, err
	}
	if !study.Complete {
		return nil, fmt.Errorf("the batch in %s is not complete; resume it first", dir)
	}
	if _, err := verify(dir, study, false); err != nil {
		return nil, err
	}
	name := filepath.Join(dir, tableName)
	file, err := infile.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	in := csv.NewReader(infile.Rows(file, name, MaxRow))
	in.ReuseRecord = true
	if _, err := in.Read(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	s := &Summary{Metrics: []Metric{}, Failed: []Failed{}}
	values := make([][]RunValue, len(study.Metrics))
	counts := map[Status]int{}
	first := 4 + len(study.Axes)
	for {
		record, err := in.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil && len(record) != first+len(study.Metrics) {
			err = fmt.Errorf("line %d has %d fields; expected %d", s.Runs+2, len(record), first+len(study.Metrics))
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		run, status := s.Runs*max(1, study.shard().Of)+study.shard().Index, Status(record[2])
		s.Runs++
		counts[status]++
		if status.failed() {
			if len(s.Failed) < worst {
				s.Failed = append(s.Failed, Failed{Run: run, Status: status, Reason: spreadsheet.Read(record[3])})
			}
			continue
		}
		for j := range values {
			field := record[first+j]
			if field == "" {
				continue
			}
			x, err := strconv.ParseFloat(field, 64)
			if err != nil {
				return nil, fmt.Errorf("%s: line %d: %s: %q; expected a number", name, s.Runs+1, study.Metrics[j],
					field)
			}
			values[j] = append(values[j], RunValue{Run: run, Value: x})
		}
	}
	for _, status := range []Status{OK, Stopped, Drifted, Diverged, TimedOut, Error} {
		if n := counts[status]; n > 0 {
			s.Statuses = append(s.Statuses, Count{status, n})
		}
	}
	for j, name := range study.Metrics {
		s.Metrics = append(s.Metrics, distribution(name, values[j], worst))
	}
	return s, nil
}

// distribution sums up the values of a metric.
func distribution(name string, values []RunValue, worst int) Metric {
	m := Metric{Name: name, Runs: len(values)}
	numbers := make([]float64, len(values))
	for i, v := range values {
		numbers[i] = v.Value
	}
	m.Mean, m.Deviation = meanAndDeviation(numbers)
	if len(values) < 2 {
		m.Deviation = math.NaN()
	}
	slices.Sort(numbers)
	for i, p := range Percents {
		m.Percentiles[i] = percentile(numbers, p)
	}
	slices.SortFunc(values, func(a, b RunValue) int {
		return cmp.Or(cmp.Compare(b.Value, a.Value), cmp.Compare(a.Run, b.Run))
	})
	m.Worst = slices.Clone(values[:min(worst, len(values))])
	return m
}

// meanAndDeviation returns the mean and the standard deviation of a sample, from the differences from its mean.
func meanAndDeviation(numbers []float64) (mean, deviation float64) {
	n := float64(len(numbers))
	for _, x := range numbers {
		mean += x
	}
	mean /= n
	sum, squares := 0.0, 0.0 // the sum is rounding, and what it takes off the squares, too
	for _, x := range numbers {
		sum += x - mean
		squares += float64((x - mean) * (x - mean))
	}
	return mean, math.Sqrt((squares - sum*sum/n) / (n - 1))
}

// percentile returns the value below which p percent of sorted numbers are (R. J. Hyndman and Y. Fan, The American
// Statistician 50, 1996, definition 7).
func percentile(sorted []float64, p float64) float64 {
	if len(sorted) == 0 {
		return math.NaN()
	}
	at := float64(p / 100 * float64(len(sorted)-1))
	i := int(at)
	if f := at - float64(i); f > 0 {
		return float64(sorted[i]*(1-f)) + float64(sorted[i+1]*f)
	}
	return sorted[i]
}
