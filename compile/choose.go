package compile

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"kinetree/compile/graph"
	"kinetree/compile/machine"
	"kinetree/compile/tape"
)

// Variable is the environment variable that limits what is used: off, the most lanes, or the name of the newest
// instruction set. Without it the widest code is used that the processor runs.
const Variable = "KINETREE_COMPILE"

// Lanes lists how many states at a time there is code for, the most first, whether this machine can run it or not.
func Lanes() []int { return machine.Lanes() }

// CheckVariable returns an error if [Variable] has a value that it does not know, with which there is no code.
func CheckVariable() error {
	v := os.Getenv(Variable)
	if v == "" || v == "off" {
		return nil
	}
	known := []string{"off", "1", "2", "4", "8"} // wherever: more lanes than there are limit nothing
	for _, set := range machine.InstructionSets() {
		if !slices.Contains(known, set.Name) {
			known = append(known, set.Name)
		}
	}
	if slices.Contains(known, v) {
		return nil
	}
	return fmt.Errorf("%s is %q; expected one of %s", Variable, v, strings.Join(known, ", "))
}

// allowed returns the instruction sets that the variable allows, the widest first. The error says that it allows none,
// or is wrong.
func allowed() ([]*machine.InstructionSet, error) {
	sets, v := machine.InstructionSets(), os.Getenv(Variable)
	if v == "" {
		return sets, nil
	}
	if v == "off" {
		return nil, fmt.Errorf("%s is off", Variable)
	}
	if err := CheckVariable(); err != nil {
		return nil, err
	}
	most, _ := strconv.Atoi(v)
	newest := slices.IndexFunc(sets, func(set *machine.InstructionSet) bool { return set.Name == v })
	return slices.DeleteFunc(slices.Clone(sets), func(set *machine.InstructionSet) bool {
		return newest >= 0 && set.Newer(sets[newest]) || newest < 0 && set.Lanes > most
	}), nil
}

// Code returns the name of the instruction set that computes a number of states at a time here. The error says why
// there is none.
func Code(lanes int) (name string, reason error) {
	g := graph.New()
	g.Output(g.Input())
	k, err := assemble(g, 0, lanes)
	if err != nil {
		return "", err
	}
	return k.InstructionSet().Name, nil
}

// assemble returns the code of a graph, some of whose inputs are carried, for a number of lanes, or for the most that
// run here if it is 0. The error says why there is none.
func assemble(g *graph.Graph, carried, lanes int) (*machine.Kernel, error) {
	if lanes != 0 && !slices.Contains(Lanes(), lanes) {
		return nil, fmt.Errorf("there is no code for %d lanes; expected one of %v", lanes, Lanes())
	}
	sets, err := allowed()
	if err != nil {
		return nil, err
	}
	if here := machine.InstructionSets(); !slices.ContainsFunc(here, func(set *machine.InstructionSet) bool {
		return lanes == 0 || lanes == set.Lanes
	}) {
		return nil, fmt.Errorf("there is no code for %d lanes on %s", max(lanes, 1), runtime.GOARCH)
	}
	var reasons []error
	for _, set := range sets {
		if lanes != 0 && lanes != set.Lanes {
			continue
		}
		k, err := machine.Compile(g, carried, set)
		if err == nil {
			return k, nil
		}
		reasons = append(reasons, err)
	}
	if reasons == nil {
		return nil, fmt.Errorf("%s is %s", Variable, os.Getenv(Variable))
	}
	return nil, errors.Join(reasons...)
}

// LaneCode returns code of a program, for as many lanes as there can be or for those that are asked for. The error says
// why there is none.
func LaneCode(p *tape.Program, lanes int) (tape.LaneCode, error) {
	k, err := assemble(p.Graph, p.Carried(), lanes)
	if err != nil {
		return tape.LaneCode{}, err
	}
	f := k.NewFrame()
	return tape.LaneCode{Lanes: k.InstructionSet().Lanes, In: f.In, Rows: f.Rows, Run: f.Step}, nil
}
