package urdf_test

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"kinetree/urdf"
)

// arm wraps elements into a robot of the links a, b and c, which starts at line 2. Link c has mass.
func arm(elements string) string {
	return "<robot name=\"arm\">\n" + elements + "\n<link name=\"a\"/><link name=\"b\"/>" + heavy + "</robot>"
}

const (
	heavyPart = `<inertial><mass value="1"/>` + unit + `</inertial>`
	heavy     = `<link name="c">` + heavyPart + `</link>`
	ab        = `<parent link="a"/><child link="b"/>`
	bc        = `<joint name="k" type="fixed"><parent link="b"/><child link="c"/></joint>`
)

// joint wraps the content of a revolute joint j from a to b into a sound robot. The content starts at line 2, column
// 35.
func joint(content string) string {
	return arm(`<joint name="j" type="continuous">` + content + ab + `</joint>` + bc)
}

// inertial wraps the content of an inertial, which starts at line 2, column 27.
func inertial(content string) string {
	return "<robot name=\"arm\">\n<link name=\"a\"> <inertial>" + content + "</inertial></link></robot>"
}

// newer and newest are joint for a file of version 1.1 and 1.2, on one line. The content starts at column 99.
func newer(content string) string { return versioned("1.1", content) }

func newest(content string) string { return versioned("1.2", content) }

func versioned(version, content string) string {
	return `<robot name="arm" version="` + version +
		`"><link name="a"/><link name="b"/><joint name="j" type="continuous">` + content + ab + `</joint>` + bc +
		heavy + `</robot>`
}

// sole is a robot of one link, of 40 characters.
const sole = `<robot name="r"><link name="a"/></robot>`

const unit = `<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/>`

