package record_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"kinetree/integrate"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/golden"
	"kinetree/sim"
	"kinetree/sim/record"
)

// stream writes rows and returns the text.
func stream(t *testing.T, columns []string, rows ...[]float64) string {
	t.Helper()
	var out bytes.Buffer
	c := record.NewStream(&out)
	if err := c.Begin(columns); err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if err := c.Record(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.End(&sim.Summary{Status: sim.Done}); err != nil {
		t.Fatal(err)
	}
	if c.Rows() != len(rows) || c.MetaName() != "" {
		t.Errorf("%d rows, meta file %q", c.Rows(), c.MetaName())
	}
	return out.String()
}

func TestNumbers(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0", 1: "1", -2.5: "-2.5", 0.001: "0.001", 0.0001: "0.0001", 0.00001: "1e-5", -1.25e-7: "-1.25e-7",
		1e-10: "1e-10", 5e-324: "5e-324",
		123456789: "123456789", 1e14: "100000000000000", 1e15: "1e15", 1.5e20: "1.5e20",
		math.MaxFloat64: "1.7976931348623157e308",
		1.0 / 3:         "0.3333333333333333", math.Inf(1): "+Inf",
	} {
		if got := stream(t, []string{"x"}, []float64{x}); got != "x\n"+want+"\n" {
			t.Errorf("%v is written %q, want %q", x, got, want)
		}
	}
	if got := stream(t, []string{"x"}, []float64{math.Copysign(0, -1)}); got != "x\n-0\n" {
		t.Errorf("minus zero is written %q", got)
	}
}

// TestRoundTrip writes numbers of all magnitudes and reads the same bits back.
func TestRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 200_000 {
		x := math.Float64frombits(rng.Uint64())
		if rng.IntN(2) == 0 {
			x = rng.NormFloat64() * math.Pow(10, float64(rng.IntN(12)-6))
		}
		if math.IsNaN(x) {
			continue
		}
		text := strings.TrimSpace(strings.TrimPrefix(stream(t, []string{"x"}, []float64{x}), "x\n"))
		if y, err := strconv.ParseFloat(text, 64); err != nil || math.Float64bits(x) != math.Float64bits(y) {
			t.Fatalf("%v is written %q and read as %v, %v", x, text, y, err)
		}
		if shortest := strconv.FormatFloat(x, 'g', -1, 64); len(text) > len(shortest) && math.Abs(x) < 1e15 &&
			math.Abs(x) >= 1e-3 {
			t.Fatalf("%v is written %q, shorter is %q", x, text, shortest)
		}
	}
}

// TestHeader checks that names of any letters survive.
func TestHeader(t *testing.T) {
	names := []string{"time", "b ", `a,b`, `say "hi"`, "two\nlines", " blank ", "größe/position"}
	got, err := csv.NewReader(strings.NewReader(stream(t, names, make([]float64, len(names))))).Read()
	if err != nil || fmt.Sprint(got) != fmt.Sprint(names) {
		t.Errorf("got %q, %v", got, err)
	}
}

// pendulum returns a world that logs to a file of the test.
func pendulum(t *testing.T, name string) (*sim.World, record.Writer) {
	t.Helper()
	m := golden.Embedded(t, "pendulum")
	log := record.NewWriter(name, record.Meta{Engine: record.Engine{Name: "kinetree", Version: "test"},
		Scenario: map[string]int{"a": 1}}, record.Robot{})
	w := expect.World(t, sim.Config{Model: m, Integration: sim.Integration{Method: integrate.RK4Method},
		Start: sim.Start{Position: []float64{1}}, Log: sim.Log{Sink: log}})
	return w, log
}

