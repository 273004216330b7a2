package study

import (
	"os"
	"path/filepath"

	"kinetree/internal/strict"
	"kinetree/scenario"
	"kinetree/scenario/robot"
)

// seedPath is the path of the seed, which has a column of its own.
const seedPath = "seed"

// base returns the scenario that runs change, which a study names or holds, with what is set in all runs.
func (s *Study) base(n *strict.Node) (*scenario.Scenario, error) {
	base, err := s.readBase(n)
	if err == nil && s.limits != nil {
		err = robot.Override(base, s.robotEnv(), scenario.Override{Path: "limits", Value: s.limits})
	}
	if err != nil {
		return nil, err
	}
	return base, robot.Override(base, s.robotEnv(), s.set...)
}

// readBase reads the scenario that a study names or holds.
func (s *Study) readBase(n *strict.Node) (*scenario.Scenario, error) {
	if n.Kind == strict.Map {
		root := n.Rooted()
		if root.Get("kinetree") == nil { // its version is that of the study
			root.Pairs = append(root.Pairs, strict.Pair{Key: "kinetree", Pos: root.Pos, Value: strict.Encode(1)})
		}
		return robot.Checked(scenario.Decode(root, s.dir))
	}
	name := s.place(n.Text)
	if _, missing := os.Stat(name); missing != nil {
		if _, embedded := os.Stat(n.Text); embedded != nil && scenario.IsFile(n.Text) && filepath.Ext(n.Text) == "" {
			name = n.Text
		}
	}
	return robot.Checked(scenario.Open(name, nil))
}
