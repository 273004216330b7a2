// Package complete finds what arguments and flags can go on with, for the completion of shells: models, scenarios and
// studies, joints and links of the robot that was named, integrators, and the paths of a scenario with their values.
//
// What there is follows from what commands say of themselves: their argument, such as MODEL.urdf | SCENARIO.yaml, and
// the kinds of their flags, such as JOINT=VALUE.
package complete

import (
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"kinetree/batch/study"
	"kinetree/cmd/internal/plot"
	"kinetree/identify"
	"kinetree/integrate"
	"kinetree/internal/infile"
	"kinetree/internal/strict"
	"kinetree/models"
	"kinetree/scenario"
	"kinetree/scenario/robot"
	"kinetree/sim"
	"kinetree/sim/record"
	"kinetree/urdf"
)

// Add gives the arguments and flags of a command and of those below it their completions.
func Add(cmd *cobra.Command) {
	if cmd.ValidArgsFunction == nil && len(cmd.ValidArgs) == 0 {
		cmd.ValidArgsFunction = arguments(cmd.Use)
	}
	cmd.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
		if of := values(f); of != nil {
			// The error is that of a flag that has completions already, which those of a fresh command have not.
			_ = cmd.RegisterFlagCompletionFunc(f.Name, func(_ *cobra.Command, args []string, typed string) (
				[]string, cobra.ShellCompDirective) {
				list := of(args, typed)
				directive := cobra.ShellCompDirectiveNoFileComp
				if slices.ContainsFunc(list,
					func(s string) bool { return strings.ContainsAny(s[len(s)-1:], "=.:/,") }) {
					directive |= cobra.ShellCompDirectiveNoSpace
				}
				return list, directive
			})
		}
	})
	for _, sub := range cmd.Commands() {
		Add(sub)
	}
}

// arguments returns the completion of arguments that the usage of a command names.
func arguments(usage string) cobra.CompletionFunc {
	var embedded, endings []string
	for _, kind := range []struct {
		name    string
		list    []models.Entry
		endings []string
	}{{"MODEL", models.List(), models.Endings()},
		{"SCENARIO", models.Scenarios(), []string{".yaml", ".yml", ".meta.json"}},
		{"STUDY", models.Studies(), []string{".yaml", ".yml", ".star"}},
		{"RUN", nil, []string{".csv"}}, {"LOG", nil, []string{".csv"}}, {"DIR", nil, []string{}}} {
		if !strings.Contains(usage, kind.name) {
			continue
		}
		endings = append(endings, kind.endings...)
		for _, m := range kind.list {
			embedded = append(embedded, cobra.CompletionWithDesc(m.Name, m.Summary))
		}
	}
	if len(embedded) == 0 && endings == nil {
		return cobra.NoFileCompletions
	}
	return func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		found, directive := files(typed, endings), cobra.ShellCompDirectiveNoFileComp
		if slices.ContainsFunc(found, func(s string) bool { return strings.HasSuffix(s, "/") }) {
			directive |= cobra.ShellCompDirectiveNoSpace
		}
		return append(beginning(typed, embedded), found...), directive
	}
}

// files returns the files with some endings, and the folders, whose names begin with what was typed.
func files(typed string, endings []string) []string {
	var list []string
	dir, base := filepath.Split(typed)
	entries, _ := os.ReadDir(filepath.Clean(dir + "."))
	for _, e := range entries {
		name := e.Name()
		switch {
		case !strings.HasPrefix(name, base) || base == "" && strings.HasPrefix(name, "."):
		case isFolder(dir + name):
			list = append(list, dir+name+"/")
		case slices.ContainsFunc(endings, func(end string) bool { return strings.HasSuffix(name, end) }):
			list = append(list, dir+name)
		}
	}
	return list
}

