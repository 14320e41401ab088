package check

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/config"
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

// lookup is every way in which a file is compiled: none when no database knows it. It ends
// with the context, whose error it returns then.
func (c *commands) lookup(ctx context.Context, file string) (all []command.Command, warnings []string, err error) {
	database, err := c.database(file)
	if err != nil {
		return nil, nil, err
	}
	if database != nil {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		for _, entry := range database.Lookup(file) {
			translated, complaints, err := entry.Translate(ctx)
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
func (c *checker) jobsFor(ctx context.Context, in input) ([]*unit, error) {
	ways, warnings, err := c.commands.lookup(ctx, in.path)
	if err != nil {
		return nil, err
	}
	asked, err := ParseArchs(in.config.Arch)
	if err != nil {
		return nil, err
	}
	find := c.discovery
	if ways == nil {
		ways = []command.Command{{Flags: assumedFlags}}
	} else {
		find = nil
	}
	var units []*unit
	known := map[string]bool{}
	own, _ := in.config.Flags()
	args := slices.Concat(in.config.Words(), c.Args)
	for _, way := range ways {
		flags := slices.Concat(parserFlags(way), own)
		for _, arch := range architecturesOf(asked, way.Archs) {
			id := fmt.Sprint(arch, strings.Join(command.Words(flags), "\x00"))
			if known[id] {
				continue
			}
			known[id] = true
			units = append(units, &unit{input: in, flags: flags, args: args, arch: arch,
				toolkit: toolkit(in.config.CUDAPath, way.CudaPath),
				replay:  c.replay(in.config), discovery: find, territory: c.territory,
				anyArch: len(asked)+len(way.Archs) == 0})
		}
	}
	for _, text := range warnings {
		units[0].notModelled = append(units[0].notModelled, Reason{File: in.path, Text: text})
	}
	return units, nil
}

// assumedFlags are those of a file that no database knows: it may need the extensions of
// nvcc, which the parser has in any case.
var assumedFlags = []command.Flag{
	command.DefineFlag("__CUDACC_EXTENDED_LAMBDA__"),
	command.DefineFlag("__CUDACC_RELAXED_CONSTEXPR__"),
}

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

// parserFlags are a command's flags. A forced include is looked for in the
// command's working directory, which is not ours.
func parserFlags(c command.Command) []command.Flag {
	flags := slices.Clone(c.Flags)
	isHeader := func(f command.Flag) bool { return f.Kind() == command.Header }
	if c.Directory == "" || !slices.ContainsFunc(flags, isHeader) {
		return flags
	}
	if near, err := command.NewFlag(command.QuoteFolder, c.Directory); err == nil {
		flags = append(flags, near)
	}
	return flags
}

// tellRefused tells of the flags of configurations that are left out, once for each.
func tellRefused(o *Outcome, inputs []input) {
	for _, in := range inputs {
		_, refused := in.config.Flags()
		if len(refused) == 0 {
			continue
		}
		hint := fmt.Sprintf("%s: extra_args: left out, as a file of the checked tree may not give it: %s; "+
			"name the file with --config, or give the flags after --",
			in.config.Path, config.Enumerate(refused))
		if !slices.Contains(o.Hints, hint) {
			o.Hints = append(o.Hints, hint)
		}
	}
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
