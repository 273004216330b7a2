package batch

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// shardsName is the variable that has the number of shards where the scheduler does not tell it.
const shardsName = "SHARDS"

// scheduler is how a scheduler tells a task of an array which one it is: the names of variables.
type scheduler struct {
	name  string
	index string // of the task
	count string // of the tasks; empty if there is none
	// of an array that does not begin at 0, or leaves out indices, with those of the last one; empty if there are none
	first, last, step string
}

var schedulers = []scheduler{
	{name: "Slurm", index: "SLURM_ARRAY_TASK_ID", count: "SLURM_ARRAY_TASK_COUNT", first: "SLURM_ARRAY_TASK_MIN",
		last: "SLURM_ARRAY_TASK_MAX", step: "SLURM_ARRAY_TASK_STEP"},
	{name: "Kubernetes", index: "JOB_COMPLETION_INDEX"},
	{name: "AWS Batch", index: "AWS_BATCH_JOB_ARRAY_INDEX", count: "AWS_BATCH_JOB_ARRAY_SIZE"},
	{name: "PBS", index: "PBS_ARRAY_INDEX"},
	{name: "Torque", index: "PBS_ARRAYID"},
}

// ScheduledShard returns the shard that this process is to run, by the variables of the scheduler that has started
// it: Slurm, Kubernetes, AWS Batch, PBS or Torque. lookup is os.LookupEnv. Kubernetes, PBS and Torque do not tell how
// many tasks there are, so that the variable SHARDS must; with the others it may be there, and must agree. The error
// names all variables that are missing or contradict each other.
func ScheduledShard(lookup func(name string) (string, bool)) (Shard, error) {
	var found []*scheduler
	var names, variables []string
	for i := range schedulers {
		s := &schedulers[i]
		variables = append(variables, fmt.Sprintf("%s (%s)", s.index, s.name))
		if _, ok := lookup(s.index); ok {
			found = append(found, s)
			names = append(names, s.index)
		}
	}
	switch len(found) {
	case 0:
		return Shard{}, fmt.Errorf("no scheduler has set which part this process is; expected one of the variables %s",
			strings.Join(variables, ", "))
	case 1:
		return found[0].shard(lookup)
	}
	return Shard{}, fmt.Errorf("more than one scheduler has set which part this process is: %s; expected one of them",
		strings.Join(names, ", "))
}

// shard returns the shard of a task.
func (s *scheduler) shard(lookup func(name string) (string, bool)) (Shard, error) {
	var errs []error
	number := func(name string, least int) (value int, there bool) {
		text, ok := lookup(name)
		if name == "" || !ok {
			return 0, false
		}
		x, err := strconv.Atoi(text)
		if err != nil || x < least {
			errs = append(errs, fmt.Errorf("%s is %q; expected a whole number of at least %d", name, text, least))
			return 0, false
		}
		return x, true
	}
	index, _ := number(s.index, 0)
	count, counted := number(s.count, 1)
	shards, given := number(shardsName, 1)
	first, step := 0, 1
	if s.first != "" {
		first, _ = number(s.first, 0)
		if x, ok := number(s.step, 1); ok {
			step = x
		}
		last, ends := number(s.last, 0)
		if counted && ends && len(errs) == 0 && last != first+step*(count-1) {
			errs = append(errs, fmt.Errorf("the array has %d indices from %s = %d to %s = %d in steps of %d, so some "+
				"are left out; expected all, such as --array=0-%d", count, s.first, first, s.last, last, step, count-1))
		}
	}
	switch {
	case len(errs) > 0:
		return Shard{}, errors.Join(errs...)
	case counted && given && count != shards:
		return Shard{}, fmt.Errorf("%s is %d and %s is %d; expected the same, or %s alone", s.count, count, shardsName,
			shards, s.count)
	case !counted && !given && s.count != "":
		return Shard{}, fmt.Errorf("%s is %d and %s is missing; expected the number of tasks there", s.index, index,
			s.count)
	case !counted && !given:
		return Shard{}, fmt.Errorf("%s is %d, and %s does not tell how many tasks there are; expected the number "+
			"in the variable %s", s.index, index, s.name, shardsName)
	case !counted:
		count = shards
	}
	place := (index - first) / step
	if index < first || (index-first)%step != 0 || place >= count {
		return Shard{}, fmt.Errorf("%s is %d; expected one of the %d indices from %d to %d in steps of %d", s.index,
			index, count, first, first+step*(count-1), step)
	}
	return Shard{place, count}, nil
}