// meta reads the meta file beside a log.
func meta(t *testing.T, log string) map[string]any {
	t.Helper()
	data, err := os.ReadFile(log + ".meta.json")
	if err != nil {
		t.Fatal(err)
	}
	var m map[string]any
	if err := json.Unmarshal(data, &m); err != nil {
		t.Fatal(err)
	}
	return m
}

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "run.csv")
	if err := os.WriteFile(name, bytes.Repeat([]byte("old"), 1_000_000), 0o666); err != nil { // longer than the new one
		t.Fatal(err)
	}
	w, log := pendulum(t, name)
	s, err := w.Run(context.Background(), 2)
	if err != nil {
		t.Fatal(err)
	}
	records, err := csv.NewReader(strings.NewReader(read(t, name))).ReadAll()
	if err != nil || len(records) != 2002 || log.Rows() != 2001 {
		t.Fatalf("%d records, %d rows, %v", len(records), log.Rows(), err)
	}
	m := meta(t, name)
	if m["status"] != "done" || m["steps"] != 2000.0 || m["rows"] != 2001.0 ||
		m["engine"].(map[string]any)["version"] != "test" {
		t.Errorf("meta %v", m)
	}
	for key, want := range map[string]sim.Snapshot{"start": s.Start, "end": s.End} {
		got := m[key].(map[string]any)
		energy := got["energy"].(map[string]any)
		if got["position"].(map[string]any)["hinge"] != want.Position[0] ||
			got["velocity"].(map[string]any)["hinge"] != want.Velocity[0] || got["time"] != want.Time ||
			energy["kinetic"] != want.Kinetic || energy["potential"] != want.Potential ||
			energy["total"] != want.Total() {
			t.Errorf("%s: %v, want %+v", key, got, want)
		}
	}
	if s.End.Velocity[0] == s.End.Position[0] || s.End.Time == 0 {
		t.Errorf("the end tells nothing: %+v", s.End)
	}
	if got := read(t, name); !strings.HasPrefix(got, "time,") {
		t.Errorf("the log begins with %q", got[:20])
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(name), "*.part")); len(left) > 0 {
		t.Errorf("left over: %v", left)
	}
	first := read(t, name) + read(t, name+".meta.json")
	w, _ = pendulum(t, name)
	if _, err := w.Run(context.Background(), 2); err != nil || read(t, name)+read(t, name+".meta.json") != first {
		t.Errorf("a second run gives other bytes (%v)", err)
	}
}

// TestUnfinished checks what is there while a run goes on, as after the death of its process: whole rows, and a meta
// file that says so.
func TestUnfinished(t *testing.T) {
	name := filepath.Join(t.TempDir(), "run.csv")
	log := record.NewWriter(name, record.Meta{}, record.Robot{})
	if err := log.Begin([]string{"x", "y"}); err != nil {
		t.Fatal(err)
	}
	for i := range 100_000 {
		if err := log.Record([]float64{float64(i), 1.0 / 3}); err != nil {
			t.Fatal(err)
		}
		if i%10_000 == 0 {
			if text := read(t, name); text != "" && !strings.HasSuffix(text, "\n") {
				t.Fatalf("row %d: the file ends with %q", i, text[max(0, len(text)-30):])
			}
		}
	}
	if m := meta(t, name); m["status"] != "running" || !strings.Contains(m["reason"].(string), "has not finished") {
		t.Errorf("meta %v", m)
	}
	if len(read(t, name)) < 1_000_000 {
		t.Error("rows are held back")
	}
}

// TestDiverged checks that numbers that are not finite do not spoil the meta file.
func TestDiverged(t *testing.T) {
	name := filepath.Join(t.TempDir(), "run.csv")
	m := golden.Embedded(t, "double_pendulum")
	w := expect.World(t, sim.Config{Model: m, Integration: sim.Integration{Step: 0.5},
		Start: sim.Start{Position: []float64{1, 1}},
		Log:   sim.Log{Sink: record.NewWriter(name, record.Meta{}, record.Robot{})}})
	if _, err := w.Run(context.Background(), 1000); err == nil {
		t.Fatal("it did not diverge")
	}
	if m := meta(t, name); m["status"] != "diverged" || m["end"] == nil || !strings.Contains(m["reason"].(string),
		"diverged after t = ") {
		t.Errorf("meta %v", m)
	}
}

