package controllers

import (
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
// form than XML, there is no hardware. Limits that are no numbers, or that leave no room, do not bound commands, as in
// ros2_control; the notes name them.
func ReadHardware(description []byte, name string) (hardware Hardware, notes []string) {
	doc := etree.NewDocument()
	if err := doc.ReadFromBytes(description); err != nil || doc.Root() == nil {
		return nil, nil
	}
	hardware = Hardware{}
	for _, system := range doc.Root().SelectElements("ros2_control") {
		for _, joint := range system.SelectElements("joint") {
			j := Interfaces{Commands: map[control.Interface]CommandLimits{}}
			for _, c := range joint.SelectElements("command_interface") {
				what := c.SelectAttrValue("name", "")
				l, fault := readLimits(c)
				if fault != "" {
					notes = append(notes, fmt.Sprintf("%s: ros2_control: the %s of joint %q has no limits: %s", name,
						what, joint.SelectAttrValue("name", ""), fault))
				}
				j.Commands[control.Interface(what)] = l
			}
			hardware[joint.SelectAttrValue("name", "")] = j
		}
	}
	return hardware, notes
}

// readLimits returns the limits of a command; those that say nothing are infinite, and the fault says why.
func readLimits(c *etree.Element) (l CommandLimits, fault string) {
	l = CommandLimits{math.Inf(-1), math.Inf(1)}
	read := l
	for _, p := range c.SelectElements("param") {
		key := p.SelectAttrValue("name", "")
		at := map[string]*float64{"min": &read.Min, "max": &read.Max}[key]
		if at == nil {
			continue
		}
		x, err := strconv.ParseFloat(strings.TrimSpace(p.Text()), 64)
		if err != nil || math.IsNaN(x) {
			return l, fmt.Sprintf("the %s is %q; expected a number", key, p.Text())
		}
		*at = x
	}
	if read.Min >= read.Max {
		return l, fmt.Sprintf("they are from %v to %v; expected a min below the max", read.Min, read.Max)
	}
	return read, ""
}
