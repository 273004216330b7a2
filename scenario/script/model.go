package script

import (
	"errors"
	"fmt"

	"go.starlark.net/starlark"

	"kinetree/internal/suggest"
)

// Mechanics is the robot that a law computes with. Vectors have the numbers of all joints one after another, as those
// of Instance.Control; matrices are given row by row. It is for one goroutine.
type Mechanics interface {
	// Rates returns the names of the rates, Links those of the links, and Parameters those of the inertial parameters,
	// with their values.
	Rates() []string
	Links() []string
	Parameters() (names []string, values []float64)

	MassMatrix(dst, q []float64)
	CoriolisMatrix(dst, q, qd []float64)
	Gravity(tau, q []float64)
	InverseDynamics(tau, q, qd, qdd []float64)
	ForwardDynamics(qdd, q, qd, tau []float64) error
	// Jacobian is that of a link's origin in the world's axes, linear rows first.
	Jacobian(dst, q []float64, link int)
	// Pose returns the position of a link's origin in the world and its orientation, a quaternion x, y, z, w.
	Pose(q []float64, link int) (position [3]float64, orientation [4]float64)
	// Regressor is that of M qddr + C qdr + g.
	Regressor(dst, q, qd, qdr, qddr []float64)
}

// modelValue is a Mechanics as scripts see it.
type modelValue struct {
	Mechanics
	joints *joints
	links  map[string]int
}

func newModelValue(m Mechanics, js *joints) *modelValue {
	v := &modelValue{m, js, map[string]int{}}
	for i, name := range m.Links() {
		v.links[name] = i
	}
	return v
}

func (m *modelValue) String() string        { return "<model>" }
func (m *modelValue) Type() string          { return "model" }
func (m *modelValue) Freeze()               {}
func (m *modelValue) Truth() starlark.Bool  { return true }
func (m *modelValue) Hash() (uint32, error) { return 0, errors.New("unhashable: model") }

// callSteps is what a call of a method takes for each rate, in steps.
const callSteps = 100

// holding says what an argument has.
type holding uint8

const (
	positions  holding = iota
	rates              // velocities, accelerations and efforts
	linkName           // a text
	references         // rates that may be left out
)

// argument is a parameter of a method.
type argument struct {
	name  string
	holds holding
}

// method is a method of a model. Its arguments are vectors, and a link.
type method struct {
	arguments []argument
	call      func(m *modelValue, x [][]float64, link int) (starlark.Value, error)
}

var (
	position     = argument{"position", positions}
	velocity     = argument{"velocity", rates}
	acceleration = argument{"acceleration", rates}
)

// methods are those of models, and methodNames their names and those of other attributes.
var methods = map[string]method{
	"mass_matrix": {[]argument{position}, func(m *modelValue, x [][]float64, _ int) (starlark.Value, error) {
		n := m.nv()
		dst := make([]float64, n*n)
		m.MassMatrix(dst, x[0])
		return matrix(dst, n), nil
	}},
	"coriolis": {[]argument{position, velocity}, func(m *modelValue, x [][]float64, _ int) (starlark.Value, error) {
		n := m.nv()
		dst := make([]float64, n*n)
		m.CoriolisMatrix(dst, x[0], x[1])
		return matrix(dst, n), nil
	}},
	"gravity": {[]argument{position}, func(m *modelValue, x [][]float64, _ int) (starlark.Value, error) {
		tau := make([]float64, m.nv())
		m.Gravity(tau, x[0])
		return m.joints.view(tau, m.joints.v), nil
	}},
	"inverse_dynamics": {[]argument{position, velocity, acceleration},
		func(m *modelValue, x [][]float64, _ int) (starlark.Value, error) {
			tau := make([]float64, m.nv())
			m.InverseDynamics(tau, x[0], x[1], x[2])
			return m.joints.view(tau, m.joints.v), nil
		}},
	"forward_dynamics": {[]argument{position, velocity, {"effort", rates}},
		func(m *modelValue, x [][]float64, _ int) (starlark.Value, error) {
			qdd := make([]float64, m.nv())
			if err := m.ForwardDynamics(qdd, x[0], x[1], x[2]); err != nil {
				return nil, err
			}
			return m.joints.view(qdd, m.joints.v), nil
		}},
	"jacobian": {[]argument{{"link", linkName}, position},
		func(m *modelValue, x [][]float64, link int) (starlark.Value, error) {
			dst := make([]float64, 6*m.nv())
			m.Jacobian(dst, x[0], link)
			return matrix(dst, 6), nil
		}},
	"pose": {[]argument{{"link", linkName}, position},
		func(m *modelValue, x [][]float64, link int) (starlark.Value, error) {
			p, turn := m.Pose(x[0], link)
			d := starlark.NewDict(2)
			d.SetKey(starlark.String("position"), tuple(p[:]))
			d.SetKey(starlark.String("orientation"), tuple(turn[:]))
			return d, nil
		}},
	"regressor": {[]argument{position, velocity, acceleration, {"reference_velocity", references}},
		func(m *modelValue, x [][]float64, _ int) (starlark.Value, error) {
			_, values := m.Parameters()
			reference := x[3]
			if reference == nil {
				reference = x[1]
			}
			dst := make([]float64, m.nv()*len(values))
			m.Regressor(dst, x[0], x[1], reference, x[2])
			return matrix(dst, m.nv()), nil
		}},
}

