package sizing

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"kinetree/internal/suggest"
	"kinetree/internal/table"
)

// CatalogueMotor is a motor of a catalogue. Torques are N m, or N of a linear motor, speeds rad/s or m/s.
type CatalogueMotor struct {
	Name             string  `json:"name"`
	ContinuousTorque float64 `json:"continuous_torque"`
	PeakTorque       float64 `json:"peak_torque"`
	RatedSpeed       float64 `json:"rated_speed"`
	MaxSpeed         float64 `json:"max_speed"`
	RotorInertia     float64 `json:"rotor_inertia"`
	Mass             float64 `json:"mass"`            // kg; 0 if it is not known
	TorqueConstant   float64 `json:"torque_constant"` // N m/A or N/A; 0 if it is not known
	Resistance       float64 `json:"resistance"`      // Ω; 0 if it is not known
}

// columns are those of a catalogue, with whether they have to be there and be positive.
var columns = []struct {
	name           string
	needed, allows bool // allows 0
	field          func(*CatalogueMotor) *float64
}{
	{"continuous_torque", true, false, func(m *CatalogueMotor) *float64 { return &m.ContinuousTorque }},
	{"peak_torque", true, false, func(m *CatalogueMotor) *float64 { return &m.PeakTorque }},
	{"rated_speed", false, false, func(m *CatalogueMotor) *float64 { return &m.RatedSpeed }},
	{"max_speed", true, false, func(m *CatalogueMotor) *float64 { return &m.MaxSpeed }},
	{"rotor_inertia", true, true, func(m *CatalogueMotor) *float64 { return &m.RotorInertia }},
	{"mass", false, true, func(m *CatalogueMotor) *float64 { return &m.Mass }},
	{"torque_constant", false, true, func(m *CatalogueMotor) *float64 { return &m.TorqueConstant }},
	{"resistance", false, true, func(m *CatalogueMotor) *float64 { return &m.Resistance }},
}

// ReadCatalogue reads motors from CSV with a header. Without a rated speed the peak torque is there up to the largest
// speed. The error joins a *table.Error for each fault.
func ReadCatalogue(in io.Reader, file string) ([]CatalogueMotor, error) {
	r := csv.NewReader(in)
	r.FieldsPerRecord, r.TrimLeadingSpace = -1, true
	var faults []error
	fault := func(line, column int, format string, args ...any) {
		if len(faults) < 100 {
			faults = append(faults, &table.Error{File: file, Line: line, Column: column, Err: fmt.Errorf(format,
				args...)})
		}
	}
	header, err := r.Read()
	if err != nil {
		if errors.Is(err, io.EOF) {
			err = errors.New("the file is empty; expected a header with name and columns such as continuous_torque")
		}
		return nil, &table.Error{File: file, Line: 1, Column: 1, Err: err}
	}
	names := []string{"name"}
	for _, c := range columns {
		names = append(names, c.name)
	}
	for i := range header {
		header[i] = strings.TrimSpace(strings.TrimPrefix(header[i], "\ufeff"))
		line, column := r.FieldPos(i)
		switch {
		case !slices.Contains(names, header[i]):
			fault(line, column, "the column %q is none of a motor%s; expected some of %s", header[i],
				suggest.Hint(header[i], names), suggest.List(names))
		case slices.Index(header, header[i]) < i:
			fault(line, column, "a second column %s; keep one", header[i])
		}
	}
	for i, name := range names {
		if !slices.Contains(header, name) && (i == 0 || columns[i-1].needed) {
			fault(1, 1, "there is no column %s; expected one", name)
		}
	}
	if faults != nil {
		return nil, errors.Join(faults...)
	}
	var motors []CatalogueMotor
	for {
		record, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, errors.Join(append(faults, &table.Error{File: file, Line: 1, Column: 1, Err: err})...)
		}
		line, _ := r.FieldPos(0)
		if len(record) != len(header) {
			fault(line, 1, "the row has %d fields; expected %d as in the header", len(record), len(header))
			continue
		}
		m := CatalogueMotor{Name: strings.TrimSpace(record[slices.Index(header, "name")])}
		if m.Name == "" || slices.ContainsFunc(motors, func(o CatalogueMotor) bool { return o.Name == m.Name }) {
			fault(line, 1, "the name %q; expected one that no other motor has", m.Name)
		}
		for _, c := range columns {
			i := slices.Index(header, c.name)
			if i < 0 || strings.TrimSpace(record[i]) == "" && !c.needed {
				continue
			}
			x, err := strconv.ParseFloat(strings.TrimSpace(record[i]), 64)
			_, column := r.FieldPos(i)
			if err != nil || !(x >= 0) || math.IsInf(x, 1) || x == 0 && !c.allows {
				fault(line, column, "%s is %q; expected a positive number", c.name, record[i])
			}
			*c.field(&m) = x
		}
		if m.RatedSpeed == 0 {
			m.RatedSpeed = m.MaxSpeed
		}
		if m.RatedSpeed > m.MaxSpeed || m.PeakTorque < m.ContinuousTorque {
			fault(line, 1, "the rated speed is %v and the largest %v, the continuous torque %v and the peak torque "+
				"%v; expected the larger ones last", m.RatedSpeed, m.MaxSpeed, m.ContinuousTorque, m.PeakTorque)
		}
		motors = append(motors, m)
	}
	if motors == nil && faults == nil {
		fault(1, 1, "there is a header and no motor; expected one at least")
	}
	return motors, errors.Join(faults...)
}

