package serve_test

import (
	"context"
	"fmt"
	"math"
	"net"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"kinetree/cmd/internal/serve"
)

// TestCurves chooses joints and columns, reads values under the pointer, which the robot follows, and zooms: into all
// curves at once, and so that the zoom stays when a knob is turned.
func TestCurves(t *testing.T) {
	ctx := browser(t)
	do(t, ctx, chromedp.Navigate(served(t, "ur5_tune")))
	ready(t, ctx)
	do(t, ctx, chromedp.Evaluate[chromedp.Void](`(() => {
		document.querySelector('[data-joint-curve=wrist_1_joint]').click();
		document.querySelector('[data-curve=velocity]').click();
		const c = document.getElementById("column");
		c.value = "energy/total";
		c.dispatchEvent(new Event("change"));
	})()`))
	columns := get[[]string](t, ctx, `[...document.querySelectorAll("[data-column]")].map((e) => e.dataset.column)`)
	want := []string{"elbow_joint/position", "elbow_joint/velocity", "elbow_joint/effort", "wrist_1_joint/position",
		"wrist_1_joint/velocity", "wrist_1_joint/effort", "energy/total"}
	if !slices.Equal(columns, want) {
		t.Fatalf("the page draws %v; expected %v", columns, want)
	}
	titles := get[string](t, ctx, `[...document.querySelectorAll("figcaption b")].map((e) => e.textContent).join()`)
	for _, part := range []string{"elbow_joint velocity (rad/s)", "energy total (J)"} {
		if !strings.Contains(titles, part) {
			t.Errorf("the titles %q lack %q", titles, part)
		}
	}
	picture(t, ctx, "curves")

	place := get[[]float64](t, ctx, `(() => { const r = document.querySelector(".u-over").getBoundingClientRect();
		return [r.left + r.width / 2, r.top + r.height / 2, r.left, r.width]; })()`)
	do(t, ctx, chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, place[0], place[1]))
	wait(t, ctx, `kinetree.charts.hovered !== undefined`)
	read := get[[]float64](t, ctx, `(() => { const [row, share] = kinetree.last.run.at(kinetree.charts.hovered);
		const both = (c) => [
			Number(document.querySelector('[data-column="' + c + '"] [data-label=newest]').dataset.value),
			kinetree.last.run.value(c, row, share)];
		return [kinetree.charts.hovered, ...both("elbow_joint/position"), ...both("energy/total"),
			kinetree.angle("elbow_joint")]; })()`)
	if math.Abs(read[0]-0.5) > 0.02 || read[1] != read[2] || read[3] != read[4] || read[5] != read[2] {
		t.Errorf("in the middle of 1 s the page reads %v; expected the values of the log in both curves and in the "+
			"picture", read)
	}
	do(t, ctx, chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, 5, 5))
	wait(t, ctx, `kinetree.charts.hovered === undefined && kinetree.angle("elbow_joint") === 1`)

	drag := func(from, to float64, modifiers ...chromedp.Modifier) {
		more := []chromedp.MouseOption{chromedp.ButtonLeft, chromedp.ButtonModifiers(modifiers...)}
		x := func(share float64) float64 { return place[2] + share*place[3] }
		do(t, ctx, chromedp.MouseEvent(chromedp.MousePressed, x(from), place[1], more...),
			chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, x((from+to)/2), place[1], more...),
			chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, x(to), place[1], more...),
			chromedp.MouseEvent(input.DispatchMouseEventTypeMouseReleased, x(to), place[1], more...))
	}
	windows := func() [][]float64 {
		return get[[][]float64](t, ctx, `kinetree.charts.panes.map((p) => [p.plot.scales.x.min, p.plot.scales.x.max])`)
	}
	near := func(what string, from, to float64) {
		t.Helper()
		for _, w := range windows() {
			if math.Abs(w[0]-from) > 0.02 || math.Abs(w[1]-to) > 0.02 {
				t.Errorf("%s: a curve shows %v; expected %v to %v", what, w, from, to)
			}
		}
	}
	drag(0.2, 0.6)
	wait(t, ctx, `kinetree.charts.window !== undefined`)
	near("dragged", 0.2, 0.6)
	typed(t, ctx, "controller.gains.elbow_joint.p", "700")
	wait(t, ctx, `kinetree.last.set.length === 1`)
	near("after a knob", 0.2, 0.6)
	drag(0.5, 0.25, chromedp.ModifierShift)
	near("moved along", 0.3, 0.7)
	do(t, ctx, chromedp.Evaluate[chromedp.Void](`document.getElementById("whole-run").click()`))
	near("whole", 0, 1)
}

