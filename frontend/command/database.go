package command

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"sync"

	"github.com/warpcheck/warpcheck/internal/safefile"
)

// databaseName is the name of a compilation database, which CMake, Bear and other tools write.
const databaseName = "compile_commands.json"

// Database is a compilation database with absolute paths.
type Database struct {
	// Path is the file from which the database was read.
	Path string
	// Entries lists the compilations in the order of the file.
	Entries []Entry

	// index and links make sure that each map is filled only once. byPath maps the path of a file to its entries.
	// byReal maps the path without symbolic links to the entries. It is filled only if a file is looked up whose path
	// no entry has.
	index, links   sync.Once
	byPath, byReal map[string][]Entry
}

// Entry is one compilation. Its command is not translated.
type Entry struct {
	// File is the compiled file, Directory the folder in which the compiler runs. Both paths are absolute.
	File, Directory string
	// Args is the command line. The first word is the compiler.
	Args []string
}

// Translate translates the entry's command (see [Translate]). The source is the entry's file, even if the command names
// another file.
func (e Entry) Translate(ctx context.Context) (Command, []string, error) {
	c, warnings, err := Translate(ctx, e.Args, e.Directory)
	if err != nil {
		return Command{}, warnings, fmt.Errorf("%s: %w", e.File, err)
	}
	c.File = e.File
	return c, warnings, nil
}

// rawEntry is an entry as it is encoded in the file.
type rawEntry struct {
	Directory string   `json:"directory"`
	File      string   `json:"file"`
	Command   string   `json:"command"`
	Arguments []string `json:"arguments"`
}

// LoadDatabase reads a database. path is the file or its directory. It resolves a relative directory in an entry from
// the database's directory.
func LoadDatabase(path string) (*Database, error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		path = filepath.Join(path, databaseName)
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	text, err := safefile.Read(path, safefile.Database)
	if err != nil {
		return nil, fmt.Errorf("compilation database: %w", err)
	}
	return parseDatabase(path, text)
}

// parseDatabase reads the text of a database.
func parseDatabase(path string, text []byte) (*Database, error) {
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")) // drops a byte order mark
	var raw []rawEntry
	if err := json.Unmarshal(text, &raw); err != nil {
		return nil, malformed(path, text, err)
	}
	if raw == nil {
		return nil, malformed(path, text, errors.New("a list of entries belongs here, not null"))
	}
	d := &Database{Path: path}
	for i, r := range raw {
		e, err := r.entry(filepath.Dir(path))
		if err != nil {
			return nil, fmt.Errorf("%s: entry %d: %w", path, i+1, err)
		}
		d.Entries = append(d.Entries, e)
	}
	return d, nil
}

// malformed returns the error about a database that cannot be decoded. It names the line of the fault, if err has its
// place.
func malformed(path string, text []byte, err error) error {
	offset := int64(-1)
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		offset = syntax.Offset
	case errors.As(err, &kind):
		offset, err = kind.Offset, errors.New(wrongKind(kind))
	}
	if offset < 0 || offset > int64(len(text)) {
		return fmt.Errorf("%s: not a compilation database: %w", path, err)
	}
	line := 1 + bytes.Count(text[:offset], []byte("\n"))
	return fmt.Errorf("%s:%d: not a compilation database: %w", path, line, err)
}

// wrongKind describes a JSON value of the wrong kind.
func wrongKind(kind *json.UnmarshalTypeError) string {
	switch {
	case kind.Field != "":
		return fmt.Sprintf("%q cannot be a JSON %s", kind.Field, kind.Value)
	case kind.Type.Kind() == reflect.Slice:
		return "a list of entries belongs here, not a JSON " + kind.Value
	}
	return "an entry belongs here, not a JSON " + kind.Value
}

func (r rawEntry) entry(base string) (Entry, error) {
	if r.File == "" {
		return Entry{}, errors.New(`no "file"`)
	}
	args := r.Arguments
	if len(args) == 0 {
		if r.Command == "" {
			return Entry{}, fmt.Errorf(`%s has neither "command" nor "arguments"`, r.File)
		}
		var err error
		if args, err = Split(r.Command); err != nil {
			return Entry{}, fmt.Errorf("%s: %w", r.File, err)
		}
	}
	dir := join(base, r.Directory)
	return Entry{File: join(dir, r.File), Directory: dir, Args: args}, nil
}

