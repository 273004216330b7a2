package serve_test

import (
	"context"
	"encoding/csv"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"kinetree/batch"
	"kinetree/batch/study"
	"kinetree/cmd/internal/live"
	"kinetree/cmd/internal/serve"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
)

// pictures is a folder for what the tests see.
var pictures = flag.String("pictures", "", "folder for pictures of the page")

// patience is how long a test waits for the page. A shared machine without a graphics card draws slowly.
const patience = 3 * time.Minute

// browser starts Chromium, or skips the test where there is none.
func browser(t *testing.T) context.Context {
	t.Helper()
	if testing.Short() {
		t.Skip("no browser is started with -short")
	}
	var path string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if p, err := exec.LookPath(name); err == nil {
			path = p
			break
		}
	}
	if path == "" {
		t.Skip("there is no Chromium; install the package chromium to test the page in a browser")
	}
	options := append([]chromedp.ExecAllocatorOption{chromedp.ExecPath(path), chromedp.UserDataDir(t.TempDir()),
		chromedp.Flag("headless", "new"), chromedp.NoFirstRun, chromedp.NoSandbox, chromedp.WindowSize(1400, 900)},
		flags("use-gl", "angle", "use-angle", "swiftshader-webgl", "enable-unsafe-swiftshader", "",
			"ignore-gpu-blocklist", "",
			"disable-background-networking", "", "disable-component-update", "", "disable-sync", "", "disable-quic", "",
			"allow-file-access-from-files", "")...)
	ctx, cancel := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, patience)
	t.Cleanup(cancel)
	return ctx
}

func flags(pairs ...string) []chromedp.ExecAllocatorOption {
	var options []chromedp.ExecAllocatorOption
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1] == "" {
			options = append(options, chromedp.Flag(pairs[i], true))
		} else {
			options = append(options, chromedp.Flag(pairs[i], pairs[i+1]))
		}
	}
	return options
}

// served serves what a name stands for until the test ends, and returns the address.
func served(t testing.TB, name string) string {
	t.Helper()
	page, _ := servedAt(t, name, "127.0.0.1:0")
	return page
}

// servedAt does so at an address to listen at.
func servedAt(t testing.TB, name, address string) (string, *live.Stage) {
	t.Helper()
	estimated := func(s *scenario.Scenario) error {
		if strings.HasSuffix(name, ".urdf") {
			s.Inertia = &scenario.Estimation{}
		}
		return nil
	}
	stage, err := serve.Open(name, estimated, nil, "test")
	if err != nil {
		t.Fatal(err)
	}
	server, err := serve.Listen(address, stage)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- server.Serve(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return server.URL(), stage
}

// do takes steps in the browser.
func do(t *testing.T, ctx context.Context, steps ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	if err := chromedp.Do(ctx, steps...); err != nil {
		t.Fatal(err)
	}
}

// get returns what an expression is in the page.
func get[T any](t *testing.T, ctx context.Context, expression string) T {
	t.Helper()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		t.Fatalf("%s: %v", expression, err)
	}
	return value
}

