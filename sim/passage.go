package sim

import "kinetree/sim/step"

// passages returns force elements with line springs as passages, and these.
func passages(elements []ForceElement) (all []ForceElement, lines []*step.Passage) {
	for _, e := range elements {
		if s, ok := e.(*LineSpring); ok {
			p := &step.Passage{LineSpring: s}
			lines, e = append(lines, p), p
		}
		all = append(all, e)
	}
	return all, lines
}

// turnLines gives line springs the direction that they have in the current state.
func (w *detector) turnLines() {
	if len(w.mechanism.Lines) > 0 {
		w.plant.moveBase(w.state.T)
		w.mechanism.Begin(w.state.Q, w.state.Qd)
	}
}

// placeLines takes the kinematics of force elements to the current state.
func (w *detector) placeLines() {
	w.plant.moveBase(w.state.T)
	w.wrenches.Kin.UpdateVelocity(w.state.Q, w.state.Qd)
}
