// Command peers compares kinetree with MuJoCo on one machine, in one run: for each robot, and for each study of arms
// under laws, it times both in turn, several times, and prints the best times and their ratios. run.sh installs what it
// needs.
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"kinetree/cmd/internal/timing"
	"kinetree/models"
	"kinetree/tree"
	"kinetree/urdf"
)

const (
	turns = 5                      // of each program
	ours  = 3 * time.Second        // for all of our algorithms in a turn
	each  = 400 * time.Millisecond // for each function of the peer in a turn
)

// pairs lists what is compared: our algorithm and the function of the peer.
var pairs = [][2]string{{"aba", "mj_forward"}, {"rnea", "mj_inverse"}, {"crba", "mj_crb"},
	{"step/semi-implicit", "mj_step"}, {"aba/derivatives", "mjd_transitionFD"},
	{"aba/compiled/8", "mj_forward"}, {"aba/compiled/1", "mj_forward"}, {"rnea/compiled/8", "mj_inverse"},
	{"crba/compiled/8", "mj_crb"}, {"step/semi-implicit/compiled/8", "mj_step"},
	{"step/semi-implicit/compiled/1", "mj_step"}, {"aba/derivatives/compiled/8", "mjd_transitionFD"}}

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: peers PROGRAM MODEL.urdf...   (PROGRAM is mujoco/mujoco.c compiled; see "+
			"run.sh)")
		os.Exit(2)
	}
	out := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(out, "robot\tdof\tkinetree\tns\tMuJoCo\tns\tratio")
	for _, name := range os.Args[2:] {
		if err := compare(out, os.Args[1], name); err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
			os.Exit(1)
		}
	}
	fmt.Fprintln(out, "\t\t\t\t\t\t")
	if err := compareStudies(out, os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	out.Flush()
}

// compare writes the lines of one robot.
func compare(out *tabwriter.Writer, program, name string) error {
	source, err := models.Open(name, os.Stdin)
	if err != nil {
		return err
	}
	for i := range source.Robot.Joints { // MuJoCo drops mimicry, and independent joints are the same for both
		source.Robot.Joints[i].Mimic = nil
	}
	m, err := tree.Build(source.Robot)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "peers")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "robot.urdf")
	if err := writeBare(file, source.Robot); err != nil {
		return err
	}
	times, theirs := map[string]float64{}, map[string]float64{}
	for range turns {
		report, err := timing.Run(m, ours)
		if err != nil {
			return err
		}
		for _, r := range report.Results {
			keepLeast(times, r.Name, r.Best)
		}
		if err := runPeer(theirs, program, file, fmt.Sprint(each.Seconds())); err != nil {
			return err
		}
	}
	if int(theirs["nv"]) != m.NV() {
		return fmt.Errorf("the peer has %v degrees of freedom, we have %d", theirs["nv"], m.NV())
	}
	for _, p := range pairs {
		if times[p[0]] == 0 { // there is no such code
			continue
		}
		fmt.Fprintf(out, "%s\t%d\t%s\t%.0f\t%s\t%.0f\t%.2f\n", m.Name(), m.NV(), p[0], times[p[0]], p[1], theirs[p[1]],
			theirs[p[1]]/times[p[0]])
	}
	return nil
}

func keepLeast(times map[string]float64, name string, t float64) {
	if old, ok := times[name]; !ok || t < old {
		times[name] = t
	}
}

// writeBare writes a robot without shapes, which the peer would want meshes for, and with the settings under which it
// takes the inertias as they are and welds fixed joints.
func writeBare(file string, r *urdf.Robot) error {
	for i := range r.Links {
		r.Links[i].Visuals, r.Links[i].Collisions = nil, nil
	}
	r.Materials = nil
	var b bytes.Buffer
	if err := r.WriteURDF(&b); err != nil {
		return err
	}
	const settings = `<mujoco><compiler fusestatic="true" balanceinertia="true" boundmass="1e-9" ` +
		`boundinertia="1e-12"/></mujoco>`
	text := strings.Replace(b.String(), "</robot>", settings+"</robot>", 1)
	return os.WriteFile(file, []byte(text), 0o666)
}

// runPeer adds the times that the peer prints.
func runPeer(times map[string]float64, program string, arguments ...string) error {
	cmd := exec.Command(program, arguments...)
	cmd.Stderr = os.Stderr
	text, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("the peer: %w", err)
	}
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		var name string
		var t float64
		if _, err := fmt.Sscan(lines.Text(), &name, &t); err != nil {
			return fmt.Errorf("the peer prints %q: %w", lines.Text(), err)
		}
		keepLeast(times, name, t)
	}
	return nil
}
