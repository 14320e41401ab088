package load

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/warpcheck/warpcheck/frontend"
	"github.com/warpcheck/warpcheck/frontend/confine"
	"github.com/warpcheck/warpcheck/internal/safefile"
)

// The result of reading a job depends on its description and on answers. The file system answers which files exist, and
// the search for headers in the project answers which header a name means. A dependency is one such question with the
// answer that the job got. As long as all questions have the same answers, reading the job again has the same result.
//
// An answer about the existence of a file is recorded when it is given. The content of a file is recorded when the job
// is done. If the file may have changed in the meantime, the result is not stored ([Loader.Complete]).

// Question is the kind of a question about files.
type Question int

// The questions.
const (
	// Existence asks what exists at a path: a file, a folder or nothing.
	Existence Question = iota
	// Content asks for the content of a file.
	Content
	// Names asks for the names of the files in a folder.
	Names
	// FileKind asks whether lines of a file may be shown to the user, and whether the file belongs to the project and
	// not to a toolkit (territory.go).
	FileKind
	// Headers asks for the headers with a name in the project of a source (discover.go). Includers asks for the files
	// that include a header (includers.go). SystemHeaders asks for the machine's headers with a name (system.go).
	Headers
	Includers
	SystemHeaders
	// HostLibrary asks for the text of the machine's C library (system.go).
	HostLibrary
)

// Dependency is a question with its answer.
type Dependency struct {
	Question Question
	Name     string
	// Of is the source whose project is searched, for Headers. For FileKind it is the toolkit.
	Of     string
	Answer string
}

// The answers about existence. saidOther means a file, or something else that is not a folder.
const (
	saidAbsent = "absent"
	saidFolder = "folder"
	saidOther  = "other"
)

// Dependencies collects the dependencies of a job. A nil pointer collects nothing.
type Dependencies struct {
	all map[Dependency]bool
	// unknown reports whether some dependencies are missing from the collection.
	unknown bool
}

// NewDependencies returns an empty collection.
func NewDependencies() *Dependencies { return &Dependencies{all: map[Dependency]bool{}} }

// Lose records that dependencies are missing from the collection, so that the result cannot be stored.
func (d *Dependencies) Lose() {
	if d != nil {
		d.unknown = true
	}
}

func (d *Dependencies) add(q Question, name, subject, answer string) {
	if d != nil {
		d.all[Dependency{q, name, subject, answer}] = true
	}
}

// exists adds the question what exists at a path.
func (d *Dependencies) exists(path string) {
	if d != nil {
		d.add(Existence, path, "", answerAbout(path))
	}
}

// reads adds the content of a file, or the fact that there is no such file.
func (d *Dependencies) reads(path string) {
	if d == nil {
		return
	}
	if answer := answerAbout(path); answer != saidOther {
		d.add(Existence, path, "", answer)
	} else {
		d.add(Content, path, "", "")
	}
}

// asked adds the questions that the parser put to the file system, except for files in memory. If inquiries is nil,
// some questions are not known, and asked sets d.unknown.
func (d *Dependencies) asked(inquiries []confine.Inquiry) {
	if inquiries == nil {
		d.unknown = true
	}
	for _, one := range inquiries {
		if strings.HasPrefix(one.Path, frontend.MemoryFolder) {
			continue
		}
		switch one.Answer {
		case confine.Absent:
			d.add(Existence, one.Path, "", saidAbsent)
		case confine.Folder:
			d.add(Existence, one.Path, "", saidFolder)
		case confine.Other:
			d.add(Existence, one.Path, "", saidOther)
		case confine.Opened:
			d.add(Content, one.Path, "", "")
		case confine.Listed:
			d.add(Names, one.Path, "", "")
		}
	}
}

// Complete returns the dependencies in order, with all answers. It returns false if some are not known, or if a file is
// gone or has changed after the loader was made. The job may then have read other contents.
func (l *Loader) Complete(d *Dependencies) ([]Dependency, bool) {
	if d.unknown {
		return nil, false
	}
	var all []Dependency
	for one := range d.all {
		switch one.Question {
		case Content, Names:
			state := l.answers.fileOf(one)
			if state.answer == saidAbsent || !state.changed.before(l.began) {
				return nil, false
			}
			one.Answer = state.answer
		case Existence:
		default:
			one.Answer = l.Answer(one)
		}
		all = append(all, one)
	}
	SortDependencies(all)
	return all, true
}

