package plot_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image/png"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"kinetree/cmd/internal/plot"
	"kinetree/models/oracle/expect"
)

// svg returns the text of a drawing after checking that it is well-formed, of the size it says, and the same each time.
func svg(t *testing.T, d *plot.Drawing, err error) string {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	var out, again, inline bytes.Buffer
	if err := errors.Join(d.SVG(&out), d.SVG(&again), d.Inline(&inline)); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	if text != again.String() {
		t.Error("the second drawing differs from the first")
	}
	plain := regexp.MustCompile(`var\(--plot-\w+,(#[0-9A-F]{6})\)`).ReplaceAllString(inline.String(), "$1")
	head, rest, _ := strings.Cut(plain, ">")
	if !strings.HasPrefix(head, `<svg style="fill:#000000" width="`) || !strings.HasSuffix(text, rest) ||
		strings.Contains(inline.String(),
			"://") {
		t.Errorf("the inline drawing differs, or names something elsewhere: %q", head)
	}
	for dec := xml.NewDecoder(strings.NewReader(text)); ; {
		if _, err := dec.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	width, height := d.Size()
	if want := fmt.Sprintf(`width="%.5gpt" height="%.5gpt"`, width*0.75, height*0.75); !strings.Contains(text, want) {
		t.Errorf("no %s in %q", want, text[:300])
	}
	if bad := regexp.MustCompile(`NaN|Inf|%!|d="[^"]*e[+-]?\d\d\d[^"]*"`).FindString(text); bad != "" {
		t.Errorf("there is %q in the drawing", bad)
	}
	return text
}

// TestDarkColours checks that each colour of a picture on a page has a custom property for dark screens, that texts
// are left alone, and that lines and letters are as easy to see on the dark paper as the guidelines for web content
// (WCAG 2.1) ask for: a contrast of 3 for graphics and 4.5 for text.
func TestDarkColours(t *testing.T) {
	dark := map[string]string{}
	for _, c := range plot.DarkColours() {
		if dark[c[0]] != "" {
			t.Errorf("%s stands twice", c[0])
		}
		dark[c[0]] = c[1]
	}
	var runs []*plot.Run
	for k := range 7 {
		r := log(t, fmt.Sprintf(`style="stroke:#0072B2" %d`, k), 1, []string{"j/position", "j/reference/position"},
			func(x float64) []float64 { return []float64{float64(k) * x, 1} })
		r.Joints = map[string]plot.Coordinate{"j": {Position: "rad", Limits: [2]float64{-1, 5}}}
		runs = append(runs, r)
	}
	motion, err := plot.Trajectories(runs, plot.Options{})
	history, errHistory := plot.History("", "", "cost", []float64{3, math.NaN(), 1}, plot.Size{})
	if err := errors.Join(err, errHistory); err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	for _, d := range []*plot.Drawing{motion, motion.Narrow(), history} {
		if err := d.Inline(&text); err != nil {
			t.Fatal(err)
		}
	}
	if !strings.Contains(text.String(), "stroke:#0072B2&#34; 6<") {
		t.Error("the name of a run was changed")
	}
	for _, m := range regexp.MustCompile(`style="([^"]*)"`).FindAllStringSubmatch(text.String(), -1) {
		for _, c := range regexp.MustCompile(`(var\(--([\w-]+),)?#\w+`).FindAllStringSubmatch(m[1], -1) {
			if dark[c[2]] == "" {
				t.Errorf("%s has no colour for dark screens: %s", c[0], m[1])
			}
		}
	}
	paper := luminance(t, dark["plot-paper"])
	for name, colour := range dark {
		least := 0.
		switch {
		case name == "plot-ink" || name == "plot-grey":
			least = 4.5
		case strings.HasPrefix(name, "plot-line"), name == "plot-bound", name == "plot-frame":
			least = 3
		}
		if contrast := (luminance(t, colour) + 0.05) / (paper + 0.05); contrast < least {
			t.Errorf("the contrast of %s is %.2f, want %v", name, contrast, least)
		}
	}
}

// luminance returns the relative luminance of a colour such as #0072B2 by WCAG 2.1.
func luminance(t *testing.T, colour string) float64 {
	t.Helper()
	var c [3]int
	if _, err := fmt.Sscanf(colour, "#%02X%02X%02X", &c[0], &c[1], &c[2]); err != nil {
		t.Fatal(colour, err)
	}
	sum := 0.
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		x := float64(c[i]) / 255
		if x <= 0.04045 {
			x /= 12.92
		} else {
			x = math.Pow((x+0.055)/1.055, 2.4)
		}
		sum += weight * x
	}
	return sum
}

