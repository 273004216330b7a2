package controllers

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/beevik/etree"

	"kinetree/control"
)

// CommandLimits are those of a command.
type CommandLimits struct{ Min, Max float64 }

// Interfaces are those that the hardware has at a joint.
type Interfaces struct {
	Commands map[control.Interface]CommandLimits
}

// names returns the interfaces of the commands.
func (i *Interfaces) names() (list []string) {
	for name := range i.Commands {
		list = append(list, string(name))
	}
	slices.Sort(list)
	return list
}

// Hardware has the interfaces of joints, by name.
type Hardware map[string]Interfaces

// ReadHardware reads the <ros2_control> elements of a robot's description; of a description without any, or of another
// form than XML, there is no hardware. The error has all limits that are no numbers.
func ReadHardware(description []byte, name string) (Hardware, error) {
	doc := etree.NewDocument()
	if err := doc.ReadFromBytes(description); err != nil || doc.Root() == nil {
		return nil, nil
	}
	var errs []error
	hardware := Hardware{}
	for _, system := range doc.Root().SelectElements("ros2_control") {
		for _, joint := range system.SelectElements("joint") {
			j := Interfaces{Commands: map[control.Interface]CommandLimits{}}
			for _, c := range joint.SelectElements("command_interface") {
				what := c.SelectAttrValue("name", "")
				l := CommandLimits{math.Inf(-1), math.Inf(1)}
				for _, p := range c.SelectElements("param") {
					at := map[string]*float64{"min": &l.Min, "max": &l.Max}[p.SelectAttrValue("name", "")]
					if at == nil {
						continue
					}
					x, err := strconv.ParseFloat(strings.TrimSpace(p.Text()), 64)
					if err != nil || math.IsNaN(x) {
						errs = append(errs, fmt.Errorf("%s: error: ros2_control: joint %q: the %s of the %s is %q; "+
							"expected "+
							"a number", name, joint.SelectAttrValue("name", ""), p.SelectAttrValue("name", ""), what,
							p.Text()))
						continue
					}
					*at = x
				}
				if l.Min > l.Max {
					errs = append(errs, fmt.Errorf("%s: error: ros2_control: joint %q: the %s is from %v to %v; "+
						"expected a min below the max", name, joint.SelectAttrValue("name", ""), what, l.Min, l.Max))
				}
				j.Commands[control.Interface(what)] = l
			}
			hardware[joint.SelectAttrValue("name", "")] = j
		}
	}
	return hardware, errors.Join(errs...)
}
