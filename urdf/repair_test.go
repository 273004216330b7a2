package urdf_test

import (
	"strings"
	"testing"

	"kinetree/urdf"
)

// broken has what can be repaired without a guess: no name, units, quotation marks, names in other letters, limits
// without magnitudes, a tensor that no body has behind its units.
const broken = `<?xml version="1.0"?>
<robot>
  <link name="Base_Link"/>
  <link name="arm"><inertial><origin xyz="0 0 100mm" rpy="0 0 90deg"/><mass value="1.0kg"/>
    <inertia ixx="0.1 kg m^2" ixy="0" ixz="0" iyy="100 kg*cm²" iyz="0" izz="'0.1'"/></inertial></link>
  <link name="hand"><inertial><mass value="500 g"/>
    <inertia ixx="1 kg m^2" ixy="0" ixz="0" iyy="1" iyz="0" izz="2.1875"/></inertial>
  <visual><geometry><sphere radius="5 cm"/></geometry></visual></link>
  <joint name="J1" type="revolute"><parent link="base_link"/><child link="Arm"/><origin xyz="0 0 0.5 m"/>
    <limit lower="-90 deg" upper="90 deg" effort="10 N m"/>
    <dynamics damping="0.1 N m s/rad" friction="1 Nm"/></joint>
  <joint name="J2" type="prismatic"><parent link="arm"/><child link="hand"/>
    <limit lower="-1" upper="1" velocity="" effort="5N"/></joint>
  <joint name="J3" type="continuous"><parent link="hand"/><child link="tip"/><mimic joint="j1"/></joint>
  <link name="tip"/>
</robot>
`

const mended = `<?xml version="1.0"?>
<robot name="broken">
  <link name="Base_Link"/>
  <link name="arm"><inertial><origin xyz="0 0 0.1" rpy="0 0 1.5707963267948966"/><mass value="1.0"/>
    <inertia ixx="0.1" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.1"/></inertial></link>
  <link name="hand"><inertial><mass value="0.5"/>
    <inertia ixx="1.0625" ixy="0" ixz="0" iyy="1.0625" iyz="0" izz="2.125"/></inertial>
  <visual><geometry><sphere radius="0.05"/></geometry></visual></link>
  <joint name="J1" type="revolute"><parent link="Base_Link"/><child link="arm"/><origin xyz="0 0 0.5"/>
    <limit velocity="1e9" lower="-1.5707963267948966" upper="1.5707963267948966" effort="10"/>
    <dynamics damping="0.1" friction="1"/></joint>
  <joint name="J2" type="prismatic"><parent link="arm"/><child link="hand"/>
    <limit lower="-1" upper="1" velocity="1e9" effort="5"/></joint>
  <joint name="J3" type="continuous"><parent link="hand"/><child link="tip"/><mimic joint="J1"/></joint>
  <link name="tip"/>
</robot>
`

func TestRepairAll(t *testing.T) {
	_, diags := urdf.Parse(strings.NewReader(broken), "folder/broken.urdf")
	got, done, err := urdf.RepairAll([]byte(broken), diags)
	if err != nil || string(got) != mended {
		t.Errorf("%v, got:\n%s", err, got)
	}
	if len(done) != 23 { // of that tensor two
		t.Errorf("%d repairs: %v", len(done), done)
	}
	if _, left := urdf.Parse(strings.NewReader(mended), ""); len(left) > 0 {
		t.Errorf("after the repairs: %v", left)
	}
}

// TestNoGuess checks that what may mean several things, or nothing that is known, is not repaired.
func TestNoGuess(t *testing.T) {
	for _, c := range [][2]string{
		{`value="0.5"`, `value="0.5 m"`},                      // no mass
		{`value="0.5"`, `value="1,5"`},                        // a thousand and a half, or a point
		{`value="0.5"`, `value="heavy"`},                      //
		{`value="0.5"`, `value="2 3"`},                        // which?
		{`value="0.5"`, `value="kg"`},                         //
		{`xyz="0 0 0.5"`, `xyz="0 0 500 mm"`},                 // of all, or of the last?
		{`xyz="0 0 0.5"`, `xyz="1 2 500mm"`},                  //
		{`xyz="0 0 0.5"`, `xyz="0 0.5"`},                      // which is missing?
		{`xyz="0 0 0.5"`, `xyz="0 0 1e400m"`},                 //
		{`lower="-1" upper="1"`, `lower="1"`},                 // where does it end?
		{`lower="-1" upper="1"`, `lower="1" upper="-1"`},      // exchanged, or no limits
		{`lower="-1" upper="1"`, `lower="-10 deg" upper="1"`}, // of a slide
		{`effort="5"`, `effort="5Nm"`},                        // likewise
		{`link="hand"/>`, `link="HANDS"/>`},
		{`joint="J1"`, `joint="J9"`},
		{`<link name="tip"/>`, `<link name="tip"/><link name="TIP"/>`},
	} {
		file := strings.Replace(mended, c[0], c[1], 1)
		_, diags := urdf.Parse(strings.NewReader(file), "")
		if file == mended || len(diags) == 0 {
			t.Errorf("%s: nothing is found", c[1])
		}
		if repairs := diags.Repairs(); len(repairs) > 0 {
			t.Errorf("%s is repaired: %v", c[1], repairs[0])
		}
	}
	// A name that two others differ from by their letters only.
	file := strings.NewReplacer(`<link name="tip"/>`, `<link name="tip"/><link name="TIP"/>`, `<child link="tip"/>`,
		`<child link="Tip"/>`).Replace(mended)
	if _, diags := urdf.Parse(strings.NewReader(file), ""); len(diags.Repairs()) > 0 {
		t.Errorf("one of two names is taken: %v", diags)
	}
}
