// Package licences has the licences of what the program and its pages contain besides Kinetree.
package licences

import (
	"bytes"
	"embed"
	"fmt"
	"path"
	"slices"
	"strings"
)

//go:embed *.txt
var files embed.FS

// engine lists the modules that the engine of an exported page contains.
var engine = []string{"github.com/beevik/etree", "github.com/go-gl/mathgl", "github.com/qmuntal/gltf", "go",
	"go.starlark.net", "go.yaml.in/yaml/v3", "golang.org/x/sys", "gonum.org/v1/gonum"}

// OfProgram returns the licences of all that the program contains, each under the name of its module.
func OfProgram() []byte { return texts(func(string) bool { return true }) }

// OfPage returns those of the page of `simulate serve`.
func OfPage() []byte { return texts(inPage) }

// OfExport returns those of an exported page, which contains the engine, too.
func OfExport() []byte {
	return texts(func(module string) bool { return inPage(module) || slices.Contains(engine, module) })
}

func inPage(module string) bool { return strings.HasPrefix(module, "npm/") }

// texts returns the licences of some modules.
func texts(wanted func(module string) bool) []byte {
	var b bytes.Buffer
	names, _ := files.ReadDir(".") // what is embedded can be read
	for _, name := range names {
		module := strings.ReplaceAll(strings.TrimSuffix(name.Name(), path.Ext(name.Name())), "_", "/")
		if wanted(module) {
			text, _ := files.ReadFile(name.Name())
			fmt.Fprintf(&b, "\n%s\n%s\n\n%s\n\n", module, strings.Repeat("=", len(module)), bytes.TrimSpace(text))
		}
	}
	return b.Bytes()
}
