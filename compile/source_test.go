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
	numbers := func(x []float64) string {
		var list []string
		for _, v := range x {
			list = append(list, strconv.FormatFloat(v, 'x', -1, 64))
		}
		return strings.Join(list, ", ")
	}
	count := 0
	for name, b := range map[string]*Batch{"aba": ForwardDynamics(m, Options{Lanes: 1}),
		"rnea": InverseDynamics(m, Options{Lanes: 1}), "crba": MassMatrix(m, Options{Lanes: 1})} {
		for k := range 5 {
			fill(b, rng)
			if k == 4 {
				b.Q[0] = 1 << 21 // for which there is no code
			}
			var in []string
			for _, part := range b.in {
				if len(part) > 0 {
					if language == "go" {
						in = append(in, fmt.Sprintf("&[%d]float64{%s}", len(part), numbers(part)))
					} else {
						in = append(in, fmt.Sprintf("(double[]){%s}", numbers(part)))
					}
				}
			}
			n := len(b.out)
			if language == "go" {
				fmt.Fprintf(&calls, "\t{\n\t\tvar y [%d]float64\n\t\tshow(robot.%s(&y, %s), y[:])\n\t}\n", n,
					strings.ToUpper(name), strings.Join(in, ", "))
			} else {
				fmt.Fprintf(&calls, "\t{ double y[%d]; show(%s(y, %s), y, %d); }\n", n, name, strings.Join(in, ", "), n)
			}
			if err := b.general(0); err != nil {
				t.Fatal(err)
			}
			if k == 4 && !m.Floating() {
				fmt.Fprintln(&want, "no")
				continue
			} else if k == 4 {
				fmt.Fprintln(&want, "any")
				continue
			}
			for _, x := range b.out {
				fmt.Fprintf(&want, "%x ", math.Float64bits(x))
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
			parameters := []parameter{{"y", len(values)}, {"x", len(numbers)}}
			p.begin([]string{"drawn"})
			p.head("drawn", parameters)
			p.body(g, parameters)
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
