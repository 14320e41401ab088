package config

import "github.com/warpcheck/warpcheck/frontend/command"

// Flags are the flags for the parser that a file of the checked tree asks for, and what it
// asks for and may not have: it may not be of whom runs the program.
func (c *Config) Flags() (flags []command.Flag, refused []string) {
	if c.Trusted {
		return nil, nil
	}
	return command.Read(c.ExtraArgs, c.Dir())
}

// Words are the flags of a file that the user named, as it has them.
func (c *Config) Words() []string {
	if !c.Trusted {
		return nil
	}
	return command.Absolute(c.ExtraArgs, c.Dir())
}
