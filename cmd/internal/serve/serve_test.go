package serve_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"kinetree/cmd/internal/serve"
	"kinetree/models"
	"kinetree/models/oracle/randrobot"
)

// dial opens the socket of a page, with the address of the page.
func dial(t testing.TB, page string, header http.Header) (*websocket.Conn, error) {
	t.Helper()
	u, err := url.Parse(page)
	if err != nil {
		t.Fatal(err)
	}
	u.Path = "/messages"
	socket, answer, err := websocket.Dial(t.Context(), u.String(), &websocket.DialOptions{HTTPHeader: header})
	if err != nil {
		if answer != nil {
			err = fmt.Errorf("%s: %w", answer.Status, err)
		}
		return nil, err
	}
	socket.SetReadLimit(-1)
	return socket, nil
}

// ask sends a message and returns the header of the frame that answers it.
func ask(ctx context.Context, socket *websocket.Conn, message string) (header map[string]any, err error) {
	if err := socket.Write(ctx, websocket.MessageText, []byte(message)); err != nil {
		return nil, err
	}
	_, frame, err := socket.Read(ctx)
	if err != nil {
		return nil, err
	}
	n := binary.LittleEndian.Uint32(frame)
	if (4+n)%8 != 0 || (len(frame)-4-int(n))%8 != 0 {
		return nil, fmt.Errorf("the numbers of a frame of %d bytes begin at byte %d; expected a multiple of 8",
			len(frame), 4+n)
	}
	err = json.Unmarshal(frame[4:4+n], &header)
	return header, err
}

func status(t *testing.T, address string) int {
	t.Helper()
	answer, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	io.Copy(io.Discard, answer.Body)
	return answer.StatusCode
}

// TestStrangers asks without the token, with another origin, and for files that are none of the robot's meshes.
func TestStrangers(t *testing.T) {
	page := served(t, "rr_arm_step")
	root, _, _ := strings.Cut(page, "?")
	for _, address := range []string{root, root + "?token=", page + "x", root + "messages",
		root + "mesh?name=/etc/passwd"} {
		if got := status(t, address); got != http.StatusForbidden {
			t.Errorf("%s: status %d; expected %d", address, got, http.StatusForbidden)
		}
	}
	if got := status(t, page); got != http.StatusOK {
		t.Errorf("the page: status %d", got)
	}
	token := strings.TrimPrefix(page, root+"?")
	for _, name := range []string{"/etc/passwd", "../../../../etc/passwd", "file:///etc/passwd", "rr_arm.urdf", ""} {
		if got := status(t, root+"mesh?"+token+"&name="+url.QueryEscape(name)); got != http.StatusNotFound {
			t.Errorf("mesh %q: status %d; expected %d", name, got, http.StatusNotFound)
		}
	}
	for _, path := range []string{"dist/page.js", "../go.mod", "mesh/", "favicon.ico"} {
		if got := status(t, root+path+"?"+token); got == http.StatusOK {
			t.Errorf("%s is served", path)
		}
	}
	if socket, err := dial(t, page, http.Header{"Origin": {"https://example.com"}}); err == nil {
		socket.CloseNow()
		t.Error("a page of another origin may talk to the server")
	}
	socket, err := dial(t, page, http.Header{"Origin": {strings.TrimSuffix(root, "/")}})
	if err != nil {
		t.Fatalf("the server's own page may not talk to it: %v", err)
	}
	socket.CloseNow()
}

