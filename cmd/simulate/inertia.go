package main

import (
	"cmp"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"kinetree/cmd/internal/terminal"
	"kinetree/spatial"
	"kinetree/urdf"
)

func newInertia() *cobra.Command {
	about, asJSON := "com", false
	cmd := &cobra.Command{
		Use:   "inertia [flags] SOLID MASS SIZE...",
		Short: "Print the mass, centre and tensor of inertia of a solid or of point masses",
		Args:  usage(cobra.MinimumNArgs(2)),
		RunE: func(cmd *cobra.Command, args []string) error {
			fail := func(err error) error { return &usageError{cmd.CommandPath(), err} }
			var numbers []float64
			for _, text := range args[1:] {
				x, err := strconv.ParseFloat(text, 64)
				if err != nil {
					return fail(fmt.Errorf("%q is not a number; expected one, such as 0.5", text))
				}
				numbers = append(numbers, x)
			}
			i, err := spatial.InertiaOf(args[0], numbers[0], numbers[1:], about)
			if err != nil {
				return fail(err)
			}
			out, com := cmd.OutOrStdout(), i.COM()
			if asJSON {
				return terminal.WriteJSON(out, struct {
					Mass    float64     `json:"mass"`
					COM     [3]float64  `json:"com"`
					Inertia urdf.Tensor `json:"inertia"`
				}{i.M, com, urdf.TensorOf(i.I)}, "  ")
			}
			t := i.I
			_, err = fmt.Fprintf(out, "mass     %.9g kg\ncentre   %.9g %.9g %.9g m\n"+
				"tensor   about the %s (kg m^2)\n%14.9g %14.9g %14.9g\n%14.9g %14.9g %14.9g\n%14.9g %14.9g %14.9g\n",
				i.M, com[0], com[1], com[2], cmp.Or(map[string]string{"com": "centre of mass", "corner": "corner",
					"end": "end"}[about], "point "+about),
				t[0], t[1], t[3], t[1], t[2], t[4], t[3], t[4], t[5])
			return err
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&about, "about", about, "point that is the origin: com, corner (box), end (cylinder, rod) or any X,Y,Z")
	f.BoolVar(&asJSON, "json", false, "print JSON on stdout")
	return cmd
}
