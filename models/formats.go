package models

import (
	"slices"
	"strings"

	"kinetree/urdf"
)

// format is a form in which files describe robots.
type format struct {
	ending     string // of its files, in small letters
	parse      parser
	incomplete parser // see urdf.ParseIncomplete
}

// parser makes a robot of a description. The file name is only for the diagnostics.
type parser func(data []byte, file string) (*urdf.Robot, urdf.Diagnostics)

// urdfEnding is that of URDF files, and of the descriptions of embedded robots.
const urdfEnding = ".urdf"

// formats are the forms that robots are read in. The first one is that of all that has no ending of the list.
var formats = []format{
	{urdfEnding, urdf.ParseBytes, urdf.ParseIncomplete},
	{".xml", urdf.ParseBytes, urdf.ParseIncomplete},
}

// formatOf returns the format of a file by the ending of its name, in capitals or not.
func formatOf(name string) format {
	name = strings.ToLower(name)
	return formats[max(0, slices.IndexFunc(formats, func(f format) bool { return strings.HasSuffix(name, f.ending) }))]
}

// Endings returns the endings of files that describe robots.
func Endings() []string {
	endings := make([]string, len(formats))
	for i, f := range formats {
		endings[i] = f.ending
	}
	return endings
}
