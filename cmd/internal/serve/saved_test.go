package serve_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"kinetree/models/oracle/expect"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
)

// asked returns the text that the page gets for its answer to a word, with the values and the run that it is about.
func asked(t *testing.T, ctx context.Context, word string) string {
	t.Helper()
	got, err := chromedp.Run(ctx, chromedp.Evaluate[string](fmt.Sprintf(`new Promise((done) =>
		kinetree.engine.ask(%q, kinetree.message(), (f) => done(f.error ?? f.value.text)))`, word),
		chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// TestBatchRunSaved plays a run of a batch: its knobs, its scenario, its loop and its log are those of the page, and it
// is marked; back at the scenario they are that one's.
func TestBatchRunSaved(t *testing.T) {
	ctx := browser(t)
	dir, s := batched(t)
	do(t, ctx, chromedp.Navigate(served(t, dir)))
	ready(t, ctx)
	base := asked(t, ctx, "text")
	one, err := s.Scenario(7)
	if err != nil {
		t.Fatal(err)
	}
	do(t, ctx, chromedp.Evaluate[chromedp.Void](`document.querySelector('#runs tr[data-run="7"]').click()`))
	wait(t, ctx, `document.querySelector('[data-chip=index]')?.textContent.includes("run 7")`)
	wait(t, ctx, `kinetree.last.index === 7`)
	compare(t, ctx, logged(t, one), "joint1/position", "joint2/effort")
	if got := asked(t, ctx, "log"); got != logged(t, one) {
		t.Errorf("the log that is saved has %d bytes and is not that of run 7", len(got))
	}
	saved, err := scenario.Read([]byte(asked(t, ctx, "text")), "saved.yaml", "")
	if err != nil {
		t.Fatal(err)
	}
	if logged(t, saved) != logged(t, one) {
		t.Error("the scenario that is saved gives another log than run 7")
	}
	p, err := one.Get("controller.gains.*.p")
	if err != nil {
		t.Fatal(err)
	}
	if got := get[float64](t, ctx,
		`Number(document.querySelector('[data-field="controller.gains.*.p"]').value)`); got != p {
		t.Errorf("the knob is at %v; expected %v, the value of run 7", got, p)
	}
	marked := get[[]string](t, ctx,
		`[...document.querySelectorAll('#runs tr[aria-selected=true]')].map((r) => r.dataset.run)`)
	if len(marked) != 1 || marked[0] != "7" {
		t.Errorf("the rows %v are marked; expected 7", marked)
	}
	do(t, ctx, chromedp.Evaluate[chromedp.Void](`document.getElementById("leave").click()`))
	wait(t, ctx, `document.querySelector('[data-chip=index]') === null`)
	if asked(t, ctx, "text") != base {
		t.Error("back at the scenario, another one is saved")
	}
}

// TestOwnRobotSaved exports the scenario of a robot in a folder beside it. What the page saves names the robot as the
// scenario did, and gives the same log there.
func TestOwnRobotSaved(t *testing.T) {
	ctx := browser(t)
	dir := t.TempDir()
	robot, err := os.ReadFile("../../../models/rr_arm.urdf")
	if err != nil {
		t.Fatal(err)
	}
	const text = "{kinetree: 1, model: ../robots/arm.urdf, duration: 0.05, efforts_table: {file: efforts.csv}}"
	for name, data := range map[string]string{"robots/arm.urdf": string(robot), "runs/page.yaml": text,
		"runs/efforts.csv": "time,joint1\n0,1\n"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	name := filepath.Join(dir, "runs/page.yaml")
	page := exported(t, name)
	if bytes.Contains(page, []byte(filepath.Base(filepath.Dir(dir)))) {
		t.Error("the page tells the folders of this machine")
	}
	file := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(file, page, 0o666); err != nil {
		t.Fatal(err)
	}
	do(t, ctx, chromedp.Navigate("file://"+filepath.ToSlash(file)))
	ready(t, ctx)
	got := asked(t, ctx, "text")
	if !strings.Contains(got, "../robots/arm.urdf") || !strings.Contains(got, "file: efforts.csv") {
		t.Errorf("the page saves\n%s\nexpected the files as the scenario names them", got)
	}
	saved := filepath.Join(dir, "runs/saved.yaml")
	if err := os.WriteFile(saved, []byte(got), 0o666); err != nil {
		t.Fatal(err)
	}
	if logOf(t, saved, nil) != logOf(t, name, nil) {
		t.Error("what the page saves gives another log than the scenario")
	}
}

// TestLogSaved opens a log that has references: its metrics are those of the run, nothing is pinned, and the log that
// is saved is the file. A log of other numbers is said to be one.
func TestLogSaved(t *testing.T) {
	ctx := browser(t)
	r := loggedStep(t)
	s := r.Scenario
	overshoot := map[string]float64{}
	for _, m := range r.Measures() {
		overshoot[m.Joint], _ = m.Value("overshoot")
	}
	text, err := os.ReadFile(s.Log.File)
	if err != nil {
		t.Fatal(err)
	}
	do(t, ctx, chromedp.Navigate(served(t, s.Log.File)))
	wait(t, ctx, `document.getElementById("status").textContent.endsWith("the same numbers to the last bit")`)
	joint := get[string](t, ctx, "kinetree.charts.chosen")
	got := get[float64](t, ctx, `kinetree.last.metrics[kinetree.charts.chosen].overshoot`)
	if got != overshoot[joint] {
		t.Errorf("the overshoot of %s in the log is said to be %v; expected %v", joint, got, overshoot[joint])
	}
	if n := get[int](t, ctx, "kinetree.pins.list.length"); n != 0 {
		t.Errorf("%d runs are pinned unasked", n)
	}
	if asked(t, ctx, "opened") != string(text) {
		t.Error("the log that is saved is not the file that was opened")
	}
	rows := strings.SplitAfter(string(text), "\n")
	rows[5] = strings.Replace(rows[5], ",", ",1", 1)
	if err := os.WriteFile(s.Log.File, []byte(strings.Join(rows, "")), 0o666); err != nil {
		t.Fatal(err)
	}
	do(t, ctx, chromedp.Navigate(served(t, s.Log.File)))
	wait(t, ctx, `document.getElementById("status").textContent.includes("other numbers from row 4 on")`)
}

// TestBefore looks at what a page shows before its script has begun, and if it cannot: without scripts, of a file that
// is cut off, without workers, without what unpacks the script.
func TestBefore(t *testing.T) {
	ctx := browser(t)
	page := exported(t, "rr_arm_step")
	for _, words := range []string{"Loading the robot", "<noscript>", "scripts turned off"} {
		if i := bytes.Index(page, []byte(words)); i < 0 || i > 20_000 {
			t.Errorf("%q stands at byte %d of the page; expected it at its beginning", words, i)
		}
	}
	dir := t.TempDir()
	for name, c := range map[string]struct {
		page []byte
		want string
	}{
		"half": {page[:len(page)/2], "not complete"},
		"unpacked": {bytes.Replace(page, []byte("<body>"),
			[]byte("<body><script>delete window.DecompressionStream</script>"), 1), "DecompressionStream"},
		"worker": {bytes.Replace(page, []byte("<body>"),
			[]byte(`<body><script>window.Worker = class { constructor() {
throw new Error("no workers here") } }</script>`), 1),
			"no workers here"},
	} {
		file := filepath.Join(dir, name+".html")
		if err := os.WriteFile(file, c.page, 0o666); err != nil {
			t.Fatal(err)
		}
		do(t, ctx, chromedp.Navigate("file://"+filepath.ToSlash(file)))
		wait(t, ctx, fmt.Sprintf(`(document.getElementById("status") ?? document.getElementById("loading"))
			?.textContent.includes(%q)`, c.want))
		picture(t, ctx, "before_"+name)
	}
}

// TestRefused types what is no number, and a value that the engine refuses: the text stays and is marked, with words at
// the knob, and the run is that of the value before.
func TestRefused(t *testing.T) {
	ctx := browser(t)
	do(t, ctx, chromedp.Navigate(served(t, "rr_arm_step")))
	ready(t, ctx)
	const path = "controller.delay"
	field := fmt.Sprintf(`document.querySelector('[data-field="%s"]')`, path)
	state := func() []string {
		return get[[]string](t, ctx, fmt.Sprintf(`[%s.value, String(%[1]s.getAttribute("aria-invalid")),
			%[1]s.closest(".knob").querySelector(".words").textContent]`, field))
	}
	typed(t, ctx, path, "2 ms")
	wait(t, ctx, `kinetree.last.set[0]?.value === 0.002`)
	for _, text := range []string{"abc", "1_000", "400 N", "", "NaN"} {
		typed(t, ctx, path, text)
		if got := state(); got[0] != text || got[1] != "true" || !strings.Contains(got[2], "0.002 stays") {
			t.Errorf("after %q the knob has %q", text, got)
		}
		if got := get[float64](t, ctx, `kinetree.message().set[0].value`); got != 0.002 {
			t.Errorf("after %q the delay is %v; expected that it stays", text, got)
		}
	}
	typed(t, ctx, path, "-1")
	wait(t, ctx, `document.body.dataset.stale !== undefined`)
	if got := state(); got[0] != "-1" || got[1] != "true" || !strings.Contains(got[2], "expected 0 or more") {
		t.Errorf("a delay of -1 s: the knob has %q", got)
	}
	picture(t, ctx, "refused")
	typed(t, ctx, path, "1,5ms")
	wait(t, ctx, `kinetree.last.set[0]?.value === 0.0015 && document.body.dataset.stale === undefined`)
	if got := state(); got[1] != "null" || got[2] != "" {
		t.Errorf("a good value after a bad one: the knob has %q", got)
	}
}

// TestUnstable turns a gain so far that the loop is unstable: the page says so where it is always seen.
func TestUnstable(t *testing.T) {
	ctx := browser(t)
	do(t, ctx, chromedp.Navigate(served(t, "ur5_hold")))
	ready(t, ctx)
	wait(t, ctx, `document.querySelector('[data-chip=stability][data-verdict=good]') !== null`)
	typed(t, ctx, "controller.gains.*.p", "1e9")
	wait(t, ctx, `document.querySelector('[data-chip=stability][data-verdict=bad]') !== null`)
	s, err := scenario.Open("ur5_hold", nil)
	if err != nil {
		t.Fatal(err)
	}
	path := get[string](t, ctx, `kinetree.message().set[0].path`)
	if err := s.Set(path, 1e9); err != nil {
		t.Fatal(err)
	}
	r, err := prepare.New(s, prepare.Env{Unlogged: true})
	if err != nil {
		t.Fatal(err)
	}
	a, err := r.Analyze()
	if err != nil {
		t.Fatal(err)
	}
	words := get[string](t, ctx, `document.querySelector('[data-chip=stability]').textContent`)
	var radius float64
	if _, err := fmt.Sscanf(words[strings.Index(words, "radius")+7:], "%g", &radius); err != nil {
		t.Fatalf("%q: %v", words, err)
	}
	expect.Near(t, "spectral radius", []float64{radius}, []float64{a.SpectralRadius}, 1e-4, 0) // it has five digits
	top := get[float64](t, ctx, `(document.querySelectorAll("section").forEach((s) => s.scrollTo(0, 1e6)), scrollTo(0, 1e6),
		document.getElementById("verdict").getBoundingClientRect().top)`)
	if top < 0 || top > 200 {
		t.Errorf("after scrolling, the verdict is %v points from the top", top)
	}
	picture(t, ctx, "unstable")
}

// write writes a file.
func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// noChange leaves a scenario as it is.
func noChange(*scenario.Scenario) error { return nil }

// typed types a text into the field of a knob.
func typed(t *testing.T, ctx context.Context, path, text string) {
	t.Helper()
	do(t, ctx, chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`(() => {
		const f = document.querySelector('[data-field="%s"]');
		f.value = %q;
		f.dispatchEvent(new Event("change"));
	})()`, path, text)))
}
