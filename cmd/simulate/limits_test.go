package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"kinetree/batch"
	"kinetree/cmd/internal/query"
	"kinetree/internal/infile"
	"kinetree/internal/strict"
	"kinetree/internal/table"
	"kinetree/scenario/script"
	"kinetree/scenario/sweep"
	"kinetree/sim/record"
	"kinetree/urdf"
	"kinetree/urdf/mesh"
	"kinetree/urdf/xacro"
)

// TestLimitsPage compares the table of docs/limits.md with the limits of the code.
func TestLimitsPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/limits.md")
	if err != nil {
		t.Fatal(err)
	}
	mib := func(n int) string { return fmt.Sprintf("%d MiB", n>>20) }
	rows := 0
	for _, row := range [][2]string{
		{"scenario, study, other YAML or JSON: bytes", mib(strict.MaxBytes)},
		{"nesting of mappings and lists", fmt.Sprint(strict.MaxDepth)},
		{"values, those that aliases repeat counted again", fmt.Sprint(strict.MaxNodes)},
		{"commas and ends of lines together", fmt.Sprint(strict.MaxNodes)},
		{"URDF: bytes", mib(urdf.MaxSize)},
		{"links of a robot", fmt.Sprint(urdf.MaxLinks)},
		{"URDF: elements and comments", fmt.Sprint(urdf.MaxElements)},
		{"URDF: bytes of a tag, a comment or a text", fmt.Sprint(urdf.MaxTag)},
		{"xacro: elements, texts and comments that macros and includes make", fmt.Sprint(xacro.MaxNodes)},
		{"xacro: calls of macros and includes within each other", fmt.Sprint(xacro.MaxNesting)},
		{"xacro: steps of expressions", fmt.Sprint(xacro.MaxSteps)},
		{"xacro: values that expressions make", mib(xacro.MaxValues)},
		{"mesh: bytes, with those of files that it names", mib(mesh.MaxBytes)},
		{"mesh: faces", fmt.Sprint(mesh.MaxFaces)},
		{"mesh: faces that a scene shows again", fmt.Sprint(mesh.MaxAgain)},
		{"file that a run of a study reads: bytes", mib(infile.MaxRecorded)},
		{"table of efforts, motions or measurements: bytes", mib(table.MaxSize)},
		{"table of an axis of a study: bytes", mib(sweep.MaxTable)},
		{"table of numbers, of an axis, too: bytes of a row", mib(table.MaxRow)},
		{"log: bytes of a row", mib(record.LongestRow)},
		{"meta file of a log: bytes", mib(record.MaxMeta)},
		{"table of a batch: bytes of a row", mib(batch.MaxRow)},
		{"study.json of a batch: bytes", mib(batch.MaxStudy)},
		{"list of the hashes of trajectories: bytes", mib(batch.MaxSums)},
		{"request of `simulate dynamics`: bytes of a line", mib(query.LongestLine)},
		{"script: bytes of the file", fmt.Sprintf("%d KiB", script.MaxBytes>>10)},
		{"script: steps of the file, `runs`, `metrics` and `cost`", fmt.Sprint(script.Default.Steps)},
		{"script: steps of a call of `control` or `effort`", fmt.Sprint(script.Default.CallSteps)},
		{"script: values that a call makes, or that the globals of a law hold", mib(int(script.Default.Memory))},
		{"script: bytes of a text, items of a range or a product", fmt.Sprint(script.MaxItems)},
		{"script: bits of a whole number", fmt.Sprint(script.MaxBits)},
		{"script: values that one operation looks at, such as a comparison", fmt.Sprint(script.MaxAtOnce)},
	} {
		rows++
		if line := "| " + row[0] + " | " + row[1] + " |\n"; !strings.Contains(string(page), line) {
			t.Errorf("there is no row %s", line)
		}
	}
	limits, _, _ := strings.Cut(string(page), "\n## ")
	if got := strings.Count(limits, "\n| ") - 1; got != rows {
		t.Errorf("the table has %d rows; expected %d", got, rows)
	}
}
