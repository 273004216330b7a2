package urdf

import "fmt"

// materials finds materials that are used but not defined, and those that are defined twice for all shapes. A shape's
// own material defines it for others, too. Dynamics needs none of them.
func (c *checker) materials() {
	defined := map[string]bool{"": true}
	global := map[string]Position{}
	for i := range c.robot.Materials {
		m := &c.robot.Materials[i]
		if first, again := global[m.Name]; again {
			c.note(Warning, "duplicate-name", m.Pos, fmt.Sprintf("robot/material[@name=%s]", quote(m.Name)),
				"a second material of this name; the first is %s, rename one", where(first))
		} else {
			global[m.Name] = m.Pos
		}
		defined[m.Name] = true
	}
	each := func(visit func(l *Link, m *Material)) {
		for i := range c.robot.Links {
			l := &c.robot.Links[i]
			for k := range l.Visuals {
				if m := l.Visuals[k].Material; m != nil {
					visit(l, m)
				}
			}
		}
	}
	each(func(_ *Link, m *Material) {
		if m.Color != nil || m.Texture != "" {
			defined[m.Name] = true
		}
	})
	each(func(l *Link, m *Material) {
		if !defined[m.Name] {
			defined[m.Name] = true // said once
			c.note(Warning, "unknown-material", m.Pos, linkPath(l.Name)+"/visual/material",
				"there is no material %s; expected the name of a material, or a colour or texture here", quote(m.Name))
		}
	})
}
