package main

import (
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"os/exec"
	"strings"
)

// component is a part of the program, in the format of CycloneDX.
type component struct {
	Type    string     `json:"type"`
	Name    string     `json:"name"`
	Version string     `json:"version"`
	PURL    string     `json:"purl,omitempty"`
	Facts   []property `json:"properties,omitempty"`
}

type property struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// components returns the list of the program's parts: the Go modules recorded in the binary, the standard library of
// Go, and the Debian packages in origins, whose libraries are linked or distributed with the program. `go version -m`
// prints the modules too.
func (r *release) components(program string, origins []string) ([]byte, error) {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return nil, err
	}
	all := []component{{Type: "library", Name: "std", Version: info.GoVersion, PURL: "pkg:golang/std@" + strings.TrimPrefix(info.GoVersion, "go")}}
	for _, module := range info.Deps {
		all = append(all, component{
			Type: "library", Name: module.Path, Version: module.Version,
			PURL:  "pkg:golang/" + module.Path + "@" + module.Version,
			Facts: []property{{"go:sum", module.Sum}},
		})
	}
	for _, name := range origins {
		one, err := r.debian(name)
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return json.MarshalIndent(map[string]any{
		"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
		"metadata": map[string]any{
			"timestamp": r.date.Format("2006-01-02T15:04:05Z"),
			"component": component{Type: "application", Name: "warpcheck", Version: r.version,
				PURL: "pkg:github/warpcheck/warpcheck@v" + r.version},
		},
		"components": all,
	}, "", "  ")
}

// debian returns the description of a Debian package. The description names the source package, which has the source
// text and the licence.
func (r *release) debian(name string) (component, error) {
	const format = "${Version} ${Architecture} ${source:Package} ${source:Version}"
	text, err := exec.Command("dpkg-query", "--admindir="+r.packages, "-W", "-f", format, name).Output()
	if err != nil {
		text, err = exec.Command("dpkg-query", "-W", "-f", format, name).Output()
	}
	fields := strings.Fields(string(text))
	if err != nil || len(fields) != 4 {
		return component{}, fmt.Errorf("dpkg-query -W %s: %w", name, err)
	}
	return component{
		Type: "library", Name: name, Version: fields[0],
		PURL:  fmt.Sprintf("pkg:deb/debian/%s@%s?arch=%s", name, strings.ReplaceAll(fields[0], "+", "%2B"), fields[1]),
		Facts: []property{{"debian:source", fields[2] + " " + fields[3]}},
	}, nil
}
