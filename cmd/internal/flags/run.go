package flags

import (
	"strings"
	"sync"

	"kinetree/sim"

	"github.com/spf13/pflag"
)

// NewRun adds the flags of a run to a command.
func NewRun(f *pflag.FlagSet) *Settings {
	st := &Settings{}
	st.Add(f, Number, "duration", "duration", "simulated time in s")
	st.Add(f, Number, "dt", "dt", "step in s")
	st.Add(f, Text, "integrator", "integrator.name", "method of integration")
	st.flags["integrator"] = st.flags["integrator.name"] // which scenarios may write without .name
	st.Add(f, Text, "dynamics", "dynamics", "algorithm of forward dynamics: "+strings.Join(sim.AlgorithmNames(), ", "))
	st.Add(f, Number, "rtol", "integrator.rtol",
		"relative accuracy of integrators that choose their own steps (default theirs)")
	st.Add(f, Number, "atol", "integrator.atol",
		"absolute accuracy of these, in rad, m, rad/s and m/s (default theirs)")
	st.Assignments(f, "effort", "efforts", "constant effort of a joint in N m or N; repeatable", Plain)
	st.Add(f, Text, "efforts", "efforts_table.file",
		"CSV `file` of efforts over time: column time, then columns named by joint or JOINT/effort")
	st.Add(f, Text, "efforts-interp", "efforts_table.interpolation",
		"efforts between the rows of the file: hold or linear")
	st.Assignments(f, "position", "initial.position",
		"position of a joint at the start in rad or m, or in degrees with deg behind the number; repeatable (default "+
			"0, or the middle of the limits where they exclude 0)", Angles)
	st.Assignments(f, "velocity", "initial.velocity",
		"velocity of a joint at the start in rad/s or m/s, or in degrees per second with deg behind the number; "+
			"repeatable (default 0)", Angles)
	st.Add(f, Text, "start-from", "initial.from", "log `file` whose last row the run starts from, at time 0")
	st.Joints(f)
	st.Items(f, Wrench, "wrench", "disturbances",
		"force and moment on a link, `LINK:fx,fy,fz[,nx,ny,nz][:link][@t0:t1]`, at the origin of its frame in the "+
			"world's axes, or with :link in the link's, from t0 to t1 (default always); repeatable")
	st.Items(f, Syntax{"CONDITION", Text.read}, "until", "stop",
		"`condition` that ends the run: COLUMN>NUMBER or COLUMN<NUMBER for a column of the log, or JOINT/limit for "+
			"the contact with a stop; repeatable")
	st.Add(f, Triple, "gravity", "gravity", "acceleration of free fall in m/s^2")
	st.Add(f, Text, "base", "base", "root link: fixed to the world, or floating")
	st.Drift(f)
	st.Add(f, Truth, "ideal", "ideal",
		"rigid bodies only: no damping, friction, springs, position limits or effort limits")
	st.Add(f, Truth, "ignore-mimic", "ignore_mimic", "make joints that mimic others independent")
	st.Add(f, Text, "out", "log.file",
		"log `file`, - for the output (default MODEL's or SCENARIO's name with .csv in the current folder)")
	st.Add(f, whole, "every", "log.every", "log each N-th step, and the first and last state in any case")
	st.Add(f, Truth, "ledger", "log.ledger",
		"log the account of the energy: work of efforts and wrenches, losses by damping, friction and stops, residual")
	st.Add(f, Truth, "reactions", "log.reactions",
		"log what joints and constraints bear: force and moment of each joint on its child link")
	st.Add(f, Truth, "contacts", "log.contacts",
		"log what contacts with the environment bear, and their distances")
	st.Items(f, Syntax{"LINK", Text.read}, "log-link", "log.links",
		"log the pose, velocity and acceleration of a link in the world; repeatable")
	st.Items(f, Syntax{"SIGNAL,...", Text.read}, "log-signals", "log.signals",
		"log of the control loop what sensors say, what the law asks for, and the parts of laws that add some up: "+
			"measured, commanded, parts")
	st.Controllers(f)
	st.Sets(f)
	return st
}

// named are the flags of a run by the paths that they set.
var named = sync.OnceValue(func() map[string]string { return NewRun(new(pflag.FlagSet)).flags })

// For returns the flag that sets a field of a scenario, or a field that it is part of, or else the field.
func For(field string) string {
	for name := field; name != ""; name = name[:max(0, strings.LastIndexByte(name, '.'))] {
		if flag, ok := named()[name]; ok {
			return flag
		}
	}
	return field
}