// wait waits until an expression holds in the page. A question may meet a page that is just being replaced, and fail;
// wait asks again then.
func wait(t *testing.T, ctx context.Context, expression string) {
	t.Helper()
	type answer struct {
		Held bool
		Says string
	}
	question := chromedp.Evaluate[answer](fmt.Sprintf(
		`({Held: !!(%s), Says: document.getElementById("status")?.textContent ?? ""})`, expression))
	var last answer
	for {
		now, err := chromedp.Run(ctx, question)
		switch {
		case err == nil && now.Held:
			return
		case err == nil:
			last = now
		}
		select {
		case <-ctx.Done():
			t.Fatalf("%s: %v, %v; the page says %q", expression, ctx.Err(), err, last.Says)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// ready waits until a run has arrived.
func ready(t *testing.T, ctx context.Context) {
	t.Helper()
	wait(t, ctx, `document.body.dataset.state === "ready"`)
}

// picture keeps a picture, if there is a folder for it.
func picture(t *testing.T, ctx context.Context, name string) {
	t.Helper()
	if *pictures == "" {
		return
	}
	do(t, ctx, chromedp.Sleep(time.Second)) // meshes and transitions
	image, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(*pictures, name+".png"), image, 0o644); err != nil {
		t.Fatal(err)
	}
}

// logOf returns the log of a ready scenario with values set, as the command line writes it.
func logOf(t *testing.T, name string, set map[string]float64) string {
	t.Helper()
	s, err := scenario.Open(name, nil)
	if err != nil {
		t.Fatal(err)
	}
	for path, x := range set {
		if err := s.Set(path, x); err != nil {
			t.Fatal(err)
		}
	}
	return logged(t, s)
}

// logged returns the log of a scenario, as the command line writes it.
func logged(t *testing.T, s *scenario.Scenario) string {
	t.Helper()
	s.Log.File = "-"
	var b strings.Builder
	r, err := prepare.New(s, prepare.Env{Output: &b})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Simulate(t.Context()); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// column returns a column of a log.
func column(t *testing.T, log, name string) []float64 {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(log)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	k := slices.Index(rows[0], name)
	if k < 0 {
		t.Fatalf("the log has no column %s", name)
	}
	var values []float64
	for _, row := range rows[1:] {
		x, err := strconv.ParseFloat(row[k], 64)
		if err != nil {
			t.Fatal(err)
		}
		values = append(values, x)
	}
	return values
}

// compare compares columns of the page with those of a log, number by number: there is one way from the engine to both.
func compare(t *testing.T, ctx context.Context, log string, columns ...string) {
	t.Helper()
	for _, name := range columns {
		want := column(t, log, name)
		got := get[[]float64](t, ctx, fmt.Sprintf("kinetree.values(%q)", name))
		if !slices.Equal(got, want) {
			t.Errorf("%s: the page has %d numbers, the log %d, or they differ", name, len(got), len(want))
		}
	}
}

// colours returns how many colours the picture of the robot has.
const colours = `(() => {
	const c = document.createElement("canvas"), v = document.querySelector(".view canvas");
	c.width = v.width; c.height = v.height;
	const g = c.getContext("2d");
	g.drawImage(v, 0, 0);
	return new Set(new Uint32Array(g.getImageData(0, 0, c.width, c.height).data.buffer)).size;
})()`

// TestPage compares what the page shows with the log and the analysis of the same scenario, turns a knob, and looks at
// the page in dark mode and on a phone.
func TestPage(t *testing.T) {
	ctx := browser(t)
	do(t, ctx, chromedp.Navigate(served(t, "ur5_tune")))
	ready(t, ctx)
	columns := []string{"time", "elbow_joint/position", "elbow_joint/effort", "shoulder_pan_joint/velocity",
		"energy/total"}
	log := logOf(t, "ur5_tune", nil)
	compare(t, ctx, log, columns...)
	positions := column(t, log, "elbow_joint/position")
	end := positions[len(positions)-1]
	if got := get[float64](t, ctx, `(kinetree.seek(1e9), kinetree.angle("elbow_joint"))`); got != end {
		t.Errorf("the picture has the elbow at %v rad at the end, the log at %v", got, end)
	}
	if n := get[int](t, ctx, colours); n < 20 {
		t.Errorf("the picture of the robot has %d colours; expected a robot with light and shadow", n)
	}
	picture(t, ctx, "tune")

	// The slider's step between two of its notches is what the field shows.
	do(t, ctx, chromedp.Evaluate[chromedp.Void](`(() => {
		const s = document.querySelector('[data-path="controller.gains.elbow_joint.p"]');
		s.value = 700;
		s.dispatchEvent(new Event("input"));
	})()`))
	wait(t, ctx, `kinetree.last.set.length === 1`)
	p := get[float64](t, ctx, `kinetree.last.set[0].value`)
	if p < 100 || p > 5000 {
		t.Errorf("the slider gives p = %v; expected one within its bounds and away from 60", p)
	}
	compare(t, ctx, logOf(t, "ur5_tune", map[string]float64{"controller.gains.elbow_joint.p": p}), columns...)
	took := get[float64](t, ctx, `Number(document.body.dataset.took)`)
	t.Logf("the run of 1 s arrived %.0f ms after the knob was turned", took)

	do(t, ctx, chromedp.Evaluate[chromedp.Void](`document.getElementById("tab-analysis").click()`))
	wait(t, ctx, `document.querySelector("#margins .verdict-words, #margins .fault") !== null`)
	s, err := scenario.Open("ur5_tune", nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Set("controller.gains.elbow_joint.p", p); err != nil {
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
	wait(t, ctx, fmt.Sprintf(`Number(document.querySelector("#margins .verdict-words").dataset.spectralRadius) === %v`,
		a.SpectralRadius))
	phase := get[float64](t, ctx, `Number(document.querySelectorAll("#margins tbody tr")[2].children[2].dataset.value)`)
	if want := a.Loops[2].Phase * 180 / math.Pi; math.Abs(phase-want) > 1e-12*want {
		t.Errorf("the page has a phase margin of %v degrees, the analysis %v", phase, want)
	}
	picture(t, ctx, "margins")
	if _, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}}); err != nil {
		t.Fatal(err)
	}
	picture(t, ctx, "dark")
	do(t, ctx, chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
	if wide := get[int](t, ctx, `document.documentElement.scrollWidth`); wide > 390 {
		t.Errorf("on a phone of 390 points the page is %d wide", wide)
	}
	picture(t, ctx, "phone")
}

// TestKeys plays and steps with the keyboard alone.
func TestKeys(t *testing.T) {
	ctx := browser(t)
	do(t, ctx, chromedp.Navigate(served(t, "rr_arm_step")))
	ready(t, ctx)
	do(t, ctx, chromedp.KeyEvent(kb.Home), chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowRight))
	if row := get[string](t, ctx, `document.body.dataset.row`); row != "2" {
		t.Errorf("two steps from the start lead to row %s", row)
	}
	do(t, ctx, chromedp.KeyEvent(" "))
	wait(t, ctx, `Number(document.body.dataset.row) > 10`)
}

// TestNames shows a robot whose links and joints have names that objects of JavaScript have of their own.
func TestNames(t *testing.T) {
	ctx := browser(t)
	const mass = `<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>`
	text := `<robot name="names"><link name="constructor"/>`
	for i, name := range []string{"__proto__", "toString", "hasOwnProperty"} {
		text += fmt.Sprintf(`<link name="%s">`+mass+`<visual><geometry><box size="1 1 1"/></geometry></visual></link>
<joint name="%[1]s" type="continuous"><parent link="%s"/><child link="%[1]s"/><axis xyz="0 1 0"/></joint>`, name,
			[]string{"constructor", "__proto__", "toString"}[i])
	}
	file := filepath.Join(t.TempDir(), "names.urdf")
	if err := os.WriteFile(file, []byte(text+"</robot>"), 0o666); err != nil {
		t.Fatal(err)
	}
	do(t, ctx, chromedp.Navigate(served(t, file)))
	ready(t, ctx)
	if got := get[float64](t, ctx, `(kinetree.seek(0), kinetree.angle("__proto__"))`); got != 0 {
		t.Errorf("the joint is at %v; expected 0", got)
	}
	if n := get[int](t, ctx, colours); n < 3 {
		t.Errorf("the picture of the robot has %d colours; expected a robot", n)
	}
}

// TestPush lets the robot move in real time and pulls at its last link.
func TestPush(t *testing.T) {
	ctx := browser(t)
	do(t, ctx, chromedp.Navigate(served(t, "ur5")))
	ready(t, ctx)
	do(t, ctx, chromedp.Evaluate[chromedp.Void](`document.getElementById("push").click()`))
	wait(t, ctx, `Number(document.body.dataset.frames) > 5`)
	at := get[[]float64](t, ctx, `kinetree.view.screen("wrist_1_link")`)
	do(t, ctx, chromedp.MouseEvent(chromedp.MousePressed, at[0], at[1], chromedp.ButtonLeft),
		chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, at[0], at[1]-80, chromedp.ButtonLeft))
	wait(t, ctx, `Math.abs(kinetree.angle("shoulder_lift_joint")) > 0.02`)
	picture(t, ctx, "push")
	// However long the pointer moves, frames keep coming.
	for k := range 150 {
		do(t, ctx, chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, at[0]+float64(k%9), at[1]-80,
			chromedp.ButtonLeft))
	}
	before := get[float64](t, ctx, `Number(document.body.dataset.frames)`)
	wait(t, ctx, fmt.Sprintf(`Number(document.body.dataset.frames) > %v`, before+30))
	if n := get[int](t, ctx, "kinetree.engine.waiting"); n > 3 {
		t.Errorf("%d messages wait for answers after the pushes", n)
	}
	do(t, ctx, chromedp.MouseEvent(input.DispatchMouseEventTypeMouseReleased, at[0], at[1]-80, chromedp.ButtonLeft))
	wait(t, ctx, `Math.abs(kinetree.angle("shoulder_lift_joint")) < 0.01`)
	do(t, ctx, chromedp.Evaluate[chromedp.Void](`document.getElementById("push").click()`))
}

