package tree

// EffortLayout says where the efforts of a robot's joints stand in an effort vector: those of independent joints
// where their rates stand, from 0 to NV, and behind them one for each joint that follows another one, in the order of
// the joints. For a robot without such joints it is the vector of the dynamics. A floating base has its six places,
// which stay zero.
type EffortLayout struct {
	nv        int
	index     []int // of each joint's first effort
	followers []follower
}

// follower is a joint whose effort acts on the rate of another one.
type follower struct {
	v     int
	ratio float64
}

// EffortLayout returns where the efforts of the joints stand. It is made once, with the model.
func (m *Model) EffortLayout() *EffortLayout { return m.efforts }

// layOutEfforts makes the layout of the efforts.
func (m *Model) layOutEfforts() *EffortLayout {
	l := &EffortLayout{nv: m.nv}
	for _, j := range m.joints {
		at := j.V
		if j.Leader >= 0 {
			at = l.Len()
			l.followers = append(l.followers, follower{j.V, j.Ratio})
		}
		l.index = append(l.index, at)
	}
	return l
}

// Len returns the length of an effort vector.
func (l *EffortLayout) Len() int { return l.nv + len(l.followers) }

// Index returns the index of the first effort of joint k of the model's Joints.
func (l *EffortLayout) Index(k int) int { return l.index[k] }

// Generalized adds each follower's effort to that of the joint that it follows, Gᵀ τ with v_all = G v, in tau itself,
// and returns the efforts of the rates, tau[:NV]. It does not allocate.
func (l *EffortLayout) Generalized(tau []float64) []float64 {
	for i, f := range l.followers {
		tau[f.v] += float64(f.ratio * tau[l.nv+i])
	}
	return tau[:l.nv]
}