// TestNarrow checks that a drawing for phones is as wide as their screens, and has all panels with their names, below
// each other.
func TestNarrow(t *testing.T) {
	var columns []string
	for _, joint := range []string{"a", "b", "c", "d"} {
		columns = append(columns, joint+"/position", joint+"/velocity")
	}
	r := log(t, "run", 1, columns, func(x float64) []float64 {
		return []float64{x, 1, 2 * x, 2, 3 * x, 3, 4 * x, 4}
	})
	d, err := plot.Trajectories([]*plot.Run{r}, plot.Options{Title: "robot"})
	if err != nil {
		t.Fatal(err)
	}
	narrow := d.Narrow()
	if width, _ := narrow.Size(); width > 390-2*16 { // of a common phone, without the margins of the page
		t.Errorf("%v pixels wide", width)
	}
	text := svg(t, narrow, nil)
	has(t, text, "robot", "a", "b", "c", "d", "velocity (rad/s or m/s)")
	boxes := lines(text, frame)
	if len(boxes) != 8 {
		t.Fatalf("%d panels", len(boxes))
	}
	for i, box := range boxes[1:] {
		if box[0][0] != boxes[i][0][0] || box[0][1] == boxes[i][0][1] {
			t.Errorf("panel %d stands at %v, the one before at %v", i+1, box[0], boxes[i][0])
		}
	}
	count := map[string]int{}
	for _, w := range words(text) {
		count[w]++
	}
	if count["time (s)"] != 8 || count["a"] != 2 {
		t.Errorf("%d axes of time, %d panels of a joint", count["time (s)"], count["a"])
	}
}

// words returns the texts of a drawing.
func words(text string) []string {
	var out []string
	for _, m := range regexp.MustCompile(`(?s)<text[^>]*>(.*?)</text>`).FindAllStringSubmatch(text, -1) {
		out = append(out, m[1])
	}
	return out
}

func has(t *testing.T, text string, want ...string) {
	t.Helper()
	all := "\n" + strings.Join(words(text), "\n") + "\n"
	for _, w := range want {
		if !strings.Contains(all, "\n"+w+"\n") {
			t.Errorf("no text %q among %q", w, words(text))
		}
	}
}

// lines returns the points of the lines of a colour such as #0072B2.
func lines(text, colour string) (all [][][2]float64) {
	for _, m := range regexp.MustCompile(`<path d="([^"]*)"\s*style="([^"]*)"`).FindAllStringSubmatch(text, -1) {
		if !strings.Contains(m[2], "stroke:"+colour) {
			continue
		}
		var line [][2]float64
		for _, p := range regexp.MustCompile(`[ML]([^,MLAZ]*),([^MLAZ]*)`).FindAllStringSubmatch(m[1], -1) {
			x, _ := strconv.ParseFloat(p[1], 64)
			y, _ := strconv.ParseFloat(p[2], 64)
			line = append(line, [2]float64{x, y})
		}
		all = append(all, line)
	}
	return all
}

