package plot

import (
	"image/color"
	"math"
	"strings"
	"sync"
	"unicode"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// palette holds the colours of Okabe and Ito without yellow, which is too light for lines, those first that are
// farthest apart.
var palette = []color.RGBA{
	{0x00, 0x72, 0xb2, 0xff}, // blue
	{0xd5, 0x5e, 0x00, 0xff}, // vermilion
	{0x00, 0x9e, 0x73, 0xff}, // bluish green
	{0xcc, 0x79, 0xa7, 0xff}, // reddish purple
	{0xe6, 0x9f, 0x00, 0xff}, // orange
	{0x56, 0xb4, 0xe9, 0xff}, // sky blue
	{0x00, 0x00, 0x00, 0xff}, // black
}

var (
	white  = color.RGBA{0xff, 0xff, 0xff, 0xff}
	ink    = color.RGBA{0x22, 0x22, 0x22, 0xff} // text
	grey   = color.RGBA{0x66, 0x66, 0x66, 0xff} // lesser text, references
	frame  = color.RGBA{0x99, 0x99, 0x99, 0xff}
	thin   = color.RGBA{0xe6, 0xe6, 0xe6, 0xff} // grid
	beyond = color.RGBA{0xf3, 0xe3, 0xe0, 0xff} // where limits forbid to be
	bound  = color.RGBA{0xb0, 0x7a, 0x70, 0xff} // the limits themselves
)

// dashes tell curves of one colour apart.
var dashes = [][]vg.Length{nil, {4, 2}, {1, 1.5}, {6, 1.5, 1, 1.5}}

// stroke returns the line of the k-th curve of several: the colours one after the other, then again with dashes.
func stroke(k int) draw.LineStyle {
	return draw.LineStyle{Color: palette[k%len(palette)], Width: 1.1, Dashes: dashes[k/len(palette)%len(dashes)]}
}

// glyphs tell marks apart.
var glyphs = []draw.GlyphDrawer{strokes{{{-1, -1}, {1, 1}}, {{-1, 1}, {1, -1}}}, ring{},
	strokes{{{-1.2, 0}, {1.2, 0}}, {{0, -1.2}, {0, 1.2}}},
	strokes{{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}, {-1, -1}}}, strokes{{{-1, -0.9}, {1, -0.9}, {0, 1}, {-1, -0.9}}}}

// glyphLine is the width of the lines of marks; those of gonum/plot are thinner.
const glyphLine = 1

// strokes is a mark made of lines, in units of its radius.
type strokes [][][2]vg.Length

// DrawGlyph implements draw.GlyphDrawer.
func (s strokes) DrawGlyph(c *draw.Canvas, style draw.GlyphStyle, at vg.Point) {
	for _, line := range s {
		points := make([]vg.Point, len(line))
		for i, p := range line {
			points[i] = vg.Point{X: at.X + vg.Length(p[0]*style.Radius), Y: at.Y + vg.Length(p[1]*style.Radius)}
		}
		c.StrokeLines(draw.LineStyle{Color: style.Color, Width: glyphLine}, points)
	}
}

// ring is an open circle.
type ring struct{}

// DrawGlyph implements draw.GlyphDrawer.
func (ring) DrawGlyph(c *draw.Canvas, style draw.GlyphStyle, at vg.Point) {
	c.SetLineStyle(draw.LineStyle{Color: style.Color, Width: glyphLine})
	var p vg.Path
	p.Move(vg.Point{X: at.X + style.Radius, Y: at.Y})
	p.Arc(at, style.Radius, 0, 2*math.Pi)
	p.Close()
	c.Stroke(p)
}

// faded returns a colour mixed with white, which looks the same wherever it is printed, unlike a transparent one.
func faded(c color.Color) color.RGBA { return mixed(c, white) }

// mixed returns a colour of which one part is c and two parts are the background.
func mixed(c color.Color, background color.RGBA) color.RGBA {
	r, g, b, _ := c.RGBA()
	mix := func(x uint32, y uint8) uint8 { return uint8((x>>8 + 2*uint32(y)) / 3) }
	return color.RGBA{mix(r, background.R), mix(g, background.G), mix(b, background.B), 0xff}
}

var (
	referenceLine = draw.LineStyle{Color: grey, Width: 0.9, Dashes: []vg.Length{3, 2}}
	limitLine     = draw.LineStyle{Color: bound, Width: 0.7}
	frameLine     = draw.LineStyle{Color: frame, Width: 0.6}
	gridLine      = draw.LineStyle{Color: thin, Width: 0.5}
)

// fonts are embedded in the program; parsing them takes some milliseconds.
var fonts = sync.OnceValue(func() text.Handler { return text.Plain{Fonts: font.NewCache(liberation.Collection())} })

// sizes of letters in points
const (
	titleSize = 13
	textSize  = 9
	tickSize  = 8
)

// letters returns a style of text that stands with its base line on, and its left end at, the point where it is drawn.
func letters(size vg.Length, c color.Color) draw.TextStyle {
	return draw.TextStyle{Color: c, Font: font.Font{Typeface: "Liberation", Variant: "Sans", Size: size},
		XAlign: draw.XLeft, YAlign: draw.YBottom, Handler: fonts()}
}

func bold(s draw.TextStyle) draw.TextStyle {
	s.Font.Weight = 3 // a constant of golang.org/x/image/font
	return s
}

// put writes a text. A style's rotation turns it about the point.
func put(c *draw.Canvas, s draw.TextStyle, x, y vg.Length, txt string) {
	if txt = clean(txt); txt != "" {
		c.FillText(s, vg.Point{X: x, Y: y}, txt)
	}
}

// clean returns a text without what XML cannot hold or a line of a picture cannot show: each such character is a
// question mark.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == 0xfffe || r == 0xffff {
			return '?'
		}
		return r
	}, strings.ToValidUTF8(s, "?"))
}

// shorten returns a text that is at most as wide as given, with an ellipsis in its middle where letters were left out.
func shorten(s draw.TextStyle, txt string, width vg.Length) string {
	txt = clean(txt)
	if s.Width(txt) <= width {
		return txt
	}
	r := []rune(txt)
	for keep := len(r) - 1; keep > 1; keep-- {
		short := string(r[:(keep+1)/2]) + "…" + string(r[len(r)-keep/2:])
		if s.Width(short) <= width {
			return short
		}
	}
	return "…"
}