var methodNames = []string{"coriolis", "forward_dynamics", "gravity", "inverse_dynamics", "jacobian", "links",
	"mass_matrix", "parameters", "pose", "rates", "regressor"}

func (m *modelValue) AttrNames() []string { return methodNames }

func (m *modelValue) Attr(name string) (starlark.Value, error) {
	switch name {
	case "rates":
		return textsOf(m.Rates()), nil
	case "links":
		return textsOf(m.Links()), nil
	case "parameters":
		names, values := m.Parameters()
		d := starlark.NewDict(len(names))
		for i, name := range names {
			d.SetKey(starlark.String(name), starlark.Float(values[i]))
		}
		return d, nil
	}
	f, ok := methods[name]
	if !ok {
		return nil, starlark.NoSuchAttrError(fmt.Sprintf("the model has no .%s%s; expected one of %s", name,
			suggest.Hint(name, methodNames), suggest.List(methodNames)))
	}
	return starlark.NewBuiltin(name, func(t *starlark.Thread, b *starlark.Builtin, args starlark.Tuple,
		kwargs []starlark.Tuple) (starlark.Value, error) {
		n := m.nv()
		if err := threadOf(t).make(callSteps*(n+1), 0); err != nil {
			return nil, err
		}
		x, link, err := m.read(b, f.arguments, args, kwargs)
		if err != nil {
			return nil, err
		}
		v, err := f.call(m, x, link)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		return v, threadOf(t).make(sizeOf(v)/itemsAStep, sizeOf(v)*itemBytes+dictBytes)
	}), nil
}

// read reads the arguments of a method.
func (m *modelValue) read(b *starlark.Builtin, arguments []argument, args starlark.Tuple,
	kwargs []starlark.Tuple) (x [][]float64, link int, err error) {
	values, pairs := make([]starlark.Value, len(arguments)), []any{}
	for i, a := range arguments {
		name := a.name
		if a.holds == references {
			name += "?"
		}
		pairs = append(pairs, name, &values[i])
	}
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, pairs...); err != nil {
		return nil, 0, err
	}
	for i, a := range arguments {
		if a.holds == linkName {
			name, _ := starlark.AsString(values[i])
			var ok bool
			if link, ok = m.links[name]; !ok {
				return nil, 0, fmt.Errorf("%s: there is no link %s%s; expected one of %s", b.Name(), values[i],
					suggest.Hint(name, m.Links()), suggest.List(m.Links()))
			}
			continue
		}
		if values[i] == nil || values[i] == starlark.None && a.holds == references {
			x = append(x, nil)
			continue
		}
		numbers, wrong := m.joints.numbers(values[i], a)
		if wrong != "" {
			return nil, 0, fmt.Errorf("%s: %s is %s", b.Name(), a.name, wrong)
		}
		x = append(x, numbers)
	}
	return x, link, nil
}

func (m *modelValue) nv() int { return m.joints.v[len(m.joints.list)] }

// numbers returns the numbers of a dict by joint; joints that it does not name are at rest at zero. It returns what is
// wrong with the dict.
func (j *joints) numbers(v starlark.Value, a argument) (x []float64, wrong string) {
	n := len(j.list)
	at := j.v
	position := a.holds == positions
	if position {
		at = j.q
	}
	if own, ok := v.(*view); ok && own.joints == j && own.at[n] == at[n] {
		return own.x, ""
	}
	x = make([]float64, at[n])
	for i, one := range j.list {
		if position && one.NQ != one.NV { // the quaternion at its end
			x[at[i+1]-1] = 1
		}
	}
	return x, j.take(x, at, a.name, v)
}

// sizeOf returns how many numbers a result has, about.
func sizeOf(v starlark.Value) int {
	rows, ok := v.(*starlark.List)
	if !ok || rows.Len() == 0 {
		return starlark.Len(v)
	}
	return rows.Len() * starlark.Len(rows.Index(0))
}

// matrix returns a list of rows.
func matrix(x []float64, rows int) starlark.Value {
	list := make([]starlark.Value, rows)
	for i := range list {
		n := len(x) / rows
		list[i] = starlark.NewList(tuple(x[i*n : (i+1)*n]))
	}
	return starlark.NewList(list)
}

func tuple(x []float64) starlark.Tuple {
	t := make(starlark.Tuple, len(x))
	for i, v := range x {
		t[i] = starlark.Float(v)
	}
	return t
}

func textsOf(list []string) starlark.Value {
	t := make(starlark.Tuple, len(list))
	for i, s := range list {
		t[i] = starlark.String(s)
	}
	return t
}
