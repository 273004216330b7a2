package script

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"kinetree/internal/strict"
)

// function is one that a file may define, with the names of its parameters.
type function struct {
	name       string
	parameters []string
	about      string   // empty for one that programs call and no command does
	further    []string // parameters that it may have behind the others, by name and in any order
}

// functions are all of them, in alphabetical order.
var functions = []function{
	{"control", []string{"t", "position", "velocity", "reference"}, "efforts of a control law, for each sample: " +
		"{joint: effort}; a joint that is left out gets 0. For `controller: {type: script}` of a scenario. A law " +
		"may have further parameters, see below", []string{stateName, paramsName, periodName, modelName,
		lostName}},
	{"cost", []string{"metrics"}, "", nil},
	{"effort", []string{"t", "position", "velocity"}, "efforts in an open loop, at every instant: {joint: effort}. " +
		"For joints with `efforts: {JOINT: script}` in a scenario", []string{paramsName}},
	{"metrics", []string{"trajectory"}, "numbers of a run of a study: {name: number or None}. The argument has the " +
		"columns of the log by their names, each a list of numbers. Of a study in YAML it stands in the script of " +
		"the scenario", nil},
	{"runs", nil, "the runs of a study, a list of scenario(file, {path: value}). A file with this function " +
		"whose name ends in `.star` is a study", nil},
}

// functionOf returns the function of a name that a file may define.
func functionOf(name string) *function {
	return &functions[slices.IndexFunc(functions, func(f function) bool { return f.name == name })]
}

// builtins are the names that a file knows besides those of Starlark, as they are called.
var builtins = []struct{ call, about string }{
	{"math", "the module of that name: math.sin, math.pi and so on"},
	{"sum(numbers)", "adds numbers up"},
	{"range(begin, end, step)", "as in Python, for up to a million items"},
	{"linspace(first, last, n)", "n numbers with equal differences, the ends among them"},
	{"logspace(first, last, n)", "n positive numbers with equal ratios"},
	{"random(seed)", "a generator of random numbers, with its methods uniform(low, high), log_uniform(low, high), " +
		"normal(mean, deviation), integer(low, high) and choice(items)"},
	{"scenario(file, overrides)", "a run of a study, in runs(): a scenario file, and values by path that " +
		"replace what it says"},
}

//go:embed format.md
var format string

// Format returns a page about scripts in Markdown.
func Format() string {
	var defined, known strings.Builder
	for _, f := range functions {
		if f.about == "" {
			continue
		}
		strict.Item(&defined, "", fmt.Sprintf("`def %s(%s)`: %s", f.name, list(f.parameters), f.about))
	}
	for _, b := range builtins {
		strict.Item(&known, "", fmt.Sprintf("`%s`: %s", b.call, b.about))
	}
	return strings.NewReplacer("FUNCTIONS\n", defined.String(), "BUILTINS\n", known.String()).Replace(format)
}
