package webreport_test

import (
	"html"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kinetree/cmd/internal/webreport"
	"kinetree/control/analysis"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
	"kinetree/scenario/robot"
)

// env is what runs of tests need.
func env() webreport.Env {
	return webreport.Env{Cache: robot.NewCache(), Version: "test",
		Progress: func(float64) func(float64) { return func(float64) {} }}
}

// open returns an embedded scenario.
func open(t *testing.T, name string) *scenario.Scenario {
	t.Helper()
	s, err := scenario.Open(name, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// report returns the page about a scenario.
func report(t *testing.T, s *scenario.Scenario) string {
	t.Helper()
	page, err := webreport.Scenario(t.Context(), s, "", nil, env())
	if err != nil {
		t.Fatal(err)
	}
	return string(page)
}

var (
	tag    = regexp.MustCompile(`<[^>]*>`)
	title  = regexp.MustCompile(`<h2>(.*?)</h2>`)
	header = regexp.MustCompile(`<th scope="col".*?</th>`)
	rows   = regexp.MustCompile(`<tr>(<td.*?)</tr>`)
	cells  = regexp.MustCompile(`<td.*?</td>`)
)

// plain returns text without tags.
func plain(s string) string { return html.UnescapeString(tag.ReplaceAllString(s, "")) }

// tables returns the tables of a page by their titles joined by a bar; each row maps a title to a cell. Of titles that
// stand twice the first counts.
func tables(page string) map[string][]map[string]string {
	all := map[string][]map[string]string{}
	for _, table := range strings.Split(page, "<table>")[1:] {
		table, _, _ = strings.Cut(table, "</table>")
		var titles []string
		for _, h := range header.FindAllString(table, -1) {
			titles = append(titles, plain(h))
		}
		var list []map[string]string
		for _, r := range rows.FindAllStringSubmatch(table, -1) {
			row := map[string]string{}
			for k, c := range cells.FindAllString(r[1], -1) {
				if _, there := row[titles[k]]; !there {
					row[titles[k]] = plain(c)
				}
			}
			list = append(list, row)
		}
		all[strings.Join(titles, "|")] = list
	}
	return all
}

// column returns the table with a column of this title.
func column(t *testing.T, page, want string) []map[string]string {
	t.Helper()
	for titles, rows := range tables(page) {
		if slices.Contains(strings.Split(titles, "|"), want) {
			return rows
		}
	}
	t.Fatalf("there is no column %s", want)
	return nil
}

// TestOrder checks that results come first and the setup last, folded.
func TestOrder(t *testing.T) {
	page := report(t, open(t, "rr_arm_step"))
	var sections []string
	for _, m := range title.FindAllStringSubmatch(page, -1) {
		sections = append(sections, m[1])
	}
	if want := []string{"Results", "Metrics", "Motion", "Stability", "Setup"}; !slices.Equal(sections, want) {
		t.Errorf("the sections are %v, want %v", sections, want)
	}
	if details, text := strings.Index(page, "<details>"), strings.Index(page, "kinetree: 1"); details < 0 ||
		details > text || strings.Index(page, "</details>") < text || details < strings.Index(page, "Stability</h2>") {
		t.Error("the text of the scenario is not folded at the end")
	}
	for _, check := range []string{"run", "stability", "settling", "error at the end", "limits", "drift"} {
		if !strings.Contains(page, `<th scope="row">`+check+`</th>`) {
			t.Errorf("the results do not tell the %s", check)
		}
	}
}

// TestMetrics compares the cells of the tables with the measures of a run of its own, all of which must be there.
func TestMetrics(t *testing.T) {
	s := open(t, "rr_arm_step")
	page := report(t, s)
	run, err := prepare.New(s, prepare.Env{Unlogged: true})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := run.Simulate(t.Context()); err != nil {
		t.Fatal(err)
	}
	for title, c := range map[string]struct {
		name   string
		factor float64
	}{"rise s": {"rise_time", 1}, "settling s": {"settling_time", 1}, "overshoot %": {"overshoot", 1},
		"undershoot %": {"undershoot", 1}, "peak at s": {"peak_time", 1}, "error at the end": {"steady_state_error", 1},
		"largest error": {"max_error", 1}, "RMS error": {"rms_error", 1}, "IAE": {"iae", 1}, "ITAE": {"itae", 1},
		"peak": {"effort_peak", 1}, "∫ effort²": {"effort_square", 1}, "energy J": {"energy", 1},
		"limited % of the time": {"saturation_share", 100}} {
		table := column(t, page, title)
		for i, joint := range run.Measures() {
			want, known := joint.Value(c.name)
			if !known {
				t.Fatalf("there is no measure %s", c.name)
			}
			at := slices.IndexFunc(table, func(row map[string]string) bool { return row["joint"] == joint.Joint })
			if at < 0 {
				if joint.Moves || !math.IsNaN(want) {
					t.Errorf("%s of %s is missing", title, joint.Joint)
				}
				continue
			}
			got, err := strconv.ParseFloat(table[at][title], 64)
			// five digits
			if err != nil || math.Abs(got-c.factor*want) > 1e-4*math.Abs(c.factor*want) {
				t.Errorf("%s of joint %d is %v, want %v, %v", title, i, table[at][title], c.factor*want, err)
			}
		}
	}
}

// TestMargins compares the margins with those of the analysis, in decibels and degrees.
func TestMargins(t *testing.T) {
	s := open(t, "rr_arm_step")
	run, err := prepare.New(s, prepare.Env{Unlogged: true})
	if err != nil {
		t.Fatal(err)
	}
	a, err := run.Analyze()
	if err != nil {
		t.Fatal(err)
	}
	page := report(t, s)
	table := column(t, page, "gain margin dB")
	if len(table) != len(a.Loops) {
		t.Fatalf("%d rows, %d loops", len(table), len(a.Loops))
	}
	for i, l := range a.Loops {
		for title, want := range map[string]float64{"gain margin dB": 20 * math.Log10(l.Gain),
			"phase margin °": l.Phase / math.Pi * 180, "sensitivity dB": 20 * math.Log10(l.Sensitivity),
			"delay margin s": l.Delay} {
			text := column(t, page, title)[i][title] // a wide table is broken into several
			got, err := strconv.ParseFloat(text, 64)
			if err != nil || !(got == want || math.Abs(got-want) <= 1e-4*math.Abs(want)) {
				t.Errorf("%s of %s is %q, want %v", title, l.Name, text, want)
			}
		}
	}
	if db, deg := analysis.Decibels(10), analysis.Degrees(math.Pi); db != 20 || deg != 180 {
		t.Errorf("a gain of 10 is %v dB, half a turn %v degrees", db, deg)
	}
}

// slants counts the lines of the dashed references, or of the curves, of a page's first picture that go neither along
// nor up, and those that go straight up.
func slants(t *testing.T, page, style string) (aslant, up int) {
	t.Helper()
	picture, _, _ := strings.Cut(page[strings.Index(page, "<svg"):], "</svg>")
	paths := regexp.MustCompile(`<path d="M([^"ZA]*)"\s*style="([^"]*)"`).FindAllStringSubmatch(picture, -1)
	for _, m := range paths {
		if !strings.Contains(m[2], style) {
			continue
		}
		points := strings.Split(m[1], "L")
		for i := range points[1:] {
			x, y, _ := strings.Cut(points[i], ",")
			u, v, _ := strings.Cut(points[i+1], ",")
			switch {
			case x == u && y != v:
				up++
			case y != v:
				aslant++
			}
		}
	}
	return aslant, up
}

// TestHeld checks that references of steps are stairs, and efforts that come as samples far apart, but not those of
// an actuator with a lag.
func TestHeld(t *testing.T) {
	s := open(t, "rr_arm_step")
	s.Controller.Period = 0.05
	s.Step, s.Duration = 0.01, 1
	page := report(t, s)
	if aslant, up := slants(t, page, "stroke-dasharray:3,2"); aslant > 0 || up != 1 {
		t.Errorf("the references have %d slants and %d steps", aslant, up)
	}
	_, held := slants(t, page, "plot-line0")
	s.Actuators.Lag = 0.05
	if _, lagged := slants(t, report(t, s), "plot-line0"); held < lagged+10 {
		t.Errorf("held efforts go up in %d lines, those with a lag in %d", held, lagged)
	}
}
