package constraint

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/vec"
)

// directions returns a fault for each vector that has no direction.
func directions(field string, list ...mgl64.Vec3) (errs []error) {
	for i, v := range list {
		if l := vec.Len(v); !(l > 0) || math.IsInf(l, 0) {
			at := field
			if len(list) > 1 {
				at = fmt.Sprintf("%s.%d", field, i)
			}
			errs = append(errs, fault(at, "the vector %v has no direction; expected a vector that is not zero",
				[3]float64(v)))
		}
	}
	return errs
}

// places returns a fault for each anchor whose place is not finite.
func places(list ...Anchor) (errs []error) {
	for i, a := range list {
		errs = append(errs, finite(fmt.Sprintf("at.%d", i), a.At[:]...)...)
	}
	return errs
}

// finite returns a fault for numbers of a field that are not.
func finite(field string, list ...float64) []error {
	for _, x := range list {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return []error{fault(field, "%v; expected finite numbers", list)}
		}
	}
	return nil
}

// positive returns the fault of a number that is not positive.
func positive(field string, x float64, hint string) []error {
	if !(x > 0) || math.IsInf(x, 0) {
		return []error{fault(field, "%v m; expected a positive number%s", x, hint)}
	}
	return nil
}

func (c *Ball) values() []error { return places(c.Links[:]...) }

func (c *Hinge) values() []error {
	return append(places(c.Links[:]...), directions("axis", c.Axis[:]...)...)
}

func (c *Weld) values() []error {
	return append(append(places(c.Links[:]...), finite("rpy.0", c.RPY[0][:]...)...), finite("rpy.1", c.RPY[1][:]...)...)
}

func (c *Slider) values() []error {
	return append(places(c.Links[:]...), directions("axis", c.Axis[:]...)...)
}

func (c *Planar) values() []error {
	return append(places(c.Links[:]...), directions("axis", c.Axis[:]...)...)
}

func (c *Distance) values() []error {
	return append(places(c.Links[:]...), positive("length", c.Length, ", or a point for a length of 0")...)
}

func (c *KnifeEdge) values() []error {
	return append(finite("at", c.Link.At[:]...), directions("across", c.Across)...)
}

func (c *Rolling) values() []error {
	errs := append(finite("center", c.Link.At[:]...), finite("plane.point", c.Plane.At[:]...)...)
	errs = append(append(errs, positive("radius", c.Radius, "")...), directions("plane.normal", c.Normal)...)
	if c.Axis != (mgl64.Vec3{}) {
		errs = append(errs, directions("axis", c.Axis)...)
	}
	return errs
}

func (c *Gear) values() (errs []error) {
	if c.Ratio == 0 || math.IsInf(c.Ratio, 0) || math.IsNaN(c.Ratio) {
		errs = append(errs, fault("ratio", "%v; expected a number that is not 0", c.Ratio))
	}
	if c.Joints[0] == c.Joints[1] {
		errs = append(errs, fault("joints", "both are the same; expected two joints"))
	}
	return append(errs, finite("offset", c.Offset)...)
}

func (c *Positions) values() []error { return rowValues(c.Joints, c.Coefficients, c.Equals) }

func (c *Rates) values() []error { return rowValues(c.Joints, c.Coefficients, c.Equals) }

// rowValues returns what is wrong with the numbers of a row on joints.
func rowValues(joints []int, coefficients []float64, equals float64) (errs []error) {
	if len(joints) != len(coefficients) {
		errs = append(errs, fault("coefficients", "there are %d for %d joints", len(coefficients), len(joints)))
	}
	return append(append(errs, finite("coefficients", coefficients...)...), finite("equals", equals)...)
}

func (c *Prescribed) values() []error {
	if c.Motion == nil {
		return []error{fault("motion", "it is nil; expected a function of time")}
	}
	return nil
}

func (c *General) values() []error {
	if c.Rows < 1 || c.Set == nil {
		return []error{fault("", "it has %d rows and a function: %v; expected rows and the function that sets them",
			c.Rows, c.Set != nil)}
	}
	return nil
}
