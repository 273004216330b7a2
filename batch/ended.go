package batch

// ended are runs of a worker that have ended and are not kept. Their records are written with one call.
type ended struct {
	runs    []*Run
	records []byte
}

// mostEnded is how many runs of a worker have ended and are not kept, at most.
const mostEnded = 8

// end adds a run to those that have ended, unless it was given up, and keeps them if they are many. It reports whether
// that was possible.
func (e *execution) end(over *ended, r *Run) bool {
	if e.runs.Err() != nil {
		r.file.discard()
		return false
	}
	over.runs = append(over.runs, r)
	return len(over.runs) < mostEnded || e.keep(over)
}

// keep keeps what came of runs that have ended, which nobody uses then. It reports whether that was possible; after an
// error those before it are kept.
func (e *execution) keep(over *ended) bool {
	runs := over.runs
	if len(runs) == 0 {
		return true
	}
	over.runs, over.records = runs[:0], over.records[:0]
	var err error
	if e.Unchanged != nil {
		err = e.Unchanged()
	}
	n := 0
	for ; n < len(runs) && err == nil; n++ {
		var hash string
		if hash, err = runs[n].keep(); err != nil {
			break
		}
		over.records = runs[n].appendRecord(over.records, hash)
	}
	if written := e.journal.append(over.records); written != nil {
		err = written
	}
	if err != nil {
		for _, r := range runs[n:] {
			r.file.discard()
		}
		e.abort(err)
		return false
	}
	for _, r := range runs {
		e.schedule.end(r.place)
	}
	e.progress.add(runs)
	e.mu.Lock()
	e.spare = append(e.spare, runs...)
	e.mu.Unlock()
	return true
}
