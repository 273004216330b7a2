package urdf_test

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
	"pgregory.net/rapid"

	"kinetree/spatial"
	"kinetree/urdf"
)

// body is a link with the given mass and tensor, on a line of its own.
func bodyOf(name string, mass, tensor string) string {
	var t [6]string
	copy(t[:], strings.Fields(tensor))
	return fmt.Sprintf("<link name=%q><inertial><origin xyz=\"0 0 0.5\"/><mass value=%q/><inertia ixx=%q ixy=%q "+
		"ixz=%q iyy=%q iyz=%q izz=%q/></inertial></link>\n",
		name, mass, t[0], t[1], t[2], t[3], t[4], t[5])
}

// moving is a robot whose joint j moves link b, to which c is fixed.
func moving(b, c string) string {
	return "<robot name=\"r\"><link name=\"a\"/>\n" + b + c +
		`<joint name="j" type="continuous">` + ab + "</joint>\n" + `<joint name="k" type="fixed">` +
		`<origin rpy="0.1 0.2 0.3"/><parent link="b"/><child link="c"/></joint></robot>`
}

const nothing = "<link name=\"c\"/>\n"

// TestInertiaRules has tensors at, within and beyond the limits of each rule.
func TestInertiaRules(t *testing.T) {
	for _, c := range []struct{ name, file, want string }{
		{"ball", moving(bodyOf("b", "1", "1 0 0 1 0 1"), nothing), ""},
		{"rod", moving(bodyOf("b", "1", "1 0 0 1 0 0"), nothing), ""},
		{"plate", moving(bodyOf("b", "1", "1 0 0 1 0 2"), nothing), ""},
		{"point", moving(bodyOf("b", "1", "0 0 0 0 0 0"), nothing), ""},
		{"plate of six digits", moving(bodyOf("b", "1", "1 0 0 1 0 2.000001"), nothing), ""},
		{"rounding of a zero tensor", moving(bodyOf("b", "1", "-9e-13 0 0 0 0 0"), nothing), ""},
		{"rounding of a rod", moving(bodyOf("b", "1e-9", "1 0 0 1 0 -9e-10"), nothing), ""},
		{"beyond a plate", moving(bodyOf("b", "1", "1 0 0 1 0 2.00001"), nothing), "W triangle 2:66"},
		{"beyond a plate by its products", moving(bodyOf("b", "1", "1 0.5 0 1 0 2.1"), nothing), "W triangle 2:66"},
		{"turned plate", moving(bodyOf("b", "1", "1.5 0.5 0 1.5 0 1"), nothing), ""},
		{"negative moment", moving(bodyOf("b", "1", "-1e-8 0 0 1 0 1"), nothing), "E indefinite 2:66"},
		{"large product", moving(bodyOf("b", "1", "1 2 0 1 0 1"), nothing), "E indefinite 2:66"},
		{"tensor without mass", moving(bodyOf("b", "0", "1 0 0 1 0 1"), nothing), "W massless 2:66"},
		{"negative tensor without mass", moving(bodyOf("b", "0", "-1 0 0 1 0 1"), nothing), "E indefinite 2:66"},
		{"no mass at all", moving("<link name=\"b\"/>\n", nothing), "W massless 4:1"},
		{"mass 0", moving(bodyOf("b", "0", "0 0 0 0 0 0"), nothing), "W massless 4:1"},
		{"mass beyond", moving("<link name=\"b\"/>\n", bodyOf("c", "1", "1 0 0 1 0 1")), ""},
		{"unreadable mass", moving(bodyOf("b", "1,0", "0 0 0 0 0 0"), nothing), "E number 2:55"},
		{"unreadable moment", moving(bodyOf("b", "1", "x 0 0 1 0 9"), nothing), "E number 2:75"},
		{"negative mass", moving(bodyOf("b", "-1", "1 0 0 1 0 9"), nothing), "E mass 2:55"},

		// A body of several links
		{"indefinite link on a sound body", moving(bodyOf("b", "1", "1 0 0 1 0 1"),
			bodyOf("c", "1", "1 0 0 1 0 -0.5")), "W indefinite 3:66"},
		{"indefinite body", moving(bodyOf("b", "1", "1 0 0 1 0 0.1"), bodyOf("c", "1", "1 0 0 1 0 -2")),
			"W indefinite 3:66; E indefinite 4:1"},
		{"odd link on a sound body", moving(bodyOf("b", "1", "1 0 0 1 0 1"), bodyOf("c", "1", "0.1 0 0 0.1 0 0.3")),
			"W triangle 3:66"},
		{"odd body", moving(bodyOf("b", "1", "0.1 0 0 0.1 0 0.3"), bodyOf("c", "1", "0.1 0 0 0.1 0 0.3")),
			"W triangle 2:66; W triangle 3:66; W triangle 4:1"},
		{"one part unreadable", moving(bodyOf("b", "1", "1 0 0 1 0 0.1"), bodyOf("c", "1;", "1 0 0 1 0 -2")),
			"E number 3:55"},
		{"indefinite base", "<robot name=\"r\">\n" + bodyOf("a", "1", "1 0 0 1 0 -1") + "</robot>",
			"W indefinite 2:66"},
		{"indefinite base of two", "<robot name=\"r\">\n" + bodyOf("b", "1", "1 0 0 1 0 -1") +
			bodyOf("c", "1", "1 0 0 1 0 -1") + bc + "</robot>",
			"W indefinite 2:1; W indefinite 2:66; W indefinite 3:66"},

		// Joints that move no inertia
		{"chain without mass", arm(`<joint name="j" type="continuous">` + ab +
			`</joint><joint name="k" type="floating"><parent link="b"/><child link="d"/></joint>` +
			`<joint name="l" type="fixed"><parent link="a"/><child link="c"/></joint><link name="d"/>`),
			"W massless 2:1; W massless 2:78"},
		{"follower without mass",
			arm(`<joint name="j" type="continuous">` + ab +
				`<mimic joint="k"/></joint><joint name="k" type="continuous"><parent link="a"/><child link="c"/>` +
				`</joint>`),
			""},
		{"leader without mass", arm(`<joint name="j" type="continuous">` + ab +
			`</joint><joint name="k" type="continuous"><mimic joint="j"/><parent link="a"/><child link="c"/></joint>`),
			""},
	} {
		t.Run(c.name, func(t *testing.T) { finds(t, c.file, c.want) })
	}
}