// TestMeshes serves the meshes of a robot: those in its folders, and no other file that it names.
func TestMeshes(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("arm/package.xml", "<package><name>arm</name></package>")
	write("arm/meshes/near.stl", "near")
	write("arm/meshes/secret.txt", "no mesh")
	write("elsewhere/far.stl", "far")
	err := os.Symlink(filepath.Join(dir, "elsewhere/far.stl"), filepath.Join(dir, "arm/meshes/link.stl"))
	if err != nil {
		t.Skip("there are no symbolic links here: ", err)
	}
	names := []string{"../meshes/near.stl", "package://arm/meshes/near.stl", "../meshes/secret.txt",
		"../../elsewhere/far.stl", filepath.Join(dir, "elsewhere/far.stl"), "../meshes/link.stl"}
	var visuals strings.Builder
	for _, name := range names {
		fmt.Fprintf(&visuals, `<visual><geometry><mesh filename="%s"/></geometry></visual>`, name)
	}
	write("arm/urdf/arm.urdf", `<robot name="arm"><link name="base">`+visuals.String()+`</link></robot>`)
	source, err := models.Open(filepath.Join(dir, "arm/urdf/arm.urdf"), nil)
	if err != nil {
		t.Fatal(err)
	}
	found := serve.Meshes(source)
	for k, name := range names {
		if _, ok := found[name]; ok != (k < 2) {
			t.Errorf("%s: served %v; expected %v", name, ok, k < 2)
		}
	}
}

// TestFamilies listens to all addresses of a family, which is reached at the address that is printed and not by the
// other family, and tells pages to name no files.
func TestFamilies(t *testing.T) {
	for _, c := range []struct{ all, own, other string }{
		{"0.0.0.0:0", "127.0.0.1", "::1"}, {"[::]:0", "::1", "127.0.0.1"}, {"127.0.0.1:0", "127.0.0.1", "::1"}} {
		page, stage := servedAt(t, "rr_arm_step", c.all)
		u, err := url.Parse(page)
		if err != nil {
			t.Fatal(err)
		}
		if net.ParseIP(u.Hostname()).IsUnspecified() || status(t, page) != http.StatusOK {
			t.Errorf("%s: the address %s does not lead to the page", c.all, page)
		}
		for host, reached := range map[string]bool{c.own: true, c.other: false} {
			connection, err := net.Dial("tcp", net.JoinHostPort(host, u.Port()))
			if err == nil {
				connection.Close()
			}
			if (err == nil) != reached {
				t.Errorf("%s is reached at %s: %v; expected %v", c.all, host, err == nil, reached)
			}
		}
		if guarded := c.all != "127.0.0.1:0"; stage.Guarded != guarded {
			t.Errorf("%s: pages may name no files: %v; expected %v", c.all, stage.Guarded, guarded)
		}
	}
}

// TestCrowd opens more connections than a server holds: without the token each ends with its answer, idle ones give
// way, and a page is served all the time. Of pages that talk there are as many as may.
func TestCrowd(t *testing.T) {
	page := served(t, "rr_arm_step")
	u, err := url.Parse(page)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.Get("http://" + u.Host + "/")
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if h := answer.Header; !answer.Close || h.Get("X-Frame-Options") != "DENY" || h.Get("Cache-Control") != "no-store" {
		t.Errorf("an answer without the token keeps its connection, or has the header %v", h)
	}
	const many = 600
	ended := make(chan bool, many)
	for range many {
		c, err := net.Dial("tcp", u.Host)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		go func() {
			_, err := c.Read(make([]byte, 1))
			ended <- err != nil
		}()
	}
	for range many - 300 {
		select {
		case <-ended:
		case <-time.After(10 * time.Second):
			t.Fatal("idle connections stay")
		}
	}
	if got := status(t, page); got != http.StatusOK {
		t.Errorf("in a crowd the page has the status %d", got)
	}
	refused := 0
	for range 70 {
		if socket, err := dial(t, page, nil); err == nil {
			t.Cleanup(func() { socket.CloseNow() })
		} else if strings.Contains(err.Error(), "503") {
			refused++
		} else {
			t.Fatal(err)
		}
	}
	if refused != 6 {
		t.Errorf("%d of 70 pages were refused; expected 6", refused)
	}
}

