package find_test

import (
	"path/filepath"
	"strings"
	"testing"

	"kinetree/models/oracle/expect"
	"kinetree/urdf/find"
)

// TestPackage finds the folders of packages: given, above a file, beside such a folder under another name, installed as
// colcon does, or nowhere.
func TestPackage(t *testing.T) {
	root := expect.Files(t, map[string]string{"ws/src/arms/arm/package.xml": manifest("arm"),
		"ws/src/arms/arm/urdf/arm.xacro": "", "ws/src/arms/gripper_v2/package.xml": manifest("gripper"),
		"ws/src/arms/arm/urdf/arm/x": "", "inst/hand/share/hand/package.xml": manifest("hand"),
		"inst/share/tool/package.xml": manifest("tool")})
	at := func(f string) string { return filepath.Join(root, filepath.FromSlash(f)) }
	t.Setenv("ROS_PACKAGE_PATH", "")
	t.Setenv("AMENT_PREFIX_PATH", "")
	t.Setenv("COLCON_PREFIX_PATH", at("inst"))
	r := find.Resolver{Packages: map[string]string{"given": at("elsewhere")}}
	for name, want := range map[string]string{"given": "elsewhere", "arm": "ws/src/arms/arm",
		"gripper": "ws/src/arms/gripper_v2", "hand": "inst/hand/share/hand", "tool": "inst/share/tool"} {
		if got, err := r.Package(name, at("ws/src/arms/arm/urdf/arm.xacro")); err != nil || got != at(want) {
			t.Errorf("%s: %s, %v; expected %s", name, got, err, at(want))
		}
	}
	for name, want := range map[string]string{"foot": "COLCON_PREFIX_PATH", "../arm": "not the name"} {
		if got, err := r.Package(name, at("ws/src/arms/arm/urdf/arm.xacro")); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: %s, %v; expected an error with %s", name, got, err, want)
		}
	}
}
