package mesh

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"kinetree/internal/vec"

	"github.com/go-gl/mathgl/mgl64"
)

// collada holds the elements of a COLLADA 1.4 or 1.5 document that are read.
type collada struct {
	Unit struct {
		Meter *float64 `xml:"meter,attr"`
	} `xml:"asset>unit"`
	UpAxis     string          `xml:"asset>up_axis"`
	Geometries []daeGeometry   `xml:"library_geometries>geometry"`
	Skins      []daeController `xml:"library_controllers>controller"`
	Nodes      []daeNode       `xml:"library_nodes>node"`
	Scenes     []daeNode       `xml:"library_visual_scenes>visual_scene"`
	Scene      daeReference    `xml:"scene>instance_visual_scene"`
}

type daeReference struct {
	URL string `xml:"url,attr"`
}

type daeController struct {
	ID   string `xml:"id,attr"`
	Skin struct {
		Source string `xml:"source,attr"`
	} `xml:"skin"`
}

// daeNode is a node of a scene. Its transforms, of any kind, act in their order.
type daeNode struct {
	ID          string `xml:"id,attr"`
	Transforms  []daeTransform
	Nodes       []daeNode
	Geometries  []daeReference
	Controllers []daeReference
	Instances   []daeReference // of nodes
}

type daeTransform struct{ kind, numbers string }

// UnmarshalXML keeps the order of the transforms, which the tags of encoding/xml do not.
func (n *daeNode) UnmarshalXML(d *xml.Decoder, start xml.StartElement) error {
	for _, a := range start.Attr {
		if a.Name.Local == "id" {
			n.ID = a.Value
		}
	}
	for {
		token, err := d.Token()
		if err != nil {
			return err
		}
		switch x := token.(type) {
		case xml.EndElement:
			return nil
		case xml.StartElement:
			if err := n.child(d, x); err != nil {
				return err
			}
		}
	}
}

// child reads an element within a node.
func (n *daeNode) child(d *xml.Decoder, start xml.StartElement) error {
	refer := func(list *[]daeReference) error {
		var r daeReference
		err := d.DecodeElement(&r, &start)
		*list = append(*list, r)
		return err
	}
	switch kind := start.Name.Local; kind {
	case "matrix", "translate", "rotate", "scale", "lookat", "skew":
		var text string
		err := d.DecodeElement(&text, &start)
		n.Transforms = append(n.Transforms, daeTransform{kind, text})
		return err
	case "node":
		var child daeNode
		err := d.DecodeElement(&child, &start)
		n.Nodes = append(n.Nodes, child)
		return err
	case "instance_geometry":
		return refer(&n.Geometries)
	case "instance_controller":
		return refer(&n.Controllers)
	case "instance_node":
		return refer(&n.Instances)
	}
	return d.Skip()
}

type daeGeometry struct {
	ID   string `xml:"id,attr"`
	Mesh *struct {
		Sources  []daeSource `xml:"source"`
		Vertices struct {
			ID     string     `xml:"id,attr"`
			Inputs []daeInput `xml:"input"`
		} `xml:"vertices"`
		Triangles []daeFaces `xml:"triangles"`
		Polylists []daeFaces `xml:"polylist"`
		Polygons  []daeFaces `xml:"polygons"`
		Fans      []daeFaces `xml:"trifans"`
		Strips    []daeFaces `xml:"tristrips"`
	} `xml:"mesh"`
}

type daeSource struct {
	ID       string `xml:"id,attr"`
	Floats   string `xml:"float_array"`
	Accessor struct {
		Offset int `xml:"offset,attr"`
		Stride int `xml:"stride,attr"`
		Count  int `xml:"count,attr"`
	} `xml:"technique_common>accessor"`
}

type daeInput struct {
	Semantic string `xml:"semantic,attr"`
	Source   string `xml:"source,attr"`
	Offset   int    `xml:"offset,attr"`
}

type daeFaces struct {
	Inputs []daeInput `xml:"input"`
	Counts string     `xml:"vcount"`
	P      []string   `xml:"p"`
	Holes  []struct {
		P string `xml:"p"`
		H string `xml:"h"`
	} `xml:"ph"`
}

// readDAE reads all geometries that the scene shows, each under the transforms of its nodes, in metres and with the z
// axis up. A document without a scene shows each geometry once.
func readDAE(data []byte) (*Surface, error) {
	var doc collada
	if err := xml.Unmarshal(data, &doc); err != nil {
		return nil, xmlFault(err)
	}
	r := &daeReader{known: map[string]*Surface{}, out: &shown{},
		geometries: byURL(doc.Geometries, func(g *daeGeometry) string { return g.ID }),
		skins:      byURL(doc.Skins, func(c *daeController) string { return c.ID }),
		nodes:      byURL(doc.Nodes, func(n *daeNode) string { return n.ID })}
	unit := 1.0
	if m := doc.Unit.Meter; m != nil {
		if unit = *m; !(unit > 0) || math.IsInf(unit, 0) {
			return nil, fmt.Errorf("the unit is %v m; expected a positive number", unit)
		}
	}
	up, err := upright(doc.UpAxis)
	if err != nil {
		return nil, err
	}
	root := times(mgl64.Scale3D(unit, unit, unit), up)
	scene := byURL(doc.Scenes, func(n *daeNode) string { return n.ID })[doc.Scene.URL]
	if scene == nil && len(doc.Scenes) == 1 && doc.Scene.URL == "" {
		scene = &doc.Scenes[0]
	}
	if scene != nil {
		err = r.node(scene, root, 0)
	} else {
		for i := range doc.Geometries {
			err = errors.Join(err, r.instance("#"+doc.Geometries[i].ID, root))
		}
	}
	return &r.out.Surface, err
}

