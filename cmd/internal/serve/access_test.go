package serve_test

import (
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestAxe lets axe-core look at the page, in each of its tabs, in light and dark colours and on a phone: it finds
// nothing that is serious.
func TestAxe(t *testing.T) {
	const file = "../../../web/node_modules/axe-core/axe.min.js"
	axe, err := os.ReadFile(file)
	if err != nil {
		t.Skip("axe-core is not there; `npm ci` in web brings it: ", err)
	}
	ctx := browser(t)
	do(t, ctx, chromedp.Navigate(served(t, "ur5_tune")))
	ready(t, ctx)
	do(t, ctx, chromedp.Evaluate[chromedp.Void](string(axe)))
	wait(t, ctx, `document.querySelector('[data-chip=stability]:not(.old)') !== null`)
	do(t, ctx, chromedp.Evaluate[chromedp.Void](`document.getElementById("pin").click()`))
	do(t, ctx, chromedp.Evaluate[chromedp.Void](`document.querySelectorAll("details").forEach((d) => d.open = true)`))
	type violation struct {
		ID, Impact, Help string
		Nodes            []struct{ HTML string }
	}
	looked := 0
	look := func(where string) {
		t.Helper()
		text, err := chromedp.Run(ctx, chromedp.Evaluate[string](`axe.run(document, {runOnly: {type: "tag", values:
			["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}}).then((r) => JSON.stringify(
			r.violations.map(({id, impact, help, nodes}) =>
			({id, impact, help, nodes: nodes.map(({html}) => ({html}))}))))`,
			chromedp.EvalAwaitPromise))
		if err != nil {
			t.Fatal(err)
		}
		var found []violation
		if err := json.Unmarshal([]byte(text), &found); err != nil {
			t.Fatal(err)
		}
		looked++
		for _, v := range found {
			say := t.Logf
			if v.Impact == "serious" || v.Impact == "critical" {
				say = t.Errorf
			}
			say("%s: %s, %s: %s: %.200s", where, v.Impact, v.ID, v.Help, v.Nodes[0].HTML)
		}
	}
	tabs := []string{"results", "analysis", "load", "tune", "scenario"}
	for theme, tabs := range map[string][]string{"light": tabs, "dark": tabs[:2]} { // they differ by their colours
		if _, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}}}); err != nil {
			t.Fatal(err)
		}
		for _, tab := range tabs {
			do(t, ctx, chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`document.getElementById("tab-%s").click()`, tab)))
			if tab == "analysis" {
				wait(t, ctx, `document.getElementById("margin-table") !== null`)
			}
			look(theme + ", " + tab)
			picture(t, ctx, "tab_"+theme+"_"+tab)
		}
	}
	do(t, ctx, chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
	look("phone")
	if looked != 8 {
		t.Errorf("axe looked %d times", looked)
	}
}

// TestTabsByKeys goes through the tabs with the arrows, opens the help, and looks at the robot from the sides.
func TestTabsByKeys(t *testing.T) {
	ctx := browser(t)
	do(t, ctx, chromedp.Navigate(served(t, "rr_arm_step")))
	ready(t, ctx)
	do(t, ctx, chromedp.Evaluate[chromedp.Void](`document.getElementById("tab-results").focus()`),
		chromedp.KeyEvent(kb.ArrowRight))
	if got := get[string](t, ctx, `document.activeElement.id`); got != "tab-analysis" {
		t.Errorf("an arrow leads from the first tab to %s", got)
	}
	do(t, ctx, chromedp.KeyEvent(kb.ArrowLeft), chromedp.KeyEvent(kb.ArrowLeft))
	if got := get[string](t, ctx, `document.querySelector("[role=tab][aria-selected=true]").id`); got != "tab-scenario" {
		t.Errorf("two arrows back lead to %s; expected the last tab", got)
	}
	do(t, ctx, chromedp.Evaluate[chromedp.Void](`document.activeElement.blur()`), chromedp.KeyEvent("?"))
	wait(t, ctx, `document.getElementById("help").open`)
	picture(t, ctx, "help")
	do(t, ctx, chromedp.KeyEvent(kb.Escape))
	wait(t, ctx, `!document.getElementById("help").open`)
	for key, axis := range map[string]string{"1": "x", "2": "y", "3": "z"} {
		do(t, ctx, chromedp.KeyEvent(key))
		way := get[float64](t, ctx, fmt.Sprintf(`(() => { const v = kinetree.view, d = v.camera.position.clone()
			.sub(v.controls.target).normalize(); return Math.abs(d.%s); })()`, axis))
		if way < 0.999 {
			t.Errorf("after %s the camera looks along %s by %.3f", key, axis, way)
		}
		seen(t, ctx, "from side "+key)
	}
	do(t, ctx, chromedp.KeyEvent("f"))
	wait(t, ctx, `kinetree.view.looks() === undefined`)
	before := get[[]float64](t, ctx, `kinetree.view.camera.position.toArray()`)
	do(t, ctx, chromedp.Evaluate[chromedp.Void](`kinetree.view.canvas.focus()`), chromedp.KeyEvent("+"))
	if after := get[[]float64](t, ctx, `kinetree.view.camera.position.toArray()`); after[0] == before[0] {
		t.Error("on the picture, + does not bring the camera nearer")
	}
}

// TestPrint prints a page from a dark browser: on white paper, without what one clicks at.
func TestPrint(t *testing.T) {
	ctx := browser(t)
	if _, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}}); err != nil {
		t.Fatal(err)
	}
	do(t, ctx, chromedp.Navigate(served(t, "ur5_tune")))
	ready(t, ctx)
	if _, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print",
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}}); err != nil {
		t.Fatal(err)
	}
	do(t, ctx, chromedp.Evaluate[chromedp.Void](`dispatchEvent(new Event("beforeprint"))`))
	if back := get[string](t, ctx, `getComputedStyle(document.body).backgroundColor`); back != "rgb(255, 255, 255)" {
		t.Errorf("the paper is %s", back)
	}
	if shown := get[int](t, ctx, `[...document.querySelectorAll(".player button, .tabs button, .search")]
		.filter((e) => e.checkVisibility()).length`); shown > 0 {
		t.Errorf("%d buttons are printed", shown)
	}
	picture(t, ctx, "print")
	do(t, ctx, chromedp.Evaluate[chromedp.Void](`dispatchEvent(new Event("afterprint"))`))
	if got := get[string](t, ctx, `document.documentElement.dataset.theme`); got != "" {
		t.Errorf("after printing, the colours stay those of %q", got)
	}
}

// TestDisposed loads robots and ghosts again and again: what the graphics card holds does not grow.
func TestDisposed(t *testing.T) {
	ctx := browser(t)
	do(t, ctx, chromedp.Navigate(served(t, "four_bar_loop")))
	ready(t, ctx)
	do(t, ctx, chromedp.Evaluate[chromedp.Void](`document.querySelectorAll("[data-layer]").forEach((c) => c.checked || c.click())`))
	round := func() int {
		return get[int](t, ctx, `(() => {
			const { view, stage } = kinetree;
			view.draw();
			view.load(stage.urdf, stage, kinetree.fetch);
			view.showGhost(true);
			view.renderer.render(view.scene, view.camera);
			return view.renderer.info.memory.geometries;
		})()`)
	}
	first := round()
	for range 5 {
		if now := round(); now > first {
			t.Fatalf("the graphics card holds %d geometries after a robot was loaded again; %d at first", now, first)
		}
	}
	if first < 5 {
		t.Errorf("%d geometries are drawn; expected more, so that this shows something", first)
	}
}
