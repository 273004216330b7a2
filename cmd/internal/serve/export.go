package serve

import (
	"bytes"
	"compress/gzip"
	"encoding/ascii85"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"kinetree/internal/infile"
	"kinetree/internal/licences"
	"kinetree/models"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
	"kinetree/scenario/robot"
	"kinetree/urdf/mesh"
	"kinetree/web"
)

// bundle is what an exported page brings, as inpage.ts reads it.
type bundle struct {
	Scenario string            `json:"scenario"` // the name of its file
	Files    map[string][]byte `json:"files"`
	Meshes   map[string]string `json:"meshes"` // files by the names that the robot has for them
	Title    string            `json:"title"`  // the name of the robot
	URDF     string            `json:"urdf"`   // of the robot, which the page shows before the engine has begun
	// what the scenario calls its files, by their names here: as a scenario that is saved beside it names them
	Names map[string]string `json:"names"`
}

// policy is what every page may do at most; what it may load comes behind it.
const policy = "default-src 'none'; style-src 'unsafe-inline'; media-src blob:; base-uri 'none'; form-action 'none'"

// home is the folder of the robot's description in an exported page: so deep that the folders above it, which
// descriptions name by "..", are in the page, too.
const home = "robot/1/2/3"

// Export returns a page that shows a scenario with the engine in it: a file that needs no server. It brings the files
// that the scenario reads and the meshes of the robot, under names that tell nothing of this machine's folders.
func Export(s *scenario.Scenario) ([]byte, error) {
	if _, err := prepare.New(s, prepare.Env{Unlogged: true}); err != nil {
		return nil, s.Locate(err) // before a page is made that shows nothing else
	}
	source, _, err := robot.Changed(s, nil)
	if err != nil {
		return nil, s.Locate(err)
	}
	b := &bundle{Scenario: "scenario.yaml", Files: map[string][]byte{}, Meshes: map[string]string{},
		Names: map[string]string{}}
	var errs []error
	text, err := s.Moved(func(file string) string {
		name := fmt.Sprintf("files/%d-%s", len(b.Files), filepath.Base(file))
		data, err := infile.Read(file, mesh.MaxBytes)
		if err != nil {
			errs = append(errs, err)
		}
		if scenario.SameFile(file, source.Name) {
			name, data = path.Join(home, filepath.Base(file)), withoutAddresses(data)
		}
		b.Files[name], b.Names[name] = data, own(file, filepath.Dir(s.Name()))
		return name
	})
	if err == nil && len(errs) > 0 {
		err = errs[0]
	}
	if err != nil {
		return nil, err
	}
	b.Files[b.Scenario] = text
	b.Title, b.URDF = source.Robot.Name, string(withoutAddresses(source.Data))
	if err := b.addMeshes(source); err != nil {
		return nil, err
	}
	return b.page(filepath.Base(s.Name()))
}

// own returns the name of a file from the folder of its scenario; of one that is more than two folders up, its last
// part, as a page tells nothing of this machine's folders.
func own(file, dir string) string {
	at, errAt := filepath.Abs(file)
	from, errFrom := filepath.Abs(dir)
	name, err := filepath.Rel(from, at)
	if name = filepath.ToSlash(name); errors.Join(errAt, errFrom, err) != nil || strings.HasPrefix(name, "../../../") {
		return filepath.Base(file)
	}
	return name
}

// addMeshes adds the meshes of a robot, where the engine in the page finds them.
func (b *bundle) addMeshes(source *models.Source) error {
	for name, file := range Meshes(source) {
		data, err := readMesh(file)
		if err != nil {
			return err
		}
		place := path.Join(home, name)
		if _, rest, ok := strings.Cut(name, "://"); ok { // of a package, a folder beside those of the robot
			place = path.Clean(rest)
		}
		b.Files[place], b.Meshes[name] = data, place
	}
	return nil
}

// page returns the page. The script of the page is compressed, too; a line of JavaScript unpacks it.
func (b *bundle) page(title string) ([]byte, error) {
	boot, err := json.Marshal(b) // escapes < and >
	if err != nil {
		return nil, err
	}
	var script bytes.Buffer
	z, _ := gzip.NewWriterLevel(&script, gzip.BestCompression)
	z.Write(web.Script())
	if err := z.Close(); err != nil {
		return nil, err
	}
	const text = "text/plain"
	return web.Page(title, policy+"; connect-src data: blob:; img-src data: blob:; worker-src blob:; "+
		"script-src 'unsafe-inline' 'wasm-unsafe-eval'", slices.Concat(
		web.Element(text, "licences", licences.OfExport()), web.Element("application/json", "boot", boot),
		web.Element(text, "worker", web.Worker()), web.Element(text, "engine", letters(web.Engine())),
		web.Element(text, "script", letters(script.Bytes()))), web.Unpack()), nil
}

// letters writes bytes as Ascii85 without the letter <, which ends elements of HTML; v stands for it.
func letters(data []byte) []byte {
	text := make([]byte, ascii85.MaxEncodedLen(len(data)))
	text = text[:ascii85.Encode(text, data)]
	return bytes.ReplaceAll(text, []byte("<"), []byte("v"))
}
