package safefile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// Folder is a folder that is the user's alone: nobody else can have put anything into it.
type Folder struct{ path string }

// ForeignError is the refusal of a folder that others may write.
type ForeignError struct{ Path string }

func (e ForeignError) Error() string {
	return fmt.Sprintf("%s is not a folder that only you may write: name another, or change its owner and its mode to 0700", e.Path)
}

// OwnFolder is a folder, made where it is not there. One that is a link, belongs to another user or
// may be written by others is refused.
func OwnFolder(path string) (Folder, error) {
	const onlyMine = 0o700
	if err := os.MkdirAll(filepath.Dir(path), onlyMine); err != nil {
		return Folder{}, err
	}
	if err := os.Mkdir(path, onlyMine); err != nil && !errors.Is(err, fs.ErrExist) {
		return Folder{}, err
	}
	info, err := os.Lstat(path)
	if err != nil {
		return Folder{}, err
	}
	const othersWrite = 0o022
	owner, ok := info.Sys().(*syscall.Stat_t)
	if !info.IsDir() || !ok || int(owner.Uid) != os.Geteuid() || info.Mode().Perm()&othersWrite != 0 {
		return Folder{}, ForeignError{path}
	}
	return Folder{path}, nil
}

// at is the path of a file of the folder.
func (f Folder) at(name string) string { return filepath.Join(f.path, filepath.Base(name)) }

// Read is the content of a file.
func (f Folder) Read(name string, limit Limit) ([]byte, error) { return Read(f.at(name), limit) }

// Write puts a file there, whole or not at all.
func (f Folder) Write(name string, data []byte) error {
	file, err := createBeside(f.at(name))
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	if err = errors.Join(err, file.Close()); err == nil {
		err = os.Rename(file.Name(), f.at(name))
	}
	if err != nil {
		os.Remove(file.Name())
	}
	return err
}

// Rename gives a file the name of another one, which it takes the place of; one that is not there has
// none to give.
func (f Folder) Rename(from, to string) error {
	err := os.Rename(f.at(from), f.at(to))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// Remove takes a file away; one that is gone already is no error.
func (f Folder) Remove(name string) error {
	err := os.Remove(f.at(name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// Touch makes a file as new as now.
func (f Folder) Touch(name string) error {
	now := time.Now()
	return os.Chtimes(f.at(name), now, now)
}

// Files are those in the folder.
func (f Folder) Files() ([]fs.FileInfo, error) {
	entries, err := os.ReadDir(f.path)
	var files []fs.FileInfo
	for _, entry := range entries {
		// One that another run took away meanwhile is none.
		if info, err := entry.Info(); err == nil && info.Mode().IsRegular() {
			files = append(files, info)
		}
	}
	return files, err
}
