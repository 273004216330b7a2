package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) { testscript.Main(tests{m}, map[string]func(){"simulate": main}) }

// tests are the tests of this process, as opposed to the programs that it becomes in others.
type tests struct{ *testing.M }

func (t tests) Run() int {
	debug.SetGCPercent(400) // the heap of each program is small
	return t.M.Run()
}

// TestScripts runs the scripts in testdata/script, one for each behaviour of the program.
func TestScripts(t *testing.T) {
	dir, err := filepath.Abs("testdata/script") // scripts are read while others are in their folders
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 dir,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Values[inputKey{}] = new(string)
			env.Setenv("GOGC", "400") // as this process has it
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"input":    setInput,
			"status":   checkStatus,
			"unescape": unescape,
			"waitfor":  waitFor,
		},
	})
}

// inputKey finds the standard input of the next program that the command status starts.
type inputKey struct{}

// setInput is the command "input file": what the next program of the command status reads.
func setInput(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: input file")
	}
	*ts.Value(inputKey{}).(*string) = ts.ReadFile(args[0])
}

// process guards what the programs that scripts call in this process share: its folder and its environment.
var process sync.Mutex

// variables are the names of the environment variables that the program reads.
var variables = []string{"ROS_PACKAGE_PATH", "AMENT_PREFIX_PATH", "KINETREE_COMPILE", "NO_COLOR", "TERM", "GOGC",
	"JOB_COMPLETION_INDEX", "SHARDS", "SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", "SLURM_ARRAY_TASK_MIN",
	"SLURM_ARRAY_TASK_MAX", "SLURM_ARRAY_TASK_STEP", "AWS_BATCH_JOB_ARRAY_INDEX", "AWS_BATCH_JOB_ARRAY_SIZE",
	"PBS_ARRAY_INDEX", "PBS_ARRAYID"}

// checkStatus is the command "status N program args...": the program must end with the exit status N. The program
// simulate is called in this process, which takes a fraction of the time of a new one; exec starts processes of it.
func checkStatus(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N program args...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if args[1] == "simulate" {
		got = runInProcess(ts, args[2:])
	} else if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// runInProcess runs the program in the folder and with the environment of a script, and returns the exit status.
func runInProcess(ts *testscript.TestScript, args []string) int {
	process.Lock()
	defer process.Unlock()
	before, err := os.Getwd()
	ts.Check(err)
	ts.Check(os.Chdir(ts.MkAbs(".")))
	defer os.Chdir(before)
	for _, name := range variables {
		old, had := os.LookupEnv(name)
		if value := ts.Getenv(name); value != "" {
			os.Setenv(name, value)
		} else {
			os.Unsetenv(name)
		}
		defer func() {
			if os.Unsetenv(name); had {
				os.Setenv(name, old)
			}
		}()
	}
	input := ts.Value(inputKey{}).(*string)
	defer func() { *input = "" }()
	return run(args, strings.NewReader(*input), ts.Stdout(), ts.Stderr())
}

// unescape is the command "unescape files...": it puts the characters of \t, \r, \x1b, \u00fc and the like into
// files, which scripts cannot hold or nobody sees.
func unescape(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: unescape files...")
	}
	for _, name := range args {
		var out []byte
		for rest := ts.ReadFile(name); rest != ""; {
			r, multibyte, tail, err := strconv.UnquoteChar(rest, 0)
			ts.Check(err)
			if rest = tail; multibyte {
				out = utf8.AppendRune(out, r)
			} else {
				out = append(out, byte(r))
			}
		}
		ts.Check(os.WriteFile(ts.MkAbs(name), out, 0o666))
	}
}

// waitFor is the command "waitfor file": it waits until a file is there and not empty.
func waitFor(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: waitfor file")
	}
	for range 1000 {
		if info, err := os.Stat(ts.MkAbs(args[0])); err == nil && info.Size() > 0 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	ts.Fatalf("%s stays empty", args[0])
}

// TestNamesStayPlain checks that no file name reaches the terminal as it is if it holds an escape sequence.
func TestNamesStayPlain(t *testing.T) {
	name := filepath.Join(t.TempDir(), "\x1b[31m.urdf")
	for text, commands := range map[string][]string{
		"<robot": {"run", "info", "dynamics", "bench", "check"},
		`<robot name="r"><link name="a" colour="red"/></robot>`: {"info", "dynamics", "bench", "check"},
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		for _, command := range commands {
			var out, stderr bytes.Buffer
			run([]string{command, name}, strings.NewReader(""), &out, &stderr)
			if shown := out.String() + stderr.String(); strings.ContainsRune(shown, '\x1b') ||
				!strings.Contains(shown, `\x1b[31m.urdf`) {
				t.Errorf("%s: %q", command, shown)
			}
		}
	}
}

// TestHelp checks that each command says what it does and gives an example of a call, in lines of at most 120 columns.
func TestHelp(t *testing.T) {
	for _, cmd := range append(newRoot().Commands(), newRoot()) {
		var out, stderr bytes.Buffer
		args := []string{cmd.Name(), "--help"}
		if cmd.Name() == "simulate" {
			args = args[1:]
		}
		if code := run(args, strings.NewReader(""), &out, &stderr); code != done || stderr.Len() > 0 {
			t.Errorf("%s: exit status %d: %s", args, code, stderr.String())
		}
		text := out.String()
		if cmd.HasFlags() && cmd.Name() != "simulate" && !strings.Contains(text, "\nExamples:\n  ") {
			t.Errorf("%s has no example", args)
		}
		json := []string{"tune", "dynamics", "arrays"} // is in their texts
		if strings.ContainsAny(text, "{") && !slices.Contains(json, cmd.Name()) ||
			strings.Contains(text, "(default )") {
			t.Errorf("%s is not complete:\n%s", args, text)
		}
		for _, line := range strings.Split(text, "\n") {
			if n := utf8.RuneCountInString(line); n > columns {
				t.Errorf("%s: a line of %d columns: %s", args, n, line)
			}
		}
	}
}

// TestHelpOfAll looks at the help of every command: its usage is on the first screen, it belongs to a group, and a file
// to write has a short flag.
func TestHelpOfAll(t *testing.T) {
	outs := 0
	for _, cmd := range newRoot().Commands() {
		if cmd.Name() == "__complete" {
			continue
		}
		if cmd.GroupID == "" && cmd.Name() != "help" && cmd.Name() != "completion" {
			t.Errorf("%s belongs to no group of commands", cmd.Name())
		}
		if f := cmd.Flags().Lookup("out"); f != nil {
			if outs++; f.Shorthand != "o" {
				t.Errorf("%s has --out without -o", cmd.Name())
			}
		}
		if cmd.Name() == "formats" { // has pages of its own
			continue
		}
		var out, errs bytes.Buffer
		if status := run([]string{cmd.Name(), "--help"}, nil, &out, &errs); status != done ||
			!strings.HasPrefix(out.String(), "Usage:\n  simulate "+cmd.Name()) {
			t.Errorf("%s --help: status %d, begins with %.100q", cmd.Name(), status, out.String())
		}
	}
	if outs < 10 {
		t.Errorf("%d commands write files; expected the ten that do", outs)
	}
}
