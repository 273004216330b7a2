package metrics

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"

	"kinetree/internal/libm"
)

// Measures are the measures of a joint, see the package.
type Measures struct {
	// the joint was asked to move, so that there are measures of a move
	Moves                                          bool
	RiseTime, SettlingTime                         float64
	Overshoot, Undershoot                          float64 // percent
	Peak, PeakTime                                 float64
	SteadyStateError                               float64
	IAE, ISE, ITAE, ITSE                           float64
	RMSError, MaxError                             float64
	EffortSquare, EffortPeak, EffortTotalVariation float64
	SaturationShare                                float64
	Energy                                         float64
	EffortRMS, PeakEffort, PeakPower, Duty         float64
}

// Set is a set of measures.
type Set uint32

// All are all measures.
const All Set = 1<<len(list) - 1

// The measures, each a set of its own, in the order of Names.
const (
	riseTime Set = 1 << iota
	settlingTime
	overshoot
	undershoot
	peak
	peakTime
	steadyStateError
	iae
	ise
	itae
	itse
	rmsError
	maxError
	effortSquare
	effortPeak
	effortTotalVariation
	saturationShare
	energy
	rmsEffort
	peakEffort
	peakPower
	duty
)

// Measures that are taken of one thing.
const (
	ofMove  = riseTime | settlingTime | overshoot | undershoot | peak | peakTime
	ofParts = iae | ise | itae | itse | rmsError // of the error, part by part of one sign
	ofError = ofParts | maxError
)

// OfReference are the measures that compare with the reference of the joint.
const OfReference = ofMove | ofError | steadyStateError

// OfMove reports whether measure i of Names is one of a move.
func OfMove(i int) bool { return ofMove.has(SetOf(i)) }

// SetOf returns the set of measure i of Names.
func SetOf(i int) Set { return 1 << i }

// has reports whether some of the given measures are in the set.
func (s Set) has(some Set) bool { return s&some != 0 }

// measure is a measure by its name.
type measure struct {
	name  string
	field func(*Measures) *float64
	all   func(a, b float64) float64 // that of two joints
}

func add(a, b float64) float64 { return a + b }

// larger returns the number of the larger magnitude.
func larger(a, b float64) float64 {
	if math.Abs(b) > math.Abs(a) || math.IsNaN(b) {
		return b
	}
	return a
}

// list holds the measures in their order; the first six are those of a move.
var list = [...]measure{
	{"rise_time", func(r *Measures) *float64 { return &r.RiseTime }, larger},
	{"settling_time", func(r *Measures) *float64 { return &r.SettlingTime }, larger},
	{"overshoot", func(r *Measures) *float64 { return &r.Overshoot }, larger},
	{"undershoot", func(r *Measures) *float64 { return &r.Undershoot }, larger},
	{"peak", func(r *Measures) *float64 { return &r.Peak }, larger},
	{"peak_time", func(r *Measures) *float64 { return &r.PeakTime }, larger},
	{"steady_state_error", func(r *Measures) *float64 { return &r.SteadyStateError }, larger},
	{"iae", func(r *Measures) *float64 { return &r.IAE }, add},
	{"ise", func(r *Measures) *float64 { return &r.ISE }, add},
	{"itae", func(r *Measures) *float64 { return &r.ITAE }, add},
	{"itse", func(r *Measures) *float64 { return &r.ITSE }, add},
	{"rms_error", func(r *Measures) *float64 { return &r.RMSError }, libm.Hypot},
	{"max_error", func(r *Measures) *float64 { return &r.MaxError }, larger},
	{"effort_square", func(r *Measures) *float64 { return &r.EffortSquare }, add},
	{"effort_peak", func(r *Measures) *float64 { return &r.EffortPeak }, larger},
	{"effort_total_variation", func(r *Measures) *float64 { return &r.EffortTotalVariation }, add},
	{"saturation_share", func(r *Measures) *float64 { return &r.SaturationShare }, larger},
	{"energy", func(r *Measures) *float64 { return &r.Energy }, add},
	{"rms_effort", func(r *Measures) *float64 { return &r.EffortRMS }, libm.Hypot},
	{"peak_effort", func(r *Measures) *float64 { return &r.PeakEffort }, larger},
	{"peak_power", func(r *Measures) *float64 { return &r.PeakPower }, larger},
	{"duty", func(r *Measures) *float64 { return &r.Duty }, larger},
}

// ofMoves is the number of measures at the beginning of the list that are of a move.
const ofMoves = 6

// Names returns the names of the measures.
func Names() []string {
	names := make([]string, len(list))
	for i, m := range list {
		names[i] = m.name
	}
	return names
}

// Number returns the place in Names of a measure, −1 if there is none of this name.
func Number(name string) int {
	return slices.IndexFunc(list[:], func(m measure) bool { return m.name == name })
}

// At returns measure i of Names.
func (r *Measures) At(i int) float64 { return *list[i].field(r) }

// Value returns the measure of a name, and whether there is one of this name.
func (r *Measures) Value(name string) (float64, bool) {
	if i := Number(name); i >= 0 {
		return r.At(i), true
	}
	return 0, false
}

// MarshalJSON returns an object with the measures by their names; what is not finite is null.
func (r *Measures) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range list {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(`"` + m.name + `":`)
		number, err := json.Marshal(*m.field(r))
		if err != nil {
			number = []byte("null")
		}
		b.Write(number)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// Combine sets all to the measures of a number of joints, each of which it asks for, together: the sum of integrals,
// total variations and energies, the root of the sum of the squares of RMS errors, and of the others the one with the
// largest magnitude. Those of moves are of the joints that move; one that never settles makes the settling time NaN. It
// does not allocate.
func Combine(all *Measures, joints int, of func(joint int) *Measures) {
	*all = Measures{}
	for i := range list {
		m := &list[i]
		any := false
		to := m.field(all)
		for k := range joints {
			if r := of(k); i >= ofMoves || r.Moves {
				x := *m.field(r)
				switch {
				case !any:
					*to = x
				case math.IsNaN(*to):
				default:
					*to = m.all(*to, x)
				}
				any = true
			}
		}
		if !any {
			*to = math.NaN()
		}
	}
	for k := range joints {
		all.Moves = all.Moves || of(k).Moves
	}
}
