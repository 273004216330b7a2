package terminal

import (
	"bufio"
	"fmt"

	"strings"

	"kinetree/urdf/estimate"
)

// Estimates writes the masses and inertias of links that were estimated, if there are any.
func Estimates(out *bufio.Writer, list []estimate.Estimate) {
	if len(list) == 0 {
		return
	}
	total := 0.0
	t := NewTable("link", "kg@.", "m^3@.", "com x@.", "com y@.", "com z@.", "ixx@.", "iyy@.", "izz@.", "from")
	for i := range list {
		x := &list[i]
		total += x.Mass
		row := []string{Plain(x.Link)}
		for _, v := range []float64{x.Mass, x.Volume, x.COM[0], x.COM[1], x.COM[2], x.Inertia.IXX, x.Inertia.IYY,
			x.Inertia.IZZ} {
			row = append(row, fmt.Sprintf("%.4g", v))
		}
		from := string(x.From)
		if len(x.Notes) > 0 {
			from += ": " + Plain(strings.Join(x.Notes, "; "))
		}
		t.Add(append(row, from)...)
	}
	fmt.Fprintf(out, "\nestimated, not measured: masses and inertias of %s, %.4g kg in all\n",
		Counted(len(list), "link"), total)
	t.Write(out)
}
