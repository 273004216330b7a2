package terminal

import (
	"bytes"
	"testing"
)

// TestGuard writes a text byte by byte, by twos and whole: what comes through does not depend on it, and each character
// that is not printable comes as an escape.
func TestGuard(t *testing.T) {
	const text = "τ̈ 日本\tü\n\x1b[31m\r\u009b\u202e\xff\u2028|\xe6\x97"
	const want = "τ̈ 日本\tü\n\\x1b[31m\\r\\u009b\\u202e\\xff\\u2028|\\xe6\\x97"
	for _, n := range []int{1, 2, 3, len(text)} {
		var out bytes.Buffer
		g := NewGuard(&out)
		for rest := []byte(text); len(rest) > 0; rest = rest[min(n, len(rest)):] {
			part := rest[:min(n, len(rest))]
			if m, err := g.Write(part); m != len(part) || err != nil {
				t.Fatalf("%d, %v", m, err)
			}
		}
		g.Flush()
		if out.String() != want {
			t.Errorf("by %d: %q, want %q", n, out.String(), want)
		}
		if Data(g) != &out {
			t.Errorf("data do not come to what is no terminal")
		}
	}
}
