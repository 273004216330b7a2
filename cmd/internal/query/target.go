package query

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"kinetree/tree/reach"
)

// inverseKinematics appends positions with which the link is at the target. The search begins at the position of the
// request, and a floating base stays there.
func inverseKinematics(s *Solver, dst []byte) ([]byte, error) {
	if err := s.open("a robot whose tree says how it moves"); err != nil {
		return dst, err
	}
	if s.target == nil {
		return dst, errors.New(`the key "target" is missing; expected an object such as {"pose": [0.4, 0.2, 0.3]}`)
	}
	given := struct {
		Pose   []float64 `json:"pose"`
		All    bool      `json:"all"`
		Seed   *uint64   `json:"seed"`
		Starts int       `json:"starts"`
	}{}
	in := json.NewDecoder(bytes.NewReader(s.target))
	in.DisallowUnknownFields()
	if err := in.Decode(&given); err != nil {
		return dst, fmt.Errorf("target: %w; expected an object with pose, all, seed and starts", err)
	}
	question := reach.Question{Link: s.model.Links()[s.link].Name, Pose: given.Pose,
		Options: reach.Options{Start: s.q, Seed: 1, Starts: given.Starts, All: given.All}}
	if given.Seed != nil {
		question.Seed = *given.Seed
	}
	report, err := reach.Answer(s.model, s.course, &question)
	if err != nil {
		return dst, err
	}
	text, err := json.Marshal(report)
	return append(dst, text...), err
}
