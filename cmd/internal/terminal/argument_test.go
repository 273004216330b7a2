package terminal_test

import (
	"os/exec"
	"testing"

	"kinetree/cmd/internal/terminal"
)

// TestArgument hands arguments to a shell, which must give them back.
func TestArgument(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("arguments were not read by a shell: there is none")
	}
	for _, text := range []string{"", "study.yaml", "a b", "it's", "$(touch x)", "`id`", "a;b|c&d>e<f", "*?[a]~", "#a",
		"!x", "a\\b", "\"", "über", "(a)", "{a,b}", "controller.gains.*.p=10", "--set", "a\tb", "é\u00a0x"} {
		argument := terminal.Argument(text)
		out, err := exec.Command(shell, "-c", "printf %s "+argument).Output()
		if err != nil || string(out) != text {
			t.Errorf("%q as %s is %q: %v", text, argument, out, err)
		}
	}
	for text, want := range map[string]string{"runs/a+b_1.yaml": "runs/a+b_1.yaml", "=ls": "'=ls'",
		"~a": "'~a'", "a\u202eb": `'a\u202eb'`} {
		if got := terminal.PlainArgument(text); got != want {
			t.Errorf("%q as %s, want %s", text, got, want)
		}
	}
}
