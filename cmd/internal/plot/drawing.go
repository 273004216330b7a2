package plot

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// pixelsPerInch is how many pixels of CSS an inch has. Sizes in pixels are in these.
const pixelsPerInch = 96

// mostPixels bounds the memory that a PNG takes while it is drawn, four bytes each.
const mostPixels = 1 << 27

// Mark stands near the beginning of each picture, so that one can tell who has drawn it.
const Mark = "Drawn by kinetree"

// Drawing is a finished picture, which can be written in several formats.
type Drawing struct {
	width, height vg.Length
	paint         func(c draw.Canvas)
	figure        *figure
}

// Size returns the width and the height in pixels of 1/96 inch.
func (d *Drawing) Size() (width, height float64) {
	return float64(float64(d.width/vg.Inch) * pixelsPerInch), float64(float64(d.height/vg.Inch) * pixelsPerInch)
}

// Encode writes the drawing as a file of a name has it: PNG if that ends in .png, with so many pixels of the picture for
// one of its size, or else SVG.
func (d *Drawing) Encode(w io.Writer, name string, scale float64) error {
	if strings.EqualFold(filepath.Ext(name), ".png") {
		return d.PNG(w, scale)
	}
	return d.SVG(w)
}

// SVG writes the drawing as a file of its own. Letters are text in the font Liberation Sans or one that is as wide.
func (d *Drawing) SVG(w io.Writer) error {
	text := d.svg()
	root := bytes.Index(text, []byte("<svg"))
	_, err := w.Write(slices.Concat(text[:root], []byte("<!-- "+Mark+" -->\n"), text[root:]))
	return err
}

// Narrow returns the drawing for a screen as narrow as that of a phone: its panels stand below each other.
func (d *Drawing) Narrow() *Drawing { return d.figure.narrow() }

// Inline writes the drawing as an element <svg> to stand in an HTML page, where it needs no names of XML, and where
// [DarkColours] may set its colours.
func (d *Drawing) Inline(w io.Writer) error {
	text := d.svg()
	text = text[bytes.Index(text, []byte("<svg")):]
	end := bytes.IndexByte(text, '>') // of the tag
	tag := bytes.Replace(namespaces.ReplaceAll(text[:end], nil), []byte("<svg"),
		[]byte(`<svg style="fill:#000000"`), 1) // which the shapes of this colour do not say
	_, err := w.Write(themed(append(tag, text[end:]...)))
	return err
}

// namespaces are the attributes that make an element <svg> one of XML.
var namespaces = regexp.MustCompile(`\s+xmlns(:xlink)?="[^"]*"`)

func (d *Drawing) svg() []byte {
	c := vgsvg.New(d.width, d.height)
	d.paint(draw.New(c))
	var out bytes.Buffer
	if _, err := c.WriteTo(&out); err != nil {
		panic(err) // memory does not fail
	}
	return bytes.ReplaceAll(out.Bytes(), []byte("font-family:Liberation Sans;font-variant:normal;"),
		[]byte("font-family:'Liberation Sans',Arial,Helvetica,sans-serif;"))
}

// PNG writes the drawing as an image with scale pixels for each of its own in either direction. The error is that of
// w, or says that there would be too many. Letters that the font Liberation Sans lacks, such as Chinese ones, are
// blank; SVG shows them.
func (d *Drawing) PNG(w io.Writer, scale float64) error {
	width, height := d.Size()
	if pixels := width * height * scale * scale; !(scale > 0) || !(pixels >= 1 && pixels <= mostPixels) {
		return fmt.Errorf("an image of %.0f x %.0f pixels; expected at least one and at most %d in all", width*scale,
			height*scale, mostPixels)
	}
	c := vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(d.width, d.height),
		vgimg.UseDPI(int(math.Round(pixelsPerInch*scale))))}
	d.paint(draw.New(c))
	var image bytes.Buffer
	if _, err := c.WriteTo(&image); err != nil {
		return err
	}
	_, err := w.Write(slices.Concat(image.Next(headerPNG), textPNG("Software", Mark), image.Bytes()))
	return err
}

// headerPNG is how many bytes of a PNG its signature and its first chunk IHDR take.
const headerPNG = 8 + 4 + 4 + 13 + 4

// textPNG returns a chunk tEXt: the length of its data, its name, a key and a text with a zero byte between them, and
// the checksum of all but the length (PNG specification, sections 5.3 and 11.3.3).
func textPNG(key, text string) []byte {
	data := "tEXt" + key + "\x00" + text
	chunk := binary.BigEndian.AppendUint32(nil, uint32(len(data)-4))
	return binary.BigEndian.AppendUint32(append(chunk, data...), crc32.ChecksumIEEE([]byte(data)))
}
