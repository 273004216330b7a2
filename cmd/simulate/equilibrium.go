package main

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"kinetree/cmd/internal/flags"
	"kinetree/cmd/internal/terminal"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
	"kinetree/scenario/robot"
)

func newEquilibrium() *cobra.Command {
	st, asJSON := &flags.Settings{}, false
	cmd := &cobra.Command{
		Use:   "equilibrium [flags] MODEL.urdf|SCENARIO.yaml",
		Short: "Find the positions in which a robot stays at rest, and tell which of them are stable",
		Args:  usage(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := robotOf(args[0], cmd.InOrStdin())
			if err != nil {
				return err
			}
			if scenario.IsFile(args[0]) {
				if s, err = robot.Checked(scenario.Open(args[0], cmd.InOrStdin())); err != nil {
					return err
				}
			}
			if err := st.Apply(s); err != nil {
				return err
			}
			single(cmd, s)
			found, err := prepare.FindEquilibria(s, prepare.Env{Input: cmd.InOrStdin()})
			if err != nil {
				return robot.HintInertia(s, err)
			}
			if asJSON {
				return terminal.WriteJSON(cmd.OutOrStdout(), found, "  ")
			}
			return printEquilibria(cmd.OutOrStdout(), found)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	st.Assignments(f, "effort", "efforts", "constant effort of a joint in N m or N; repeatable", flags.Plain)
	st.Items(f, flags.Wrench, "wrench", "disturbances",
		"force and moment on a link, `LINK:fx,fy,fz[,nx,ny,nz][:link]`, at the origin of its frame in the world's "+
			"axes, or with :link in the link's; repeatable")
	st.Assignments(f, "position", "initial.position", "where the search begins; repeatable (default 0)", flags.Angles)
	st.Joints(f)
	st.Add(f, flags.Triple, "gravity", "gravity", "acceleration of free fall in m/s^2")
	st.Add(f, flags.Truth, "ignore-mimic", "ignore_mimic", "make joints that mimic others independent")
	st.Sets(f)
	f.BoolVar(&asJSON, "json", false, "print JSON on stdout")
	return cmd
}

// printEquilibria prints a line for each equilibrium.
func printEquilibria(out io.Writer, e *prepare.Equilibria) error {
	if len(e.List) == 0 {
		_, err := fmt.Fprintln(out, "no equilibrium was found within the limits")
		return err
	}
	var titles []string
	for _, name := range e.Joints {
		titles = append(titles, name+"@.")
	}
	table := terminal.NewTable(append(titles, "stable", "largest eigenvalue 1/s")...)
	for _, x := range e.List {
		var row []string
		for _, name := range e.Joints {
			var cells []string
			for _, q := range x.Position[name] {
				cells = append(cells, fmt.Sprintf("%.6g", math.Round(q*1e9)/1e9))
			}
			row = append(row, strings.Join(cells, ","))
		}
		stable, lambda := "no", ""
		if x.Stable {
			stable = "yes"
		}
		if len(x.Eigenvalues) > 0 {
			lambda = fmt.Sprintf("%.6g", complex(x.Eigenvalues[0][0], x.Eigenvalues[0][1]))
		}
		table.Add(append(row, stable, lambda)...)
	}
	w := bufio.NewWriter(out)
	table.Write(w)
	return w.Flush()
}
