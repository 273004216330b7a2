package compile

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"

	"kinetree/compile/graph"
	"kinetree/compile/machine"
	"kinetree/compile/tape"
)

// Variable is the environment variable that limits what is used: off, or the most lanes. Without it the widest code is
// used that the processor runs.
const Variable = "KINETREE_COMPILE"

// Lanes lists how many states at a time there is code for, the most first, whether this machine can run it or not.
func Lanes() []int {
	var list []int
	for _, set := range machine.InstructionSets() {
		list = append(list, set.Lanes)
	}
	return list
}

// assemble returns the code of a graph for a number of lanes, or for the most that run here if it is 0. The error says
// why there is none.
func assemble(g *graph.Graph, lanes int) (*machine.Kernel, error) {
	most := Lanes()[0]
	switch v := os.Getenv(Variable); v {
	case "":
	case "off":
		return nil, fmt.Errorf("%s is off", Variable)
	default:
		n, err := strconv.Atoi(v)
		if err != nil || !slices.Contains(Lanes(), n) {
			return nil, fmt.Errorf("%s is %q; expected off or one of %v", Variable, v, Lanes())
		}
		if most = n; lanes > most {
			return nil, fmt.Errorf("%s is %d", Variable, most)
		}
	}
	var reasons []error
	for _, set := range machine.InstructionSets() {
		if lanes != 0 && lanes != set.Lanes || set.Lanes > most {
			continue
		}
		k, err := machine.Compile(g, set)
		if err == nil {
			return k, nil
		}
		reasons = append(reasons, err)
	}
	if reasons == nil {
		return nil, fmt.Errorf("there is no code for %d lanes; expected one of %v", lanes, Lanes())
	}
	return nil, errors.Join(reasons...)
}

// LaneCode returns code of a program, for as many lanes as there can be or for those that are asked for. The error says
// why there is none.
func LaneCode(p *tape.Program, lanes int) (tape.LaneCode, error) {
	k, err := assemble(p.Graph, lanes)
	if err != nil {
		return tape.LaneCode{}, err
	}
	f := k.NewFrame()
	return tape.LaneCode{Lanes: k.InstructionSet().Lanes, In: f.In, Out: f.Out, Run: f.Run}, nil
}