// TestRules has a file for each rule and the findings expected: code and position, errors marked by E, warnings by W.
func TestRules(t *testing.T) {
	for _, c := range []struct{ name, file, want string }{
		// XML
		{"empty", "", "E xml 1:1"},
		{"blank", " \n ", "E xml 1:1"},
		{"one link", `<robot name="r"><link name="a"/></robot>`, ""},
		{"byte order mark", "\ufeff<robot name=\"r\"><link/></robot>", "E missing-attribute 1:17"},
		{"declaration and doctype",
			"<?xml version=\"1.0\"?><!DOCTYPE robot><robot name=\"r\"><link name=\"a\"/></robot>", ""},
		{"text before", "x <robot name=\"r\"/>", "E xml 1:1"},
		{"text after", sole + "\n<!-- c --> x </robot>", "W trailing 2:12"},
		{"NUL after", sole + "\x00", "W trailing 1:41"},
		{"what is no UTF-8 after", sole + "\n\x00\xff<robot", "W trailing 2:1"},
		{"NUL inside", "<robot name=\"r\"><link name=\"a\"/>\x00</robot>", "E xml 1:34"},
		{"comments and blanks after", sole + "\n<!-- x -->\n<?y?>\n", ""},
		{"end tag after", sole + "</robot>", "E xml 1:41"},
		{"XML 0.0", "<?xml version=\"0.0\" ?>\n" + sole, "W xml 1:7"},
		{"XML 1.1", "<?xml\nversion = '1.1' encoding='utf-8'?>" + sole, "W xml 2:1"},
		{"XML 0.0 with a fault", "<?xml version=\"0.0\"?>\n<robot name=r/>", "E xml 2:14"},
		{"second root", "<robot name=\"r\"/>\n<robot name=\"s\"/>", "E xml 2:1"},
		{"never closed", "<robot name=\"r\">\n<link>", "E xml 2:1"},
		{"closed wrongly", "<robot>\n<link></robot>", "E xml 2:7"},
		{"entity", "<!DOCTYPE r [<!ENTITY e \"x\">]><robot name=\"&e;\"/>", "E entity 1:44"},
		{"entity in a text", "<!DOCTYPE r [\n<!ENTITY e 'x'>]>\n<robot name=\"r\">&e;</robot>", "E entity 3:17"},
		{"external entity", `<!DOCTYPE r [<!ENTITY e SYSTEM "file:///etc/passwd">]><robot name="&e;"/>`,
			"E entity 1:68"},
		{"unknown entity", "<robot name=\"a&nbsp;b\"/>", "E entity 1:15"},
		{"bare ampersand", "<robot name=\"a & b\"><link name=\"a\"/></robot>", "E entity 1:16"},
		{"entities of XML", "<robot name=\"&amp;&lt;&#176;\"><link name=\"a\"/></robot>", ""},
		{"declarations that are not used", "<!DOCTYPE r [<!ENTITY e \"x>\"><!-- > -->]><robot name=\"r\">" +
			"<link name=\"a\"/></robot>", "W doctype 1:1"},
		{"declarations elsewhere", "<?xml version='1.0'?>\n<!DOCTYPE robot SYSTEM 'robot.dtd'><robot name=\"r\">" +
			"<link name=\"a\"/></robot>", "W doctype 2:1"},
		{"unquoted", "<robot name=r/>", "E xml 1:14"},
		{"not UTF-8", "<robot name=\"\xe9\"/>", "E encoding 1:14"},
		{"latin-1 declared, plain letters",
			`<?xml version="1.0" encoding="ISO-8859-1"?><robot name="r"><link name="a"/></robot>`, ""},
		{"repeated attribute", `<robot name="r" name="s"><link name="a"/></robot>`, "E repeated-attribute 1:17"},
		{"other root", `<sdf/>`, "E root 1:1"},
		{"other prefix", `<robot name="r"><x:link name="b"/><link name="a"/></robot>`, "W unknown-element 1:17"},
		{"multi-byte columns", "<robot name=\"größe\"><link name=\"é\" nonsense=\"1\"/></robot>",
			"W unknown-attribute 1:36"},
		{"tabs and CRLF", "<robot name=\"r\">\r\n\t<link name=\"a\"\r\n\t\tnonsense=\"1\"/></robot>",
			"W unknown-attribute 3:3"},

		// Robot
		{"no name", `<robot><link name="a"/></robot>`, "E missing-attribute 1:1"},
		{"empty name", `<robot name=""><link name="a"/></robot>`, "E empty-attribute 1:8"},
		{"version", `<robot name="r" version="1.1"><link name="a"/></robot>`, ""},
		{"wrong version", `<robot name="r" version="2"><link name="a"/></robot>`, "E version 1:17"},
		{"no link", `<robot name="r"/>`, "E no-link 1:1"},
		{"known elements of others",
			`<robot name="r"><gazebo/><transmission><joint/></transmission><link name="a"/></robot>`, ""},
		{"unknown element", `<robot name="r"><lnk/><lnk/><link name="a"/></robot>`, "W unknown-element 1:17"},
		{"unknown attribute", `<robot name="r" verison="1.0"><link name="a"/></robot>`, "W unknown-attribute 1:17"},
		{"xacro definitions that nothing uses", `<robot name="r"><xacro:property name="w" value=".2"/>` +
			`<xacro:property name="v" value="${w}"/><xacro:arg name="n"/><xacro:macro name="m"><link/></xacro:macro>` +
			`<link name="a"/></robot>`, "W xacro 1:17; W xacro 1:93; W xacro 1:114"},
		{"xacro definitions that a value uses", `<robot name="r"><xacro:property name="n" value="a"/>` +
			`<link name="${n}"/></robot>`, "E xacro 1:59"},
		{"xacro macro of nowhere", `<robot name="r"><xacro:usb port="1"/><xacro:usb/><link name="a"><xacro:imu/>` +
			`</link></robot>`, "W xacro 1:17; W xacro 1:65"},
		{"xacro macro of the file", `<robot name="r"><xacro:usb/><link name="a"/><xacro:macro name="usb"/></robot>`,
			"E xacro 1:17"},
		{"xacro include", `<robot name="r"><xacro:include filename="b"/><xacro:usb/><link name="a"/></robot>`,
			"E xacro 1:17"},
		{"xacro condition", `<robot name="r"><link name="a"><xacro:if value="1"/></link></robot>`, "E xacro 1:32"},
		{"xacro value", `<robot name="r"><link name="a"><inertial><mass value="${m}"/></inertial></link></robot>`,
			"E xacro 1:48"},
		{"xacro namespace alone", `<robot name="r" xmlns:xacro="http://ros.org/xacro"><link name="a"/></robot>`, ""},

		// Inertial
		{"inertial", inertial(`<mass value="1"/>` + unit), ""},
		{"no mass", inertial(unit), "E missing-element 2:17"},
		{"neither mass nor inertia", inertial(""), "E missing-element 2:17"},
		{"no products", inertial(`<mass value="1"/><inertia ixx="1" iyy="1" izz="1"/>`), "W missing-attribute 2:44; " +
			"W missing-attribute 2:44; W missing-attribute 2:44"},
		{"no mass value", inertial(`<mass/>` + unit), "E missing-attribute 2:27"},
		{"mass with a comma", inertial(`<mass value="1,0"/>` + unit), "E number 2:33"},
		{"mass with a unit", inertial(`<mass value="1kg"/>` + unit), "E number 2:33"},
		{"negative mass", inertial(`<mass value="-1"/>` + unit), "E mass 2:33"},
		{"no inertia", inertial(`<mass value="1"/>`), "E missing-element 2:17"},
		{"no izz", inertial(`<mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0"/>`),
			"E missing-attribute 2:44"},
		{"an inertia again", inertial(`<mass value="1"/>` + unit +
			`<inertia  izz="1.0" ixx="1e0" ixy="0" ixz="-0" iyy="1" iyz="0"/>`), "W repeated-element 2:102"},
		{"an inertia again, another one", inertial(`<mass value="1"/>` + unit + strings.Replace(unit, "1", "2", 1)),
			"E repeated-element 2:102"},
		{"an inertia again, with less", inertial(`<mass value="1"/>` + unit + strings.Replace(unit, "izz", "i", 1)),
			"E repeated-element 2:102"},
		{"an inertial again", `<robot name="r"><link name="a">` + heavyPart + heavyPart + `</link></robot>`,
			"W repeated-element 1:128"},
		{"an inertial again, with another mass", `<robot name="r"><link name="a">` + heavyPart +
			strings.Replace(heavyPart, "1", "2", 1) + `</link></robot>`, "E repeated-element 1:128"},
		{"two inertials", `<robot name="r"><link name="a"><inertial><mass value="0"/>` + unit +
			`</inertial><inertial/></link></robot>`, "E repeated-element 1:128"},

		// Joint
		{"joint", joint(""), ""},
		{"no type", arm(`<joint name="j">` + ab + `</joint>` + bc), "E missing-attribute 2:1"},
		{"unknown type", arm(`<joint name="j" type="Revolute">` + ab + `</joint>` + bc), "E joint-type 2:17"},
		{"spherical", arm(`<joint name="j" type="spherical">` + ab + `</joint>` + bc), "E joint-type 2:17"},
		{"parent as text", arm(`<joint name="j" type="fixed"><parent>a</parent><child link="b"/></joint>` + bc),
			"E missing-attribute 2:30; W text 2:38"},
		{"no child", arm(`<joint name="j" type="fixed"><parent link="a"/></joint>` + bc), "E missing-element 2:1"},
		{"unknown parent", arm(`<joint name="j" type="fixed"><parent link="aa"/><child link="b"/></joint>` + bc),
			"E unknown-link 2:38"},
		{"world as a parent", arm(`<joint name="j" type="fixed"><parent link="world"/><child link="a"/></joint>` +
			`<joint name="i" type="fixed">` + ab + `</joint>` + bc), "W world 2:38"},
		{"world as a parent beside a root", arm(`<joint name="i" type="fixed"><parent link="world"/>` +
			`<child link="b"/></joint>` + bc), "W world 2:38; E several-roots 2:38"},
		{"world as a child", arm(`<joint name="j" type="fixed"><parent link="c"/><child link="world"/></joint>` +
			`<joint name="i" type="fixed">` + ab + `</joint>` + bc), "E unknown-link 2:55"},
		{"unknown link twice", arm(`<joint name="j" type="fixed"><parent link="x"/><child link="b"/></joint>` +
			`<joint name="k" type="fixed"><parent link="x"/><child link="c"/></joint>`), "E unknown-link 2:38"},
		{"origin of two numbers", joint(`<origin xyz="1 2"/>`), "E number 2:43"},
		{"origin of four numbers", joint(`<origin xyz="1 2 3 4"/>`), "E number 2:43"},
		{"origin with blanks and tabs", joint("<origin xyz=\" 1\t2\n 3 \"/>"), ""},
		{"nan", joint(`<origin xyz="0 nan 0"/>`), "E number 2:43"},
		{"inf", joint(`<origin xyz="0 inf 0"/>`), "E number 2:43"},
		{"hexadecimal", joint(`<origin xyz="0 0x1p3 0"/>`), "E number 2:43"},
		{"underscore", joint(`<origin xyz="0 1_0 0"/>`), "E number 2:43"},
		{"overflow", joint(`<origin xyz="0 1e400 0"/>`), "E number 2:43"},
		{"odd numbers", joint(`<origin xyz=".5 5. -1E+1" rpy="1e-400 -0 +1"/>`), ""},
		{"quaternion in 1.0", joint(`<origin quat_xyzw="0 0 1 0"/>`), "W version 2:43"},
		{"quaternion and rpy", newer(`<origin rpy="0 0 0" quat_xyzw="0 0 1 0"/>`), "E rotation 1:119"},
		{"quaternion of length 0", newer(`<origin quat_xyzw="0 0 0 0"/>`), "E rotation 1:107"},
		{"malformed quaternion", newer(`<origin quat_xyzw="0 0 1"/>`), "E number 1:107"},
		{"unknown attribute in single quotes", joint("<origin rpy='0 0 0' foo='1' xyz=\"1 2 3\"/>"),
			"W unknown-attribute 2:55"},
		{"quote in a quoted value", joint("<origin foo='\"' bar=\"'\"/>"),
			"W unknown-attribute 2:43; W unknown-attribute 2:51"},
		{"prefixed attribute", `<robot x:name="s" name="r"><link x:name="b" name="a"><inertial>` +
			`<mass x:value="9" value="1"/>` + unit + `</inertial></link></robot>`, ""},
		{"prefixed attribute only", `<robot name="r"><link x:name="a"/></robot>`, "E missing-attribute 1:17"},
		{"text", `<robot name="r">stray<link name="a"> text </link></robot>`, "W text 1:17; W text 1:38"},
		{"texts", "<robot name=\"r\">\n  <!-- c -->é\n<link name=\"a\"/> &amp; <![CDATA[ d ]]>\t\n  x<x:y/>\n " +
			"z</robot>",
			"W text 2:13; W text 3:18; W text 3:34; W text 4:3; W unknown-element 4:4; W text 5:2"},
		{"axis of length 0", joint(`<axis xyz="0 0 0"/>`), "E axis 2:41"},
		{"axis of length 2", joint(`<axis xyz="0 0 2"/>`), "W axis 2:41"},
		{"axis without xyz", joint(`<axis/>`), ""},
		{"malformed axis", joint(`<axis xyz="0 0"/>`), "E number 2:41"},
		{"malformed axis on a fixed joint", arm(`<joint name="j" type="fixed"><axis xyz="0 0"/>` + ab + `</joint>` +
			bc), "W number 2:36"},
		{"axis of length 1e-9", joint(`<axis xyz="0 1e-9 0"/>`), "E axis 2:41"},
		{"axis of length 1e-7", joint(`<axis xyz="0 1e-7 0"/>`), "W axis 2:41"},
		{"axis of length 1.0009", joint(`<axis xyz="0 1.0009 0"/>`), ""},
		{"axis of length 1.0011", joint(`<axis xyz="0 1.0011 0"/>`), "W axis 2:41"},
		{"zero axis on a fixed joint", arm(`<joint name="j" type="fixed"><axis xyz="0 0 0"/>` + ab + `</joint>` + bc),
			""},
		{"no limit", arm(`<joint name="j" type="revolute">` + ab + `</joint>` + bc), "E missing-element 2:1"},
		{"limit of a continuous joint", joint(`<limit effort="1" velocity="1" lower="2" upper="1"/>`),
			"W limit 2:66"},
		{"upper limit of a continuous joint", joint(`<limit effort="1" velocity="1" upper="1"/>`), "W limit 2:66"},
		{"limits of 0 of a continuous joint", joint(`<limit effort="1" velocity="1" lower="0" upper="0"/>`), ""},
		{"limit without effort", joint(`<limit velocity="1"/>`), "E missing-attribute 2:35"},
		{"lower above upper", arm(`<joint name="j" type="prismatic"><limit lower="1" upper="0" effort="1" ` +
			`velocity="1"/>` + ab + `</joint>` + bc), "W limit 2:41"},
		{"locked", arm(`<joint name="j" type="prismatic"><limit effort="1" velocity="1"/>` + ab + `</joint>` + bc),
			"W locked 2:34"},
		{"no effort at all", joint(`<limit effort="0" velocity="1"/>`), "W zero-limit 2:42"},
		{"limit of a fixed joint", arm(`<joint name="j" type="fixed"><limit effort="0" velocity="0"/>` + ab +
			`</joint>` + bc), ""},
		{"acceleration in 1.0", joint(`<limit effort="1" velocity="1" jerk="1"/>`), "W unknown-attribute 2:66"},
		{"negative effort in 1.2", newest(`<limit effort="-1" velocity="1"/>`), "E limit 1:106"},
		{"acceleration in 1.2", newest(`<limit effort="1" velocity="1" acceleration="1" deceleration="2" jerk="3"/>`),
			""},
		{"no jerk in 1.2", newest(`<limit effort="1" velocity="1" jerk="0"/>`), "W zero-limit 1:130"},
		{"negative acceleration in 1.2", newest(`<limit effort="1" velocity="1" acceleration="-1"/>`), "E limit 1:130"},
		{"negative velocity", joint(`<limit effort="1" velocity="-1"/>`), "W limit 2:53"},
		{"negative effort", joint(`<limit effort="-1" velocity="1"/>`), "W limit 2:42"},
		{"negative effort in 1.1", newer(`<limit effort="-1" velocity="1"/>`), "W limit 1:106"},
		{"dynamics", joint(`<dynamics damping="1" friction="0"/>`), ""},
		{"dynamics with neither", joint(`<dynamics/>`), "W dynamics 2:35"},
		{"negative damping", joint(`<dynamics damping="-1"/>`), "W dynamics 2:45"},
		{"negative friction", joint(`<dynamics friction="-0.5"/>`), "W dynamics 2:45"},
		{"negative zero", joint(`<limit effort="1" velocity="1"/><dynamics damping="-0"/>`), ""},
		{"mimic with multiplier 0", joint(`<mimic joint="k" multiplier="0"/>`) + "",
			"E mimic 2:42; W locked 2:52"},
		{"soft limits exchanged", joint(`<safety_controller soft_lower_limit="1" soft_upper_limit="-1" ` +
			`k_velocity="1"/>`),
			"W safety 2:35"},
		{"damping as an element", joint(`<dynamics damping="0"><damping>100</damping></dynamics>`),
			"W unknown-element 2:57"},
		{"vendor attributes", joint(`<dynamics damping="0" D="1" K="2"/>`), ""},
		{"misspelt attribute", joint(`<dynamics dampng="1" friction="0"/>`), "W unknown-attribute 2:45"},
		{"dynamics in the wrong place", `<robot name="r"><link name="a"><dynamics damping="1"/></link></robot>`,
			"W unknown-element 1:32"},
		{"safety without k_velocity", joint(`<safety_controller k_position="1"/>`), "E missing-attribute 2:35"},
		{"calibration", joint(`<calibration rising="0.1" reference_position="1"/>`), ""},

		// Shapes: never an error
		{"no geometry", `<robot name="r"><link name="a"><visual/></link></robot>`, "W missing-element 1:32"},
		{"bad radius", `<robot name="r"><link name="a"><collision><geometry><sphere radius="x"/></geometry>` +
			`</collision></link></robot>`, "W number 1:61"},
		{"bad origin of a shape", `<robot name="r"><link name="a"><visual><origin xyz="1 2"/><geometry>` +
			`<sphere radius="1"/></geometry></visual></link></robot>`, "W number 1:48"},
		{"no form", `<robot name="r"><link name="a"><visual><geometry/></visual></link></robot>`, "W geometry 1:40"},
		{"unknown child of a shape", `<robot name="r"><link name="a"><visual><geometry><sphere radius="1"/>` +
			`</geometry><colour/></visual></link></robot>`, "W unknown-element 1:81"},
		{"known child of a shape", `<robot name="r"><link name="a"><collision><geometry><sphere radius="1"/>` +
			`</geometry><verbose/></collision></link></robot>`, ""},
		{"bad colour", `<robot name="r"><material name="m"><color rgba="1 0 0"/></material><link name="a"/></robot>`,
			"W number 1:43"},
		{"two forms", `<robot name="r"><link name="a"><visual><geometry><sphere radius="1"/><box size="1 1 1"/>` +
			`</geometry></visual></link></robot>`, "W geometry 1:40"},
		{"capsule in 1.0", `<robot name="r"><link name="a"><visual><geometry><capsule radius="1" length="1"/>` +
			`</geometry></visual></link></robot>`, "W version 1:50"},
		{"colour out of range", `<robot name="r"><material name="m"><color rgba="1 0 0 255"/></material>` +
			`<link name="a"/></robot>`, "W color 1:43"},
		{"colour without rgba", `<robot name="r"><material name="m"><color/></material><link name="a"/></robot>`,
			"W missing-attribute 1:36"},
		{"unknown material", `<robot name="r"><link name="a"><visual><geometry><sphere radius="1"/></geometry>` +
			`<material name="m"/></visual></link></robot>`, "W unknown-material 1:81"},
		{"material of another link", `<robot name="r"><link name="a"><visual><geometry><sphere radius="1"/>` +
			`</geometry><material name="m"/></visual>` +
			`<visual><geometry><sphere radius="1"/></geometry><material name="m"><color rgba="1 0 0 1"/></material>` +
			`</visual></link></robot>`, ""},
		{"two materials of a name", `<robot name="r"><material name="m"/><material name="m"/><link name="a"/></robot>`,
			"W duplicate-name 1:37"},
		{"radius 0", `<robot name="r"><link name="a"><visual><geometry><sphere radius="0"/></geometry></visual>` +
			`</link></robot>`, "W size 1:58"},
		{"negative edge", `<robot name="r"><link name="a"><visual><geometry><box size="1 -1 1"/></geometry>` +
			`</visual></link></robot>`, "W size 1:55"},
		{"mirrored mesh", `<robot name="r"><link name="a"><visual><geometry><mesh filename="m.stl" scale="1 -1 1"/>` +
			`</geometry></visual></link></robot>`, ""},

		// Tree
		{"two links of a name", `<robot name="r"><link name="a"/><link name="a"/></robot>`, "E duplicate-name 1:33"},
		{"two joints of a name", arm(`<joint name="j" type="fixed">` + ab +
			`</joint><joint name="j" type="fixed"><parent link="b"/><child link="c"/></joint>`),
			"E duplicate-name 2:73"},
		{"link and joint of a name", arm(`<joint name="a" type="fixed">` + ab + `</joint>` + bc), ""},
		{"two roots", arm(`<joint name="j" type="fixed">` + ab + `</joint>`), "E several-roots 3:33"},
		{"two parents", arm(`<joint name="j" type="fixed">` + ab + `</joint><joint name="i" type="fixed">` + ab +
			`</joint>` + bc), "W cut-joint 2:127"},
		{"self loop", arm(`<joint name="j" type="fixed"><parent link="a"/><child link="a"/></joint>` + bc),
			"E cycle 2:55"},
		{"cycle beside a root", arm(bc + `<joint name="l" type="fixed"><parent link="c"/><child link="b"/></joint>`),
			"E cycle 2:73"},
		{"cycle of all", arm(`<joint name="j" type="fixed">` + ab + `</joint>` + bc +
			`<joint name="l" type="fixed"><parent link="c"/><child link="a"/></joint>`), "E cycle 2:145"},
		{"links after joints", `<robot name="r"><joint name="j" type="fixed">` + ab +
			`</joint><link name="b"/><link name="a"/></robot>`, ""},

		// Mimic
		{"mimic", arm(`<joint name="j" type="continuous"><mimic joint="k"/>` + ab +
			`</joint><joint name="k" type="continuous"><parent link="b"/><child link="c"/></joint>`), ""},
		{"mimic of nothing", joint(`<mimic joint="x"/>`), "E mimic 2:42"},
		{"mimic of itself", joint(`<mimic joint="j"/>`), "E mimic 2:42"},
		{"mimic of a fixed joint", joint(`<mimic joint="k"/>`), "E mimic 2:42"},
		{"mimic on a fixed joint", arm(`<joint name="j" type="fixed"><mimic joint="k"/>` + ab + `</joint>` + bc),
			"W mimic 2:37"},
		{"mimic on a planar joint", arm(`<joint name="j" type="planar"><mimic joint="k"/>` + ab + `</joint>` + bc),
			"E mimic 2:38"},
		{"mimics in a circle", arm(`<joint name="j" type="continuous"><mimic joint="k"/>` + ab +
			`</joint><joint name="k" type="continuous"><mimic joint="j"/><parent link="b"/><child link="c"/></joint>`),
			"E mimic 2:42"},

		// Several at once, in file order
		{"all faults", arm(`<joint name="j" type="x"><axis xyz="1"/>` + ab + "</joint>\n" + bc + `<what/>`),
			"E joint-type 2:17; E number 2:32; W unknown-element 3:73"},
	} {
		t.Run(c.name, func(t *testing.T) { finds(t, c.file, c.want) })
	}
}

