package load

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/warpcheck/warpcheck/config"
	"github.com/warpcheck/warpcheck/frontend/command"
	"github.com/warpcheck/warpcheck/internal/distinct"
	"github.com/warpcheck/warpcheck/warp"
)

// commands finds the commands that compile a file. It looks in the databases that the user named, or else in the
// closest database in the file's folder or a folder above it. Each database is read once. A file that no database has
// is parsed with the extra flags only.
type commands struct {
	// named lists the databases that the user named with -p. If there are none, databases are searched for.
	named []*command.Database
	// searched finds the databases in and above a folder. found maps a path to the database that was read from it.
	searched *command.Search
	found    map[string]*command.Database
	// knows has an entry for each database in which a source was looked up. The entry is true if the database had a
	// command for some source.
	knows map[*command.Database]bool
}

func newCommands(paths []string) (*commands, error) {
	c := &commands{searched: command.NewSearch(), found: map[string]*command.Database{}, knows: map[*command.Database]bool{}}
	for _, path := range paths {
		d, err := command.LoadDatabase(path)
		if err != nil {
			return nil, fmt.Errorf("-p %s: %w", path, err)
		}
		c.named = append(c.named, d)
	}
	return c, nil
}

// databases returns the databases that may have a file.
func (c *commands) databases(file string) ([]*command.Database, error) {
	if c.named != nil {
		return c.named, nil
	}
	path := c.searched.Find(filepath.Dir(file))
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
	return []*command.Database{c.found[path]}, nil
}

// compileAsCUDA reports whether a database compiles a file as CUDA although its suffix is not that of CUDA. It returns
// false if a database cannot be read. The method lookup returns the error when it looks up the files that are checked.
func (c *commands) compileAsCUDA(ctx context.Context, file string) bool {
	databases, err := c.databases(file)
	return err == nil && slices.ContainsFunc(databases, func(d *command.Database) bool { return d.CompilesAsCUDA(ctx, file) })
}

// Commands returns the paths of the databases that were read.
func (l *Loader) Commands() []string {
	var files []string
	for _, d := range slices.Concat(l.commands.named, slices.Collect(maps.Values(l.commands.found))) {
		files = append(files, d.Path)
	}
	slices.Sort(files)
	return files
}

// HintAtCommands adds a hint for each database that has CUDA files, but none of the sources of the run.
func (l *Loader) HintAtCommands() {
	var hints []string
	for database, isKnown := range l.commands.knows {
		i := slices.IndexFunc(database.Entries, func(e command.Entry) bool { return IsCUDA(e.File) })
		if !isKnown && i >= 0 {
			hints = append(hints, fmt.Sprintf("%s: none of the files that are checked is in it, which are read without its flags; "+
				"its first CUDA file is %s", database.Path, database.Entries[i].File))
		}
	}
	slices.Sort(hints)
	l.hint(hints)
}

// HintAtFolders adds a hint for each folder of headers that the user has named and that does not exist. clang does not
// report such folders.
func (l *Loader) HintAtFolders() {
	var hints []string
	for _, folder := range command.Folders(l.Args) {
		if info, err := os.Stat(folder); err != nil || !info.IsDir() {
			hints = append(hints, fmt.Sprintf("%s, which is named for headers: no such folder", folder))
		}
	}
	l.hint(hints)
}

// HintAtForeign adds hints about configurations, databases and repositories above the inputs' folders that are not
// used, because other users may have put them there.
func (l *Loader) HintAtForeign(inputs []Input) {
	var hints []string
	search := config.NewSearch()
	for folder := range foldersOf(inputs) {
		files := search.PassedOver(folder)
		if l.commands.named == nil {
			files = append(files, l.commands.searched.PassedOver(folder)...)
		}
		for _, file := range files {
			hints = append(hints, fmt.Sprintf("%s does not count: it, or its folder, is another user's or may be written by everyone", file))
		}
	}
	slices.Sort(hints)
	l.hint(hints)
}

// foldersOf returns the set of folders that contain inputs.
func foldersOf(inputs []Input) map[string]bool {
	folders := map[string]bool{}
	for _, in := range inputs {
		folders[filepath.Dir(in.Path)] = true
	}
	return folders
}

// hint adds hints without repetitions. A run may plan more than once.
func (l *Loader) hint(hints []string) {
	for _, hint := range hints {
		l.Hints = distinct.Append(l.Hints, hint)
	}
}

// lookup returns all commands that compile a file, or none if no database has it. If the file's suffix is not that of
// CUDA, and some commands name CUDA as the language, it returns only these. When the context ends, lookup returns the
// context's error.
func (c *commands) lookup(ctx context.Context, file string) (all []command.Command, warnings []string, err error) {
	databases, err := c.databases(file)
	if err != nil {
		return nil, nil, err
	}
	for _, database := range databases {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		entries := database.Lookup(file)
		if isUnit(file) { // not reported for a header, because databases have no commands for headers
			c.knows[database] = c.knows[database] || len(entries) > 0
		}
		for _, entry := range entries {
			translated, complaints, err := entry.Translate(ctx)
			if err != nil {
				return nil, nil, fmt.Errorf("%s: %w", database.Path, err)
			}
			warnings = append(warnings, complaints...)
			all = append(all, translated)
		}
	}
	isHost := func(c command.Command) bool { return !c.NamesCUDA }
	if asCUDA := slices.DeleteFunc(slices.Clone(all), isHost); len(asCUDA) > 0 && !IsCUDA(file) {
		all = asCUDA
	}
	return all, warnings, nil
}

