package mesh

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"kinetree/internal/infile"

	"github.com/go-gl/mathgl/mgl64"
	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"
)

// readGLTF reads all meshes that the scene of a glTF 2.0 file shows, each under the transforms of its nodes: .glb, or
// .gltf with buffers in it or in files beside it. glTF is in metres with the y axis up; here it is turned to have z up.
// What changes the vertices, skins and morphing, has no effect: they stand as the file has them.
func readGLTF(open infile.Opener, name string, data []byte) (out *Surface, err error) {
	defer func() {
		if p := recover(); p != nil { // the module trusts some numbers of the file
			out, err = nil, errors.New("its numbers point outside of its data; expected a glTF 2.0 file")
		}
	}()
	doc, err := gltfDocument(open, name, data)
	if err != nil {
		return nil, err
	}
	for _, extension := range doc.ExtensionsRequired {
		if !strings.Contains(extension, "_materials_") && !strings.Contains(extension, "_texture_") {
			return nil, fmt.Errorf("the file needs the extension %q, which is not read; expected triangles as they are",
				extension)
		}
	}
	r := &gltfReader{doc: doc, known: map[int]*Surface{}, out: &shown{}}
	for _, b := range doc.Buffers {
		r.bytes += len(b.Data)
	}
	up, err := upright("Y_UP")
	if err != nil {
		return nil, err
	}
	roots, err := r.roots()
	if err != nil {
		return nil, err
	}
	for _, i := range roots {
		if err := r.node(i, up, 0); err != nil {
			return nil, err
		}
	}
	return &r.out.Surface, nil
}

type gltfReader struct {
	doc   *gltf.Document
	known map[int]*Surface // by mesh
	out   *shown
	nodes int // that were shown
	bytes int // of all buffers
	read  int // elements that meshes have read
}

// roots returns the nodes of the scene that the file shows, of its first one if it does not say, and all nodes that
// are no child of another one if it has no scene.
func (r *gltfReader) roots() ([]int, error) {
	if len(r.doc.Scenes) > 0 {
		scene := 0
		if r.doc.Scene != nil {
			scene = *r.doc.Scene
		}
		if scene < 0 || scene >= len(r.doc.Scenes) {
			return nil, fmt.Errorf("there is no scene %d; there are %d", scene, len(r.doc.Scenes))
		}
		return r.doc.Scenes[scene].Nodes, nil
	}
	child := make([]bool, len(r.doc.Nodes))
	for _, n := range r.doc.Nodes {
		for _, i := range n.Children {
			if i >= 0 && i < len(child) {
				child[i] = true
			}
		}
	}
	var roots []int
	for i := range r.doc.Nodes {
		if !child[i] {
			roots = append(roots, i)
		}
	}
	return roots, nil
}

// node adds what a node shows.
func (r *gltfReader) node(i int, at mgl64.Mat4, depth int) error {
	if i < 0 || i >= len(r.doc.Nodes) {
		return fmt.Errorf("there is no node %d; there are %d", i, len(r.doc.Nodes))
	}
	if r.nodes++; depth > deepest || r.nodes > maxNodes {
		return fmt.Errorf("nodes are nested more than %d deep, or shown more than %d times", deepest, maxNodes)
	}
	n := r.doc.Nodes[i]
	at = times(at, nodeTransform(n))
	if n.Mesh != nil {
		if err := r.mesh(*n.Mesh, at); err != nil {
			return err
		}
	}
	for _, child := range n.Children {
		if err := r.node(child, at, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// nodeTransform returns the map of a node: its matrix, or translation, rotation and scale.
func nodeTransform(n *gltf.Node) mgl64.Mat4 {
	if m := n.MatrixOrDefault(); m != gltf.DefaultMatrix {
		return m // columns
	}
	t, q, s := n.TranslationOrDefault(), n.RotationOrDefault(), n.ScaleOrDefault()
	return times(times(mgl64.Translate3D(t[0], t[1], t[2]), turnBy(q)), mgl64.Scale3D(s[0], s[1], s[2]))
}

// mesh adds a mesh.
func (r *gltfReader) mesh(i int, at mgl64.Mat4) error {
	if i < 0 || i >= len(r.doc.Meshes) {
		return fmt.Errorf("there is no mesh %d; there are %d", i, len(r.doc.Meshes))
	}
	s, ok := r.known[i]
	if !ok {
		s = &Surface{}
		for k, p := range r.doc.Meshes[i].Primitives {
			if err := r.primitive(s, p); err != nil {
				return fmt.Errorf("mesh %d, primitive %d: %w", i, k, err)
			}
		}
		r.known[i] = s
	}
	return r.out.show(s, at, ok)
}

// primitive adds the triangles of a primitive; points and lines have none.
func (r *gltfReader) primitive(s *Surface, p *gltf.Primitive) error {
	if !slices.Contains([]gltf.PrimitiveMode{gltf.PrimitiveTriangles, gltf.PrimitiveTriangleStrip,
		gltf.PrimitiveTriangleFan}, p.Mode) {
		return nil
	}
	position, ok := p.Attributes[gltf.POSITION]
	if !ok {
		return errors.New("it has no positions")
	}
	accessor, err := r.accessor(position)
	if err != nil {
		return err
	}
	vertices, err := modeler.ReadPosition(r.doc, accessor, nil)
	if err != nil {
		return err
	}
	first := len(s.Vertices)
	for _, v := range vertices {
		s.Vertices = append(s.Vertices, mgl64.Vec3{float64(v[0]), float64(v[1]), float64(v[2])})
	}
	corners := make([]int, len(vertices))
	for i := range corners {
		corners[i] = first + i
	}
	if p.Indices != nil {
		if accessor, err = r.accessor(*p.Indices); err != nil {
			return err
		}
		indices, err := modeler.ReadIndices(r.doc, accessor, nil)
		if err != nil {
			return err
		}
		corners = corners[:0]
		for _, i := range indices {
			if int(i) >= len(vertices) {
				return fmt.Errorf("there is no vertex %d; there are %d", i, len(vertices))
			}
			corners = append(corners, first+int(i))
		}
	}
	switch p.Mode {
	case gltf.PrimitiveTriangleStrip:
		s.strip(corners)
	case gltf.PrimitiveTriangleFan:
		s.polygon(corners)
	default:
		return s.runs(corners, nil)
	}
	return nil
}

// accessor returns an accessor whose size the file can have.
func (r *gltfReader) accessor(i int) (*gltf.Accessor, error) {
	if i < 0 || i >= len(r.doc.Accessors) {
		return nil, fmt.Errorf("there is no accessor %d; there are %d", i, len(r.doc.Accessors))
	}
	a := r.doc.Accessors[i]
	if most := min(r.bytes, 3*MaxFaces); a.Count < 0 || a.Count > most {
		return nil, fmt.Errorf("accessor %d has %d elements; expected at most %d, in %d bytes", i, a.Count, most,
			r.bytes)
	}
	if a.Sparse != nil && (a.Sparse.Count < 0 || a.Sparse.Count > a.Count) {
		return nil, fmt.Errorf("accessor %d changes %d of its %d elements; expected no more", i, a.Sparse.Count,
			a.Count)
	}
	if r.read += a.Count; r.read > 3*MaxFaces {
		return nil, fmt.Errorf("meshes read more than %d vertices and corners; expected fewer", 3*MaxFaces)
	}
	return a, nil
}
