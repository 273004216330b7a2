package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"kinetree/batch"
	"kinetree/internal/strict"
	"kinetree/models/oracle/expect"
)

// smallStudy returns a study of some tenths of a second, with -short of the smaller number of runs.
func smallStudy(short int) string {
	samples := 300
	if testing.Short() {
		samples = short
	}
	return fmt.Sprintf(`kinetree: 1
seed: 9
scenario:
  kinetree: 1
  model: double_pendulum
  duration: 0.5
  integrator: rk4
  log: {every: 100}
sweep:
  - {path: initial.position.shoulder, uniform: [-1, 1]}
samples: %d
trajectories: all
`, samples)
}

// inFolder makes a folder with files.
func inFolder(t *testing.T, files map[string]string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// program returns the name of the program, for tests that kill it: TestMain makes it of the binary of the tests, where
// that is called simulate.
func program(t *testing.T) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "simulate")
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	if err := os.Symlink(self, name); err != nil {
		t.Fatal(err)
	}
	return name
}

// sameFiles checks that two directories have the same files, but for the lock.
func sameFiles(t *testing.T, got, want string) {
	t.Helper()
	list := func(dir string) map[string]string {
		files := map[string]string{}
		err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() || d.Name() == ".lock" {
				return err
			}
			text, err := os.ReadFile(path)
			name, _ := filepath.Rel(dir, path)
			files[name] = string(text)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return files
	}
	a, b := list(got), list(want)
	for name := range b {
		if a[name] != b[name] {
			t.Errorf("%s: %s has %d bytes, %s has %d, or others", name, got, len(a[name]), want, len(b[name]))
		}
	}
	if len(a) != len(b) || len(b) < 3 {
		t.Errorf("%s has %d files, %s has %d", got, len(a), want, len(b))
	}
}

// journalLines returns the number of runs that have ended in a batch, 0 if it has not begun, and −1 if it is complete.
func journalLines(t *testing.T, dir string) int {
	t.Helper()
	journal, err := os.ReadFile(filepath.Join(dir, "runs.journal"))
	if err == nil {
		return bytes.Count(journal, []byte{'\n'})
	}
	if _, err := os.Stat(filepath.Join(dir, "runs.csv")); err == nil {
		return -1
	}
	return 0
}

// TestBatchSurvives kills a batch whenever some more runs have ended, resumes it, and interrupts it. What comes out is
// what an undisturbed batch gives.
func TestBatchSurvives(t *testing.T) {
	simulate, dir := program(t), inFolder(t, map[string]string{"study.yaml": smallStudy(100)})
	command := func(out string, more ...string) *exec.Cmd {
		cmd := exec.Command(simulate, append([]string{"batch", "study.yaml", "--out", out}, more...)...)
		cmd.Dir = dir
		return cmd
	}
	if out, err := command("whole", "--workers", "1").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}

	kills := 20
	if testing.Short() {
		kills = 4
	}
	out := filepath.Join(dir, "killed")
	killed := 0
	for complete := false; killed < kills && !complete; {
		cmd := command("killed", "--resume", "--workers", "2")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		before, more := journalLines(t, out), 1+rand.IntN(5)
		expect.Soon(t, fmt.Sprintf("%d more runs have ended", more), func() bool {
			n := journalLines(t, out)
			return n < 0 || n >= before+more
		})
		time.Sleep(time.Duration(rand.IntN(1000)) * time.Microsecond) // to hit a line, or what is between two
		cmd.Process.Kill()
		if complete = cmd.Wait() == nil; !complete {
			killed++
		}
	}
	// Each takes some runs of hundreds, so many come before the end even where this process gets little of the machine.
	if t.Logf("killed %d times", killed); killed < 3 {
		t.Errorf("killed %d times before the end; the test tests little", killed)
	}
	if text, err := command("killed", "--resume").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	sameFiles(t, out, filepath.Join(dir, "whole"))

	// An interrupt lets the runs in flight end, and the exit status says that the batch is not complete, unless those
	// were the last ones.
	interrupted := filepath.Join(dir, "interrupted")
	var stderr bytes.Buffer
	var ended error
	for tries := 0; ended == nil && tries < 10; tries++ {
		if err := os.RemoveAll(interrupted); err != nil {
			t.Fatal(err)
		}
		stderr.Reset()
		cmd := command("interrupted", "--workers", "2")
		cmd.Stderr = &stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		expect.Soon(t, "a run has ended", func() bool { return journalLines(t, interrupted) != 0 })
		cmd.Process.Signal(os.Interrupt)
		ended = cmd.Wait()
	}
	var exit *exec.ExitError
	if !errors.As(ended, &exit) || exit.ExitCode() != jobFailed ||
		!strings.Contains(stderr.String(), "resume it to run the rest") {
		t.Errorf("an interrupted batch ended with %v: %s", ended, stderr.String())
	}
	if out, err := command("interrupted", "--resume").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	sameFiles(t, interrupted, filepath.Join(dir, "whole"))
}