// xmlFault returns the error of a decoder in words.
func xmlFault(err error) error {
	var syntax *xml.SyntaxError
	var number *strconv.NumError
	switch {
	case errors.As(err, &syntax):
		return fmt.Errorf("line %d: %s; expected a COLLADA document", syntax.Line, syntax.Msg)
	case errors.As(err, &number):
		return fmt.Errorf("%q is not a number", number.Num)
	case errors.Is(err, io.EOF):
		return errors.New("the file has no element; expected a COLLADA document")
	}
	return err
}

// upright returns the rotation that turns the up axis of a document to z, COLLADA 1.4.1, page 5-5.
func upright(axis string) (mgl64.Mat4, error) {
	switch strings.TrimSpace(axis) {
	case "Z_UP":
		return mgl64.Ident4(), nil
	case "Y_UP", "":
		return mgl64.Mat4FromCols(mgl64.Vec4{1, 0, 0, 0}, mgl64.Vec4{0, 0, 1, 0}, mgl64.Vec4{0, -1, 0, 0},
			mgl64.Vec4{0, 0, 0, 1}), nil
	case "X_UP":
		return mgl64.Mat4FromCols(mgl64.Vec4{0, 0, 1, 0}, mgl64.Vec4{-1, 0, 0, 0}, mgl64.Vec4{0, -1, 0, 0},
			mgl64.Vec4{0, 0, 0, 1}), nil
	}
	return mgl64.Mat4{}, fmt.Errorf("the up axis is %q; expected X_UP, Y_UP or Z_UP", axis)
}

// byURL returns the elements of a list by the references, such as #name, that mean them; the first one of a name.
func byURL[T any](list []T, id func(*T) string) map[string]*T {
	by := make(map[string]*T, len(list))
	for i := range list {
		if url := "#" + id(&list[i]); by[url] == nil {
			by[url] = &list[i]
		}
	}
	return by
}

type daeReader struct {
	geometries map[string]*daeGeometry
	skins      map[string]*daeController
	nodes      map[string]*daeNode
	known      map[string]*Surface
	out        *shown
	shown      int // nodes
}

// node adds what a node shows. A transform that is not read is a fault only if it moves a face, not a camera.
func (r *daeReader) node(n *daeNode, at mgl64.Mat4, depth int) error {
	if r.shown++; depth > deepest || r.shown > maxNodes {
		return fmt.Errorf("nodes are nested more than %d deep, or shown more than %d times", deepest, maxNodes)
	}
	var fault error
	for _, t := range n.Transforms {
		m, err := t.matrix()
		fault = errors.Join(fault, err)
		at = times(at, m)
	}
	faces := len(r.out.Faces)
	if err := r.shows(n, at, depth); err != nil || len(r.out.Faces) == faces {
		return err
	}
	return fault
}

