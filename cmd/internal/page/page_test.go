package page_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"kinetree/cmd/internal/page"
)

// square is a picture.
type square struct{}

func (square) Inline(w io.Writer) error {
	_, err := io.WriteString(w, `<svg viewBox="0 0 1 1"><path d="M0,0L1,1"/></svg>`)
	return err
}

// line is another one, for narrow screens.
type line struct{}

func (line) Inline(w io.Writer) error {
	_, err := io.WriteString(w, `<svg viewBox="0 0 2 2"/>`)
	return err
}

var errPicture = errors.New("no picture")

type broken struct{}

func (broken) Inline(io.Writer) error { return errPicture }

func write(t *testing.T, p page.Page) string {
	t.Helper()
	var out, again bytes.Buffer
	if err := errors.Join(page.Write(&out, p), page.Write(&again, p)); err != nil {
		t.Fatal(err)
	}
	if out.String() != again.String() {
		t.Error("a second page has other bytes")
	}
	return out.String()
}

var sample = page.Page{Title: "ur5", Subtitle: "stable", Footer: "kinetree", Sections: []page.Section{
	{"Metrics", false, []page.Block{page.Checks{{page.Good, "stability", "<stable>"}, {page.Bad, "settling", "never"},
		{page.Open, "limits", "some"}},
		page.Table{"by joint", []string{"joint_name", "overshoot", "settling", "empty", "mixed"},
			[][]string{{"elbow", "4.2", "−1e-3", "", "1"}, {"wrist", "-0.5%", "–", "", "none"}}, 0},
		page.Figure{"a line", square{}, nil}, page.Figure{"two", square{}, line{}}}},
	{"Setup", true, []page.Block{page.Paragraph("a < b"), page.Warning("diverged"),
		page.Facts{{"dt", "0.001 s"}, {"seed", "1"}}, page.Listing{"scenario.yaml", "a: 1\n  b: <2>\n"}}}}}

