package load

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// identities caches the identities of paths during a run. A run asks for each file many times, and for many files in
// one folder. So the links on the path to a folder are followed only once.
type identities struct {
	files, folders, projects sync.Map // Each maps a path to a text: the identity of the file or folder, or the project
}

// remembered returns the text that find computes for a path, and caches it.
func remembered(texts *sync.Map, path string, find func(string) string) string {
	if known, ok := texts.Load(path); ok {
		return known.(string)
	}
	text := find(path)
	texts.Store(path, text)
	return text
}

// Identity returns the same path for all paths to a file, as the function [Identity] finds it. It caches the result.
func (l *Loader) Identity(path string) string {
	return remembered(&l.identities.files, path, func(path string) string {
		full, err := filepath.Abs(path)
		if err != nil || strings.Contains(path, "..") {
			return Identity(path)
		}
		at := filepath.Join(l.identities.folder(filepath.Dir(full)), filepath.Base(full))
		if info, err := os.Lstat(at); err == nil && info.Mode()&os.ModeSymlink == 0 {
			return at
		}
		return Identity(path)
	})
}

// folder returns the identity of a folder. It computes it from the identity of the parent folder, so that the links on
// a path are followed only once.
func (i *identities) folder(path string) string {
	if filepath.Dir(path) == path {
		return path
	}
	return remembered(&i.folders, path, func(path string) string {
		at := filepath.Join(i.folder(filepath.Dir(path)), filepath.Base(path))
		if info, err := os.Lstat(at); err == nil && info.Mode()&os.ModeSymlink == 0 {
			return at
		}
		return Identity(path)
	})
}

// Project returns the repository or folder that counts as the project of a file, as the function [Project] finds it. It
// caches the result for each folder.
func (l *Loader) Project(file string) string {
	return remembered(&l.identities.projects, filepath.Dir(l.Identity(file)), projectOf)
}
