// Command robots tells which of the robots in folders load and run. It checks each URDF file in them, runs what loads
// for a second with the defaults and --estimate-inertia, and writes a page with a table of the robots by maker:
//
//	go run ./cmd/robots DIR... > robots.md
//
// With -h it says how.
package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"

	"kinetree/urdf/find"
)

const help = `Usage: go run ./cmd/robots DIR... > robots.md

Checks each file .urdf in the folders and all folders below them, runs what loads for 1 s with the defaults and
--estimate-inertia, and writes a page in Markdown: a table by maker and a line for each robot, with the reason where one
does not load or run. Progress goes to the error output, with the time that each robot took; a run ends after 60 s.

Meshes of package://NAME/... are looked for in the folders above a file, by the package.xml or the name of a folder;
where one is missing the link counts as a rod. The makers are those that a file meta-information.json above a robot
names, as in the data set of Tola and Corke (https://github.com/Daniella1/urdf_files_dataset), or else the names of the
folders in DIR. For that data set:

    git clone https://github.com/Daniella1/urdf_files_dataset
    go run ./cmd/robots urdf_files_dataset/urdf_files > robots.md
`

func main() {
	flag.Usage = func() { fmt.Fprint(os.Stderr, help) }
	flag.Parse()
	if flag.NArg() == 0 {
		fmt.Fprintln(os.Stderr, "error: no folder; expected one or more, for example: robots urdf_files")
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}

// run tries all robots, says on the error output how far it is, and writes the page to the output.
func run(ctx context.Context, folders []string) error {
	var finder find.Finder
	var list []record
	for _, folder := range folders {
		files, faults := finder.Find(folder)
		if err := faults.Err(); err != nil {
			return err
		}
		for _, file := range files {
			r := try(ctx, file)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			r.Maker, r.Name = maker(folder, file), name(folder, file)
			fmt.Fprintf(os.Stderr, "%6.2f s  %s\n", r.Took.Seconds(), r.Name)
			list = append(list, r)
		}
	}
	out := bufio.NewWriter(os.Stdout)
	write(out, list)
	return out.Flush()
}