// TestInertiaMessages checks that a message has the link, the mass, the moments, the rule, the miss and the repair.
func TestInertiaMessages(t *testing.T) {
	_, diags := urdf.Parse(strings.NewReader(moving(bodyOf("b", "0.5", "0.1 0 0 0.2 0 0.33"),
		bodyOf("c", "1", "1 0 0 1 0 -3"))), "r.urdf")
	want := `r.urdf:2:68: warning: robot/link[@name="b"]/inertial/inertia: mass 0.5 kg with the principal moments ` +
		`0.1, 0.2, 0.33 kg m^2: the largest exceeds the sum of the others by 9.09 %; expected at most the sum, as ` +
		`for every body (the radius of gyration is 0.794 m; the smallest repair is ixx=0.11 iyy=0.21 izz=0.32)
r.urdf:3:66: warning: robot/link[@name="c"]/inertial/inertia: mass 1 kg with the principal moments -3, 1, 1 kg m^2: ` +
		`the least is negative, -300 % of the largest; expected 0 or more (likely causes are signs of moments, the ` +
		`other sign of products, a tensor that is not about the centre of mass, and numbers in another order; ` +
		`--estimate-inertia=links=c takes it from the shapes of the link)
r.urdf:4:1: error: robot/joint[@name="j"]: the body that the joint moves, welded of the links "b", "c", has the ` +
		`mass 1.5 kg with the principal moments `
	if got := diags.Error(); !strings.HasPrefix(got, want) || !strings.HasSuffix(got, `repairing "b", "c" mends it)`) {
		t.Errorf("got:\n%s\nwant:\n%s...", got, want)
	}
}

// TestFar checks that a tensor far from any that a body has gets no repair but its likely cause, and no radius of
// gyration where it is negative. Each is a sound tensor, of the moments 2, 3 and 4 about axes that products turn, with
// one slip.
func TestFar(t *testing.T) {
	for _, c := range []struct{ tensor, want string }{
		{"-2 0 0 -3 0 4", "likely moments have the wrong sign; --estimate"},
		{"2 0 0 0 3 0", "likely the numbers are the rows of the matrix (iyy is ixy), where ixx ixy ixz iyy " +
			"iyz izz are expected; --estimate"},
		{"3 0.1 0.2 0.1 4 -0.3", "likely the numbers are the rows of the matrix"},
		{"3 1.4 1.4 3 1.4 3", "likely products have the other sign; --estimate"},
		// 1 kg at 0.5 m along z, moved thither twice: 0.25 less about x and y, of 0.1.
		{"-0.15 0 0 -0.15 0 0.1", "likely moments have the wrong sign, or the tensor was moved from the link's " +
			"origin to the centre of mass twice; expected it about the centre of mass; --estimate"},
	} {
		_, diags := urdf.Parse(strings.NewReader(moving(bodyOf("b", "1", c.tensor), nothing)), "")
		if len(diags) != 1 || diags[0].Repair != nil || !strings.Contains(diags[0].Hint, c.want) ||
			diags[0].Code == "indefinite" && strings.Contains(diags[0].Hint, "gyration") {
			t.Errorf("%s: %v, want %s", c.tensor, diags, c.want)
		}
	}
}

