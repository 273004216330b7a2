package scenario

import (
	"fmt"

	"kinetree/internal/strict"
)

// SequenceMove is a move of a reference of the type sequence, from rest at where the one before it ends.
type SequenceMove struct {
	Type         string   `json:"type,omitempty"`
	At           *float64 `json:"at,omitempty" doc:"step: when (s)"`
	FromTime     *float64 `json:"from_time,omitempty"`
	Pause        *float64 `json:"pause,omitempty" doc:"instead of at or from_time: rest before it begins (s)"`
	ToTime       *float64 `json:"to_time,omitempty" doc:"when it ends (s)"`
	Lasts        *float64 `json:"duration,omitempty" doc:"instead of to_time (s)"`
	From         *float64 `json:"from,omitempty"`
	To           *float64 `json:"to,omitempty" doc:"position after (rad or m)"`
	Speed        *float64 `json:"speed,omitempty" doc:"as that of the reference"`
	Acceleration *float64 `json:"acceleration,omitempty" doc:"as that of the reference"`
	Jerk         *float64 `json:"jerk,omitempty" doc:"as that of the reference"`
}

// Enum implements strict.Enumerated.
func (*SequenceMove) Enum(key string) string {
	if key != "type" {
		return ""
	}
	return "step|ramp|min_jerk|trapezoidal|s_curve"
}

// Docs implements strict.Documented.
func (*SequenceMove) Docs() map[string]string {
	return map[string]string{
		"type":      "kind of motion, as of a reference",
		"from_time": "when it begins (s); when the one before ends, after a pause, if it is not given",
		"from": "of the first move: position before (rad or m), the start position if it is not given; others begin " +
			"where the one before ends",
	}
}

// moveKeys has the keys of each type of move.
var moveKeys = map[string]string{
	"step":        "to | from at pause",
	"ramp":        "to | from from_time pause to_time duration",
	"min_jerk":    "to | from from_time pause to_time duration",
	"trapezoidal": "to | from from_time pause to_time duration speed acceleration",
	"s_curve":     "to | from from_time pause speed acceleration jerk",
}

// check returns what is missing or too much in move k.
func (m *SequenceMove) check(field string, k int) []error {
	errs := checkKeys(field, "a move", m.Type, strict.Given(*m), moveKeys)
	if len(errs) > 0 {
		return errs
	}
	wrong := func(format string, args ...any) { errs = append(errs, Wrong(field, format, args...)) }
	if m.Pause != nil && (m.At != nil || m.FromTime != nil) {
		wrong("a pause, and a time when it begins; expected one of them")
	}
	ends := m.ToTime != nil || m.Lasts != nil
	switch {
	case m.ToTime != nil && m.Lasts != nil:
		wrong("to_time and duration; expected one of them")
	case (m.Type == "ramp" || m.Type == "min_jerk") && !ends:
		wrong("a move of the type %s has neither to_time nor duration; expected one of them", m.Type)
	case m.Type == "trapezoidal" && ends == (m.Acceleration != nil && m.Speed != nil):
		wrong("expected to_time or duration, with or without speed, or else speed and acceleration")
	}
	if k > 0 && m.From != nil {
		wrong("from, and it is not the first move; expected no such key, as it begins where the one before ends")
	}
	return errs
}

// checkMoves returns what is wrong with the moves of a sequence.
func (r *Reference) checkMoves(field string) (errs []error) {
	for k := range r.Moves {
		errs = append(errs, r.Moves[k].check(fmt.Sprintf("%s.moves.%d", field, k), k)...)
	}
	return errs
}

// Reference returns the move as a reference, after a move that ends at a time and a position.
func (m *SequenceMove) Reference(ended, position float64) *Reference {
	begin := ended + Or(m.Pause, 0)
	for _, x := range []*float64{m.At, m.FromTime} {
		if x != nil {
			begin = *x
		}
	}
	from := Or(m.From, position)
	r := &Reference{Type: m.Type, At: &begin, FromTime: &begin, ToTime: m.ToTime, From: &from, To: m.To, Speed: m.Speed,
		Acceleration: m.Acceleration, Jerk: m.Jerk}
	if m.Lasts != nil {
		end := begin + *m.Lasts
		r.ToTime = &end
	}
	return r
}
