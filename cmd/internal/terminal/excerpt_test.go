package terminal

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"kinetree/urdf"
)

// bare leaves a caret as it is.
func bare(caret string) string { return caret }

func TestExcerpt(t *testing.T) {
	for _, c := range []struct {
		name, data   string
		line, column int
		want         string
	}{
		{"first", "<robot>\n", 1, 1, "    1 | <robot>\n      | ^\n"},
		{"after letters of two bytes", "grüße <b>", 1, 7, "    1 | grüße <b>\n      |       ^\n"},
		{"after letters of double width", "腕🤖<b>", 1, 3, "    1 | 腕🤖<b>\n      |     ^\n"},
		{"after a mark that takes no room", "e\u0301<b>", 1, 3, "    1 | e\u0301<b>\n      |  ^\n"},
		{"tabs", "\ta\t<b>", 1, 4, "    1 | \ta\t<b>\n      | \t \t^\n"},
		{"byte order mark", "\ufeff<b>\n<c>", 1, 2, "    1 | <b>\n      |  ^\n"},
		{"byte order mark within", "a\n\ufeff<c>", 2, 2, "    2 | \\ufeff<c>\n      |       ^\n"},
		{"carriage return", "<a>\r\n<b>\r\n", 2, 1, "    2 | <b>\n      | ^\n"},
		{"at a carriage return", "<a>\r\n", 1, 4, "    1 | <a>\n      |    ^\n"},
		{"behind a carriage return", "<a>\r\n", 1, 9, "    1 | <a>\n      |    ^\n"},
		{"a carriage return alone", "<a>\r<b>", 1, 5, "    1 | <a>\\r<b>\n      |      ^\n"},
		{"at the end of the file", "<a>", 1, 4, "    1 | <a>\n      |    ^\n"},
		{"an empty last line", "<a>\n", 2, 1, "    2 |\n      | ^\n"},
		{"blanks at the end", "<a>  \t", 1, 1, "    1 | <a>\n      | ^\n"},
		{"controls", "\x1b[1m\x9b\u009b\x7f<a>", 1, 8, "    1 | \\x1b[1m\\x9b\\u009b\\x7f<a>\n      |" +
			strings.Repeat(" ", 22) + "^\n"},
		{"a blank that is none", "mass=\"1\u00a0\"", 1, 8, "    1 | mass=\"1\\u00a0\"\n      |        ^\n"},
		{"a high line", strings.Repeat("\n", 123455) + "<a>", 123456, 2, "123456 | <a>\n       |  ^\n"},
		{"no such line", "<a>\n", 3, 1, ""},
		{"no place", "<a>\n", 0, 0, ""},
		{"empty", "", 1, 1, "    1 |\n      | ^\n"},
	} {
		if got := newListing([]byte(c.data)).excerpt(c.line, c.column, bare); got != c.want {
			t.Errorf("%s: got\n%swant\n%s", c.name, got, c.want)
		}
	}
}

// TestExcerptOrder checks that places may come in any order.
func TestExcerptOrder(t *testing.T) {
	const data = "one\ntwo\nthree\n"
	l := newListing([]byte(data))
	for _, p := range []urdf.Position{{Line: 3, Column: 2}, {Line: 1, Column: 3}, {Line: 1, Column: 2},
		{Line: 9, Column: 1}, {Line: 2, Column: 9}, {Line: 2, Column: 1}} {
		got, want := l.excerpt(p.Line, p.Column, bare), newListing([]byte(data)).excerpt(p.Line, p.Column, bare)
		if got != want {
			t.Errorf("%v: got\n%swant\n%s", p, got, want)
		}
	}
}

// TestExcerptWindow checks for each column of long lines that the caret stands below its character, and that what is
// shown is a part of the line and has the length for it.
func TestExcerptWindow(t *testing.T) {
	for _, length := range []int{1, widest - 1, widest, widest + 1, widest + 50, 2*widest + 50} {
		line := make([]rune, length)
		for i := range line {
			line[i] = 'Ā' + rune(i) // another one for each column
		}
		l := newListing([]byte("first\n" + string(line) + "\nlast"))
		for column := 1; column <= length; column++ {
			rows := strings.Split(l.excerpt(2, column, bare), "\n")
			text, caret := []rune(rows[0]), []rune(rows[1])
			if text[len(caret)-1] != line[column-1] || caret[len(caret)-1] != '^' {
				t.Fatalf("column %d of %d:\n%s\n%s", column, length, rows[0], rows[1])
			}
			shown := strings.TrimPrefix(rows[0], "    2 | ")
			part := strings.TrimSuffix(strings.TrimPrefix(shown, "..."), "...")
			if n := len([]rune(part)); !strings.Contains(string(line), part) || n != min(length, widest) {
				t.Fatalf("column %d of %d shows %d characters: %s", column, length, n, shown)
			}
			if strings.HasPrefix(shown, "...") == strings.HasPrefix(string(line), part) ||
				strings.HasSuffix(shown, "...") == strings.HasSuffix(string(line), part) {
				t.Fatalf("column %d of %d: the marks are wrong: %s", column, length, shown)
			}
		}
	}
	wide := strings.Repeat("\t腕", 1000)
	if got := newListing([]byte(wide)).excerpt(1, 1000, bare); !strings.Contains(got, " | ...") || len(got) > 8*widest {
		t.Errorf("a long line of tabs is shown as\n%s", got)
	}
}

// TestColour checks that colour is used on terminals only, of which a character device is taken for one, and that it
// can be refused.
func TestColour(t *testing.T) {
	device, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer device.Close()
	for _, c := range []struct {
		noColour, term string
		want           bool
	}{{"", "xterm", true}, {"1", "xterm", false}, {"", "dumb", false}} {
		t.Setenv("NO_COLOR", c.noColour)
		t.Setenv("TERM", c.term)
		if got := NewFindings(device).colour; got != c.want {
			t.Errorf("%+v: got %v", c, got)
		}
		if NewFindings(&bytes.Buffer{}).colour {
			t.Error("colour on what is no terminal")
		}
	}

	var out bytes.Buffer
	f := &Findings{out: &out, colour: true}
	f.Show("error.urdf", func(string) []byte { return []byte("<a>\n<b>\n") }, urdf.Diagnostics{
		{Severity: urdf.Error, File: "error.urdf", Pos: urdf.Position{Line: 1, Column: 2},
			Message: "an error: \x1b[2J"},
		{Severity: urdf.Warning, File: "error.urdf", Message: "somewhere"},
		{Severity: urdf.Warning, Pos: urdf.Position{Line: 2, Column: 1}, Path: "robot", Message: "without a file"},
	})
	const red, magenta, off = "\x1b[1;31m", "\x1b[1;35m", "\x1b[0m"
	want := "error.urdf:1:2: " + red + "error" + off + `: an error: \x1b[2J` + "\n    1 | <a>\n      |  " + red + "^" +
		off + "\n" +
		"error.urdf: " + magenta + "warning" + off + ": somewhere\n" +
		"2:1: " + magenta + "warning" + off + ": robot: without a file\n    2 | <b>\n      | " + magenta + "^" + off +
		"\n" +
		"error.urdf: 1 error, 2 warnings\n"
	if got := out.String(); got != want {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
}

// TestLong checks that a name of any length takes a part of a message only.
func TestLong(t *testing.T) {
	if got := Plain(strings.Repeat("é", 1_000_000)); len(got) > 4100 || !strings.HasSuffix(got, "é...") {
		t.Errorf("%d bytes", len(got))
	}
	if whole := strings.Repeat("x", 4000); Plain(whole) != whole {
		t.Error("4000 bytes are cut")
	}
}
