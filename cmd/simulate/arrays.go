package main

import (
	"io"

	"github.com/spf13/cobra"

	"kinetree/cmd/internal/arrays"
	"kinetree/cmd/internal/query"
	"kinetree/tree"
)

func newArrays() *cobra.Command {
	return newAnswering("arrays [flags] MODEL.urdf",
		"Answer requests for the dynamics of many states, as binary arrays over pipes",
		func(m *tree.Model, q *query.Solver, in io.Reader, out io.Writer) error {
			return arrays.Serve(arrays.New(m), q, in, out)
		})
}