// TestPinsAndLinks pins runs, goes back to them, undoes and resets, saves what is seen, and opens the address of the
// page again: it shows the same.
func TestPinsAndLinks(t *testing.T) {
	ctx := browser(t)
	address := served(t, "ur5_tune")
	do(t, ctx, chromedp.Navigate(address))
	ready(t, ctx)
	const path = "controller.gains.elbow_joint.p"
	turn := func(x float64) {
		typed(t, ctx, path, fmt.Sprint(x))
		wait(t, ctx, fmt.Sprintf(`(kinetree.last.set[0]?.value ?? 60) === %v && kinetree.last.set.length < 2`, x))
		do(t, ctx, chromedp.Evaluate[chromedp.Void](`kinetree.knobs.keep()`)) // as a moment without a turn does
	}
	click := func(selector string) {
		t.Helper()
		do(t, ctx, chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`document.querySelector(%q).click()`, selector)))
	}
	at := func(x float64) {
		t.Helper()
		wait(t, ctx, fmt.Sprintf(`(kinetree.last.set[0]?.value ?? 60) === %v`, x))
	}
	turn(300)
	click("#pin")
	turn(900)
	click("#pin")
	turn(1500)
	labels := get[[]string](t, ctx, `[...document.querySelectorAll(".charts .swatch")].map((e) => e.textContent)`)
	for _, want := range []string{"A", "B", "newest", "reference", "former"} {
		if !slices.Contains(labels, want) {
			t.Errorf("the curves are those of %v; expected %s, too", labels, want)
		}
	}
	if ghost := get[bool](t, ctx, `kinetree.view.ghost?.root.visible === true`); !ghost {
		t.Error("the pinned run has no ghost")
	}
	csv := get[string](t, ctx, `kinetree.charts.csv()`)
	head, _, _ := strings.Cut(csv, "\n")
	if want := "time,elbow_joint/position (A),elbow_joint/position (B),elbow_joint/reference/position," +
		"elbow_joint/position,"; !strings.HasPrefix(head, want) {
		t.Errorf("the curves that are saved have the columns %s; expected %s...", head, want)
	}
	got := column(t, csv, "elbow_joint/position")
	log := logOf(t, "ur5_tune", map[string]float64{path: 1500})
	if want := column(t, log, "elbow_joint/position"); !slices.Equal(got, want) {
		t.Errorf("the curve that is saved has %d numbers, the log %d, or they differ", len(got), len(want))
	}
	size := get[[]int](t, ctx, `(() => { const c = kinetree.charts.picture(); return [c.width, c.height]; })()`)
	if size[0] < 300 || size[1] < 300 {
		t.Errorf("the picture of the curves has %v points", size)
	}
	click("#tab-analysis")
	wait(t, ctx, `kinetree.margins.pinned.length === 2 && kinetree.pins.list[1].analysis !== undefined`)
	wait(t, ctx, `document.querySelectorAll(".nyquist .locus").length >= 3`)
	picture(t, ctx, "pinned")
	do(t, ctx, chromedp.Evaluate[chromedp.Void](`document.querySelector(".diagrams").scrollIntoView()`))
	picture(t, ctx, "diagrams")
	click("[data-pin=A]")
	at(300)
	click("#undo")
	at(1500)
	click("#redo")
	at(300)
	click("#reset")
	at(60)
	click("#undo")
	at(300)
	click("[data-unpin=B]")

	click("[data-joint-curve=wrist_2_joint]")
	do(t, ctx, chromedp.Evaluate[chromedp.Void](`kinetree.charts.zoom([0.25, 0.5]); kinetree.view.chosen("side"); kinetree.seek(0.4)`))
	wait(t, ctx, `decodeURIComponent(location.hash).includes('"window":[0.25,0.5]') &&
		location.hash.includes("wrist_2")`)
	link := get[string](t, ctx, `location.href`)
	do(t, ctx, chromedp.Navigate("about:blank"), chromedp.Navigate(link))
	ready(t, ctx)
	at(300)
	wait(t, ctx, `kinetree.pins.list.length === 1 && kinetree.pins.list[0].set[0].value === 300`)
	state := get[string](t, ctx, `JSON.stringify([kinetree.charts.drawn(), kinetree.view.looks() !== undefined,
		kinetree.player.time, kinetree.tabs.front])`)
	if want := `[{"joints":["elbow_joint","wrist_2_joint"],"what":["position","effort"],` +
		`"window":[0.25,0.5]},true,0.4,"analysis"]`; state != want {
		t.Errorf("the link shows %s; expected %s", state, want)
	}
	do(t, ctx, chromedp.Evaluate[chromedp.Void](`location.hash = location.hash.replaceAll("300", "450")`))
	at(450)
	wait(t, ctx, `kinetree.pins.list.length === 1 && kinetree.pins.list[0].set[0].value === 450`)
}

