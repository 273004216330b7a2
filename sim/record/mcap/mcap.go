// Package mcap adds MCAP with the profile of ROS 2 to the forms of logs, by an import of the package: files that ROS
// tools play and draw. Their topics are
//
//	/robot_description  std_msgs/String: the robot's description, once
//	/tf_static, /tf     tf2_msgs/TFMessage: where each link is on its parent, once for joints that do not move
//	/joint_states       sensor_msgs/JointState: positions, velocities and efforts of the joints
//	/references, /measured, /commanded  the same of these signals of the control loop, where the log has them
//	/reactions/JOINT    geometry_msgs/WrenchStamped: the reaction of a joint, where the log has reactions
//	/kinetree/row       std_msgs/Float64MultiArray: the row of the log, so that nothing is lost
//
// A reader takes the rows; of a file that others have recorded it takes a topic of JointState. The container follows
// the specification of MCAP (https://mcap.dev/spec), the messages that of XCDR1.
package mcap

import (
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"kinetree/sim/record"
	"kinetree/spatial"
	"kinetree/tree"
)

func init() {
	record.Register(record.Form{Ending: ".mcap", Magic: []string{magic}, NewEncoder: newEncoder, NewSource: newSource})
}

// rowTopic and the record of metadata of this name, whose columns are the names of the row's numbers, keep the log.
const (
	rowTopic = "/kinetree/row"
	ourName  = "kinetree"
)

// qos returns with what quality of service ROS 2 is to publish the messages of a channel: reliable, and kept for later
// readers if there is one message.
func (c *channel) qos() string {
	durability, forever := 2, "    sec: 9223372036\n    nsec: 854775807\n"
	if c.once {
		durability = 1
	}
	return fmt.Sprintf("- history: 1\n  depth: 10\n  reliability: 1\n  durability: %d\n  deadline:\n%s  lifespan:\n%s"+
		"  liveliness: 1\n  liveliness_lease_duration:\n%s  avoid_ros_namespace_conventions: false\n", durability,
		forever, forever, forever)
}

// encoder writes a message to each topic for each row.
type encoder struct {
	to      *record.Output
	robot   record.Robot
	file    *container
	columns []string
	time    int // column
	topics  []topic
	static  cdr // the transforms of joints that do not move
	rows    int
	message cdr
}

// topic is a channel with what appends its message of a row; nil if there is one message before all rows.
type topic struct {
	channel *channel
	encode  func(c cdr, row []float64, ns uint64) cdr
}

func newEncoder(to *record.Output, robot record.Robot) record.Encoder {
	return &encoder{to: to, robot: robot}
}

// Begin implements record.Encoder.
func (e *encoder) Begin(columns []string) error {
	e.columns = columns
	if e.time = slices.Index(columns, "time"); e.time < 0 {
		return fmt.Errorf("the log has no column time, which messages need")
	}
	if len(e.robot.Description) > 0 {
		e.addTopic("/robot_description", "std_msgs/msg/String", nil)
	}
	if e.robot.Model != nil && e.robot.Tree != nil {
		e.addTransforms()
	}
	e.addStates("/joint_states", "")
	e.addStates("/references", "/reference")
	e.addStates("/measured", "/measured")
	e.addStates("/commanded", "/commanded")
	e.addReactions()
	e.addTopic(rowTopic, "std_msgs/msg/Float64MultiArray", func(c cdr, row []float64, _ uint64) cdr {
		c = c.uint32(0).uint32(0).uint32(uint32(len(row))) // no dimensions, offset 0
		for _, x := range row {
			c = c.float(x)
		}
		return c
	})
	channels := make([]*channel, len(e.topics))
	for i, t := range e.topics {
		channels[i] = t.channel
	}
	names, err := json.Marshal(columns)
	if err != nil {
		return err
	}
	if e.file, err = newContainer(e.to, channels); err != nil {
		return e.failed(err)
	}
	return e.failed(e.file.note(ourName, map[string]string{"columns": string(names)}))
}

func (e *encoder) failed(err error) error {
	if err != nil {
		return fmt.Errorf("the log cannot be written: %w", err)
	}
	return nil
}

