// Package load decides which files are read, and how often: from the files and folders that a user names to the syntax
// tree of each unit.
//
//	inputs    Loader.Inputs  files and folders, each file with its configuration
//	jobs      Loader.Jobs    a file, its compile command, one architecture
//	trees     Job.Read       the file with the headers that it needs, parsed
//
// Package frontend makes one parse. Package load/parse makes further ones for code in nvcc's dialect that clang
// refuses. This package reads a job again if an error shows that something is missing: the folder of a header
// (discover.go), the C library, or, for a header, the headers that are included before it (includers.go). It also
// decides which text of a tree may be shown (territory.go).
package load

import (
	"context"
	"fmt"
	"slices"

	"github.com/warpcheck/warpcheck/config"
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// Options states which files to read, and how.
type Options struct {
	// Paths lists files and folders.
	Paths []string
	// Unsaved lists texts that replace the contents of files. The text of each is not nil.
	Unsaved []Unsaved
	// Config returns the configuration that governs a path, with the settings of the command line.
	Config func(path string) (*config.Config, error)
	// Databases lists the folders of compile_commands.json. If it is empty, databases are searched for in and above the
	// folder of each input.
	Databases []string
	// Args lists flags for clang in the user's words, from --extra-arg and after "--".
	Args []string
	// Named lists the folders that the user named in addition to the inputs: a toolkit, and folders with headers. Their
	// files may be quoted.
	Named []string
	// ThroughSources reports whether a header among the inputs is checked through the sources of its project that
	// include it.
	ThroughSources bool
	// ThroughIncluders reports the same for all files among the inputs, also for a source that another source includes.
	ThroughIncluders bool
	// PassedOver is the beginning of the text of some sources: a source that begins with it is not checked for the
	// headers that it includes. It is "" if there are no such sources.
	PassedOver string
	// AllFiles reports whether the files that .gitignore leaves out are checked, too.
	AllFiles bool
}

// IncompleteError is a failure of the analysis. Any other error means that warpcheck was used wrongly.
type IncompleteError struct{ Err error }

func (e IncompleteError) Error() string { return e.Err.Error() }

// Unread is a file or a folder below the inputs that was not read, and why.
type Unread struct{ File, Why string }

// Loader finds the files that a run analyses, and how each is compiled.
type Loader struct {
	Options
	// Unread lists the files that could not be read, with the reasons. Hints lists messages about files that are not
	// checked, or settings that are not used, although no error occurred.
	Unread []Unread
	Hints  []string

	commands  *commands
	discovery *discovery
	territory *territory
	answers   *answers
	// identities caches Identity: absolute paths with symbolic links resolved.
	identities identities
	// began is when the loader was made. The loader caches nothing about files from before that time.
	began instant
}

// New returns a loader. Its error means that warpcheck was used wrongly.
func New(o Options) (*Loader, error) {
	commands, err := newCommands(o.Databases)
	l := &Loader{Options: o, commands: commands, discovery: newDiscovery(), answers: &answers{}, began: now()}
	l.territory = l.newTerritory(nil)
	return l, err
}

// Quotable reports whether lines of a file may be shown.
func (l *Loader) Quotable(file string) bool { return l.territory.kindOf(file) == own }

// ReadQuoted reads the job's file for a command that prints what it reads. So it refuses a unit that reads a file which
// may not be quoted. Its error is an [IncompleteError], or means that warpcheck was used wrongly.
func (j *Job) ReadQuoted() (*ast.Unit, error) {
	if j.IsPTX() {
		return nil, fmt.Errorf("%s: PTX has no syntax tree", j.Input.Path)
	}
	tree, err := j.Read()
	if err != nil {
		return nil, IncompleteError{fmt.Errorf("%s: %w", j.Input.Path, err)}
	}
	if i := slices.IndexFunc(tree.Files, j.isUnquoted); i >= 0 {
		return nil, IncompleteError{fmt.Errorf("%s: it includes %s, which is outside the project and not quoted: "+
			"name its folder with -I after --", j.Input.Path, tree.Files[i])}
	}
	return tree, nil
}

// OnlyJob returns the job for the only input of the options and its first architecture, for the commands that look at
// one unit. Its error is an [IncompleteError], or means that warpcheck was used wrongly.
func OnlyJob(ctx context.Context, options Options) (*Job, error) {
	l, err := New(options)
	if err != nil {
		return nil, err
	}
	inputs, err := l.Inputs(ctx)
	if err != nil {
		return nil, err
	}
	switch {
	case len(inputs) == 0 && len(l.Unread) > 0:
		return nil, IncompleteError{fmt.Errorf("%s: %s", l.Unread[0].File, l.Unread[0].Why)}
	case len(inputs) == 0:
		return nil, IncompleteError{ctx.Err()} // the search was interrupted
	case len(inputs) > 1 && inputs[1].Embedded && inputs[0].Path == inputs[1].Path:
		return nil, fmt.Errorf("%s: %d CUDA sources in this file: copy one of them to a file of its own", options.Paths[0], len(inputs))
	case len(inputs) > 1:
		return nil, fmt.Errorf("%s: %d files in this folder: give one of them", options.Paths[0], len(inputs))
	}
	jobs, err := l.Jobs(ctx, inputs[0])
	if err != nil {
		return nil, err
	}
	return jobs[0], nil
}
