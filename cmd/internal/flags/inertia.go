package flags

import (
	"github.com/spf13/pflag"

	"kinetree/internal/strict"
	"kinetree/scenario"
)

// What the flag --estimate-inertia is called and means.
const (
	inertiaName  = "estimate-inertia"
	inertiaUsage = "estimate the masses and inertias that links lack from their shapes; KEY=VALUE,... with from " +
		"(collision or visual), density (kg/m^3), total_mass (kg) and links (missing, all, or LINK+LINK)"
)

// InertiaEstimate asks for estimates of inertias. Its value may be left away.
type InertiaEstimate struct {
	text  string
	Value *scenario.Estimation // nil unless the flag is given
}

func (i *InertiaEstimate) String() string { return i.text }

func (i *InertiaEstimate) Type() string { return "KEY=VALUE,..." }

func (i *InertiaEstimate) Set(text string) (err error) {
	i.text = text
	i.Value, err = scenario.ParseInertia(text)
	return err
}

func (i *InertiaEstimate) Add(f *pflag.FlagSet) {
	f.Var(i, inertiaName, inertiaUsage)
	f.Lookup(inertiaName).NoOptDefVal = "links=missing"
}

// Apply puts what the flag says into a scenario.
func (i *InertiaEstimate) Apply(s *scenario.Scenario) {
	if i.Value != nil {
		s.Inertia = i.Value
	}
}

// inertia adds the flag to those of a scenario.
func (st *Settings) inertia(f *pflag.FlagSet) {
	st.Add(f, Syntax{"KEY=VALUE,...", func(text string) (any, error) {
		i, err := scenario.ParseInertia(text)
		if err != nil {
			return nil, err
		}
		return strict.Encode(*i), nil
	}}, inertiaName, "inertia", inertiaUsage)
	f.Lookup(inertiaName).NoOptDefVal = "links=missing"
}