// TestComposite checks the inertia of a welded body against that of a bar which is cut in two.
func TestComposite(t *testing.T) {
	// A half bar of mass m and length l has m l²/12 about its middle, a whole one of 2 m and 2 l has 8 m l²/12. One
	// half has 1 kg m² too little about x: with l = 1 and m = 12 the moments of the whole are 7, 8 and 0.
	half := func(name string, ixx float64) string {
		return fmt.Sprintf("<link name=%q><inertial><origin xyz=\"0 0 0.5\"/><mass value=\"12\"/><inertia ixx=\"%v\" "+
			"ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"0\"/></inertial></link>\n", name, ixx)
	}
	file := "<robot name=\"r\"><link name=\"a\"/>\n" + half("b", 1) + half("c", 0) +
		`<joint name="j" type="continuous">` + ab + "</joint>\n" +
		`<joint name="k" type="fixed"><origin xyz="0 0 1"/><parent link="b"/><child link="c"/></joint></robot>`
	_, diags := urdf.Parse(strings.NewReader(file), "")
	for _, d := range diags {
		if d.Code == "triangle" && strings.HasPrefix(d.Path, "robot/joint") {
			if !strings.Contains(d.Message, `welded of the links "b", "c", has the mass 24 kg with the principal `+
				`moments 0, 7, 8 kg m^2: the largest exceeds the sum of the others by 12.5 %`) {
				t.Error(d)
			}
			return
		}
	}
	t.Errorf("no finding on the body: %v", diags)
}

// TestRepair repairs random tensors and checks that the result is possible, that possible ones stay as they are, and
// that nothing possible is nearer: the way from the given tensor to the repaired one is at a right angle to the way
// on to any possible tensor, or more.
func TestRepair(t *testing.T) {
	number := rapid.Float64Range(-1, 1)
	rapid.Check(t, func(t *rapid.T) {
		var given spatial.Sym3 // near one of two points, a plate; what is far has no repair
		for range 2 {
			p := mgl64.Vec3{number.Draw(t, "x"), number.Draw(t, "y"), number.Draw(t, "z")}
			given = spatial.ParallelAxis(given, 1, p)
		}
		for i := range given {
			given[i] += 0.05 * number.Draw(t, "entry")
		}
		in := &urdf.Inertial{Mass: 1, Inertia: tensor(given)}
		r := &urdf.Robot{Name: "r", Links: []urdf.Link{{Name: "a", Inertial: in}}}
		repairs := r.Check().Repairs()
		if len(repairs) == 0 {
			t.Skip("the tensor is one that a body can have")
		}
		set(t, &in.Inertia, repairs[0])
		repaired := sym(in.Inertia)
		if again := r.Check(); len(again) > 0 {
			t.Fatalf("%v repaired to %v: %v", given, repaired, again)
		}
		// Any possible tensor: sum of point masses, tr(S) 1 − S of a positive semidefinite S.
		var possible spatial.Sym3
		for range 3 {
			p := mgl64.Vec3{number.Draw(t, "x"), number.Draw(t, "y"), number.Draw(t, "z")}
			point := spatial.ParallelAxis(spatial.Sym3{}, 1, p)
			for i := range possible {
				possible[i] += point[i]
			}
		}
		product := 0.0
		for i, weight := range [6]float64{1, 2, 1, 2, 2, 1} { // products of inertia stand twice in the matrix
			product += weight * (repaired[i] - given[i]) * (possible[i] - repaired[i])
		}
		if product < -1e-9 { // rounding, and the digits of the rule's tolerance
			t.Fatalf("%v is nearer to %v than %v: %v", possible, given, repaired, product)
		}
	})
}

// set sets what a repair sets of a tensor.
func set(t *rapid.T, tensor *urdf.Tensor, r *urdf.Repair) {
	entries := map[string]*float64{"ixx": &tensor.IXX, "ixy": &tensor.IXY, "ixz": &tensor.IXZ, "iyy": &tensor.IYY,
		"iyz": &tensor.IYZ, "izz": &tensor.IZZ}
	for _, a := range r.Set {
		x, err := strconv.ParseFloat(a.Value, 64)
		if err != nil || entries[a.Name] == nil {
			t.Fatal(a)
		}
		*entries[a.Name] = x
	}
}

