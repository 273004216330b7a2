package main

import (
	"bufio"
	"cmp"
	"fmt"
	"slices"
	"strings"
)

const preface = `# Robots as they are published

Each URDF file was checked; what loads ran for %d s with the defaults and %s. A robot runs if the drift
of its energy is below %g %% of the energy that moved. Masses and inertias that a file lacks were estimated from its
shapes, or as those of rods where meshes are missing; dampers and springs too fast for the step were taken implicitly.
The notes say how many links and how many joints that were, and why a robot does not run.

The page is written by a program that anybody can run on other robots, such as the data set of Tola and Corke
("Understanding URDF: a dataset and analysis", 2023). The makers are those that files of that data set name, or else the
names of the folders in DIR. For that data set:

    git clone https://github.com/Daniella1/urdf_files_dataset
    go run ./cmd/robots urdf_files_dataset/urdf_files > robots.md

Progress goes to the error output, a run that takes more than 60 s is given up, and the flag -h says more.

`

// write writes the page.
func write(out *bufio.Writer, list []record) {
	slices.SortStableFunc(list, func(a, b record) int {
		return cmp.Or(strings.Compare(strings.ToLower(a.Maker), strings.ToLower(b.Maker)),
			strings.Compare(a.Name, b.Name))
	})
	fmt.Fprintf(out, preface, duration, "`--estimate-inertia`", 100*accurate)
	fmt.Fprintf(out, "| maker | files | load | no joint moves | run | of these estimated | of these implicit |\n")
	fmt.Fprintf(out, "|---|---|---|---|---|---|---|\n")
	var all count
	for i := 0; i < len(list); {
		var c count
		maker := list[i].Maker
		for ; i < len(list) && list[i].Maker == maker; i++ {
			c.add(&list[i])
			all.add(&list[i])
		}
		c.row(out, escape(maker))
	}
	all.row(out, "all")
	fmt.Fprintf(out, "\n| maker | file | joints | loads | runs | notes |\n|---|---|---|---|---|---|\n")
	for i := range list {
		r := &list[i]
		joints := ""
		if r.Loads {
			joints = fmt.Sprint(r.Joints)
		}
		fmt.Fprintf(out, "| %s | %s | %s | %s | %s | %s |\n", escape(r.Maker), escape(r.Name), joints, word(r.Loads),
			word(r.Runs), escape(r.notes()))
	}
}

// count counts robots.
type count struct{ files, load, still, run, estimated, stiff int }

func (c *count) add(r *record) {
	for _, x := range []struct {
		n  *int
		is bool
	}{{&c.files, true}, {&c.load, r.Loads}, {&c.still, r.Loads && r.Joints == 0}, {&c.run, r.Runs},
		{&c.estimated, r.Runs && r.Estimated > 0}, {&c.stiff, r.Runs && r.Stiff > 0}} {
		if x.is {
			*x.n++
		}
	}
}

func (c *count) row(out *bufio.Writer, maker string) {
	fmt.Fprintf(out, "| %s | %d | %d | %d | %d | %d | %d |\n", maker, c.files, c.load, c.still, c.run, c.estimated,
		c.stiff)
}

// notes explains why a robot does not run, or how it was made to run.
func (r *record) notes() string {
	var parts []string
	if r.Estimated > 0 {
		parts = append(parts, fmt.Sprintf("estimated: %d", r.Estimated))
	}
	if r.Stiff > 0 {
		parts = append(parts, fmt.Sprintf("implicit: %d", r.Stiff))
	}
	if r.Why != "" {
		parts = append(parts, r.Why)
	}
	return strings.Join(parts, "; ")
}

func word(is bool) string {
	if is {
		return "yes"
	}
	return "no"
}

// escape returns a text as it may stand in a cell of a table.
func escape(s string) string {
	return strings.NewReplacer("|", "\\|", "<", "&lt;", "*", "\\*", "_", "\\_", "\n", " ").Replace(s)
}
