package loop

// maxUnderway is how many periods a delay may have.
const maxUnderway = 1000

// command is a vector of efforts on its way to the actuators.
type command struct {
	arrival   float64
	effort    []float64
	saturated []float64 // 1 where a limit bounds them
}

// queue holds commands in the order of arrival, in a ring.
type queue struct {
	ring     []command
	begin, n int
}

func newQueue(capacity, nv int) queue {
	q := queue{ring: make([]command, capacity)}
	for i := range q.ring {
		q.ring[i] = command{effort: make([]float64, nv), saturated: make([]float64, nv)}
	}
	return q
}

// first returns the command that arrives next.
func (q *queue) first() *command { return &q.ring[q.begin] }

// at returns the command behind i others.
func (q *queue) at(i int) *command { return &q.ring[(q.begin+i)%len(q.ring)] }

// take removes the command that arrives next. It is valid until the next add.
func (q *queue) take() *command {
	c := q.first()
	q.begin = (q.begin + 1) % len(q.ring)
	q.n--
	return c
}

// add returns the place for a new command, at the end of the queue.
func (q *queue) add(arrival float64) *command {
	c := &q.ring[(q.begin+q.n)%len(q.ring)]
	q.n++
	c.arrival = arrival
	return c
}
