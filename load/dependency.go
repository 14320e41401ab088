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

// The result of reading a job depends on its description and on answers: of the file system, about
// files that exist and files that do not, and of the search for headers in the project. A
// dependency is one such question with the answer that the job was given. While all questions
// have these answers, reading the job again has the same result.
//
// Answers about the existence of files are recorded when they are given. The content of a
// file is recorded when the job is done, so the result is not kept if a file changed
// meanwhile ([Loader.Settled]).

// Question says what a dependency is about.
type Question int

// The questions.
const (
	// Existence of a file or folder by a name.
	Existence Question = iota
	// Content of a file.
	Content
	// Names in a folder.
	Names
	// FileKind of a file: whether it may be quoted, and belongs to the project, not to a toolkit (territory.go).
	FileKind
	// Headers of a name in the project of a source (discover.go), Includers of a header
	// (includers.go), and SystemHeaders of a name (system.go).
	Headers
	Includers
	SystemHeaders
	// HostLibrary is the text of the machine's C library (system.go).
	HostLibrary
)

// Dependency is a question with its answer.
type Dependency struct {
	Question Question
	Name     string
	// Of is the source whose project is asked about, for Headers, and the toolkit for FileKind.
	Of     string
	Answer string
}

// The answers about existence, and about what has no content.
const (
	saidAbsent = "absent"
	saidFolder = "folder"
	saidOther  = "other"
)

// Dependencies are those of a job, while they are collected. A nil one collects nothing.
type Dependencies struct {
	all map[Dependency]bool
	// unknown is whether some dependencies are not known.
	unknown bool
}

// NewDependencies returns an empty collection.
func NewDependencies() *Dependencies { return &Dependencies{all: map[Dependency]bool{}} }

// Lose notes that some dependencies are not known.
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

// exists adds the question whether a file exists.
func (d *Dependencies) exists(path string) {
	if d != nil {
		d.add(Existence, path, "", answerAbout(path))
	}
}

// reads adds a file that is read, if it exists.
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

// asked adds the parser's inquiries, except for the files that it has from memory.
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

// Settled returns the dependencies in order, with all their answers; false if some are not known, or if
// a file has changed since the loader was made, so that the job may have read another content.
func (l *Loader) Settled(d *Dependencies) ([]Dependency, bool) {
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

// SortDependencies puts them in an order that depends on them alone.
func SortDependencies(all []Dependency) { slices.SortFunc(all, compareDependencies) }

// IsOf reports whether a dependency holds in one working folder only: it, or its answer, names something in the folder
// by its whole path.
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

// Holds reports whether all questions have the answers that they had.
func (l *Loader) Holds(dependencies []Dependency) bool {
	return !slices.ContainsFunc(dependencies, func(d Dependency) bool { return l.answers.of(l, d) != d.Answer })
}

// answers remembers answers for the time of a run. A worker may outlive a change of a file, so the content of a file is
// remembered only as long as its times are the same.
type answers struct {
	known sync.Map // string by Dependency without its answer
	files sync.Map // fileState by Dependency without its answer
}

// of returns the answer to a question, which it asks once.
func (a *answers) of(l *Loader, d Dependency) string {
	d.Answer = ""
	if known, ok := a.known.Load(d); ok {
		return known.(string)
	}
	answer := l.Answer(d)
	a.known.Store(d, answer)
	return answer
}

// Answer returns what a question is answered now.
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

// answerAbout returns what exists by a name.
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

// fileState is the state of a file when it was read.
type fileState struct {
	answer  string
	info    fs.FileInfo
	changed instant
}

// fileOf returns the state of a file or of the names in a folder.
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

// namesIn returns a digest of the names in a folder.
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

// toolkit adds what is looked for in a CUDA toolkit before the parse.
func (d *Dependencies) toolkit(path string) {
	if d == nil || path == "" {
		return
	}
	for _, header := range frontend.ToolkitHeaders(path) {
		d.reads(header)
	}
}
