package config

import "github.com/warpcheck/warpcheck/frontend/command"

// Flags returns the flags for the parser in a file of the checked tree. refused lists the flags that a file of the tree
// may not give, because its author need not be the person who runs warpcheck. Both are nil for a file that the user
// named, whose flags Words returns.
func (c *Config) Flags() (flags []command.Flag, refused []string) {
	if c.Trusted {
		return nil, nil
	}
	return command.Read(c.ExtraArgs, c.Dir())
}

// Words returns the flags for the parser in a file that the user named, with absolute paths and otherwise unchanged. It
// returns nil for a file of the checked tree.
func (c *Config) Words() []string {
	if !c.Trusted {
		return nil
	}
	return command.Absolute(c.ExtraArgs, c.Dir())
}
