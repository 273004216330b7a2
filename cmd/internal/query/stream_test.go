package query

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"

	"kinetree/models/oracle/golden"
)

// TestConversation asks one thing after the other: each answer must be there before the next request.
func TestConversation(t *testing.T) {
	requests, ask := io.Pipe()
	answers, out := io.Pipe()
	ended := make(chan error)
	go func() {
		_, _, err := Serve(New(golden.Embedded(t, "pendulum"), nil, Acting{}), requests, out)
		out.Close()
		ended <- err
	}()
	read := bufio.NewReader(answers)
	for i := range 3 {
		fmt.Fprintf(ask, "{\"id\": %d, \"want\": [\"energy\"], \"velocity\": {\"hinge\": %d}}\n", i, i)
		line, err := read.ReadString('\n')
		if want := fmt.Sprintf(`{"id":%d,"energy":{"kinetic":%v,"potential":-9.81}}`+"\n", i,
			0.5*float64(i*i)); line != want || err != nil {
			t.Fatalf("got %q, %v; want %q", line, err, want)
		}
	}
	ask.Close()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// TestBlankLines skips lines of nothing but white space, whatever their ends.
func TestBlankLines(t *testing.T) {
	var out strings.Builder
	all, failed, err := Serve(New(golden.Embedded(t, "pendulum"), nil, Acting{}),
		strings.NewReader("\n{\"id\": 1, \"want\": []}\n\r\n \t\r\n{\"id\": 2, \"want\": []}\r\n\n  "), &out)
	if all != 2 || failed != 0 || err != nil || out.String() != "{\"id\":1}\n{\"id\":2}\n" {
		t.Errorf("%d requests, %d failed, %v: %s", all, failed, err, &out)
	}
}

// stream gives requests one after the other, and looks at the memory in use now and then.
type stream struct {
	left, all int
	rest      string
	most      uint64
}

func (s *stream) Read(p []byte) (int, error) {
	if s.rest == "" {
		if s.left == 0 {
			return 0, io.EOF
		}
		s.left--
		s.rest = fmt.Sprintf(`{"id": %d, "want": ["forward_dynamics", "mass_matrix"], "position": {"elbow_joint": `+
			`%v}, "effort": {"elbow_joint": 1}}`+"\n",
			s.all-s.left, float64(s.left%100)/100)
		if s.left%1000 == 0 {
			runtime.GC()
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			s.most = max(s.most, m.HeapAlloc)
		}
	}
	n := copy(p, s.rest)
	s.rest = s.rest[n:]
	return n, nil
}

// counter counts lines and checks their order.
type counter struct {
	t     *testing.T
	lines int
	rest  []byte
}

func (c *counter) Write(p []byte) (int, error) {
	c.rest = append(c.rest, p...)
	for {
		i := bytes.IndexByte(c.rest, '\n')
		if i < 0 {
			return len(p), nil
		}
		c.lines++
		if want := fmt.Sprintf(`{"id":%d,"forward`, c.lines); !strings.HasPrefix(string(c.rest[:i]), want) {
			c.t.Errorf("line %d is %.60s", c.lines, c.rest[:i])
		}
		c.rest = c.rest[i+1:]
	}
}

// TestLongStream answers many requests: in order, and in memory that does not grow with their number.
func TestLongStream(t *testing.T) {
	n := 200_000
	if testing.Short() {
		n = 50_000
	}
	var before runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	in, out := &stream{left: n, all: n}, &counter{t: t}
	all, failed, err := Serve(New(golden.Embedded(t, "ur5"), nil, Acting{}), in, out)
	if err != nil || all != n || failed != 0 {
		t.Fatalf("%d requests, %d failed, %v", all, failed, err)
	}
	if out.lines != n {
		t.Errorf("%d results for %d requests", out.lines, n)
	}
	// A byte for each request would be 200 kB; the model, the buffers and the library are below 4 MB.
	if grown := int64(in.most) - int64(before.HeapAlloc); grown > 4<<20 {
		t.Errorf("%d bytes more are in use", grown)
	} else {
		t.Logf("%d bytes more are in use", grown)
	}
}

// TestLines splits text of all lengths around those of the buffer and of the longest line.
func TestLines(t *testing.T) {
	long := strings.Repeat("x", LongestLine)
	for _, c := range []struct {
		text string
		want []int // lengths; -1 for a line that is too long
	}{
		{"", nil}, {"a", []int{1}}, {"a\n", []int{1}}, {"\n\na", []int{0, 0, 1}},
		{long[:100] + "\n" + long[:16] + "\n" + long[:17], []int{100, 16, 17}},
		{long[:15] + "\n" + long[:32] + "\n", []int{15, 32}},
		{long + "x\nabc\n" + long[:LongestLine-1] + "\n" + long + "xx", []int{-1, 3, LongestLine - 1, -1}},
	} {
		l := lines{in: bufio.NewReaderSize(strings.NewReader(c.text), 16)}
		var got []int
		for {
			line, err := l.next()
			if err == io.EOF {
				break
			}
			if err == errTooLong {
				got = append(got, -1)
			} else {
				got = append(got, len(line))
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("lines of %v, want %v", got, c.want)
		}
	}
}