// Curve returns the largest torque of a motor at a speed.
func (m *CatalogueMotor) Curve(speed float64) float64 {
	switch speed = math.Abs(speed); {
	case speed > m.MaxSpeed:
		return 0
	case speed <= m.RatedSpeed:
		return m.PeakTorque
	}
	return m.PeakTorque * (m.MaxSpeed - speed) / (m.MaxSpeed - m.RatedSpeed)
}

// Choice is a motor with a gear for a joint, and how much of it a motion takes.
type Choice struct {
	Motor      *CatalogueMotor `json:"motor"`
	Ratio      float64         `json:"ratio"`
	RMSTorque  float64         `json:"rms_torque"`
	PeakTorque float64         `json:"peak_torque"`
	PeakSpeed  float64         `json:"peak_speed"`
	Heat       float64         `json:"heat"`       // mean of the copper loss (W); 0 if that is not known
	Continuous float64         `json:"continuous"` // share of the continuous torque that the RMS torque is
	Peak       float64         `json:"peak"`       // largest share of the curve that a point takes
	Speed      float64         `json:"speed"`      // share of the largest speed
}

// Load returns the largest share of what the motor can do.
func (c *Choice) Load() float64 { return math.Max(c.Continuous, math.Max(c.Peak, c.Speed)) }

// Torque returns that of the motor at a point.
func (c *Choice) Torque(p *DrivePoint, efficiency float64) float64 {
	load := p.Load / (c.Ratio * efficiency)
	if float64(p.Effort*p.Velocity) < 0 {
		load = p.Load * efficiency / c.Ratio
	}
	return load + float64(c.Ratio*c.Motor.RotorInertia*p.Acceleration)
}

// Judge returns how much of a motor with a gear a motion takes.
func (u *Usage) Judge(m *CatalogueMotor, ratio, efficiency float64) *Choice {
	c := &Choice{Motor: m, Ratio: ratio}
	square := 0.0
	for brakes, l := range u.load {
		f := 1 / (ratio * efficiency)
		if brakes == 1 {
			f = efficiency / ratio
		}
		j := float64(ratio * m.RotorInertia)
		square += float64(f*f*l[0]) + float64(2*f*j*l[1]) + float64(j*j*l[2])
	}
	if u.Duration > 0 {
		c.RMSTorque = math.Sqrt(math.Max(0, square) / u.Duration)
	}
	for i := range u.Points {
		p := &u.Points[i]
		torque, speed := math.Abs(c.Torque(p, efficiency)), math.Abs(p.Velocity*ratio)
		c.PeakTorque, c.PeakSpeed = math.Max(c.PeakTorque, torque), math.Max(c.PeakSpeed, speed)
		if curve := m.Curve(speed); curve > 0 {
			c.Peak = math.Max(c.Peak, torque/curve)
		} else if torque > 0 {
			c.Peak = math.Inf(1)
		}
	}
	c.Continuous, c.Speed = c.RMSTorque/m.ContinuousTorque, c.PeakSpeed/m.MaxSpeed
	if k := m.TorqueConstant; k > 0 {
		c.Heat = float64(m.Resistance * (c.RMSTorque / k) * (c.RMSTorque / k))
	}
	return c
}

// Choose returns for each motor the ratio of a list with which the motion takes the least share of it, those that can
// do
// the motion first, by their mass and then by that share, the others by their share.
func (u *Usage) Choose(motors []CatalogueMotor, ratios []float64, efficiency float64) []*Choice {
	var list []*Choice
	for i := range motors {
		var best *Choice
		for _, ratio := range ratios {
			if c := u.Judge(&motors[i], ratio, efficiency); best == nil || c.Load() < best.Load() {
				best = c
			}
		}
		list = append(list, best)
	}
	slices.SortStableFunc(list, func(a, b *Choice) int {
		fits := func(c *Choice) bool { return c.Load() <= 1 }
		switch {
		case fits(a) != fits(b):
			if fits(a) {
				return -1
			}
			return 1
		case fits(a) && a.Motor.Mass != b.Motor.Mass:
			return int(math.Copysign(1, a.Motor.Mass-b.Motor.Mass))
		case a.Load() != b.Load():
			return int(math.Copysign(1, a.Load()-b.Load()))
		}
		return 0
	})
	return list
}
