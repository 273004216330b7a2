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
	common.WriteString(`<robot xmlns:xacro="x"><xacro:macro name="inertial" params="mass radius length *origin">
<inertial><mass value="${mass}"/><xacro:insert_block name="origin"/>
<inertia ixx="${mass * (3*radius**2 + length**2) / 12}" ixy="0" ixz="0" iyz="0"
iyy="${mass * (3*radius**2 + length**2) / 12}" izz="${0.5 * mass * radius**2}"/></inertial></xacro:macro>
<xacro:macro name="data" params="file"><xacro:property name="table" value="${xacro.load_yaml(file)}"/>`)
	robot.WriteString(`<robot name="r" xmlns:xacro="x"><xacro:include filename="common.xacro"/><link name="base"/>
<xacro:macro name="arm" params="prefix parent:=base x:=^|0 *origin"><xacro:data file="table.yaml"/>`)
	parent := "${parent}"
	for i := range 6 {
		name := fmt.Sprintf("l%d", i)
		fmt.Fprintf(&table, "  %s: {mass: %d.5, radius: 0.0%d, length: 0.%d, cog: {x: 0.1, y: 0, z: 0.2}, "+
			"lower: !degrees -%d, upper: !radians pi/%[2]d, offset: 1, r: 1, p: 2, w: 3}\n", name, i+1, i+3, i+2, 90+i)
		for _, key := range strings.Fields("mass radius length lower upper offset r p w") {
			fmt.Fprintf(&common, `<xacro:property name="%s_%s" scope="parent"
value="${table['links']['%[1]s']['%[2]s']}"/>`, name, key)
		}
		common.WriteString(strings.ReplaceAll(`<xacro:property name="N_cog" scope="parent"
value="${table.links.N.cog.x} ${table.links.N.cog['y']} ${table.links.N.cog.z}"/>`, "N", name))
		robot.WriteString(strings.NewReplacer("NAME", name, "PARENT", parent).Replace(`<link name="${prefix}NAME">
<visual><origin xyz="0 0 ${NAME_offset}" rpy="${pi/2} 0 ${-pi/2}"/>
<geometry><cylinder radius="${NAME_radius}" length="${NAME_length}"/></geometry></visual>
<xacro:if value="${NAME_mass > 0}"><xacro:inertial mass="${NAME_mass}" radius="${NAME_radius}" length="${NAME_length}">
<origin xyz="${NAME_cog}" rpy="0 0 0"/></xacro:inertial></xacro:if></link>
<joint name="${prefix}jNAME" type="revolute"><parent link="PARENT"/><child link="${prefix}NAME"/><axis xyz="0 0 1"/>
<origin xyz="${x} 0 ${NAME_length}" rpy="${NAME_r} ${NAME_p*0.1} ${NAME_w}"/>
<limit lower="${NAME_lower}" upper="${NAME_upper}" effort="${150.0}" velocity="${radians(180)}"/></joint>`))
		parent = "${prefix}" + name
	}
	common.WriteString("</xacro:macro></robot>")
	robot.WriteString("</xacro:macro>\n")
	for i := range arms {
		fmt.Fprintf(&robot, `<xacro:arm prefix="a%d_" x="${%[1]d/10}"><origin xyz="0 0 0"/></xacro:arm>`, i)
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