// limited accepts some bytes, then reports a full disk.
type limited struct {
	bytes.Buffer
	left int
}

var errFull = errors.New("no space left on device")

func (l *limited) Write(b []byte) (int, error) {
	n := min(len(b), l.left)
	l.left -= n
	l.Buffer.Write(b[:n])
	if n < len(b) {
		return n, errFull
	}
	return n, nil
}

func TestFullStream(t *testing.T) {
	for _, room := range []int{0, 100_000} {
		out := &limited{left: room}
		log := record.NewStream(out)
		w := expect.World(t, sim.Config{Model: golden.Embedded(t, "pendulum"), Start: sim.Start{Position: []float64{1}},
			Log: sim.Log{Sink: log}})
		s, err := w.Run(context.Background(), 5)
		if !errors.Is(err, errFull) || s.Status != sim.Failed {
			t.Errorf("room for %d bytes: %v, %v", room, err, s.Status)
		}
		if rows := max(0, strings.Count(out.String(), "\n")-1); log.Rows() != rows {
			t.Errorf("%d rows counted, %d written", log.Rows(), rows)
		}
	}
}

func TestUnwritable(t *testing.T) {
	w, _ := pendulum(t, filepath.Join(t.TempDir(), "no such folder", "run.csv"))
	s, err := w.Run(context.Background(), 1)
	if err == nil || !strings.Contains(err.Error(), "the log cannot be created") || s != nil {
		t.Errorf("%v, %v", err, s)
	}
	// The meta file cannot be written: no log either, and an old one stays.
	name := filepath.Join(t.TempDir(), "run.csv")
	if err := os.MkdirAll(filepath.Join(name+".meta.json.part", "x"), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, old := range []bool{false, true} {
		if old {
			if err := os.WriteFile(name, []byte("old"), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		w, _ = pendulum(t, name)
		if _, err := w.Run(context.Background(), 1); err == nil || !strings.Contains(err.Error(),
			"the meta file cannot be written") {
			t.Errorf("got %v", err)
		}
		if data, err := os.ReadFile(name); old != (err == nil) || old && string(data) != "old" {
			t.Errorf("with an old log %v there is %q, %v", old, data, err)
		}
	}
}

// TestDevice checks that a log to a device has no meta file beside it.
func TestDevice(t *testing.T) {
	if _, err := os.Stat(os.DevNull); err != nil || os.DevNull[0] != '/' {
		t.Skip("no /dev/null")
	}
	w, log := pendulum(t, os.DevNull)
	if _, err := w.Run(context.Background(), 1); err != nil || log.MetaName() != "" {
		t.Errorf("%v, meta file %q", err, log.MetaName())
	}
	if _, err := os.Stat(os.DevNull + ".meta.json"); err == nil {
		t.Error("there is a meta file beside the device")
	}
}

func TestDoesNotAllocate(t *testing.T) {
	log := record.NewStream(io.Discard)
	if err := log.Begin([]string{"x"}); err != nil {
		t.Fatal(err)
	}
	row := []float64{1.0 / 3, 1e-9, 12345.678}
	for range 10_000 { // until the buffer has its size
		log.Record(row)
	}
	if n := testing.AllocsPerRun(10_000, func() { log.Record(row) }); n != 0 {
		t.Errorf("%v allocations per row", n)
	}
}

func BenchmarkRecord(b *testing.B) {
	log := record.NewStream(io.Discard)
	if err := log.Begin([]string{"x"}); err != nil {
		b.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	row := make([]float64, 28) // as many as a UR5 has
	for i := range row {
		row[i] = rng.NormFloat64()
	}
	b.ReportAllocs()
	for range b.N {
		log.Record(row)
	}
}
