package xacro_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kinetree/urdf/xacro"
)

// writeRobot writes a robot of so many arms of six links, whose numbers come from a table, as those of published arms
// do: some 200 properties in the scope around the macro that reads the table, and for each link blocks, conditions and
// macros within macros. It returns the name of its file.
func writeRobot(tb testing.TB, dir string, arms int) string {
	tb.Helper()
	var table, common, robot strings.Builder
	table.WriteString("links:\n")
	common.WriteString("<robot xmlns:xacro=\"x\">\n" +
		"<xacro:macro name=\"inertial\" params=\"mass radius length *origin\">\n<inertial><mass value=\"${mass}\"/>" +
		"<xacro:insert_block name=\"origin\"/><inertia ixx=\"${mass * (3*radius**2 + length**2) / 12}\" ixy=\"0\" ixz=\"0\" " +
		"iyy=\"${mass * (3*radius**2 + length**2) / 12}\" iyz=\"0\" izz=\"${0.5 * mass * radius**2}\"/></inertial>" +
		"</xacro:macro>\n<xacro:macro name=\"data\" params=\"file\"><xacro:property name=\"table\" " +
		"value=\"${xacro.load_yaml(file)}\"/>\n")
	robot.WriteString("<robot name=\"r\" xmlns:xacro=\"x\"><xacro:include filename=\"common.xacro\"/>\n" +
		"<link name=\"base\"/>\n" +
		"<xacro:macro name=\"arm\" params=\"prefix parent:=base x:=^|0 *origin\">\n<xacro:data file=\"table.yaml\"/>\n")
	parent := "${parent}"
	for i := range 6 {
		fmt.Fprintf(&table,
			"  l%d: {mass: %d.5, radius: 0.0%d, length: 0.%d, cog: {x: 0.1, y: 0, z: 0.2}, lower: !degrees -%d,"+
				" upper: !radians pi/%d, offset: 1, r: 1, p: 2, w: 3}\n", i, i+1, i+3, i+2, 90+i, i+1)
		for _, key := range strings.Fields("mass radius length lower upper offset r p w") {
			fmt.Fprintf(&common, "<xacro:property name=\"l%d_%s\" value=\"${table['links']['l%[1]d']['%[2]s']}\" "+
				"scope=\"parent\"/>\n", i, key)
		}
		fmt.Fprintf(&common, "<xacro:property name=\"l%d_cog\" value=\"${table.links.l%[1]d.cog.x} "+
			"${table.links.l%[1]d.cog['y']} ${table.links.l%[1]d.cog.z}\" scope=\"parent\"/>\n", i)
		fmt.Fprintf(&robot,
			"<link name=\"${prefix}l%d\"><visual><origin xyz=\"0 0 ${l%[1]d_offset}\" rpy=\"${pi/2} 0 ${-pi/2}\"/>"+
				"<geometry><cylinder radius=\"${l%[1]d_radius}\" length=\"${l%[1]d_length}\"/></geometry></visual>"+
				"<xacro:if value=\"${l%[1]d_mass > 0}\"><xacro:inertial mass=\"${l%[1]d_mass}\" radius=\"${l%[1]d_radius}\" "+
				"length=\"${l%[1]d_length}\"><origin xyz=\"${l%[1]d_cog}\" rpy=\"0 0 0\"/></xacro:inertial></xacro:if></link>\n"+
				"<joint name=\"${prefix}j%[1]d\" type=\"revolute\"><parent link=\"%[2]s\"/><child link=\"${prefix}l%[1]d\"/>"+
				"<axis xyz=\"0 0 1\"/><origin xyz=\"${x} 0 ${l%[1]d_length}\" rpy=\"${l%[1]d_r} ${l%[1]d_p*0.1} ${l%[1]d_w}\"/>"+
				"<limit lower=\"${l%[1]d_lower}\" upper=\"${l%[1]d_upper}\" effort=\"${150.0}\" velocity=\"${radians(180)}\"/></joint>\n",
			i, parent)
		parent = fmt.Sprintf("${prefix}l%d", i)
	}
	common.WriteString("</xacro:macro></robot>")
	robot.WriteString("</xacro:macro>\n")
	for i := range arms {
		fmt.Fprintf(&robot, "<xacro:arm prefix=\"a%d_\" x=\"${%[1]d/10}\"><origin xyz=\"0 0 0\"/></xacro:arm>\n", i)
	}
	robot.WriteString("</robot>")
	for name, text := range map[string]string{"table.yaml": table.String(), "common.xacro": common.String(),
		"robot.xacro": robot.String()} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			tb.Fatal(err)
		}
	}
	return filepath.Join(dir, "robot.xacro")
}

// BenchmarkExpand expands a robot of the size of a UR, and one of the size of a PR2.
func BenchmarkExpand(b *testing.B) {
	for _, c := range []struct {
		name string
		arms int
	}{{"arm", 1}, {"humanoid", 16}} {
		b.Run(c.name, func(b *testing.B) {
			file := writeRobot(b, b.TempDir(), c.arms)
			data, err := os.ReadFile(file)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				r, diags := xacro.Expand(data, file, xacro.Environment{})
				if diags.Err() != nil {
					b.Fatal(diags)
				}
				b.SetBytes(int64(len(r.Text)))
			}
		})
	}
}
