package scenario

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"kinetree/internal/strict"
	"kinetree/internal/suggest"
	"kinetree/models"
	"kinetree/tree"
	"kinetree/urdf"
	"kinetree/urdf/estimate"
)

// Estimation says which links get masses and inertias that are estimated from their shapes, and how.
type Estimation struct {
	From      string     `json:"from,omitempty" enum:"collision|visual" default:"collision" doc:"shapes taken"`
	Density   float64    `json:"density,omitempty" default:"2000" doc:"density of the links (kg/m^3)"`
	TotalMass float64    `json:"total_mass,omitempty" doc:"of the robot (kg), shared by volume; instead of a density"`
	Links     LinkChoice `json:"links,omitzero" default:"missing" doc:"without inertia or tensor, all, or named"`
}

// LinkChoice says which links are estimated: those whose inertia is missing, all with a shape, or some.
type LinkChoice struct {
	All   bool
	Names []string // instead, if there are any
}

// choices are the words of a LinkChoice.
var choices = []string{"missing", "all"}

// DecodeNode implements strict.Decoder.
func (c *LinkChoice) DecodeNode(n *strict.Node) strict.Faults {
	*c = LinkChoice{}
	switch {
	case n.Kind == strict.List && len(n.Items) > 0:
		return n.Decode(&c.Names)
	case n.Kind == strict.String && slices.Contains(choices, n.Text):
		c.All = n.Text == "all"
		return nil
	case n.Kind == strict.String:
		return strict.Faults{n.Fault("%q%s; expected missing, all or a list of links", n.Text,
			suggest.Hint(n.Text, choices))}
	}
	return strict.Faults{n.Fault("%s; expected missing, all or a list of links", n.Kind)}
}

// EncodeNode implements strict.Encoder.
func (c LinkChoice) EncodeNode() *strict.Node {
	switch {
	case c.Names != nil:
		return strict.Encode(c.Names)
	case c.All:
		return strict.Encode("all")
	}
	return strict.Encode("missing")
}

// Schema implements strict.Described.
func (*LinkChoice) Schema() *strict.Schema {
	names := strict.SchemaOf([]string(nil))
	names.MinItems = 1
	return &strict.Schema{AnyOf: []*strict.Schema{{Enum: choices}, names}}
}

// ParseInertia reads what a flag says: nothing, or KEY=VALUE,... with the keys of Inertia, and links separated by +.
func ParseInertia(text string) (*Estimation, error) {
	root := &strict.Node{Kind: strict.Map}
	for part := range strings.SplitSeq(text, ",") {
		if part == "" {
			continue
		}
		key, value, ok := strings.Cut(part, "=")
		if !ok {
			return nil, fmt.Errorf("%q; expected KEY=VALUE,... such as from=visual,density=2700", part)
		}
		node, err := strict.Parse([]byte(value), "")
		if err != nil {
			return nil, fmt.Errorf("%q: %s", part, Reason(err))
		}
		if names := strings.Split(value, "+"); key == "links" && !slices.Contains(choices, value) {
			node = strict.Encode(names)
		}
		if err := root.Set([]string{key}, node); err != nil {
			return nil, err
		}
	}
	var i Estimation
	if err := root.Decode(&i).Err(); err != nil {
		return nil, errors.New(Reason(err))
	}
	return &i, nil
}

// options returns what is estimated.
func (i *Estimation) options() estimate.Options {
	return estimate.Options{From: estimate.Shapes(i.From), Density: i.Density, TotalMass: i.TotalMass, All: i.Links.All,
		Links: i.Links.Names}
}

// estimated is a robot with estimates, and these.
type estimated struct {
	source *models.Source
	list   []estimate.Estimate
}

// robot opens the robot that a name stands for, with the estimates that the scenario asks for.
func (s *Scenario) robot(env *Env, name string) (*models.Source, []estimate.Estimate, error) {
	if s.Inertia == nil {
		source, err := s.read(env, name)
		if err == nil && source.Robot == nil {
			return nil, nil, source.Diagnostics
		}
		return source, nil, err
	}
	e, err := remembered(env.Cache, func(c *Cache) map[string]*estimated { return c.estimated },
		s.sourceKey(name)+"\x00"+fmt.Sprintf("%+v", *s.Inertia), func() (*estimated, error) {
			source, err := s.incomplete(env, name)
			if err != nil {
				return nil, err
			}
			e := &estimated{source: source}
			options := s.Inertia.options()
			options.Open, options.Resolver = env.Open, *source.Resolver()
			var warnings urdf.Diagnostics
			if source.Robot, e.list, warnings, err = estimate.Inertias(source.Robot, options); err != nil {
				return nil, wrong("inertia", "%v", err)
			}
			source.Diagnostics = slices.Concat(source.Diagnostics, warnings)
			source.Diagnostics.Sort()
			if err := source.Robot.Check().Err(); err != nil {
				return nil, err
			}
			return e, nil
		})
	if err != nil {
		return nil, nil, err
	}
	return e.source, e.list, nil
}

// incomplete returns a robot whose inertias are to be estimated.
func (s *Scenario) incomplete(e *Env, name string) (*models.Source, error) {
	source, err := s.read(e, name)
	if err != nil {
		return nil, err
	}
	whole := *source
	if whole.Robot == nil {
		if whole.Robot, whole.Diagnostics = source.Incomplete(); whole.Robot == nil {
			return nil, whole.Diagnostics
		}
	}
	return &whole, nil
}

// HintInertia adds to the error of a joint that moves no inertia what estimates one.
func (s *Scenario) HintInertia(err error) error {
	var singular *tree.SingularError
	switch {
	case !errors.As(err, &singular):
		return err
	case s.Inertia != nil:
		return fmt.Errorf("%w; what has a mass or a shape already is estimated with links=all, and any link with "+
			"links=LINK+LINK", err)
	}
	return fmt.Errorf("%w; --estimate-inertia, or the key inertia of a scenario, estimates what is missing from the "+
		"shapes of the links", err)
}

// WriteEstimates returns the URDF document of a file, written anew with the estimates of its links, and these, with
// warnings of meshes that cannot be used. Comments and what belongs to other programs are lost.
func WriteEstimates(document []byte, file string, i *Estimation) ([]byte, []estimate.Estimate, urdf.Diagnostics,
	error) {
	robot, diags := urdf.ParseIncomplete(document, file)
	if robot == nil {
		return nil, nil, nil, diags
	}
	robot, list, warnings, err := estimate.Inertias(robot, i.options())
	if err != nil {
		return nil, nil, nil, err
	}
	var out bytes.Buffer
	err = robot.WriteURDF(&out)
	return out.Bytes(), list, warnings, err
}
