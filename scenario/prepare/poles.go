package prepare

import (
	"fmt"

	"kinetree/dynamics/constraint"
	"kinetree/internal/finitejson"
	"kinetree/internal/libm"
	"kinetree/internal/require"
)

// Poles are those of a robot with constraints near its start, under the efforts there, linearized on what the
// constraints leave of positions and velocities.
type Poles struct {
	Robot       string              `json:"robot"`
	File        string              `json:"file"`
	Constraints constraint.RowCount `json:"constraints"`
	States      int                 `json:"states"` // positions and velocities that are left to choose
	Stable      bool                `json:"stable"` // no pole grows
	Poles       []OpenPole          `json:"poles"`  // those that decay slowest first
}

// OpenPole is a mode exp(λ t).
type OpenPole struct {
	Real      float64 `json:"real"`      // 1/s
	Imag      float64 `json:"imag"`      // rad/s
	Frequency float64 `json:"frequency"` // |λ| (rad/s)
	Damping   float64 `json:"damping"`   // −Re λ/|λ|; not a number for λ = 0
}

// MarshalJSON implements json.Marshaler; a number that is not finite is null.
func (p OpenPole) MarshalJSON() ([]byte, error) { return finitejson.Marshal(p) }

// Constrained reports whether the robot has constraints and no sampled control law, so that Poles is its analysis.
func (r *Run) Constrained() bool {
	return r.World.Constraints() != nil && (r.Loop == nil || r.Loop.Law == nil || r.Loop.Period == 0)
}

// poleFigures are the numbers of poles that can be required.
var poleFigures = []require.Measurand[*Poles]{
	{Name: "stable", Truth: true, Value: func(p *Poles) (float64, string) {
		if p.Stable {
			return 1, ""
		}
		return 0, ""
	}},
	{Name: "damping_ratio", Value: func(p *Poles) (float64, string) {
		return require.Worst(len(p.Poles), -1, func(i int) (float64, string) {
			x := p.Poles[i]
			return x.Damping, fmt.Sprintf("of the pole %.5g rad/s", complex(x.Real, x.Imag))
		})
	}},
}

// ParsePoleRequirement reads a requirement of poles: stable, or a bound of the damping ratio, such as
// damping_ratio>0.1.
func ParsePoleRequirement(text string) (require.Bound[*Poles], error) {
	return require.Parse(text, poleFigures)
}

// Poles returns the poles of a robot with constraints near its start.
func (r *Run) Poles() (*Poles, error) {
	linear, err := r.World.Linearize(nil)
	if err != nil {
		return nil, err
	}
	values, err := linear.Poles()
	if err != nil {
		return nil, err
	}
	p := &Poles{Robot: r.World.Model().Name(), File: r.Source.Name, Constraints: linear.Constraints,
		States: len(values), Stable: true}
	for _, x := range values {
		size := libm.Hypot(real(x), imag(x))
		p.Stable = p.Stable && real(x) <= 0
		p.Poles = append(p.Poles, OpenPole{real(x), imag(x), size, -real(x) / size})
	}
	return p, nil
}