// block returns the first block of docs/cluster.md in a language.
func block(t *testing.T, language string) string {
	t.Helper()
	text, err := os.ReadFile("../../docs/cluster.md")
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile("(?s)```" + language + "\n(.*?)```").FindSubmatch(text)
	if m == nil {
		t.Fatalf("docs/cluster.md has no block in %s", language)
	}
	return string(m[1])
}

// TestCluster runs the shards as the schedulers of docs/cluster.md do: with their variables, in no order, one index
// killed and queued again.
func TestCluster(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("there is no shell")
	}
	study := smallStudy(40)
	simulate, dir := program(t), inFolder(t, map[string]string{"study.yaml": study, "study.sh": block(t, "sh")})
	manifest, err := strict.Parse([]byte(block(t, "yaml")), "job.yaml")
	if err != nil {
		t.Fatal(err)
	}
	args := manifest.Find("spec.template.spec.containers.0.args.0")
	if args.Kind != strict.String || !strings.Contains(args.Text, "simulate batch") {
		t.Fatalf("the manifest has no command: %v", args)
	}
	job := strings.ReplaceAll(args.Text, "/data/", dir+"/data/")
	if err := os.MkdirAll(filepath.Join(dir, "data", "parts"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "data", "study.yaml"), []byte(study), 0o666); err != nil {
		t.Fatal(err)
	}
	command := func(env []string, name string, args ...string) *exec.Cmd {
		cmd := exec.Command(name, args...)
		cmd.Dir = dir
		cmd.Env = append(append(os.Environ(), "PATH="+filepath.Dir(simulate)+":"+os.Getenv("PATH")), env...)
		return cmd
	}
	must := func(env []string, name string, args ...string) {
		t.Helper()
		if out, err := command(env, name, args...).CombinedOutput(); err != nil {
			t.Fatalf("%s %v: %v: %s", name, args, err, out)
		}
	}
	// kill kills a shard when a run of it has ended.
	kill := func(shard string, env []string, name string, args ...string) {
		t.Helper()
		for range 10 {
			cmd := command(env, name, args...)
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			expect.Soon(t, "a run has ended", func() bool { return journalLines(t, filepath.Join(dir, shard)) != 0 })
			cmd.Process.Kill()
			if cmd.Wait() != nil {
				return
			}
			os.RemoveAll(filepath.Join(dir, shard)) // it was complete before
		}
		t.Errorf("%s was complete ten times before it was killed", shard)
	}
	must(nil, simulate, "batch", "study.yaml", "--out", "whole")
	const first = 3 // an array of indices that does not begin at 0
	order := []int{2, 0, 3, 1}
	if testing.Short() {
		order = []int{1, 0}
	}
	shards := len(order)
	var slurm, kube []string
	for _, i := range order {
		array := []string{fmt.Sprintf("SLURM_ARRAY_TASK_ID=%d", first+i),
			fmt.Sprintf("SLURM_ARRAY_TASK_MIN=%d", first), fmt.Sprintf("SLURM_ARRAY_TASK_COUNT=%d", shards),
			fmt.Sprintf("SLURM_ARRAY_TASK_MAX=%d", first+shards-1), "SLURM_ARRAY_TASK_STEP=1",
			"SLURM_CPUS_PER_TASK=2"}
		parts, data := filepath.Join("parts", fmt.Sprint(first+i)), filepath.Join("data", "parts", fmt.Sprint(i))
		index := []string{fmt.Sprintf("JOB_COMPLETION_INDEX=%d", i), fmt.Sprintf("SHARDS=%d", shards)}
		if i == shards-1 { // is killed, and queued again
			kill(parts, array, "sh", "study.sh")
			kill(data, index, "sh", "-c", job)
		}
		must(array, "sh", "study.sh")
		must(index, "sh", "-c", job)
		if i == 0 { // is queued again though it is complete
			must(array, "sh", "study.sh")
			must(index, "sh", "-c", job)
		}
		slurm, kube = append(slurm, parts), append(kube, data)
	}
	must(nil, simulate, append([]string{"merge", "--out", "slurm"}, slurm...)...)
	must(nil, simulate, append([]string{"merge", "--out", "kubernetes"}, kube...)...)
	sameFiles(t, filepath.Join(dir, "slurm"), filepath.Join(dir, "whole"))
	sameFiles(t, filepath.Join(dir, "kubernetes"), filepath.Join(dir, "whole"))
}

