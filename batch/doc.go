// Package batch runs the many runs of a study on all cores and leaves a table of them.
//
// [Execute] asks workers, one for each goroutine, for runs 0 to n−1. Each run that ends is appended to a journal at
// once, so a process that is killed at any moment loses the runs in flight and no others; executed again with Resume
// it goes on with the rest. A run that fails is a row with its status and reason; it never ends the batch, and a
// panic is no exception. What ends it early is a canceled context, after the runs in flight, a file that has changed
// since it was read before, and a disk that cannot be written. When all runs have ended the journal becomes the table,
// in the order of the runs. So the table has the same bytes for any number of workers and any number of interruptions,
// if run i always gives the same.
//
// The directory of a batch has
//
//	study.json                 what was run: the inputs that the caller describes, the columns, the shard, and whether
//	                           the batch is complete
//	runs.csv                   the table: index,seed,status,reason, the axes, the metrics; there when the batch is
//	                           complete
//	runs.journal               the runs so far; there until then
//	trajectories/000017.csv    trajectories of chosen runs, in whole files
//	trajectories/SHA256SUMS    their hashes, as sha256sum -c reads them; there when the batch is complete
//	.lock                      there while a process works on the batch
//
// A shard I of N has the runs I, I+N, I+2N and so on, and a directory of its own. [Merge] makes of all shards the
// directory that one process would have left. [Summarize] reads a table.
//
// Memory does not grow with the number of runs: no run begins more than 65536 runs behind the first one that has not
// ended, and what has ended is known by that number and a bit for each of those behind. A run costs the engine a few
// microseconds, most of them for the line in the journal.
package batch