// TestPushAndTurn turns a reference while the robot moves in real time: the motion follows from where it is.
func TestPushAndTurn(t *testing.T) {
	ctx := browser(t)
	do(t, ctx, chromedp.Navigate(served(t, "rr_arm_step")))
	ready(t, ctx)
	do(t, ctx, chromedp.Evaluate[chromedp.Void](`document.getElementById("push").click()`))
	wait(t, ctx, `Number(document.body.dataset.frames) > 60`)
	typed(t, ctx, "reference.joint2.to", "-0.5")
	wait(t, ctx, `kinetree.angle("joint2") < -0.3`)
	if got := get[float64](t, ctx, `parseFloat(document.getElementById("clock").textContent)`); got < 0.5 {
		t.Errorf("the motion goes on at %v s; expected its time to count on", got)
	}
	do(t, ctx, chromedp.Evaluate[chromedp.Void](`document.getElementById("push").click()`))
}

// TestMeshesOnPage shows a robot with meshes that lie in a package, all that can be laid over it, and no fault.
func TestMeshesOnPage(t *testing.T) {
	const robot = "../../../../shared/published/abb_irb1600_support/urdf/abbIrb1600.urdf"
	if _, err := os.Stat(robot); err != nil {
		t.Skip("there is no robot with meshes beside the checkout: ", err)
	}
	ctx := browser(t)
	do(t, ctx, chromedp.Navigate(served(t, robot)))
	ready(t, ctx)
	const meshes = 7 // those of the collision shapes; those of the visuals are not there
	wait(t, ctx, fmt.Sprintf("kinetree.view.loaded >= %d", meshes))
	do(t, ctx, chromedp.Evaluate[chromedp.Void](`document.querySelectorAll("[data-layer]").forEach(
		(c) => c.checked || c.click())`),
		chromedp.Evaluate[chromedp.Void](`document.querySelector(".layers").open = true`))
	t.Logf("not found: %v", get[[]string](t, ctx, `kinetree.view.missing`))
	picture(t, ctx, "abb")
}

