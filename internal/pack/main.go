// Command pack makes packages for other package managers from the files of an archive: a Python wheel and two packages
// for npm. None of them compiles anything when it is installed. It also writes the list of components (CycloneDX) of a
// release.
//
// The same files give the same bytes: entries are sorted, and all have the same time.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

func main() {
	var r release
	tree := flag.String("tree", "", "the folder with bin, lib and share")
	to := flag.String("to", "dist", "the folder to write to")
	date := flag.Int64("date", 0, "the time of all entries, in seconds since 1970")
	flag.StringVar(&r.version, "version", "", "the version of the program")
	flag.StringVar(&r.machine, "machine", "amd64", "the architecture, as Debian calls it")
	flag.StringVar(&r.packages, "packages", "/var/lib/dpkg", "dpkg's list of the packages that were linked with")
	flag.StringVar(&r.readme, "readme", "README.md", "what package indexes show")
	flag.Parse()
	r.date = time.Unix(max(*date, firstOfZip), 0).UTC()
	if err := r.pack(*tree, *to, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "pack:", err)
		os.Exit(1)
	}
}

// firstOfZip is the beginning of 1980, the earliest time in a zip file, which is the format of a wheel.
const firstOfZip = 315532800

// release holds what the packages are made from.
type release struct {
	version, machine, readme string
	packages                 string // dpkg's folder with the lists of packages. It lacks the packages of the compiler, which are looked up on this machine
	date                     time.Time
	files                    []file
}

// machineNames holds the names of an architecture in the two package formats.
type machineNames struct{ wheel, node string }

var machines = map[string]machineNames{
	"amd64": {"x86_64", "x64"},
	"arm64": {"aarch64", "arm64"},
}

// pack writes all packages of the files in the folder tree to the folder `to`. origins lists the Debian packages from
// which parts of warpcheck come.
func (r *release) pack(tree, to string, origins []string) error {
	names, ok := machines[r.machine]
	if !ok {
		return fmt.Errorf("no package manager's name is known for the architecture %q", r.machine)
	}
	var err error
	if r.files, err = readTree(tree); err != nil {
		return err
	}
	minor, err := newestGlibc(r.files)
	if err != nil {
		return err
	}
	tag := fmt.Sprintf("py3-none-manylinux_2_%d_%s", minor, names.wheel)
	made := map[string]func() ([]byte, error){
		fmt.Sprintf("warpcheck-%s-%s.whl", r.version, tag): func() ([]byte, error) { return r.wheel(tag) },
		fmt.Sprintf("warpcheck-npm-%s.tgz", r.version):     func() ([]byte, error) { return r.launcher() },
		fmt.Sprintf("warpcheck-npm-linux-%s-%s.tgz", names.node, r.version): func() ([]byte, error) {
			return r.platform(names.node)
		},
		fmt.Sprintf("warpcheck-%s-linux-%s.cdx.json", r.version, r.machine): func() ([]byte, error) {
			return r.components(filepath.Join(tree, program), origins)
		},
	}
	for name, write := range made {
		text, err := write()
		if err == nil {
			err = os.WriteFile(filepath.Join(to, name), text, 0o644)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}
