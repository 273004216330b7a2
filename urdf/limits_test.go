package urdf_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"kinetree/models"
	"kinetree/urdf"
)

// endless is a document that goes on for ever: a beginning, and then pieces. It counts what is read of it.
type endless struct {
	rest string
	next func(n int) string
	n    int
	read int
}

func (e *endless) Read(p []byte) (n int, err error) {
	for n < len(p) {
		if e.rest == "" {
			e.rest = e.next(e.n)
			e.n++
		}
		k := copy(p[n:], e.rest)
		e.rest = e.rest[k:]
		n += k
	}
	e.read += n
	return n, nil
}

// TestLimits checks that documents without end are given up soon after a limit, at its place, by those who parse and
// those who open. What bounds time and memory is how much is read.
func TestLimits(t *testing.T) {
	always := func(s string) func(int) string {
		s = strings.Repeat(s, 1000)
		return func(int) string { return s }
	}
	const body = `<inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>`
	for _, c := range []struct {
		name, begin string
		next        func(int) string
		most        int // MiB read
		want        string
	}{
		{"links", "<robot name=\"r\">", always("<link name=\"l\"/>\n"), 2, "more than 100000 links"},
		{"links with bodies", "<robot name=\"r\">\n", always("<link name=\"l\">" + body + "</link>\n"), 16,
			"more than 100000 links"},
		{"links behind a document type", "<!DOCTYPE r [<!ENTITY a \"<link>\"><!-- ' -->]><!-- <link/> --><robot>",
			always("<link/><gazebo><link/></gazebo>\n"), 4, "more than 100000 links"},
		{"elements", "<robot name=\"r\"><gazebo>", always("<link/>\n"), 32, "more than 2500000 elements and comments"},
		{"attributes", "<robot name=\"r\"><gazebo>", always("<a b='\"' c=\">\" d='' e='1' f='2' g='3'/>\n"), 64,
			"more than 5000000 attributes"},
		{"comments", "<robot name=\"r\">", always("<!-- x -->"), 32, "more than 2500000 elements and comments"},
		{"a name", "<robot name=\"r\"><link name=\"", always("xxxxxxxxxx"), 32,
			"a tag or comment of more than 16777216 bytes"},
		{"blanks", "<robot name=\"r\">", always("  \n"), 32, "a text of more than 16777216 bytes"},
		{"a comment", "<robot name=\"r\"><!--", always("<link/>"), 32, "a tag or comment of more than 16777216 bytes"},
		{"bytes", "<robot name=\"r\">", func(int) string { return "<a b=\"" + strings.Repeat("x", 1<<20) + "\"/>" },
			257, "larger than 256 MiB"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.most > 20 && testing.Short() {
				t.Skipf("reads %d MiB", c.most)
			}
			in := &endless{rest: c.begin, next: c.next}
			_, diags := urdf.Parse(in, "f.urdf")
			if len(diags) != 1 || diags[0].Code != "too-large" || !strings.Contains(diags[0].Message, c.want) {
				t.Fatalf("got %v, want %s", diags, c.want)
			}
			if strings.Contains(c.want, "MiB") == (diags[0].Pos.Line > 0) {
				t.Errorf("the place is %v", diags[0].Pos)
			}
			// Chunks double, and a buffer is read ahead.
			if in.read > c.most<<20+1 {
				t.Errorf("%d bytes were read, want at most %d MiB", in.read, c.most)
			}
			if c.most < 200 && !(testing.Short() && c.most > 2) {
				in := &endless{rest: c.begin, next: c.next}
				s, err := models.Read("-", in)
				if err != nil || s.Robot != nil || s.Diagnostics.Error() == "" || in.read > c.most<<20+1 {
					t.Errorf("opened: %v, %d bytes read", err, in.read)
				}
			}
		})
	}
}

// TestLinkLimit checks the place at which the links become too many, and that as many as may be are read.
func TestLinkLimit(t *testing.T) {
	text := "<robot name=\"r\">\n" + strings.Repeat("<link name=\"l\"/><joint/>\n", urdf.MaxLinks) + "</robot>"
	if testing.Short() {
		t.Log("that as many links as may be are read is not tried with -short")
	} else {
		_, diags := urdf.ParseBytes([]byte(text), "")
		for _, d := range diags {
			if d.Code == "too-large" {
				t.Error(d)
			}
		}
	}
	text = strings.Replace(text, "</robot>", "  <link/></robot>", 1)
	_, diags := urdf.ParseBytes([]byte(text), "")
	if want := (urdf.Position{Line: urdf.MaxLinks + 2, Column: 3}); len(diags) != 1 || diags[0].Code != "too-large" ||
		diags[0].Pos != want {
		t.Errorf("got %v, want it at %v", diags, want)
	}
}

// TestReadDocument checks that a document arrives whole, however it is cut into pieces, and that errors of the reader
// do.
func TestReadDocument(t *testing.T) {
	var b strings.Builder
	b.WriteString("<robot name=\"r\">")
	for i := range 30_000 {
		fmt.Fprintf(&b, "<link name=\"l%d\"/> <!-- <link name='> \n", i)
		b.WriteString("-->")
	}
	b.WriteString("</robot>")
	got, err := urdf.ReadDocument(&dribble{strings.NewReader(b.String()), 0})
	if err != nil || string(got) != b.String() {
		t.Errorf("%d bytes of %d, %v", len(got), b.Len(), err)
	}
	broken := errors.New("broken")
	if _, err := urdf.ReadDocument(io.MultiReader(strings.NewReader("<robot>"), fails{broken})); !errors.Is(err,
		broken) {
		t.Errorf("got %v", err)
	}
}

// dribble reads a few bytes at a time.
type dribble struct {
	r io.Reader
	n int
}

func (d *dribble) Read(p []byte) (int, error) {
	d.n++
	return d.r.Read(p[:min(len(p), 1+d.n%7)])
}

type fails struct{ err error }

func (f fails) Read([]byte) (int, error) { return 0, f.err }
