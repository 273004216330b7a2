package main

import (
	"bufio"
	"bytes"
	"fmt"

	"github.com/spf13/cobra"

	"kinetree/cmd/internal/output"
	"kinetree/cmd/internal/terminal"
	"kinetree/models"
	"kinetree/scenario"
	"kinetree/scenario/robot"
	"kinetree/urdf"
	urdfcheck "kinetree/urdf/check"
	"kinetree/urdf/estimate"
)

// writeRepaired writes a copy of a file with the repairs that its diagnostics name, and says what it changed and what
// is left.
func writeRepaired(cmd *cobra.Command, name string, s *models.Source, inertia *scenario.Estimation) error {
	document, repaired, err := urdf.RepairAll(s.Data, s.Diagnostics)
	if err != nil {
		return fmt.Errorf("%s is not repaired: %w", s.Name, err)
	}
	var estimates []estimate.Estimate
	var warnings urdf.Diagnostics
	if inertia != nil {
		if document, estimates, warnings, err = robot.WriteEstimates(document, s.Name, inertia); err != nil {
			return fmt.Errorf("%s is not repaired: %w", s.Name, err)
		}
	}
	if scenario.SameFile(name, s.Name) {
		err = fmt.Errorf("%s is the model itself; give the copy another name", name)
	} else if err = output.Free(forced(cmd), name, string(document)); err == nil {
		err = writeFile(name, document, cmd.OutOrStdout())
	}
	if err != nil {
		return fmt.Errorf("the repaired copy cannot be written: %w", err)
	}
	stderr := cmd.ErrOrStderr()
	for _, d := range repaired {
		fmt.Fprintf(stderr, "repaired: %s: %s\n", terminal.Plain(d.Path), terminal.Plain(d.Repair.String()))
	}
	showDiagnostics(stderr, warnings)
	table := bufio.NewWriter(stderr)
	terminal.Estimates(table, estimates)
	table.Flush()
	robot, left := urdf.Parse(bytes.NewReader(document), name)
	left = append(left, urdfcheck.Units(robot)...)
	switch {
	case len(repaired)+len(estimates) == 0:
		fmt.Fprintf(stderr, "%s: nothing to repair, the same as %s\n", terminal.Plain(name), terminal.Plain(s.Name))
	case len(left) == 0:
		fmt.Fprintf(stderr, "%s: no diagnostics are left\n", terminal.Plain(name))
	default:
		fmt.Fprintf(stderr, "%s left\n", terminal.Tally(name, left))
	}
	return nil
}