// TestPages lets ten pages talk at once, two of them without reading what is sent, and looks for goroutines that stay.
func TestPages(t *testing.T) {
	before := runtime.NumGoroutine()
	t.Run("pages", func(t *testing.T) {
		page := served(t, "rr_arm_step")
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		var all sync.WaitGroup
		var rude []*websocket.Conn
		for k := range 10 {
			socket, err := dial(t, page, nil)
			if err != nil {
				t.Fatal(err)
			}
			if k < 2 {
				rude = append(rude, socket)
				for id := range 50 {
					socket.Write(ctx, websocket.MessageText, fmt.Appendf(nil, `{"id": %d, "ask": "simulate"}`, id))
				}
				socket.Write(ctx, websocket.MessageText, []byte(`{"id": 99, "ask": "move"}`))
				continue
			}
			all.Go(func() {
				defer socket.CloseNow()
				for id, message := range []string{`{"id": 0, "ask": "describe"}`, `{"id": 1, "ask": "simulate"}`,
					`{"id": 2, "ask": "analyze"}`, `{"id": 3, "ask": "move"}`} {
					header, err := ask(ctx, socket, message)
					if err != nil || header["error"] != nil || header["id"] != float64(id) {
						t.Errorf("page %d, %s: %v, %v", k, message, header["error"], err)
					}
				}
			})
		}
		all.Wait()
		for _, socket := range rude {
			socket.CloseNow()
		}
	})
	http.DefaultClient.CloseIdleConnections()
	for range 100 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	stacks := make([]byte, 1<<16)
	t.Errorf("%d goroutines before, %d after:\n%s", before, runtime.NumGoroutine(),
		stacks[:runtime.Stack(stacks, true)])
}

// BenchmarkMotion lets a floating humanoid with 36 rates move in real time, and counts the frames of its positions that
// come to a page; they are due 60 times a second.
func BenchmarkMotion(b *testing.B) {
	r, _ := randrobot.Humanoid()
	var text bytes.Buffer
	if err := r.WriteURDF(&text); err != nil {
		b.Fatal(err)
	}
	name := filepath.Join(b.TempDir(), "humanoid.urdf")
	if err := os.WriteFile(name, text.Bytes(), 0o666); err != nil {
		b.Fatal(err)
	}
	socket, err := dial(b, served(b, name), nil)
	if err != nil {
		b.Fatal(err)
	}
	defer socket.CloseNow()
	ask := `{"id": 1, "ask": "move", "set": [{"path": "base", "value": "floating"}]}`
	if err := socket.Write(b.Context(), websocket.MessageText, []byte(ask)); err != nil {
		b.Fatal(err)
	}
	begin, bytes, lags := time.Now(), 0, 0
	for b.Loop() {
		_, frame, err := socket.Read(b.Context())
		if err != nil {
			b.Fatal(err)
		}
		var header struct {
			Error string
			Value struct{ Lag bool }
		}
		err = json.Unmarshal(frame[4:4+binary.LittleEndian.Uint32(frame)], &header)
		if err != nil || header.Error != "" {
			b.Fatal(header.Error, err)
		}
		bytes += len(frame)
		if header.Value.Lag {
			lags++
		}
	}
	b.ReportMetric(float64(b.N)/time.Since(begin).Seconds(), "frames/s")
	b.ReportMetric(float64(bytes)/float64(b.N), "B/frame")
	b.ReportMetric(float64(lags), "lags")
}

// BenchmarkKnob turns a gain of a UR5 that is simulated over 2 s, and waits for the trajectory in a frame.
func BenchmarkKnob(b *testing.B) {
	text := `{kinetree: 1, model: ur5, duration: 2, controller: {type: pd_gravity, period: 0.001,
gains: {"*": {p: 300, d: 30}}}, reference: {elbow_joint: {type: step, at: 0.1, to: 1}}}`
	file := filepath.Join(b.TempDir(), "knob.yaml")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		b.Fatal(err)
	}
	socket, err := dial(b, served(b, file), nil)
	if err != nil {
		b.Fatal(err)
	}
	defer socket.CloseNow()
	for k := 0; b.Loop(); k++ {
		header, err := ask(b.Context(), socket, fmt.Sprintf(
			`{"id": %d, "ask": "simulate", "set": [{"path": "controller.gains.*.p", "value": %d}]}`, k, 300+k%100))
		if err != nil || header["error"] != nil {
			b.Fatal(header["error"], err)
		}
	}
}
