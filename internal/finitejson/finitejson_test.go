package finitejson_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"testing"

	"kinetree/internal/finitejson"
)

type inner struct {
	X float64 `json:"x"`
	Y float64 `json:"y,omitempty"`
}

// word has a method of its own.
type word string

func (w word) MarshalJSON() ([]byte, error) { return json.Marshal("word " + string(w)) }

// broken cannot be encoded.
type broken struct{}

func (broken) MarshalJSON() ([]byte, error) { return nil, errors.New("broken") }

type hidden struct{ Within int }

type all struct {
	inner
	*hidden
	Plain    int
	Named    string         `json:"named <&>"`
	Absent   float64        `json:"-"`
	Empty    []int          `json:"empty,omitempty"`
	Zero     inner          `json:"zero,omitzero"`
	Kept     inner          `json:"kept,omitempty"`
	None     []float64      `json:"none"`
	NoMap    map[string]int `json:"no_map"`
	Matrix   [2][]float64   `json:"matrix"`
	Map      map[word]any   `json:"map"`
	Word     word           `json:"word"`
	Pointer  *inner         `json:"pointer"`
	Nil      *inner         `json:"nil"`
	Any      any            `json:"any"`
	Bool     bool           `json:"bool,omitempty"`
	Limit    float64        `json:"limit" finite:"omit"`
	internal float64
}

func example() *all {
	return &all{inner: inner{X: 1e21}, hidden: &hidden{7}, Plain: -3, Named: "<a & b>\u2028", internal: math.NaN(),
		Absent: math.NaN(), Matrix: [2][]float64{{1, 0.1}, {}},
		Map: map[word]any{"b": 2.5, "a": []string{"x"}}, Word: "w", Pointer: &inner{1, 2}, Any: inner{3, 0}}
}

// TestAsStandard compares with encoding/json where all numbers are finite.
func TestAsStandard(t *testing.T) {
	for _, value := range []any{example(), *example(), 1.5, "text", []any{nil, true}, map[string]float64{}, (*all)(nil),
		&all{}} {
		var want bytes.Buffer
		enc := json.NewEncoder(&want)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(value); err != nil {
			t.Fatal(err)
		}
		got, err := finitejson.Marshal(value)
		if err != nil || string(got)+"\n" != want.String() {
			t.Errorf("got\n%s, %v; want\n%s", got, err, want.String())
		}
	}
}

func TestNotFinite(t *testing.T) {
	x := example()
	x.X, x.Y, x.Matrix[0][1] = math.Inf(-1), math.NaN(), math.Inf(1)
	x.Any = map[string]float64{"nan": math.NaN()}
	got, err := finitejson.Marshal(x)
	if err != nil {
		t.Fatal(err)
	}
	x.Limit = math.Inf(1)
	if got, err := finitejson.Marshal(x); err != nil || bytes.Contains(got, []byte("limit")) {
		t.Errorf("got %s, %v; expected no limit", got, err)
	}
	for _, part := range []string{`"x":null,"y":null,"Within":7`, `"matrix":[[1,null],[]]`, `"any":{"nan":null}`} {
		if !bytes.Contains(got, []byte(part)) {
			t.Errorf("%s lacks %s", got, part)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, value := range []any{[]any{broken{}}, map[int]int{1: 2}, struct{ F func() }{},
		map[string]any{"a": broken{}}} {
		if got, err := finitejson.Encode(value); err == nil {
			t.Errorf("%v is %s; expected an error", value, got)
		}
	}
}
