package check

import (
	"context"
	"fmt"
	"slices"

	"github.com/warpcheck/warpcheck/frontend"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/frontend/command"
	"github.com/warpcheck/warpcheck/frontend/headers"
)

// parse reads the unit's file, and a header that misses names again after others, as long as
// that leaves fewer errors.
func (u *unit) parse() (*ast.Unit, error) {
	tree, err := u.parseFound()
	for range rounds {
		alone := *u
		if err != nil || !u.includeBefore(tree) {
			break
		}
		after, failure := u.parseFound()
		if failure != nil || len(after.Diagnostics) >= len(tree.Diagnostics) {
			*u = alone
			break
		}
		tree = after
	}
	if err != nil {
		return nil, err
	}
	return u.territory.keep(tree)
}

// parseFound reads the unit's file, and again with the headers that were missed.
func (u *unit) parseFound() (*ast.Unit, error) {
	tree, err := u.parseOnce()
	for range rounds {
		if err != nil || !u.discover(tree) && !u.addHostLibrary(tree) {
			break
		}
		tree, err = u.parseOnce()
	}
	return tree, err
}

// addHostLibrary includes the whole of the C library that nvcc includes in every
// unit. It costs more than most units, so only one that misses a name gets it.
func (u *unit) addHostLibrary(tree *ast.Unit) bool {
	if u.hostLibrary || u.toolkit != "" || len(missedBy(tree, unknownName)) == 0 {
		return false
	}
	u.hostLibrary = true
	return true
}

// discover extends the include path by the folders of headers that were not
// found, and reports whether it did.
func (u *unit) discover(tree *ast.Unit) bool {
	if u.discovery == nil {
		return false
	}
	extended := false
	names := missedBy(tree, unknownName)
	for _, header := range missedBy(tree, missingHeader) {
		folder := u.discovery.folder(u.path, header, names)
		flag, err := command.NewFlag(command.Folder, folder)
		if err != nil || slices.Contains(u.flags, flag) {
			continue
		}
		extended = true
		u.flags = append(slices.Clip(u.flags), flag)
		u.notModelled = append(u.notModelled, Reason{File: u.path,
			Text: fmt.Sprintf("%s is not on the include path: taken from %s", header, folder)})
	}
	return extended
}

// parseOnce reads the unit's file with the arguments as they are.
func (u *unit) parseOnce() (*ast.Unit, error) {
	args := u.args
	if u.hostLibrary {
		args = append(slices.Clip(args), headers.HostLibrary(headers.Folder)...)
	}
	return frontend.Parse(frontend.Options{
		File: u.path, Source: u.text, Arch: u.arch,
		Flags: u.flags, Args: args, Before: u.before, CUDAPath: u.toolkit, Headers: headers.Folder,
	})
}

// Parse reads the one input of the options under its first architecture, for the
// commands that look at one unit. Its error is one of usage or an [IncompleteError].
func Parse(ctx context.Context, options *Options) (*ast.Unit, error) {
	c := newChecker(*options)
	inputs, err := c.findInputs(ctx)
	if err != nil {
		return nil, err
	}
	if len(inputs) > 1 {
		return nil, fmt.Errorf("%s: %d files in this folder: give one of them", options.Paths[0], len(inputs))
	}
	c.territory = newTerritory(inputs, c.Named)
	if c.commands, err = newCommands(c.Database); err != nil {
		return nil, err
	}
	units, err := c.jobsFor(ctx, inputs[0])
	if err != nil {
		return nil, err
	}
	u := units[0]
	if err := u.readable(); err != nil {
		return nil, IncompleteError{fmt.Errorf("%s: %w", u.path, err)}
	}
	tree, err := u.parse()
	if err != nil {
		return nil, IncompleteError{fmt.Errorf("%s: %w", u.path, err)}
	}
	return tree, nil
}
