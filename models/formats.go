package models

import (
	"slices"
	"strings"

	"kinetree/urdf"
	"kinetree/urdf/xacro"
)

// format is a form in which files describe robots.
type format struct {
	ending string // of its files, in small letters
	parse  parser
	expand expander // makes what is parsed of the file; nil if that is the file
}

// parser makes a robot of a description, see urdf.ParseMade. The file name is only for the diagnostics.
type parser func(data []byte, file string, incomplete bool, origin urdf.Provenance) (*urdf.Robot, urdf.Diagnostics)

// expander makes a description of a file. Its text is nil if there are errors.
type expander func(data []byte, file string, settings xacro.Environment) (*xacro.Expanded, urdf.Diagnostics)

// urdfEnding is that of URDF files, and of the descriptions of embedded robots.
const urdfEnding = ".urdf"

// formats are the forms that robots are read in. The first one is that of all that has no ending of the list.
var formats = []format{
	{urdfEnding, urdf.ParseMade, nil},
	{".xml", urdf.ParseMade, nil},
	{".xacro", urdf.ParseMade, xacro.Expand},
}

// formatOf returns the format of a file by the ending of its name, in capitals or not.
func formatOf(name string) format {
	name = strings.ToLower(name)
	return formats[max(0, slices.IndexFunc(formats, func(f format) bool { return strings.HasSuffix(name, f.ending) }))]
}

// IsMade reports whether a file of this name is expanded, with arguments, and may be made of other files.
func IsMade(name string) bool { return formatOf(name).expand != nil }

// Endings returns the endings of files that describe robots.
func Endings() []string {
	endings := make([]string, len(formats))
	for i, f := range formats {
		endings[i] = f.ending
	}
	return endings
}
