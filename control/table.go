package control

// Table gives the efforts of some joints over time. Before the first row it says nothing, after the last row its
// values hold. Between rows they hold, too, or are interpolated.
type EffortTable struct {
	Times   []float64   // rising (s)
	Columns []int       // index in the effort vector (see tree.EffortLayout) of each column
	Rows    [][]float64 // one for each time, in the order of Columns (N m, N)
	Linear  bool        // interpolate between rows
	Unused  []string    // columns of a simulation log that are not efforts
}
