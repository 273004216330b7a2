package tuning

import (
	"encoding/json"
	"strconv"

	"kinetree/internal/strict"
	"kinetree/scenario"
)

// present returns the number that a run has at a path: that of the document, the gain of all joints, what the model says of a joint, or the default.
func present(d *scenario.Document, run *scenario.Run, path string) (float64, bool) {
	keys, err := strict.Split(path)
	if err != nil {
		return 0, false
	}
	if x, ok := number(d.Root, keys); ok {
		return x, true
	}
	if len(keys) == 4 && keys[0] == "controller" && keys[1] == "gains" {
		return number(d.Root, []string{"controller", "gains", "*", keys[3]})
	}
	if len(keys) == 3 && keys[0] == "joints" {
		return described(run, keys[1], keys[2])
	}
	text, err := json.Marshal(run.Scenario)
	if err != nil {
		return 0, false
	}
	resolved, err := strict.Parse(text, d.Name)
	if err != nil {
		return 0, false
	}
	return number(resolved, keys)
}

// number returns the number at a path of a value.
func number(n *strict.Node, keys []string) (float64, bool) {
	for _, k := range keys {
		next := n.Get(k)
		if i, err := strconv.Atoi(k); err == nil && n.Kind == strict.List && 0 <= i && i < len(n.Items) {
			next = n.Items[i]
		}
		if next == nil {
			return 0, false
		}
		n = next
	}
	return n.Number, n.Kind == strict.Number
}

// described returns what the model says of a joint.
func described(run *scenario.Run, joint, value string) (float64, bool) {
	m := run.World.Model()
	k, ok := m.Joint(joint)
	if !ok {
		return 0, false
	}
	j := &m.Joints()[k]
	x, ok := map[string]float64{"damping": j.Damping, "friction": j.Friction, "effort_limit": j.Effort, "lower": j.Lower, "upper": j.Upper, "armature": j.Armature}[value]
	return x, ok
}
