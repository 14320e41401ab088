package check

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/frontend/command"
	"github.com/warpcheck/warpcheck/warp"
)

// commands finds how a file is compiled: in the database that the user named,
// else in the closest one in the file's folder and upward. A database is read
// once. A file that none knows is parsed with the extra flags alone.
type commands struct {
	// named is the database of -p, nil to search.
	named *command.Database
	// found are the databases by path.
	found map[string]*command.Database
}

func newCommands(path string) (*commands, error) {
	c := &commands{found: map[string]*command.Database{}}
	if path == "" {
		return c, nil
	}
	var err error
	if c.named, err = command.LoadDatabase(path); err != nil {
		return nil, fmt.Errorf("-p %s: %w", path, err)
	}
	return c, nil
}

// database is the one that knows a file's folder, nil when there is none.
func (c *commands) database(file string) (*command.Database, error) {
	if c.named != nil {
		return c.named, nil
	}
	path := command.FindDatabase(filepath.Dir(file))
	if path == "" {
		return nil, nil
	}
	if c.found[path] == nil {
		d, err := command.LoadDatabase(path)
		if err != nil {
			return nil, fmt.Errorf("%w: repair it, or name another with -p", err)
		}
		c.found[path] = d
	}
	return c.found[path], nil
}

// lookup is every way in which a file is compiled: none when no database knows it.
func (c *commands) lookup(file string) (all []command.Command, warnings []string, err error) {
	database, err := c.database(file)
	if err != nil {
		return nil, nil, err
	}
	if database != nil {
		for _, entry := range database.Lookup(file) {
			translated, complaints, err := entry.Translate()
			if err != nil {
				return nil, nil, fmt.Errorf("%s: %w", database.Path, err)
			}
			warnings = append(warnings, complaints...)
			all = append(all, translated)
		}
	}
	return all, warnings, nil
}

// jobsFor is one unit for each way in which the file is compiled and each
// architecture that it is checked for.
func (c *checker) jobsFor(in input) ([]*unit, error) {
	ways, warnings, err := c.commands.lookup(in.path)
	if err != nil {
		return nil, err
	}
	asked, err := ParseArchs(in.config.Arch)
	if err != nil {
		return nil, err
	}
	find := c.discovery
	if ways == nil {
		ways = []command.Command{{Args: assumedArgs}}
	} else {
		find = nil
	}
	var units []*unit
	known := map[string]bool{}
	for _, way := range ways {
		args := slices.Concat(parserArgs(way), in.config.ExtraArgs, c.Args)
		for _, arch := range architecturesOf(asked, way.Archs) {
			id := fmt.Sprint(arch, strings.Join(args, "\x00"))
			if known[id] {
				continue
			}
			known[id] = true
			units = append(units, &unit{input: in, args: args, arch: arch,
				toolkit: toolkit(in.config.CUDAPath, way.CudaPath),
				replay:  c.replay(in.config), discovery: find,
				anyArch: len(asked)+len(way.Archs) == 0})
		}
	}
	for _, text := range warnings {
		units[0].notModelled = append(units[0].notModelled, Reason{File: in.path, Text: text})
	}
	return units, nil
}

// assumedArgs are the flags of a file that no database knows: it may need the extensions of
// nvcc, which the parser has in any case.
var assumedArgs = []string{"-D__CUDACC_EXTENDED_LAMBDA__", "-D__CUDACC_RELAXED_CONSTEXPR__"}

// architecturesOf are those asked for, else the command's, else the default.
func architecturesOf(asked, compiled []warp.Arch) []warp.Arch {
	switch {
	case len(asked) > 0:
		return asked
	case len(compiled) > 0:
		return compiled
	}
	return []warp.Arch{DefaultArch}
}

// parserArgs are a command's flags. A forced include is looked for in the
// command's working directory, which is not ours.
func parserArgs(c command.Command) []string {
	args := slices.Clone(c.Args)
	if c.Directory != "" && slices.Contains(args, "-include") {
		args = append(args, "-iquote", c.Directory)
	}
	return args
}

// toolkit is the folder to take CUDA's headers from, "" for the stand-ins: the
// configuration's, else the command's where it exists on this machine.
func toolkit(configured, compiled string) string {
	if configured != "" {
		return configured
	}
	if info, err := os.Stat(compiled); err == nil && info.IsDir() {
		return compiled
	}
	return ""
}
