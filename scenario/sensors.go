package scenario

// Sensors is what the controller sees of the robot.
type Sensors struct {
	PositionNoise      float64 `json:"position_noise,omitempty" doc:"standard deviation (rad or m)"`
	VelocityNoise      float64 `json:"velocity_noise,omitempty" doc:"standard deviation (rad/s or m/s)"`
	PositionResolution float64 `json:"position_resolution,omitempty" doc:"step of the encoder (rad or m)"`
	Velocity           string  `json:"velocity,omitempty" enum:"measured|difference"`
	VelocityFilter     float64 `json:"velocity_filter_hz,omitempty" doc:"frequency of the low-pass on velocities (Hz)"`
}

// Docs implements strict.Documented.
func (*Sensors) Docs() map[string]string {
	return map[string]string{
		"velocity": "where velocities come from: a sensor, or differences of positions",
	}
}

// Actuators is how efforts come about.
type Actuators struct {
	RateLimit float64 `json:"rate_limit,omitempty" doc:"largest change of an effort in a second (N m/s or N/s)"`
	Lag       float64 `json:"lag,omitempty" doc:"time constant (s)"`
}
