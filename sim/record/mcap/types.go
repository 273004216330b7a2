package mcap

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
)

// message is a type of ROS 2: its fields, each a type and a name, as the files of the package that the name begins with
// list them.
type message struct {
	name   string // such as std_msgs/msg/String
	fields []string
}

// messages are the types of the topics, and those of their fields.
var messages = []message{
	{"builtin_interfaces/msg/Time", []string{"int32 sec", "uint32 nanosec"}},
	{"geometry_msgs/msg/Quaternion", []string{"float64 x 0", "float64 y 0", "float64 z 0", "float64 w 1"}},
	{"geometry_msgs/msg/Transform", []string{"geometry_msgs/Vector3 translation", "geometry_msgs/Quaternion rotation"}},
	{"geometry_msgs/msg/TransformStamped", []string{"std_msgs/Header header", "string child_frame_id",
		"geometry_msgs/Transform transform"}},
	{"geometry_msgs/msg/Vector3", []string{"float64 x", "float64 y", "float64 z"}},
	{"geometry_msgs/msg/Wrench", []string{"geometry_msgs/Vector3 force", "geometry_msgs/Vector3 torque"}},
	{"geometry_msgs/msg/WrenchStamped", []string{"std_msgs/Header header", "geometry_msgs/Wrench wrench"}},
	{"sensor_msgs/msg/JointState", []string{"std_msgs/Header header", "string[] name", "float64[] position",
		"float64[] velocity", "float64[] effort"}},
	{"std_msgs/msg/Float64MultiArray", []string{"std_msgs/MultiArrayLayout layout", "float64[] data"}},
	{"std_msgs/msg/Header", []string{"builtin_interfaces/Time stamp", "string frame_id"}},
	{"std_msgs/msg/MultiArrayDimension", []string{"string label", "uint32 size", "uint32 stride"}},
	{"std_msgs/msg/MultiArrayLayout", []string{"std_msgs/MultiArrayDimension[] dim", "uint32 data_offset"}},
	{"std_msgs/msg/String", []string{"string data"}},
	{"tf2_msgs/msg/TFMessage", []string{"geometry_msgs/TransformStamped[] transforms"}},
}

// primitives are the types that are no messages, by their numbers in descriptions (REP 2016).
var primitives = map[string]int{"int32": 6, "uint32": 7, "float64": 11, "string": 17}

// nested is the number of a message in a description, and sequence what is added for a list of any length.
const (
	nested   = 1
	sequence = 144
)

// find returns the type of a name.
func find(name string) *message {
	at := slices.IndexFunc(messages, func(m message) bool { return m.name == name })
	return &messages[at]
}

// field takes a field apart.
func field(text string) (kind, name string, list bool) {
	parts := strings.Fields(text)
	kind, list = strings.CutSuffix(parts[0], "[]")
	return kind, parts[1], list
}

// long returns the whole name of a type that a field names.
func long(kind string) string { return strings.Replace(kind, "/", "/msg/", 1) }

// all appends the names of the types that a type is made of, each once.
func (m *message) all(list []string) []string {
	for _, f := range m.fields {
		kind, _, _ := field(f)
		if _, primitive := primitives[kind]; primitive || slices.Contains(list, long(kind)) {
			continue
		}
		list = find(long(kind)).all(append(list, long(kind)))
	}
	return list
}

// schema returns the definition of a type and of those that it is made of, in the encoding ros2msg.
func (m *message) schema() string {
	var b strings.Builder
	b.WriteString(strings.Join(m.fields, "\n") + "\n")
	for _, name := range m.all(nil) {
		b.WriteString(strings.Repeat("=", 80) + "\nMSG: " + strings.Replace(name, "/msg/", "/", 1) + "\n" +
			strings.Join(find(name).fields, "\n") + "\n")
	}
	return b.String()
}

// hash returns the hash of a type by which ROS 2 tells versions of types apart (REP 2016, RIHS01): of a description in
// JSON, without the values that fields have by default.
func (m *message) hash() string {
	list := m.all(nil)
	slices.Sort(list)
	for i, name := range list {
		list[i] = find(name).describe()
	}
	sum := sha256.Sum256([]byte(`{"type_description": ` + m.describe() + `, "referenced_type_descriptions": [` +
		strings.Join(list, ", ") + `]}`))
	return "RIHS01_" + hex.EncodeToString(sum[:])
}

// describe returns the part of a description that is of one type.
func (m *message) describe() string {
	list := make([]string, len(m.fields))
	for i, f := range m.fields {
		kind, name, isList := field(f)
		of := ""
		id, primitive := primitives[kind]
		if !primitive {
			id, of = nested, long(kind)
		}
		if isList {
			id += sequence
		}
		list[i] = fmt.Sprintf(`{"name": %q, "type": {"type_id": %d, "capacity": 0, "string_capacity": 0, `+
			`"nested_type_name": %q}}`, name, id, of)
	}
	return fmt.Sprintf(`{"type_name": %q, "fields": [%s]}`, m.name, strings.Join(list, ", "))
}
