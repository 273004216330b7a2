package expect

import (
	"testing"
	"time"
)

// Soon waits until something holds, and fails the test after a minute. What it asks may be asked thousands of times.
func Soon(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !holds(); time.Sleep(200 * time.Microsecond) {
		if time.Now().After(end) {
			t.Fatalf("a minute has passed, and still not: %s", what)
		}
	}
}
