package controllers

import (
	"fmt"
	"math"

	"kinetree/control"
	"kinetree/internal/suggest"
)

// Windups of the later forms, as files name them.
var windups = []string{string(control.NoWindup), string(control.ToolboxBackCalculation),
	string(control.ToolboxConditional), "legacy"}

// form finds which form of the PID the keys below prefixes are of.
func (r *reader) form(prefixes []string) (form control.ToolboxForm, because string) {
	given := func(keys ...string) string {
		for _, prefix := range prefixes {
			for _, key := range keys {
				if r.Has(prefix + key) {
					return key
				}
			}
		}
		return ""
	}
	for _, prefix := range prefixes {
		if v := r.Value(prefix + "antiwindup_strategy"); v != nil && v.Text == "legacy" {
			return control.ToolboxJazzy, "antiwindup_strategy: legacy"
		}
	}
	if key := given("antiwindup_strategy", "u_clamp_max", "u_clamp_min", "tracking_time_constant",
		"error_deadband"); key != "" {
		return control.ToolboxRolling, key
	}
	if key := given("antiwindup", "i_clamp"); key != "" {
		return control.ToolboxHumble, key
	}
	return control.ToolboxRolling, ""
}

// names are those of the forms in notes.
var names = map[control.ToolboxForm]string{
	control.ToolboxHumble: "Humble (control_toolbox before 4)", control.ToolboxJazzy: "Jazzy (control_toolbox 4)",
	control.ToolboxRolling: "Kilted and Rolling (control_toolbox 6.3)"}

// gains reads the gains of the PIDs of each of the names. forward is the name of the feed-forward.
func (r *reader) gains(forward string, keys []string) {
	var prefixes []string
	for _, key := range keys {
		prefixes = append(prefixes, "gains."+key+".")
	}
	c := r.c
	c.keys = prefixes
	c.Form, c.Because = r.form(prefixes)
	switch {
	case r.Distribution != "":
		c.Form, c.Because = r.Distribution, "distribution"
		r.note("%s: the PIDs of %s are those of %s, as the scenario says", r.File.Name, c.Name, names[c.Form])
	case c.Because == "":
		r.note("%s: no key says of which version the PIDs of %s are; they are those of %s. In Humble integrals add "+
			"nothing without i_clamp", r.File.Name, c.Name, names[c.Form])
	default:
		r.note("%s: the PIDs of %s are those of %s, as the key %s says", r.File.Name, c.Name, names[c.Form], c.Because)
	}
	for _, prefix := range prefixes {
		c.Gains = append(c.Gains, r.one(prefix))
		c.Forward = append(c.Forward, r.Number(prefix+forward, 0))
		c.Wraps = append(c.Wraps, r.Truth(prefix+"angle_wraparound", false))
		r.Truth(prefix+"save_i_term", true) // it matters when a controller is activated again
		r.Truth(prefix+"normalize_error", true)
		r.Truth(prefix+"activate_state_publisher", false)
	}
}

func (r *reader) note(format string, args ...any) {
	r.ControllerSystem.Notes = append(r.ControllerSystem.Notes, fmt.Sprintf(format, args...))
}

// one reads the gains of one PID.
func (r *reader) one(prefix string) control.ToolboxGains {
	g := control.ToolboxGains{P: r.Number(prefix+"p", 0), I: r.Number(prefix+"i", 0), D: r.Number(prefix+"d", 0),
		UMin: math.Inf(-1), UMax: math.Inf(1), IMin: math.Inf(-1), IMax: math.Inf(1), Windup: control.NoWindup}
	limits := func(least, most float64) {
		g.IMin, g.IMax = r.Number(prefix+"i_clamp_min", least), r.Number(prefix+"i_clamp_max", most)
	}
	legacy := func() {
		both := math.Abs(r.Number(prefix+"i_clamp", 0))
		limits(-both, both)
		if g.Windup = control.LegacyFree; r.Truth(prefix+"antiwindup", false) {
			g.Windup = control.LegacyClamped
		}
	}
	r.Value(prefix + "saturation") // of a version between: limits that are finite act
	switch r.c.Form {
	case control.ToolboxHumble:
		legacy()
		r.foreign(prefix, "antiwindup_strategy", "u_clamp_max", "u_clamp_min", "tracking_time_constant",
			"error_deadband")
		if g.I != 0 && g.IMin == 0 && g.IMax == 0 {
			r.note("%s: %si is %v, and its limits are 0: in Humble the integral adds nothing; i_clamp sets them",
				r.File.Name, prefix, g.I)
		}
	default:
		g.Windup = control.ToolboxWindup(r.Word(prefix+"antiwindup_strategy", r.usual(), windups...))
		if g.Windup == "legacy" {
			legacy()
		} else {
			limits(math.Inf(-1), math.Inf(1))
			r.foreign(prefix, "antiwindup", "i_clamp")
		}
		g.UMin, g.UMax = r.Number(prefix+"u_clamp_min", math.Inf(-1)), r.Number(prefix+"u_clamp_max", math.Inf(1))
		g.Tracking, g.Deadband = r.Number(prefix+"tracking_time_constant", 0), r.Number(prefix+"error_deadband", 0)
	}
	if _, err := control.NewToolboxPID(r.c.Form, []control.ToolboxGains{g}, false); err != nil {
		r.Refuse(prefix+"p", "%v", err)
	}
	return g
}

// usual returns the strategy against windup where none is given.
func (r *reader) usual() string {
	if r.c.Form == control.ToolboxJazzy {
		return "legacy"
	}
	return string(control.NoWindup)
}

// foreign tells of keys that the form of the PID does not have.
func (r *reader) foreign(prefix string, keys ...string) {
	for _, key := range keys {
		if r.Has(prefix + key) {
			r.Value(prefix + key)
			r.note("%s: the PIDs of %s do not know %s%s, and nothing uses it", r.File.Name, names[r.c.Form], prefix,
				key)
		}
	}
}

// Override replaces gains of the PIDs, by joint and key (p, i, d), in the controller that Gained names. A joint "*"
// stands for those that are not named. The error tells a joint that the controller does not have.
func (s *ControllerSystem) Override(gains func(joint, key string) (x float64, given bool)) error {
	at := s.Gained()
	if at < 0 {
		return fmt.Errorf("%s: the controllers %s have no PIDs; expected no gains", s.File.Name,
			suggest.List(s.controllers()))
	}
	c := s.Chain[at]
	for k, joint := range c.Joints {
		for key, x := range map[string]*float64{"p": &c.Gains[k].P, "i": &c.Gains[k].I, "d": &c.Gains[k].D} {
			if y, given := gains(joint, key); given {
				*x = y
			}
		}
	}
	return nil
}

// Gained returns which controller of the chain gains are of, -1 for none: the last one with PIDs.
func (s *ControllerSystem) Gained() int {
	for k := len(s.Chain) - 1; k >= 0; k-- {
		if s.Chain[k].Gains != nil {
			return k
		}
	}
	return -1
}

func (s *ControllerSystem) controllers() (list []string) {
	for _, c := range s.Chain {
		list = append(list, c.Name)
	}
	return list
}
