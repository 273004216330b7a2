package plot

import (
	"cmp"
	"image/color"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// figure is a picture of panels in rows under a title and a legend. A row stands in the columns of the widest one if
// it has nearly as many panels, else its own panels fill the width.
type figure struct {
	title, subtitle string
	legend          []entry
	rows            [][]*panel // nil where there is nothing to draw
	// of the panels in the widest row, and the height of all; used unless a size is asked for
	dataWidth  vg.Length
	dataHeight vg.Length
	square     bool // panels are as high as they are wide
	shaped     bool // panels have the shape of dataWidth and dataHeight, for circles in them
	apart      bool // each row has labels of its own along x
}

// entry explains a line or a mark.
type entry struct {
	name  string
	line  *draw.LineStyle
	glyph *draw.GlyphStyle
	area  bool        // limits
	band  color.Color // of the band around a run
}

// room around the whole, in points
const (
	margin       = 14
	titleRoom    = 20
	subtitleRoom = 14
	legendRoom   = 16
	swatch       = 22 // length of a line in the legend
)

// columns returns how many panels the widest row has.
func (f *figure) columns() int {
	n := 1
	for _, row := range f.rows {
		n = max(n, len(row))
	}
	return n
}

// drawing lays the figure out, in width x height pixels, or if these are 0 in the size that suits its panels.
func (f *figure) drawing(size Size) (*Drawing, error) {
	n := vg.Length(f.columns())
	w := vg.Length(vg.Length(size.Width) / pixelsPerInch * vg.Inch)
	if size.Width == 0 {
		w = 2*margin + vg.Length(n*(leftRoom+f.dataWidth+rightRoom))
	}
	over := f.overhead(w - 2*margin)
	rows := vg.Length(len(f.rows))
	h := vg.Length(vg.Length(size.Height) / pixelsPerInch * vg.Inch)
	dataWidth := (w-2*margin)/n - leftRoom - rightRoom
	dataHeight := f.dataHeight
	if f.square {
		dataHeight = dataWidth
	}
	if size.Height == 0 {
		h = over + vg.Length(rows*dataHeight)
	} else {
		dataHeight = (h - over) / rows
	}
	const least = 20 // points
	if dataWidth < least || dataHeight < least {
		return nil, wrong("size", "%.0f x %.0f pixels are too few for %d x %d panels; expected at least %.0f x %.0f",
			size.Width, size.Height, len(f.rows), f.columns(),
			float64(float64(2*margin+vg.Length(n*(leftRoom+least+rightRoom)))/72*pixelsPerInch)+1,
			float64(float64(over+vg.Length(rows*least))/72*pixelsPerInch)+1)
	}
	return &Drawing{w, h, func(c draw.Canvas) { f.paint(c, dataHeight) }, f}, nil
}

// narrow returns the drawing of a figure with its panels below each other, as wide as the screen of a phone.
func (f *figure) narrow() *Drawing {
	n := *f
	n.rows, n.apart, n.dataWidth, n.dataHeight = nil, true, 180, min(max(f.dataHeight, 100), 150)
	if f.shaped {
		n.dataHeight = n.dataWidth * f.dataHeight / f.dataWidth
	}
	for _, row := range f.rows {
		for _, p := range row {
			if p == nil {
				continue
			}
			alone := *p
			alone.title, alone.hideX = cmp.Or(p.title, p.joint), false
			n.rows = append(n.rows, []*panel{&alone})
		}
	}
	d, err := n.drawing(Size{})
	if err != nil {
		panic(err) // a size that nobody has asked for suits
	}
	return d
}

// Size is that of a picture in pixels of 1/96 inch. A zero is chosen to suit what is drawn.
type Size struct{ Width, Height float64 }

// head returns the height of what stands above the panels.
func (f *figure) head(width vg.Length) vg.Length {
	h := vg.Length(margin)
	if f.title != "" {
		h += titleRoom
	}
	if f.subtitle != "" {
		h += subtitleRoom
	}
	return h + vg.Length(vg.Length(f.legendLines(width))*legendRoom)
}

// overhead returns the height of the figure without the data of its panels.
func (f *figure) overhead(width vg.Length) vg.Length {
	h := f.head(width) + margin
	for i := range f.rows {
		h += topRoomOf(f.rows[i]) + f.below(i)
	}
	return h
}

func topRoomOf(row []*panel) vg.Length {
	for _, p := range row {
		if p == nil {
			continue
		}
		if p.title != "" || p.note != "" || p.y.note() != "" {
			return topRoom
		}
	}
	return 7
}

// below returns the room under a row for the labels of its x axes: none if the next row shows them, or has no panel
// where they stand.
func (f *figure) below(i int) vg.Length {
	if n := f.columns(); !f.apart && i+1 < len(f.rows) && cells(len(f.rows[i]), n) == cells(len(f.rows[i+1]), n) {
		return 0
	}
	return bottomRoom
}

// share hides the labels of x axes that stand under the panel below, too.
func (f *figure) share() {
	n := f.columns()
	for i, row := range f.rows[:len(f.rows)-1] {
		next := f.rows[i+1]
		for k, p := range row {
			if p != nil {
				p.hideX = k < len(next) && next[k] != nil && cells(len(row), n) == cells(len(next), n)
			}
		}
	}
}

// cells returns into how many equal parts a row with so many panels divides the width of n.
func cells(panels, n int) int {
	if 4*panels >= 3*n {
		return n
	}
	return panels
}

// paint draws the figure on a canvas of its size.
func (f *figure) paint(c draw.Canvas, dataHeight vg.Length) {
	c.FillPolygon(white, []vg.Point{c.Min, {X: c.Max.X, Y: c.Min.Y}, c.Max, {X: c.Min.X, Y: c.Max.Y}})
	width := c.Max.X - c.Min.X - 2*margin
	left, top := c.Min.X+margin, c.Max.Y-margin
	if f.title != "" {
		s := bold(letters(titleSize, ink))
		put(&c, s, left, top-titleSize, shorten(s, f.title, width))
		top -= titleRoom
	}
	if f.subtitle != "" {
		s := letters(textSize, grey)
		put(&c, s, left, top-textSize, shorten(s, f.subtitle, width))
		top -= subtitleRoom
	}
	top = f.paintLegend(&c, left, top, width)
	n := f.columns()
	for i, row := range f.rows {
		top -= topRoomOf(row)
		cell := width / vg.Length(cells(len(row), n))
		for k, p := range row {
			if p == nil {
				continue
			}
			x := left + vg.Length(vg.Length(k)*cell) + leftRoom
			p.draw(c, vg.Rectangle{Min: vg.Point{X: x, Y: top - dataHeight},
				Max: vg.Point{X: x + cell - leftRoom - rightRoom, Y: top}})
		}
		top -= dataHeight + f.below(i)
	}
}

// flow calls place with the position of each entry of the legend, from the left margin and line by line, and returns
// the number of lines.
func (f *figure) flow(width vg.Length, place func(i int, x vg.Length, line int)) int {
	s := letters(textSize, ink)
	line, x := 0, vg.Length(0)
	for i, e := range f.legend {
		w := swatch + 5 + min(s.Width(clean(e.name)), width-swatch-5) + 16
		if x > 0 && x+w > width {
			line, x = line+1, 0
		}
		if place != nil {
			place(i, x, line)
		}
		x += w
	}
	if len(f.legend) == 0 {
		return 0
	}
	return line + 1
}

func (f *figure) legendLines(width vg.Length) int { return f.flow(width, nil) }

// paintLegend draws the legend and returns the height under it.
func (f *figure) paintLegend(c *draw.Canvas, left, top, width vg.Length) vg.Length {
	s := letters(textSize, ink)
	lines := f.flow(width, func(i int, x vg.Length, line int) {
		e := f.legend[i]
		x, y := left+x, top-vg.Length(vg.Length(line)*legendRoom)-legendRoom/2
		switch {
		case e.area:
			c.FillPolygon(beyond, []vg.Point{{X: x, Y: y - 4}, {X: x + swatch, Y: y - 4}, {X: x + swatch, Y: y + 3},
				{X: x, Y: y + 3}})
			c.StrokeLine2(limitLine, x, y-4, x+swatch, y-4)
		case e.band != nil:
			c.FillPolygon(e.band, []vg.Point{{X: x, Y: y - 4}, {X: x + swatch, Y: y - 4}, {X: x + swatch, Y: y + 3},
				{X: x, Y: y + 3}})
		case e.line != nil:
			c.StrokeLine2(*e.line, x, y, x+swatch, y)
		}
		if e.glyph != nil {
			c.DrawGlyphNoClip(*e.glyph, vg.Point{X: x + swatch/2, Y: y})
		}
		put(c, s, x+swatch+5, y-3.2, shorten(s, e.name, width-swatch-5))
	})
	return top - vg.Length(vg.Length(lines)*legendRoom)
}
