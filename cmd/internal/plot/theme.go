package plot

import (
	"bytes"
	"fmt"
	"image/color"
)

// shade is a colour of pictures: on paper and bright screens, and on dark ones.
type shade struct {
	name        string
	light, dark color.RGBA
}

// darkPalette holds the colours of palette for dark screens, in its order: lighter ones of the same hues.
var darkPalette = []color.RGBA{
	{0x3f, 0x9f, 0xe6, 0xff},
	{0xff, 0x7d, 0x33, 0xff},
	{0x2a, 0xc4, 0x95, 0xff},
	{0xe6, 0xa0, 0xc8, 0xff},
	{0xf2, 0xb5, 0x3a, 0xff},
	{0xa6, 0xdc, 0xff, 0xff},
	{0xf4, 0xf4, 0xf4, 0xff},
}

// shades lists all colours of pictures. Those of the palette stand twice, the second time faded.
var shades = func() []shade {
	list := []shade{
		{"paper", white, color.RGBA{0x16, 0x18, 0x1c, 0xff}},
		{"ink", ink, color.RGBA{0xe2, 0xe2, 0xe2, 0xff}},
		{"grey", grey, color.RGBA{0xa8, 0xa8, 0xa8, 0xff}},
		{"frame", frame, color.RGBA{0x6c, 0x70, 0x79, 0xff}},
		{"grid", thin, color.RGBA{0x2c, 0x2f, 0x36, 0xff}},
		{"beyond", beyond, color.RGBA{0x3a, 0x26, 0x24, 0xff}},
		{"bound", bound, color.RGBA{0xc0, 0x88, 0x7c, 0xff}},
	}
	background := list[0].dark
	for k, c := range palette {
		dark := darkPalette[k]
		list = append(list, shade{fmt.Sprintf("line%d", k), c, dark},
			shade{fmt.Sprintf("faded%d", k), faded(c), mixed(dark, background)})
	}
	return list
}()

// code returns a colour as CSS has it.
func code(c color.RGBA) string { return fmt.Sprintf("#%02X%02X%02X", c.R, c.G, c.B) }

// property returns the name of the custom property of CSS that holds a colour, without the leading hyphens.
func (s *shade) property() string { return "plot-" + s.name }

// DarkColours returns the custom properties of CSS that a page sets, name by value, where pictures that
// [Drawing.Inline] has written are to be shown on a dark background. Names are without the two leading hyphens.
func DarkColours() [][2]string {
	var list [][2]string
	for _, s := range shades {
		list = append(list, [2]string{s.property(), code(s.dark)})
	}
	return list
}

// styles begins the places of colours in the text of a drawing, which has no quotes elsewhere in what users have named.
var styles = []byte(`style="`)

// themed returns the text of a drawing with custom properties for its colours, which stand beside them.
func themed(text []byte) []byte {
	themes := map[string]string{}
	for _, s := range shades {
		if c := code(s.light); themes[c] == "" {
			themes[c] = "var(--" + s.property() + "," + c + ")"
		}
	}
	out := make([]byte, 0, 2*len(text))
	for {
		i := bytes.Index(text, styles)
		if i < 0 {
			return append(out, text...)
		}
		i += len(styles)
		end := i + max(0, bytes.IndexByte(text[i:], '"'))
		out = appendThemed(append(out, text[:i]...), text[i:end], themes)
		text = text[end:]
	}
}

// appendThemed appends a style with the colours that have themes as these say.
func appendThemed(out, style []byte, themes map[string]string) []byte {
	const length = len("#RRGGBB")
	for {
		i := bytes.IndexByte(style, '#')
		if i < 0 || i+length > len(style) {
			return append(out, style...)
		}
		out = append(out, style[:i]...)
		if theme := themes[string(style[i:i+length])]; theme != "" {
			out, style = append(out, theme...), style[i+length:]
		} else {
			out, style = append(out, '#'), style[i+1:]
		}
	}
}