// SortDependencies sorts dependencies by their fields.
func SortDependencies(all []Dependency) { slices.SortFunc(all, compareDependencies) }

// IsOf reports whether a dependency depends on the working folder, because it or its answer contains the full path of
// something in the folder.
func (d Dependency) IsOf(folder string) bool {
	return d.Question == Headers || d.Question == Includers || filepath.IsAbs(d.Name) && isBelow(d.Name, folder)
}

func compareDependencies(a, b Dependency) int {
	if n := strings.Compare(a.Name, b.Name); n != 0 {
		return n
	}
	if a.Question != b.Question {
		return int(a.Question) - int(b.Question)
	}
	return strings.Compare(a.Of+"\x00"+a.Answer, b.Of+"\x00"+b.Answer)
}

// Holds reports whether all dependencies still have the same answers.
func (l *Loader) Holds(dependencies []Dependency) bool {
	return !slices.ContainsFunc(dependencies, func(d Dependency) bool { return l.answers.of(l, d) != d.Answer })
}

// answers caches answers during a run. A worker may still be running when a file changes. So the content of a file is
// cached only as long as the file's size and times are the same.
type answers struct {
	known sync.Map // the answer to each Dependency, which is the key and lacks the answer
	files sync.Map // a fileState for each Dependency, which is the key and lacks the answer
}

// of returns the answer to a question, from the cache if it was asked before.
func (a *answers) of(l *Loader, d Dependency) string {
	d.Answer = ""
	if known, ok := a.known.Load(d); ok {
		return known.(string)
	}
	answer := l.Answer(d)
	a.known.Store(d, answer)
	return answer
}

// Answer returns the present answer to a question.
func (l *Loader) Answer(d Dependency) string {
	switch d.Question {
	case Existence:
		return answerAbout(d.Name)
	case Content, Names:
		return l.answers.fileOf(d).answer
	case FileKind:
		return fmt.Sprint(l.territory.kindOf(d.Name), l.territory.holds(d.Name, d.Of))
	case Headers:
		return digest(strings.Join(l.discovery.roots(d.Of, d.Name), "\x00"))
	case Includers:
		return digest(fmt.Sprintf("%#v", l.discovery.includesOf(Project(d.Name), d.Name)))
	case SystemHeaders:
		return strings.Join(systemHeaders(d.Name), "\x00")
	case HostLibrary:
		return digest(string(hostLibrary()))
	}
	return ""
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// answerAbout returns what exists at a path.
func answerAbout(path string) string {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return saidAbsent
	case info.IsDir():
		return saidFolder
	}
	return saidOther
}

// fileState is the state of a file, or of the names in a folder, when it was read.
type fileState struct {
	answer  string
	info    fs.FileInfo
	changed instant
}

// fileOf returns the state of a file, or of the names in a folder if d asks for them.
func (a *answers) fileOf(d Dependency) fileState {
	d.Answer = ""
	info, err := os.Stat(d.Name)
	if err != nil {
		return fileState{answer: saidAbsent}
	}
	if known, ok := a.files.Load(d); ok {
		state := known.(fileState)
		if os.SameFile(state.info, info) && state.info.Size() == info.Size() && changedAt(info) == state.changed {
			return state
		}
	}
	state := fileState{answer: saidOther, info: info, changed: changedAt(info)}
	switch {
	case d.Question == Names:
		state.answer = namesIn(d.Name)
	case info.IsDir():
		state.answer = saidFolder
	default:
		text, err := safefile.Read(d.Name, safefile.Source)
		if errors.Is(err, fs.ErrNotExist) {
			return fileState{answer: saidAbsent}
		}
		if err == nil {
			state.answer = digest(string(text))
		}
	}
	a.files.Store(d, state)
	return state
}

// namesIn returns a digest of the names in a folder, or saidOther if the folder cannot be read.
func namesIn(folder string) string {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return saidOther
	}
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return digest(strings.Join(names, "\x00"))
}

// toolkit adds some headers of the CUDA toolkit at path: those that are read before the parse.
func (d *Dependencies) toolkit(path string) {
	if d == nil || path == "" {
		return
	}
	for _, header := range frontend.ToolkitHeaders(path) {
		d.reads(header)
	}
}
