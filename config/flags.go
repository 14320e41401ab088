package config

import "github.com/warpcheck/warpcheck/frontend/command"

// Flags returns the parser's flags that a file of the checked tree asks for. refused are those that it may not have,
// because the file need not come from the person who runs the program.
func (c *Config) Flags() (flags []command.Flag, refused []string) {
	if c.Trusted {
		return nil, nil
	}
	return command.Read(c.ExtraArgs, c.Dir())
}

// Words are the parser's flags of a file that the user named, with absolute paths and otherwise unchanged.
func (c *Config) Words() []string {
	if !c.Trusted {
		return nil
	}
	return command.Absolute(c.ExtraArgs, c.Dir())
}
