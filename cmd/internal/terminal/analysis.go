package terminal

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"kinetree/control/analysis"
	"kinetree/internal/libm"
)

// Analysis writes an analysis as text.
func Analysis(w io.Writer, a *analysis.Analysis) error {
	out := bufio.NewWriter(w)
	times := fmt.Sprintf("period %v s, delay %v s", a.Period, a.Delay)
	if a.Samples > 1 {
		times = fmt.Sprintf("the same again after %d samples of %v s, delay %v s", a.Samples, a.Period, a.Delay)
	}
	if a.Period == 0 {
		times = "acting at every instant"
	}
	fmt.Fprintf(out, "%s: %s, %s, at rest %s\n", Plain(a.Model), a.Controller, times, Where(a, "at the start"))
	fmt.Fprintf(out, "  closed loop     %s\n", PlainLines(Verdict(a)))
	if a.Stable != nil {
		loopsText(out, a)
	}

	fmt.Fprintf(out, "\nPoles of the robot alone\n")
	titles, rows := continuousPoles(a.Open)
	writePoles(out, titles, rows)

	if a.Stable != nil {
		fmt.Fprintf(out, "\nPoles of the closed loop, the slowest first\n")
		if a.Samples > 1 {
			fmt.Fprintf(out, "z is the factor over %d samples.\n", a.Samples)
		}
		titles, rows := PoleTable(a)
		writePoles(out, titles, rows)
	}
	if a.Regulator != nil {
		writeGains(out, a.Regulator)
	}
	return out.Flush()
}

// loopsText writes how near the loops of the joints are to instability.
func loopsText(out *bufio.Writer, a *analysis.Analysis) {
	fmt.Fprintf(out, "  nearest         %s\n", Plain(Nearest(a)))
	if a.Period > 0 {
		fmt.Fprintf(out, "  largest period  %s\n", LargestPeriod(a))
	}
	if !math.IsNaN(a.MultiloopDisk) {
		fmt.Fprintf(out, "  all at once     %s\n", AllAtOnce(a))
	}

	fmt.Fprintf(out, "\nLoops, broken at the actuator with all others closed\n")
	if !a.IsStable() {
		fmt.Fprintf(out, "The closed loop is unstable, so margins do not tell how far it is from instability.\n")
	}
	titles, rows := MarginTable(a)
	for i := range titles[1:] {
		titles[i+1] += "@."
	}
	loops := NewTable(titles...)
	for _, row := range rows {
		loops.Add(row...)
	}
	loops.Write(out)
}

// Verdict returns a sentence that says whether a loop is stable.
func Verdict(a *analysis.Analysis) string {
	if a.Stable == nil {
		return "cannot be judged: " + a.Reason
	}
	note := ""
	if a.Note != "" {
		note = " (" + a.Note + ")"
	}
	figure, bound := "the spectral radius is "+Figure(a.SpectralRadius), "less than 1"
	if a.Period == 0 {
		figure, bound = "the largest real part of a pole is "+Figure(real(a.Closed[0].S))+" 1/s", "less than 0"
	}
	if *a.Stable {
		return "stable: " + figure + note
	}
	return "UNSTABLE: " + figure + "; expected " + bound + note
}

// Where says which place an analysis is about, in the words given if that is the start.
func Where(a *analysis.Analysis, start string) string {
	if a.Operating.Place == analysis.Rest {
		return "where the law brings the robot"
	}
	return start
}

// Nearest returns a sentence that names the loop nearest to instability.
func Nearest(a *analysis.Analysis) string {
	l := a.NearestLoop()
	if l == nil {
		return "no loop"
	}
	return fmt.Sprintf("%s: the sensitivity is %s dB at %s rad/s", l.Name, Figure(analysis.Decibels(l.Sensitivity)),
		Figure(l.SensitivityFrequency))
}

// AllAtOnce returns a sentence with the disk margin of all loops at once, and for a skew of 0 what it allows of gains
// alone and of phases alone.
func AllAtOnce(a *analysis.Analysis) string {
	text := fmt.Sprintf("a disk margin of %s at %s rad/s", Figure(a.MultiloopDisk), Figure(a.MultiloopDiskFrequency))
	if x := a.MultiloopDisk; a.Skew == 0 && x < 2 {
		text += fmt.Sprintf(": gains within %s dB or phases within %s° at all actuators",
			Figure(analysis.Decibels((2+x)/(2-x))), Figure(analysis.Degrees(float64(2*libm.Atan2(x, 2)))))
	}
	return text
}

// LargestPeriod returns a sentence with the longest period at which the loop is stable.
func LargestPeriod(a *analysis.Analysis) string {
	switch T := a.LargestPeriod; {
	case math.IsNaN(T):
		return "not known"
	case math.IsInf(T, 1):
		return "none found up to a thousand times the period"
	case T == 0:
		return "no period is stable"
	default:
		return fmt.Sprintf("%s s, %s times the period", Figure(T), Figure(T/a.Period))
	}
}

