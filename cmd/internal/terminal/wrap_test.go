package terminal

import "testing"

func TestWrap(t *testing.T) {
	for text, want := range map[string]string{
		"":                              "",
		"a":                             "a",
		"aaa bbb ccc\nddd":              "aaa bbb\nccc ddd",
		"aaaaaaaaaaaa b":                "aaaaaaaaaaaa\nb",
		"aaa bbb\n\nccc\nddd\n":         "aaa bbb\n\nccc ddd",
		"aaa\n  a table  of words\nbbb": "aaa\n  a table  of words\nbbb",
		"ééé ééé ééé":                   "ééé ééé\nééé",
	} {
		if got := Wrap(text, 7); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
