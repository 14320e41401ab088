package main

import (
	"bytes"
	"debug/elf"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// program is the path of the program in the tree.
const program = "bin/warpcheck"

// file is a file of the tree. Its path is relative to the tree and has slashes.
type file struct {
	path string
	mode fs.FileMode
	text []byte
}

// readTree reads all files below a folder, sorted by path.
func readTree(folder string) (all []file, err error) {
	err = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		if !entry.Type().IsRegular() {
			return fmt.Errorf("%s is not a regular file: the formats do not all know others", path)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(folder, path)
		mode := fs.FileMode(0o644)
		if info, failure := entry.Info(); failure == nil && info.Mode()&0o111 != 0 {
			mode = 0o755
		}
		all = append(all, file{filepath.ToSlash(relative), mode, text})
		return err
	})
	return all, err
}

// newestGlibc returns the minor version of the C library that the programs and libraries of a tree require, for example
// 34 for 2.34.
func newestGlibc(files []file) (newest int, err error) {
	for _, f := range files {
		if !bytes.HasPrefix(f.text, []byte(elf.ELFMAG)) {
			continue
		}
		object, err := elf.NewFile(bytes.NewReader(f.text))
		if err != nil {
			return 0, fmt.Errorf("%s: %w", f.path, err)
		}
		symbols, err := object.ImportedSymbols()
		if err != nil {
			return 0, fmt.Errorf("%s: %w", f.path, err)
		}
		for _, symbol := range symbols {
			var minor int
			if _, err := fmt.Sscanf(strings.TrimPrefix(symbol.Version, "GLIBC_"), "2.%d", &minor); err == nil {
				newest = max(newest, minor)
			}
		}
	}
	if newest == 0 {
		return 0, fmt.Errorf("nothing in the tree is linked with glibc")
	}
	return newest, nil
}