// MarginTable has a row for each loop: its joint, the gain margin and the frequency there, the lower gain margin, the
// phase margin and its frequency, the delay margin, the peak of the sensitivity and its frequency, the disk margin, the
// peak of the complementary sensitivity T and its bandwidth. Gains are in
// decibels, phases in degrees.
func MarginTable(a *analysis.Analysis) (titles []string, rows [][]string) {
	for _, l := range a.Loops {
		rows = append(rows, []string{Plain(l.Name), decibels(l.Gain), Figure(l.GainFrequency), decibels(l.LowerGain),
			Figure(analysis.Degrees(l.Phase)), Figure(l.PhaseFrequency), Figure(l.Delay), decibels(l.Sensitivity),
			Figure(l.SensitivityFrequency), Figure(l.Disk), decibels(l.Complementary), Figure(l.Bandwidth)})
	}
	return []string{"joint", "gain margin dB", "at rad/s", "lower gain dB", "phase margin °", "at rad/s",
		"delay margin s", "sensitivity dB", "at rad/s", "disk margin", "T dB", "bandwidth rad/s"}, rows
}

// decibels writes a gain.
func decibels(gain float64) string { return Figure(analysis.Decibels(gain)) }

// GainTable has the gains K of a regulator, a row for each state and a column for each effort.
func GainTable(r *analysis.Regulator) (titles []string, rows [][]string) {
	titles = append(titles, "state")
	for _, name := range r.Efforts {
		titles = append(titles, Plain(name))
	}
	for j, state := range r.States {
		row := []string{Plain(state)}
		for i := range r.Efforts {
			row = append(row, Figure(r.K[i][j]))
		}
		rows = append(rows, row)
	}
	return titles, rows
}

// GainCaption explains the gains of a regulator.
const GainCaption = "Gains K of the regulator: the effort of each column for what the state of the row lacks of the " +
	"reference"

// writeGains writes the gains of a regulator.
func writeGains(out *bufio.Writer, r *analysis.Regulator) {
	titles, rows := GainTable(r)
	for i := range titles[1:] {
		titles[i+1] += "@."
	}
	fmt.Fprintf(out, "\n%s\n", GainCaption)
	t := NewTable(titles...)
	for _, row := range rows {
		t.Add(row...)
	}
	t.Write(out)
}

// PoleTable has a row for each pole of the closed loop: z and |z| of one with samples, s, the frequency and the damping
// ratio.
func PoleTable(a *analysis.Analysis) (titles []string, rows [][]string) {
	if a.Period == 0 {
		return continuousPoles(a.Closed)
	}
	for _, p := range folded(a.Closed) {
		rows = append(rows, []string{p.text(p.Z), Figure(libm.CAbs(p.Z)), p.text(p.S), Figure(p.Frequency),
			Figure(p.Damping), p.Joint})
	}
	return withoutOwners([]string{"z", "|z|", "s 1/s", "frequency rad/s", "damping ratio", "joint"}, rows)
}

// continuousPoles has a row for each pole: s, the frequency and the damping ratio.
func continuousPoles(poles []analysis.Pole) (titles []string, rows [][]string) {
	for _, p := range folded(poles) {
		rows = append(rows, []string{p.text(p.S), Figure(p.Frequency), Figure(p.Damping), p.Joint})
	}
	return withoutOwners([]string{"pole 1/s", "frequency rad/s", "damping ratio", "joint"}, rows)
}

// withoutOwners leaves out the last column, the joints of poles, if none is known.
func withoutOwners(titles []string, rows [][]string) ([]string, [][]string) {
	last := len(titles) - 1
	if slices.ContainsFunc(rows, func(row []string) bool { return row[last] != "" }) {
		return titles, rows
	}
	for i := range rows {
		rows[i] = rows[i][:last]
	}
	return titles[:last], rows
}

// foldedPole is a pole, or the one above the real axis of a pair that stands for both.
type foldedPole struct {
	analysis.Pole
	pair bool
}

// folded returns poles with pairs in one.
func folded(poles []analysis.Pole) (list []foldedPole) {
	for i := 0; i < len(poles); i++ {
		p := poles[i]
		if i+1 < len(poles) && imag(p.S) != 0 && imag(p.Z) == -imag(poles[i+1].Z) && real(p.Z) == real(poles[i+1].Z) &&
			imag(p.S) == -imag(poles[i+1].S) && real(p.S) == real(poles[i+1].S) {
			if imag(p.S) < 0 {
				p = poles[i+1]
			}
			list = append(list, foldedPole{p, true})
			i++
			continue
		}
		list = append(list, foldedPole{p, false})
	}
	return list
}

// text writes the pole as one of its numbers, s or z, of a pair both.
func (p *foldedPole) text(z complex128) string {
	if !p.pair {
		return complexText(z)
	}
	return Figure(real(z)) + " ± " + Figure(math.Abs(imag(z))) + "i"
}

// writePoles writes a table of poles, of which complex numbers stand on the left.
func writePoles(out *bufio.Writer, titles []string, rows [][]string) {
	for i, title := range titles {
		if !strings.HasPrefix(title, "pole") && title != "z" && title != "s 1/s" && title != "joint" {
			titles[i] += "@."
		}
	}
	t := NewTable(titles...)
	for _, row := range rows {
		t.Add(row...)
	}
	t.Write(out)
}

// complexText writes a complex number.
func complexText(z complex128) string {
	switch {
	case math.IsInf(real(z), -1):
		return "-inf"
	case imag(z) == 0:
		return Figure(real(z))
	case imag(z) < 0:
		return Figure(real(z)) + " - " + Figure(-imag(z)) + "i"
	}
	return Figure(real(z)) + " + " + Figure(imag(z)) + "i"
}