// shows adds the geometries of a node, and the nodes in it.
func (r *daeReader) shows(n *daeNode, at mgl64.Mat4, depth int) error {
	for _, g := range n.Geometries {
		if err := r.instance(g.URL, at); err != nil {
			return err
		}
	}
	for _, c := range n.Controllers {
		skin := r.skins[c.URL]
		if skin == nil {
			return fmt.Errorf("there is no controller %q", c.URL)
		}
		if err := r.instance(skin.Skin.Source, at); err != nil {
			return err
		}
	}
	for _, i := range n.Instances {
		of := r.nodes[i.URL]
		if of == nil {
			return fmt.Errorf("there is no node %q", i.URL)
		}
		if err := r.node(of, at, depth+1); err != nil {
			return err
		}
	}
	for i := range n.Nodes {
		if err := r.node(&n.Nodes[i], at, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// matrix returns the map of a transform, and one that moves nothing with an error.
func (t *daeTransform) matrix() (mgl64.Mat4, error) {
	x, err := floatList(t.numbers)
	if err != nil {
		return mgl64.Ident4(), fmt.Errorf("<%s>: %w", t.kind, err)
	}
	count := map[string]int{"matrix": 16, "translate": 3, "rotate": 4, "scale": 3, "lookat": 9, "skew": 7}[t.kind]
	if len(x) != count {
		return mgl64.Ident4(), fmt.Errorf("<%s> has %d numbers; expected %d", t.kind, len(x), count)
	}
	switch t.kind {
	case "matrix": // rows
		var m mgl64.Mat4
		for i := range 4 {
			for j := range 4 {
				m.Set(i, j, x[4*i+j])
			}
		}
		return m, nil
	case "translate":
		return mgl64.Translate3D(x[0], x[1], x[2]), nil
	case "scale":
		return mgl64.Scale3D(x[0], x[1], x[2]), nil
	case "rotate": // axis and degrees
		axis := mgl64.Vec3{x[0], x[1], x[2]}
		if vec.Len(axis) == 0 {
			return mgl64.Ident4(), nil
		}
		return turn(x[3], vec.Unit(axis)), nil
	}
	return mgl64.Ident4(), fmt.Errorf("<%s> is not read; expected matrix, translate, rotate or scale", t.kind)
}

// instance adds a geometry.
func (r *daeReader) instance(url string, at mgl64.Mat4) error {
	s, ok := r.known[url]
	if !ok {
		g := r.geometries[url]
		if g == nil {
			return fmt.Errorf("there is no geometry %q", url)
		}
		var err error
		if s, err = g.surface(); err != nil {
			return fmt.Errorf("geometry %q: %w", g.ID, err)
		}
		r.known[url] = s
	}
	return r.out.show(s, at, ok)
}

// surface returns the faces of a geometry; lines and what is no mesh have none.
func (g *daeGeometry) surface() (*Surface, error) {
	s := &Surface{}
	if g.Mesh == nil {
		return s, nil
	}
	m := g.Mesh
	sources := byURL(m.Sources, func(s *daeSource) string { return s.ID })
	positions := 0
	for _, in := range m.Vertices.Inputs {
		if in.Semantic != "POSITION" {
			continue
		}
		if positions++; positions > 1 {
			return nil, errors.New("its vertices have two inputs POSITION; expected one")
		}
		source := sources[in.Source]
		if source == nil {
			return nil, fmt.Errorf("there is no source %q", in.Source)
		}
		var err error
		if s.Vertices, err = source.vertices(); err != nil {
			return nil, err
		}
	}
	for _, list := range []struct {
		faces []daeFaces
		add   func(s *Surface, f *daeFaces, corners []int) error
	}{
		{m.Triangles, func(s *Surface, _ *daeFaces, c []int) error { return s.runs(c, nil) }},
		{m.Polylists, func(s *Surface, f *daeFaces, c []int) error {
			counts, err := intList(f.Counts)
			if err != nil {
				return err
			}
			return s.runs(c, counts)
		}},
		{m.Polygons, func(s *Surface, _ *daeFaces, c []int) error { s.polygon(c); return nil }},
		{m.Fans, func(s *Surface, _ *daeFaces, c []int) error { s.polygon(c); return nil }},
		{m.Strips, func(s *Surface, _ *daeFaces, c []int) error {
			s.strip(c)
			return nil
		}},
	} {
		for i := range list.faces {
			f := &list.faces[i]
			for _, h := range f.Holes {
				if h.H != "" {
					return nil, fmt.Errorf("polygons with holes are not read; expected triangles")
				}
				f.P = append(f.P, h.P)
			}
			for _, p := range f.P {
				corners, err := f.corners(p, len(s.Vertices))
				if err == nil {
					err = list.add(s, f, corners)
				}
				if err != nil {
					return nil, err
				}
			}
		}
	}
	return s, nil
}

// corners returns the vertices that a list of indices names. It has one index for each offset of the inputs.
func (f *daeFaces) corners(text string, vertices int) ([]int, error) {
	all, err := intList(text)
	if err != nil {
		return nil, err
	}
	stride, at := 0, -1
	for _, in := range f.Inputs {
		stride = max(stride, in.Offset+1)
		if in.Semantic == "VERTEX" {
			at = in.Offset
		}
	}
	if at < 0 || len(all)%stride != 0 {
		return nil, fmt.Errorf("%d indices for %d inputs, of which one has to be VERTEX", len(all), stride)
	}
	var list []int
	for i := at; i < len(all); i += stride {
		if v := all[i]; v < 0 || v >= vertices {
			return nil, fmt.Errorf("there is no vertex %d; there are %d", v, vertices)
		}
		list = append(list, all[i])
	}
	return list, nil
}

// vertices returns the points of a source.
func (s *daeSource) vertices() ([]mgl64.Vec3, error) {
	x, err := floatList(s.Floats)
	if err != nil {
		return nil, err
	}
	stride, offset := min(max(3, s.Accessor.Stride), len(x)), min(max(0, s.Accessor.Offset), len(x))
	var list []mgl64.Vec3
	for i := offset; i+3 <= len(x); i += stride {
		list = append(list, mgl64.Vec3{x[i], x[i+1], x[i+2]})
	}
	return list, nil
}

func floatList(text string) ([]float64, error) {
	var list []float64
	for w := range strings.FieldsSeq(text) {
		x, err := strconv.ParseFloat(w, 64)
		if err != nil {
			return nil, fmt.Errorf("%q is not a number", w)
		}
		list = append(list, x)
	}
	return list, nil
}

func intList(text string) ([]int, error) {
	var list []int
	for w := range strings.FieldsSeq(text) {
		i, err := strconv.Atoi(w)
		if err != nil {
			return nil, fmt.Errorf("%q is not a whole number", w)
		}
		list = append(list, i)
	}
	return list, nil
}
