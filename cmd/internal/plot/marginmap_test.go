package plot_test

import (
	"math"
	"strings"
	"testing"

	"kinetree/cmd/internal/plot"
	"kinetree/control/analysis"
)

// TestMarginMap draws four poses: good, poor, unstable and not judged. The worst numbers are those of the stable ones,
// and each grade has its colour, once in the legend and once for each cell of a panel.
func TestMarginMap(t *testing.T) {
	nan, deg := math.NaN(), math.Pi/180
	m := &analysis.MarginMap{Joints: [2]string{"s", "e"}, Positions: [2][]float64{{0, 1}, {-1, 1}},
		Stable:      [][]bool{{true, true}, {false, true}},
		Phase:       [][]float64{{70 * deg, 20 * deg}, {nan, nan}},
		Sensitivity: [][]float64{{1.2, 3}, {nan, nan}}}
	d, err := plot.MarginMap(m, plot.Size{})
	text := svg(t, d, err)
	has(t, text, "Worst margins of all loops over poses", "worst 20 °", "worst 9.54 dB", "s (rad or m)", "e (rad or m)",
		"less than 15°, more than 12 dB", "15 to 30°, 8 to 12 dB", "more than 60°, less than 3.5 dB", "unstable")
	for colour, want := range map[string]int{"#B22B18": 1, "#E88A5A": 3, "#F6DCA8": 1, "#3C82B0": 3, "#333333": 3} {
		if n := strings.Count(text, "fill:"+colour); n != want {
			t.Errorf("%d areas of %s, want %d", n, colour, want)
		}
	}
	m.Of = "e"
	d, err = plot.MarginMap(m, plot.Size{})
	has(t, svg(t, d, err), "Margins of the loop of e over poses")
}
