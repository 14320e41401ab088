package load

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// identities remembers where paths point to, for the time of a run. A run asks for each file many times, and for many
// files of one folder. The links on the path to a folder are followed once.
type identities struct {
	files, folders, projects sync.Map // texts by path
}

// remembered returns the text that find computes for a path, which is computed once for each path.
func remembered(texts *sync.Map, path string, find func(string) string) string {
	if known, ok := texts.Load(path); ok {
		return known.(string)
	}
	text := find(path)
	texts.Store(path, text)
	return text
}

// Identity returns the result of the function [Identity], which is remembered.
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

// folder returns the identity of a folder. It computes it from the identity of the folder above, so that the links on a
// path are followed once.
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

// Project returns the result of the function [Project], which is remembered for each folder.
func (l *Loader) Project(file string) string {
	return remembered(&l.identities.projects, filepath.Dir(l.Identity(file)), projectOf)
}
