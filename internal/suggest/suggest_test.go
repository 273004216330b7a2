package suggest

import (
	"strings"
	"testing"
)

func TestHint(t *testing.T) {
	joints := []string{"shoulder_pan_joint", "shoulder_lift_joint", "elbow_joint", "wrist_1_joint"}
	for _, c := range []struct{ name, want string }{
		{"elbow", ` (did you mean "elbow_joint"?)`},
		{"shoulder", ""},
		{"elbow_jiont", ` (did you mean "elbow_joint"?)`},
		{"Elbow_Joint", ` (did you mean "elbow_joint"?)`},
		{"wrist_9_joint", ` (did you mean "wrist_1_joint"?)`},
		{"shoulder_joint", ` (did you mean "shoulder_pan_joint"?)`},
		{"", ""},
		{"gripper", ""},
		{"wrsit_1_joint", ` (did you mean "wrist_1_joint"?)`},
	} {
		if got := Hint(c.name, joints); got != c.want {
			t.Errorf("Hint(%q) = %q, want %q", c.name, got, c.want)
		}
	}
}

// TestSwapped checks that letters in other places are more likely than other letters.
func TestSwapped(t *testing.T) {
	moments := []string{"ixx", "ixy", "ixz", "iyy", "iyz", "izz"}
	for given, want := range map[string]string{"iyx": "ixy", "izx": "ixz", "izy": "iyz", "ixw": "ixx"} {
		if near, _ := Near(given, moments); near != want {
			t.Errorf("%s: %s, want %s", given, near, want)
		}
	}
}

func TestLongNames(t *testing.T) {
	long := strings.Repeat("x", 1_000_000)
	if got := Hint(long, []string{"x"}) + Hint("x", []string{long}); got != "" {
		t.Errorf("got %q", got)
	}
}

func TestList(t *testing.T) {
	names := strings.Split("a b c d e f g h i j k l", " ")
	for n, want := range map[int]string{0: "", 1: "a", 3: "a, b, c", 10: "a, b, c, d, e, f, g, h, i, j",
		12: "a, b, c, d, e, f, g, h, i, j and 2 more"} {
		if got := List(names[:n]); got != want {
			t.Errorf("%d names: %q, want %q", n, got, want)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"abc", "abc", 0},
		{"abc", "acb", 1}, {"kitten", "sitting", 3}, {"größe", "grosse", 3},
	} {
		if got := distance(c.a, c.b); got != c.want {
			t.Errorf("distance(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
	}
}
