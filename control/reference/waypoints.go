package reference

import "fmt"

// Waypoint is a point that a motion passes. A motion between two of them has the velocities and accelerations that both
// ends know.
type Waypoint struct {
	Time                   float64 // s
	Position               float64 // rad or m
	Velocity, Acceleration *float64
}

// Waypoints is the motion through points as the joint_trajectory_controller of ROS has it: between two points the
// polynomial of order 1, of order 3 if both have velocities, or of order 5 if both have accelerations, too. It stays at
// the first point before and at the last one after; between two points at rest it is a [Move]. In stairs it stays at
// each point up to the next one.
func Waypoints(points []Waypoint, stairs bool) (*Piecewise, error) {
	times, positions := make([]float64, len(points)), make([]float64, len(points))
	for i, p := range points {
		times[i], positions[i] = p.Time, p.Position
		for _, x := range []*float64{p.Velocity, p.Acceleration} {
			if x != nil {
				if err := finite(fmt.Sprintf("a number of point %d", i), *x); err != nil {
					return nil, err
				}
			}
		}
	}
	if err := knots(times, positions); err != nil {
		return nil, err
	}
	p := rest(positions[0], times[0])
	for i := 1; i < len(points); i++ {
		a, b := &points[i-1], &points[i]
		h := b.Time - a.Time
		c := [6]float64{a.Position, (b.Position - a.Position) / h}
		switch {
		case stairs:
			c = [6]float64{a.Position}
		case a.Velocity == nil || b.Velocity == nil:
		case a.Acceleration == nil || b.Acceleration == nil:
			c = cubic(h, a.Position, b.Position, *a.Velocity, *b.Velocity)
		default:
			c = quintic(h, a.Position, b.Position, *a.Velocity, *b.Velocity, *a.Acceleration, *b.Acceleration)
		}
		p.add(b.Time, c)
	}
	still := func(w *Waypoint) bool { return w.Velocity == nil || *w.Velocity == 0 }
	if len(points) == 2 && !stairs && still(&points[0]) && still(&points[1]) {
		p.moves = []Move{{times[0], times[1], positions[0], positions[1]}}
	}
	return p.stop(positions[len(positions)-1]), nil
}
