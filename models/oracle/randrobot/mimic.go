package randrobot

import (
	"gonum.org/v1/gonum/mat"

	"kinetree/tree"
	"kinetree/urdf"
)

// Independent is the robot of a model with joints that mimic others, with these joints set free: the oracle for
// mimicry. The rates of both are tied by v_all = G v.
type Independent struct {
	Model   *tree.Model
	coupled *tree.Model
	joints  map[string]*urdf.Joint
}

// NewIndependent returns it for the robot and the options that the model m was built of.
func NewIndependent(t interface{ Fatal(...any) }, r *urdf.Robot, m *tree.Model, opts ...tree.Option) *Independent {
	all, err := tree.Build(r, append(opts[:len(opts):len(opts)], tree.IgnoreMimic())...)
	if err != nil {
		t.Fatal(err)
	}
	i := &Independent{all, m, map[string]*urdf.Joint{}}
	for k := range r.Joints {
		i.joints[r.Joints[k].Name] = &r.Joints[k]
	}
	return i
}

// Independent returns the robot of a case with its joints set free.
func (c *AnyCase) Independent(t interface{ Fatal(...any) }) *Independent {
	opts := c.Options
	if c.Model.Floating() {
		opts = append(opts[:len(opts):len(opts)], tree.WithFloatingBase())
	}
	return NewIndependent(t, c.Robot, c.Model, opts...)
}

// follow returns the position of a joint as the description defines it, multiplier × that of the joint it follows +
// offset, from a vector of positions or, without the offset, of rates.
func (i *Independent) follow(name string, offset float64, at func(joint *tree.Joint) float64) float64 {
	if m := i.joints[name].Mimic; m != nil {
		return m.Multiplier*i.follow(m.Joint, offset, at) + offset*m.Offset
	}
	k, _ := i.coupled.Joint(name)
	return at(&i.coupled.Joints()[k])
}

// Position returns the position of all joints for one of the coupled robot.
func (i *Independent) Position(q []float64) []float64 {
	all := i.Model.Neutral()
	if i.coupled.Floating() {
		copy(all, q[:7])
	}
	for _, j := range i.Model.Joints() {
		if i.joints[j.Name].Mimic != nil {
			all[j.Q] = i.follow(j.Name, 1, func(leader *tree.Joint) float64 { return q[leader.Q] })
			continue
		}
		k, _ := i.coupled.Joint(j.Name)
		from := &i.coupled.Joints()[k]
		copy(all[j.Q:j.Q+j.NQ], q[from.Q:])
	}
	return all
}

// Rates returns G v.
func (i *Independent) Rates(v []float64) []float64 {
	all := make([]float64, i.Model.NV())
	if i.coupled.Floating() {
		copy(all, v[:6])
	}
	for _, j := range i.Model.Joints() {
		if i.joints[j.Name].Mimic != nil {
			all[j.V] = i.follow(j.Name, 0, func(leader *tree.Joint) float64 { return v[leader.V] })
			continue
		}
		k, _ := i.coupled.Joint(j.Name)
		from := &i.coupled.Joints()[k]
		copy(all[j.V:j.V+j.NV], v[from.V:])
	}
	return all
}

// G returns the matrix.
func (i *Independent) G() *mat.Dense {
	n := i.coupled.NV()
	g := mat.NewDense(i.Model.NV(), n, nil)
	for k := range n {
		unit := make([]float64, n)
		unit[k] = 1
		g.SetCol(k, i.Rates(unit))
	}
	return g
}
