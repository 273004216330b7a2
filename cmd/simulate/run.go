package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"kinetree/integrate"
	"kinetree/scenario"
)

func newRun() *cobra.Command {
	s := scenario.Default()
	asJSON := false
	cmd := &cobra.Command{
		Use:   "run [flags] MODEL.urdf",
		Short: "Simulate a robot under given efforts and log its motion",
		Long: "Simulate a robot under given efforts and log its motion as CSV.\n\n" +
			"MODEL.urdf is a file, the name of an embedded model where no such file exists (`simulate models` lists them), or - for the input.\n" +
			"Units are SI and radians. Beside the log stands LOG.meta.json with all that is needed to understand and repeat the run.\n\n" +
			"A joint with several coordinates takes as many numbers: planar JOINT=x,y,angle; floating JOINT=x,y,z,qx,qy,qz,qw, and for velocities and\n" +
			"efforts the linear and then the angular part in the child link's axes. A floating base is set alike: --position base=x,y,z or\n" +
			"base=x,y,z,qx,qy,qz,qw, --velocity base=vx,vy,vz or base=vx,vy,vz,wx,wy,wz in the root link's axes.\n" +
			"A joint that mimics another one moves with it, and an effort on it acts through both.\n\n" +
			"Integrators:\n" + integrators(),
		Example: "  simulate run ur5\n" +
			"  simulate run ur5 --duration 2 --integrator rk4 --effort elbow_joint=10 --position shoulder_lift_joint=-1.5\n" +
			"  simulate run quadruped.urdf --base floating --position base=0,0,0.5 --gravity 0,0,-1.62\n" +
			"  simulate run arm.urdf --efforts efforts.csv --out motion.csv --json",
		Args: usage(oneModel),
		RunE: func(cmd *cobra.Command, args []string) error {
			s.Model = args[0]
			return simulate(cmd, s, asJSON)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.Float64Var(&s.Duration, "duration", s.Duration, "simulated time in s")
	f.Float64Var(&s.Step, "dt", s.Step, "step in s")
	f.StringVar(&s.Integrator, "integrator", s.Integrator, "method of integration")
	f.Var(assignments(s.Efforts), "effort", "constant effort of a joint in N m or N; repeatable")
	f.StringVar(&s.Table.File, "efforts", "", "CSV `file` of efforts over time: column time, then columns named by joint or JOINT/effort")
	f.StringVar(&s.Table.Interpolation, "efforts-interp", s.Table.Interpolation, "efforts between the rows of the file: hold or linear")
	f.Var(assignments(s.Initial.Position), "position", "position of a joint at the start in rad or m; repeatable (default 0, or the middle of the limits where they exclude 0)")
	f.Var(assignments(s.Initial.Velocity), "velocity", "velocity of a joint at the start in rad/s or m/s; repeatable (default 0)")
	f.Var((*vector)(&s.Gravity), "gravity", "acceleration of free fall in m/s^2")
	f.StringVar(&s.Base, "base", s.Base, "root link: fixed to the world, or floating")
	f.BoolVar(&s.Ideal, "ideal", false, "rigid bodies only: no damping, friction, position limits or effort limits")
	f.BoolVar(&s.IgnoreMimic, "ignore-mimic", false, "make joints that mimic others independent")
	f.StringVar(&s.Log.File, "out", "", "log `file`, - for the output (default MODEL's name with .csv in the current folder)")
	f.IntVar(&s.Log.Every, "every", s.Log.Every, "log each N-th step, and the first and last state in any case")
	f.BoolVar(&asJSON, "json", false, "print the summary as JSON")
	return cmd
}

func integrators() string {
	var b strings.Builder
	for _, m := range integrate.Methods() {
		fmt.Fprintf(&b, "  %-14s %s\n", m.Name, m.Purpose)
	}
	return strings.TrimRight(b.String(), "\n")
}

func oneModel(cmd *cobra.Command, args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("%d models; expected one, for example: %s ur5", len(args), cmd.CommandPath())
	}
	if strings.HasSuffix(args[0], ".yaml") || strings.HasSuffix(args[0], ".yml") {
		return fmt.Errorf("%s: scenario files are not supported yet; expected a URDF file or an embedded model", args[0])
	}
	return nil
}

// simulate runs a scenario and reports on it.
func simulate(cmd *cobra.Command, s *scenario.Scenario, asJSON bool) error {
	out, stderr := cmd.OutOrStdout(), cmd.ErrOrStderr()
	if s.Log.File == "-" { // the log is the output
		if asJSON {
			return &usageError{cmd.CommandPath(), errors.New("--json and --out - both want stdout; expected one of them")}
		}
		out = stderr
	}
	progress := newProgress(stderr, s.Duration)
	run, err := s.Prepare(scenario.Env{
		Input:    cmd.InOrStdin(),
		Output:   cmd.OutOrStdout(),
		Version:  version(),
		Progress: progress.show,
	})
	if err != nil {
		return err
	}
	if len(run.Source.Diagnostics) > 0 {
		fmt.Fprintln(stderr, plainLines(run.Source.Diagnostics.Error()))
	}
	for _, n := range run.Notes {
		fmt.Fprintln(stderr, "note: "+n)
	}

	ctx, stop := untilSignal(cmd.Context())
	defer stop()
	begin := time.Now()
	summary, err := run.World.Run(ctx, run.Scenario.Duration)
	wall := time.Since(begin)
	progress.clear()
	if summary == nil {
		return err
	}
	r := report{run, summary, wall}
	if asJSON {
		return errors.Join(r.json(out), err)
	}
	r.text(out)
	return err
}

// untilSignal returns a context that an interrupt or a termination ends, so that the run ends cleanly. A second interrupt ends the process; more
// terminations do not, for programs that time others out send several.
func untilSignal(parent context.Context) (context.Context, context.CancelFunc) {
	ctx, stopTerm := signal.NotifyContext(parent, syscall.SIGTERM)
	ctx, stopInterrupt := signal.NotifyContext(ctx, os.Interrupt)
	context.AfterFunc(ctx, stopInterrupt)
	return ctx, func() { stopInterrupt(); stopTerm() }
}
