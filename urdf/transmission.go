package urdf

import (
	"math"
	"strconv"
	"strings"
)

// transmission reads the reduction of a transmission with one joint, in the forms of ros_control and of the PR2: an
// element mechanicalReduction, of an actuator, of the joint, or of the transmission. All else is for those who drive
// the joint, and skipped.
func (n node) transmission(joints []Joint) {
	var of []string
	var reductions []node
	for _, e := range n.el.FindElements(".//joint") {
		of = append(of, e.SelectAttrValue("name", ""))
	}
	for _, e := range n.el.FindElements(".//mechanicalReduction") {
		reductions = append(reductions, node{p: n.p, el: e, path: n.path + "/mechanicalReduction"})
	}
	if len(of) != 1 || len(reductions) == 0 {
		return
	}
	for i := range joints {
		j := &joints[i]
		if j.Name != of[0] {
			continue
		}
		for _, r := range reductions {
			x, err := parseNumber(strings.TrimSpace(r.el.Text()))
			switch {
			case err != nil || x == 0 || math.IsInf(x, 0) || math.IsNaN(x):
				r.elementWarning("transmission", "the reduction is %s; expected a number that is not 0, of turns of "+
					"the actuator per turn of joint %s", quote(r.el.Text()), quote(j.Name))
			case j.Reduction != 0 && j.Reduction != x:
				r.elementWarning("transmission", "the reduction of joint %s is %s here and %s before; expected one",
					quote(j.Name), shortest(x), shortest(j.Reduction))
			default:
				j.Reduction = x
			}
		}
	}
}

// transmission writes the reduction of a joint, if it has one.
func (e element) transmission(j *Joint) {
	if j.Reduction == 0 {
		return
	}
	t := e.child("transmission").at(j.Pos)
	t.text("name", j.Name+"_transmission")
	t.child("type").el.SetText("transmission_interface/SimpleTransmission")
	t.child("joint").text("name", j.Name)
	a := t.child("actuator")
	a.text("name", j.Name+"_motor")
	r := a.child("mechanicalReduction")
	if math.IsNaN(j.Reduction) || math.IsInf(j.Reduction, 0) {
		r.fault("", "the reduction of joint %s is %v; expected a finite number", quote(j.Name), j.Reduction)
		return
	}
	r.el.SetText(shortest(j.Reduction))
}

// shortest returns a number with the fewest digits that read back to it.
func shortest(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
