package libraries

import (
	"os"
	"os/exec"
	"path/filepath"
	"sync"
)

// runtimeLibrary is the C++ runtime that a package brings beside libraries of C++: the host's may be older, or not there.
const runtimeLibrary = "libstdc++.so.6"

// shipped are the paths of the libraries of these names that a package brings. There are none beside a program that was
// only built.
func shipped(names []string) (paths []string) {
	for _, name := range names {
		path := filepath.Join(Folder(), name)
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			paths = append(paths, path)
		}
	}
	return paths
}

// Folder is where a package keeps what it brings: ../lib/warpcheck beside the program.
var Folder = sync.OnceValue(func() string {
	program, err := executable()
	if err != nil {
		return "/nonexistent"
	}
	return filepath.Join(filepath.Dir(program), "..", "lib", "warpcheck")
})

// executable is the path of the program, links followed, also where no /proc names it.
func executable() (string, error) {
	program, err := os.Executable()
	if err != nil {
		if program, err = exec.LookPath(os.Args[0]); err != nil {
			return "", err
		}
	}
	if program, err = filepath.EvalSymlinks(program); err != nil {
		return "", err
	}
	return filepath.Abs(program)
}
