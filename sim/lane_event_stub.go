package sim

// laneEvent: temporary
type laneEvent struct {
	phase eventPhase
	rate  *rate
}
type eventPhase uint8

const (
	noEvent eventPhase = iota
	letting
	passing
)