// TestLoad looks at the response to a load on a joint: what the page draws is the difference of two runs of the command
// line.
func TestLoad(t *testing.T) {
	ctx := browser(t)
	do(t, ctx, chromedp.Navigate(served(t, "rr_arm_step")))
	ready(t, ctx)
	do(t, ctx, chromedp.Evaluate[chromedp.Void](`document.getElementById("pin").click();
		document.getElementById("tab-load").click()`))
	wait(t, ctx, `kinetree.disturbance.plot?.data.length === 3`)
	got := get[[]float64](t, ctx, `[...kinetree.disturbance.plot.data[1]]`)
	file := t.TempDir() + "/loaded.yaml"
	write(t, file, asked(t, ctx, "text")+"\ndisturbances: [{at: 0.3, link: link2, frame: link, moment: [0, -1, 0]}]\n")
	under := column(t, logOf(t, file, nil), "joint2/position")
	without := column(t, logOf(t, "rr_arm_step", nil), "joint2/position")
	axis := get[[]float64](t, ctx, `kinetree.view.robot.root.joints.joint2.axis.toArray()`)
	if !slices.Equal(axis, []float64{0, -1, 0}) {
		t.Fatalf("the joint turns about %v; expected -y, as this test has it", axis)
	}
	largest := 0.0
	for i := range got {
		largest = max(largest, math.Abs(got[i]))
		if got[i] != under[i]-without[i] {
			t.Fatalf("row %d: the page has a deviation of %v; the command line %v", i, got[i], under[i]-without[i])
		}
	}
	if largest < 1e-5 {
		t.Errorf("the load takes the joint %v rad away; expected more", largest)
	}
	picture(t, ctx, "load")
}

// TestFoundAgain ends the server while a page is open, and starts another one at its address and with its token: the
// page goes on, with the knobs as they are.
func TestFoundAgain(t *testing.T) {
	ctx := browser(t)
	start := func(address, token string) (string, func()) {
		stage, err := serve.Open("rr_arm_step", noChange, nil, "test")
		if err != nil {
			t.Fatal(err)
		}
		server, err := serve.Listen(address, stage)
		if err != nil {
			t.Fatal(err)
		}
		if token != "" {
			server.Token = token
		}
		running, cancel := context.WithCancel(context.Background())
		ended := make(chan error)
		go func() { ended <- server.Serve(running) }()
		return server.URL(), func() {
			cancel()
			if err := <-ended; err != nil {
				t.Error(err)
			}
		}
	}
	page, stop := start("127.0.0.1:0", "")
	do(t, ctx, chromedp.Navigate(page))
	ready(t, ctx)
	stop()
	wait(t, ctx, `document.body.dataset.state === "lost"`)
	if words := get[string](t, ctx, `document.getElementById("status").textContent`); !strings.Contains(words, "looks for it") {
		t.Errorf("the page says %q", words)
	}
	typed(t, ctx, "controller.gains.*.p", "1200")
	u, err := url.Parse(page)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := net.SplitHostPort(u.Host); err != nil {
		t.Fatal(err)
	}
	_, stop = start(u.Host, u.Query().Get("token"))
	defer stop()
	wait(t, ctx, `document.body.dataset.state === "ready" && kinetree.last.set[0]?.value === 1200`)
	compare(t, ctx, logOf(t, "rr_arm_step", map[string]float64{"controller.gains.*.p": 1200}), "joint2/position")
}
