package main

import (
	"bufio"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"kinetree/cmd/internal/flags"
	"kinetree/cmd/internal/terminal"
	"kinetree/models"
	"kinetree/scenario/robot"
	"kinetree/tree"
	"kinetree/urdf"
	urdfcheck "kinetree/urdf/check"
	"kinetree/urdf/find"
	"kinetree/urdf/mesh"
)

func newCheck() *cobra.Command {
	c := &check{}
	cmd := &cobra.Command{
		Use:   "check [flags] MODEL.urdf | DIR...",
		Short: "Check URDF files and show the tree of their links, or all files in folders",
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
	c.reading.Add(f)
	addForce(cmd)
	return cmd
}

// usage finds flags that do not go together.
func (c *check) usage(names []string) error {
	switch {
	case c.repair == "" && c.reading.Inertia.Value != nil:
		return errors.New("--estimate-inertia without --repair; expected the name of a file for the estimates")
	case c.repair == "":
	case len(names) > 1:
		return fmt.Errorf("--repair %s with %d models; expected one", c.repair, len(names))
	case isFolder(names[0]):
		return fmt.Errorf("--repair %s with the folder %s; expected a model", c.repair, names[0])
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
	reading      flags.Reading
}

// run checks all files, also after one that fails.
func (c *check) run(cmd *cobra.Command, names []string) error {
	out := bufio.NewWriter(cmd.OutOrStdout())
	found := terminal.NewFindings(cmd.ErrOrStderr())
	found.Always = len(names) > 1
	folders, resolver := findFiles(names)
	resolver.Packages = c.reading.Expansion.Folders()
	var census terminal.Census
	allOK := true
	for _, name := range names {
		var ok bool
		var err error
		if f, isFolder := folders[name]; isFolder {
			ok, err = c.folder(out, f, resolver, &census)
			folders[name] = folder{} // a folder that is given twice is checked once
		} else {
			ok, err = c.file(cmd, out, name, resolver, found)
		}
		if err := errors.Join(err, out.Flush()); err != nil {
			return err
		}
		allOK = allOK && ok
	}
	if len(folders) > 0 && !c.json {
		census.Write(out)
	}
	if err := out.Flush(); err != nil || allOK {
		return err
	}
	return errReported
}

// file checks one file and reports whether it is good enough.
func (c *check) file(cmd *cobra.Command, out *bufio.Writer, name string, resolver *find.Resolver,
	found *terminal.Findings) (ok bool, err error) {
	source, err := c.reading.Expansion.Opening(cmd.InOrStdin()).Read(name)
	readable := err == nil
	if readable {
		addFiles(source, resolver)
		found.Show(source.Name, source.Text, source.Diagnostics)
	} else {
		fmt.Fprintln(cmd.ErrOrStderr(), message(err))
		source = unreadable(name, err)
	}
	err = nil
	if c.json {
		err = terminal.WriteJSON(out, c.verdict(source), "")
	} else if source.Robot != nil && c.repair != "-" {
		terminal.LinkTree(out, source.Robot)
		for _, x := range overlaps(source) {
			fmt.Fprintf(out, "overlap  %s and %s by %.3g m at zero\n", x.Links[0], x.Links[1], x.Depth)
		}
	}
	if err := errors.Join(err, out.Flush()); err != nil {
		return false, err
	}
	if c.repair != "" && readable {
		err = writeRepaired(cmd, c.repair, source, c.reading.Inertia.Value)
	}
	return c.passes(source), err
}

// overlaps returns the links that overlap where all joints are at zero, or as near to it as their limits allow.
func overlaps(s *models.Source) []robot.Overlap {
	m, err := tree.Build(s.Robot)
	if err != nil {
		return nil
	}
	q := m.Neutral()
	for _, b := range m.Bounds() {
		q[b.Q] = min(max(q[b.Q], b.Lower), b.Upper)
	}
	return robot.Overlaps(s, m, q)
}

// addFiles adds to the diagnostics of a file what those say that it names.
func addFiles(s *models.Source, resolver *find.Resolver) {
	if s.Robot != nil {
		s.Diagnostics = append(s.Diagnostics, urdfcheck.Files(s.Robot, resolver, mesh.Measure)...)
		s.Diagnostics.Sort()
	}
}

// unreadable returns the source that stands for a file that cannot be read.
func unreadable(name string, err error) *models.Source {
	return &models.Source{Name: name,
		Diagnostics: urdf.Diagnostics{{Severity: urdf.Error, Code: "read", File: name, Message: err.Error()}}}
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
	// links whose shapes overlap at the position zero, but for neighbours
	Overlaps []robot.Overlap `json:"overlaps,omitempty"`
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
		v.Overlaps = overlaps(s)
	}
	return v
}
