// Package load decides what is read, and how often: from the files and folders that a user
// names to the syntax tree of each unit.
//
//	inputs    Loader.Inputs  files and folders, each file with its configuration
//	jobs      Loader.Jobs    a file, its compile command, one architecture
//	trees     Job.Read       the file with the headers that it needs, parsed
//
// Package frontend makes one parse, and load/parse the further ones for code of nvcc's dialect that clang refuses. This
// package reads a job again if an error says that something is missing: the folder of a header (discover.go), the C
// library, for a header what is included before it (includers.go). It also decides which text of a tree may be shown
// (territory.go).
package load

import (
	"context"
	"fmt"
	"slices"

	"github.com/warpcheck/warpcheck/config"
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// Options are what is to be read.
type Options struct {
	// Paths are files and folders.
	Paths []string
	// Unsaved are texts that replace the texts of files. No text is nil.
	Unsaved []Unsaved
	// Config is the configuration that governs a path, the command line's
	// settings applied.
	Config func(path string) (*config.Config, error)
	// Databases are the folders of compile_commands.json, none to search upward from each input.
	Databases []string
	// Args are clang flags in the user's words, of --extra-arg and from after "--".
	Args []string
	// Named are the folders that the user named besides the inputs: a toolkit, and folders
	// with headers. Their files may be quoted.
	Named []string
	// ThroughSources asks for the headers among the inputs to be checked through the sources of their
	// projects that include them.
	ThroughSources bool
	// OnlyQuoted refuses a unit with a file that is not quoted, as what is read is printed as it is.
	OnlyQuoted bool
	// AllFiles asks for files below a folder that .gitignore leaves out, too.
	AllFiles bool
}

// IncompleteError is a failure of the analysis. Any other error is one of usage.
type IncompleteError struct{ Err error }

func (e IncompleteError) Error() string { return e.Err.Error() }

// Unread is a file or a folder below the inputs that was not read, and why.
type Unread struct{ File, Why string }

// Loader finds the files of a run.
type Loader struct {
	Options
	// Unread are files that it could not read, Hints name links that were not followed.
	Unread []Unread
	Hints  []string

	commands  *commands
	discovery *discovery
	territory *territory
	answers   *answers
	// identities remember where paths point to.
	identities identities
	// began is when the loader was made: what it remembers of files is not older.
	began instant
}

// New returns a loader. Its error is one of usage.
func New(o Options) (*Loader, error) {
	commands, err := newCommands(o.Databases)
	l := &Loader{Options: o, commands: commands, discovery: newDiscovery(), answers: &answers{}, began: now()}
	l.territory = l.newTerritory(nil)
	return l, err
}

// Quotable reports whether lines of a file may be shown.
func (l *Loader) Quotable(file string) bool { return l.territory.kindOf(file) == own }

// Parse reads the one input of the options under its first architecture, for the
// commands that look at one unit. Its error is one of usage or an [IncompleteError].
func Parse(ctx context.Context, options Options) (*ast.Unit, error) {
	l, err := New(options)
	if err != nil {
		return nil, err
	}
	inputs, err := l.Inputs(ctx)
	if err != nil {
		return nil, err
	}
	if len(inputs) > 1 {
		return nil, fmt.Errorf("%s: %d files in this folder: give one of them", options.Paths[0], len(inputs))
	}
	jobs, err := l.Jobs(ctx, inputs[0])
	if err != nil {
		return nil, err
	}
	tree, err := jobs[0].Read()
	if err != nil {
		return nil, IncompleteError{fmt.Errorf("%s: %w", inputs[0].Path, err)}
	}
	if i := slices.IndexFunc(tree.Files, jobs[0].isUnquoted); i >= 0 && options.OnlyQuoted {
		return nil, IncompleteError{fmt.Errorf("%s: it includes %s, which is outside the project and not quoted: "+
			"name its folder with -I after --", inputs[0].Path, tree.Files[i])}
	}
	return tree, nil
}
