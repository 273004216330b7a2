package scenario

import (
	"maps"
	"math"
	"slices"

	"kinetree/control"
	"kinetree/dynamics/regressor"
	"kinetree/internal/floats"
	"kinetree/internal/strict"
	"kinetree/internal/suggest"
	"kinetree/tree"
)

// Parameters are numbers for the inertial parameters of a body, as a regressor has them: in the frame of the joint that
// moves it, the tensor about its origin. What is nil is not given.
type Parameters struct {
	M   *float64 `json:"m,omitempty" doc:"mass (kg)"`
	MCX *float64 `json:"mcx,omitempty" doc:"mass times centre of mass along x (kg m)"`
	MCY *float64 `json:"mcy,omitempty" doc:"along y"`
	MCZ *float64 `json:"mcz,omitempty" doc:"along z"`
	IXX *float64 `json:"Ixx,omitempty" doc:"tensor about the origin of the joint's frame (kg m^2)"`
	IXY *float64 `json:"Ixy,omitempty"`
	IYY *float64 `json:"Iyy,omitempty"`
	IXZ *float64 `json:"Ixz,omitempty"`
	IYZ *float64 `json:"Iyz,omitempty"`
	IZZ *float64 `json:"Izz,omitempty"`
}

// Docs implements strict.Documented.
func (*Parameters) Docs() map[string]string {
	return map[string]string{"Ixy": "element of the tensor, with its sign", "Iyy": "element of the tensor",
		"Ixz": "element of the tensor, with its sign", "Iyz": "element of the tensor, with its sign",
		"Izz": "element of the tensor"}
}

// list returns the numbers in the order of regressor.Names.
func (p *Parameters) list() [regressor.Size]*float64 {
	return [...]*float64{p.M, p.MCX, p.MCY, p.MCZ, p.IXX, p.IXY, p.IYY, p.IXZ, p.IYZ, p.IZZ}
}

// checkAdaptive returns the faults of what an adaptive law has that do not depend on the robot.
func (c *Controller) checkAdaptive() []error {
	var errs []error
	fail := func(field, format string, args ...any) {
		errs = append(errs, Wrong("controller."+field, format, args...))
	}
	if c.Type != "adaptive" {
		for _, x := range []struct {
			field string
			given bool
		}{{"lambda", c.Lambda != 0}, {"k", len(c.K) > 0}, {"adaptation", len(c.Adaptation) > 0},
			{"initial_parameters", len(c.InitialParameters) > 0}, {"projection", c.Projection}} {
			if x.given {
				fail(x.field, "the law %s does not use it; expected the law adaptive, or no such key", c.LawName())
			}
		}
		return errs
	}
	if !(c.Lambda >= 0) || math.IsInf(c.Lambda, 0) {
		fail("lambda", "%v 1/s; expected 0 or more", c.Lambda)
	}
	for _, name := range slices.Sorted(maps.Keys(c.K)) {
		if k := c.K[name]; !(k >= 0) || math.IsInf(k, 0) {
			fail(strict.Join("k", name), "%v; expected 0 or more", k)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.Adaptation)) {
		given := c.Adaptation[name]
		for i, x := range given.list() {
			if x != nil && (!(*x >= 0) || math.IsInf(*x, 0)) {
				fail(strict.Join("adaptation", name)+"."+regressor.Names[i], "%v; expected 0 or more", *x)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.InitialParameters)) {
		given := c.InitialParameters[name]
		for i, x := range given.list() {
			if x != nil && !floats.Finite(*x) {
				fail(strict.Join("initial_parameters", name)+"."+regressor.Names[i], "%v; expected a finite number", *x)
			}
		}
	}
	return errs
}

// adaptive returns the adaptive law that believes in the geometry of a model.
func (c *Controller) adaptive(believed *tree.Model) control.Law {
	config := control.AdaptiveConfig{Lambda: c.Lambda, K: make([]float64, believed.NV()),
		Initial: regressor.Parameters(believed), Projection: c.Projection}
	config.Adaptation = make([]float64, len(config.Initial))
	for _, j := range believed.Joints() {
		if j.Leader >= 0 {
			continue
		}
		k, own := c.K[j.Name]
		if !own {
			k = c.K[Every]
		}
		for i := range j.NV {
			config.K[j.V+i] = k
		}
	}
	for i, b := range regressor.Blocks(believed) {
		for _, x := range []struct {
			from map[string]Parameters
			to   []float64
		}{{c.Adaptation, config.Adaptation}, {c.InitialParameters, config.Initial}} {
			given := x.from[b.Name]
			for k, number := range given.list() {
				to := &x.to[regressor.Size*i+k]
				*to = Or(number, *to)
			}
		}
	}
	return control.NewAdaptive(believed, config)
}

// checkBodies returns the faults of bodies that a robot does not have.
func (c *Controller) checkBodies(m *tree.Model) []error {
	var names []string
	for _, b := range regressor.Blocks(m) {
		names = append(names, b.Name)
	}
	var errs []error
	check := func(field string, given []string) {
		for _, name := range given {
			if !slices.Contains(names, name) {
				errs = append(errs, Wrong(strict.Join(field, name), "%v", suggest.Missing(m.Name(), "moving joint",
					name, names)))
			}
		}
	}
	check("controller.adaptation", slices.Sorted(maps.Keys(c.Adaptation)))
	check("controller.initial_parameters", slices.Sorted(maps.Keys(c.InitialParameters)))
	return errs
}
