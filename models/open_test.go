package models_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kinetree/models"
	"kinetree/urdf"
)

func TestOpen(t *testing.T) {
	data, _ := models.URDF("pendulum")
	file := filepath.Join(t.TempDir(), "swing.urdf")
	if err := os.WriteFile(file, data, 0o666); err != nil {
		t.Fatal(err)
	}
	embedded, err := models.Open("pendulum", nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, input := range map[string]string{file: "", "-": string(data)} {
		s, err := models.Open(name, strings.NewReader(input))
		if err != nil || s.SHA256 != embedded.SHA256 || s.Robot.Name != "pendulum" || s.Name != name {
			t.Errorf("%s: %+v, %v", name, s, err)
		}
	}
	var missing *models.NoModelError
	if _, err := models.Open("pendulm", nil); !errors.As(err, &missing) || !strings.Contains(err.Error(),
		`did you mean "pendulum"?`) {
		t.Errorf("got %v", err)
	}
}

// TestRead checks that a bad file can be looked at, and is an error for those who want a robot.
func TestRead(t *testing.T) {
	const bad = `<robot name="r"><link name="a" b="1"/><joint name="j"/></robot>`
	s, err := models.Read("-", strings.NewReader(bad))
	if err != nil || s.Robot != nil || string(s.Data) != bad || s.Name != "-" || s.Diagnostics.Err() == nil ||
		len(s.Diagnostics.Warnings()) != 1 {
		t.Errorf("got %+v, %v", s, err)
	}
	_, err = models.Open("-", strings.NewReader(bad))
	var diags urdf.Diagnostics
	if !errors.As(err, &diags) || len(diags) != len(s.Diagnostics) {
		t.Errorf("got %v", err)
	}
	var missing *models.NoModelError
	if _, err := models.Read("pendulm", nil); !errors.As(err, &missing) {
		t.Errorf("got %v", err)
	}
	if _, err := models.Read(t.TempDir(), nil); err == nil {
		t.Error("a folder can be read")
	}
}
