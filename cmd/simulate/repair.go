package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

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
		err = writeWhole(name, s.Name, document)
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

// writeWhole writes a file such that it is there in full or not at all. It must be another file than the original.
func writeWhole(name, original string, data []byte) error {
	if a, err := os.Stat(name); err == nil {
		if b, err := os.Stat(original); err == nil && os.SameFile(a, b) {
			return fmt.Errorf("%s is the model itself; give the copy another name", name)
		}
		if !a.Mode().IsRegular() {
			return os.WriteFile(name, data, 0o666)
		}
	}
	part, err := os.CreateTemp(filepath.Dir(name), ".repair-*")
	if err != nil {
		return err
	}
	_, err = part.Write(data)
	err = errors.Join(err, part.Chmod(0o644), part.Close())
	if err == nil {
		err = os.Rename(part.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(part.Name()))
	}
	return nil
}
