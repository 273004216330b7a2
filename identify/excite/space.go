package excite

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/suggest"
	"kinetree/internal/vec"
	"kinetree/tree"
	"kinetree/urdf"
	"kinetree/urdf/find"
)

// Space is the room that the links of a robot have: above a floor, and apart from each other. Links are taken for
// capsules that enclose their shapes. Bodies that a joint connects are not kept apart, nor are those that are too near
// at the start. It is a workspace for one goroutine.
type Space struct {
	Floor     float64  `json:"floor"`              // height above which moving links stay (m); -Inf for none
	Clearance float64  `json:"clearance"`          // between links (m); NaN if they may touch
	Guesses   []string `json:"guesses,omitempty"`  // links whose shapes are not known
	Why       error    `json:"-"`                  // the first of these has no known shape
	Touching  []string `json:"touching,omitempty"` // pairs of links that are nearer than the clearance at the start

	model    *tree.Model
	capsules []capsule
	all      [][2]int // pairs of capsules that are to be kept apart
	pairs    [][2]int // those that are, since they are not too near at the start
	poses    *tree.Kinematics
	a, b     []mgl64.Vec3 // ends of the capsules in the world
}

// NewSpace returns the room of a model that was built of a robot, whose meshes a resolver finds. Call Begin before
// other methods.
func NewSpace(m *tree.Model, r *urdf.Robot, meshes *find.Resolver, floor, clearance float64) *Space {
	s := &Space{Floor: floor, Clearance: clearance, model: m, poses: tree.NewKinematics(m)}
	s.capsules, s.Guesses, s.Why = capsules(m, r, meshes)
	s.a, s.b = make([]mgl64.Vec3, len(s.capsules)), make([]mgl64.Vec3, len(s.capsules))
	if math.IsNaN(clearance) {
		return s
	}
	for i, c := range s.capsules {
		for k := i + 1; k < len(s.capsules); k++ {
			if d := s.capsules[k]; s.apart(c.body, d.body) {
				s.all = append(s.all, [2]int{i, k})
			}
		}
	}
	return s
}

// apart reports whether two bodies are to be kept apart: whether a body with a mass or a shape is between them.
func (s *Space) apart(i, k int) bool {
	if i == k {
		return false
	}
	bodies := s.model.Bodies()
	carries := func(body int) bool {
		for _, c := range s.capsules {
			if c.body == body {
				return true
			}
		}
		return false
	}
	up := func(body int) int { // the next body towards the base that has a shape
		for body = bodies[body].Parent; body > 0 && !carries(body); body = bodies[body].Parent {
		}
		return body
	}
	return (i == 0 || up(i) != k) && (k == 0 || up(k) != i)
}

// begin prepares for motions that begin at a position: pairs of links that are too near there are left out. The error
// names the links that are below the floor, and says how far down they reach.
func (s *Space) begin(start []float64) error {
	s.place(start)
	s.pairs, s.Touching = nil, nil
	for _, p := range s.all {
		if s.gap(p) > s.Clearance {
			s.pairs = append(s.pairs, p)
			continue
		}
		text := s.name(p[0]) + " and " + s.name(p[1])
		if len(s.Touching) == 0 || s.Touching[len(s.Touching)-1] != text {
			s.Touching = append(s.Touching, text)
		}
	}
	least := map[int]float64{} // of the links that are below, in their order
	var below []int
	for i, c := range s.capsules {
		if h := s.height(i); c.body > 0 && h <= s.Floor {
			if _, known := least[c.link]; !known {
				below = append(below, c.link)
				least[c.link] = h
			}
			least[c.link] = math.Min(least[c.link], h)
		}
	}
	if below != nil {
		var texts []string
		for _, link := range below {
			texts = append(texts, fmt.Sprintf("%s (down to %.3g m)", s.model.Links()[link].Name, least[link]))
		}
		return fmt.Errorf("below the floor, %v m, at the start: %s; choose another start or a lower floor",
			s.Floor, suggest.List(texts))
	}
	return nil
}

func (s *Space) name(capsule int) string { return s.model.Links()[s.capsules[capsule].link].Name }

// place moves the capsules to a position.
func (s *Space) place(q []float64) {
	s.poses.Update(q)
	for i := range s.capsules {
		c := &s.capsules[i]
		x := s.poses.BodyPose(c.body)
		s.a[i], s.b[i] = x.Point(c.a), x.Point(c.b)
	}
}

// height returns the height of the lowest point of a capsule.
func (s *Space) height(i int) float64 { return math.Min(s.a[i][2], s.b[i][2]) - s.capsules[i].radius }

// gap returns the distance of two capsules, negative if they overlap.
func (s *Space) gap(p [2]int) float64 {
	i, k := p[0], p[1]
	return segmentDistance(s.a[i], s.b[i], s.a[k], s.b[k]) - s.capsules[i].radius - s.capsules[k].radius
}

