package prepare_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"time"

	"kinetree/internal/strict"
	"kinetree/models"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
)

// scalars are the values of a scenario without lists and mappings: what stands behind a colon, a comma or a bracket.
var scalars = regexp.MustCompile(`[-+.\w"*]+`)

// mutated returns a text with n changes: words and numbers become those of a list or of elsewhere in the text, and
// lines go, come twice or come in another order.
func mutated(text string, rng *rand.Rand, n int) string {
	values := []string{"0", "-1", "1e-300", "1e300", ".inf", ".nan", "[]", "{}", "~", "true", "\"\"", "1e9", "[0, 0]",
		"{a: 1}", "90deg", "equilibrium", "rr_arm", "ur5", "pid", "lqr", "step", "sine", "spline", "implicit",
		"dormand-prince", "implicit-midpoint", "floating", "\"*\"", "joint1", "elbow_joint", "&a", "*a", "&a [*a]"}
	for range n {
		if rng.IntN(4) > 0 {
			at := scalars.FindAllStringIndex(text, -1)
			if len(at) == 0 {
				return text
			}
			p, from := at[rng.IntN(len(at))], at[rng.IntN(len(at))]
			value := text[from[0]:from[1]]
			if rng.IntN(2) == 0 {
				value = values[rng.IntN(len(values))]
			}
			text = text[:p[0]] + value + text[p[1]:]
			continue
		}
		lines := strings.SplitAfter(text, "\n")
		i, j := rng.IntN(len(lines)), rng.IntN(len(lines))
		switch rng.IntN(3) {
		case 0:
			lines[i] = ""
		case 1:
			lines[i] += lines[j]
		case 2:
			lines[i], lines[j] = lines[j], lines[i]
		}
		text = strings.Join(lines, "")
	}
	return text
}

// FuzzScenario reads the embedded scenarios with changes, and runs what can be run for some steps. Nothing panics; what
// cannot be read or run has an error that says so; a motion is finite or has diverged; and what is written is read
// again as the same scenario.
func FuzzScenario(f *testing.F) {
	var texts []string
	for _, m := range models.Scenarios() {
		text, _ := models.Scenario(m.Name)
		texts = append(texts, string(text))
	}
	for i := range uint64(100) {
		f.Add(i, uint8(i), "")
	}
	f.Add(uint64(0), uint8(0), "kinetree: 1\nmodel: rr_arm\nefforts: {joint1: 3}\n")
	f.Add(uint64(0), uint8(0), `{"kinetree": 1, "model": {"file": "ur5", "links": {"tool0": {"mass": 2}}}}`)
	f.Fuzz(func(t *testing.T, seed uint64, n uint8, text string) {
		rng := rand.New(rand.NewPCG(seed, uint64(n)))
		if text == "" {
			text = texts[rng.IntN(len(texts))]
		}
		text = mutated(text, rng, int(n%8))
		s, err := scenario.Read([]byte(text), "a.yaml", ".")
		if err != nil {
			if err.Error() == "" {
				t.Fatalf("an error without words of\n%s", text)
			}
			return
		}
		again, err := s.YAML(".")
		if err != nil {
			t.Fatalf("%v of\n%s", err, text)
		}
		if back, err := scenario.Read(again, "a.yaml", "."); err != nil {
			t.Fatalf("%v of\n%s\nwhich was\n%s", err, again, text)
		} else if a, b := encoded(s), encoded(back); a != b {
			t.Fatalf("%s is read as\n%s, not as\n%s", text, b, a)
		}
		s.Limits.Steps, s.Limits.Wall = 20, 0.5
		r, err := prepare.New(s, prepare.Env{Unlogged: true})
		if err != nil {
			return
		}
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		summary, err := r.World.Run(ctx, r.Scenario.Duration)
		switch {
		case errors.Is(err, context.DeadlineExceeded):
			t.Fatalf("the run does not end of\n%s", text)
		case err == nil:
			for _, x := range append(summary.End.Position, summary.End.Velocity...) {
				if math.IsNaN(x) || math.IsInf(x, 0) {
					t.Fatalf("the end is %v of\n%s", summary.End, text)
				}
			}
		}
	})
}

// encoded returns a scenario with every option.
func encoded(s *scenario.Scenario) string {
	text, err := strict.Encode(s).MarshalJSON()
	if err != nil {
		return err.Error()
	}
	return string(text)
}
