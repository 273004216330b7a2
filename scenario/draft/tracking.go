package draft

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"kinetree/aba"
	"kinetree/identify/excite"
	"kinetree/internal/strict"
	"kinetree/models"
	"kinetree/scenario"
	"kinetree/tree"
)

// tracking is the natural frequency of the law that keeps the robot on its motion, times the step: fast, so that
// friction does not hold a joint, and slow enough for a law that acts once a step, also where a joint meets a
// twentieth of the inertia.
const tracking = 0.05

// Tracking returns a scenario, as text to stand in the file of a name, in which the robot follows a motion that a
// table has: driven by its efforts, and by a PD law that is critically damped for the inertia that each joint meets
// at the start. Without a law the robot strays: small errors grow, as in a double pendulum. The model, its gravity
// the changes of its joints and links, and the step are those of s.
func Tracking(name, table string, s *scenario.Scenario, source *models.Source, m *tree.Model,
	motion *excite.Designed) (string, error) {
	folder := filepath.Dir(name)
	file := strconv.Quote(scenario.Relative(folder, table))
	model := source.Name
	if data, embedded := models.URDF(model); !embedded || string(data) != string(source.Data) {
		model = scenario.Relative(folder, model)
	}
	n, omega := m.NV(), tracking/s.Step
	inverse := make([]float64, n*n)
	if err := aba.New(m).InverseMassMatrix(inverse, motion.Start); err != nil {
		return "", err
	}
	var start, gains, reference strings.Builder
	for _, j := range m.Joints() {
		if j.Leader >= 0 {
			continue
		}
		key, inertia := strconv.Quote(j.Name), 1/inverse[j.V*n+j.V]
		fmt.Fprintf(&start, "    %s: %v\n", key, motion.Start[j.Q])
		fmt.Fprintf(&gains, "    %s: {p: %.3g, d: %.3g}\n", key, omega*omega*inertia, 2*omega*inertia)
		fmt.Fprintf(&reference, "  %s: {type: file, file: %s}\n", key, file)
	}
	spec := s.Model
	spec.File = model
	robot, err := strict.Encode(spec).MarshalJSON() // JSON is YAML
	if err != nil {
		return "", err
	}
	var changes strings.Builder
	for _, part := range []struct {
		name  string
		value any
	}{{"joints", s.Joints}, {"links", s.Links}} {
		text, err := strict.Encode(part.value).MarshalJSON()
		if err != nil {
			return "", err
		}
		if string(text) != "{}" && string(text) != "null" {
			fmt.Fprintf(&changes, "%s: %s\n", part.name, text)
		}
	}
	return fmt.Sprintf("kinetree: 1\nmodel: %s\ngravity: [%v, %v, %v]\nignore_mimic: %v\nduration: %v\ndt: "+
		"%v\nintegrator: rk4\ninitial:\n  position:\n%s"+
		"efforts_table: {file: %s, interpolation: linear}\ncontroller:\n  type: pd\n  gains:\n%sreference:\n%s%s",
		robot, s.Gravity[0], s.Gravity[1], s.Gravity[2], s.IgnoreMimic, motion.Period, s.Step, &start,
		file, &gains, &reference, &changes), nil
}
