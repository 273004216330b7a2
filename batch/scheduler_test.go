package batch

import (
	"strings"
	"testing"
)

// TestScheduledShard tries the variables of schedulers. Those of Slurm are as slurmd 22.05 has set them for arrays
// 0-3, 1-7:3, 3,7,9 and 5.
func TestScheduledShard(t *testing.T) {
	const slurm = "SLURM_JOB_ID=9 SLURM_PROCID=0 SLURM_ARRAY_JOB_ID=8 "
	for _, c := range []struct {
		env  string
		want Shard
		err  string
	}{
		{slurm + "SLURM_ARRAY_TASK_COUNT=4 SLURM_ARRAY_TASK_ID=3 SLURM_ARRAY_TASK_MAX=3 SLURM_ARRAY_TASK_MIN=0 " +
			"SLURM_ARRAY_TASK_STEP=1", Shard{3, 4}, ""},
		{slurm + "SLURM_ARRAY_TASK_COUNT=3 SLURM_ARRAY_TASK_ID=4 SLURM_ARRAY_TASK_MAX=7 SLURM_ARRAY_TASK_MIN=1 " +
			"SLURM_ARRAY_TASK_STEP=3", Shard{1, 3}, ""},
		{slurm + "SLURM_ARRAY_TASK_COUNT=3 SLURM_ARRAY_TASK_ID=7 SLURM_ARRAY_TASK_MAX=9 SLURM_ARRAY_TASK_MIN=3 " +
			"SLURM_ARRAY_TASK_STEP=1", Shard{}, "the array has 3 indices from SLURM_ARRAY_TASK_MIN = 3 to " +
			"SLURM_ARRAY_TASK_MAX = 9 in steps of 1, so some are left out; expected all, such as --array=0-2"},
		{slurm + "SLURM_ARRAY_TASK_COUNT=1 SLURM_ARRAY_TASK_ID=5 SLURM_ARRAY_TASK_MAX=5 SLURM_ARRAY_TASK_MIN=5 " +
			"SLURM_ARRAY_TASK_STEP=1", Shard{0, 1}, ""},
		{slurm + "SLURM_ARRAY_TASK_COUNT=1 SLURM_ARRAY_TASK_ID=5 SLURM_ARRAY_TASK_MAX=5 SLURM_ARRAY_TASK_MIN=5 " +
			"SLURM_ARRAY_TASK_STEP=1 SHARDS=16", Shard{}, "SLURM_ARRAY_TASK_COUNT is 1 and SHARDS is 16"},
		{slurm, Shard{}, "no scheduler has set which part this process is; expected one of the variables " +
			"SLURM_ARRAY_TASK_ID (Slurm), JOB_COMPLETION_INDEX (Kubernetes), AWS_BATCH_JOB_ARRAY_INDEX (AWS Batch), " +
			"PBS_ARRAY_INDEX (PBS), PBS_ARRAYID (Torque)"},
		{"SLURM_ARRAY_TASK_ID=3", Shard{}, "SLURM_ARRAY_TASK_ID is 3 and SLURM_ARRAY_TASK_COUNT is missing"},
		{"SLURM_ARRAY_TASK_ID=8 SLURM_ARRAY_TASK_COUNT=4 SLURM_ARRAY_TASK_MAX=3 SLURM_ARRAY_TASK_MIN=0 " +
			"SLURM_ARRAY_TASK_STEP=1", Shard{}, "SLURM_ARRAY_TASK_ID is 8; expected one of the 4 indices from 0 to 3"},
		{"SLURM_ARRAY_TASK_ID=x SLURM_ARRAY_TASK_COUNT=-4", Shard{}, "SLURM_ARRAY_TASK_ID is \"x\"; expected a whole " +
			"number of at least 0\nSLURM_ARRAY_TASK_COUNT is \"-4\"; expected a whole number of at least 1"},
		{"JOB_COMPLETION_INDEX=3 SHARDS=16", Shard{3, 16}, ""},
		{"JOB_COMPLETION_INDEX=3", Shard{}, "JOB_COMPLETION_INDEX is 3, and Kubernetes does not tell how many tasks " +
			"there are; expected the number in the variable SHARDS"},
		{"JOB_COMPLETION_INDEX=16 SHARDS=16", Shard{}, "JOB_COMPLETION_INDEX is 16; expected one of the 16 indices"},
		{"JOB_COMPLETION_INDEX=3 SHARDS=0", Shard{}, `SHARDS is "0"; expected a whole number of at least 1`},
		{"JOB_COMPLETION_INDEX= SHARDS=2", Shard{}, `JOB_COMPLETION_INDEX is ""; expected a whole number`},
		{"AWS_BATCH_JOB_ARRAY_INDEX=0 AWS_BATCH_JOB_ARRAY_SIZE=2", Shard{0, 2}, ""},
		{"AWS_BATCH_JOB_ARRAY_INDEX=1 SHARDS=2", Shard{1, 2}, ""},
		{"AWS_BATCH_JOB_ARRAY_INDEX=1", Shard{}, "AWS_BATCH_JOB_ARRAY_SIZE is missing"},
		{"PBS_ARRAY_INDEX=7 SHARDS=8", Shard{7, 8}, ""},
		{"PBS_ARRAY_INDEX=8 SHARDS=8", Shard{}, "PBS_ARRAY_INDEX is 8; expected one of the 8 indices from 0 to 7"},
		{"PBS_ARRAYID=2 SHARDS=8", Shard{2, 8}, ""},
		{"PBS_ARRAYID=2", Shard{}, "Torque does not tell how many tasks there are"},
		{"JOB_COMPLETION_INDEX=3 PBS_ARRAY_INDEX=3 SHARDS=4", Shard{}, "more than one scheduler has set which part " +
			"this process is: JOB_COMPLETION_INDEX, PBS_ARRAY_INDEX; expected one of them"},
		{"SHARDS=4", Shard{}, "no scheduler has set"},
	} {
		env := map[string]string{}
		for _, pair := range strings.Fields(c.env) {
			name, value, _ := strings.Cut(pair, "=")
			env[name] = value
		}
		got, err := ScheduledShard(func(name string) (string, bool) { value, ok := env[name]; return value, ok })
		message := ""
		if err != nil {
			message = err.Error()
		}
		if got != c.want || !strings.Contains(message, c.err) || (c.err == "") != (err == nil) {
			t.Errorf("%s:\n got %v %s\nwant %v %s", c.env, got, message, c.want, c.err)
		}
	}
}
