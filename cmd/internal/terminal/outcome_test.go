package terminal

import (
	"bufio"
	"math"
	"strings"
	"testing"

	"kinetree/control/metrics"
	"kinetree/scenario/prepare"
)

// TestSameColumns checks that tables of measures have the same columns and each row as many cells, whether joints move,
// settle, or do neither.
func TestSameColumns(t *testing.T) {
	nan := math.NaN()
	moved := metrics.Measures{RiseTime: 0.1, SettlingTime: 0.5, Overshoot: 3}
	unsettled := metrics.Measures{RiseTime: 0.1, SettlingTime: nan, Overshoot: 3}
	held := metrics.Measures{RiseTime: nan, SettlingTime: nan, Overshoot: nan}
	title := ""
	for _, list := range []prepare.MeasuresByJoint{
		{{Joint: "a", Measures: moved}},
		{{Joint: "b", Measures: unsettled}},
		{{Joint: "c", Measures: held}},
		{{Joint: "d", Measures: held}, {Joint: "e", Measures: moved}}} {
		var text strings.Builder
		out := bufio.NewWriter(&text)
		measuresTable(list).Write(out)
		out.Flush()
		lines := strings.Split(strings.TrimSpace(text.String()), "\n")
		words := strings.Join(strings.Fields(lines[0]), " ")
		if title == "" {
			title = words
		}
		if words != title {
			t.Errorf("the columns are %q, elsewhere %q", words, title)
		}
		for _, line := range lines[1:] {
			if n := len(strings.Fields(line)); n != len(shown)+1 {
				t.Errorf("%q has %d cells, want %d", line, n, len(shown)+1)
			}
		}
	}
}
