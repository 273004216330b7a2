package expect

import (
	"bytes"
	"os"
	"testing"
)

// Page compares a file with what it is made of, and writes it if update is true.
func Page(t testing.TB, name string, update bool, want []byte) {
	t.Helper()
	if update {
		if err := os.WriteFile(name, want, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(name); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s is not what it is made of (%v); run this test with -update", name, err)
	}
}
