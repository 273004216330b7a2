package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"kinetree/cmd/internal/terminal"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
	"kinetree/scenario/robot"
	"kinetree/sim/record"
)

// inCases returns the scenarios of the cases in their order, or the scenario alone if it has none. Their logs are
// called as that of the scenario with the name of the case.
func inCases(s *scenario.Scenario, env robot.Env) ([]*scenario.Scenario, error) {
	list, err := robot.Cases(s, env)
	if err != nil {
		return nil, err
	}
	for _, c := range list {
		nameLog(c, s)
	}
	return list, nil
}

// nameLog gives the log of a scenario in a case a name of its own, unless the case names one.
func nameLog(c, s *scenario.Scenario) {
	if c.Of() != "" && c.Log.File == s.Log.File && c.Log.File != "-" {
		c.Log.File = record.Named(c.Log.File, "-"+c.Of())
	}
}

// runs runs a scenario, or each of its cases: their summary is a table then, in JSON an object with a key cases.
func runs(cmd *cobra.Command, s *scenario.Scenario, asJSON, outside bool) error {
	if len(s.Cases.List()) == 0 {
		return s.Locate(simulate(cmd, s, asJSON, outside))
	}
	if s.Log.File == "-" {
		return &usageError{cmd.CommandPath(), errors.New("--out -: each case has a log of its own, and there is one " +
			"output; expected the name of a file, or --case NAME")}
	}
	env := robot.Env{Input: cmd.InOrStdin(), Cache: robot.NewCache()}
	list, err := inCases(s, env)
	if err != nil {
		return err
	}
	var errs []error
	ready := make([]*prepare.Run, len(list))
	progress := terminal.NewProgress(cmd.ErrOrStderr(), false)
	for i, c := range list {
		ready[i], err = prepared(cmd, c, env.Cache, outside, progress)
		errs = append(errs, of(c, err))
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	for _, run := range ready {
		if err := replace(cmd, run.Log); err != nil {
			return err
		}
	}
	var told []string // which several cases may share
	ctx, stop := untilSignal(cmd.Context())
	defer stop()
	defer endOverdue(ctx)()
	outcomes := make(terminal.ByName[*prepare.Outcome], 0, len(list))
	for i, run := range ready {
		told = tell(cmd.ErrOrStderr(), run, told)
		outcome, err := run.Simulate(ctx)
		progress.Clear()
		errs = append(errs, of(list[i], err))
		if outcome == nil || ctx.Err() != nil {
			break
		}
		outcomes = append(outcomes, terminal.Named[*prepare.Outcome]{Name: list[i].Of(), Value: outcome})
	}
	out := cmd.OutOrStdout()
	if asJSON {
		err = terminal.WriteJSON(out, map[string]any{"cases": outcomes}, "  ")
	} else {
		err = terminal.Outcomes(out, outcomes)
	}
	return errors.Join(append(errs, err)...)
}

// of returns an error of a scenario with the case that the scenario is in.
func of(s *scenario.Scenario, err error) error {
	if err == nil || s.Of() == "" {
		return s.Locate(err)
	}
	return fmt.Errorf("case %s: %w", s.Of(), s.Locate(err))
}

// single notes that a command with one scenario takes none of its cases.
func single(cmd *cobra.Command, s *scenario.Scenario) {
	if names := s.Cases.Names(); len(names) > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "note: this is about the scenario without its cases; --case chooses one: %s\n",
			terminal.Plain(fmt.Sprint(slices.Clip(names))))
	}
}
