package mcap

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kinetree/models"
	"kinetree/models/oracle/expect"
	"kinetree/sim"
	"kinetree/sim/record"
	"kinetree/tree"
)

// TestHashes compares the hashes of types with those that ROS 2 prints, as `ros2 topic info --verbose` does.
func TestHashes(t *testing.T) {
	for name, want := range map[string]string{
		"sensor_msgs/msg/JointState":     "a13ee3a330e346c9d87b5aa18d24e11690752bd33a0350f11c5882bc9179260e",
		"std_msgs/msg/String":            "df668c740482bbd48fb39d76a70dfd4bd59db1288021743503259e948f6b1a18",
		"std_msgs/msg/Float64MultiArray": "1025ddc6b9552d191f89ef1a8d2f60f3d373e28b283d8891ddcc974e8c55397f",
		"geometry_msgs/msg/Wrench":       "018e8519d57c16adbe97c9fe1460ef21fec7e31bc541de3d653a35895677ce52",
	} {
		if got := find(name).hash(); got != "RIHS01_"+want {
			t.Errorf("%s: %s; expected %s", name, got, want)
		}
	}
}

// run logs a double pendulum for a time, in a file beside a log in memory.
func run(t *testing.T, name string, until float64) *record.Rows {
	t.Helper()
	robot, err := models.Robot("double_pendulum")
	if err != nil {
		t.Fatal(err)
	}
	m, err := tree.Build(robot)
	if err != nil {
		t.Fatal(err)
	}
	text, _ := models.URDF("double_pendulum")
	rows := new(record.Rows)
	for _, sink := range []sim.Sink{rows, record.NewWriter(name, record.Meta{},
		record.LoggedRobot{Model: m, Description: text, Tree: robot})} {
		w := expect.World(t, sim.Config{Model: m, Start: sim.Start{Position: []float64{1, 0.5}},
			Log: sim.Log{Sink: sink, Reactions: true}})
		if _, err := w.Run(context.Background(), until); err != nil {
			t.Fatal(err)
		}
	}
	return rows
}

// read returns the columns and the rows of a log.
func read(t *testing.T, name string) (in *record.Reader, rows [][]float64) {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	if in, err = record.NewReader(file, name); err != nil {
		t.Fatal(err)
	}
	for {
		row := make([]float64, len(in.Columns()))
		switch err := in.Read(row); {
		case errors.Is(err, io.EOF):
			return in, rows
		case err != nil:
			t.Fatal(err)
		}
		rows = append(rows, row)
	}
}

// TestRoundTrip reads the rows that were written, to the bit, and of a file that was cut off those of whole chunks.
func TestRoundTrip(t *testing.T) {
	name := filepath.Join(t.TempDir(), "run.mcap")
	want := run(t, name, 5)
	in, rows := read(t, name)
	if !slices.Equal(in.Columns(), want.Columns()) || len(rows) != want.Len() || in.Cut() {
		t.Fatalf("%d rows of %v, cut %v; expected %d of %v", len(rows), in.Columns(), in.Cut(), want.Len(),
			want.Columns())
	}
	for i, row := range rows {
		if !slices.Equal(row, want.Row(i)) {
			t.Fatalf("row %d is %v; expected %v", i, row, want.Row(i))
		}
	}
	all, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, all[:len(all)*2/3], 0o666); err != nil {
		t.Fatal(err)
	}
	in, rows = read(t, name)
	if !in.Cut() || len(rows) == 0 || len(rows) >= want.Len() || !slices.Equal(rows[len(rows)-1],
		want.Row(len(rows)-1)) {
		t.Errorf("a file that was cut off has %d rows of %d, cut %v", len(rows), want.Len(), in.Cut())
	}
}

