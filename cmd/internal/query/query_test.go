package query_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"kinetree/cmd/internal/query"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/golden"
	"kinetree/tree"
	"kinetree/urdf"
)

// robot has a table that slides, a joint on it, one that follows that joint, and a drone.
func robot(t testing.TB, opts ...tree.Option) *query.Solver {
	t.Helper()
	link := func(name string) urdf.Link {
		return urdf.Link{Name: name, Inertial: &urdf.Inertial{Mass: 2, Inertia: urdf.Tensor{IXX: 1, IYY: 1, IZZ: 1}}}
	}
	r := &urdf.Robot{Name: "r", Links: []urdf.Link{link("ground"), link("table"), link("arm"), link("finger"),
		link("drone")}, Joints: []urdf.Joint{
		{Name: "slide", Type: urdf.Planar, Parent: "ground", Child: "table", Axis: [3]float64{0, 0, 1}},
		{Name: "<turn>", Type: urdf.Prismatic, Parent: "table", Child: "arm", Axis: [3]float64{1, 0, 0},
			Dynamics: &urdf.Dynamics{Damping: 1e3}},
		{Name: "follow", Type: urdf.Prismatic, Parent: "table", Child: "finger", Axis: [3]float64{0, 1, 0},
			Mimic: &urdf.Mimic{Joint: "<turn>", Multiplier: 2, Offset: 0.5}},
		{Name: "fly", Type: urdf.Floating, Parent: "ground", Child: "drone"}}}
	m := expect.Model(t, r, opts...)
	return query.New(m, nil, query.Acting{})
}

// TestAnswers checks requests whose answers are known.
func TestAnswers(t *testing.T) {
	fixed, floating := robot(t), robot(t, tree.WithFloatingBase())
	for _, c := range []struct {
		solver       *query.Solver
		request, was string
	}{
		{fixed, `{"want": []}`, `{"id":null}`},
		{fixed, ` { "id" : { "a" : [ 1, "}" ] } , "want":[]}` + "\r", `{"id":{ "a" : [ 1, "}" ] }}`},
		{fixed, `{"id": "x<\u00e4", "want": ["energy"]}`, `{"id":"x<\u00e4","energy":{"kinetic":0,"potential":0}}`},
		// Once each, in the order asked for. Moving 1 m/s and up 1 m: 4 links; the finger is at 0.5 + 2·1 and moves
		// twice as fast.
		{fixed, `{"want": ["energy","com","energy"], "velocity": {"<turn>": 1}, "position": {"<turn>": 1, "fly": ` +
			`[0,0,8,0,0,0,3]}}`,
			`{"id":null,"energy":{"kinetic":5,"potential":156.96},"com":{"mass":10,"position":[0.2,0.5,1.6]}}`},
		// The wrenches on one link add up, in the world's axes, though the drone is turned; weights and the effort of
		// the follower count.
		{fixed, `{"want": ["forward_dynamics"], "position": {"fly": [1,2,3,1,0,0,0]}, "effort": {"slide": [2,4,0], ` +
			`"follow": 3, "<turn>": 4, "fly": [0,-2,0,0,0,0]},` +
			`"external": [{"link":"drone","force":[0,0,10]},{"link":"drone","force":[0,0,9.62],"moment":[1,2,3]}]}`,
			`{"id":null,"forward_dynamics":{"acceleration":{"slide":[0,0,0],"<turn>":1,"follow":2,"fly":[0,-1,0,1,` +
				`-2,-3]}}}`},
		// What follows may be said, in any order; the leader's effort has the sum.
		{fixed, `{"want": ["inverse_dynamics"], "acceleration": {"follow": 2, "<turn>": 1}, "position": {"follow": ` +
			`0.5}, "velocity":{"follow":-0}}`,
			`{"id":null,"inverse_dynamics":{"effort":{"slide":[2,4,0],"<turn>":10,"fly":[0,0,19.62,0,0,0]}}}`},
		{fixed, `{"want": ["velocity"], "link": "finger", "velocity": {"slide": [1,2,0], "<turn>": 0.25}}`,
			`{"id":null,"velocity":{"linear":[1,2.5,0],"angular":[0,0,0]}}`},
		{fixed, `{"want": ["jacobian"], "link": "finger"}`,
			`{"id":null,"jacobian":{"joints":["slide[0]","slide[1]","slide[2]","<turn>","fly[0]","fly[1]","fly[2]",` +
				`"fly[3]","fly[4]","fly[5]"],"matrix":[` +
				`[1,0,-0.5,0,0,0,0,0,0,0],[0,1,0,2,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0,0],[0,0,0,` +
				`0,0,0,0,0,0,0],[0,0,1,0,0,0,0,0,0,0]]}}`},
		// A base of 10 kg that is pushed by 10 N. The request before leaves nothing behind.
		{floating, `{"want": ["gravity","forward_dynamics"], "base": {"position":[1,2,3], "orientation": ` +
			`[0,0,0,-2], "force": [0,0,108.1]}}`,
			`{"id":null,"gravity":{"effort":{"slide":[0,0,0],"<turn>":0,"fly":[0,0,19.62,0,0,0]},"base":{"force":[0,` +
				`0,98.1],"moment":[9.81,0,0]}},`},
		{floating, `{"want": ["energy"]}`, `{"id":null,"energy":{"kinetic":0,"potential":0}}`},
	} {
		got, ok := c.solver.Answer(nil, []byte(c.request))
		if !ok || !strings.HasPrefix(rounded(string(got)), rounded(c.was)) || !json.Valid(got) {
			t.Errorf("%s\n got %s\nwant %s", c.request, got, c.was)
		}
	}
}

