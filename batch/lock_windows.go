package batch

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// dirLock keeps other processes out of a directory until it is unlocked or the process ends.
type dirLock struct {
	name   string
	handle syscall.Handle
}

// lockDir locks a directory: nobody else can open a file that shares nothing.
func lockDir(dir string) (*dirLock, error) {
	name := filepath.Join(dir, lockName)
	path, err := syscall.UTF16PtrFromString(name)
	if err != nil {
		return nil, err
	}
	handle, err := syscall.CreateFile(path, syscall.GENERIC_READ|syscall.GENERIC_WRITE, 0, nil, syscall.CREATE_ALWAYS,
		syscall.FILE_ATTRIBUTE_NORMAL, 0)
	const sharingViolation = syscall.Errno(32)
	if err == sharingViolation {
		return nil, fmt.Errorf("another process works on the batch in %s; wait for it, or choose another directory",
			dir)
	}
	if err != nil {
		return nil, fmt.Errorf("%s cannot be locked: %w", name, err)
	}
	return &dirLock{name, handle}, nil
}

func (l *dirLock) unlock() {
	syscall.CloseHandle(l.handle)
	os.Remove(l.name)
}
