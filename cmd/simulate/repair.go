package main

import (
	"bytes"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"kinetree/internal/atomicfile"
	"kinetree/models"
	"kinetree/urdf"
)

// writeRepaired writes a copy of a file with the repairs that its diagnostics name, and says what it changed and what
// is left.
func writeRepaired(cmd *cobra.Command, name string, s *models.Source) error {
	document, err := urdf.ApplyRepairs(s.Data, s.Diagnostics.Repairs())
	if err != nil {
		return fmt.Errorf("%s is not repaired: %w", s.Name, err)
	}
	if name == "-" {
		_, err = cmd.OutOrStdout().Write(document)
	} else {
		err = writeCopy(name, s.Name, document)
	}
	if err != nil {
		return fmt.Errorf("the repaired copy cannot be written: %w", err)
	}
	stderr := cmd.ErrOrStderr()
	repairs := 0
	for _, d := range s.Diagnostics {
		if d.Repair != nil {
			repairs++
			fmt.Fprintf(stderr, "repaired: %s: %s\n", plain(d.Path), d.Repair)
		}
	}
	_, left := urdf.Parse(bytes.NewReader(document), name)
	switch {
	case repairs == 0:
		fmt.Fprintf(stderr, "%s: nothing to repair, the same as %s\n", plain(name), plain(s.Name))
	case len(left) == 0:
		fmt.Fprintf(stderr, "%s: no findings are left\n", plain(name))
	default:
		fmt.Fprintf(stderr, "%s left\n", tally(name, left))
	}
	return nil
}

// writeCopy writes a file, which must be another one than the original.
func writeCopy(name, original string, data []byte) error {
	if a, err := os.Stat(name); err == nil {
		if b, err := os.Stat(original); err == nil && os.SameFile(a, b) {
			return fmt.Errorf("%s is the model itself; give the copy another name", name)
		}
	}
	return atomicfile.Write(name, data)
}
