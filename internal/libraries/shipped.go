package libraries

import (
	"os"
	"os/exec"
	"path/filepath"
	"sync"
)

// runtimeLibrary is the C++ runtime in a package that has libraries in C++: the host's runtime may be older, or
// missing.
const runtimeLibrary = "libstdc++.so.6"

// shipped returns the paths of the libraries in the package with these names. A program that was built but not packaged
// has none.
func shipped(names []string) (paths []string) {
	for _, name := range names {
		path := filepath.Join(Folder(), name)
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			paths = append(paths, path)
		}
	}
	return paths
}

// Folder returns the folder with the libraries of a package: ../lib/warpcheck beside the program.
var Folder = sync.OnceValue(func() string {
	program, err := executable()
	if err != nil {
		return "/nonexistent"
	}
	return filepath.Join(filepath.Dir(program), "..", "lib", "warpcheck")
})

// executable returns the path of the program without links, even if /proc does not name it.
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