// TestJointStates reads the joint states of a file as one that somebody else has recorded.
func TestJointStates(t *testing.T) {
	name := filepath.Join(t.TempDir(), "run.mcap")
	want := run(t, name, 1)
	all, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	// without the name of our record of metadata, a reader does not know the rows
	other := strings.Replace(string(all), "\x08\x00\x00\x00kinetree", "\x08\x00\x00\x00somebody", 2)
	if err := os.WriteFile(name, []byte(other), 0o666); err != nil {
		t.Fatal(err)
	}
	in, rows := read(t, name)
	columns := []string{"time"}
	for _, joint := range []string{"shoulder", "elbow"} {
		for _, quantity := range []string{"/position", "/velocity", "/effort"} {
			columns = append(columns, joint+quantity)
		}
	}
	if !slices.Equal(in.Columns(), columns) || len(rows) != want.Len() {
		t.Fatalf("%d rows of %v; expected %d of %v", len(rows), in.Columns(), want.Len(), columns)
	}
	for c, column := range columns {
		list, err := want.Column(column)
		if err != nil {
			t.Fatal(err)
		}
		for i, x := range list {
			if d := rows[i][c] - x; c == 0 && (d > 1e-9 || d < -1e-9) || c > 0 && d != 0 { // stamps have nanoseconds
				t.Fatalf("%s in row %d is %v; expected %v", column, i, rows[i][c], x)
			}
		}
	}
}

// TestOtherReader lets @mcap/core, the reader of Foxglove, read a log by its indexes and check its sums.
func TestOtherReader(t *testing.T) {
	if testing.Short() {
		t.Skip("with -short, the reader of another project is not installed")
	}
	if _, err := exec.LookPath("npm"); err != nil {
		t.Skip("there is no npm: " + err.Error())
	}
	dir := t.TempDir()
	install := exec.Command("npm", "install", "--silent", "--no-audit", "--no-fund", "@mcap/core@2.2.2", "fzstd@0.1.1")
	install.Dir = dir
	if out, err := install.CombinedOutput(); err != nil {
		t.Skipf("npm cannot install @mcap/core: %v\n%s", err, out)
	}
	want := run(t, filepath.Join(dir, "run.mcap"), 2)
	const script = `
const { McapIndexedReader } = require("@mcap/core");
const fs = require("fs"), { decompress } = require("fzstd");
const all = fs.readFileSync("run.mcap");
(async () => {
	const reader = await McapIndexedReader.Initialize({
		readable: { size: async () => BigInt(all.length), read: async (at, n) => all.subarray(Number(at), Number(at +
			n)) },
		decompressHandlers: { zstd: (b) => decompress(b) },
	});
	if (reader.header.profile !== "ros2") throw new Error("profile " + reader.header.profile);
	const seen = {};
	let last = -1n;
	for await (const m of reader.readMessages()) {
		if (m.logTime < last) throw new Error("times go back");
		last = m.logTime;
		const topic = reader.channelsById.get(m.channelId).topic;
		seen[topic] = (seen[topic] ?? 0) + 1;
	}
	const counts = [...reader.statistics.channelMessageCounts].map(([id, n]) => [reader.channelsById.get(id).topic, n]);
	for (const [topic, n] of counts) if (Number(n) !== seen[topic]) throw new Error(topic + ": " + n + " are counted");
	const bag = [];
	for await (const m of reader.readMetadata()) bag.push(m.name);
	console.log(Object.keys(seen).sort().map((t) => t + "=" + seen[t]).join(" "), bag.join(","), Number(last) / 1e9);
})().catch((e) => { console.error(e); process.exit(1); });
`
	read := exec.Command("node", "-e", script)
	read.Dir = dir
	out, err := read.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	const expected = "/joint_states=2001 /kinetree/row=2001 /reactions/elbow=2001 /reactions/shoulder=2001 " +
		"/robot_description=1 /tf=2001 /tf_static=1 kinetree,rosbag2 2\n"
	if string(out) != expected || want.Len() != 2001 {
		t.Errorf("got %sexpected %s", out, expected)
	}
}

// FuzzSource reads files that something has changed.
func FuzzSource(f *testing.F) {
	f.Add([]byte(magic + "\x05\x10\x00\x00\x00\x00\x00\x00\x00"))
	f.Add([]byte(magic + "\x0c\xff\xff\xff\xff\xff\xff\xff\xff"))
	f.Fuzz(func(t *testing.T, data []byte) {
		in, err := record.NewReader(strings.NewReader(magic+string(data)), "fuzz.mcap")
		for err == nil {
			err = in.Read(make([]float64, len(in.Columns())))
		}
	})
}
