package main

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

// inertiaFlag asks for estimates of inertias. Its value may be left away.
type inertiaFlag struct {
	text  string
	value *scenario.Estimation // nil unless the flag is given
}

func (i *inertiaFlag) String() string { return i.text }

func (i *inertiaFlag) Type() string { return "KEY=VALUE,..." }

func (i *inertiaFlag) Set(text string) (err error) {
	i.text = text
	i.value, err = scenario.ParseInertia(text)
	return err
}

func (i *inertiaFlag) add(f *pflag.FlagSet) {
	f.Var(i, inertiaName, inertiaUsage)
	f.Lookup(inertiaName).NoOptDefVal = "links=missing"
}

// apply puts what the flag says into a scenario.
func (i *inertiaFlag) apply(s *scenario.Scenario) {
	if i.value != nil {
		s.Inertia = i.value
	}
}

// inertia adds the flag to those of a scenario.
func (st *settings) inertia(f *pflag.FlagSet) {
	st.add(f, kind{"KEY=VALUE,...", func(text string) (any, error) {
		i, err := scenario.ParseInertia(text)
		if err != nil {
			return nil, err
		}
		return strict.Encode(*i), nil
	}}, inertiaName, "inertia", inertiaUsage)
	f.Lookup(inertiaName).NoOptDefVal = "links=missing"
}
