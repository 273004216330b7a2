package flags

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/pflag"

	"kinetree/internal/strict"
	"kinetree/models"
	"kinetree/scenario"
)

// What the flags for files of xacro are called and mean.
const (
	xacroName    = "xacro"
	xacroUsage   = "an argument of a file of xacro, `NAME:=VALUE`; repeatable"
	packageName  = "package"
	packageUsage = "the folder of a package that files name, `NAME=DIR`; repeatable"
)

// ParseArgument reads NAME:=VALUE.
func ParseArgument(text string) (name, value string, err error) {
	name, value, ok := strings.Cut(text, ":=")
	if !ok || name == "" {
		return "", "", fmt.Errorf("%q; expected NAME:=VALUE, such as ur_type:=ur5e", text)
	}
	return name, value, nil
}

func parsePackage(text string) (name, folder string, err error) {
	name, folder, ok := strings.Cut(text, "=")
	if !ok || name == "" || folder == "" {
		return "", "", fmt.Errorf("%q; expected NAME=DIR, such as ur_description=../ur_description", text)
	}
	return name, folder, nil
}

// pairs is the value of a repeatable flag of names with texts.
type pairs struct {
	kind  string
	parse func(text string) (name, value string, err error)
	given map[string]string
}

func (p *pairs) String() string { return "" }

func (p *pairs) Type() string { return p.kind }

func (p *pairs) Set(text string) error {
	name, value, err := p.parse(text)
	if err != nil {
		return err
	}
	if _, twice := p.given[name]; twice {
		return errors.New(name + " is given twice; keep one")
	}
	if p.given == nil {
		p.given = map[string]string{}
	}
	p.given[name] = value
	return nil
}

// Expansion are the arguments and packages of files of xacro.
type Expansion struct{ arguments, packages pairs }

// Packages adds the flag for packages alone.
func (e *Expansion) Packages(f *pflag.FlagSet) {
	e.packages = pairs{kind: "NAME=DIR", parse: parsePackage}
	f.Var(&e.packages, packageName, packageUsage)
}

// Add adds the flags to those of a command.
func (e *Expansion) Add(f *pflag.FlagSet) {
	e.arguments = pairs{kind: "NAME:=VALUE", parse: ParseArgument}
	f.Var(&e.arguments, xacroName, xacroUsage)
	e.Packages(f)
}

// Folders returns the folders of packages that were given.
func (e *Expansion) Folders() map[string]string { return e.packages.given }

// Opening says how a model is opened.
func (e *Expansion) Opening(input io.Reader) models.Opening {
	return models.Opening{Input: input, Arguments: e.arguments.given, Packages: e.packages.given}
}

// Apply puts what the flags say into a scenario.
func (e *Expansion) Apply(s *scenario.Scenario) {
	for name, value := range e.arguments.given {
		if s.Model.Args == nil {
			s.Model.Args = map[string]scenario.XacroValue{}
		}
		s.Model.Args[name] = scenario.XacroValue(value)
	}
	for name, folder := range e.packages.given {
		if s.Model.Packages == nil {
			s.Model.Packages = map[string]string{}
		}
		s.Model.Packages[name] = folder
	}
}

// expansion adds the flags to those of a scenario.
func (st *Settings) expansion(f *pflag.FlagSet) {
	for _, x := range []struct {
		name, usage, path string
		parse             func(text string) (name, value string, err error)
	}{{xacroName, xacroUsage, "model.args", ParseArgument},
		{packageName, packageUsage, "model.packages", parsePackage}} {
		st.flag(f, &setting{name: x.name, kind: x.name, set: func(text string) (string, any, error) {
			name, value, err := x.parse(text)
			return strict.Join(x.path, name), value, err
		}}, x.path, x.usage)
	}
}

// Reading says how a robot is read: inertias that are estimated, and what files of xacro are expanded with.
type Reading struct {
	Inertia   InertiaEstimate
	Expansion Expansion
}

// Add adds the flags to those of a command.
func (r *Reading) Add(f *pflag.FlagSet) {
	r.Inertia.Add(f)
	r.Expansion.Add(f)
}

// Apply puts what the flags say into a scenario.
func (r *Reading) Apply(s *scenario.Scenario) {
	r.Inertia.Apply(s)
	r.Expansion.Apply(s)
}