// left returns how much room is left at a position: the least height above the floor, or distance of links beyond the
// clearance (m); +Inf if nothing is asked for.
func (s *Space) left(q []float64) float64 {
	s.place(q)
	left := math.Inf(1)
	if !math.IsInf(s.Floor, -1) {
		for i, c := range s.capsules {
			if c.body > 0 {
				left = math.Min(left, s.height(i)-s.Floor)
			}
		}
	}
	for _, p := range s.pairs {
		left = math.Min(left, s.gap(p)-s.Clearance)
	}
	return left
}

// holds reports whether the room is kept for a time before and after the position that the capsules were placed at
// last, given bounds of how fast bodies move.
func (s *Space) holds(half float64, bodies []lengths) bool {
	way := func(i int) float64 { // of a point of a capsule, at most
		c := &s.capsules[i]
		b := &bodies[c.body]
		return float64(half * (b.path[1] + float64(b.turn[0]*math.Max(vec.Len(c.a), vec.Len(c.b)))))
	}
	if !math.IsInf(s.Floor, -1) {
		for i, c := range s.capsules {
			if c.body > 0 && s.height(i)-way(i) < s.Floor {
				return false
			}
		}
	}
	for _, p := range s.pairs {
		if s.gap(p)-way(p[0])-way(p[1]) < s.Clearance {
			return false
		}
	}
	return true
}

// Of the choice of a start: how many random positions are looked at, and how much room is enough (m).
const (
	startTries = 2000
	enough     = 0.1
)

// ChooseStart moves the start of a motion into its limits and, where there is a space, to where its links have enough
// room: to the best of some random positions. Joints for which keep is true stay. It returns the names of the joints
// that have moved. The error says why there is no start.
func ChooseStart(l *MotionLimits, s *Space, keep func(joint string) bool, seed uint64) (moved []string, err error) {
	start, before := append([]float64{}, l.Start...), l.Start
	for i, x := range start {
		if need := room * (l.Upper[i] - l.Lower[i]); !keep(l.names[i]) && (x-l.Lower[i] < need || l.Upper[i]-x < need) {
			start[i] = (l.Lower[i] + l.Upper[i]) / 2
		}
	}
	if s != nil && (s.begin(start) != nil || s.left(start) < enough/2) {
		s.choose(start, l, keep, rand.New(rand.NewPCG(seed, 3)))
	}
	for i, x := range start {
		if x != before[i] {
			moved = append(moved, l.names[i])
		}
	}
	if err := l.begin(start); err != nil || s == nil {
		return moved, err
	}
	return moved, s.begin(start)
}

// What a link below the floor, or not more than scant above it (m), counts for more than others that have no room.
const (
	first = 100
	scant = 0.005
)

// choose sets start to the random position with the most room, where what is enough counts no more.
func (s *Space) choose(start []float64, l *MotionLimits, keep func(string) bool, rng *rand.Rand) {
	q, most := append([]float64{}, start...), math.Inf(-1)
	for range startTries {
		for i := range q {
			if x := 0.2 + float64(0.6*rng.Float64()); !keep(l.names[i]) { // not near a limit
				q[i] = math.Round(1000*(l.Lower[i]+float64(x*(l.Upper[i]-l.Lower[i])))) / 1000
			}
		}
		s.place(q)
		sum := 0.0
		if !math.IsInf(s.Floor, -1) {
			for i, c := range s.capsules {
				if c.body > 0 {
					h := s.height(i) - s.Floor
					sum += math.Min(h, 2*enough) + float64(first*math.Min(h-scant, 0))
				}
			}
		}
		for _, p := range s.all {
			sum += math.Min(s.gap(p)-s.Clearance, enough) / float64(len(s.all))
		}
		if sum > most {
			most = sum
			copy(start, q)
		}
	}
}

// segmentDistance returns the distance of the segments from a to b and from c to d. The square of the distance is a
// convex function of the places on both, in [0, 1]². Its least value without bounds is where both derivatives are 0;
// with bounds, at that place or on one of the four sides.
func segmentDistance(a, b, c, d mgl64.Vec3) float64 {
	u, v, w := b.Sub(a), d.Sub(c), a.Sub(c)
	uu, uv, vv, uw, vw := vec.Dot(u, u), vec.Dot(u, v), vec.Dot(v, v), vec.Dot(u, w), vec.Dot(v, w)
	distance := func(x, y float64) float64 { return vec.Len(w.Add(vec.Scaled(u, x)).Sub(vec.Scaled(v, y))) }
	onto := func(numerator, square float64) float64 { // place on a segment that is nearest to a point
		if square == 0 {
			return 0
		}
		return math.Min(math.Max(numerator/square, 0), 1)
	}
	best := math.Inf(1)
	if det := float64(uu*vv) - float64(uv*uv); det > 1e-12*uu*vv {
		if x, y := (float64(uv*vw)-float64(vv*uw))/det, (float64(uu*vw)-float64(uv*uw))/det; x >= 0 && x <= 1 &&
			y >= 0 && y <= 1 {
			best = distance(x, y)
		}
	}
	for _, end := range [...]float64{0, 1} {
		best = math.Min(best, distance(end, onto(vw+float64(end*uv), vv)))
		best = math.Min(best, distance(onto(float64(end*uv)-uw, uu), end))
	}
	return best
}
