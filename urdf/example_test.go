package urdf_test

import (
	"fmt"
	"strings"

	"kinetree/urdf"
)

func ExampleParse() {
	robot, diags := urdf.Parse(strings.NewReader(`<robot name="arm">
  <link name="base"/>
  <link name="forearm"/>
  <joint name="elbow" type="revolute">
    <parent link="base"/>
    <child link="forarm"/>
    <limit lower="-2" upper="2,5" effort="10" velocity="3"/>
  </joint>
</robot>`), "arm.urdf")
	fmt.Println(robot == nil)
	fmt.Println(strings.ReplaceAll(diags.Error(), "; ", ";\n    "))
	// Output:
	// true
	// arm.urdf:6:12: error: robot/joint[@name="elbow"]/child@link: there is no link "forarm";
	//     expected the name of a link (did you mean "forearm"?)
	// arm.urdf:7:23: error: robot/joint[@name="elbow"]/limit@upper: "2,5" has a decimal comma;
	//     write a point: 2.5
}
