package urdf_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"kinetree/urdf"
)

// TestReduction reads reductions in the forms that are about, and writes them.
func TestReduction(t *testing.T) {
	const robot = `<robot name="r"><link name="a"/><link name="b"><inertial><mass value="1"/>
<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
<joint name="j" type="continuous"><parent link="a"/><child link="b"/></joint>%s</robot>`
	for text, want := range map[string]float64{
		"": 0,
		`<transmission name="t"><type>SimpleTransmission</type><joint name="j"><hardwareInterface>E</hardwareInterface>
</joint><actuator name="m"><mechanicalReduction>100</mechanicalReduction></actuator></transmission>`: 100,
		`<transmission name="t"><joint name="j"><mechanicalReduction> -2.5 </mechanicalReduction></joint>
</transmission>`: -2.5,
		`<transmission type="pr2_mechanism_model/SimpleTransmission" name="t"><actuator name="m"/><joint name="j"/>
<mechanicalReduction>6.05</mechanicalReduction></transmission>`: 6.05,
		`<transmission name="t"><joint name="j"/><joint name="k"/><mechanicalReduction>6</mechanicalReduction>
</transmission>`: 0,
		`<transmission name="t"><joint name="k"/><mechanicalReduction>6</mechanicalReduction></transmission>`: 0,
	} {
		r, diags := urdf.Parse(strings.NewReader(fmt.Sprintf(robot, text)), "r.urdf")
		if len(diags) > 0 || r.Joints[0].Reduction != want {
			t.Errorf("%s: %v, %v; want %v", text, r.Joints[0].Reduction, diags, want)
			continue
		}
		var out bytes.Buffer
		if err := r.WriteURDF(&out); err != nil {
			t.Fatal(err)
		}
		if again, diags := urdf.Parse(&out, "r.urdf"); len(diags) > 0 || again.Joints[0].Reduction != want {
			t.Errorf("%s: %v after writing, %v", text, again.Joints[0].Reduction, diags)
		}
	}
	for _, x := range []string{"0", "none", "", "inf"} {
		text := `<transmission name="t"><joint name="j"/><mechanicalReduction>` + x +
			"</mechanicalReduction></transmission>"
		r, diags := urdf.Parse(strings.NewReader(fmt.Sprintf(robot, text)), "r.urdf")
		if r.Joints[0].Reduction != 0 || len(diags) != 1 || diags[0].Code != "transmission" ||
			diags[0].Severity != urdf.Warning {
			t.Errorf("%q: %v, %v", x, r.Joints[0].Reduction, diags)
		}
	}
}