// finds checks the findings on a file: severity, code, line and column, separated by semicolons.
func finds(t *testing.T, file, want string) {
	t.Helper()
	robot, diags := urdf.Parse(strings.NewReader(file), "f.urdf")
	if (robot == nil) != (diags.Err() != nil) {
		t.Errorf("robot %v with error %v", robot, diags.Err())
	}
	var got []string
	for _, d := range diags {
		got = append(got, fmt.Sprintf("%s %s %d:%d", map[urdf.Severity]string{urdf.Error: "E",
			urdf.Warning: "W"}[d.Severity], d.Code, d.Pos.Line, d.Pos.Column))
	}
	if findings := strings.Join(got, "; "); findings != want {
		t.Errorf("%s\nwant %q, got:\n%v", file, want, diags)
	}
}

// TestMessages checks the form of diagnostics and that they say what to do.
func TestMessages(t *testing.T) {
	_, diags := urdf.Parse(strings.NewReader(arm(`<joint name="j2" type="fixed"><parent link="a"/>`+
		`<child link="bb"/></joint>`+
		`<joint name="j3" type="revolute"><parent link="a"/><child link="c"/><limit effort="1O" velocity="1" `+
		`lower="0" upper="1"/></joint>`)), "arm.urdf")
	want := `arm.urdf:2:56: error: robot/joint[@name="j2"]/child@link: there is no link "bb"; expected the name of ` +
		`a link
arm.urdf:2:150: error: robot/joint[@name="j3"]/limit@effort: "1O" is not a number; expected a decimal number such ` +
		`as 10 or 1e-3`
	if got := diags.Error(); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	var one urdf.Diagnostic
	if !errors.As(diags.Err(), &one) || one.Code != "unknown-link" {
		t.Errorf("errors.As finds %+v", one)
	}
	if len(diags.Errors()) != 2 || len(diags.Warnings()) != 0 {
		t.Errorf("%d errors, %d warnings", len(diags.Errors()), len(diags.Warnings()))
	}
}

