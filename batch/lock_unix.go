//go:build unix

package batch

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// fileLock keeps other processes out of what a file stands for until it is unlocked or the process ends.
type fileLock struct{ file *os.File }

// lockFile makes a file and locks it; busy is the error if another process has it. On a file system that knows no locks
// it trusts that nobody else is there.
func lockFile(name, busy string) (*fileLock, error) {
	for {
		file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
		if err != nil {
			return nil, err
		}
		switch err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); {
		case errors.Is(err, syscall.EWOULDBLOCK):
			file.Close()
			return nil, errors.New(busy)
		case errors.Is(err, syscall.ENOTSUP), errors.Is(err, syscall.ENOSYS), errors.Is(err, syscall.ENOLCK):
		case err != nil:
			file.Close()
			return nil, fmt.Errorf("%s cannot be locked: %w", name, err)
		}
		// The process that had the lock may have removed the file in the meantime.
		mine, err := file.Stat()
		if err != nil {
			file.Close()
			return nil, err
		}
		if now, err := os.Stat(name); err == nil && os.SameFile(mine, now) {
			return &fileLock{file}, nil
		}
		file.Close()
	}
}

// unlock removes the file while it is locked, so that nobody locks one that is about to go.
func (l *fileLock) unlock() {
	os.Remove(l.file.Name())
	l.file.Close()
}
