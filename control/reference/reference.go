// Package reference holds the motions that joints are asked to follow: a [Trajectory] for one coordinate, a [Plan]
// for a robot.
//
// The velocity and the acceleration of a trajectory are the derivatives of its position, wherever there are any; a
// step has the velocity 0 on both sides. Trajectories never change and may be shared by any number of goroutines.
package reference

import (
	"errors"
	"fmt"
	"math"
	"sort"

	"kinetree/internal/floats"
)

// Point is a coordinate's position (rad or m), velocity and acceleration at an instant.
type Point struct{ Position, Velocity, Acceleration float64 }

// Trajectory is a motion of one coordinate, for all times.
type Trajectory interface {
	// At returns the point at time t (s), where the motion jumps the one after the jump. It does not allocate.
	At(t float64) Point
	// Break returns the first time after t at which the position or one of its derivatives jumps, infinity if there
	// is none.
	Break(t float64) float64
}

// Move is a motion from rest at one position to rest at another one, the motion whose rise and settling can be
// measured.
type Move struct {
	Begin, End float64 // when it begins and ends (s)
	From, To   float64 // rad or m
}

// Piecewise is a trajectory of polynomials in time, one after the other.
type Piecewise struct {
	breaks []float64    // rising; piece i is from break i-1 to break i
	pieces []polynomial // one more
	moves  []Move       // if it is nothing else, in order
}

// polynomial is Σ c_k s^k of the time s since start.
type polynomial struct {
	start float64
	c     [6]float64
}

// At implements Trajectory. O(log n) for n pieces.
func (p *Piecewise) At(t float64) Point {
	piece := &p.pieces[p.next(t)]
	s, c := t-piece.start, &piece.c
	return Point{
		Position: c[0] + float64(s*(c[1]+float64(s*(c[2]+float64(s*(c[3]+float64(s*(c[4]+float64(s*c[5]))))))))),
		Velocity: c[1] + float64(s*(float64(2*c[2])+
			float64(s*(float64(3*c[3])+float64(s*(float64(4*c[4])+float64(s*5*c[5]))))))),
		Acceleration: float64(2*c[2]) + float64(s*(float64(6*c[3])+float64(s*(float64(12*c[4])+float64(s*20*c[5]))))),
	}
}

// Break implements Trajectory. O(log n) for n pieces.
func (p *Piecewise) Break(t float64) float64 {
	if next := p.next(t); next < len(p.breaks) {
		return p.breaks[next]
	}
	return math.Inf(1)
}

// next returns the index of the first break after t, which is that of the piece at t.
func (p *Piecewise) next(t float64) int {
	return sort.Search(len(p.breaks), func(i int) bool { return p.breaks[i] > t })
}

// Moves returns the moves, one after the other, that the trajectory is made of; none if it is anything else. Nobody may
// change them.
func (p *Piecewise) Moves() []Move { return p.moves }

// Move returns the move that the trajectory is, and whether it is one alone.
func (p *Piecewise) Move() (Move, bool) {
	if len(p.moves) != 1 {
		return Move{}, false
	}
	return p.moves[0], true
}

// add appends a piece that begins at the last break and, with it, the break that ends it.
func (p *Piecewise) add(end float64, c [6]float64) {
	p.pieces = append(p.pieces, polynomial{p.breaks[len(p.breaks)-1], c})
	p.breaks = append(p.breaks, end)
}

// rest begins a trajectory at rest until a time.
func rest(position, until float64) *Piecewise {
	return &Piecewise{breaks: []float64{until}, pieces: []polynomial{{until, [6]float64{position}}}}
}

// stop ends a trajectory at rest.
func (p *Piecewise) stop(position float64) *Piecewise {
	p.pieces = append(p.pieces, polynomial{p.breaks[len(p.breaks)-1], [6]float64{position}})
	return p
}

// Hold stays at a position.
func Hold(position float64) *Piecewise {
	return &Piecewise{pieces: []polynomial{{0, [6]float64{position}}}}
}

// Step jumps from one position to another one at a time (s).
func Step(at, from, to float64) (*Piecewise, error) {
	if err := finite("the time or a position of the step", at, from, to); err != nil {
		return nil, err
	}
	p := rest(from, at).stop(to)
	p.moves = []Move{{at, at, from, to}}
	return p, nil
}

// Ramp goes from one position to another one at constant velocity, from the time begin to the time end (s).
func Ramp(begin, end, from, to float64) (*Piecewise, error) {
	if err := interval(begin, end, from, to); err != nil {
		return nil, err
	}
	p := rest(from, begin)
	p.add(end, [6]float64{from, (to - from) / (end - begin)})
	p.moves = []Move{{begin, end, from, to}}
	return p.stop(to), nil
}

