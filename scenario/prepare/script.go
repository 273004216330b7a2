package prepare

import (
	"io"

	"kinetree/models"
	"kinetree/scenario"
	"kinetree/scenario/robot"
	"kinetree/scenario/script"
)

// maxScript is how many bytes of a script are read; package script refuses fewer already.
const maxScript = 1 << 20

// ReadScript returns the script of the scenario, nil if it names none.
func ReadScript(s *scenario.Scenario, env Env) (*script.Script, error) {
	if s.Script == "" {
		return nil, nil
	}
	return loadScript(s, &env)
}

// scriptName is the key of a script in a cache.
type scriptName string

// loadScript reads the script of the scenario: a file, or an embedded script where there is none.
func loadScript(s *scenario.Scenario, env *Env) (*script.Script, error) {
	return robot.Remembered(env.Cache, scriptName(s.Script), func() (*script.Script, error) {
		file, err := env.Open.Open(s.Script)
		if err != nil {
			if text, ok := models.Script(s.Script); ok && !scenario.Exists(s.Script) {
				return script.Load(s.Script, text, script.Limits{Done: env.Done}, env.Print)
			}
			return nil, err
		}
		defer file.Close()
		text, err := io.ReadAll(io.LimitReader(file, maxScript))
		if err != nil {
			return nil, err
		}
		return script.Load(s.Script, text, script.Limits{Done: env.Done}, env.Print)
	})
}
