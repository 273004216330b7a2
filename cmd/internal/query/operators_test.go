package query_test

import (
	"testing"

	"kinetree/cmd/internal/query"
)

// TestOperators asks for those of a point mass of 1 kg that hangs 1 m below a hinge about y: h = m (v + ω × c).
func TestOperators(t *testing.T) {
	s := query.New(built(t, "pendulum"), nil, query.Acting{})
	answer, ok := s.Answer(nil, []byte(`{"want": ["operators"]}`))
	const one = `[[1,0,0,0,0,0],[0,1,0,0,0,0],[0,0,1,0,0,0],[0,0,0,1,0,0],[0,0,0,0,1,0],[0,0,0,0,0,1]]`
	const want = `{"id":null,"operators":{"joints":["hinge"],"links":["bob"],"H":[[0,0,0,0,1,0]],"Phi":` + one +
		`,"M":[[1,0,0,0,-1,0],[0,1,0,1,0,0],[0,0,1,0,0,0],[0,1,0,1,0,0],[-1,0,0,0,1,0],[0,0,0,0,0,0]],"D":[[1]],` +
		`"K":[[0],[0],[0],[0],[0],[0]],"Psi":` + one + `}}`
	if !ok || string(answer) != want {
		t.Errorf("got  %s\nwant %s", answer, want)
	}
}
