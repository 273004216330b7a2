package query

import (
	"kinetree/dynamics/operators"
	"kinetree/spatial/mat"
)

// operators appends the spatial operators at the position, with the names of the links of the stack and of the rates.
func (s *Solver) operators(dst []byte) ([]byte, error) {
	if err := s.atRest("operators"); err != nil {
		return dst, err
	}
	o, err := operators.Of(s.model, s.q)
	if err != nil {
		return dst, err
	}
	dst = append(append(append(dst, `{"joints":`...), s.names.coordinate...), `,"links":[`...)
	for i, link := range o.Links {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, quote(link)...)
	}
	dst = append(dst, ']')
	for _, x := range []struct {
		key    string
		matrix *mat.Dense
	}{{"H", o.H}, {"Phi", o.Phi}, {"M", o.M}, {"D", o.D}, {"K", o.K}, {"Psi", o.Psi}} {
		rows, _ := x.matrix.Dims()
		dst = s.rows(append(append(append(dst, `,"`...), x.key...), `":`...), rows, x.matrix.Data())
	}
	return append(dst, '}'), nil
}