func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// values returns what completes a flag after some arguments, or nil if the shell may offer its files.
func values(f *pflag.Flag) func(args []string, typed string) []string {
	list := func(names ...string) func([]string, string) []string {
		return func(_ []string, typed string) []string { return beginning(typed, names) }
	}
	last := func(names func(args []string) []string) func([]string, string) []string { // of a list with commas
		return func(args []string, typed string) []string {
			i := strings.LastIndexByte(typed, ',') + 1
			return beginning(typed, with(typed[:i], names(args), ""))
		}
	}
	switch kind := f.Value.Type(); {
	case f.Name == "integrator":
		var names []string
		for _, m := range integrate.Methods() {
			names = append(names, cobra.CompletionWithDesc(m.Name, m.Purpose))
		}
		return list(names...)
	case f.Name == "dynamics":
		return list(sim.AlgorithmNames()...)
	case f.Name == "base":
		return list("fixed", "floating")
	case f.Name == "efforts-interp":
		return list("hold", "linear")
	case f.Name == "format":
		return list("svg", "png")
	case f.Name == "model":
		complete := arguments("MODEL")
		return func(_ []string, typed string) []string {
			found, _ := complete(nil, nil, typed)
			return found
		}
	case f.Name == "what":
		return last(func([]string) []string { return plot.Quantities() })
	case f.Name == "terms":
		return last(func([]string) []string { return identify.TermNames() })
	case f.Name == "joints":
		return last(logged)
	case f.Name == "trajectories":
		return list("all", "failed", "none")
	case kind == "JOINT=VALUE":
		return func(args []string, typed string) []string { return beginning(typed, with("", joints(args), "=")) }
	case kind == "NAME.KEY=VALUE":
		return func(args []string, typed string) []string {
			for _, j := range joints(args) {
				if strings.HasPrefix(typed, j+".") {
					return beginning(typed, with(j+".", scenario.JointFields, "="))
				}
			}
			return beginning(typed, with("", joints(args), "."))
		}
	case strings.HasPrefix(kind, "LINK:"):
		return func(args []string, typed string) []string { return beginning(typed, with("", links(args), ":")) }
	case kind == "LINK":
		return func(args []string, typed string) []string { return beginning(typed, links(args)) }
	case f.Name == "log-signals":
		return last(func([]string) []string { return scenario.SignalNames() })
	case kind == "CONDITION":
		return func(args []string, typed string) []string {
			var columns []string
			for _, j := range joints(args) {
				for _, quantity := range []string{"position", "velocity", "acceleration", "effort", "limit"} {
					columns = append(columns, j+"/"+quantity)
				}
			}
			return beginning(typed, columns)
		}
	case kind == "PATH=VALUE":
		return paths
	case kind == "string" || kind == "stringSlice":
		return nil
	}
	return list()
}

// beginning returns those of some texts that begin with what was typed.
func beginning(typed string, list []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(s string) bool { return !strings.HasPrefix(s, typed) })
}

// with returns texts with something before and behind each.
func with(before string, list []string, behind string) []string {
	all := make([]string, len(list))
	for i, s := range list {
		all[i] = before + s + behind
	}
	return all
}

// open returns the scenario that the first argument names, or a default one with the model that it names, and the
// robot. Nothing is said of what is wrong with it.
func open(args []string) (*scenario.Scenario, *urdf.Robot) {
	s := scenario.Default()
	if len(args) == 0 || args[0] == "-" {
		return s, &urdf.Robot{}
	}
	s.Model.File = args[0]
	if given, err := robot.Checked(scenario.Open(args[0], nil)); err == nil {
		s = given
	} else if given, err := study.Open(args[0], nil); err == nil {
		if run, err := given.Scenario(0); err == nil {
			s = run
		}
	}
	source, err := robot.Opening(s, robot.Env{Input: strings.NewReader("")}).Model(s.Model.File)
	if err != nil {
		return s, &urdf.Robot{}
	}
	return s, source.Robot
}

// joints returns the names of the moving joints of the robot that arguments name.
func joints(args []string) []string {
	_, robot := open(args)
	return moving(robot)
}

func moving(robot *urdf.Robot) (names []string) {
	for i := range robot.Joints {
		if robot.Joints[i].Type != urdf.Fixed {
			names = append(names, robot.Joints[i].Name)
		}
	}
	return names
}

// links returns the names of the links of the robot that arguments name.
func links(args []string) (names []string) {
	_, robot := open(args)
	for i := range robot.Links {
		names = append(names, robot.Links[i].Name)
	}
	return names
}

// logged returns the names of the joints in the log that arguments name.
func logged(args []string) (names []string) {
	if len(args) == 0 {
		return nil
	}
	file, err := infile.Open(args[0])
	if err != nil {
		return nil
	}
	defer file.Close()
	log, err := record.NewReader(io.LimitReader(file, 1<<20), args[0])
	if err != nil {
		return nil
	}
	for _, column := range log.Columns() {
		if joint, ok := strings.CutSuffix(column, "/position"); ok {
			names = append(names, joint)
		}
	}
	return names
}

// paths returns what PATH=VALUE can go on with: a key, or a value.
func paths(args []string, typed string) []string {
	s, robot := open(args)
	path, value, valued := strings.Cut(typed, "=")
	if valued {
		place, _ := strict.Look(s, path)
		return beginning(path+"="+value, with(path+"=", place.Texts, ""))
	}
	path = typed[:max(0, strings.LastIndexByte(typed, '.'))]
	place, ok := strict.Look(s, path)
	if !ok {
		return nil
	}
	keys := map[string]bool{}
	for _, k := range place.Keys {
		keys[k] = true
	}
	switch place.Named {
	case "joint":
		for _, name := range moving(robot) {
			keys[name] = true
		}
	case "link":
		for i := range robot.Links {
			keys[robot.Links[i].Name] = true
		}
	}
	var list []string
	for _, k := range slices.Sorted(maps.Keys(keys)) {
		next := strict.Join(path, k)
		inside, _ := strict.Look(s, next)
		if end := "="; len(inside.Keys) > 0 || inside.Named != "" {
			list = append(list, next+".")
		} else {
			list = append(list, next+end)
		}
	}
	return beginning(typed, list)
}
