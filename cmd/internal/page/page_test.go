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
	{"Setup", []page.Block{page.Paragraph("a < b"), page.Warning("diverged"),
		page.Facts{{"dt", "0.001 s"}, {"seed", "1"}}}},
	{"Metrics", []page.Block{page.Table{"by joint", []string{"joint", "overshoot", "settling", "empty", "mixed"},
		[][]string{{"elbow", "4.2", "−1e-3", "", "1"}, {"wrist", "-0.5%", "–", "", "none"}}},
		page.Figure{"a line", square{}}, page.Listing{"scenario.yaml", "a: 1\n  b: <2>\n"}}}}}

func TestPage(t *testing.T) {
	text := write(t, sample)
	for _, want := range []string{
		"<title>ur5</title>", "<h1>ur5</h1>", `<a href="#s2">Metrics</a>`, `<section id="s2">`, "<p>a &lt; b</p>",
		`<p class="warning">diverged</p>`,
		`<tr><th scope="row">dt</th><td>0.001 s</td></tr>`, "<caption>by joint</caption>",
		`<th scope="col">joint</th>`, `<th scope="col" class="number">overshoot</th>`,
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
		"div", "nav", "svg"} {
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
		Sections: []page.Section{{Title: evil, Blocks: []page.Block{
			page.Paragraph(evil), page.Warning(evil), page.Facts{{evil, evil}},
			page.Table{evil, []string{evil}, [][]string{{evil}}}, page.Listing{evil, evil},
			page.Figure{evil, square{}}}}, {Title: evil}}})
	loads := regexp.MustCompile(`(?i)<(script|link|img|iframe|object|embed)|<[^>]*\s(src|on\w+)=|@import|url\(`)
	if bad := loads.FindString(text); bad != "" {
		t.Errorf("there is %q on the page", bad)
	}
	if !strings.Contains(text, `content="default-src 'none'; style-src 'unsafe-inline'"`) {
		t.Error("the page does not forbid what it does not need")
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
		Sections: []page.Section{{"s", []page.Block{page.Figure{"", broken{}}}}}})
	if !errors.Is(err, errPicture) || out.Len() > 0 {
		t.Errorf("%v, %d bytes", err, out.Len())
	}
	defer func() {
		if r := fmt.Sprint(recover()); !strings.Contains(r, "row 1 of the table") || out.Len() > 0 {
			t.Errorf("%s, %d bytes", r, out.Len())
		}
	}()
	page.Write(&out, page.Page{Sections: []page.Section{{"s",
		[]page.Block{page.Table{"t", []string{"a"}, [][]string{{"1"}, {"1", "2"}}}}}}})
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
