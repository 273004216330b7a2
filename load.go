package kinetree

import (
	"os"

	"kinetree/models"
	"kinetree/tree"
)

// Load returns the model of the robot that a name stands for: a file of URDF or xacro, an embedded robot such as "ur5"
// where no such file exists, or - for the standard input. The error of a bad file has all faults with their lines
// (urdf.Diagnostics). Warnings are not told; models.Open has them.
func Load(name string, options ...tree.Option) (*tree.Model, error) {
	source, err := models.Open(name, os.Stdin)
	if err != nil {
		return nil, err
	}
	return tree.Build(source.Robot, options...)
}
