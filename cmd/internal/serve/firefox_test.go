package serve_test

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"

	"kinetree/cmd/internal/serve"
	"kinetree/scenario"
)

// firefox is a Firefox that is driven by WebDriver BiDi, a protocol of the W3C: JSON commands over a WebSocket.
type firefox struct {
	t      *testing.T
	ctx    context.Context
	socket *websocket.Conn
	id     int
	tab    string
}

// startFirefox starts Firefox without a window, or skips the test where there is none.
func startFirefox(t *testing.T) *firefox {
	t.Helper()
	if testing.Short() {
		t.Skip("no browser is started with -short")
	}
	path, err := exec.LookPath("firefox-esr")
	if err != nil {
		if path, err = exec.LookPath("firefox"); err != nil {
			t.Skip("there is no Firefox; install the package firefox-esr to test the page in it")
		}
	}
	profile := t.TempDir()
	const settings = `user_pref("webgl.force-enabled", true);
user_pref("network.connectivity-service.enabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("app.update.enabled", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
`
	if err := os.WriteFile(filepath.Join(profile, "user.js"), []byte(settings), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	command := exec.CommandContext(ctx, path, "--headless", "--no-remote", "--profile", profile,
		"--remote-debugging-port", "0", "about:blank")
	command.Env = append(os.Environ(), "HOME="+profile)
	if screen := startScreen(t); screen != "" {
		command.Env = append(command.Env, "DISPLAY="+screen)
	}
	said, err := command.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cancel()
		command.Wait()
	})
	address := make(chan string, 1)
	go func() {
		lines := bufio.NewScanner(said)
		for lines.Scan() {
			if _, rest, ok := strings.Cut(lines.Text(), "WebDriver BiDi listening on "); ok {
				address <- rest
			}
		}
		close(address)
	}()
	f := &firefox{t: t, ctx: ctx}
	if f.socket, _, err = websocket.Dial(ctx, <-address+"/session", nil); err != nil {
		t.Fatalf("Firefox cannot be driven: %v", err)
	}
	t.Cleanup(func() { f.socket.CloseNow() })
	f.socket.SetReadLimit(64 << 20)
	f.command("session.new", map[string]any{"capabilities": map[string]any{}}, nil)
	var tree struct{ Contexts []struct{ Context string } }
	f.command("browsingContext.getTree", map[string]any{}, &tree)
	f.tab = tree.Contexts[0].Context
	return f
}

// startScreen starts an X server without a screen, with which Firefox can draw in three dimensions, and returns its
// name; nothing where there is none.
func startScreen(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("Xvfb")
	if err != nil {
		return ""
	}
	number, to, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer number.Close()
	command := exec.Command(path, "-displayfd", "3", "-screen", "0", "1400x900x24", "-nolisten", "tcp")
	command.ExtraFiles = []*os.File{to}
	err = command.Start()
	to.Close()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		command.Process.Kill()
		command.Wait()
	})
	line, err := bufio.NewReader(number).ReadString('\n')
	if err != nil {
		t.Fatalf("Xvfb does not say its number: %v", err)
	}
	return ":" + strings.TrimSpace(line)
}

// command sends a command and waits for its result.
func (f *firefox) command(method string, params, result any) {
	f.t.Helper()
	f.id++
	asked := map[string]any{"id": f.id, "method": method, "params": params}
	if err := wsjson.Write(f.ctx, f.socket, asked); err != nil {
		f.t.Fatalf("%s: %v", method, err)
	}
	for {
		var answer struct {
			ID             int
			Error, Message string
			Result         json.RawMessage
		}
		if err := wsjson.Read(f.ctx, f.socket, &answer); err != nil {
			f.t.Fatalf("%s: %v", method, err)
		}
		switch {
		case answer.ID != f.id: // an event
			continue
		case answer.Error != "":
			f.t.Fatalf("%s: %s: %s", method, answer.Error, answer.Message)
		case result != nil:
			if err := json.Unmarshal(answer.Result, result); err != nil {
				f.t.Fatalf("%s: %v", method, err)
			}
		}
		return
	}
}

// text returns the text that a promise of JavaScript gives.
func (f *firefox) text(promise string) string {
	f.t.Helper()
	var answer struct {
		Result           struct{ Value string }
		ExceptionDetails struct{ Text string }
	}
	f.command("script.evaluate", map[string]any{"expression": promise, "awaitPromise": true,
		"target": map[string]any{"context": f.tab}}, &answer)
	if why := answer.ExceptionDetails.Text; why != "" {
		f.t.Fatalf("%s: %s", promise, why)
	}
	return answer.Result.Value
}

// TestFirefox opens an exported page as a file in Firefox, turns a knob, and compares the logs with those of the
// command line, byte by byte. The robot must be drawn, or the page must say that it cannot be.
func TestFirefox(t *testing.T) {
	f := startFirefox(t)
	s, err := scenario.Open("ur5_tune", nil)
	if err != nil {
		t.Fatal(err)
	}
	text, err := serve.Export(s)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(file, text, 0o666); err != nil {
		t.Fatal(err)
	}
	f.command("browsingContext.navigate", map[string]any{"context": f.tab, "url": "file://" + filepath.ToSlash(file),
		"wait": "complete"}, nil)
	f.text(`new Promise((done) => {
		const look = () => document.body.dataset.state === "ready" ? done("") : setTimeout(look, 50);
		look();
	})`)
	log := func(set string) string {
		return f.text(fmt.Sprintf(`new Promise((done) =>
			kinetree.engine.ask("log", {set: %s}, (f) => done(f.error ?? f.value.text)))`, set))
	}
	if log("[]") != logOf(t, "ur5_tune", nil) {
		t.Error("the log of the page is another one than that of the command line; the engine in web/dist may be " +
			"old, web/engine.sh makes it")
	}
	if log(`[{path: "controller.gains.elbow_joint.d", value: 12.5}]`) !=
		logOf(t, "ur5_tune", map[string]float64{"controller.gains.elbow_joint.d": 12.5}) {
		t.Error("with a knob turned, the log of the page is another one than that of the command line")
	}
	if undrawn := f.text(`Promise.resolve(document.getElementById("undrawn")?.textContent ?? "")`); undrawn != "" {
		t.Logf("not drawn, for want of Xvfb or a display: %s", undrawn)
	} else if colours := f.text(`new Promise((done) => {
		const view = kinetree.view, to = document.createElement("canvas");
		view.draw();
		[to.width, to.height] = [64, 64];
		requestAnimationFrame(() => requestAnimationFrame(() => {
			const pen = to.getContext("2d"), seen = new Set();
			pen.drawImage(view.canvas, 0, 0, 64, 64);
			const data = pen.getImageData(0, 0, 64, 64).data;
			for (let i = 0; i < data.length; i += 4) seen.add(data.slice(i, i + 3).join());
			done(String(seen.size));
		}));
	})`); len(colours) < 2 { // fewer than ten: the background and its lines
		t.Errorf("the picture has %s colours; expected a robot", colours)
	}
	if *pictures != "" {
		var shot struct{ Data string }
		f.command("browsingContext.captureScreenshot", map[string]any{"context": f.tab}, &shot)
		data, err := base64.StdEncoding.DecodeString(shot.Data)
		if err == nil {
			err = os.WriteFile(filepath.Join(*pictures, "firefox.png"), data, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}
