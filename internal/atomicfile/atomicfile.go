// Package atomicfile writes files and folders that are there whole or not at all: whoever looks under the name sees
// what was there before, or all that is new, also when the writing process fails or is killed.
//
// A file is written under its name with [Ending] and renamed when it is complete. Two processes must not write a file
// of one name at the same time. A rename is atomic for other processes; that the data survive a loss of power needs
// [File.Sync] before it.
package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// Ending is added to the name of what is not complete.
const Ending = ".part"

// A File is written under another name until Commit.
type File struct {
	name string
	file *os.File
	err  error // the first of Write and Sync
}

// Create begins to write the file of a name. What is left of an earlier attempt is overwritten. Either Commit or
// Discard must follow.
func Create(name string) (*File, error) {
	file, err := os.Create(name + Ending)
	if err = NoFolder(name, err); err == nil {
		return &File{name: name, file: file}, nil
	}
	if e, ok := err.(*fs.PathError); ok {
		return nil, &fs.PathError{Op: e.Op, Path: name, Err: e.Err}
	}
	return nil, err
}

// NoFolder returns the error of a file that could not be created, which says what to do if its folder is not there.
func NoFolder(name string, err error) error {
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return fmt.Errorf("there is no folder %s; make it, or choose another place", filepath.Dir(name))
}

// Write implements io.Writer. After an error the file cannot be committed.
func (f *File) Write(b []byte) (int, error) {
	n, err := f.file.Write(b)
	f.keep(err)
	return n, err
}

// Sync has the system write to the disk what was written so far. After an error the file cannot be committed.
func (f *File) Sync() error {
	err := f.file.Sync()
	f.keep(err)
	return err
}

func (f *File) keep(err error) {
	if f.err == nil {
		f.err = err
	}
}

// Commit closes the file and gives it its name; a file that has the name is replaced. After an error, also one that
// Write or Sync had returned before, the old file is as it was and the new one is removed.
func (f *File) Commit() error {
	f.keep(f.file.Close())
	if f.err == nil {
		f.err = os.Rename(f.file.Name(), f.name)
	}
	if f.err != nil {
		os.Remove(f.file.Name())
	}
	return f.err
}

// Discard removes the file instead of committing it.
func (f *File) Discard() {
	f.file.Close()
	os.Remove(f.file.Name())
}

// Write writes data to the file of a name, whole or not at all. What is no file, such as a device or a pipe, is written
// to.
func Write(name string, data []byte) error {
	if special(name) {
		file, err := os.OpenFile(name, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		_, err = file.Write(data)
		return errors.Join(err, file.Close())
	}
	file, err := Create(name)
	if err != nil {
		return err
	}
	file.Write(data) // Commit returns the error
	return file.Commit()
}

// Writable returns why Write could not begin to write the file of a name, without the name. It leaves nothing behind.
func Writable(name string) error {
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return errors.New("it is a folder")
	}
	if special(name) {
		return nil
	}
	file, err := Create(name)
	if err != nil {
		var path *fs.PathError
		if errors.As(err, &path) {
			err = path.Err
		}
		return err
	}
	file.Discard()
	return nil
}

// special reports whether a name is that of something else than a file, such as a device or a pipe.
func special(name string) bool {
	info, err := os.Stat(name)
	return err == nil && !info.Mode().IsRegular()
}

// Folder makes the folder of a name by a function that fills another one beside it, which is renamed when the function
// has returned. A folder that has the name must be empty and is replaced. After an error nothing is left; a killed
// process leaves a folder with a number and [Ending] behind the name, which nobody takes up.
func Folder(name string, fill func(dir string) error) error {
	name = filepath.Clean(name)
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	part, err := "", fs.ErrExist
	for errors.Is(err, fs.ErrExist) {
		part = fmt.Sprintf("%s.%d%s", name, rand.Uint32(), Ending)
		err = os.Mkdir(part, 0o777)
	}
	if err != nil {
		return err
	}
	err = fill(part)
	if err == nil {
		os.Remove(name) // if it is there it is empty; if it is not empty, Rename fails
		err = os.Rename(part, name)
	}
	if err != nil {
		return errors.Join(err, os.RemoveAll(part))
	}
	return nil
}
