package serve

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"kinetree/models"
)

// formats are the endings of the meshes that the page can read.
var formats = []string{".stl", ".obj", ".dae", ".gltf", ".glb"}

// Meshes finds the files of a robot's meshes, by the names that its description has for them. Those that are not found
// are left out, and those outside of the folders that a description may speak of: its packages, and the folder above
// its own.
func Meshes(source *models.Source) map[string]string {
	found := map[string]string{}
	resolver := source.Resolver()
	for i := range source.Robot.Links {
		l := &source.Robot.Links[i]
		for _, shape := range slices.Concat(l.Visuals, l.Collisions) {
			mesh := shape.Geometry.Mesh
			if mesh == nil || found[mesh.Filename] != "" {
				continue
			}
			file, err := resolver.Resolve(mesh.Filename, source.Name)
			if err == nil && allowed(mesh.Filename, file, source.Name) {
				found[mesh.Filename] = file
			}
		}
	}
	return found
}

// allowed reports whether a mesh may be shown.
func allowed(name, file, description string) bool {
	if !slices.Contains(formats, strings.ToLower(filepath.Ext(file))) {
		return false
	}
	if strings.HasPrefix(name, "package://") || strings.HasPrefix(name, "model://") {
		return true // the resolver stays within packages
	}
	home, err := filepath.Abs(filepath.Dir(description))
	if err != nil {
		return false
	}
	root := packageOf(home)
	if _, err := os.Stat(filepath.Join(root, "package.xml")); err != nil {
		root = filepath.Dir(home)
	}
	root, errRoot := filepath.EvalSymlinks(root)
	file, errFile := filepath.EvalSymlinks(file)
	rel, err := filepath.Rel(root, file)
	return errRoot == nil && errFile == nil && err == nil && filepath.IsLocal(rel)
}

// packageOf returns the folder of the package that a folder is in, or the folder itself if it is in none.
func packageOf(home string) string {
	for dir := home; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "package.xml")); err == nil {
			return dir
		}
	}
	return home
}
