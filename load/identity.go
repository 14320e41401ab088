package load

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// identities remembers where paths point to. A run asks for each file many times, and for many files of one folder;
// links on the way to a folder are followed once. The answers are valid for the time of the run.
type identities struct {
	files, folders, projects sync.Map // texts by path
}

// remembered returns the text that find computes for a path. It is computed once for each path.
func remembered(texts *sync.Map, path string, find func(string) string) string {
	if known, ok := texts.Load(path); ok {
		return known.(string)
	}
	text := find(path)
	texts.Store(path, text)
	return text
}

// Identity returns what the function [Identity] does, found out once.
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

// folder returns the identity of a folder, by that of the folder around it: links on the way to each are followed once.
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

// Project returns what the function [Project] does, found out once for each folder.
func (l *Loader) Project(file string) string {
	return remembered(&l.identities.projects, filepath.Dir(l.Identity(file)), projectOf)
}
