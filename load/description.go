package load

import (
	"fmt"
	"maps"
	"slices"

	"github.com/warpcheck/warpcheck/frontend"
	"github.com/warpcheck/warpcheck/frontend/command"
	"github.com/warpcheck/warpcheck/warp"
)

// Description is a job as plain values. It has everything that decides how a file is read, except for the contents of
// files and the machine. Another process can make an equal job from it.
type Description struct {
	Path string
	// Text replaces the file's content, unless it is nil. Unsaved lists texts that replace the contents of other files.
	Text    []byte
	Unsaved []Unsaved
	Arch    warp.Arch
	AnyArch bool
	Target  string
	Notes   []string
	Args    []string
	Toolkit string
	Found
	// Searched reports whether headers are searched for in the project.
	Searched bool
	// Edits lists edits of files that are made before the files are read.
	Edits []EditOf
}

// Found holds flags and headers that earlier readings of a job have found to be needed, in addition to those that the
// user gave.
type Found struct {
	Flags []FlagOf
	// Before lists flags for headers that are read before the file.
	Before []FlagOf
	// HostLibrary reports whether the C library is added to the prelude.
	HostLibrary bool
	// Newer is the version of C++ with which the file is read, if the file needs a newer version than its flags name.
	Newer frontend.Standard
}

// FlagOf is a flag for the parser from the checked tree.
type FlagOf struct {
	Kind  command.Kind
	Value string
}

// EditOf is an edit of the text of a file, with the name of the file.
type EditOf struct {
	File string
	frontend.Edit
}

// Describe returns the description of the job in its present state, without its edits.
func (j *Job) Describe() Description {
	return Description{Path: j.Input.Path, Text: j.Input.Text, Unsaved: j.unsaved, Arch: j.Arch, AnyArch: j.AnyArch, Target: j.Target, Notes: slices.Clone(j.Notes),
		Args: j.args, Toolkit: j.toolkit, Found: j.Found(), Searched: j.discovery != nil}
}

// Found returns what the readings of the job have found so far.
func (j *Job) Found() Found {
	return Found{describeFlags(j.flags), describeFlags(j.before), j.hostLibrary, j.newer}
}

func describeFlags(flags []command.Flag) []FlagOf {
	var all []FlagOf
	for _, f := range flags {
		all = append(all, FlagOf{f.Kind(), f.Value()})
	}
	return all
}

// JobOf returns the job of a description. It returns an error for a flag that a checked tree may not give.
func (l *Loader) JobOf(d Description) (*Job, error) {
	flags, err := flagsOf(d.Flags)
	if err != nil {
		return nil, err
	}
	before, err := flagsOf(d.Before)
	if err != nil {
		return nil, err
	}
	j := &Job{Input: Input{Path: d.Path, Text: d.Text}, Arch: d.Arch, AnyArch: d.AnyArch, Target: d.Target, Notes: d.Notes,
		flags: flags, args: d.Args, toolkit: d.Toolkit, before: before, hostLibrary: d.HostLibrary, newer: d.Newer,
		territory: l.territory, unsaved: d.Unsaved}
	if d.Searched {
		j.discovery = l.discovery
	}
	return j, j.edit(d.Edits)
}

func flagsOf(described []FlagOf) ([]command.Flag, error) {
	var flags []command.Flag
	for _, d := range described {
		f, err := command.NewFlag(d.Kind, d.Value)
		if err != nil {
			return nil, err
		}
		flags = append(flags, f)
	}
	return flags, nil
}

// edit adds edits to the job. Their offsets are in the unedited texts of files.
func (j *Job) edit(list []EditOf) error {
	for _, one := range list {
		if j.Edits == nil {
			j.Edits = frontend.Edits{}
		}
		text, err := j.text(one.File)
		if err != nil {
			return err
		}
		if one.Offset < 0 || one.Removed < 0 || one.Offset+one.Removed > len(text) || !j.Edits.Add(one.File, text, one.Edit) {
			return fmt.Errorf("%s: the edits do not fit", one.File)
		}
	}
	return nil
}

// Surroundings holds the facts about a run that a loader needs in addition to the job: which files may be quoted.
type Surroundings struct {
	Projects, Folders, System []string
	// Inputs lists the inputs of the run, each by its Identity.
	Inputs []string
}

// Surroundings returns the surroundings of the run. Its inputs must be known.
func (l *Loader) Surroundings() Surroundings {
	t := l.territory
	return Surroundings{t.projects, t.folders, t.system, slices.Sorted(maps.Keys(t.inputs))}
}

// Within returns a loader for jobs that another loader has planned in the surroundings s.
func Within(s Surroundings) *Loader {
	t := &territory{projects: s.Projects, folders: s.Folders, system: s.System, inputs: map[string]bool{}}
	for _, in := range s.Inputs {
		t.inputs[in] = true
	}
	return &Loader{discovery: newDiscovery(), territory: t, answers: &answers{}, began: now()}
}