// mostJobs bounds the jobs of one file, which are its combinations of commands and architectures, or the targets of its
// PTX modules. Some builds compile a file a few dozen times, for types and sizes.
const mostJobs = 256

// Jobs returns a job for each command that compiles the file, and each architecture for which it is checked. It returns
// at least one.
func (l *Loader) Jobs(ctx context.Context, input Input) ([]*Job, error) {
	ways, warnings, err := l.commandsOf(ctx, input)
	if err != nil {
		return nil, err
	}
	asked, err := ParseArchs(input.Config.Arch)
	if err != nil {
		return nil, err
	}
	find := l.discovery
	if ways == nil {
		ways = []command.Command{{Flags: assumedFlags}}
	} else if !input.Embedded {
		find = nil
	}
	var jobs []*Job
	known := map[string]bool{}
	own, _ := input.Config.Flags()
	args := slices.Concat(input.Config.Words(), l.Args)
	for _, way := range ways {
		flags := slices.Concat(parserFlags(way), own)
		way.Archs = withoutUnknown(way.Archs, func(arch warp.Arch) {
			warnings = append(warnings, fmt.Sprintf("architecture %s is none that GPUs have, and ignored", arch))
		})
		for _, arch := range architecturesOf(asked, way.Archs) {
			id := fmt.Sprint(arch, strings.Join(command.Words(flags), "\x00"))
			if known[id] {
				continue
			}
			if known[id] = true; len(jobs) == mostJobs {
				continue
			}
			jobs = append(jobs, &Job{Input: input, Arch: arch, AnyArch: len(asked)+len(way.Archs) == 0,
				flags: flags, args: args, toolkit: toolkit(input.Config.CUDAPath, way.CudaPath),
				discovery: find, territory: l.territory, unsaved: l.unsavedBeside(input.Path)})
		}
	}
	count := len(known)
	if jobs[0].IsPTX() && len(asked) == 0 {
		jobs = jobs[0].perTarget()
		count, jobs = len(jobs), jobs[:min(len(jobs), mostJobs)]
	}
	if count > mostJobs {
		l.notReadOnce(input.Path, fmt.Sprintf("it is compiled in %d ways: those beyond the first %d are left out", count, mostJobs))
	}
	nameVariants(jobs)
	for _, text := range warnings {
		jobs[0].note(text)
	}
	return jobs, nil
}

// commandsOf returns the commands that compile an input.
func (l *Loader) commandsOf(ctx context.Context, input Input) (all []command.Command, warnings []string, err error) {
	if input.Embedded {
		one, warnings, err := commandOf(ctx, input)
		return []command.Command{one}, warnings, err
	}
	return l.commands.lookup(ctx, input.Path)
}

// assumedFlags lists the flags of a file that no database has. It may need the extensions of nvcc, which the parser has
// anyway.
var assumedFlags = []command.Flag{
	command.DefineFlag("__CUDACC_EXTENDED_LAMBDA__"),
	command.DefineFlag("__CUDACC_RELAXED_CONSTEXPR__"),
}

// architecturesOf returns the requested architectures if the user named any. Otherwise it returns those of the compile
// command, or the default architecture.
func architecturesOf(requested, compiled []warp.Arch) []warp.Arch {
	switch {
	case len(requested) > 0:
		return requested
	case len(compiled) > 0:
		return compiled
	}
	return []warp.Arch{defaultArch}
}

// parserFlags returns a command's flags. A forced include is searched for in the command's working folder, which may
// differ from that of this process.
func parserFlags(c command.Command) []command.Flag {
	flags := command.From(workingFolder(), c.Flags)
	isHeader := func(f command.Flag) bool { return f.Kind() == command.Header }
	if c.Directory == "" || !slices.ContainsFunc(flags, isHeader) {
		return flags
	}
	if near, err := command.NewFlag(command.QuoteFolder, c.Directory); err == nil {
		flags = append(flags, command.From(workingFolder(), []command.Flag{near})...)
	}
	return flags
}

// workingFolder returns the working folder of this process.
var workingFolder = sync.OnceValue(func() string {
	here, _ := os.Getwd()
	return here
})

// toolkit returns the folder from which CUDA's headers are read, or "" for the stand-ins. It is the folder in the
// configuration, or else that of the command if it exists on this machine.
func toolkit(configured, compiled string) string {
	if configured != "" {
		return configured
	}
	if info, err := os.Stat(compiled); err == nil && info.IsDir() {
		return compiled
	}
	return ""
}
