package scenario

// EncoderSpec has the encoders of a joint.
type EncoderSpec struct {
	Motor *float64 `json:"motor,omitempty" doc:"counts per turn of the rotor, behind the gear"`
	Link  *float64 `json:"link,omitempty" doc:"counts per turn of the joint, or per m"`
}
