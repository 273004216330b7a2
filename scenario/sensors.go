package scenario

// Sensors is what the controller sees of the robot.
type Sensors struct {
	PositionNoise      float64 `json:"position_noise,omitempty" default:"0" doc:"standard deviation (rad or m)"`
	VelocityNoise      float64 `json:"velocity_noise,omitempty" default:"0" doc:"standard deviation (rad/s or m/s)"`
	PositionResolution float64 `json:"position_resolution,omitempty" default:"0" doc:"step of the encoder (rad or m)"`
	Velocity           string  `json:"velocity,omitempty" enum:"measured|difference" default:"measured"`
	VelocityFilter     float64 `json:"velocity_filter_hz,omitempty"`
}

// Docs implements strict.Documented.
func (*Sensors) Docs() map[string]string {
	return map[string]string{
		"velocity":           "where velocities come from: a sensor, or differences of positions",
		"velocity_filter_hz": "frequency of the low-pass on velocities (Hz); none if it is 0 or not given",
	}
}

// Actuators is how efforts come about.
type Actuators struct {
	RateLimit float64 `json:"rate_limit,omitempty"`
	Lag       float64 `json:"lag,omitempty" default:"0" doc:"time constant (s)"`
}

// Docs implements strict.Documented.
func (*Actuators) Docs() map[string]string {
	return map[string]string{
		"rate_limit": "largest change of an effort in a second (N m/s or N/s); none if it is 0 or not given",
	}
}
