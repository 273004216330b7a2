//go:build !unix && !windows

package machine

import (
	"fmt"
	"runtime"
)

func executable([]byte) ([]byte, error) {
	return nil, fmt.Errorf("machine: executable memory is not supported on %s", runtime.GOOS)
}

func unmap([]byte) {}
