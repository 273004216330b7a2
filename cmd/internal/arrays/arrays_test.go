package arrays_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"kinetree/aba"
	"kinetree/cmd/internal/arrays"
	"kinetree/cmd/internal/query"
	"kinetree/models/oracle/randrobot"
	"kinetree/spatial"
	"kinetree/tree"
)

// serve answers requests about a model and returns what follows its description.
func serve(t *testing.T, m *tree.Model, requests []byte) (answers []byte, err error) {
	t.Helper()
	var out bytes.Buffer
	err = arrays.Serve(arrays.New(m), query.New(m, nil, query.Acting{}), bytes.NewReader(requests), &out)
	var d arrays.Description
	line, rest, _ := bytes.Cut(out.Bytes(), []byte("\n"))
	if e := json.Unmarshal(line, &d); e != nil || d.NQ != m.NQ() || len(d.PositionNames) != m.NQ() ||
		len(d.RateNames) != m.NV() || len(d.Links) != len(m.Links()) {
		t.Fatalf("the description is %s (%v)", line, e)
	}
	return rest, err
}

func numbers(list ...[]float64) (b []byte) {
	for _, x := range list {
		for _, x := range x {
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(x))
		}
	}
	return b
}

// TestForwardDynamics compares accelerations under wrenches of random robots, also with floating bases, joints of
// several degrees of freedom and joints that follow others, with those of aba.Solver, bit by bit but for the signs of
// zeros.
func TestForwardDynamics(t *testing.T) {
	compared := 0
	for seed := range uint64(30) {
		robot, opts := randrobot.Any(seed, 6)
		m, err := tree.Build(robot, opts...)
		if err != nil {
			t.Fatal(err)
		}
		const count = 11
		rng := rand.New(rand.NewPCG(seed, 1))
		n, links := m.NV(), len(m.Links())
		q, v, tau := make([]float64, count*m.NQ()), make([]float64, count*n), make([]float64, count*n)
		wrenches := make([]float64, count*links*6)
		for _, x := range [][]float64{v, tau, wrenches} {
			for i := range x {
				x[i] = rng.Float64() - 0.5
			}
		}
		for k := range count {
			m.Random(q[k*m.NQ():(k+1)*m.NQ()], rng)
		}
		header := `{"want":"forward_dynamics","count":11,"given":["velocity","position","wrenches","effort"]}` + "\n"
		answers, err := serve(t, m, append([]byte(header), numbers(v, q, wrenches, tau)...))
		if err != nil {
			t.Fatal(err)
		}
		line, rest, _ := bytes.Cut(answers, []byte("\n"))
		var reply arrays.Reply
		if err := json.Unmarshal(line, &reply); err != nil {
			t.Fatal(err)
		}
		if reply.Error != "" {
			continue // a robot without inertia somewhere
		}
		if len(rest) != 8*count*n {
			t.Fatalf("the answer %s has %d bytes", line, len(rest))
		}
		s, qdd, fext := aba.New(m), make([]float64, n), make([]spatial.Force, links)
		for k := range count {
			for l := range fext {
				w := wrenches[(k*links+l)*6:]
				copy(fext[l].Lin[:], w[:3])
				copy(fext[l].Ang[:], w[3:6])
			}
			at, rates := q[k*m.NQ():(k+1)*m.NQ()], v[k*n:(k+1)*n]
			if err := s.ForwardDynamics(qdd, at, rates, tau[k*n:(k+1)*n], fext); err != nil {
				t.Fatal(err)
			}
			for i, want := range qdd {
				if got := math.Float64frombits(binary.LittleEndian.Uint64(rest[8*(k*n+i):])); got != want {
					t.Fatalf("seed %d, state %d: acceleration %d is %v, want %v", seed, k, i, got, want)
				}
				compared++
			}
		}
	}
	if compared < 500 {
		t.Errorf("%d accelerations were compared; expected 500", compared)
	}
}

// TestRefused checks that a request that cannot be answered is an error with its reason, that its arrays are passed,
// and that the next request is answered.
func TestRefused(t *testing.T) {
	robot, opts := randrobot.Any(3, 4)
	m, err := tree.Build(robot, opts...)
	if err != nil {
		t.Fatal(err)
	}
	q := m.Neutral()
	good := append([]byte(`{"want":"gravity","count":1,"given":["position"]}`+"\n"), numbers(q)...)
	for want, bad := range map[string][]byte{
		`did you mean \"gravity\"`: append([]byte(`{"want":"gravty","count":1,"given":["position"]}`+"\n"),
			numbers(q)...),
		"needs the array velocity": append([]byte(`{"want":"bias","count":1,"given":["position"]}`+"\n"),
			numbers(q)...),
		"does not depend on effort": append([]byte(`{"want":"gravity","count":1,"given":["position","effort"]}`+"\n"),
			numbers(q, make([]float64, m.NV()))...),
		"the robot has no link": append([]byte(`{"want":"jacobian","count":1,"given":["position"],"link":"x"}`+"\n"),
			numbers(q)...),
		"is missing; expected an array": []byte(`{"query":{"id":1}}` + "\n"),
	} {
		answers, err := serve(t, m, append(bad, good...))
		line, rest, _ := bytes.Cut(answers, []byte("\n"))
		next, _, _ := bytes.Cut(rest, []byte("\n"))
		if err != nil || !strings.Contains(string(line), want) || !strings.Contains(string(next), `"shape":[1,`) {
			t.Errorf("the answer is\n%s\nand then\n%s (%v); expected an error with %q and then an answer", line, next,
				err, want)
		}
	}
}

// TestBroken checks that what is no request, or ends early, is an error, and takes no memory for what it only
// announces.
func TestBroken(t *testing.T) {
	robot, opts := randrobot.Any(3, 4)
	m, err := tree.Build(robot, opts...)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"gravity\n":                        "request 1 is no JSON",
		`{"want":"gravity"`:                "request 1 ends within its line",
		`{"want":"gravity"}` + "\n":        "count is 0",
		`{"count":1,"given":["q"]}` + "\n": `given has "q"; expected position, velocity`,
		`{"want":"gravity","count":1,"given":["position"]}` + "\n1234":         "the array of position ends early",
		`{"want":"gravity","count":9000000000000,"given":["position"]}` + "\n": "ask for fewer at a time",
	} {
		if _, err := serve(t, m, []byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error of %q is %v; expected one with %q", text, err, want)
		}
	}
}
