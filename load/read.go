package load

import (
	"fmt"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/frontend"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/frontend/clang"
	"github.com/warpcheck/warpcheck/frontend/command"
	"github.com/warpcheck/warpcheck/frontend/headers"
	"github.com/warpcheck/warpcheck/internal/distinct"
	"github.com/warpcheck/warpcheck/load/parse"
	"github.com/warpcheck/warpcheck/warp"
)

// Job is one file to read, with one compile command, for one architecture.
type Job struct {
	Input Input
	Arch  warp.Arch
	// AnyArch reports whether neither the user nor a command names the architecture.
	AnyArch bool
	// Target selects the modules of a PTX file that are read: those with this target, or all modules if it is "".
	Target string
	// Variant has those flags of the compile command that some other command for the same file lacks.
	Variant string
	// Notes state which parts of the file are not read as they are written.
	Notes []string
	// Parses is the number of parses that the job took.
	Parses int
	// Edits are edits of files that are made before the files are read.
	Edits frontend.Edits

	// flags lists the flags from the checked tree. args lists the user's words for clang. toolkit is the folder of a
	// CUDA toolkit, or "".
	flags   []command.Flag
	args    []string
	toolkit string
	// unsaved lists texts that replace the contents of other files.
	unsaved []Unsaved
	// before lists flags for headers that are read before the file.
	before []command.Flag
	// hostLibrary reports whether the C library is added to the prelude.
	hostLibrary bool
	// library reports whether the headers of C++'s library that nvcc always includes are read (plain.go).
	library bool
	// newer is the version of C++ with which the file is read, if the file needs a newer version than its flags name.
	newer frontend.Standard
	// hostView is the unit as host code sees it (ast.Unit.HostView), or nil if it is not known yet.
	hostView *ast.Unit
	// discovery finds headers. It is nil if a compile command names their folders.
	discovery *discovery
	// Dependencies collects the dependencies of the job. It is nil if they are not needed.
	Dependencies *Dependencies
	// territory decides which files may be quoted.
	territory *territory
}

// ForArch returns the job for another architecture. It has the headers and folders that this job has found, but no
// notes and no edits. It does not search for headers.
func (j *Job) ForArch(arch warp.Arch) *Job {
	return &Job{Input: j.Input, Arch: arch, Target: j.Target, unsaved: j.unsaved, flags: j.flags, args: j.args, toolkit: j.toolkit,
		before: j.before, hostLibrary: j.hostLibrary, library: j.library, newer: j.newer, hostView: j.hostView, territory: j.territory,
		Dependencies: j.Dependencies}
}

// WithOpenTiles returns the same job with another size for open tiles, in lanes. As with ForArch, the job has no notes
// and no edits, and does not search for headers. An open tile is a tile of cooperative groups whose size is an argument
// of a template that nothing instantiates.
func (j *Job) WithOpenTiles(lanes int) *Job {
	other := j.ForArch(j.Arch)
	other.args = append(slices.Clip(j.args), fmt.Sprintf("-DWARPCHECK_OPEN_TILE=%d", lanes))
	return other
}

// TextOf returns the unedited text of a file as the job reads it. It returns "" if the file cannot be read.
func (j *Job) TextOf(file string) string {
	text, _ := j.text(file)
	return string(text)
}

// QuotableText returns the text of a file. It returns "" if the text may not be shown (isUnquoted), or if the file
// cannot be read.
func (j *Job) QuotableText(file string) string {
	if j.isUnquoted(file) {
		return ""
	}
	return j.TextOf(file)
}

// TextOfAny returns the text of a file or of a stand-in header.
func (j *Job) TextOfAny(file string) string {
	if text, is := headers.Text(file); is {
		return text
	}
	return j.TextOf(file)
}

func (j *Job) text(file string) ([]byte, error) {
	if j.Input.Text != nil && file == j.Input.Path {
		return j.Input.Text, nil
	}
	return (&Options{Unsaved: j.unsaved}).Text(file)
}

// IsReserved reports whether only compilers and their headers may define a name.
func IsReserved(name string) bool { return strings.HasPrefix(name, "_") }

// MayDefine reports whether a word of the command line or a flag of the tree may define the macro called name.
func (j *Job) MayDefine(name string) bool {
	names := func(word string) bool { return strings.Contains(word, name) }
	return slices.ContainsFunc(j.args, names) || slices.ContainsFunc(command.Words(j.flags), names)
}

func (j *Job) note(text string) { j.Notes = append(slices.Clip(j.Notes), text) }

