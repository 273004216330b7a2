package batch

import (
	"maps"
	"slices"
	"sync"
)

// window is how many runs behind the first one that has not ended may begin.
const window = 1 << 16

// schedule hands out the runs of a batch, numbered from 0, in their order. It knows which ones have ended in constant
// memory: all before low but a few that are lost, and those in a window behind it that have a bit.
type schedule struct {
	total int

	mu      sync.Mutex
	moved   sync.Cond // low has changed, or stopped
	low     int       // the first run that has not ended
	next    int       // the next run to look at
	behind  int       // runs that have ended from low on
	bits    [window / 64]uint64
	stopped bool

	lost  map[int]bool // runs before low that have not ended, see recorded
	again []int        // those that were not handed out

	running map[int]bool // handed out and not ended
}

func newSchedule(total int) *schedule {
	s := &schedule{total: total, lost: map[int]bool{}, running: map[int]bool{}}
	s.moved.L = &s.mu
	return s
}

func (s *schedule) bit(k int) (word *uint64, mask uint64) {
	return &s.bits[k%window/64], 1 << (k % 64)
}

// take returns a run that has not begun, and false if there is none or none shall begin. While the window is full it
// waits if it may, and returns false otherwise.
func (s *schedule) take(wait bool) (k int, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for !s.stopped {
		if len(s.again) > 0 {
			k, s.again = s.again[0], s.again[1:]
			s.running[k] = true
			return k, true
		}
		for s.next = max(s.next, s.low); s.next < s.low+window && s.next < s.total && s.has(s.next); s.next++ {
		}
		if s.next >= s.total {
			return 0, false
		}
		if s.next < s.low+window {
			s.next++
			s.running[s.next-1] = true
			return s.next - 1, true
		}
		if !wait {
			break
		}
		s.moved.Wait()
	}
	return 0, false
}

// has reports whether a run of the window has ended.
func (s *schedule) has(k int) bool {
	word, mask := s.bit(k)
	return *word&mask != 0
}

// end marks a run as ended, and returns false if it cannot have: it is out of the window, or has ended before.
func (s *schedule) end(k int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.running, k)
	if s.lost[k] {
		delete(s.lost, k)
		return true
	}
	if k < s.low || k >= min(s.low+window, s.total) || s.has(k) {
		return false
	}
	s.mark(k)
	return true
}

// mark sets the bit of a run, and goes on behind those that have one.
func (s *schedule) mark(k int) {
	word, mask := s.bit(k)
	*word |= mask
	s.behind++
	for s.behind > 0 && s.has(s.low) {
		word, mask := s.bit(s.low)
		*word &^= mask
		s.low++
		s.behind--
		s.moved.Broadcast()
	}
}

// recorded marks a run of a journal as ended. A run behind the window cannot have begun before those at its start had
// ended: their records are lost, and they are run again.
func (s *schedule) recorded(k int) bool {
	s.mu.Lock()
	for k >= s.low+window && k < s.total {
		s.lost[s.low] = true
		s.again = append(s.again, s.low)
		s.mark(s.low)
	}
	s.mu.Unlock()
	return s.end(k)
}

// ended returns how many runs have ended.
func (s *schedule) ended() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.low + s.behind - len(s.lost)
}

// stop lets no more runs begin, and returns those that have begun and not ended, in rising order.
func (s *schedule) stop() []int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stopped = true
	s.moved.Broadcast()
	return slices.Sorted(maps.Keys(s.running))
}
