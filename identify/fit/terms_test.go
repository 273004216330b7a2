package fit_test

import (
	"math"
	"strings"
	"testing"

	"kinetree/identify"
	"kinetree/identify/fit"
	"kinetree/models/oracle/expect"
)

// TestOtherTerms checks springs, offsets of the efforts and friction that depends on the direction, which are added to
// the efforts of the UR5 by their definitions: they come back as estimates, and in what is written.
func TestOtherTerms(t *testing.T) {
	m := rubbing(t, "ur5")
	spring := func(k int) float64 { return 10 + float64(k) }        // N m/rad
	offset := func(k int) float64 { return 2 - float64(k) }         // N m
	more := func(k int) float64 { return 0.3 * (float64(k) - 2.5) } // of friction forwards than backwards (N m)
	rest := func(k int) float64 { return -offset(k) / spring(k) }   // where spring and offset cancel
	names := []string{"damping", "friction", "stiffness", "offset"}
	for _, asymmetric := range []bool{false, true} {
		s := sampled(m, wave(m, 1), 1000, []float64{0.1, 0.1, 0.1, 0.1, 0.1, 0.1}, 1)
		for i, tau := range s.Tau {
			for k := range tau {
				tau[k] += spring(k) * s.Q[i][k]
				if !asymmetric {
					tau[k] += offset(k)
				} else if s.V[i][k] > 0 {
					tau[k] += more(k)
				}
			}
		}
		want := map[string]func(k int) float64{"stiffness": spring, "offset": offset,
			"friction_forward": func(k int) float64 { return 5 + more(k) }, "friction": func(int) float64 { return 5 },
			"friction_backward": func(int) float64 { return 5 }, "damping": func(int) float64 { return 1 }}
		if asymmetric {
			names = []string{"damping", "asymmetric_friction", "stiffness"}
		}
		terms, err := identify.ParseTerms(names)
		if err != nil {
			t.Fatal(err)
		}
		f := fitted(t, m, terms, s)
		seen := 0
		for i, e := range f.Estimates {
			joint, term, _ := strings.Cut(f.Base.Equation.Names()[f.Base.Groups[i].Lead], "/")
			value, sought := want[term]
			if !sought {
				continue
			}
			seen++
			k, _ := m.Joint(joint)
			if d := math.Abs(e.Value - value(k)); !e.Identified || d > 5*e.StdErr {
				t.Errorf("%s of %s: %v ± %v, want %v", term, joint, e.Value, e.StdErr, value(k))
			}
		}
		if seen != 24 {
			t.Errorf("%d terms, want 24", seen)
		}
		for k, v := range fit.NewConsistent(f, expect.Robot(t, "ur5")).JointValues() {
			friction := 5.
			if asymmetric {
				friction += more(k) / 2
			}
			if math.Abs(*v.Friction-friction) > 0.2 || math.Abs(*v.Stiffness-spring(k)) > 0.5 || v.Armature != nil {
				t.Errorf("%s: friction %v, stiffness %v", v.Joint, *v.Friction, *v.Stiffness)
			}
			if !asymmetric && math.Abs(*v.Rest-rest(k)) > 0.02 || asymmetric && v.Rest != nil {
				t.Errorf("%s: the spring rests at %v, want %v", v.Joint, v.Rest, rest(k))
			}
		}
	}
}

// TestParseTerms checks the names of terms and what is said of wrong ones.
func TestParseTerms(t *testing.T) {
	if got, err := identify.ParseTerms([]string{"armature", "asymmetric_friction"}); err != nil ||
		got != identify.Armature|identify.Directional {
		t.Errorf("got %v, %v", got, err)
	}
	if got, err := identify.ParseTerms([]string{"none"}); err != nil || got != 0 {
		t.Errorf("got %v, %v", got, err)
	}
	for words, want := range map[string]string{
		"dampin": `there is no term "dampin" (did you mean "damping"?); expected some of ` +
			`damping, `,
		"none damping":                 "none and others; expected one of both",
		"friction asymmetric_friction": "friction and asymmetric_friction; expected one of both",
	} {
		if _, err := identify.ParseTerms(strings.Fields(words)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v", words, err)
		}
	}
}
