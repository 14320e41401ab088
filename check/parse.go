package check

import (
	"fmt"
	"slices"

	"github.com/warpcheck/warpcheck/frontend"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/frontend/headers"
)

// parse reads the unit's file, and again with the headers of the project that
// were missed.
func (u *unit) parse() (*ast.Unit, error) {
	tree, err := u.parseOnce()
	for range rounds - 1 {
		if err != nil || !u.discover(missingIn(tree)) {
			break
		}
		tree, err = u.parseOnce()
	}
	return tree, err
}

// discover extends the include path by the folders of headers that were not
// found, and reports whether it did.
func (u *unit) discover(headers []string) bool {
	if u.discovery == nil {
		return false
	}
	extended := false
	for _, header := range headers {
		folder := u.discovery.folder(u.path, header)
		if folder == "" || slices.Contains(u.args, "-I"+folder) {
			continue
		}
		extended = true
		u.args = append(slices.Clip(u.args), "-I"+folder)
		u.notModelled = append(u.notModelled, Reason{File: u.path,
			Text: fmt.Sprintf("%s is not on the include path: taken from %s", header, folder)})
	}
	return extended
}

// parseOnce reads the unit's file with the arguments as they are.
func (u *unit) parseOnce() (*ast.Unit, error) {
	stands, err := headers.Dir()
	if err != nil {
		return nil, err
	}
	return frontend.Parse(frontend.Options{
		File: u.path, Source: u.text, Arch: u.arch,
		Args: u.args, CUDAPath: u.toolkit, Headers: stands,
	})
}

// Parse reads the first input of the options under its first architecture, for
// the commands that look at one unit.
func Parse(options *Options) (*ast.Unit, error) {
	c := newChecker(*options)
	inputs, err := c.findInputs()
	if err != nil {
		return nil, err
	}
	if c.commands, err = newCommands(c.Database); err != nil {
		return nil, err
	}
	units, err := c.jobsFor(inputs[0])
	if err != nil {
		return nil, err
	}
	u := units[0]
	if err := u.readable(); err != nil {
		return nil, fmt.Errorf("%s: %w", u.path, err)
	}
	return u.parse()
}
