package prepare_test

import (
	"strings"
	"testing"

	"kinetree/scenario/prepare"
)

// stays is a disc on an axle that nothing limits.
const stays = `<robot name="r"><link name="base"/><link name="arm"><inertial><mass value="1"/>
<inertia ixx="0.5" ixy="0" ixz="0" iyy="0.5" iyz="0" izz="0.5"/></inertial></link>
<joint name="j" type="continuous"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/></joint></robot>`

// asked is who follows a file of motions: a law, or the joint itself.
var asked = map[string]string{
	"reference":  "controller: {type: pd, gains: {j: {p: 500, d: 10}}}\nreference: ",
	"prescribed": "prescribed: ",
}

// TestMotionFileStaysWithinRows lets a joint stand, move and stand by rows of positions alone: what it is asked is
// never beyond them, and jumps in position are an error of what is prescribed.
func TestMotionFileStaysWithinRows(t *testing.T) {
	const rows = "time,j/position\n0,0\n.5,0\n1,1\n2,1\n"
	for of, keys := range asked {
		for by, most := range map[string]float64{"": 1, "interpolation: monotone": 1, "interpolation: linear": 1,
			"interpolation: hold": 1, "interpolation: cubic": 1.7} {
			s, err := in(t, map[string]string{"r.urdf": stays, "m.csv": rows}, "kinetree: 1\nmodel: r.urdf\n"+
				"duration: 2.5\n"+keys+"{j: {type: file, file: m.csv, "+by+"}}\n")
			if err != nil {
				t.Fatal(err)
			}
			log := &tape{}
			run, err := prepare.New(s, prepare.Env{Unlogged: true, Sink: log})
			if jumps := of == "prescribed" && by == "interpolation: hold"; jumps {
				if err == nil || !strings.Contains(err.Error(), "the position jumps from 0 to 1 at 1 s") {
					t.Errorf("%s, %s: %v", of, by, err)
				}
				continue
			}
			if err != nil {
				t.Fatalf("%s, %s: %v", of, by, err)
			}
			if _, err := run.World.Run(t.Context(), 2.5); err != nil {
				t.Fatal(err)
			}
			name := map[string]string{"reference": "j/reference/position", "prescribed": "j/position"}[of]
			low, high := 0.0, 0.0
			for i := range log.rows {
				x := log.of(t, i, name)[0]
				low, high = min(low, x), max(high, x)
			}
			// the cubic spline swings to 1.764 and to -0.204, and the drift of what is prescribed is some 1e-15
			within := low >= -1e-12 && high >= 1 && high <= 1+1e-12
			if most == 1 && !within || most > 1 && !(low < -0.2 && high > most) {
				t.Errorf("%s, %s: from %v to %v", of, by, low, high)
			}
		}
	}
}

// TestMotionFileInterpolationFaults names the key.
func TestMotionFileInterpolationFaults(t *testing.T) {
	for keys, want := range map[string]string{
		"type: file, file: m.csv, interpolation: liner":   `interpolation: "liner" (did you mean "linear"?)`,
		"type: file, file: m.csv, interpolation: quintic": `no column "j/acceleration"`,
		"type: hold, interpolation: linear":               `interpolation: a motion of the type hold does not use it`,
	} {
		for of, head := range asked {
			s, err := in(t, map[string]string{"r.urdf": stays, "m.csv": "time,j/position\n0,0\n1,1\n"},
				"kinetree: 1\nmodel: r.urdf\n"+head+"{j: {"+keys+"}}\n")
			if err == nil {
				_, err = prepare.New(s, prepare.Env{Unlogged: true})
			}
			if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), of+".j") {
				t.Errorf("%s of %s: %v; want %q", keys, of, err, want)
			}
		}
	}
}

// TestMotionFileOutsideRun notes files whose times are not those of the run, once, as it does for efforts.
func TestMotionFileOutsideRun(t *testing.T) {
	for times, want := range map[string]string{
		"1700000000.1 1700000000.6": "until the first row, at t = 1.7000000001e+09 s, after the end of the run at 2 s",
		"0.5 3":                     "until the first row, at t = 0.5 s",
		"-3 -1":                     "m.csv: the last row, at t = -1 s, is before the start of the run",
		"0 1":                       "", "-1 3": "",
	} {
		first, last, _ := strings.Cut(times, " ")
		for of, head := range map[string]string{"reference": asked["reference"] + "{j: {type: file, file: m.csv}}",
			"prescribed": asked["prescribed"] + "{j: {type: file, file: m.csv}}", "efforts": "efforts: {j: m.csv}"} {
			quantity := map[bool]string{true: "effort", false: "position"}[of == "efforts"]
			s, err := in(t, map[string]string{"r.urdf": stays,
				"m.csv": "time,j/" + quantity + "\n" + first + ",0\n" + last + ",1\n"},
				"kinetree: 1\nmodel: r.urdf\nduration: 2\n"+head+"\n")
			if err != nil {
				t.Fatal(err)
			}
			run, err := prepare.New(s, prepare.Env{Unlogged: true})
			if err != nil {
				t.Fatalf("%s at %s: %v", of, times, err)
			}
			if notes := strings.Join(run.Notes, "\n"); !strings.Contains(notes, want) ||
				strings.Count(notes, "m.csv") != map[bool]int{true: 1}[want != ""] {
				t.Errorf("%s at %s: the notes are %q, want %q", of, times, notes, want)
			}
		}
	}
}