func TestPage(t *testing.T) {
	text := write(t, sample)
	for _, want := range []string{
		"<title>ur5</title>", "<h1>ur5</h1>", `<a href="#s1">Metrics</a>`, "<section id=\"s1\">\n<h2>Metrics</h2>",
		"<section id=\"s2\">\n<details><summary><h2>Setup</h2></summary>\n", "</details>\n</section>",
		"<p>a &lt; b</p>",
		`<tr class="good"><th scope="row">stability</th><td>&lt;stable&gt;</td></tr>`,
		`<tr class="bad"><th scope="row">set`,
		`<tr class="open"><th scope="row">limits`, `<div class="narrow"><svg viewBox="0 0 2 2"/></div>`,
		`<p class="warning">diverged</p>`,
		`<tr><th scope="row">dt</th><td>0.001 s</td></tr>`, "<caption>by joint</caption>",
		`<th scope="col">joint_<wbr>name</th>`, `<th scope="col" class="number">overshoot</th>`,
		`<th scope="col" class="number">settling</th>`, `<th scope="col">empty</th>`, `<th scope="col">mixed</th>`,
		`<td>elbow</td><td class="number">4.2</td>`,
		`<svg viewBox="0 0 1 1"><path d="M0,0L1,1"/></svg>`, "<figcaption>a line</figcaption>",
		"<pre>a: 1\n  b: &lt;2&gt;\n</pre>", "<footer>kinetree</footer>",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	for _, name := range []string{"html", "head", "body", "section", "table", "figure", "p", "pre", "tr", "td", "th",
		"div", "nav", "details", "summary"} {
		opened := len(regexp.MustCompile("<"+name+"[ >]").FindAllString(text, -1))
		if closed := strings.Count(text, "</"+name+">"); opened != closed || opened == 0 {
			t.Errorf("%d <%s>, %d of them closed", opened, name, closed)
		}
	}
}

// TestSelfContained checks that nothing on a page runs or comes from elsewhere, whatever texts it is given.
func TestSelfContained(t *testing.T) {
	const evil = `<script src="http://x.example/a.js"></script><img src=x onerror=alert(1)>" onload="alert(2)`
	text := write(t, page.Page{Title: evil, Subtitle: evil, Footer: evil,
		Dark: [][2]string{{"plot-ink", evil}, {evil, "#ffffff"}},
		Sections: []page.Section{{Title: evil, Blocks: []page.Block{
			page.Paragraph(evil), page.Warning(evil), page.Facts{{evil, evil}}, page.Checks{{page.Bad, evil, evil}},
			page.Table{evil, []string{evil}, [][]string{{evil}}, 0}, page.Listing{evil, evil},
			page.Figure{evil, square{}, square{}}}}, {Title: evil}}})
	loads := regexp.MustCompile(`(?i)<(script|link|img|iframe|object|embed)|<[^>]*\s(src|on\w+)=|@import|url\(`)
	if bad := loads.FindString(text); bad != "" {
		t.Errorf("there is %q on the page", bad)
	}
	if !strings.Contains(text, `content="default-src 'none'; style-src 'unsafe-inline'"`) {
		t.Error("the page does not forbid what it does not need")
	}
}

// TestWideTable checks that no column of a table is lost that is wider than a sheet of paper: it is continued in
// tables of at most nine columns, each with the names of the rows.
func TestWideTable(t *testing.T) {
	for _, c := range []struct{ columns, keys, tables int }{{9, 0, 1}, {10, 0, 2}, {17, 1, 2}, {18, 1, 3}, {10, 2, 2},
		{16, 2, 2}, {17, 2, 3}, {12, 10, 2}} {
		var titles, row []string
		for k := range c.columns {
			titles, row = append(titles, fmt.Sprintf("title %d", k)), append(row, fmt.Sprintf("cell %d", k))
		}
		text := write(t, page.Page{Title: "wide", Sections: []page.Section{{Title: "s",
			Blocks: []page.Block{page.Table{"gains", titles, [][]string{row}, c.keys}}}}})
		tables := strings.Split(text, "<table>")[1:]
		if len(tables) != c.tables || strings.Count(text, "<caption>gains</caption>") != 1 {
			t.Errorf("%+v: %d tables", c, len(tables))
		}
		for k := range c.columns {
			want := 1
			if k < max(c.keys, 1) {
				want = c.tables
			}
			for _, cell := range []string{fmt.Sprintf(">title %d</th>", k), fmt.Sprintf(">cell %d</td>", k)} {
				if n := strings.Count(text, cell); n != want {
					t.Errorf("%+v: %s stands %d times, want %d", c, cell, n, want)
				}
			}
		}
		for i, table := range tables {
			if n := strings.Count(table, "</th>"); n > 9 && n > max(c.keys, 1)+1 || n != strings.Count(table, "</td>") {
				t.Errorf("%+v: table %d has %d columns", c, i, n)
			}
		}
	}
}

// TestMedia checks that the page has rules for dark screens, where pictures take their own colours, for narrow ones,
// and for paper, on which what is folded is open and nothing is cut off.
func TestMedia(t *testing.T) {
	p := sample
	p.Dark = [][2]string{{"plot-ink", "#E2E2E2"}}
	text := write(t, p)
	rules := map[string]string{} // by their condition
	for _, part := range strings.Split(text, "@media ")[1:] {
		condition, rest, _ := strings.Cut(part, " {\n")
		rules[condition], _, _ = strings.Cut(rest, "\n}\n")
	}
	for condition, want := range map[string][]string{
		"screen and (prefers-color-scheme: dark)": {"--paper: #1", "--ink: #e", "--plot-ink: #E2E2E2;"},
		"screen and (max-width: 40rem)": {"figure .broad { display: none; }",
			"figure .narrow { display: block; }", "min-width: 7.5em;"},
		"print": {"size: A4", ".wide { overflow: visible; }", "details::details-content { content-visibility: visible;",
			"pre { white-space: pre-wrap;"},
	} {
		for _, w := range want {
			if !strings.Contains(rules[condition], w) {
				t.Errorf("@media %s has no %s:\n%s", condition, w, rules[condition])
			}
		}
	}
	if !strings.Contains(text, `content="width=device-width, initial-scale=1"`) ||
		!strings.Contains(text, ".wide { overflow-x: auto; }") {
		t.Error("wide tables do not scroll on narrow screens")
	}
}

func TestSmallPage(t *testing.T) {
	text := write(t, page.Page{Title: "empty"})
	if strings.Contains(text, "<nav>") || strings.Contains(text, "<footer>") || strings.Contains(text, "<section") {
		t.Errorf("there is more than a title:\n%s", text)
	}
}

func TestFaults(t *testing.T) {
	var out bytes.Buffer
	err := page.Write(&out, page.Page{Title: "x",
		Sections: []page.Section{{Title: "s", Blocks: []page.Block{page.Figure{"", broken{}, nil}}}}})
	if !errors.Is(err, errPicture) || out.Len() > 0 {
		t.Errorf("%v, %d bytes", err, out.Len())
	}
	defer func() {
		if r := fmt.Sprint(recover()); !strings.Contains(r, "row 1 of the table") || out.Len() > 0 {
			t.Errorf("%s, %d bytes", r, out.Len())
		}
	}()
	page.Write(&out, page.Page{Sections: []page.Section{{Title: "s",
		Blocks: []page.Block{page.Table{"t", []string{"a"}, [][]string{{"1"}, {"1", "2"}}, 0}}}}})
}

func ExampleWrite() {
	var out strings.Builder
	err := page.Write(&out, page.Page{Title: "rr_arm", Sections: []page.Section{{
		Title: "Metrics",
		Blocks: []page.Block{page.Table{Columns: []string{"joint", "overshoot (%)"},
			Rows: [][]string{{"shoulder", "4.2"}}}},
	}}})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	fmt.Println(strings.Contains(out.String(), `<td>shoulder</td><td class="number">4.2</td>`))
	// Output: true
}