// Read parses the file. If names are missing, or an #error asks for a macro, it tries further readings:
//
//   - after headers that have the missing names, if another file includes them before this header (includeBefore)
//   - after PyTorch's header (includeTorch)
//   - with a macro under which the missing names are declared (assumeMacro)
//   - with the macro that the #error asks for (defineAsked)
//
// It keeps a further reading only if it has fewer errors.
func (j *Job) Read() (*ast.Unit, error) {
	if j.Input.Text == nil {
		j.Dependencies.reads(j.Input.Path)
	}
	j.Dependencies.toolkit(j.toolkit)
	if err := j.Input.readable(); err != nil {
		return nil, err
	}
	j.foresee()
	j.library = j.library || !j.isPlain()
	found, err := j.parseFound()
	for range rounds {
		alone := *j
		if err != nil || !j.includeBefore(found.Unit) && !j.includeTorch(found.Unit) && !j.assumeMacro(found.Unit) && !j.defineAsked(found.Unit) {
			break
		}
		after, failure := j.parseFound()
		if failure != nil || len(after.Unit.Diagnostics) >= len(found.Unit.Diagnostics) {
			alone.Parses = j.Parses
			*j = alone
			break
		}
		found = after
	}
	if err != nil {
		return nil, err
	}
	if len(found.Marks) > 0 {
		var names []string
		for _, mark := range found.Marks {
			names = distinct.Append(names, mark.Macro)
		}
		j.note("of headers that are not found, and read as the functions behind them show: " + strings.Join(names, ", "))
	}
	for _, value := range found.Values {
		j.note("no header that is found declares " + value.Macro + ": it is read as " + value.Text)
	}
	tree, err := j.keep(found.Finish(j.hostView))
	if err == nil {
		j.hostView = tree.HostView
	}
	return tree, err
}

// parseFound parses the file. It parses it again after it has found headers that were missing.
func (j *Job) parseFound() (parse.Reading, error) {
	for range rounds {
		r, err := j.start()
		if err != nil {
			return r, err
		}
		if j.discover(r.Unit) {
			continue // the missing header may have caused the other errors, so parse again with its folder
		}
		if !j.library && missesLibrary(r.Unit) {
			j.library = true
			continue
		}
		if r = r.Mend(); !j.addHostLibrary(r.Unit) && !j.addCUB(r.Unit) {
			return r, nil
		}
	}
	r, err := j.start()
	if err != nil {
		return r, err
	}
	return r.Mend(), nil
}

// start parses the file once, with the arguments as they are now.
func (j *Job) start() (parse.Reading, error) {
	if j.territory == nil {
		panic("a job that no loader made") // the parser asks for the territory at a place where a panic cannot be recovered
	}
	args := j.args
	if j.hostLibrary {
		args = append(slices.Clip(args), headers.HostLibrary(headers.Folder)...)
	}
	options := frontend.Options{
		File: j.Input.Path, Source: j.Input.Text, Arch: j.Arch, Parses: &j.Parses,
		Flags: j.flags, Args: args, Before: j.before, CUDAPath: j.toolkit, Headers: headers.Folder, Plain: !j.library,
		Edits: j.Edits.Clone(), Newer: j.newer,
		Own: j.holds, MayRead: j.mayRead,
	}
	for _, one := range j.unsaved {
		options.Unsaved = append(options.Unsaved, clang.File{Name: one.Path, Text: string(one.Text)})
	}
	if j.Dependencies != nil {
		options.Asked = j.Dependencies.asked
	}
	r, err := parse.Start(options)
	if err == nil && r.Newer != j.newer {
		j.note(fmt.Sprintf("read as C++%d, as line %d of %s needs it", r.Newer, r.Needed.Line, fromHere(r.Needed.File)))
	}
	j.newer = r.Newer
	return r, err
}

// addHostLibrary adds the whole C library that nvcc includes in every unit, if the unit misses one of its names and is
// read without a toolkit. It reports whether it has added it. Reading the library takes longer than reading most units,
// so other units do not get it.
func (j *Job) addHostLibrary(tree *ast.Unit) bool {
	names := missedBy(tree)
	if j.hostLibrary || j.toolkit != "" || len(names) == 0 {
		return false
	}
	j.Dependencies.add(HostLibrary, "", "", "")
	if !slices.ContainsFunc(names, mayBeOfHostLibrary) {
		return false
	}
	j.hostLibrary = true
	return true
}
