package main

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"kinetree/batch"
	"kinetree/batch/study"
	"kinetree/models"
	"kinetree/scenario"
	"kinetree/urdf"
)

// studies are batches of arms of which a step of the peer is timed, too.
//
//go:embed studies
var studies embed.FS

// names lists the studies.
var names = []string{"gains", "rk4", "masses", "noise", "stops", "random", "random_stops"}

// few and many are how many runs a study has in its two batches, whose difference is what steps take: starting and
// making code is left out.
const few, many = 300, 1500

// compareStudies writes a line for each study: a step of its runs on one worker, and one of the peer under the same
// law.
func compareStudies(out *tabwriter.Writer, program string) error {
	dir, err := os.MkdirTemp("", "studies")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	for _, name := range names {
		text, err := studies.ReadFile("studies/" + name + ".yaml")
		if err != nil {
			return err
		}
		file := filepath.Join(dir, name+".yaml")
		if err := os.WriteFile(file, text, 0o666); err != nil {
			return err
		}
		least, theirs := [2]float64{math.Inf(1), math.Inf(1)}, map[string]float64{}
		var steps int
		for range turns {
			for i, runs := range [2]int{few, many} {
				s, err := study.Open(file, nil)
				if err != nil {
					return err
				}
				first, err := s.Scenario(0)
				if err != nil {
					return err
				}
				steps = int(math.Round(first.Duration / first.Step))
				seconds, err := execute(s, runs, dir)
				if err != nil {
					return err
				}
				least[i] = min(least[i], seconds)
				if i > 0 {
					continue
				}
				robot, course, err := describe(first, dir)
				if err != nil {
					return err
				}
				if err := runPeer(theirs, program, robot, fmt.Sprint(each.Seconds()), course); err != nil {
					return err
				}
			}
		}
		ours := (least[1] - least[0]) / float64((many-few)*steps) * 1e9
		fmt.Fprintf(out, "%s\t\tstudy\t%.0f\tmj_step\t%.0f\t%.1f\n", name, ours, theirs["mj_step"],
			theirs["mj_step"]/ours)
	}
	return nil
}

// execute runs the first runs of a study on one worker, and returns how long that takes (s).
func execute(s *study.Study, runs int, dir string) (seconds float64, err error) {
	to := filepath.Join(dir, "out")
	defer func() { err = errors.Join(err, os.RemoveAll(to)) }()
	begin := time.Now()
	tally, err := batch.Execute(context.Background(), batch.Config{Dir: to, Runs: runs, Axes: s.Axes,
		Metrics: s.Metrics, Workers: 1}, s.NewWorker)
	seconds = time.Since(begin).Seconds()
	if err == nil && tally.Failed > 0 {
		err = fmt.Errorf("%d runs of %s have failed", tally.Failed, s.Name)
	}
	return seconds, err
}

// describe writes the robot of a scenario for the peer, and what its runs are: see mujoco/mujoco.c.
func describe(s *scenario.Scenario, dir string) (robot, course string, err error) {
	source, err := models.Open(s.Model.File, os.Stdin)
	if err != nil {
		return "", "", err
	}
	law := s.Controller
	if law.Type != "pd" && law.Type != "pd_gravity" {
		return "", "", fmt.Errorf("the law is %s; expected pd or pd_gravity", law.Type)
	}
	var text strings.Builder
	one := map[bool]int{true: 1}
	fmt.Fprintln(&text, s.Step, s.Duration, one[s.Integrator.Name == "rk4"], one[law.Type == "pd_gravity"],
		math.Round(law.Period/s.Step), law.Delay, s.Sensors.PositionNoise, s.Sensors.VelocityNoise)
	for i := range source.Robot.Joints {
		j := &source.Robot.Joints[i]
		if j.Type == urdf.Fixed {
			continue
		}
		if x := s.Joints[j.Name].Friction; x != nil {
			d := urdf.Dynamics{Friction: *x}
			if j.Dynamics != nil {
				d.Damping = j.Dynamics.Damping
			}
			j.Dynamics = &d
		}
		start := 0.0
		if x := s.Initial.Position[j.Name]; len(x) > 0 {
			start = x[0]
		}
		to := start
		if x := s.Reference[j.Name].To; x != nil {
			to = *x
		}
		gains := func(of func(scenario.Gains) *float64) float64 {
			for _, name := range []string{j.Name, "*"} {
				if x := of(law.Gains[name]); x != nil {
					return *x
				}
			}
			return 0
		}
		fmt.Fprintln(&text, j.Name, start, to, gains(func(g scenario.Gains) *float64 { return g.P }),
			gains(func(g scenario.Gains) *float64 { return g.D }))
	}
	robot, course = filepath.Join(dir, "robot.urdf"), filepath.Join(dir, "course.txt")
	return robot, course, errors.Join(writeBare(robot, source.Robot),
		os.WriteFile(course, []byte(text.String()), 0o666))
}
