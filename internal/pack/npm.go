package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/json"
	"os"
	"strings"
)

// launch is the script in the package `warpcheck`, which starts the program in the package of the platform.
//
//go:embed launch.js
var launch []byte

// npmPackage is the content of a package.json.
type npmPackage struct {
	Name         string            `json:"name"`
	Version      string            `json:"version"`
	Description  string            `json:"description"`
	Homepage     string            `json:"homepage"`
	License      string            `json:"license"`
	OS           []string          `json:"os,omitempty"`
	CPU          []string          `json:"cpu,omitempty"`
	Libc         []string          `json:"libc,omitempty"`
	Bin          map[string]string `json:"bin,omitempty"`
	Optional     map[string]string `json:"optionalDependencies,omitempty"`
	PreferUnplug bool              `json:"preferUnplugged,omitempty"`
}

func (r *release) npm(name string) npmPackage {
	return npmPackage{
		Name: name, Version: r.version, Description: "Find misuse of CUDA's warp collectives",
		Homepage: "https://github.com/warpcheck/warpcheck", License: "Apache-2.0",
	}
}

// launcher returns the package that users name. npm installs only that optional package which is for the operating
// system and the processor.
func (r *release) launcher() ([]byte, error) {
	p := r.npm("warpcheck")
	p.Bin = map[string]string{"warpcheck": "bin/warpcheck.js"}
	p.Optional = map[string]string{}
	for _, names := range machines {
		p.Optional[platformName(names.node)] = r.version
	}
	readme, err := os.ReadFile(r.readme)
	if err != nil {
		return nil, err
	}
	return r.tarball(p, []file{{"README.md", 0o644, readme}, {"bin/warpcheck.js", 0o755, launch}})
}

// platform returns the package with the program. It omits manual pages and completions, because the folders of npm have
// no place for them.
func (r *release) platform(node string) ([]byte, error) {
	p := r.npm(platformName(node))
	p.OS, p.CPU, p.Libc, p.PreferUnplug = []string{"linux"}, []string{node}, []string{"glibc"}, true
	var files []file
	for _, f := range r.files {
		if !strings.HasPrefix(f.path, "share/") || strings.HasPrefix(f.path, licences) {
			files = append(files, f)
		}
	}
	return r.tarball(p, files)
}

// licences is the folder with the licences of all parts of the program.
const licences = "share/doc/warpcheck/licences/"

func platformName(node string) string { return "@warpcheck/linux-" + node }

// tarball returns a package in npm's format.
func (r *release) tarball(p npmPackage, files []file) ([]byte, error) {
	about, err := json.MarshalIndent(p, "", "  ")
	if err != nil {
		return nil, err
	}
	var buffer bytes.Buffer
	packed, err := gzip.NewWriterLevel(&buffer, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	archive := tar.NewWriter(packed)
	for _, f := range append([]file{{"package.json", 0o644, append(about, '\n')}}, files...) {
		header := tar.Header{Name: "package/" + f.path, Mode: int64(f.mode), Size: int64(len(f.text)), ModTime: r.date}
		if err := archive.WriteHeader(&header); err != nil {
			return nil, err
		}
		if _, err := archive.Write(f.text); err != nil {
			return nil, err
		}
	}
	if err := archive.Close(); err != nil {
		return nil, err
	}
	err = packed.Close()
	return buffer.Bytes(), err
}