// log returns a run whose columns are functions of time, sampled 1000 times a second for a duration.
func log(t *testing.T, name string, duration float64, columns []string, f func(t float64) []float64) *plot.Run {
	t.Helper()
	r := plot.NewRun(name)
	if err := r.Begin(append([]string{"time"}, columns...)); err != nil {
		t.Fatal(err)
	}
	for i := range int(duration*1000) + 1 {
		x := float64(i) / 1000
		if err := r.Record(append([]float64{x}, f(x)...)); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

const blue, vermilion, frame = "#0072B2", "#D55E00", "#999999"

// TestPlace checks where a curve stands on paper: a straight line from corner to corner, but for the air above and
// below, with the kink at its place.
func TestPlace(t *testing.T) {
	r := log(t, "run", 2, []string{"j/position"}, func(x float64) []float64 { return []float64{math.Max(0, x-1)} })
	d, err := plot.Trajectories([]*plot.Run{r}, plot.Options{})
	text := svg(t, d, err)
	box := lines(text, frame)
	curve := lines(text, blue)
	if len(box) != 1 || len(curve) != 1 {
		t.Fatalf("%d frames, %d curves", len(box), len(curve))
	}
	left, bottom, right, top := box[0][0][0], box[0][0][1], box[0][2][0], box[0][2][1]
	x := func(v float64) float64 { return left + (right-left)*v/2 }
	y := func(v float64) float64 { return bottom + (top-bottom)*(v+0.06)/1.12 }
	want := [][2]float64{{x(0), y(0)}, {x(1), y(0)}, {x(2), y(1)}}
	if len(curve[0]) != len(want) {
		t.Fatalf("%v, want %v", curve[0], want)
	}
	for i, p := range want {
		// Coordinates have five digits, 0.01 up to 1000; a point of the kink may be one sample, 0.5 points, late.
		if math.Abs(curve[0][i][0]-p[0]) > 0.6 || math.Abs(curve[0][i][1]-p[1]) > 0.06 {
			t.Errorf("point %d at %v, want %v", i, curve[0][i], p)
		}
	}
	has(t, text, "j", "time (s)", "position (rad or m)", "0.0", "2.0")
}

// TestQuantities checks what is drawn of a log with everything, and what is written.
func TestQuantities(t *testing.T) {
	columns := []string{"a/position", "a/velocity", "a/acceleration", "a/effort", "a/reference/position",
		"a/reference/velocity", "a/friction_effort", "a/limit_effort",
		"b[0]/position", "b[0]/velocity", "b[1]/position", "b[1]/velocity", "energy/kinetic", "energy/total",
		"base/position/x", "base/orientation/w", "something/else"}
	sine := func(x float64) []float64 {
		row := make([]float64, len(columns))
		for i := range row {
			row[i] = math.Sin(5*x + float64(i))
		}
		return row
	}
	r := log(t, "run.csv", 1, columns, sine)
	inf := math.Inf(1)
	r.Joints = map[string]plot.Coordinate{"a": {"rad", "rad/s", "rad/s²", "N m", [2]float64{-1.2, 30}, inf, 1.5}}
	d, err := plot.Trajectories([]*plot.Run{r}, plot.Options{Title: "robot", Subtitle: "rk4"})
	text := svg(t, d, err)
	has(t, text, "robot", "rk4", "a", "b[0]", "b[1]", "position (rad)", "error (rad)", "velocity (rad/s)",
		"effort (N m)", "position (rad or m)", "kinetic energy (J)",
		"total energy (J)", "base position", "x (m)", "base orientation (quaternion)", "w", "reference", "limit",
		"limits −1.2 to 30", "limits ±1.5")
	for _, w := range words(text) {
		if strings.Contains(w, "acceleration") || strings.Contains(w, "friction") || strings.Contains(w, "something") {
			t.Errorf("there is a text %q", w)
		}
	}
	// 3 positions, velocities of 3, an error and an effort of one, 2 energies, 2 of the base
	if n := len(lines(text, frame)); n != 12 {
		t.Errorf("%d panels", n)
	}
	d, err = plot.Trajectories([]*plot.Run{r},
		plot.Options{Joints: []string{"b"}, What: []string{"velocity", "position"}})
	text = svg(t, d, err)
	if n := len(lines(text, frame)); n != 4 {
		t.Errorf("%d panels of b", n)
	}
	d, err = plot.Trajectories([]*plot.Run{r},
		plot.Options{What: []string{"limit_effort", "friction_effort", "acceleration"}})
	has(t, svg(t, d, err), "limit effort (N m)", "friction effort (N m)", "acceleration (rad/s²)")
}

// TestError checks the sign of the error: reference minus position.
func TestError(t *testing.T) {
	r := log(t, "run", 1, []string{"j/reference/position", "j/position"},
		func(x float64) []float64 { return []float64{3, 1 + x} })
	d, err := plot.Trajectories([]*plot.Run{r}, plot.Options{What: []string{"error"}})
	text := svg(t, d, err)
	line := lines(text, blue)[0]
	// 2 to 1; y grows upwards inside the drawing's group
	if first, last := line[0], line[len(line)-1]; first[1] <= last[1] {
		t.Errorf("the error goes from %v to %v", first, last)
	}
	has(t, text, "1.0", "2.0", "error (rad or m)")
}

// TestRuns checks that runs over each other have their own colours, and that equal references are drawn once.
// TestHeld checks that held columns are drawn as stairs: each line goes along or up, none aslant, with the step at the
// row in which the number is new; and that the error jumps where its reference does, while positions stay curves.
func TestHeld(t *testing.T) {
	columns := []string{"time", "j/position", "j/effort", "j/reference/position"}
	draw := func(held ...string) string {
		r := plot.NewRun("run")
		r.Held = held
		if err := r.Begin(columns); err != nil {
			t.Fatal(err)
		}
		for i := range 11 {
			x, reference := float64(i)/10, 0.
			if i >= 5 {
				reference = 1
			}
			if err := r.Record([]float64{x, x * x, float64(i % 3), reference}); err != nil {
				t.Fatal(err)
			}
		}
		d, err := plot.Trajectories([]*plot.Run{r}, plot.Options{What: []string{"position", "error", "effort"}})
		return svg(t, d, err)
	}
	slants := func(line [][2]float64) (n int) {
		for i := range line[1:] {
			if line[i][0] != line[i+1][0] && line[i][1] != line[i+1][1] {
				n++
			}
		}
		return n
	}
	const grey = "#666666"
	stairs, curves := draw("j/effort", "j/reference/position"), draw()
	values, references := lines(stairs, blue)[1:], lines(stairs, grey)[1:] // the first ones stand in the legend
	if len(values) != 3 || len(references) != 1 {
		t.Fatalf("%d curves, %d references", len(values), len(references))
	}
	position, lag, effort, reference := values[0], values[1], values[2], references[0]
	if n := slants(effort); n > 0 || len(effort) != 21 { // ten steps, of two points each
		t.Errorf("the effort has %d slants, %d points: %v", n, len(effort), effort)
	}
	if slants(reference) > 0 || len(reference) != 4 {
		t.Errorf("the reference goes %v", reference)
	}
	left, right := effort[0][0], effort[len(effort)-1][0]
	if at := left + (right-left)/2; math.Abs(reference[1][0]-at) > 0.02 {
		t.Errorf("the step stands at %v, want %v", reference[1][0], at)
	}
	jumps := 0
	for i := range lag[1:] {
		if lag[i][0] == lag[i+1][0] {
			jumps++
		}
	}
	if jumps != 1 || slants(position) < 5 {
		t.Errorf("the error jumps %d times, the position has %d slants", jumps, slants(position))
	}
	if values := lines(curves, blue)[1:]; slants(values[2]) == 0 || slants(lines(curves, grey)[1]) == 0 {
		t.Error("columns of which nothing is known are drawn as stairs")
	}
}

func TestRuns(t *testing.T) {
	columns := []string{"j/position", "j/reference/position"}
	a := log(t, "a.csv", 1, columns, func(x float64) []float64 { return []float64{x, 1} })
	b := log(t, "b.csv", 2, columns, func(x float64) []float64 { return []float64{2 * x, 1} })
	c := log(t, "c.csv", 1, columns, func(x float64) []float64 { return []float64{2 * x, 2} })
	d, err := plot.Trajectories([]*plot.Run{a, b, c}, plot.Options{What: []string{"position"}})
	text := svg(t, d, err)
	has(t, text, "a.csv", "b.csv", "c.csv", "reference")
	// in the panel and in the legend; b's reference is longer than a's, c's is another one
	for colour, want := range map[string]int{blue: 2, vermilion: 3, "#009E73": 3, "#666666": 2} {
		if n := len(lines(text, colour)); n != want {
			t.Errorf("%d lines of %s, want %d", n, colour, want)
		}
	}
}

// TestSpan checks that rows outside the span of time are not drawn.
func TestSpan(t *testing.T) {
	r := plot.NewRun("run")
	r.From, r.To = 0.25, 0.5
	if err := r.Begin([]string{"time", "j/position"}); err != nil {
		t.Fatal(err)
	}
	for i := range 101 {
		if err := r.Record([]float64{float64(i) / 100, float64(i)}); err != nil {
			t.Fatal(err)
		}
	}
	if r.Rows() != 26 {
		t.Errorf("%d rows", r.Rows())
	}
	d, err := plot.Trajectories([]*plot.Run{r}, plot.Options{})
	has(t, svg(t, d, err), "0.25", "0.50", "30", "50")
}

// TestManyJoints checks that panels of 1 to 40 joints fit, also on a page of a given size.
func TestManyJoints(t *testing.T) {
	for _, n := range []int{1, 2, 3, 4, 7, 12, 40} {
		var columns []string
		for j := range n {
			columns = append(columns, fmt.Sprintf("joint_%d/position", j), fmt.Sprintf("joint_%d/velocity", j))
		}
		r := log(t, "run", 0.1, columns, func(x float64) []float64 {
			row := make([]float64, 2*n)
			for i := range row {
				row[i] = float64(i) * math.Sin(20*x)
			}
			return row
		})
		d, err := plot.Trajectories([]*plot.Run{r}, plot.Options{})
		if got := len(lines(svg(t, d, err), frame)); got != 2*n {
			t.Errorf("%d joints: %d panels", n, got)
		}
		d, err = plot.Trajectories([]*plot.Run{r}, plot.Options{What: []string{"velocity"},
			Size: plot.Size{Width: 1000, Height: 1400}})
		frames := lines(svg(t, d, err), frame)
		if got := len(frames); got != n {
			t.Errorf("%d joints: %d panels of one quantity", n, got)
		}
		for _, f := range frames {
			if a, b := f[1][0]-f[0][0], frames[0][1][0]-frames[0][0][0]; math.Abs(a-b) > 0.02 {
				t.Errorf("%d joints: panels are %v and %v wide", n, a, b)
			}
		}
		if w, h := d.Size(); math.Abs(w-1000) > 1e-9 || math.Abs(h-1400) > 1e-9 {
			t.Errorf("%v x %v pixels", w, h)
		}
	}
}

// TestWildLogs checks numbers and names that nobody hopes for.
func TestWildLogs(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	names := []string{"<b>&\"'", "größe", "two\nlines", "esc\x1b[31m", "bad\xff", "関節", "a/b/c",
		strings.Repeat("long", 100), "\ufffe"}
	for what, values := range expect.SomeOf(t, 3, map[string][]float64{
		"not finite": {nan, inf, -inf, nan}, "some": {1, nan, 2, inf}, "huge": {-1.7e308, 1.7e308, 0, 1e300},
		"tiny":       {5e-324, 0, -5e-324, 1e-310},
		"one beside": {1, 1 + 1e-16, 1, 1 - 1e-16}, "far": {1e15, 1e15 + 1, 1e15 - 1, 1e15},
		"constant": {-3, -3, -3, -3}, "zero": {0, 0, 0, math.Copysign(0, -1)},
	}) {
		r := plot.NewRun(names[2])
		columns := []string{"time", "energy/total", "energy/" + names[3]}
		for _, n := range names {
			columns = append(columns, n+"/position", n+"/reference/position")
		}
		if err := r.Begin(columns); err != nil {
			t.Fatal(err)
		}
		for i, v := range values {
			row := []float64{float64(i / 2)}
			for range columns[1:] {
				row = append(row, v)
			}
			if err := r.Record(row); err != nil {
				t.Fatal(err)
			}
		}
		d, err := plot.Trajectories([]*plot.Run{r}, plot.Options{Title: names[0], Subtitle: names[4]})
		text := svg(t, d, err)
		if strings.ContainsAny(text, "\x1b\ufffe") || !strings.Contains(text, "größe") ||
			!strings.Contains(text, "&lt;b&gt;") {
			t.Errorf("%s: names are not as they should be", what)
		}
		var image bytes.Buffer
		if err := d.PNG(&image, 0.5); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	r := plot.NewRun("one row")
	r.Begin([]string{"time", "j/position"})
	r.Record([]float64{7, 1})
	d, err := plot.Trajectories([]*plot.Run{r}, plot.Options{})
	svg(t, d, err)
}

func TestPNG(t *testing.T) {
	r := log(t, "run", 1, []string{"j/position"}, func(x float64) []float64 { return []float64{x} })
	d, err := plot.Trajectories([]*plot.Run{r}, plot.Options{Size: plot.Size{Width: 600, Height: 300}})
	if err != nil {
		t.Fatal(err)
	}
	var out, again bytes.Buffer
	if err := errors.Join(d.PNG(&out, 2), d.PNG(&again, 2)); err != nil || !bytes.Equal(out.Bytes(), again.Bytes()) {
		t.Errorf("not the same bytes, %v", err)
	}
	image, err := png.Decode(&out)
	if err != nil {
		t.Fatal(err)
	}
	if b := image.Bounds(); b.Dx() != 1200 || b.Dy() != 600 {
		t.Errorf("%v", b)
	}
	if r, g, b, _ := image.At(2, 2).RGBA(); r != 0xffff || g != 0xffff || b != 0xffff {
		t.Error("the background is not white")
	}
	blues := 0
	for y := range 600 {
		for x := range 1200 {
			if r, g, b, _ := image.At(x, y).RGBA(); r>>8 == 0x00 && g>>8 == 0x72 && b>>8 == 0xb2 {
				blues++
			}
		}
	}
	if blues < 500 { // a diagonal of about 1000 pixels, two or three wide, with soft edges
		t.Errorf("%d pixels of the curve", blues)
	}
	for _, scale := range []float64{0, -1, math.NaN(), 1e6, 1e-6, math.Inf(1)} {
		var out bytes.Buffer
		if err := d.PNG(&out, scale); err == nil || out.Len() > 0 {
			t.Errorf("scale %v: %v", scale, err)
		}
	}
}

func TestWrongOptions(t *testing.T) {
	columns := []string{"elbow_joint/position", "wrist/position"}
	r := log(t, "run", 1, columns, func(x float64) []float64 { return []float64{x, x} })
	for want, o := range map[string]plot.Options{
		`joints: there is no joint "elbow"`:                                   {Joints: []string{"elbow", "wrist"}},
		`(did you mean "elbow_joint"?); expected some of: elbow_joint, wrist`: {Joints: []string{"elbow_jiont"}},
		`what: there is no quantity "positon" (did you mean "position"?)`:     {What: []string{"positon"}},
		"what: the logs have no error, for they have no references":           {What: []string{"position", "error"}},
		"what: the logs have no base, for it is fixed":                        {What: []string{"base"}},
		"what: the logs have no energy":                                       {What: []string{"energy"}},
		"size: 100 x 100 pixels are too few for 1 x 2 panels": {Size: plot.Size{Width: 100,
			Height: 100}},
	} {
		_, err := plot.Trajectories([]*plot.Run{r}, o)
		var option *plot.OptionError
		if err == nil || !strings.Contains(err.Error(), want) || !errors.As(err, &option) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	if err := plot.NewRun("x.csv").Begin([]string{"t", "x"}); err == nil || !strings.Contains(err.Error(),
		"x.csv: there is no column time") {
		t.Errorf("got %v", err)
	}
	empty := log(t, "run", -1, columns, nil)
	if _, err := plot.Trajectories([]*plot.Run{empty}, plot.Options{}); err == nil {
		t.Error("a run without rows is drawn")
	}
	bare := log(t, "run", 1, []string{"x"}, func(x float64) []float64 { return []float64{x} })
	if _, err := plot.Trajectories([]*plot.Run{bare}, plot.Options{}); err == nil {
		t.Error("a run without joints is drawn")
	}
}

func TestRecordDoesNotAllocate(t *testing.T) {
	r := log(t, "run", 200, []string{"j/position", "j/reference/position"},
		func(x float64) []float64 { return []float64{x, x} })
	row := []float64{1000, 1, 2}
	if n := testing.AllocsPerRun(100_000, func() { row[0]++; r.Record(row) }); n != 0 {
		t.Errorf("%v allocations per row", n)
	}
}

func BenchmarkRecord(b *testing.B) {
	var columns []string
	for j := range 7 {
		for _, q := range []string{"position", "velocity", "acceleration", "effort"} {
			columns = append(columns, fmt.Sprintf("j%d/%s", j, q))
		}
	}
	r := plot.NewRun("run")
	r.Begin(append([]string{"time"}, columns...))
	row := make([]float64, 29)
	b.ReportAllocs()
	for i := range b.N {
		row[0] = float64(i)
		row[1+i%28] = float64(i % 100)
		r.Record(row)
	}
}