// TestEmbeddedStudies checks that each embedded study runs, here a small shard of it, and that nothing fails.
func TestEmbeddedStudies(t *testing.T) {
	for name, part := range map[string]string{"rr_arm_gains": "0/5", "ur5_payload": "0/20", "panda_poses": "0/16"} {
		var out, stderr bytes.Buffer
		dir := filepath.Join(t.TempDir(), name)
		if code := run([]string{"batch", name, "--out", dir, "--shard", part}, strings.NewReader(""), &out,
			&stderr); code != done || !strings.Contains(out.String(), " 0 failed") {
			t.Errorf("%s: status %d: %s%s", name, code, out.String(), stderr.String())
		}
	}
}

// TestRepeat repeats the worst runs of a batch alone, with the commands that the summary gives, and compares the
// metrics to the last digit.
func TestRepeat(t *testing.T) {
	t.Chdir(inFolder(t, map[string]string{"a study.yaml": `kinetree: 1
scenario:
  kinetree: 1
  model: rr_arm
  duration: 0.3
  controller: {type: pd_gravity, gains: {"*": {p: 1000, d: 100}}}
  reference: {joint1: {type: step, at: 0.05, to: 0.3}}
  sensors: {position_noise: 1e-3}
sweep:
  - {path: controller.gains.*.p, log_uniform: [100, 1e5]}
  - {path: model.links.link2.mass, scale: true, uniform: [0.5, 2]}
samples: 12
`}))
	simulate := func(args ...string) string {
		t.Helper()
		var out, stderr bytes.Buffer
		if code := run(args, strings.NewReader(""), &out, &stderr); code != done {
			t.Fatalf("%v: status %d: %s", args, code, stderr.String())
		}
		return out.String()
	}
	simulate("batch", "a study.yaml", "--out", "out")
	file, err := os.Open("out/runs.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var summary struct {
		Metrics []struct {
			Name  string
			Worst []struct {
				Run     int
				Value   float64
				Command string
			}
		}
	}
	if err := json.Unmarshal([]byte(simulate("summarize", "out", "--json", "--worst", "2")), &summary); err != nil {
		t.Fatal(err)
	}
	text := simulate("summarize", "out", "--worst", "2")
	compared := 0
	for _, m := range summary.Metrics {
		joint, metric, ok := strings.Cut(m.Name, "/")
		if !ok {
			for _, w := range m.Worst {
				if !strings.Contains(text, "\n  "+w.Command+"\n") {
					t.Errorf("the summary does not say how to repeat run %d: %s\n%s", w.Run, w.Command, text)
				}
			}
			continue
		}
		for _, w := range m.Worst {
			name, rest, ok := strings.Cut(strings.TrimPrefix(w.Command, "simulate batch '"), "' ")
			if !ok {
				t.Fatalf("%s: the name of the study is not in quotes", w.Command)
			}
			var alone struct {
				Metrics map[string]map[string]*float64
			}
			if err := json.Unmarshal([]byte(simulate(append([]string{"batch", name, "--json"},
				strings.Fields(rest)...)...)), &alone); err != nil {
				t.Fatal(err)
			}
			got := alone.Metrics[joint][metric]
			if got == nil || *got != w.Value {
				t.Errorf("run %d alone: %s is %v, in the batch %v", w.Run, m.Name, got, w.Value)
			}
			if cell := rows[w.Run+1][slices.Index(rows[0], m.Name)]; cell == "" {
				t.Errorf("run %d has no %s", w.Run, m.Name)
			}
			compared++
		}
	}
	if compared < 20 {
		t.Errorf("%d values are compared", compared)
	}
}

// TestBatchProgress checks what the progress of a batch says.
func TestBatchProgress(t *testing.T) {
	now := batch.Progress{Runs: 100, Done: 40, Failed: 2}
	if got := progressText(now); got != "40 of 100 runs, 2 failed" {
		t.Errorf("before a run has ended: %q", got)
	}
	now.Rate, now.Remaining, now.Best = 2, 30*time.Second, &batch.Best{Metric: "itae", Run: 7, Value: 0.25}
	if got := progressText(now); got != "40 of 100 runs, 2 failed, 2/s, 30s left, best itae 0.25 in run 7" {
		t.Errorf("got %q", got)
	}
}
