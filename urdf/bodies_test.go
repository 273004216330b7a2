package urdf

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// TestPlainlySound looks at the inertia that is welded of two links, at random places and turned, wherever it is passed
// over as plainly sound: it is finite and possible. Half of the links are near to rods, some are large.
func TestPlainlySound(t *testing.T) {
	rng, sound := rand.New(rand.NewPCG(4, 5)), 0
	for range 2000 {
		link := func(name string) string {
			size := math.Pow(10, float64(rng.IntN(8)-4))
			if rng.IntN(20) == 0 {
				size = 1e60
			}
			var half [3]float64 // second moments
			for i := range half {
				half[i] = size * math.Pow(10, -6*rng.Float64()*float64(rng.IntN(2)))
			}
			return fmt.Sprintf(`<link name=%q><inertial><origin xyz="%v %v %v" rpy="%v %v %v"/><mass value="%v"/>`+
				`<inertia ixx="%v" iyy="%v" izz="%v" ixy="0" ixz="0" iyz="0"/></inertial></link>`, name,
				rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64(),
				rng.NormFloat64(), math.Pow(10, float64(rng.IntN(6)-3)), half[1]+half[2], half[0]+half[2],
				half[0]+half[1])
		}
		text := `<robot name="r"><link name="a"/>` + link("b") + link("c") + `<joint name="j" type="continuous">` +
			`<parent link="a"/><child link="b"/></joint><joint name="k" type="fixed">` +
			fmt.Sprintf(`<origin xyz="%v 0 1" rpy="0.1 %v 0.3"/>`, rng.NormFloat64(), rng.NormFloat64()) +
			`<parent link="b"/><child link="c"/></joint></robot>`
		r, diagnostics := ParseBytes([]byte(text), "r.urdf")
		if r == nil {
			t.Fatal(diagnostics)
		}
		c := NewRecheck(r).checker
		for i := range c.bodies {
			b := &c.bodies[i]
			if len(c.heavy(b)) == 0 || !c.plainlySound(b) {
				continue
			}
			sound++
			mass, tensor, ok := c.weldedInertia(b)
			if p := principalOf(mass, tensor); !ok || tensor[0] <= 0 {
				t.Fatalf("%s: mass %v, tensor %v", text, mass, tensor)
			} else if code, message := p.fault(); code != "" {
				t.Fatalf("%s: %s, %s", text, code, message)
			}
		}
	}
	if sound < 200 {
		t.Errorf("%d bodies are plainly sound; want more", sound)
	}
}
