package robot

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"kinetree/models"
	"kinetree/scenario"
	"kinetree/tree"
	"kinetree/urdf"
	"kinetree/urdf/estimate"
)

// estimateOptions returns what is estimated.
func estimateOptions(i *scenario.Estimation) estimate.Options {
	return estimate.Options{From: estimate.Shapes(i.From), Density: i.Density, TotalMass: i.TotalMass, All: i.Links.All,
		Links: i.Links.Names}
}

// estimated is a robot with estimates, and these.
type estimated struct {
	source *models.Source
	list   []estimate.Estimate
}

// estimatedName is the key of a robot with estimates in a cache: its name and how it is estimated.
type estimatedName string

// Open opens the robot that a name stands for, with the estimates that the scenario asks for, and adds its free bodies.
func Open(s *scenario.Scenario, env Env, name string) (*models.Source, []estimate.Estimate, error) {
	source, list, err := open(s, env, name)
	if err == nil {
		source, err = withBodies(s, env, source)
	}
	return source, list, err
}

// open is Open without bodies.
func open(s *scenario.Scenario, env Env, name string) (*models.Source, []estimate.Estimate, error) {
	if s.Inertia == nil {
		source, err := readSource(s, env, name)
		if err == nil && source.Robot == nil {
			return nil, nil, source.Diagnostics
		}
		return source, nil, err
	}
	key := estimatedName(string(sourceKeyOf(s, name)) + "\x00" + fmt.Sprintf("%+v", *s.Inertia))
	e, err := Remembered(env.Cache, key, func() (*estimated, error) {
		source, err := incomplete(s, env, name)
		if err != nil {
			return nil, err
		}
		e := &estimated{source: source}
		options := estimateOptions(s.Inertia)
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
func incomplete(s *scenario.Scenario, e Env, name string) (*models.Source, error) {
	source, err := readSource(s, e, name)
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
func HintInertia(s *scenario.Scenario, err error) error {
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
func WriteEstimates(document []byte, file string, i *scenario.Estimation) ([]byte, []estimate.Estimate,
	urdf.Diagnostics, error) {
	robot, diags := urdf.ParseIncomplete(document, file)
	if robot == nil {
		return nil, nil, nil, diags
	}
	robot, list, warnings, err := estimate.Inertias(robot, estimateOptions(i))
	if err != nil {
		return nil, nil, nil, err
	}
	var out bytes.Buffer
	err = robot.WriteURDF(&out)
	return out.Bytes(), list, warnings, err
}
