package query

import (
	"kinetree/dynamics/regressor"
	"kinetree/identify"
)

// minimal holds the base parameters of a model as answers need them.
type minimal struct {
	parameters   *identify.BaseParameters
	names        []byte // ["j1/Iyy",...], of the parameters that lead
	combinations []byte // [{"j1/Iyy":1,"j2/m":0.5},...]
	values       []float64
}

// byParameters returns the solver of regressors.
func (s *Solver) byParameters() *regressor.Solver {
	if s.regressor == nil {
		s.regressor = regressor.New(s.model)
		s.regressor.MoveBase(s.course)
		s.parameters = regressor.Parameters(s.model)
	}
	return s.regressor
}

// matrixY returns the regressor, of the motion or, if the request gives any, of a reference.
func (s *Solver) matrixY() []float64 {
	y := s.elements(s.model.NV() * s.byParameters().Columns())
	if s.given[referenceVelocityKey] || s.given[referenceAccelerationKey] {
		s.regressor.ReferenceRegressor(y, s.q, s.v, s.vr, s.ar)
	} else {
		s.regressor.Regressor(y, s.q, s.v, s.a)
	}
	return y
}

// linear appends the regressor, the parameters that it is multiplied with, and the names of the bodies that they
// belong to: those of the joints that move them, those that follow others included, behind a floating base.
func (s *Solver) linear(dst []byte) ([]byte, error) {
	y := s.matrixY()
	dst = append(append(dst, `{"joints":`...), s.names.coordinate...)
	dst = append(append(dst, `,"bodies":`...), s.names.block...)
	dst = s.rows(append(dst, `,"matrix":`...), s.model.NV(), y)
	dst = s.list(append(dst, `,"parameters":`...), s.parameters...)
	return append(dst, '}'), nil
}

// gravityByBody appends the part of each body in the efforts that hold the robot's weight at rest: the product of its
// columns of the regressor, at rest, and its parameters. The bodies are those of the regressor.
func (s *Solver) gravityByBody(dst []byte) ([]byte, error) {
	y := s.elements(s.model.NV() * s.byParameters().Columns())
	still := make([]float64, s.model.NV())
	s.regressor.Regressor(y, s.q, still, still)
	parts := make([]float64, len(y)/regressor.Size)
	for i := range parts {
		for k := range regressor.Size {
			at := i*regressor.Size + k
			parts[i] += float64(y[at] * s.parameters[at%len(s.parameters)])
		}
	}
	dst = append(append(dst, `{"joints":`...), s.names.coordinate...)
	dst = append(append(dst, `,"bodies":`...), s.names.block...)
	return append(s.rows(append(dst, `,"matrix":`...), s.model.NV(), parts), '}'), nil
}

// baseRegressor appends the columns of the regressor that are independent of each other, the names of the parameters
// that lead them, the combinations of parameters that these stand for, and their values.
func (s *Solver) baseRegressor(dst []byte) ([]byte, error) {
	y, columns := s.matrixY(), s.regressor.Columns()
	b := s.baseParameters()
	dst = append(append(dst, `{"joints":`...), s.names.coordinate...)
	dst = append(dst, `,"matrix":[`...)
	for i := range s.model.NV() {
		if i > 0 {
			dst = append(dst, ',')
		}
		s.numbers = s.numbers[:0]
		for _, g := range b.parameters.Groups {
			s.numbers = append(s.numbers, y[i*columns+g.Lead])
		}
		dst = s.list(dst, s.numbers...)
	}
	dst = append(append(dst, `],"parameters":`...), b.names...)
	dst = append(append(dst, `,"combinations":`...), b.combinations...)
	dst = s.list(append(dst, `,"values":`...), b.values...)
	return append(dst, '}'), nil
}

// baseParameters finds the base parameters of the model when they are wanted first.
func (s *Solver) baseParameters() *minimal {
	if s.minimal != nil {
		return s.minimal
	}
	e := identify.NewEquation(s.model, 0)
	b := &minimal{parameters: identify.FindBase(e), names: []byte{'['}, combinations: []byte{'['}}
	for i := range b.parameters.Groups {
		g := &b.parameters.Groups[i]
		if i > 0 {
			b.names, b.combinations = append(b.names, ','), append(b.combinations, ',')
		}
		lead := quote(e.Names()[g.Lead])
		b.names = append(b.names, lead...)
		b.combinations = append(append(append(b.combinations, '{'), lead...), ":1"...)
		for _, p := range g.Others {
			b.combinations = append(append(append(b.combinations, ','), quote(e.Names()[p.Parameter])...), ':')
			b.combinations = s.number(b.combinations, p.Coefficient)
		}
		b.combinations = append(b.combinations, '}')
	}
	b.names, b.combinations = append(b.names, ']'), append(b.combinations, ']')
	b.values = b.parameters.Values(e.Parameters())
	s.minimal = b
	return b
}
