package models

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"kinetree/urdf"
)

// TestFormats adds a format to the list, by whose entry alone files of its ending are read, and sees that all other
// names stand for URDF.
func TestFormats(t *testing.T) {
	whole, part := &urdf.Robot{Name: "whole"}, &urdf.Robot{Name: "part"}
	gives := func(_ []byte, _ string, incomplete bool, _ urdf.Provenance) (*urdf.Robot, urdf.Diagnostics) {
		if incomplete {
			return part, nil
		}
		return whole, nil
	}
	before := formats
	t.Cleanup(func() { formats = before })
	formats = append(slices.Clip(formats), format{".robot", gives, nil})
	if got, want := Endings(), []string{".urdf", ".xml", ".xacro", ".robot"}; !slices.Equal(got, want) {
		t.Errorf("endings %q; expected %q", got, want)
	}
	data, _ := URDF("pendulum")
	for name, want := range map[string]string{"a.robot": "whole", "a.urdf.ROBOT": "whole", "a.urdf": "pendulum",
		"a.XML": "pendulum", "a.robot.urdf": "pendulum", "a.txt": "pendulum", "a": "pendulum", "robot": "pendulum"} {
		file := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(file, data, 0o666); err != nil {
			t.Fatal(err)
		}
		s, err := Open(file, nil)
		if err != nil || s.Robot.Name != want {
			t.Errorf("%s: %+v, %v; expected the robot %s", name, s, err, want)
			continue
		}
		if want == "whole" {
			want = "part"
		}
		if r, diags := s.Incomplete(); diags.Err() != nil || r.Name != want {
			t.Errorf("%s, incomplete: %+v, %v; expected the robot %s", name, r, diags, want)
		}
	}
}