// TestHints checks what is said of types of joints that a scenario has, and of transposed letters.
func TestHints(t *testing.T) {
	typed := func(kind string) string { return arm(`<joint name="j" type="` + kind + `">` + ab + `</joint>` + bc) }
	iyx := strings.Replace(unit, "ixy", "iyx", 1)
	for file, want := range map[string]string{
		typed("spherical"):                  "in a scenario joints.j.kind: spherical",
		typed("ball"):                       "in a scenario joints.j.kind: spherical",
		typed("cylindrical"):                "in a scenario joints.j.kind: cylindrical",
		inertial(`<mass value="1"/>` + iyx): `did you mean "ixy"?`,
		inertial(`<mass value="1"/>`):       "--estimate-inertia takes what is missing",
	} {
		if _, diags := urdf.Parse(strings.NewReader(file), ""); !strings.Contains(diags.Error(), want) {
			t.Errorf("%s\n%v\nwant %s", file, diags, want)
		}
	}
}

// TestManyDiagnostics checks that the text stops at a hundred and counts the rest.
func TestManyDiagnostics(t *testing.T) {
	_, diags := urdf.Parse(strings.NewReader(`<robot name="r">`+strings.Repeat("<link/>\n", 250)+"</robot>"), "")
	text := strings.Split(diags.Error(), "\n")
	if len(diags) < 250 || len(text) != 101 || !strings.Contains(text[100], fmt.Sprint(len(diags)-100)) {
		t.Errorf("%d diagnostics, %d lines, the last is %q", len(diags), len(text), text[len(text)-1])
	}
}

