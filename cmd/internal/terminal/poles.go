package terminal

import (
	"bufio"
	"fmt"
	"io"

	"kinetree/scenario/prepare"
)

// Poles prints the poles of a robot with constraints.
func Poles(w io.Writer, p *prepare.Poles) error {
	out := bufio.NewWriter(w)
	verdict := "stable: no pole grows"
	if !p.Stable {
		verdict = "UNSTABLE: a pole grows"
	}
	fmt.Fprintf(out, "%s: at its start, with constraints\n  %s\n  constraints  %s\n\nPoles, the slowest first\n",
		Plain(p.Robot), verdict, PlainLines(p.Constraints.String()))
	t := NewTable("pole 1/s", "frequency rad/s@.", "damping ratio@.")
	for _, x := range p.Poles {
		t.Add(complexText(complex(x.Real, x.Imag)), Figure(x.Frequency), Figure(x.Damping))
	}
	t.Write(out)
	return out.Flush()
}