func (e *encoder) addTopic(name, kind string, encode func(c cdr, row []float64, ns uint64) cdr) {
	e.topics = append(e.topics, topic{&channel{topic: name, kind: find(kind), once: encode == nil}, encode})
}

// addStates adds a topic for the columns NAME SIGNAL/position, /velocity and /effort, if there are any. A coordinate
// without one of them has NaN there.
func (e *encoder) addStates(name, signal string) {
	quantities := []string{"/position", "/velocity", "/effort"}
	var names []string
	var columns [3][]int
	for at, column := range e.columns {
		for i, quantity := range quantities {
			joint, ok := strings.CutSuffix(column, signal+quantity)
			if !ok || joint == "" || signal == "" && otherSignal.MatchString(joint) {
				continue
			}
			k := slices.Index(names, joint)
			if k < 0 {
				k = len(names)
				names = append(names, joint)
			}
			for len(columns[i]) <= k {
				columns[i] = append(columns[i], -1)
			}
			columns[i][k] = at
		}
	}
	if names == nil {
		return
	}
	e.addTopic(name, "sensor_msgs/msg/JointState", func(c cdr, row []float64, ns uint64) cdr {
		c = c.header(ns, "").uint32(uint32(len(names)))
		for _, joint := range names {
			c = c.text(joint)
		}
		for _, list := range columns {
			if list == nil {
				c = c.uint32(0)
				continue
			}
			c = c.uint32(uint32(len(names)))
			for k := range names {
				x := math.NaN()
				if k < len(list) && list[k] >= 0 {
					x = row[list[k]]
				}
				c = c.float(x)
			}
		}
		return c
	})
}

// otherSignal is how names end of columns that are of no joint but of a signal of one.
var otherSignal = regexp.MustCompile(`/(reference|measured|commanded)$`)

// addReactions adds a topic for each joint whose reactions are logged.
func (e *encoder) addReactions() {
	parts := []string{"/force/x", "/force/y", "/force/z", "/moment/x", "/moment/y", "/moment/z"}
	for at, column := range e.columns {
		joint, ok := strings.CutSuffix(column, parts[0])
		if !ok || at+len(parts) > len(e.columns) || e.columns[at+5] != joint+parts[5] {
			continue
		}
		frame := joint
		if e.robot.Model != nil {
			if k, ok := e.robot.Model.Joint(joint); ok {
				frame = e.robot.Model.Links()[e.robot.Model.Joints()[k].Link].Name
			}
		}
		e.addTopic("/reactions/"+notOfTopics.ReplaceAllString(joint, "_"), "geometry_msgs/msg/WrenchStamped",
			func(c cdr, row []float64, ns uint64) cdr {
				c = c.header(ns, frame)
				for _, x := range row[at : at+len(parts)] {
					c = c.float(x)
				}
				return c
			})
	}
}

// notOfTopics are the letters that names of topics cannot have.
var notOfTopics = regexp.MustCompile(`[^A-Za-z0-9_]`)

// world is the name of the frame in which the root link is.
const world = "world"

// addTransforms adds the topics of the robot's frames.
func (e *encoder) addTransforms() {
	m := e.robot.Model
	k := tree.NewKinematics(m)
	q := m.Neutral()
	type pair struct{ parent, child int } // links; the parent of the root is the world
	name := func(link int) string {
		if link < 0 {
			return world
		}
		return m.Links()[link].Name
	}
	pose := func(x pair) spatial.Transform {
		child := k.Pose(x.child)
		if x.parent < 0 {
			return child
		}
		parent := k.Pose(x.parent)
		inverse := parent.Inverse()
		return inverse.Compose(&child)
	}
	encode := func(c cdr, list []pair, ns uint64) cdr {
		c = c.uint32(uint32(len(list)))
		for _, x := range list {
			at := pose(x)
			c = c.header(ns, name(x.parent)).text(name(x.child)).pose(&at)
		}
		return c
	}
	root := pair{-1, m.Root()}
	var fixed, moving []pair
	if m.Floating() || e.robot.Base != nil {
		moving = append(moving, root)
	} else {
		fixed = append(fixed, root)
	}
	for i := range e.robot.Tree.Joints {
		j := &e.robot.Tree.Joints[i]
		parent, hasParent := m.Link(j.Parent)
		child, hasChild := m.Link(j.Child)
		switch {
		case !hasParent || !hasChild || child == m.Root():
		case m.Fixed(j.Name):
			fixed = append(fixed, pair{parent, child})
		default:
			moving = append(moving, pair{parent, child})
		}
	}
	k.Update(q)
	if len(fixed) > 0 {
		e.addTopic("/tf_static", "tf2_msgs/msg/TFMessage", nil)
		e.static = encode(slices.Clone(head), fixed, 0)
	}
	if len(moving) == 0 {
		return
	}
	places := coordinates(m, e.columns)
	e.addTopic("/tf", "tf2_msgs/msg/TFMessage", func(c cdr, row []float64, ns uint64) cdr {
		for i, at := range places {
			if at >= 0 {
				q[i] = row[at]
			}
		}
		if e.robot.Base != nil {
			base := e.robot.Base(row[e.time])
			k.MoveBase(&base)
		}
		k.Update(q)
		return encode(c, moving, ns)
	})
}

