package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"kinetree/cmd/internal/flags"
	"kinetree/cmd/internal/terminal"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
	"kinetree/scenario/robot"
	"kinetree/tree"
	"kinetree/tree/reach"
)

// reacher is the command ik.
type reacher struct {
	model    *modelFlags
	question reach.Question
	pose     string
	asJSON   bool
}

func newIK() *cobra.Command {
	k := &reacher{model: newModelFlags()}
	cmd := &cobra.Command{
		Use:   "ik [flags] MODEL.urdf|SCENARIO.yaml --link LINK --pose x,y,z,qx,qy,qz,qw",
		Short: "Find positions of the joints with which a link is where it shall be: inverse kinematics",
		Args:  usage(one("models", "ur5 --link tool0 --pose 0.4,0.2,0.3")),
		RunE:  func(cmd *cobra.Command, args []string) error { return k.run(cmd, args[0]) },
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&k.question.Link, "link", "", "link that is to be there")
	f.StringVar(&k.pose, "pose", "", "where, in the world: `x,y,z,qx,qy,qz,qw`, position in m and quaternion; x,y,z "+
		"for any rotation")
	f.BoolVar(&k.question.All, "all", false, "look for all solutions, from all starts")
	k.model.joints.Assignments(f, "position", "initial.position", "where the search begins; repeatable (default 0)",
		flags.Angles)
	f.IntVar(&k.question.Starts, "starts", reach.UsualStarts, "largest number of starts")
	f.Uint64Var(&k.question.Seed, "seed", 1, "of the random starts")
	k.model.add(cmd)
	f.BoolVar(&k.asJSON, "json", false, "print JSON on stdout")
	return cmd
}

// check returns all that is wrong with the flags.
func (k *reacher) check() error {
	var faults []error
	wrong := func(format string, args ...any) { faults = append(faults, fmt.Errorf(format, args...)) }
	if k.question.Link == "" {
		wrong("--link: there is none; expected the name of a link")
	}
	if k.question.Starts < 1 {
		wrong("--starts: %d; expected 1 or more", k.question.Starts)
	}
	if k.pose == "" {
		wrong("--pose: there is none; expected x,y,z or x,y,z,qx,qy,qz,qw")
		return errors.Join(faults...)
	}
	k.question.Pose = nil
	for _, text := range strings.Split(k.pose, ",") {
		x, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		if err != nil {
			wrong("--pose: %q; expected a number", text)
		}
		k.question.Pose = append(k.question.Pose, x)
	}
	return errors.Join(faults...)
}

func (k *reacher) run(cmd *cobra.Command, name string) error {
	if err := k.check(); err != nil {
		return &usageError{cmd.CommandPath(), err}
	}
	start := scenario.Default().Initial
	k.model.checks = append(k.model.checks, func(s *scenario.Scenario) error {
		start = s.Clone().Initial
		return nil
	})
	source, m, err := k.model.open(cmd, name, cmd.InOrStdin())
	if err != nil {
		return err
	}
	s := k.model.scenario
	if len(s.Constraints) > 0 {
		return &scenario.FieldError{Field: "constraints", Message: "the solutions would not keep them; expected a " +
			"robot without"}
	}
	if err := robot.CheckTree(source, "the solutions would not keep it"); err != nil {
		return err
	}
	if start.Position == nil {
		start.Position = scenario.Joints{}
	}
	maps.Copy(start.Position, s.Initial.Position)
	s.Initial = start
	if k.question.Start, err = prepare.StartPosition(s, m, prepare.Env{Input: cmd.InOrStdin()}); err != nil {
		return err
	}
	if _, _, err := k.question.Aim(m); err != nil {
		return &usageError{cmd.CommandPath(), err}
	}
	report, unreached := reach.Answer(m, nil, &k.question)
	if k.asJSON {
		err = terminal.WriteJSON(cmd.OutOrStdout(), report, "  ")
	} else {
		err = printPostures(cmd.OutOrStdout(), m, report)
	}
	return errors.Join(err, unreached)
}

// printPostures prints a line for each solution.
func printPostures(out io.Writer, m *tree.Model, r *reach.Report) error {
	w := bufio.NewWriter(out)
	if len(r.Solutions) > 0 {
		var titles, names []string
		for k := range m.Joints() {
			if name := m.Joints()[k].Name; r.Solutions[0].Position[name] != nil {
				names = append(names, name)
				titles = append(titles, terminal.Plain(name)+"@.")
			}
		}
		table := terminal.NewTable(append(titles, "error@.", "idle directions")...)
		for _, x := range r.Solutions {
			var row []string
			for _, name := range names {
				var cells []string
				for _, q := range x.Position[name] {
					cells = append(cells, fmt.Sprintf("%.6f", math.Round(q*1e6)/1e6+0)) // -0 becomes 0
				}
				row = append(row, strings.Join(cells, ","))
			}
			table.Add(append(row, fmt.Sprintf("%.1e", x.Error), strconv.Itoa(x.Idle))...)
		}
		table.Write(w)
		fmt.Fprintf(w, "\n%d found from %d starts\n", len(r.Solutions), r.Starts)
	}
	for _, note := range r.Notes {
		fmt.Fprintf(w, "note: %s\n", note)
	}
	return w.Flush()
}
