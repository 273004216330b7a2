package sim_test

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/dynamics/constraint"
	"kinetree/models/oracle/expect"
	"kinetree/sim"
	"kinetree/spatial"
	"kinetree/spatial/distance"
	"kinetree/urdf"
)

// TestRandomDrops drops random boxes and balls, alone, in pairs and with a swinging ball on a hinge, onto a plane of
// random slope, friction and restitution. Nothing is not a number, nothing penetrates by more than 1e-9 m, and neither
// friction nor an impact gives energy. KINETREE_DROPS=100000 drops that many.
func TestRandomDrops(t *testing.T) {
	drops := 60
	if testing.Short() {
		drops = 15
	}
	if n, err := strconv.Atoi(os.Getenv("KINETREE_DROPS")); err == nil {
		drops = n
	}
	touched := 0
	for i := range drops {
		if drop(t, uint64(i)) {
			touched++
		}
	}
	if touched < drops/2 {
		t.Errorf("%d of %d touched the plane; expected half of them", touched, drops)
	}
}

// drop makes and checks the drop of a number. It reports whether something has touched.
func drop(t *testing.T, number uint64) bool {
	rng := rand.New(rand.NewPCG(number, 7))
	between := func(low, high float64) float64 { return low + (high-low)*rng.Float64() }
	r := &urdf.Robot{Name: "bodies", Links: []urdf.Link{{Name: "base"}}}
	friction, restitution := between(0, 1), between(0, 0.9)
	place := spatial.Transform{R: spatial.FromRPY(between(-0.5, 0.5), between(-0.5, 0.5), 0)}
	var contacts []sim.ContactPair
	add := func(link int, rounds []distance.Round) {
		for _, b := range rounds {
			contacts = append(contacts, sim.ContactPair{Contact: constraint.Contact{Name: r.Links[link].Name + "/floor",
				Links: [2]int{constraint.World, link}, Solid: distance.NewHalfSpace(), Place: place, Ball: b,
				Friction: friction}, Restitution: restitution})
		}
	}
	var q, qd []float64
	balls := map[int]float64{} // radii by link
	for k := range 1 + rng.IntN(2) {
		name := "body" + strconv.Itoa(k)
		mass := between(0.1, 3)
		var tensor spatial.Sym3
		var reach float64
		link := len(r.Links)
		var rounds []distance.Round
		if rng.IntN(2) == 0 {
			reach = between(0.05, 0.3)
			tensor = spatial.Sphere(mass, reach)
			rounds, balls[link] = []distance.Round{{Radius: reach}}, reach
		} else {
			size := mgl64.Vec3{between(0.05, 0.5), between(0.05, 0.5), between(0.05, 0.5)}
			tensor, reach = spatial.Box(mass, size[0], size[1], size[2]), size.Len()/2
			rounds = corners(t, size)
		}
		r.Links = append(r.Links, urdf.Link{Name: name, Inertial: urdf.NewInertial(mass, [3]float64{}, tensor)})
		r.Joints = append(r.Joints, urdf.Joint{Name: name, Type: urdf.Floating, Parent: "base", Child: name})
		add(link, rounds)
		// Bodies start apart: above each other, with room for a turn.
		up := reach + between(0.001, 0.2) + 1.5*float64(k)
		at := place.Point(mgl64.Vec3{between(-0.2, 0.2), between(-0.2, 0.2), up})
		turn := mgl64.Quat{W: between(-1, 1), V: mgl64.Vec3{between(-1, 1), between(-1, 1), between(-1, 1)}}.Normalize()
		q = append(append(append(q, at[:]...), turn.V[:]...), turn.W)
		for range 6 {
			qd = append(qd, between(-2, 2))
		}
		if rng.IntN(2) == 0 { // a ball on a hinge
			ball, tail := between(0.02, 0.1), name+"_tail"
			own := between(0.05, 0.5)
			r.Links = append(r.Links, urdf.Link{Name: tail,
				Inertial: urdf.NewInertial(own, [3]float64{0, 0, 0.3}, spatial.Sphere(own, ball))})
			r.Joints = append(r.Joints, urdf.Joint{Name: tail, Type: urdf.Continuous, Parent: name, Child: tail,
				Axis: [3]float64{1, 0, 0}})
			add(link+1, []distance.Round{{At: mgl64.Vec3{0, 0, 0.3}, Radius: ball}})
			q, qd = append(q, 0), append(qd, between(-3, 3))
			q[len(q)-6] += 0.6 * place.R.At(2, 2)
		}
	}
	if len(balls) == 2 { // two balls meet each other, too
		solid, err := distance.NewSphere(balls[1])
		if err != nil {
			t.Fatal(err)
		}
		for link, radius := range balls {
			if link != 1 {
				contacts = append(contacts, sim.ContactPair{Contact: constraint.Contact{Name: "bodies", Solid: solid,
					Links: [2]int{1, link}, Place: spatial.Identity(), Ball: distance.Round{Radius: radius},
					Friction: friction}, Restitution: restitution})
			}
		}
	}
	m := expect.Model(t, r)
	c := sim.Config{Model: m, Start: sim.Start{Position: q, Velocity: qd}, Integration: sim.Integration{MaxDrift: 1e9},
		Imposed: sim.Imposed{Contacts: contacts, Separate: true}, End: sim.End{Steps: 300_000}}
	w, err := sim.New(c)
	if err != nil {
		t.Errorf("drop %d: %v", number, err)
		return false
	}
	touched := false
	for until := 0.05; until < 1.2; until += 0.05 {
		s, err := w.Run(t.Context(), until)
		if err != nil || s.Status != sim.Done {
			t.Errorf("drop %d: %v at %v s: %v", number, s.Status, w.State().T, err)
			return touched
		}
		list, _, err := w.Contacts()
		if err != nil {
			t.Errorf("drop %d: %v", number, err)
			return touched
		}
		for _, k := range list {
			touched = touched || k.Mode != "apart"
			if !(k.Gap > -1e-9) {
				t.Errorf("drop %d: %s penetrates by %v m at %v s", number, k.Name, -k.Gap, w.State().T)
				return touched
			}
		}
		// Neither friction nor impacts give energy, and what RK4 adds where a body turns at some 10 rad/s with steps
		// of 1 ms is little.
		l := s.Ledger
		if l.FrictionLoss < -1e-9 || l.StopLoss < -1e-9 || l.DriftShare() > 1e-4 {
			t.Errorf("drop %d: %+v before %v s; expected losses, and little drift", number, l, w.State().T)
			return touched
		}
	}
	return touched
}