// TestContent checks that everything of a file arrives.
func TestContent(t *testing.T) {
	robot, diags := urdf.Parse(strings.NewReader(`<?xml version="1.0"?>
<robot name="full" version="1.2">
  <material name="red"><color rgba="1 0 0 1"/></material>
  <link name="base">
    <inertial>
      <origin xyz="1 2 3" rpy="0.1 0.2 0.3"/>
      <mass value="4.5"/>
      <inertia ixx="1" ixy="0.1" ixz="0.2" iyy="2" iyz="0.3" izz="2.5"/>
    </inertial>
    <visual name="v">
      <origin xyz="0 0 1"/>
      <geometry><mesh filename="package://p/m.stl" scale="1 2 3"/></geometry>
      <material name="red"/>
    </visual>
    <visual><geometry><box size="1 2 3"/></geometry><material name="t"><texture filename="t.png"/></material></visual>
    <collision><geometry><cylinder radius="1" length="2"/></geometry></collision>
    <collision><geometry><sphere radius="3"/></geometry></collision>
    <collision><geometry><capsule radius="1" length="4"/></geometry></collision>
  </link>
  <link name="tip"/>
  <joint name="j" type="prismatic">
    <origin xyz="0 1 0" quat_xyzw="0 0 1 1"/>
    <parent link="base"/>
    <child link="tip"/>
    <axis xyz="0 0 1"/>
    <limit lower="-1" upper="2" effort="3" velocity="4" acceleration="5" deceleration="6"/>
    <dynamics damping="0.7" friction="0.8"/>
    <mimic joint="i" multiplier="2" offset="3"/>
    <calibration rising="0.5"/>
    <safety_controller soft_lower_limit="-0.9" soft_upper_limit="1.9" k_position="10" k_velocity="20"/>
  </joint>
  <link name="l"/>
  <joint name="i" type="continuous"><parent link="tip"/><child link="l"/></joint>
</robot>`), "full.urdf")
	if len(diags) != 1 || diags[0].Code != "massless" {
		t.Fatal(diags)
	}
	half := 0.5
	red := [4]float64{1, 0, 0, 1}
	want := &urdf.Robot{
		Name: "full", Version: "1.2", File: "full.urdf", Pos: urdf.Position{Line: 2, Column: 1},
		Materials: []urdf.Material{{Name: "red", Color: &red, Pos: urdf.Position{Line: 3, Column: 3}}},
		Links: []urdf.Link{
			{
				Name: "base",
				Inertial: &urdf.Inertial{Origin: urdf.Pose{XYZ: [3]float64{1, 2, 3}, RPY: [3]float64{0.1, 0.2, 0.3}},
					Mass: 4.5, MassPos: urdf.Position{Line: 7, Column: 13},
					Inertia:    urdf.Tensor{IXX: 1, IXY: 0.1, IXZ: 0.2, IYY: 2, IYZ: 0.3, IZZ: 2.5},
					InertiaPos: urdf.Position{Line: 8, Column: 7}, Pos: urdf.Position{Line: 5, Column: 5}},
				Visuals: []urdf.Shape{
					{Name: "v", Origin: urdf.Pose{XYZ: [3]float64{0, 0, 1}},
						Material: &urdf.Material{Name: "red", Pos: urdf.Position{Line: 13, Column: 7}},
						Geometry: urdf.Geometry{Mesh: &urdf.Mesh{Filename: "package://p/m.stl",
							Scale: [3]float64{1, 2, 3}, Pos: urdf.Position{Line: 12, Column: 23}}},
						Pos: urdf.Position{Line: 10, Column: 5}},
					{Geometry: urdf.Geometry{Box: &urdf.Box{Size: [3]float64{1, 2, 3}}},
						Material: &urdf.Material{Name: "t", Texture: "t.png",
							Pos: urdf.Position{Line: 15, Column: 53}}, Pos: urdf.Position{Line: 15, Column: 5}},
				},
				Collisions: []urdf.Shape{
					{Geometry: urdf.Geometry{Cylinder: &urdf.Cylinder{Radius: 1, Length: 2}},
						Pos: urdf.Position{Line: 16, Column: 5}},
					{Geometry: urdf.Geometry{Sphere: &urdf.Sphere{Radius: 3}}, Pos: urdf.Position{Line: 17, Column: 5}},
					{Geometry: urdf.Geometry{Capsule: &urdf.Capsule{Radius: 1, Length: 4}},
						Pos: urdf.Position{Line: 18, Column: 5}},
				},
				Pos: urdf.Position{Line: 4, Column: 3},
			},
			{Name: "tip", Pos: urdf.Position{Line: 20, Column: 3}},
			{Name: "l", Pos: urdf.Position{Line: 32, Column: 3}},
		},
		Joints: []urdf.Joint{
			{
				Name: "j", Type: urdf.Prismatic, Parent: "base", Child: "tip",
				Origin: urdf.Pose{XYZ: [3]float64{0, 1, 0}, Quaternion: &[4]float64{0, 0, 1, 1}},
				Axis:   [3]float64{0, 0, 1},
				Limit: &urdf.Limit{Lower: -1, Upper: 2, Effort: 3, Velocity: 4, Acceleration: 5, Deceleration: 6,
					Jerk: math.Inf(1),
					Pos:  urdf.Position{Line: 26, Column: 5}},
				Dynamics: &urdf.Dynamics{Damping: 0.7, Friction: 0.8},
				Mimic: &urdf.Mimic{Joint: "i", Multiplier: 2, Offset: 3,
					Pos: urdf.Position{Line: 28, Column: 12}},
				Calibration: &urdf.Calibration{Rising: &half},
				Safety:      &urdf.Safety{SoftLower: -0.9, SoftUpper: 1.9, KPosition: 10, KVelocity: 20},
				Pos:         urdf.Position{Line: 21, Column: 3}, ParentPos: urdf.Position{Line: 23, Column: 13},
				ChildPos: urdf.Position{Line: 24, Column: 12}, AxisPos: urdf.Position{Line: 25, Column: 11},
			},
			{
				Name: "i", Type: urdf.Continuous, Parent: "tip", Child: "l", Axis: [3]float64{1, 0, 0},
				Pos: urdf.Position{Line: 33, Column: 3}, ParentPos: urdf.Position{Line: 33, Column: 45},
				ChildPos: urdf.Position{Line: 33, Column: 64}, AxisPos: urdf.Position{Line: 33, Column: 3},
			},
		},
	}
	if !reflect.DeepEqual(robot, want) {
		t.Errorf("got  %+v\nwant %+v", robot, want)
	}
}

