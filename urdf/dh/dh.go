// Package dh makes robots of tables of Denavit-Hartenberg parameters.
package dh

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/suggest"
	"kinetree/internal/vec"
	"kinetree/spatial"
	"kinetree/urdf"
)

// Read returns the robot of a table of Denavit-Hartenberg parameters: comma-separated values with the columns theta
// (rad, or with deg behind the number), d (m), a (m) and alpha (rad), a row for each joint, where what is empty is 0.
// Further columns may be name, type (revolute or prismatic; revolute), lower, upper, effort and velocity, the limits of
// the joint, and mass (kg), cx, cy, cz (m) and ixx, ixy, ixz, iyy, iyz, izz (kg m², about the centre of mass) of the
// link, in its frame. Lines that begin with # are comments.
//
// A position adds to theta of a revolute joint, and to d of a prismatic one. Frame i in frame i − 1 is
//
//	standard   Rz(theta_i) Tz(d_i) Tx(a_i) Rx(alpha_i)
//	modified   Rx(alpha_i−1) Tx(a_i−1) Rz(theta_i) Tz(d_i), where row i has alpha_i−1 and a_i−1
//
// The robot has the links base, link1, link2, ..., which the joints move and whose frames are on the axes of the
// joints, and fixed to each a frame1, frame2, ..., which are those of the table. The error has all faults of the table
// with their lines. Sources: Spong, Hutchinson, Vidyasagar, "Robot Modeling and Control", 2006, section 3.2; Craig,
// "Introduction to Robotics", 3rd ed. 2005, section 3.4.
func Read(r io.Reader, file, name, convention string) (*urdf.Robot, error) {
	if !slices.Contains(Conventions(), convention) {
		return nil, fmt.Errorf("there is no convention %q%s; expected one of %s", convention,
			suggest.Hint(convention, Conventions()), suggest.List(Conventions()))
	}
	in := csv.NewReader(r)
	in.Comment, in.TrimLeadingSpace = '#', true
	header, err := in.Read()
	if err != nil {
		return nil, fmt.Errorf("%s: the table has no header: %w; expected theta,d,a,alpha", file, err)
	}
	var errs []error
	for i := range header {
		header[i] = strings.TrimSpace(header[i])
		if !slices.Contains(columns, header[i]) {
			errs = append(errs, fmt.Errorf("%s:1: there is no column %q%s; expected some of %s", file, header[i],
				suggest.Hint(header[i], columns), suggest.List(columns)))
		} else if slices.Contains(header[:i], header[i]) {
			errs = append(errs, fmt.Errorf("%s:1: the column %q is there twice; keep one", file, header[i]))
		}
	}
	for _, c := range columns[:4] {
		if !slices.Contains(header, c) {
			errs = append(errs, fmt.Errorf("%s:1: there is no column %s; expected theta,d,a,alpha", file, c))
		}
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	b := reader{robot: &urdf.Robot{Name: name, Version: "1.0", Links: []urdf.Link{{Name: "base"}}}, file: file,
		modified: convention == "modified", rest: spatial.Identity()}
	for {
		fields, err := in.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			b.errs = append(b.errs, fmt.Errorf("%s: %w", file, err))
			if !errors.Is(err, csv.ErrFieldCount) {
				break
			}
			continue
		}
		b.line, _ = in.FieldPos(0)
		row := map[string]string{}
		for i, f := range fields {
			row[header[i]] = strings.TrimSpace(f)
		}
		b.add(row)
	}
	if len(b.robot.Joints) == 0 && len(b.errs) == 0 {
		b.fail("the table has no rows; expected one for each joint")
	}
	return b.robot, errors.Join(b.errs...)
}

// Conventions returns the names of the conventions that Read knows.
func Conventions() []string { return []string{"standard", "modified"} }

var columns = []string{"theta", "d", "a", "alpha", "name", "type", "lower", "upper", "effort", "velocity", "mass",
	"cx", "cy", "cz", "ixx", "ixy", "ixz", "iyy", "iyz", "izz"}

// reader holds a robot while its table is read.
type reader struct {
	robot    *urdf.Robot
	file     string
	line     int
	count    int
	modified bool
	rest     spatial.Transform // of the last joint's frame: what is fixed behind the joint
	errs     []error
}

func (b *reader) fail(format string, args ...any) {
	b.errs = append(b.errs, fmt.Errorf("%s:%d: "+format, append([]any{b.file, b.line}, args...)...))
}

// number returns a number of a row, 0 for one that is not given.
func (b *reader) number(row map[string]string, name string) (x float64, given bool) {
	text := row[name]
	if text == "" {
		return 0, false
	}
	digits, degrees := strings.CutSuffix(text, "deg")
	x, err := strconv.ParseFloat(strings.TrimSpace(digits), 64)
	angle := name == "theta" || name == "alpha" || name == "velocity" || name == "lower" || name == "upper"
	switch {
	case err != nil || math.IsNaN(x) || math.IsInf(x, 0):
		b.fail("%s: %q is no number; expected a finite one", name, text)
		return 0, true
	case degrees && !(angle && (row["type"] != "prismatic" || name == "theta" || name == "alpha")):
		b.fail("%s: %q is no angle; expected a number without deg", name, text)
	case degrees:
		x = float64(x*math.Pi) / 180
	}
	return x, true
}

