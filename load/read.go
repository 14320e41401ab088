package load

import (
	"slices"

	"github.com/warpcheck/warpcheck/frontend"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/frontend/command"
	"github.com/warpcheck/warpcheck/frontend/headers"
	"github.com/warpcheck/warpcheck/load/parse"
	"github.com/warpcheck/warpcheck/warp"
)

// Job is one file to read, under one command and one architecture.
type Job struct {
	Input
	Arch warp.Arch
	// AnyArch reports that nobody names the architecture.
	AnyArch bool
	// Notes tell how the file was read where that is not as it is written.
	Notes []string
	// Parses is how often the parser ran.
	Parses int

	// flags are those that the checked tree asks for, args the user's words for clang; toolkit
	// is the folder of a CUDA toolkit or "".
	flags   []command.Flag
	args    []string
	toolkit string
	// before are headers that are read before the file.
	before []command.Flag
	// hostLibrary adds the C library to the prelude.
	hostLibrary bool
	// discovery finds headers, nil when a compile command says where they are.
	discovery *discovery
	// territory tells which files may be quoted.
	territory *territory
}

// ForArch is the same job for another architecture, with what reading this one found.
func (j *Job) ForArch(arch warp.Arch) *Job {
	return &Job{Input: j.Input, Arch: arch, flags: j.flags, args: j.args, toolkit: j.toolkit,
		before: j.before, hostLibrary: j.hostLibrary, territory: j.territory}
}

func (j *Job) note(text string) { j.Notes = append(slices.Clip(j.Notes), text) }

// Read parses the file, and a header that misses names again after others, as long as
// that leaves fewer errors.
func (j *Job) Read() (*ast.Unit, error) {
	if err := j.readable(); err != nil {
		return nil, err
	}
	tree, err := j.parseFound()
	for range rounds {
		alone := *j
		if err != nil || !j.includeBefore(tree) {
			break
		}
		after, failure := j.parseFound()
		if failure != nil || len(after.Diagnostics) >= len(tree.Diagnostics) {
			alone.Parses = j.Parses
			*j = alone
			break
		}
		tree = after
	}
	if err != nil {
		return nil, err
	}
	return j.territory.keep(tree)
}

// parseFound reads the file, and again with the headers that were missed.
func (j *Job) parseFound() (*ast.Unit, error) {
	tree, err := j.parse()
	for range rounds {
		if err != nil || !j.discover(tree) && !j.addHostLibrary(tree) {
			break
		}
		tree, err = j.parse()
	}
	return tree, err
}

// parse reads the file with the arguments as they are.
func (j *Job) parse() (*ast.Unit, error) {
	args := j.args
	if j.hostLibrary {
		args = append(slices.Clip(args), headers.HostLibrary(headers.Folder)...)
	}
	return parse.File(frontend.Options{
		File: j.Path, Source: j.Text, Arch: j.Arch, Parses: &j.Parses,
		Flags: j.flags, Args: args, Before: j.before, CUDAPath: j.toolkit, Headers: headers.Folder,
	})
}

// addHostLibrary includes the whole of the C library that nvcc includes in every
// unit. It costs more than most units, so only one that misses a name gets it.
func (j *Job) addHostLibrary(tree *ast.Unit) bool {
	if j.hostLibrary || j.toolkit != "" || len(missedBy(tree, unknownName)) == 0 {
		return false
	}
	j.hostLibrary = true
	return true
}