// TestCheck checks robots that no file could give.
func TestCheck(t *testing.T) {
	nan := math.NaN()
	links := func(in *urdf.Inertial) []urdf.Link { return []urdf.Link{{Name: "a"}, {Name: "b", Inertial: in}} }
	joint := urdf.Joint{Name: "j", Type: urdf.Continuous, Parent: "a", Child: "b", Axis: [3]float64{0, 0, 1}}
	bad := joint
	bad.Origin.XYZ[1] = math.Inf(1)
	damped, limited := joint, joint
	damped.Dynamics = &urdf.Dynamics{Damping: nan}
	limited.Limit = &urdf.Limit{Lower: math.Inf(-1), Upper: nan}
	for _, c := range []struct {
		robot urdf.Robot
		want  string
	}{
		{urdf.Robot{}, "error: robot: no <link>; expected at least one"},
		{urdf.Robot{Links: links(&urdf.Inertial{Mass: 1}), Joints: []urdf.Joint{joint}}, ""},
		{urdf.Robot{Links: links(nil), Joints: []urdf.Joint{joint}}, `warning: robot/joint[@name="j"]: the mass ` +
			`matrix is singular at the joint: nothing that it moves has inertia; expected mass on link "b" or beyond`},
		{urdf.Robot{Links: links(&urdf.Inertial{Mass: nan}), Joints: []urdf.Joint{joint}},
			`error: robot/link[@name="b"]/inertial: there is the number NaN; expected finite numbers`},
		{urdf.Robot{Links: links(nil), Joints: []urdf.Joint{bad}},
			`error: robot/joint[@name="j"]: there is the number +Inf; expected finite numbers`},
		{urdf.Robot{Links: links(&urdf.Inertial{Mass: 1}),
			Joints: []urdf.Joint{{Name: "j", Type: urdf.Prismatic, Parent: "a", Child: "b"}}},
			`error: robot/joint[@name="j"]/axis@xyz: the axis has length 0; expected a direction such as 0 0 1`},
		{urdf.Robot{Links: links(&urdf.Inertial{Mass: -1}), Joints: []urdf.Joint{joint}},
			`error: robot/link[@name="b"]/inertial/mass@value: the mass is -1 kg; expected 0 or more`},
		{urdf.Robot{Links: links(&urdf.Inertial{Origin: urdf.Pose{Quaternion: &[4]float64{nan, 0, 0, 1}}}),
			Joints: []urdf.Joint{joint}},
			`error: robot/link[@name="b"]/inertial: there is the number NaN; expected finite numbers`},
		{urdf.Robot{Links: links(nil), Joints: []urdf.Joint{damped}},
			`error: robot/joint[@name="j"]: there is the number NaN; expected finite numbers`},
		{urdf.Robot{Links: links(&urdf.Inertial{Mass: 1}), Joints: []urdf.Joint{limited}},
			`error: robot/joint[@name="j"]/limit: there is the number NaN; expected numbers`},
		{urdf.Robot{Links: append(links(nil), urdf.Link{Name: "b"}), Joints: []urdf.Joint{joint}},
			`error: robot/link[@name="b"]: a second link of this name; the first is earlier, rename one`},
	} {
		if got := c.robot.Check().Error(); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// TestNegativeZero checks that -0 is read as 0.
func TestNegativeZero(t *testing.T) {
	robot, diags := urdf.Parse(strings.NewReader(joint(`<origin xyz="-0 -0.0 -0e5"/>`)), "")
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	for _, x := range robot.Joints[0].Origin.XYZ {
		if math.Signbit(x) {
			t.Errorf("got %v", robot.Joints[0].Origin.XYZ)
		}
	}
}

// TestLongLines checks columns across the blocks in which characters are counted.
func TestLongLines(t *testing.T) {
	for n := 490; n < 540; n++ {
		_, diags := urdf.Parse(strings.NewReader(`<robot name="`+strings.Repeat("é",
			n)+`" x="1"><link name="a"/></robot>`), "")
		if len(diags) != 1 || diags[0].Pos != (urdf.Position{Line: 1, Column: n + 16}) {
			t.Fatalf("a name of %d letters: %v", n, diags)
		}
	}
}

// TestMany checks that files with many faults are read in about linear time: a quadratic time would be minutes.
func TestMany(t *testing.T) {
	var attributes, unknown strings.Builder
	many := 30_000
	if testing.Short() {
		many = 1_000
	}
	for i := range many {
		fmt.Fprintf(&attributes, ` a%d="1"`, i)
		fmt.Fprintf(&unknown, `<joint name="j%d" type="fixed"><parent link="l%d"/><child link="x%d"/></joint>`+
			`<link name="l%d"/>`, i, i, i, i)
	}
	for what, file := range map[string]string{"unknown attributes": "<robot name=\"r\"><link name=\"a\"" +
		attributes.String() + "/></robot>", "unknown links": `<robot name="r">` + unknown.String() + "</robot>"} {
		if _, diags := urdf.Parse(strings.NewReader(file), ""); len(diags) != many {
			t.Errorf("%s: %d diagnostics", what, len(diags))
		}
	}
}

// TestDefaults checks what is not in a file.
func TestDefaults(t *testing.T) {
	robot, diags := urdf.Parse(strings.NewReader(`<robot name="r" version="1.2"><link name="a"/><link name="b"/>`+
		heavy+`
<joint name="j" type="continuous">`+ab+`<limit effort="1" velocity="2"/><mimic joint="i"/><dynamics damping="1"/>`+
		`<safety_controller k_velocity="3"/></joint>
<joint name="i" type="revolute"><limit effort="1" velocity="2" upper="1"/><parent link="b"/><child link="c"/>`+
		`</joint></robot>`), "")
	if robot == nil || len(diags) > 0 {
		t.Fatal(diags)
	}
	j, i := robot.Joints[0], robot.Joints[1]
	inf := math.Inf(1)
	if *j.Limit != (urdf.Limit{Lower: -inf, Upper: inf, Effort: 1, Velocity: 2, Acceleration: inf, Deceleration: inf,
		Jerk: inf, Pos: j.Limit.Pos}) {
		t.Errorf("limit of a continuous joint in 1.2: %+v", *j.Limit)
	}
	if i.Limit.Lower != 0 || i.Limit.Upper != 1 {
		t.Errorf("limit of a revolute joint: %+v", *i.Limit)
	}
	if j.Mimic.Multiplier != 1 || j.Mimic.Offset != 0 || j.Axis != [3]float64{1, 0, 0} || j.Origin != (urdf.Pose{}) ||
		j.Dynamics.Friction != 0 ||
		*j.Safety != (urdf.Safety{KVelocity: 3}) || j.Calibration != nil {
		t.Errorf("joint %+v", j)
	}
	robot, _ = urdf.Parse(strings.NewReader(`<robot name="r" version="1.1"><link name="a"><visual>`+
		`<origin quat_xyzw="1 2 x 4"/><geometry><mesh filename="m"/></geometry></visual></link></robot>`), "")
	if v := robot.Links[0].Visuals[0]; v.Origin.Quaternion != nil || v.Geometry.Mesh.Scale != [3]float64{1, 1, 1} ||
		robot.Links[0].Inertial != nil {
		t.Errorf("visual %+v", v)
	}
}

// TestSize checks the limits of a file and that long and wide trees are read quickly, without recursion.
func TestSize(t *testing.T) {
	for depth, want := range map[int]string{9_999: "no-link", 10_000: "too-large"} { // below the root
		_, diags := urdf.Parse(strings.NewReader("<robot name=\"r\">"+strings.Repeat("<gazebo>",
			depth)+strings.Repeat("</gazebo>", depth)+"</robot>"), "deep.urdf")
		if len(diags) != 1 || diags[0].Code != want {
			t.Errorf("%d elements deep: %v", depth, diags)
		}
	}
	links := 10_000
	if testing.Short() {
		links = 2_000
	}
	var chain, star strings.Builder
	for _, b := range []*strings.Builder{&chain, &star} {
		b.WriteString(`<robot name="r"><link name="l0"/>`)
	}
	for i := range links {
		fmt.Fprintf(&chain, `<link name="l%d">`+heavyPart+`</link><joint name="j%d" type="continuous">`+
			`<parent link="l%d"/><child link="l%d"/></joint>`, i+1, i, i, i+1)
		fmt.Fprintf(&star, `<link name="l%d">`+heavyPart+`</link><joint name="j%d" type="fixed"><parent link="l0"/>`+
			`<child link="l%d"/></joint>`, i+1, i, i+1)
	}
	for _, b := range []*strings.Builder{&chain, &star} {
		b.WriteString("</robot>")
		if r, diags := urdf.Parse(strings.NewReader(b.String()), ""); len(diags) > 0 || len(r.Links) != links+1 {
			t.Errorf("%d links: %v", links+1, diags)
		}
	}
	if _, diags := urdf.Parse(strings.NewReader(`<robot name="r">`+strings.Repeat(`<link name="l"/>`,
		urdf.MaxLinks+1)+`</robot>`), ""); len(diags) != 1 || diags[0].Code != "too-large" {
		t.Errorf("%d links: %v", urdf.MaxLinks+1, len(diags))
	}
}

func TestMissingFile(t *testing.T) {
	r, diags := urdf.ParseFile(filepath.Join(t.TempDir(), "none.urdf"))
	if r != nil || diags.Err() == nil || !strings.Contains(diags.Error(), "none.urdf") {
		t.Errorf("robot %v, %v", r, diags)
	}
}

// FuzzParse looks for documents that make the parser panic, or that it accepts without a robot.
func FuzzParse(f *testing.F) {
	f.Add(joint(`<axis xyz="0 0 2"/>`))
	f.Add(inertial(`<mass value="1"/>` + unit))
	f.Add("\ufeff<?xml version=\"1.0\" encoding='x'?><!DOCTYPE r><robot name=\"é\">\r\n<!-- --><link\tname='a'/>" +
		"</robot>")
	names, _ := filepath.Glob("../models/*.urdf")
	if len(names) == 0 {
		f.Fatal("no embedded models to start from")
	}
	for _, n := range names {
		data, err := os.ReadFile(n)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(data))
	}
	f.Fuzz(func(t *testing.T, file string) {
		robot, diags := urdf.Parse(strings.NewReader(file), "")
		if (robot == nil) == (diags.Err() == nil) {
			t.Errorf("robot %v with error %v", robot, diags.Err())
		}
		for _, d := range diags {
			if d.Pos.Line < 0 || d.Pos.Column < 0 || d.Message == "" || d.Code == "" {
				t.Errorf("diagnostic %+v", d)
			}
		}
	})
}
