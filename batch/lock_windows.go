package batch

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// fileLock keeps other processes out of what a file stands for until it is unlocked or the process ends.
type fileLock struct {
	name   string
	handle syscall.Handle
}

// lockFile makes a file that shares nothing, so that nobody else can open it; busy is the error if another process has
// it.
func lockFile(name, busy string) (*fileLock, error) {
	path, err := syscall.UTF16PtrFromString(name)
	if err != nil {
		return nil, err
	}
	handle, err := syscall.CreateFile(path, syscall.GENERIC_READ|syscall.GENERIC_WRITE, 0, nil, syscall.CREATE_ALWAYS,
		syscall.FILE_ATTRIBUTE_NORMAL, 0)
	const sharingViolation = syscall.Errno(32)
	if err == sharingViolation {
		return nil, errors.New(busy)
	}
	if err != nil {
		return nil, fmt.Errorf("%s cannot be locked: %w", name, err)
	}
	return &fileLock{name, handle}, nil
}

func (l *fileLock) unlock() {
	syscall.CloseHandle(l.handle)
	os.Remove(l.name)
}