// TestExported opens an exported page as a file, and compares its log with the one of the command line, byte by byte.
func TestExported(t *testing.T) {
	ctx := browser(t)
	s, err := scenario.Open("ur5_tune", nil)
	if err != nil {
		t.Fatal(err)
	}
	text, err := serve.Export(s)
	if err != nil {
		t.Fatal(err)
	}
	const most = 5_600_000 // bytes: most are the engine, with its laws, xacro, contacts and the controllers of ROS
	if len(text) > most {
		t.Errorf("the page has %d bytes; expected at most %d", len(text), most)
	}
	file := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(file, text, 0o644); err != nil {
		t.Fatal(err)
	}
	do(t, ctx, chromedp.Navigate("file://"+filepath.ToSlash(file)))
	ready(t, ctx)
	ask := func(set string) string {
		got, err := chromedp.Run(ctx, chromedp.Evaluate[string](fmt.Sprintf(`new Promise((done) =>
			kinetree.engine.ask("log", {set: %s}, (f) => done(f.error ?? f.value.text)))`, set),
			chromedp.EvalAwaitPromise))
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	if ask("[]") != logOf(t, "ur5_tune", nil) {
		t.Error("the log of the page is another one than that of the command line; the engine in web/dist may be " +
			"old, web/engine.sh makes it")
	}
	if ask(`[{path: "controller.gains.elbow_joint.d", value: 12.5}]`) !=
		logOf(t, "ur5_tune", map[string]float64{"controller.gains.elbow_joint.d": 12.5}) {
		t.Error("with a knob turned, the log of the page is another one than that of the command line")
	}
	picture(t, ctx, "exported")
}

// batched runs a batch, and returns its directory and what was run.
func batched(t *testing.T) (string, *study.Study) {
	t.Helper()
	dir := t.TempDir()
	s, err := study.Open("rr_arm_gains", func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	inputs, err := s.Inputs("test")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := batch.Execute(t.Context(), batch.Config{Dir: dir, Inputs: inputs, Runs: s.Len(), Axes: s.Axes,
		Metrics: s.Metrics}, s.NewWorker); err != nil {
		t.Fatal(err)
	}
	return dir, s
}

// TestBatch sorts and filters the runs of a batch, and plays one.
func TestBatch(t *testing.T) {
	ctx := browser(t)
	dir, s := batched(t)
	do(t, ctx, chromedp.Navigate(served(t, dir)))
	ready(t, ctx)
	if n := get[int](t, ctx, `document.querySelectorAll("#runs tbody tr").length`); n != s.Len() {
		t.Errorf("%d runs are shown; expected %d", n, s.Len())
	}
	last := `document.querySelectorAll("#runs th button")[0]`
	do(t, ctx, chromedp.Evaluate[chromedp.Void](last+".click()"))
	first := get[string](t, ctx, `document.querySelector("#runs tbody tr").dataset.run`)
	if first != strconv.Itoa(s.Len()-1) {
		t.Errorf("sorted by falling numbers, the first run is %s; expected %d", first, s.Len()-1)
	}
	do(t, ctx, chromedp.SendKeys("#filter", "index < 5"))
	picture(t, ctx, "batch")
	wait(t, ctx, `document.querySelectorAll("#runs tbody tr").length === 5`)
	do(t, ctx, chromedp.Evaluate[chromedp.Void](`document.querySelector("#runs tbody tr").click()`))
	wait(t, ctx, `document.getElementById("status").textContent.startsWith("run 4")`)
	one, err := s.Scenario(4)
	if err != nil {
		t.Fatal(err)
	}
	compare(t, ctx, logged(t, one), "joint1/position", "joint2/effort")
}

// loggedStep runs a step of an arm that is logged to a file.
func loggedStep(t *testing.T) *prepare.Run {
	t.Helper()
	s, err := scenario.Open("rr_arm_step", nil)
	if err != nil {
		t.Fatal(err)
	}
	s.Log.File = filepath.Join(t.TempDir(), "run.csv")
	r, err := prepare.New(s, prepare.Env{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Simulate(t.Context()); err != nil {
		t.Fatal(err)
	}
	return r
}

// TestLog opens the log of a run, and turns a knob beside it.
func TestLog(t *testing.T) {
	ctx := browser(t)
	s := loggedStep(t).Scenario
	log, err := os.ReadFile(s.Log.File)
	if err != nil {
		t.Fatal(err)
	}
	do(t, ctx, chromedp.Navigate(served(t, s.Log.File)))
	ready(t, ctx)
	compare(t, ctx, string(log), "time", "joint1/position", "joint2/velocity", "energy/total")
}

// TestDiverged shows a scenario whose run diverges, in the words of the command line.
func TestDiverged(t *testing.T) {
	ctx := browser(t)
	file := filepath.Join(t.TempDir(), "wild.yaml")
	if err := os.WriteFile(file, []byte("kinetree: 1\nmodel: rr_arm\nideal: true\n"+
		"controller: {type: pd, gains: {'*': {p: 1e12}}}\n"+
		"reference: {joint1: {type: step, at: 0.1, to: 1}}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	do(t, ctx, chromedp.Navigate(served(t, file)))
	ready(t, ctx)
	s, err := scenario.Open(file, nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := prepare.New(s, prepare.Env{Unlogged: true})
	if err != nil {
		t.Fatal(err)
	}
	_, want := r.Simulate(t.Context())
	got := get[string](t, ctx, `document.getElementById("status").textContent`)
	if want == nil || got != want.Error() {
		t.Errorf("the page says %q, the command line %v", got, want)
	}
}
