package batch

import (
	"testing"

	"pgregory.net/rapid"
)

// TestSchedule hands out runs and ends them in any order, and compares with a set.
func TestSchedule(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		total := rapid.IntRange(1, 300).Draw(t, "total")
		s := newSchedule(total)
		ended := map[int]bool{}
		for _, k := range rapid.SliceOfN(rapid.IntRange(-1, total), 0, 100).Draw(t, "ended before") {
			if ok := s.end(k); ok != (k >= 0 && k < total && !ended[k]) {
				t.Fatalf("end(%d) = %v", k, ok)
			} else if ok {
				ended[k] = true
			}
		}
		var flying []int
		last := -1
		for len(ended) < total {
			if len(flying) < 8 && len(ended)+len(flying) < total {
				k, ok := s.take(true)
				if !ok || k <= last || ended[k] {
					t.Fatalf("take() = %d, %v after %d", k, ok, last)
				}
				last = k
				flying = append(flying, k)
				continue
			}
			i := rapid.IntRange(0, len(flying)-1).Draw(t, "end")
			if !s.end(flying[i]) {
				t.Fatalf("end(%d) = false", flying[i])
			}
			ended[flying[i]] = true
			flying = append(flying[:i], flying[i+1:]...)
			if s.ended() != len(ended) {
				t.Fatalf("%d ended, want %d", s.ended(), len(ended))
			}
		}
		if k, ok := s.take(true); ok {
			t.Fatalf("take() = %d at the end", k)
		}
	})
}

// TestWindow checks that no run begins too far behind one that does not end, and that it begins when that one has
// ended; twice round the ring of bits.
func TestWindow(t *testing.T) {
	s := newSchedule(3 * window)
	slow, _ := s.take(true)
	for range 2 {
		for range window - 1 {
			k, ok := s.take(true)
			if !ok || !s.end(k) {
				t.Fatalf("run %d: %v", k, ok)
			}
		}
		if k, ok := s.take(false); ok {
			t.Fatalf("run %d begins while run %d has not ended", k, slow)
		}
		next := make(chan int)
		go func() {
			k, _ := s.take(true)
			next <- k
		}()
		select {
		case k := <-next:
			t.Fatalf("run %d begins while run %d has not ended", k, slow)
		default:
		}
		s.end(slow)
		if k := <-next; k != slow+window {
			t.Fatalf("run %d begins, want %d", k, slow+window)
		}
		slow += window
	}
	s.end(slow)
	s.stop()
	if k, ok := s.take(true); ok {
		t.Errorf("run %d begins after the stop", k)
	}
}

func TestParse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		line := rapid.SliceOf(rapid.Byte()).Draw(t, "line")
		if _, ok := parse(append(line, '\n')); ok {
			t.Errorf("%q is a record", line)
		}
	})
	c := &Config{Axes: []string{"a"}, Metrics: []string{"b"}}
	r := newRun(c)
	r.reset(17)
	r.Text("x,\"y\"\r\nz")
	rec, ok := parse(r.appendRecord(nil, ""))
	if !ok || rec.run != 17 || rec.hash != "" || string(rec.row) != "17,0,ok,,\"x,\"\"y\"\" z\",\n" {
		t.Errorf("%v: %d %q %q", ok, rec.run, rec.hash, rec.row)
	}
}
