package urdf

// Provenance says where a place of a document that was made of other files comes from: the file, the place in it, and
// what led there, such as the calls of macros, or nothing.
type Provenance func(at Position) (file string, place Position, through string)

// ParseMade is ParseBytes for a document that was made of other files. What is wrong is named where it comes from, also
// by Check and by package check. With incomplete it is ParseIncomplete.
func ParseMade(data []byte, file string, incomplete bool, origin Provenance) (*Robot, Diagnostics) {
	robot, diags := parse(data, &parser{file: file, incomplete: incomplete})
	if robot != nil {
		robot.origin = origin
	}
	return robot, origin.of(diags)
}

// Located returns diagnostics of places that the robot has, with the files and places that these come from.
func (r *Robot) Located(diags Diagnostics) Diagnostics { return r.origin.of(diags) }

// of moves diagnostics to where they come from.
func (o Provenance) of(diags Diagnostics) Diagnostics {
	if o == nil {
		return diags
	}
	for i := range diags {
		d := &diags[i]
		if d.Pos.Line == 0 {
			continue
		}
		file, at, through := o(d.Pos)
		if file == "" {
			continue
		}
		d.File, d.Pos, d.Repair = file, at, nil
		if through != "" && d.Hint != "" {
			d.Hint += "; "
		}
		d.Hint += through
	}
	return diags
}
