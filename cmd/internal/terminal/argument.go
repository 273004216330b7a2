package terminal

import "strings"

// plainCharacters mean themselves in all shells.
const plainCharacters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-/+"

// Argument returns a text as an argument of a command in a shell: in apostrophes where it has other characters than
// letters, digits and some that mean themselves.
func Argument(text string) string {
	special := func(r rune) bool { return !strings.ContainsRune(plainCharacters, r) }
	if text == "" || strings.ContainsFunc(text, special) {
		return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
	}
	return text
}

// PlainArgument is Argument of [Plain] text, for commands that are shown.
func PlainArgument(text string) string { return Argument(Plain(text)) }