// rounded is a text with its numbers rounded to nine digits.
func rounded(s string) string {
	var b strings.Builder
	for s != "" {
		n := 0 // length of the number that s begins with
		for n < len(s) && strings.IndexByte("0123456789.-e+", s[n]) >= 0 && (n > 0 || s[0] != 'e' && s[0] != '+') {
			n++
		}
		var x float64
		if _, err := fmt.Sscan(s[:n], &x); n > 0 && err == nil {
			if x = math.Round(x*1e9) / 1e9; x == 0 {
				x = 0 // without a sign
			}
			fmt.Fprintf(&b, "%.9g", x)
			s = s[n:]
			continue
		}
		b.WriteByte(s[0])
		s = s[1:]
	}
	return b.String()
}

// TestErrors checks requests that cannot be answered.
func TestErrors(t *testing.T) {
	fixed, floating := robot(t), robot(t, tree.WithFloatingBase())
	for _, c := range []struct {
		request, want string
	}{
		{``, `{"id":null,"error":"the line is not JSON: unexpected end of JSON input, at byte 0; expected an object ` +
			`such as {\"want\": [\"gravity\"]}"}`},
		{`{"id": 7, "want": [}`, `{"id":null,"error":"the line is not JSON: invalid character '}' looking for ` +
			`beginning of value, at byte 20;`},
		{`{"id": 7} {}`, `the line is not JSON: invalid character '{' after top-level value`},
		{"{\"id\": \"\xff\"}", `the line is not UTF-8 text`},
		{`[1]`, `{"id":null,"error":"found an array; expected an object"}`},
		{`null`, `found null; expected an object`},
		{strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000), `the line is not JSON`},
		{`{"id":7}`, `{"id":7,"error":"the key \"want\" is missing; expected an array of what is wanted, such as ` +
			`[\"forward_dynamics\"]"}`},
		{`{"wants": [], "id": [7]}`,
			`{"id":[7],"error":"there is no key \"wants\" (did you mean \"want\"?); expected one of id, want, link,`},
		{`{"want": [], "want": []}`, `the key \"want\" is there twice; keep one`},
		{`{"want": "energy"}`, `want: found a text; expected an array`},
		{`{"want": [3]}`, `want: found a number; expected a text`},
		{`{"want": ["enrgy"]}`, `want: there is no result \"enrgy\" (did you mean \"energy\"?); expected some of ` +
			`forward_dynamics,`},
		{`{"want": ["jacobian"]}`, `jacobian: the key \"link\" is missing; expected the name of a link`},
		{`{"want": [], "link": 3}`, `link: found a number; expected a text`},
		{`{"want": [], "link": "tabel"}`, `link: there is no link \"tabel\" (did you mean \"table\"?); expected one ` +
			`of ground, table, arm, finger, drone`},
		{`{"want": [], "position": null}`, `position: found null; expected an object`},
		{`{"want": [], "position": {"turn": 1}}`, `position: there is no moving joint \"turn\" (did you mean ` +
			`\"<turn>\"?); expected one of slide, <turn>, follow, fly`},
		{`{"want": [], "position": {"\u0000": 1}}`, `there is no moving joint \"\\x00\"`},
		{`{"want": [], "position": {"<turn>": "1"}}`,
			`position: joint \"<turn>\": found a text; expected a number or an array of numbers`},
		{`{"want": [], "position": {"<turn>": [1, true]}}`,
			`position: joint \"<turn>\": found a truth value; expected a number`},
		{`{"want": [], "position": {"<turn>": 1e999}}`,
			`position: joint \"<turn>\": 1e999 is too large; expected a finite number`},
		{`{"want": [], "position": {"<turn>": 1, "<turn>": 1}}`, `position: joint \"<turn>\" is there twice; keep one`},
		{`{"want": [], "velocity": {"slide": 1}}`, `velocity: joint \"slide\": 1 number; expected 3`},
		{`{"want": [], "effort": {"slide": [1,2]}}`, `effort: joint \"slide\": 2 numbers; expected 3`},
		{`{"want": [], "effort": {"follow": []}}`, `effort: joint \"follow\": 0 numbers; expected 1`},
		{`{"want": [], "position": {"fly": [1,2,3,0,0,0,0]}}`,
			`position: joint \"fly\": the quaternion is 0,0,0,0; expected x,y,z,w that are not all 0`},
		{`{"want": [], "position": {"follow": 2, "<turn>": 1}}`,
			`position: joint \"follow\": the joint mimics \"<turn>\", so its position is 2.5, not 2;`},
		{`{"want": [], "acceleration": {"follow": 2}}`,
			`acceleration: joint \"follow\": the joint mimics \"<turn>\", so its acceleration is 0, not 2;`},
		{`{"want": [], "external": {}}`, `external: found an object; expected an array`},
		{`{"want": [], "external": [{"link": "table"}, {"link": "tabl"}]}`,
			`external: element 1: link: there is no link \"tabl\" (did you mean \"table\"?)`},
		{`{"want": [], "external": [{"force": [1,2,3]}]}`, `external: element 0: the key \"link\" is missing`},
		{`{"want": [], "external": [{"link": "arm", "force": [1,2]}]}`,
			`external: element 0: force: found 2 numbers; expected 3`},
		{`{"want": [], "external": [{"link": "arm", "torque": [1,2,3]}]}`,
			`external: element 0: there is no key \"torque\"; expected one of link, force, moment`},
		{`{"want": [], "external": [{"link": "arm", "link": "arm"}]}`,
			`external: element 0: the key \"link\" is there twice`},
		{`{"want": [], "external": [1]}`, `external: element 0: found a number; expected an object`},
		{`{"want": ["energy"], "velocity": {"<turn>": 1e300}}`,
			`energy: the result is not finite; the numbers of the request are too large`},
	} {
		got, ok := fixed.Answer(nil, []byte(c.request))
		if ok || !strings.Contains(string(got), c.want) || !json.Valid(got) || bytes.ContainsRune(got, '\n') {
			t.Errorf("%.100s\n got %s\nwant %s", c.request, got, c.want)
		}
	}
	if got, _ := fixed.Answer(nil, []byte(`{"id":1,"want":[],"base":{"force":[0,0,1]}}`)); string(got) != `{"id":1,`+
		`"error":"base: there is no key \"force\"; expected one of position, orientation, linear_velocity, `+
		`angular_velocity, linear_acceleration, angular_acceleration"}` {
		t.Errorf("got %s", got)
	}
	for base, want := range map[string]string{
		`[]`:                           `base: found an array; expected an object`,
		`{"pose": []}`:                 `base: there is no key \"pose\"`,
		`{"position": [0,0]}`:          `base: position: found 2 numbers; expected 3`,
		`{"position": 1}`:              `base: position: found a number; expected an array`,
		`{"force":[0,0,0],"force":[]}`: `base: the key \"force\" is there twice`,
		`{"orientation": [0,0,0,0]}`:   `base: orientation: the quaternion is 0,0,0,0`,
	} {
		if got, ok := floating.Answer(nil, []byte(`{"want":[],"base":`+base+`}`)); ok || !strings.Contains(string(got),
			want) {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if got := string(query.Fault(nil, fmt.Errorf("a \x9b[1m"))); got != `{"id":null,"error":"a \ufffd[1m"}` {
		t.Errorf("got %s", got)
	}
}

// TestNothingStays checks that a request does not see what another one has left, whether that was answered or not.
func TestNothingStays(t *testing.T) {
	s := robot(t, tree.WithFloatingBase())
	const plain = `{"want": ["forward_dynamics","inverse_dynamics","frames","bias","mass_matrix","coriolis_matrix"]}`
	want, _ := s.Answer(nil, []byte(plain))
	for _, other := range []string{
		`{"want": ["bias"], "link": "arm", "position": {"slide": [1,2,3], "<turn>": 4, "fly": [1,2,3,4,5,6,7]}, ` +
			`"velocity": {"<turn>": 1}, "acceleration": {"<turn>": 1},` +
			`"effort": {"follow": 1}, "external": [{"link": "arm", "force": [1,2,3]}, {"link": "arm", "moment": ` +
			`[1,2,3]}], "base": {"position": [1,2,3],` +
			`"orientation": [1,2,3,4], "linear_velocity": [1,2,3], "force": [1,2,3], "moment": [1,2,3], ` +
			`"linear_acceleration": [1,2,3]}}`,
		`{"want": ["bias"], "effort": {"follow": 1}, "external": [{"link": "arm", "force": [1,2,3]}, {"link": ` +
			`"none"}]}`,
	} {
		s.Answer(nil, []byte(other))
		if got, ok := s.Answer(nil, []byte(plain)); !ok || !bytes.Equal(got, want) {
			t.Errorf("after %s:\n got %s\nwant %s", other, got, want)
		}
	}
	if got, ok := s.Answer(nil, []byte(`{"want": ["velocity"]}`)); ok {
		t.Errorf("the link is still known: %s", got)
	}
}

// TestDerivatives compares the derivatives with differences of forward dynamics, under a wrench that keeps its
// direction.
func TestDerivatives(t *testing.T) {
	s := robot(t)
	const request = `"want": ["forward_dynamics", "derivatives"], "effort": {"slide": [1,2,3], "follow": 1}, ` +
		`"external": [{"link":"finger","force":[5,-7,2],"moment":[0,0,3]}]`
	type answer struct {
		Forward     struct{ Acceleration map[string]json.RawMessage } `json:"forward_dynamics"`
		Derivatives struct {
			ByQ  [][]float64 `json:"dacceleration_dposition"`
			ByQd [][]float64 `json:"dacceleration_dvelocity"`
		}
	}
	// The rates are slide[0..2] and <turn>, of which the position at 0.3 and the velocity at -0.5 are moved.
	ask := func(position, velocity [4]float64) (a answer, turn float64) {
		text := fmt.Sprintf(`{%s,"position":{"slide":[%v,%v,%v],"<turn>":%v},"velocity":{"slide":[%v,%v,%v],`+
			`"<turn>":%v}}`, request,
			position[0], position[1], position[2], position[3], velocity[0], velocity[1], velocity[2], velocity[3])
		got, ok := s.Answer(nil, []byte(text))
		if err := json.Unmarshal(got, &a); err != nil || !ok {
			t.Fatalf("got %s, %v", got, err)
		}
		if err := json.Unmarshal(a.Forward.Acceleration["<turn>"], &turn); err != nil {
			t.Fatal(err)
		}
		return a, turn
	}
	q, v := [4]float64{0.3, 0.3, 0.3, 0.3}, [4]float64{-0.5, -0.5, -0.5, -0.5}
	a, _ := ask(q, v)
	largest := 0.0
	for k := range 4 {
		const h = 1e-5
		slope := func(x *[4]float64) float64 {
			before := x[k]
			x[k] = before + h
			_, up := ask(q, v)
			x[k] = before - h
			_, down := ask(q, v)
			x[k] = before
			return (up - down) / (2 * h)
		}
		// The error of a central difference is h² times the third derivative, some 10.
		if byQ, byV := slope(&q), slope(&v); math.Abs(byQ-a.Derivatives.ByQ[3][k]) > 1e-8 ||
			math.Abs(byV-a.Derivatives.ByQd[3][k]) > 1e-8 {
			t.Errorf("rate %d: %v and %v, want %v and %v", k, a.Derivatives.ByQ[3][k], a.Derivatives.ByQd[3][k], byQ,
				byV)
		} else {
			largest = max(largest, math.Abs(byQ))
		}
	}
	if largest < 0.1 {
		t.Error("nothing depends on the position")
	}
}

// TestSingular checks that a robot without mass gives errors.
func TestSingular(t *testing.T) {
	m, err := tree.Build(&urdf.Robot{Name: "air", Links: []urdf.Link{{Name: "a"}, {Name: "b"}},
		Joints: []urdf.Joint{{Name: "j", Type: urdf.Continuous, Parent: "a", Child: "b", Axis: [3]float64{0, 0, 1}}}})
	if err != nil {
		t.Fatal(err)
	}
	s := query.New(m, nil, query.Acting{})
	for want, message := range map[string]string{"forward_dynamics": `joint \"j\" moves no inertia`,
		"com": "the robot has no mass"} {
		if got, ok := s.Answer(nil, []byte(`{"want":["`+want+`"]}`)); ok || !strings.Contains(string(got), message) {
			t.Errorf("got %s", got)
		}
	}
	if got, ok := s.Answer(nil, []byte(`{"want":["gravity"]}`)); !ok ||
		string(got) != `{"id":null,"gravity":{"effort":{"j":0}}}` {
		t.Errorf("got %s", got)
	}
}

// TestStill checks a robot without moving joints.
func TestStill(t *testing.T) {
	m := expect.Model(t, &urdf.Robot{Name: "stone", Links: []urdf.Link{{Name: "a", Inertial: &urdf.Inertial{Mass: 2}}}})
	got, ok := query.New(m, nil, query.Acting{}).Answer(nil,
		[]byte(`{"want":["forward_dynamics","gravity","mass_matrix","coriolis_matrix","jacobian","com"],"link":"a"}`))
	if want := `{"id":null,"forward_dynamics":{"acceleration":{}},"gravity":{"effort":{}},"mass_matrix":{"joints":` +
		`[],"matrix":[]},"coriolis_matrix":{"joints":[],"matrix":[]},` +
		`"jacobian":{"joints":[],"matrix":[[],[],[],[],[],[]]},"com":{"mass":2,"position":[0,0,0]}}`; !ok ||
		string(got) != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

// FuzzAnswer checks that no request makes a panic, and every answer is JSON on one line.
func FuzzAnswer(f *testing.F) {
	f.Add([]byte(`{"id":1,"want":["forward_dynamics","jacobian"],"link":"arm","position":{"slide":[1,2,3],"follow":` +
		`0.5},"external":[{"link":"arm","force":[1,2,3]}]}`))
	f.Add([]byte(`{"id":{"a":[]},"want":["frames"],"base":{"position":[0,0,0],"orientation":[0,0,0,1]},"effort":` +
		`{"fly":[1,2,3,4,5,6],"<turn>":-1e-5}}`))
	f.Add([]byte(`{"id":"\u00e4\\\"","want":["ga\u0067"]}`))
	solvers := []*query.Solver{robot(f), robot(f, tree.WithFloatingBase())}
	f.Fuzz(func(t *testing.T, request []byte) {
		for _, s := range solvers {
			if got, _ := s.Answer(nil, request); !json.Valid(got) || bytes.ContainsRune(got, '\n') &&
				!bytes.ContainsRune(request, '\n') {
				t.Errorf("%q is answered %q", request, got)
			}
		}
	})
}

func BenchmarkAnswer(b *testing.B) {
	s := query.New(golden.Embedded(b, "ur5"), nil, query.Acting{})
	request := []byte(`{"id": 1, "want": ["forward_dynamics"], "position": {"elbow_joint": 0.3}, "velocity": ` +
		`{"elbow_joint": 0.1}, "effort": {"elbow_joint": 1}}`)
	var answer []byte
	b.ReportAllocs()
	for range b.N {
		answer, _ = s.Answer(answer[:0], request)
	}
}

// TestWrenches checks where wrenches act: at rest, bias and inverse dynamics are the efforts of gravity less JᵀF of the
// wrench F, and nothing else changes but forward dynamics and its derivatives.
func TestWrenches(t *testing.T) {
	s := query.New(golden.Embedded(t, "ur5"), nil, query.Acting{})
	ask := func(external string) (a map[string]json.RawMessage) {
		got, ok := s.Answer(nil, []byte(`{"want": ["forward_dynamics","inverse_dynamics","gravity","bias",`+
			`"mass_matrix","coriolis_matrix","energy","com","jacobian","regressor"], "link": "ee_link",`+
			`"position": {"shoulder_lift_joint": -0.7, "elbow_joint": 0.4, "wrist_1_joint": 1}`+external+`}`))
		if err := json.Unmarshal(got, &a); err != nil || !ok {
			t.Fatalf("%s, %v", got, err)
		}
		return a
	}
	efforts := func(a map[string]json.RawMessage, name string) map[string]float64 {
		var x struct{ Effort map[string]float64 }
		if err := json.Unmarshal(a[name], &x); err != nil {
			t.Fatal(err)
		}
		return x.Effort
	}
	wrench := [6]float64{3, -20, 7, 1, 2, -4}
	plain := ask("")
	pushed := ask(`, "external": [{"link": "ee_link", "force": [3,-20,7], "moment": [1,2,-4]}]`)
	var jacobian struct {
		Joints []string
		Matrix [6][]float64
	}
	if err := json.Unmarshal(pushed["jacobian"], &jacobian); err != nil {
		t.Fatal(err)
	}
	for name := range plain {
		same := string(plain[name]) == string(pushed[name])
		acts := name == "forward_dynamics" || name == "inverse_dynamics" || name == "bias"
		if same == acts {
			t.Errorf("%s: the wrench acts: %v, want %v", name, !same, acts)
		}
	}
	gravity, bias, inverse := efforts(pushed, "gravity"), efforts(pushed, "bias"), efforts(pushed, "inverse_dynamics")
	for i, joint := range jacobian.Joints {
		want := gravity[joint]
		for k, f := range wrench {
			want -= jacobian.Matrix[k][i] * f
		}
		// Rounding of sums of numbers of up to 60 N m.
		if math.Abs(bias[joint]-want) > 1e-12 || math.Abs(inverse[joint]-want) > 1e-12 {
			t.Errorf("%s: bias %v, inverse dynamics %v, want %v", joint, bias[joint], inverse[joint], want)
		}
	}
}
