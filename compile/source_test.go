package compile

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"kinetree/compile/graph"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/randrobot"
	"kinetree/tree"
)

// TestSource writes source code of robots, compiles it, and compares what it computes with the Go code, bit by bit.
func TestSource(t *testing.T) {
	list := []*tree.Model{expect.Model(t, mustRobot(t, "rr_arm"))}
	if !testing.Short() { // compilers take seconds for such functions
		list = append(list, expect.Model(t, mustRobot(t, "ur5")))
		for seed := range uint64(3) {
			robot, opts := randrobot.Any(seed, 3)
			list = append(list, expect.Model(t, robot, append(opts, tree.WithFloatingBase())...))
		}
	}
	for _, m := range list {
		for _, language := range Languages() {
			t.Run(m.Name()+"/"+language, func(t *testing.T) { compareSource(t, m, language) })
		}
	}
}

func compareSource(t *testing.T, m *tree.Model, language string) {
	text, err := Source(m, language, Algorithms())
	if err != nil {
		t.Fatal(err)
	}
	// A program that prints the bits of all results, and the same from Go.
	rng := rand.New(rand.NewPCG(1, 2))
	var calls, want strings.Builder
	array := func(x []float64) string {
		var list []string
		for _, v := range x {
			list = append(list, strconv.FormatFloat(v, 'x', -1, 64))
		}
		if language == "go" {
			return fmt.Sprintf("&[%d]float64{%s}", len(x), strings.Join(list, ", "))
		}
		return fmt.Sprintf("(double[]){%s}", strings.Join(list, ", "))
	}
	count := 0
	for _, f := range functions {
		a := f.make(m)
		rows := a.rows()
		for k := range 5 {
			s := &state[float64]{q: make([]float64, rows[0]), qd: make([]float64, rows[1]), x: make([]float64, rows[2])}
			m.Random(s.q, rng)
			for i := range s.qd {
				s.qd[i] = 10 * rng.NormFloat64()
			}
			for i := range s.x {
				s.x[i] = 10 * rng.NormFloat64()
			}
			if k == 4 {
				s.q[0] = 1 << 21 // for which there is no code
			}
			var arguments []string
			at := 0
			for _, x := range f.out(len(m.Links()), m.NV()) {
				if language == "go" {
					arguments = append(arguments, fmt.Sprintf("(*[%d]float64)(y[%d:])", x.n, at))
				} else {
					arguments = append(arguments, fmt.Sprintf("y + %d", at))
				}
				at += x.n
			}
			for _, part := range [][]float64{s.q, s.qd, s.x} {
				if len(part) > 0 {
					arguments = append(arguments, array(part))
				}
			}
			if list := strings.Join(arguments, ", "); language == "go" {
				fmt.Fprintf(&calls, "\t{\n\t\tvar y [%d]float64\n\t\tshow(robot.%s(%s), y[:])\n\t}\n", at,
					strings.ToUpper(f.name), list)
			} else {
				fmt.Fprintf(&calls, "\t{ double y[%d]; show(%s(%s), y, %d); }\n", at, f.name, list, at)
			}
			out := make([]float64, a.size)
			if err := a.compute(out, s, nil); err != nil {
				t.Fatal(err)
			}
			if k == 4 {
				fmt.Fprintln(&want, map[bool]string{true: "any", false: "no"}[m.Floating()])
				continue
			}
			for _, x := range out {
				fmt.Fprintf(&want, "%x ", math.Float64bits(x+0)) // -0 + 0 is 0
				count++
			}
			fmt.Fprintln(&want)
		}
	}
	got := strings.Split(execute(t, language, string(text), calls.String()), "\n")
	lines := strings.Split(want.String(), "\n")
	if len(got) != len(lines) || count < 20 {
		t.Fatalf("%d lines of %d numbers, want %d lines", len(got), count, len(lines))
	}
	for i := range lines {
		if lines[i] != "any" && got[i] != lines[i] {
			t.Fatalf("line %d: %s, want %s", i, got[i], lines[i])
		}
	}
}