// coordinates returns for each coordinate of a model the column that has it, or −1.
func coordinates(m *tree.Model, columns []string) []int {
	places := make([]int, m.NQ())
	for i := range places {
		places[i] = -1
	}
	known := m.LogColumns()
	base := tree.BaseColumns()[:7]
	for at, column := range columns {
		if x, ok := known[column]; ok && x.Quantity == tree.Position && m.Joints()[x.Joint].Leader < 0 {
			places[m.Joints()[x.Joint].Q+x.Coordinate] = at
		}
		if i := slices.Index(base, column); i >= 0 && m.Floating() {
			places[i] = at
		}
	}
	return places
}

// Add implements record.Encoder.
func (e *encoder) Add(rows []float64) error {
	for ; len(rows) > 0; rows = rows[len(e.columns):] {
		row := rows[:len(e.columns)]
		ns := uint64(max(0, math.RoundToEven(row[e.time]*1e9)))
		for i, t := range e.topics {
			switch {
			case t.encode != nil:
				e.message = t.encode(append(e.message[:0], head...), row, ns)
			case e.rows > 0:
				continue
			case t.channel.topic == "/tf_static":
				e.message = append(e.message[:0], e.static...)
			default:
				e.message = append(e.message[:0], head...).text(string(e.robot.Description))
			}
			if err := e.file.add(i, ns, e.message); err != nil {
				return e.failed(err)
			}
		}
		e.rows++
	}
	return nil
}

// End implements record.Encoder.
func (e *encoder) End() (rows int, err error) {
	if e.file == nil {
		return 0, nil
	}
	name := "run.mcap"
	if e.to.File != nil {
		name = filepath.Base(e.to.File.Name())
	}
	return e.rows, e.failed(e.file.end("rosbag2", map[string]string{"serialized_metadata": e.file.bag(name)}))
}

// bag returns the metadata that rosbag2 keeps of a bag, version 5.
func (c *container) bag(name string) string {
	var b strings.Builder
	duration := c.last - c.first
	if c.messages == 0 {
		duration = 0
	}
	file, _ := json.Marshal(name)
	fmt.Fprintf(&b, "rosbag2_bagfile_information:\n  version: 5\n  storage_identifier: mcap\n  duration:\n"+
		"    nanoseconds: %d\n  starting_time:\n    nanoseconds_since_epoch: %d\n  message_count: %d\n"+
		"  topics_with_message_count:\n", duration, c.start(), c.messages)
	for _, x := range c.channels {
		qos, _ := json.Marshal(x.qos())
		fmt.Fprintf(&b, "    - topic_metadata:\n        name: %s\n        type: %s\n        serialization_format: cdr\n"+
			"        offered_qos_profiles: %s\n      message_count: %d\n", x.topic, x.kind.name, qos, x.count)
	}
	fmt.Fprintf(&b, "  compression_format: \"\"\n  compression_mode: \"\"\n  relative_file_paths:\n    - %s\n  files:\n"+
		"    - path: %s\n      starting_time:\n        nanoseconds_since_epoch: %d\n      duration:\n"+
		"        nanoseconds: %d\n      message_count: %d\n", file, file, c.start(), duration, c.messages)
	return b.String()
}
