package controllers_test

import (
	"reflect"
	"strings"
	"testing"

	"kinetree/ros/controllers"
)

// TestMotionTable reads one motion, of two joints at two times, in the forms that are in use.
func TestMotionTable(t *testing.T) {
	joints := []string{"j1", "j2"}
	positions, velocities := [][]float64{{1, 2}, {3, 4}}, [][]float64{{0.1, 0.2}, {0.3, 0.4}}
	for name, c := range map[string]struct {
		text  string
		times []float64
		speed [][]float64
		notes string
	}{
		"moveit": {text: "j1,j2\n1,2\n3,4\n"},
		"log": {"time,j1/position,j2/position,j1/velocity,j2/velocity,j1/effort,ledger/change\n" +
			"0.5,1,2,0.1,0.2,7,0\n1.5,3,4,0.3,0.4,8,0\n", []float64{0.5, 1.5}, velocities, "j1/effort"},
		"plotjuggler": {"__time,/joint_states/j1/position,/joint_states/j2/position\n" +
			"1700000000.5,1,2\n1700000001,,9\n" +
			"1700000001.5,3,4\n", []float64{0, 1}, nil, "1 rows with an empty field"},
		"dots": {"time_from_start.sec,time_from_start.nanosec,j1.position,j2.position,j1.velocity,j2.velocity\n" +
			"0,500000000,1,2,.1,.2\n1,500000000,3,4,.3,.4\n", []float64{0.5, 1.5}, velocities, ""},
		// the second message has the joints in another order
		"rostopic": {"%time,field.header.seq,field.header.stamp,field.header.frame_id,field.name0,field.name1," +
			"field.position0,field.position1,field.velocity0,field.velocity1\n" +
			"1600000000000000000,1,1600000000000000000,,j1,j2,1,2,0.1,0.2\n" +
			"1600000001000000000,2,1600000001000000000,,j2,j1,4,3,0.4,0.3\n", []float64{0, 1}, velocities,
			"field.header.seq"},
		"ros2": {"1600000000,500000000,base,j1,j2,1,2,0.1,0.2\n1600000000,500000000,base,j1,j2,1,2,0.1,0.2\n" +
			"1600000001,500000000,base,j2,j1,4,3,0.4,0.3\n", []float64{0, 1}, velocities, "1 rows with the time"},
		"message": {"%time,field.header.seq,field.joint_names0,field.joint_names1,field.points0.positions0," +
			"field.points0.positions1,field.points0.velocities0,field.points0.velocities1," +
			"field.points0.time_from_start,field.points1.positions0,field.points1.positions1," +
			"field.points1.velocities0,field.points1.velocities1,field.points1.time_from_start\n" +
			"1,0,j1,j2,1,2,0.1,0.2,500000000,3,4,0.3,0.4,1500000000\n", []float64{0.5, 1.5}, velocities, ""},
	} {
		got, err := controllers.ReadMotionTable([]byte(c.text), name+".csv")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if !reflect.DeepEqual(got.Joints, joints) || !reflect.DeepEqual(got.Position, positions) ||
			!reflect.DeepEqual(got.Times, c.times) || !reflect.DeepEqual(got.Velocity, c.speed) {
			t.Errorf("%s: joints %v, times %v, positions %v, velocities %v", name, got.Joints, got.Times, got.Position,
				got.Velocity)
		}
		if notes := strings.Join(got.Notes, "\n"); !strings.Contains(notes, c.notes) || c.notes == "" && notes != "" {
			t.Errorf("%s: notes %q; expected %q", name, notes, c.notes)
		}
	}
	trajectory, err := controllers.ReadTrajectory([]byte("time,j1,j2\n0,1,2\n1.5,3,4\n"), "t.csv")
	if err != nil || trajectory.End() != 1.5 || !reflect.DeepEqual(trajectory.Points[1].Positions, positions[1]) {
		t.Errorf("as a trajectory: %+v, %v", trajectory, err)
	}
	path, err := controllers.ReadPath([]byte(message), "t.yaml")
	if err != nil || len(path.Position) != 3 || path.Joints[0] != "joint2" {
		t.Errorf("a message as a path: %+v, %v", path, err)
	}
}

// TestMotionTableRefused tells what is wrong with a table, all of it.
func TestMotionTableRefused(t *testing.T) {
	for text, wants := range map[string][]string{
		"": {"t.csv:1:1: error: the file is empty"},
		"j1,j2\n1,x\n2\n": {`t.csv:2:1: error: field 2 is "x"; expected a finite number`,
			"t.csv:3:1: error: the row has 1 fields; expected 2"},
		"j1,j1\n1,2\n":                   {`there is a second column of joint "j1"; keep one`},
		"time,j1/position\n1,2\n0.5,3\n": {"t.csv:3:1: error: the time 0.5 is before that of the row before, 1"},
		"time,j1/position,j2/velocity\n1,2,3\n": {`there is no column of the position of joint "j2"`,
			`there is no column of the velocity of joint "j1"`},
		"time\n1\n":    {"no column is the position of a joint: time"},
		"1,2,3\n":      {"neither one below a header nor a message JointState"},
		"j1\n":         {"there is no row of numbers"},
		"j1\n\"1\n":    {"t.csv:"},
		"j1,j2\n1,2\n": {"there is no column of the time, such as time, time_from_start or %time: this is a path"},
	} {
		_, err := controllers.ReadTrajectory([]byte(text), "t.csv")
		for _, want := range wants {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%q: got %v; expected %s", text, err, want)
			}
		}
	}
}
