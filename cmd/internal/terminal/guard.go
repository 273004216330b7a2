package terminal

import (
	"io"
	"os"
	"strconv"
	"unicode/utf8"
)

// Guard is an output of text in which names and lines of files may stand. What is not printable is written as Plain
// does, but for the ends of lines and tabs, so that no file can speak to the terminal. It is the last line behind the
// commands, which make plain what they print where its width counts.
type Guard struct {
	out  io.Writer
	rest []byte // the beginning of a character whose other bytes have not come yet
	text []byte
}

// NewGuard returns a guard before an output.
func NewGuard(out io.Writer) *Guard { return &Guard{out: out} }

// Write writes text.
func (g *Guard) Write(p []byte) (int, error) {
	text := p
	if len(g.rest) > 0 {
		text = append(g.rest, p...)
		g.rest = nil
	}
	g.text = g.text[:0]
	for i := 0; i < len(text); {
		c := text[i]
		switch {
		case c >= ' ' && c < 0x7f || c == '\n' || c == '\t':
			g.text = append(g.text, c)
			i++
		case c >= utf8.RuneSelf && !utf8.FullRune(text[i:]):
			g.rest = append([]byte(nil), text[i:]...)
			i = len(text)
		default:
			r, n := utf8.DecodeRune(text[i:])
			if r == utf8.RuneError && n == 1 || !strconv.IsPrint(r) {
				shown, _ := visible(string(text[i : i+n]))
				g.text = append(g.text, shown...)
			} else {
				g.text = append(g.text, text[i:i+n]...)
			}
			i += n
		}
	}
	if _, err := g.out.Write(g.text); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Flush writes a character that has not come whole.
func (g *Guard) Flush() {
	rest := g.rest
	g.rest = nil
	for _, c := range rest {
		io.WriteString(g.out, Plain(string([]byte{c})))
	}
}

// Data returns the output for what programs read, byte by byte: what is behind a guard, unless that is a terminal.
func Data(out io.Writer) io.Writer {
	if g, ok := out.(*Guard); ok && asTerminal(out) == nil {
		return g.out
	}
	return out
}

// asTerminal returns the terminal that an output is, behind a guard or not, or nil.
func asTerminal(out io.Writer) *os.File {
	if g, ok := out.(*Guard); ok {
		out = g.out
	}
	if f, ok := out.(*os.File); ok && isTerminal(f) {
		return f
	}
	return nil
}

func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