func tensor(s spatial.Sym3) urdf.Tensor {
	return urdf.Tensor{IXX: s[0], IXY: s[1], IYY: s[2], IXZ: s[3], IYZ: s[4], IZZ: s[5]}
}

func sym(t urdf.Tensor) spatial.Sym3 { return spatial.Sym3{t.IXX, t.IXY, t.IYY, t.IXZ, t.IYZ, t.IZZ} }

// TestExtremeTensors checks that no finite tensor is too large or too small for the check.
func TestExtremeTensors(t *testing.T) {
	for _, x := range []float64{math.MaxFloat64, math.SmallestNonzeroFloat64, 1e-300, 1e300} {
		r := &urdf.Robot{Name: "r",
			Links: []urdf.Link{{Name: "a",
				Inertial: &urdf.Inertial{Mass: x, Inertia: urdf.Tensor{IXX: x, IXY: -x, IYZ: x, IZZ: -x}}}}}
		if findings := r.Check(); len(findings) == 0 {
			t.Errorf("nothing is found on a tensor of %v", x)
		}
	}
}

// TestApplyRepairs checks that the named values change and no other byte does.
func TestApplyRepairs(t *testing.T) {
	file := "\ufeff<?xml version=\"1.0\"?>\r\n<!-- größe --><robot name='r'><link name=\"a\"/>\n" +
		"<link name='b'><inertial>\n\t<mass value=\"1\"/><inertia iyy = '1.0' izz=\"2.25\" ixx=\"1.00\" ixy=\"0\" " +
		"ixz=\"0.0\"\n iyz=\"-0\"/></inertial></link>" +
		`<joint name="j" type="continuous">` + ab + `</joint><gazebo><inertia ixx="x"/></gazebo></robot> <!-- end -->`
	_, diags := urdf.Parse(strings.NewReader(file), "r.urdf")
	repairs := diags.Repairs()
	if len(diags) != 1 || len(repairs) != 1 {
		t.Fatal(diags)
	}
	got, err := urdf.ApplyRepairs([]byte(file), repairs)
	third := fmt.Sprint(1 + 0.25/3)
	want := strings.NewReplacer("'1.0'", "'"+third+"'", "2.25", fmt.Sprint(2.25-0.25/3), "1.00", third).Replace(file)
	if err != nil || string(got) != want {
		t.Errorf("%v, got:\n%s\nwant:\n%s", err, got, want)
	}
	if _, diags := urdf.Parse(bytes.NewReader(got), ""); len(diags) > 0 {
		t.Errorf("after the repair: %v", diags)
	}
	if same, err := urdf.ApplyRepairs([]byte(file), nil); err != nil || string(same) != file {
		t.Errorf("no repair: %v, %s", err, same)
	}
	for _, other := range []string{"", "<robot/>", strings.Replace(file, " ixx=", " xx=", 1),
		strings.Replace(file, "<robot", " <robot", 1) + "\n\n"} {
		if out, err := urdf.ApplyRepairs([]byte(other), repairs); other != strings.Replace(file, "<robot", " <robot",
			1)+"\n\n" && err == nil {
			t.Errorf("another document is accepted: %s", out)
		}
	}
}

// TestOverflow checks that an inertia that leaves the range of numbers is an error, and that the smallest masses are
// none.
func TestOverflow(t *testing.T) {
	tiny := bodyOf("b", "1e-310", "0 0 0 0 0 0") + bodyOf("c", "1e-310", "0 0 0 0 0 0")
	if _, diags := urdf.Parse(strings.NewReader(moving(tiny, "")), ""); len(diags) > 0 {
		t.Error(diags)
	}
	for _, file := range []string{
		moving(bodyOf("b", "0", "0 0 1.7976931348623157e308 0 0 0")+bodyOf("c", "0", "0 0 0 0 0 1"), ""),
		moving(strings.Replace(bodyOf("b", "1", "1 0 0 1 0 1"), "0 0 0.5", "1e200 0 0", 1), nothing),
		strings.Replace(moving(bodyOf("b", "1", "1 0 0 1 0 1")+bodyOf("c", "1", "1 0 0 1 0 1"), ""), "<origin rpy",
			"<origin xyz=\"1e200 0 0\" rpy", 1),
	} {
		_, diags := urdf.Parse(strings.NewReader(file), "")
		if !slices.ContainsFunc(diags, func(d urdf.Diagnostic) bool {
			return d.Code == "number" &&
				strings.Contains(d.Message, "too large")
		}) {
			t.Errorf("%s\n%v", file, diags)
		}
	}
}
