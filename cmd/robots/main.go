// Command robots tells which of the robots in folders load and run. It checks each URDF file in them, runs what loads
// for a second with the defaults and --estimate-inertia, and writes a page with a table of the robots by maker:
//
//	go run ./cmd/robots DIR... > robots.md
package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/signal"

	"kinetree/urdf"
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "error: no folder; expected one or more, for example: robots urdf_files")
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}

// run tries all robots, says on the error output how far it is, and writes the page to the output.
func run(ctx context.Context, folders []string) error {
	var finder urdf.Finder
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