// MinJerk goes from one position to another one, from the time begin to the time end (s), such that the integral of
// the square of the jerk is as small as possible. With s from 0 to 1
//
//	r = from + (to − from) (10 s³ − 15 s⁴ + 6 s⁵)
//
// Velocity and acceleration are 0 at both ends. The largest velocity is 15/8 (to − from)/T. Source: Flash and Hogan,
// "The coordination of arm movements", J. Neuroscience 5(7), 1985.
func MinJerk(begin, end, from, to float64) (*Piecewise, error) {
	if err := interval(begin, end, from, to); err != nil {
		return nil, err
	}
	T, d := end-begin, to-from
	p := rest(from, begin)
	p.add(end, [6]float64{from, 0, 0, 10 * d / (T * T * T), -15 * d / (T * T * T * T), 6 * d / (T * T * T * T * T)})
	p.moves = []Move{{begin, end, from, to}}
	return p.stop(to), nil
}

// Trapezoid goes from one position to another one, from the time begin to the time end (s): accelerates, goes on at
// the given speed (rad/s, m/s) and brakes as it has accelerated. The speed must be more than that of a ramp, |to −
// from|/(end − begin), and at most twice as much, which leaves no time between accelerating and braking; 0 means 3/2
// of it, which makes the three parts equally long. Source: Lynch and Park, "Modern Robotics", 2017, section 9.2.2.2.
func Trapezoid(begin, end, from, to, speed float64) (*Piecewise, error) {
	if err := interval(begin, end, from, to, speed); err != nil {
		return nil, err
	}
	T, d := end-begin, to-from
	mean := math.Abs(d) / T
	if speed == 0 {
		speed = float64(1.5 * mean)
	}
	if d != 0 && (speed <= mean || speed > 2*mean*(1+rounding)) {
		return nil, fmt.Errorf("the speed is %v; expected more than %v, that of a ramp over this distance and time, "+
			"and at most %v, twice as much", speed, mean, 2*mean)
	}
	var blend float64
	if d != 0 {
		blend = math.Min(T-math.Abs(d)/speed, T/2)
	}
	return trapezoid(begin, end, blend, from, to, math.Copysign(speed, d)), nil
}

// FastTrapezoid is the shortest Trapezoid that keeps to a speed (rad/s, m/s) and an acceleration (rad/s², m/s²), both
// positive.
func FastTrapezoid(begin, from, to, speed, acceleration float64) (*Piecewise, error) {
	if err := finite("a number of the trapezoid", begin, from, to, speed, acceleration); err != nil {
		return nil, err
	}
	if speed <= 0 || acceleration <= 0 {
		return nil, fmt.Errorf("the speed is %v and the acceleration %v; expected positive numbers", speed,
			acceleration)
	}
	d := math.Abs(to - from)
	blend := math.Min(speed/acceleration, math.Sqrt(d/acceleration))
	if d > 0 {
		speed = float64(acceleration * blend)
	}
	T := d/speed + blend
	if d == 0 {
		T = 0
	}
	return trapezoid(begin, begin+T, blend, from, to, math.Copysign(speed, to-from)), nil
}

// trapezoid accelerates for the time blend to the velocity v.
func trapezoid(begin, end, blend, from, to, v float64) *Piecewise {
	p := rest(from, begin)
	p.moves = []Move{{begin, end, from, to}}
	if from == to {
		return p.stop(to)
	}
	a := v / blend
	p.add(begin+blend, [6]float64{from, 0, a / 2})
	if end-blend > begin+blend {
		p.add(end-blend, [6]float64{from + v*blend/2, v})
	}
	p.add(end, [6]float64{to - v*blend/2, v, -a / 2})
	return p.stop(to)
}

// rounding is what a number may be off by that was computed from decimal ones, relative to it.
const rounding = 1e-12

// interval checks an interval of time and other numbers.
func interval(begin, end float64, others ...float64) error {
	if err := finite("a time, position or speed", append(others, begin, end)...); err != nil {
		return err
	}
	if end <= begin {
		return fmt.Errorf("the motion begins at %v s and ends at %v s; expected a later end", begin, end)
	}
	return nil
}

// finite returns an error unless all numbers are finite.
func finite(what string, numbers ...float64) error {
	for _, x := range numbers {
		if !floats.Finite(x) {
			return fmt.Errorf("%s is %v; expected a finite number", what, x)
		}
	}
	return nil
}

// rising checks the times of knots.
func rising(times []float64) error {
	if len(times) == 0 {
		return errors.New("there are no times; expected at least one")
	}
	if err := finite("a time", times...); err != nil {
		return err
	}
	for i := 1; i < len(times); i++ {
		if times[i] <= times[i-1] {
			return fmt.Errorf("time %v follows time %v; expected rising times", times[i], times[i-1])
		}
	}
	return nil
}
