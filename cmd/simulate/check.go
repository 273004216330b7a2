package main

import (
	"bufio"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"kinetree/cmd/internal/terminal"
	"kinetree/models"
	"kinetree/urdf"
)

func newCheck() *cobra.Command {
	c := &check{}
	cmd := &cobra.Command{
		Use:   "check [flags] MODEL.urdf...",
		Short: "Check URDF files and show the tree of their links",
		Args:  usage(someModels),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := c.usage(args); err != nil {
				return &usageError{cmd.CommandPath(), err}
			}
			return c.run(cmd, args)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.BoolVar(&c.strict, "strict", false, "fail on warnings too")
	f.BoolVar(&c.json, "json", false, "print what was found as JSON, an object for each file on a line")
	f.StringVar(&c.repair, "repair", "", "write a copy of the model with the repairs that are named to this `file`")
	c.inertia.add(f)
	addForce(cmd)
	return cmd
}

// usage finds flags that do not go together.
func (c *check) usage(names []string) error {
	switch {
	case c.repair == "" && c.inertia.value != nil:
		return errors.New("--estimate-inertia without --repair; expected the name of a file for the estimates")
	case c.repair == "":
	case len(names) > 1:
		return fmt.Errorf("--repair %s with %d models; expected one", c.repair, len(names))
	case c.repair == "-" && c.json:
		return errors.New("--json and --repair - both want stdout; expected one of them")
	}
	return nil
}

func someModels(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("no model; expected one or more, for example: %s arm.urdf", cmd.CommandPath())
	}
	inputs := 0
	for _, name := range args {
		if name == "-" {
			inputs++
		}
	}
	if inputs > 1 {
		return errors.New("the input (-) is given twice; it can be read once")
	}
	return nil
}

// check is the command: what it was asked for.
type check struct {
	strict, json bool
	repair       string // file for a repaired copy
	inertia      inertiaFlag
}

// run checks all files, also after one that fails.
func (c *check) run(cmd *cobra.Command, names []string) error {
	stderr, out := cmd.ErrOrStderr(), bufio.NewWriter(cmd.OutOrStdout())
	found := terminal.NewFindings(stderr)
	found.Always = len(names) > 1
	allOK := true
	for _, name := range names {
		source, err := models.Read(name, cmd.InOrStdin())
		if err != nil {
			fmt.Fprintln(stderr, message(err))
			source = &models.Source{Name: name,
				Diagnostics: urdf.Diagnostics{{Severity: urdf.Error, Code: "read", File: name, Message: err.Error()}}}
		} else {
			if source.Robot != nil {
				source.Diagnostics = append(source.Diagnostics, new(urdf.Resolver).Check(source.Robot)...)
				source.Diagnostics.Sort()
			}
			found.Show(source.Name, source.Data, source.Diagnostics)
		}
		allOK = allOK && c.passes(source)
		readable := err == nil
		err = nil
		if c.json {
			err = terminal.WriteJSON(out, c.verdict(source), "")
		} else if source.Robot != nil && c.repair != "-" {
			terminal.LinkTree(out, source.Robot)
		}
		if err := errors.Join(err, out.Flush()); err != nil {
			return err
		}
		if c.repair != "" && readable {
			if err := writeRepaired(cmd, c.repair, source, c.inertia.value); err != nil {
				return err
			}
		}
	}
	if !allOK {
		return errReported
	}
	return nil
}

// passes reports whether a file is good enough.
func (c *check) passes(s *models.Source) bool {
	return s.Robot != nil && !(c.strict && len(s.Diagnostics) > 0)
}

// verdict is what check says of a file as JSON. What is not known of a file with errors is zero.
type verdict struct {
	File        string             `json:"file"`
	Robot       string             `json:"robot"`
	OK          bool               `json:"ok"`
	Links       int                `json:"links"`
	Joints      int                `json:"joints"`
	Moving      int                `json:"moving_joints"`
	NQ          int                `json:"nq"`
	NV          int                `json:"nv"`
	Root        string             `json:"root"`
	Mass        float64            `json:"mass"`
	Diagnostics []*urdf.Diagnostic `json:"diagnostics"`
}

func (c *check) verdict(s *models.Source) *verdict {
	v := &verdict{File: s.Name, OK: c.passes(s), Diagnostics: []*urdf.Diagnostic{}}
	for i := range s.Diagnostics {
		v.Diagnostics = append(v.Diagnostics, &s.Diagnostics[i])
	}
	if r := s.Robot; r != nil {
		o := urdf.NewOutline(r)
		v.Robot, v.Links, v.Joints, v.Moving = r.Name, len(r.Links), len(r.Joints), o.Moving
		v.NQ, v.NV, v.Root, v.Mass = o.NQ, o.NV, o.Root(), o.Mass
	}
	return v
}