// execute compiles source code with calls of its functions, and returns what they print.
func execute(t *testing.T, language, text, calls string) string {
	t.Helper()
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var cmd *exec.Cmd
	if language == "go" {
		write("go.mod", "module source\n\ngo 1.25\n")
		write("robot/robot.go", text)
		write("main.go", `package main

import (
	"fmt"
	"math"

	"source/robot"
)

func show(holds bool, y []float64) {
	if !holds {
		fmt.Println("no")
		return
	}
	for _, x := range y {
		fmt.Printf("%x ", math.Float64bits(x))
	}
	fmt.Println()
}

func main() {
`+calls+"}\n")
		cmd = exec.Command("go", "run", ".")
	} else {
		cc, err := exec.LookPath("cc")
		if err != nil {
			t.Skip("there is no C compiler")
		}
		write("robot.c", text+`
#include <inttypes.h>
#include <stdio.h>

static void show(int holds, const double *y, int n) {
	if (!holds) { printf("no\n"); return; }
	for (int i = 0; i < n; i++) printf("%" PRIx64 " ", bits(y[i]));
	printf("\n");
}

int main(void) {
`+calls+"\treturn 0;\n}\n")
		build := exec.Command(cc, "-std=c99", "-O1", "-march=native", "-ffp-contract=off", "-Wall", "-Werror", "-o",
			"robot", "robot.c", "-lm")
		build.Dir = dir
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		cmd = exec.Command(filepath.Join(dir, "robot"))
	}
	cmd.Dir = dir
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, errs.String())
	}
	return string(out)
}

// TestSourceOfBits writes random numbers as source code, with constants that languages have no words for, and compares
// them with those of the interpreter.
func TestSourceOfBits(t *testing.T) {
	g := graph.New()
	in := make([]graph.Num, 5)
	for i := range in {
		in[i] = g.Input()
	}
	a, b := graph.Random([2]graph.Num(in), in[2], [2]graph.Num(in[3:]))
	x, y := graph.Normals(a, b)
	for _, r := range []graph.Num{a, b, x, y, graph.Shifted(a, 7), graph.Shifted(b, -31),
		graph.Common(a, graph.Known(math.Inf(-1))), graph.Differing(b, graph.Bits(1<<63)),
		graph.Differing(a, graph.Bits(0xFFF8123456789ABC)), graph.WordProduct(a, b)} {
		g.Output(r)
	}
	numbers := []float64{0xDEADBEEF, 1, 1234567, 0xFFFFFFFF, 0x12345678}
	values := make([]float64, len(g.Outputs))
	g.Evaluate(values, numbers)
	want := ""
	for _, v := range values {
		want += fmt.Sprintf("%x ", math.Float64bits(v))
	}
	for _, language := range Languages() {
		t.Run(language, func(t *testing.T) {
			p := printer{language: language, model: expect.Model(t, mustRobot(t, "pendulum"))}
			out, in := []parameter{{"y", len(values)}}, []parameter{{"x", len(numbers)}}
			p.begin([]string{"drawn"})
			p.head("drawn", "y", out, in)
			p.body(g, out, in)
			const arguments = "{3735928559, 1, 1234567, 4294967295, 305419896}"
			call := "\tdouble y[10];\n\tshow(drawn(y, (double[])" + arguments + "), y, 10);\n"
			if language == "go" {
				call = "\tvar y [10]float64\n\tshow(robot.DRAWN(&y, &[5]float64" + arguments + "), y[:])\n"
			}
			if got := execute(t, language, p.String(), call); got != want+"\n" {
				t.Errorf("it prints\n%s, want\n%s", got, want)
			}
		})
	}
}

func TestSourceErrors(t *testing.T) {
	m := expect.Model(t, mustRobot(t, "pendulum"))
	for _, c := range []struct {
		language string
		want     []string
		text     string
	}{{"ada", []string{"aba"}, `no language "ada"; expected one of c`},
		{"c", []string{"abba"}, `no algorithm "abba" (did you mean "aba"?)`},
		{"c", []string{"aba", "aba"}, "aba is asked for twice"}} {
		if _, err := Source(m, c.language, c.want); err == nil || !strings.Contains(err.Error(), c.text) {
			t.Errorf("%s, %v: %v, want %s", c.language, c.want, err, c.text)
		}
	}
}