// turned returns a turn about an axis and then a shift along it.
func turned(axis int, angle, shift float64) spatial.Transform {
	var rpy, p [3]float64
	rpy[axis], p[axis] = angle, shift
	return spatial.Transform{R: spatial.FromRPY(rpy[0], rpy[1], rpy[2]), P: mgl64.Vec3(p)}
}

// poseOf returns a transform as a pose of a file. What is rounding of a right angle in it is 0.
func poseOf(x *spatial.Transform) (p urdf.Pose) {
	p.RPY[0], p.RPY[1], p.RPY[2] = spatial.RPY(&x.R)
	p.XYZ = x.P
	for i := range 3 {
		if math.Abs(p.RPY[i]) < 1e-15 {
			p.RPY[i] = 0
		}
		if math.Abs(p.XYZ[i]) < 1e-15*(1+vec.Len(x.P)) {
			p.XYZ[i] = 0
		}
	}
	return p
}

// add adds the joint and the link of a row.
func (b *reader) add(row map[string]string) {
	b.count++
	kind := urdf.Revolute
	switch row["type"] {
	case "", "revolute":
	case "prismatic":
		kind = urdf.Prismatic
	default:
		b.fail("type %q; expected revolute or prismatic", row["type"])
	}
	theta, _ := b.number(row, "theta")
	d, _ := b.number(row, "d")
	a, _ := b.number(row, "a")
	alpha, _ := b.number(row, "alpha")
	before, along, behind := b.rest, turned(2, theta, d), turned(0, alpha, a)
	if b.modified {
		before, behind = behind, spatial.Identity()
	}
	origin := before.Compose(&along)
	b.rest = behind
	link, frame := fmt.Sprintf("link%d", b.count), fmt.Sprintf("frame%d", b.count)
	j := urdf.Joint{Name: row["name"], Type: kind, Parent: "base", Child: link, Origin: poseOf(&origin),
		Axis: [3]float64{0, 0, 1}}
	if b.count > 1 {
		j.Parent = fmt.Sprintf("link%d", b.count-1)
	}
	if j.Name == "" {
		j.Name = fmt.Sprintf("joint%d", b.count)
	}
	if slices.ContainsFunc(b.robot.Joints, func(k urdf.Joint) bool { return k.Name == j.Name }) {
		b.fail("there is a joint %q already; expected another name", j.Name)
	}
	j.Limit = b.limit(row, &j)
	fixed := urdf.Joint{Name: frame + "_joint", Type: urdf.Fixed, Parent: link, Child: frame, Origin: poseOf(&behind),
		Axis: [3]float64{1, 0, 0}}
	b.robot.Links = append(b.robot.Links, urdf.Link{Name: link, Inertial: b.inertial(row, &behind)},
		urdf.Link{Name: frame})
	b.robot.Joints = append(b.robot.Joints, j, fixed)
}

// limit returns the limits of a row. A revolute joint without any is continuous.
func (b *reader) limit(row map[string]string, j *urdf.Joint) *urdf.Limit {
	lower, below := b.number(row, "lower")
	upper, above := b.number(row, "upper")
	effort, limited := b.number(row, "effort")
	velocity, bounded := b.number(row, "velocity")
	if below != above {
		b.fail("the limits of %s have one end; expected lower and upper, or neither", j.Name)
	}
	const far = 1e9 // for what URDF wants to have and the table leaves open
	if !below {
		lower, upper = -far, far
		if j.Type == urdf.Revolute {
			j.Type = urdf.Continuous
			lower, upper = 0, 0
		}
	}
	if j.Type == urdf.Continuous && !limited && !bounded {
		return nil
	}
	if !limited {
		effort = far
	}
	if !bounded {
		velocity = far
	}
	inf := math.Inf(1)
	return &urdf.Limit{Lower: lower, Upper: upper, Effort: effort, Velocity: velocity, Acceleration: inf,
		Deceleration: inf, Jerk: inf}
}

// inertial returns the mass of a row, nil if there is none. It is given in the frame of the table, behind that of the
// link.
func (b *reader) inertial(row map[string]string, behind *spatial.Transform) *urdf.Inertial {
	var numbers [10]float64
	any := false
	for i, name := range columns[10:] {
		x, given := b.number(row, name)
		numbers[i], any = x, any || given
	}
	if !any {
		return nil
	}
	com := spatial.Transform{R: mgl64.Ident3(), P: mgl64.Vec3(numbers[1:4])}
	at := behind.Compose(&com)
	in := &urdf.Inertial{Mass: numbers[0], Origin: poseOf(&at), Inertia: urdf.Tensor{IXX: numbers[4], IXY: numbers[5],
		IXZ: numbers[6], IYY: numbers[7], IYZ: numbers[8], IZZ: numbers[9]}}
	if !(in.Mass >= 0) {
		b.fail("mass %v; expected 0 or more", in.Mass)
	}
	return in
}