// join resolves path against base unless it is absolute.
func join(base, path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(base, path)
}

// FindDatabase returns the database for a directory, or for the directory of a file, or "" if there is none. It looks
// in that directory and in its subdirectory build/, and then likewise in each parent directory. It ignores a database
// above start if another user may have put it there ([PassedOver]).
func FindDatabase(start string) string { return NewSearch().Find(start) }

// Search finds databases for many directories. It looks into each directory only once.
type Search struct {
	// closest maps each directory to the closest directory with a database, itself or one of its parents, or to "".
	closest sync.Map
}

// NewSearch returns a search that has not looked into any directory yet.
func NewSearch() *Search { return &Search{} }

// Find returns the database for a directory, or "".
func (s *Search) Find(start string) string { return s.find(start, func(string) {}) }

// PassedOver returns the databases above a directory that are ignored, because another user may have put them there.
func (s *Search) PassedOver(start string) (files []string) {
	s.find(start, func(file string) { files = append(files, file) })
	return files
}

func (s *Search) find(start string, foreign func(file string)) string {
	dir, err := filepath.Abs(start)
	if err != nil {
		return ""
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		dir = filepath.Dir(dir)
	}
	for at := s.closestTo(dir); at != ""; at = s.closestTo(filepath.Dir(at)) {
		for _, file := range databasesIn(at) {
			if at == dir || !safefile.Foreign(file, dir) {
				return file
			}
			foreign(file)
		}
		if filepath.Dir(at) == at {
			return ""
		}
	}
	return ""
}

// closestTo returns the closest of dir and its parents that has a database, or "".
func (s *Search) closestTo(dir string) string {
	found := ""
	var passed []string
	for at := dir; ; at = filepath.Dir(at) {
		if known, ok := s.closest.Load(at); ok {
			found = known.(string)
			break
		}
		passed = append(passed, at)
		if len(databasesIn(at)) > 0 {
			found = at
			break
		}
		if filepath.Dir(at) == at {
			break
		}
	}
	for _, at := range passed {
		s.closest.Store(at, found)
	}
	return found
}

// databasesIn returns the database in a directory, and then the one in its subdirectory build/, if they exist.
func databasesIn(dir string) (files []string) {
	for _, place := range []string{dir, filepath.Join(dir, "build")} {
		file := filepath.Join(place, databaseName)
		if info, err := os.Stat(file); err == nil && !info.IsDir() {
			files = append(files, file)
		}
	}
	return files
}

// Lookup returns the entries that compile a file, in the order of the database. There may be several. There are none if
// no entry names the file.
func (d *Database) Lookup(file string) []Entry {
	wanted, err := filepath.Abs(file)
	if err != nil {
		return nil
	}
	d.index.Do(d.fill)
	if found := d.byPath[wanted]; found != nil {
		return found
	}
	d.links.Do(d.resolve)
	return d.byReal[realPath(wanted)]
}

// CompilesAsCUDA reports whether an entry compiles a source as CUDA, for any suffix.
func (d *Database) CompilesAsCUDA(ctx context.Context, file string) bool {
	return isSource(file) && slices.ContainsFunc(d.Lookup(file), func(e Entry) bool {
		c, _, err := e.Translate(ctx)
		return err == nil && c.NamesCUDA
	})
}

// fill indexes the entries by their paths.
func (d *Database) fill() {
	d.byPath = map[string][]Entry{}
	for _, e := range d.Entries {
		d.byPath[e.File] = append(d.byPath[e.File], e)
	}
}

// resolve indexes the entries by their paths without symbolic links. It asks the file system about each entry once.
func (d *Database) resolve() {
	d.byReal = map[string][]Entry{}
	for _, e := range d.Entries {
		real := realPath(e.File)
		d.byReal[real] = append(d.byReal[real], e)
	}
}

// realPath returns a path without symbolic links, or the path itself if it cannot be resolved.
func realPath(path string) string {
	if resolved, err := filepath.EvalSymlinks(path); err == nil {
		return resolved
	}
	return path
}
