// Package sizing tells what a motion asks of drives, and which motors and gears can do it.
//
// A drive of a joint with the effort τ, velocity v and acceleration a is judged by
//
//	peak effort    the largest |τ|                 RMS effort    √(∫τ² dt/T)
//	peak power     the largest |τ v|               mean power    ∫max(0, τ v) dt/T, what drives the joint
//	brake energy   ∫max(0, −τ v) dt, what the drive takes back      duty    the part of T in which the joint moves
//
// A motor behind a gear of ratio n and efficiency η, with a rotor of inertia J, has the torque and the speed
//
//	τ_m = τ_L/(n η) + n J a,   ω = n v,   and τ_L η/n in place of τ_L/(n η) where the joint drives the motor
//
// with the effort of the load τ_L = τ − J_a a, which is without the inertia J_a of the drive that the model has. It can
// do a motion whose RMS torque is no more than its continuous torque, whose speeds are within its largest one, and
// whose
// points lie under its curve: the peak torque up to the rated speed, and from there a line to 0 at the largest speed.
//
// Sources: Pasch, Seering, "On the drive systems for high-performance machines", J. Mechanisms 106, 1984; Roos,
// Johansson, Wikander, "Optimal selection of motor and gearhead in mechatronic applications", Mechatronics 16, 2006.
package sizing

import (
	"math"

	"kinetree/integrate"
	"kinetree/tree"
)

// Usage is what a motion asks of the drive of a joint.
type Usage struct {
	Joint        string       `json:"-"`
	PeakEffort   float64      `json:"peak_effort"` // N m or N
	RMSEffort    float64      `json:"rms_effort"`
	PeakVelocity float64      `json:"peak_velocity"` // rad/s or m/s
	MeanPower    float64      `json:"mean_power"`    // W
	PeakPower    float64      `json:"peak_power"`
	NetPower     float64      `json:"net_power"`    // mean of what drives less what brakes
	BrakeEnergy  float64      `json:"brake_energy"` // J
	Duty         float64      `json:"duty"`         // 0 to 1
	Duration     float64      `json:"duration"`     // s
	Points       []DrivePoint `json:"-"`

	square, drives, brakes float64 // ∫τ², ∫max(0, τ v), ∫max(0, −τ v)
	own                    float64 // inertia of the drive that the model has
	// of the load: ∫τ², ∫τ a and ∫a², where it is driven and where it drives
	load [2][3]float64
}

// DrivePoint is the state of a drive at an instant, with the effort of the load.
type DrivePoint struct{ Velocity, Effort, Load, Acceleration, Time float64 }

// DriveMeter takes the usage of all joints that have one coordinate and a drive. It is a sim.Observer.
type DriveMeter struct {
	Joints []*Usage
	places []place
}

// place is where the numbers of a joint stand: of what its motor turns.
type place struct{ effort, rate int }

// NewMeter returns a meter of a model.
func NewMeter(m *tree.Model) *DriveMeter {
	t := &DriveMeter{}
	layout := m.EffortLayout()
	for k, j := range m.Joints() {
		if j.Leader >= 0 || j.NV != 1 || j.Drives >= 0 {
			continue
		}
		p, own := place{layout.Index(k), j.V}, j.Armature
		if j.Rotor >= 0 { // what the motor does
			p, own = place{layout.Index(j.Rotor), m.Joints()[j.Rotor].V}, m.Joints()[j.Rotor].Armature
		}
		t.places = append(t.places, p)
		t.Joints = append(t.Joints, &Usage{Joint: j.Name, own: own})
	}
	return t
}

// Observe implements sim.Observer.
func (t *DriveMeter) Observe(from, to *integrate.State, effortFrom, effortTo, _ []float64) {
	h := to.T - from.T
	if !(h > 0) {
		return
	}
	for i, p := range t.places {
		t.Joints[i].add(h, to.T, from.Qd[p.rate], to.Qd[p.rate], effortFrom[p.effort], effortTo[p.effort])
	}
}

// add takes a step of length h, in which velocity and effort are linear.
func (u *Usage) add(h, end, v, w, from, to float64) {
	u.Duration += h
	u.square += float64(h * product(from, to, from, to))
	u.PeakEffort = math.Max(u.PeakEffort, math.Max(math.Abs(from), math.Abs(to)))
	u.PeakVelocity = math.Max(u.PeakVelocity, math.Max(math.Abs(v), math.Abs(w)))
	u.PeakPower = math.Max(u.PeakPower, math.Max(math.Abs(from*v), math.Abs(to*w)))
	power := float64(h * product(from, to, v, w))
	brakes := 0
	if power >= 0 {
		u.drives += power
	} else {
		u.brakes -= power
		brakes = 1
	}
	a := (w - v) / h
	inertia := float64(u.own * a)
	load := &u.load[brakes]
	load[0] += float64(h * product(from-inertia, to-inertia, from-inertia, to-inertia))
	load[1] += float64(h * product(from-inertia, to-inertia, a, a))
	load[2] += float64(h * a * a)
	u.Points = append(u.Points, DrivePoint{v, from, from - inertia, a, end - h}, DrivePoint{w, to, to - inertia, a,
		end})
}

// product returns the mean of the product of two numbers that are linear, from a to b and from c to d.
func product(a, b, c, d float64) float64 {
	return (float64(2*a*c) + float64(a*d) + float64(b*c) + float64(2*b*d)) / 6
}

// Finish computes what the whole motion is needed for.
func (t *DriveMeter) Finish() {
	for _, u := range t.Joints {
		if u.Duration > 0 {
			u.RMSEffort = math.Sqrt(u.square / u.Duration)
			u.MeanPower, u.NetPower = u.drives/u.Duration, (u.drives-u.brakes)/u.Duration
		}
		u.BrakeEnergy = u.brakes
		moves := 0.0
		for i := 0; i+1 < len(u.Points); i += 2 {
			p, q := &u.Points[i], &u.Points[i+1]
			if math.Max(math.Abs(p.Velocity), math.Abs(q.Velocity)) > math.Max(still,
				float64(slow*u.PeakVelocity)) {
				moves += q.Time - p.Time
			}
		}
		if u.Duration > 0 {
			u.Duty = moves / u.Duration
		}
	}
}

// Below a share of its largest speed, and below a speed (rad/s, m/s), a joint does not count as moving.
const (
	slow  = 1e-3
	still = 1e-4
)

// Worst returns the usage that the hardest of several motions asks of each joint, number by number: the motions follow
// the same joints. What motors are judged by is that of the motion with the largest RMS effort, and the points of all.
func Worst(list []*DriveMeter) *DriveMeter {
	worst := &DriveMeter{places: list[0].places}
	for i := range list[0].Joints {
		u := *list[0].Joints[i]
		for _, m := range list[1:] {
			o := m.Joints[i]
			if o.RMSEffort > u.RMSEffort {
				u.load, u.square, u.Duration = o.load, o.square, o.Duration
			}
			for _, x := range [][2]*float64{{&u.PeakEffort, &o.PeakEffort}, {&u.RMSEffort, &o.RMSEffort},
				{&u.PeakVelocity, &o.PeakVelocity}, {&u.MeanPower, &o.MeanPower}, {&u.PeakPower, &o.PeakPower},
				{&u.NetPower, &o.NetPower}, {&u.BrakeEnergy, &o.BrakeEnergy}, {&u.Duty, &o.Duty}} {
				*x[0] = math.Max(*x[0], *x[1])
			}
			u.Points = append(u.Points[:len(u.Points):len(u.Points)], o.Points...)
		}
		worst.Joints = append(worst.Joints, &u)
	}
	return worst
}
