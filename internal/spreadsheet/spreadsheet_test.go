package spreadsheet_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kinetree/internal/spreadsheet"
)

// TestText writes texts that spreadsheets take for formulas with an apostrophe, and all others as they are.
func TestText(t *testing.T) {
	for text, want := range map[string]string{
		"=HYPERLINK(A1)": "'=HYPERLINK(A1)", "+1+2": "'+1+2", "-j/position": "'-j/position", "@SUM(1)": "'@SUM(1)",
		"\t=1": "'\t=1", "＝1": "'＝1", "'=1": "''=1", "''@": "'''@",
		"elbow/position": "elbow/position", "-1.5": "-1.5", "+3e-7": "+3e-7", "-inf": "-inf", "": "", "'": "'",
		"'a": "'a", "a=b": "a=b", " =1": " =1",
	} {
		if got := spreadsheet.Text(text); got != want || spreadsheet.Read(got) != text {
			t.Errorf("%q: %q, want %q; read as %q", text, got, want, spreadsheet.Read(got))
		}
	}
}

// TestReadBack reads any texts as they were, and none of them is a formula in between.
func TestReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOfN(rapid.RuneFrom([]rune("'=+-@\t1a＋")), 0, 6, -1).Draw(t, "text")
		written := spreadsheet.Text(text)
		if got := spreadsheet.Read(written); got != text {
			t.Fatalf("%q is written %q and read %q", text, written, got)
		}
		if strings.IndexAny(written, "=@\t＋") == 0 {
			t.Fatalf("%q is written %q", text, written)
		}
	})
}
