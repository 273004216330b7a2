package urdf

// Provenance says where a place of a document that was made of other files comes from: the file, the place in it, and
// what led there, such as the calls of macros, or nothing.
type Provenance func(at Position) (file string, place Position, through string)

// ParseMade is ParseBytes for a document that was made of other files; origin is nil for one that was not. Diagnostics
// name the places that they come from, also those of Check and of package check. With incomplete it is ParseIncomplete.
// If there are errors, the robot has what could be read of it; it is nil if nothing was.
func ParseMade(data []byte, file string, incomplete bool, origin Provenance) (*Robot, Diagnostics) {
	p := &parser{file: file, incomplete: incomplete, unknown: map[string]bool{}}
	robot := p.document(data)
	if p.refused {
		robot = nil
	}
	if robot != nil {
		robot.origin = origin
	}
	return robot, origin.of(p.diags)
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
