package record

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kinetree/models/oracle/golden"
	"kinetree/sim"
)

var errFull = errors.New("no space left on device")

// disk is a log file on a disk with little room.
type disk struct {
	bytes.Buffer
	room     int
	closeErr error
	cut      int64 // size after the last Truncate, -1 if there was none
}

func (d *disk) Write(b []byte) (int, error) {
	n := min(len(b), d.room)
	d.room -= n
	d.Buffer.Write(b[:n])
	if n < len(b) {
		return n, errFull
	}
	return n, nil
}

func (d *disk) Truncate(size int64) error {
	d.cut = size
	d.Buffer.Truncate(int(size))
	return nil
}

func (d *disk) Close() error { return d.closeErr }

func (d *disk) Name() string                   { return "disk" }
func (d *disk) Seek(int64, int) (int64, error) { return 0, nil }

// runOn runs a pendulum for a time with its log on a disk, and returns the sink and the text of the meta file.
func runOn(t *testing.T, d *disk, until float64) (log *File, summary *sim.Summary, meta string, err error) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "run.csv")
	m := golden.Embedded(t, "pendulum")
	log = NewWriter(name, Meta{}, Robot{}).(*File)
	if err := log.meta.begin(); err != nil {
		t.Fatal(err)
	}
	d.cut = -1
	log.out = Output{d, d}
	w, err := sim.New(sim.Config{Model: m, Start: sim.Start{Position: []float64{1}}, Log: sim.Log{Sink: log}})
	if err != nil {
		t.Fatal(err)
	}
	summary, err = w.Run(context.Background(), until)
	data, readErr := os.ReadFile(log.MetaName())
	if readErr != nil {
		t.Fatal(readErr)
	}
	return log, summary, string(data), err
}

// TestFullDisk checks that a log on a full disk is cut after its last whole row, and that the meta file says that it
// failed.
func TestFullDisk(t *testing.T) {
	for _, room := range []int{0, 100, 100_000, 200_000} {
		d := &disk{room: room}
		log, summary, meta, err := runOn(t, d, 5)
		if !errors.Is(err, errFull) || summary.Status != sim.Failed {
			t.Errorf("room for %d bytes: %v, %v", room, err, summary.Status)
		}
		text := d.String()
		if d.cut < 0 || len(text) > room || room-len(text) > 500 || text != "" && !strings.HasSuffix(text, "\n") {
			t.Errorf("room for %d bytes: cut at %d, it ends with %q", room, d.cut, text[max(0, len(text)-40):])
		}
		if rows := max(0, strings.Count(text, "\n")-1); log.Rows() != rows {
			t.Errorf("room for %d bytes: %d rows counted, %d there", room, log.Rows(), rows)
		}
		if !strings.Contains(meta, `"status": "failed"`) || !strings.Contains(meta, "no space left") {
			t.Errorf("room for %d bytes: meta file %s", room, meta)
		}
	}
}

// TestFullAtTheEnd checks a disk that is full when the last rows are written, and one that says so only when the file
// is closed.
func TestFullAtTheEnd(t *testing.T) {
	for name, d := range map[string]*disk{"flush": {room: 1000}, "close": {room: 1e6, closeErr: errFull}} {
		_, _, meta, err := runOn(t, d, 0.1) // a log that fits into the buffer
		if !errors.Is(err, errFull) || !strings.Contains(meta, `"status": "failed"`) ||
			!strings.Contains(meta, "no space left") {
			t.Errorf("%s: %v, meta file %s", name, err, meta)
		}
	}
}
