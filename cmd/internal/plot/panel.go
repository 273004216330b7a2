package plot

import (
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// panel is a rectangle with two axes and what is drawn between them.
type panel struct {
	title, note string // above the panel, left and right
	joint       string // that it shows, if there is one
	x, y        axis
	items       []item
	hideX       bool // no labels along x, for they stand under the panel below
}

// item is something that is drawn in a panel. The functions map its numbers to the paper.
type item interface {
	draw(c *draw.Canvas, x, y func(float64) vg.Length)
}

// curve is a line through points with rising x.
type curve struct {
	trace *trace
	style draw.LineStyle
}

func (l curve) draw(c *draw.Canvas, x, y func(float64) vg.Length) {
	for _, line := range l.trace.lines(x, y) {
		if len(line) == 1 { // a gap on both sides
			c.DrawGlyph(draw.GlyphStyle{Color: l.style.Color, Radius: l.style.Width / 2, Shape: draw.CircleGlyph{}},
				line[0])
			continue
		}
		c.StrokeLines(l.style, c.ClipLinesXY(line)...)
	}
}

// path is a line through points in any order.
type path struct {
	points []point
	style  draw.LineStyle
}

func (p path) draw(c *draw.Canvas, x, y func(float64) vg.Length) {
	line := make([]vg.Point, len(p.points))
	for i, q := range p.points {
		line[i] = vg.Point{X: x(q.x), Y: y(q.y)}
	}
	c.StrokeLines(p.style, c.ClipLinesXY(line)...)
}

// marks is a set of points.
type marks struct {
	points []point
	style  draw.GlyphStyle
}

// draw draws the points. Of several within half the radius of their glyph the first stands for all, so that a drawing
// of many is not much larger than what can be seen of it.
func (m marks) draw(c *draw.Canvas, x, y func(float64) vg.Length) {
	drawn, cell := map[[2]int]bool{}, m.style.Radius/2
	for _, p := range m.points {
		at := vg.Point{X: x(p.x), Y: y(p.y)}
		if !finite(p.x) || !finite(p.y) || !c.Contains(at) {
			continue
		}
		if in := [2]int{int(at.X / cell), int(at.Y / cell)}; !drawn[in] {
			drawn[in] = true
			c.DrawGlyphNoClip(m.style, at)
		}
	}
}

// limit is a bound on y, with the forbidden side shaded.
type limit struct {
	y     float64
	upper bool
}

func (l limit) draw(c *draw.Canvas, _, y func(float64) vg.Length) {
	at, end := y(l.y), c.Min.Y
	if l.upper {
		end = c.Max.Y
	}
	if at = min(max(at, c.Min.Y), c.Max.Y); at != end {
		c.FillPolygon(beyond, []vg.Point{{X: c.Min.X, Y: at}, {X: c.Max.X, Y: at}, {X: c.Max.X, Y: end},
			{X: c.Min.X, Y: end}})
		c.StrokeLine2(limitLine, c.Min.X, at, c.Max.X, at)
	}
}

// rule is a line across the panel at an x or a y.
type rule struct {
	at       float64
	vertical bool
	style    draw.LineStyle
}

func (r rule) draw(c *draw.Canvas, x, y func(float64) vg.Length) {
	if r.vertical {
		if at := x(r.at); c.ContainsX(at) {
			c.StrokeLine2(r.style, at, c.Min.Y, at, c.Max.Y)
		}
		return
	}
	if at := y(r.at); c.ContainsY(at) {
		c.StrokeLine2(r.style, c.Min.X, at, c.Max.X, at)
	}
}

// caption is a few letters at a point.
type caption struct {
	at    point
	label string
}

func (t caption) draw(c *draw.Canvas, x, y func(float64) vg.Length) {
	if at := (vg.Point{X: x(t.at.x), Y: y(t.at.y)}); c.Contains(at) {
		put(c, letters(tickSize-1, grey), at.X+2, at.Y+2, t.label)
	}
}

// area reports whether an item lies under the grid.
func area(it item) bool {
	switch it.(type) {
	case limit, band, cell:
		return true
	}
	return false
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// room around the data of a panel, in points
const (
	leftRoom   = 50 // labels of the ticks and the title of the axis
	rightRoom  = 10
	topRoom    = 16 // title and note
	bottomRoom = 29
)

// draw paints the panel so that its data fill a rectangle.
func (p *panel) draw(c draw.Canvas, data vg.Rectangle) {
	c.Rectangle = data
	x := func(v float64) vg.Length {
		return data.Min.X + vg.Length(vg.Length(p.x.position(v))*(data.Max.X-data.Min.X))
	}
	y := func(v float64) vg.Length {
		return data.Min.Y + vg.Length(vg.Length(p.y.position(v))*(data.Max.Y-data.Min.Y))
	}
	for _, it := range p.items {
		if area(it) {
			it.draw(&c, x, y)
		}
	}
	p.grid(&c, x, y)
	for _, it := range p.items {
		if !area(it) {
			it.draw(&c, x, y)
		}
	}
	c.StrokeLines(frameLine, []vg.Point{data.Min, {X: data.Max.X, Y: data.Min.Y}, data.Max,
		{X: data.Min.X, Y: data.Max.Y}, data.Min})
	p.words(&c)
}

// grid draws the ticks with their labels.
func (p *panel) grid(c *draw.Canvas, x, y func(float64) vg.Length) {
	below := letters(tickSize, ink)
	below.XAlign, below.YAlign = draw.XCenter, draw.YTop
	for _, t := range p.x.ticks {
		at := x(t.at)
		c.StrokeLine2(gridLine, at, c.Min.Y, at, c.Max.Y)
		if t.label != "" && !p.hideX {
			put(c, below, at, c.Min.Y-3, t.label)
		}
	}
	beside := letters(tickSize, ink)
	beside.XAlign, beside.YAlign = draw.XRight, draw.YCenter
	for _, t := range p.y.ticks {
		at := y(t.at)
		c.StrokeLine2(gridLine, c.Min.X, at, c.Max.X, at)
		put(c, beside, c.Min.X-4, at, t.label)
	}
}

// words writes the titles of the axes and what stands above the panel.
func (p *panel) words(c *draw.Canvas) {
	if !p.hideX {
		s := letters(textSize-0.5, ink)
		s.XAlign, s.YAlign = draw.XCenter, draw.YTop
		put(c, s, (c.Min.X+c.Max.X)/2, c.Min.Y-14, p.x.title())
	}
	s := letters(textSize-0.5, ink)
	s.Rotation, s.XAlign, s.YAlign = math.Pi/2, draw.XCenter, draw.YBottom
	beside, room := letters(tickSize, ink), vg.Length(leftRoom-15-4)
	for _, t := range p.y.ticks { // wide labels push the title as far as there is room
		room = min(max(room, beside.Width(t.label)+1), leftRoom-4-textSize)
	}
	put(c, s, c.Min.X-4-room, (c.Min.Y+c.Max.Y)/2, shorten(s, p.y.title(), c.Max.Y-c.Min.Y+12))
	note := p.note
	if zero := p.y.note(); zero != "" && note != "" {
		note += " · " + zero
	} else {
		note += zero
	}
	right := letters(tickSize-0.5, grey)
	right.XAlign = draw.XRight
	put(c, right, c.Max.X, c.Max.Y+4, note)
	left := bold(letters(textSize, ink))
	put(c, left, c.Min.X, c.Max.Y+4, shorten(left, p.title, c.Max.X-c.Min.X-right.Width(note)-6))
}
