package scenario

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"kinetree/internal/suggest"
	"kinetree/models"
	"kinetree/urdf"
)

// Source is a robot's description and where it came from.
type Source struct {
	Name     string // of the file or embedded model
	SHA256   string // of the bytes
	Robot    *urdf.Robot
	Warnings urdf.Diagnostics
}

// Open reads the robot that a name stands for: a file, an embedded model where no such file exists, or - for the input.
func Open(name string, input io.Reader) (*Source, error) {
	data, err := read(name, input)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(data)
	robot, diags := urdf.Parse(bytes.NewReader(data), name)
	if err := diags.Err(); err != nil {
		return nil, err
	}
	return &Source{name, hex.EncodeToString(sum[:]), robot, diags.Warnings()}, nil
}

func read(name string, input io.Reader) ([]byte, error) {
	if name == "-" {
		return io.ReadAll(input)
	}
	data, err := os.ReadFile(name)
	if !errors.Is(err, fs.ErrNotExist) {
		return data, err
	}
	if data, ok := models.URDF(name); ok {
		return data, nil
	}
	return nil, fmt.Errorf("there is no file %s and no embedded model of that name%s; `simulate models` lists the embedded ones",
		name, suggest.Hint(name, models.Names()))
}

// stem returns the name of the log for a model: its file name without folder and ending.
func stem(name string) string {
	if name == "-" {
		return "stdin"
	}
	base := filepath.Base(name)
	return strings.TrimSuffix(base, filepath.Ext(base))
}
