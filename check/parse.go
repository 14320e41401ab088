package check

import (
	"fmt"

	"github.com/warpcheck/warpcheck/frontend"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/frontend/headers"
)

// parse reads the unit's file.
func (u *unit) parse() (*ast.Unit, error) {
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
	c := &checker{Options: *options}
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
