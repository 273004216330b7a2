package study

import (
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"strings"

	"kinetree/batch"
)

// Engine returns what tells this program apart from others that may give other results, for [Study.Inputs]: its
// version, and the checksum of a build that has none of its own.
func Engine(version string) string {
	if version != "devel" && !strings.HasSuffix(version, "+dirty") {
		return version
	}
	name, err := os.Executable()
	if err != nil {
		return version
	}
	file, err := os.Open(name)
	if err != nil {
		return version
	}
	defer file.Close()
	// some milliseconds, since processors have an instruction for it
	sum := crc32.New(crc32.MakeTable(crc32.Castagnoli))
	if _, err := io.Copy(sum, file); err != nil {
		return version
	}
	return fmt.Sprintf("%s %08x", version, sum.Sum32())
}

// Of returns the name of the study that a batch in a directory is of, and what was set in its scenarios, as PATH=VALUE.
// The file is looked for here, then beside the batch.
func Of(dir string) (name string, set []string, err error) {
	s, err := batch.ReadStudy(dir)
	if err != nil {
		return "", nil, err
	}
	var in Inputs
	if err := json.Unmarshal(s.Inputs, &in); err != nil || in.Study == "" {
		return "", nil, fmt.Errorf("%s: the inputs name no study; expected the batch of `simulate batch` (%v)", dir,
			err)
	}
	if _, err := os.Stat(in.Study); err != nil {
		beside := filepath.Join(filepath.Dir(filepath.Clean(dir)), in.Study)
		if _, err := os.Stat(beside); err == nil {
			return beside, in.Set, nil
		}
	}
	return in.Study, in.Set, nil
}
