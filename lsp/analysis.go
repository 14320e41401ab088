package lsp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/sourcegraph/jsonrpc2"
	"github.com/warpcheck/warpcheck/check"
	"github.com/warpcheck/warpcheck/config"
	"github.com/warpcheck/warpcheck/internal/legible"
	"github.com/warpcheck/warpcheck/internal/safefile"
	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/report"
	"github.com/warpcheck/warpcheck/result"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/source"
)

// analysis is one analysis of a document.
type analysis struct {
	server   *server
	document *document
	// proves reports whether this analysis proves repairs. A proof takes longer than the analysis that finds the
	// faults, so it is made only when an editor asks for repairs.
	proves bool
	cancel context.CancelFunc
	// done is closed when the result is in the field found (or proved) of the document, or when the analysis was
	// cancelled.
	done chan struct{}
}

// found is the result of the analysis of a document.
type found struct {
	// version is the version that the document had when it was analysed.
	version int
	// read has the identities of the files that the analysis read (load.Identity).
	read []string
	// marks maps the path of a file to its diagnostics. pictures lists the drawings of lanes in all files.
	marks    map[string][]mark
	pictures []result.Picture
	// launches lists the launches of kernels that were found. repaired lists the files with all safe repairs made.
	launches []result.Launch
	repaired []check.Rewritten
	// quotable reports whether the text of a file may be shown.
	quotable func(file string) bool
}

// mark is a diagnostic, with its finding (nil for a notice).
type mark struct {
	diagnostic
	finding *rules.Finding
}

// run waits for pause and until fewer than Options.Parallel analyses run. Then it analyses, and publishes the result
// unless the analysis was cancelled.
func (a *analysis) run(ctx context.Context, pause time.Duration) {
	s := a.server
	defer s.work.Done()
	defer close(a.done)
	defer a.cancel()
	select {
	case <-time.After(pause):
	case <-ctx.Done():
		return
	}
	select {
	case s.running <- struct{}{}:
		defer func() { <-s.running }()
	case <-ctx.Done():
		return
	}
	s.mutex.Lock()
	unsaved, folder := s.unsaved(a.document), s.folderOf(a.document.path)
	s.mutex.Unlock()
	defer s.showProgress(a.document, a.cancel)()
	outcome, err := s.Check(ctx, folder, a.document.path, unsaved, a.proves)
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if ctx.Err() != nil {
		return
	}
	if a.proves {
		a.document.proved = s.foundIn(a.document, outcome, err)
		return
	}
	a.document.found = s.foundIn(a.document, outcome, err)
	s.publish()
	if s.isOutdated(a.document.found, unsaved) {
		s.analyse(a.document, s.Pause)
	}
}

// isOutdated reports whether the text of a file that f has read has changed meanwhile. unsaved lists the texts of open
// files that the analysis read.
func (s *server) isOutdated(f *found, unsaved []load.Unsaved) bool {
	texts := map[string]string{}
	for _, one := range unsaved {
		texts[one.Path] = string(one.Text)
	}
	for path, d := range s.documents {
		text, was := texts[path]
		if delete(texts, path); (was || d.isChanged) && text != d.text && f.reads(path) {
			return true
		}
	}
	for path := range texts { // documents closed meanwhile
		if f.reads(path) {
			return true
		}
	}
	return false
}

func (f *found) reads(path string) bool { return slices.Contains(f.read, load.Identity(path)) }

// foundIn returns the result of an analysis, made from the outcome of a run. If the run failed with err, this error is
// the only mark.
func (s *server) foundIn(d *document, outcome *check.Outcome, err error) *found {
	texts := lineCache{server: s, known: map[string]lines{}}
	f := &found{version: d.version, marks: map[string][]mark{}}
	if err != nil {
		s.addFailure(f, d, err)
		return f
	}
	for _, file := range outcome.Read {
		f.read = append(f.read, load.Identity(file))
	}
	f.pictures, f.quotable, f.launches, f.repaired = outcome.Pictures, outcome.Quotable, outcome.Launches, outcome.Repaired
	for _, one := range report.Diagnostics(&report.Report{
		Findings: outcome.Findings, Unconfirmed: outcome.Unconfirmed, Undecided: outcome.Undecided, Notices: outcome.Notices}) {
		f.add(absolute(cmp.Or(one.Pos.File, d.path)), texts.mark(one))
	}
	if s.Hints {
		for _, one := range report.Diagnostics(&report.Report{Findings: outcome.Hidden}) {
			m := texts.mark(one)
			m.Severity = hint
			f.add(absolute(cmp.Or(one.Pos.File, d.path)), m)
		}
	}
	for _, hint := range outcome.Hints {
		hint = legible.Text(hint)
		s.outbox.put(outgoing{method: "window/logMessage", subject: hint, params: logMessageParams{logInfo, hint}})
	}
	return f
}

// addFailure marks the reason why a document could not be analysed. The mark is in the document. If the configuration
// file is wrong, there is a mark in this file as well.
func (s *server) addFailure(f *found, d *document, err error) {
	m := mark{diagnostic: diagnostic{Severity: severities[rules.Error], Source: origin, Message: words.Of(legible.Text(err.Error()))}}
	if at := causeInConfiguration(err); at != nil && at.Line > 0 {
		file := absolute(at.File)
		texts := lineCache{server: s, known: map[string]lines{}}
		column := 1 + utf32Units.columnOf(texts.of(file).line(at.Line), at.Column-1)
		place := texts.location(source.Pos{File: file, Line: at.Line, Column: column})
		wrong := m
		wrong.Range, wrong.Message = place.Range, words.Of(legible.Text(at.Err.Error()))
		f.add(file, wrong)
		m.Message = fmt.Sprintf("not analysed: %s is wrong in line %d", legible.Name(filepath.Base(file)), at.Line)
		m.RelatedInformation = []relatedInformation{{place, wrong.Message}}
	}
	f.add(d.path, m)
}

// causeInConfiguration returns the error about a configuration file that caused err, nil if there is none. If a file
// extends a wrong one, the error about the wrong one is returned.
func causeInConfiguration(err error) *config.Error {
	var cause *config.Error
	for errors.As(err, &cause) {
		err = cause.Err
	}
	return cause
}

func (f *found) add(path string, m mark) { f.marks[path] = append(f.marks[path], m) }

// origin is the source that diagnostics name: this program.
const origin = "warpcheck"

// words name what the user of an editor writes in place of flags.
var words = report.Wording{Block: "under launch in .warpcheck.yaml (${kernel}=${shape})", Arch: "under arch in .warpcheck.yaml",
	Folder: "to extra_args in .warpcheck.yaml", Potential: "potential in .warpcheck.yaml"}

// severities maps severities to the numbers of the protocol.
var severities = [...]int{rules.Note: 3, rules.Warning: 2, rules.Error: 1}

// hint is the protocol's number for the severity of a potential finding that a run of the command would only count.
const hint = 4

// lineCache caches the lines of files, with the editor's text where a file is open.
type lineCache struct {
	*server
	known map[string]lines
}

func (t lineCache) of(path string) lines {
	known, ok := t.known[path]
	if !ok {
		known = t.encoding.lines(t.text(path))
		t.known[path] = known
	}
	return known
}

// text returns the text of a file: the editor's text if the file is open, otherwise that on disk.
func (s *server) text(path string) string {
	if d := s.documents[path]; d != nil {
		return d.text
	}
	text, _ := safefile.Read(path, safefile.Source)
	return string(text)
}

func (t lineCache) location(pos source.Pos) location {
	path := absolute(pos.File)
	return location{t.uri(path), t.of(path).span(pos)}
}

// uri returns the URI of a file, as the editor writes it if the file is open.
func (s *server) uri(path string) string {
	if d := s.documents[path]; d != nil {
		return d.uri
	}
	return uriOf(path)
}

func (t lineCache) mark(d report.Diagnostic) mark {
	m := mark{finding: d.Finding, diagnostic: diagnostic{
		Severity: severities[d.Severity], Source: origin, Code: d.Key,
		Message: words.Of(strings.Join(append([]string{d.Text}, d.Remarks...), "\n"))}}
	if d.Pos.File != "" {
		m.Range = t.location(d.Pos).Range
	}
	if d.Page != "" {
		m.CodeDescription = &codeDescription{d.Page}
	}
	for _, place := range d.Places {
		if place.Pos.File != "" {
			m.RelatedInformation = append(m.RelatedInformation, relatedInformation{t.location(place.Pos), place.Text})
		}
	}
	return m
}

// absolute returns the absolute path of a file.
func absolute(file string) string {
	if full, err := filepath.Abs(file); err == nil {
		return full
	}
	return file
}

// publish sends the editor the diagnostics of each file for which they have changed. A file that no longer has any gets
// an empty list.
func (s *server) publish() {
	files := map[string]bool{}
	for path, d := range s.documents {
		files[path] = true
		if d.found != nil {
			for file := range d.found.marks {
				files[file] = true
			}
		}
	}
	for path := range s.published {
		files[path] = true
	}
	for _, path := range slices.Sorted(maps.Keys(files)) {
		if marks, isKnown := s.marksOf(path); isKnown {
			s.publishFile(path, marks)
		}
	}
}

// marksOf returns the diagnostics to show in a file. For an open file they are the diagnostics of its own analysis. For
// any other file they are those of the analyses of all open documents. It returns false for an open file whose first
// analysis has not ended.
func (s *server) marksOf(path string) ([]mark, bool) {
	if d := s.documents[path]; d != nil && d.analysis != nil {
		if d.found == nil {
			return nil, false
		}
		return d.found.marks[path], true
	}
	var all []mark
	for _, other := range slices.Sorted(maps.Keys(s.documents)) {
		if f := s.documents[other].found; f != nil {
			for _, m := range f.marks[path] {
				if !slices.ContainsFunc(all, func(known mark) bool { return known.Range == m.Range && known.Code == m.Code }) {
					all = append(all, m)
				}
			}
		}
	}
	return all, true
}

// publishFile sends the diagnostics of a file, unless the editor has the same already. If the editor pulls them, it is
// asked to pull again, and diagnostics that were published for the file are cleared.
func (s *server) publishFile(path string, marks []mark) {
	p := publishDiagnosticsParams{URI: s.uri(path)}
	d := s.documents[path]
	isPulled := s.isPulled(d)
	switch {
	case isPulled:
		s.offer(d, marks)
		marks = nil
	case d != nil && d.found != nil:
		p.Version = &d.found.version
	}
	p.Diagnostics = diagnosticsOf(marks)
	if before, is := s.published[path]; is && reflect.DeepEqual(before, p) || !is && (d == nil || isPulled) && len(marks) == 0 {
		return
	}
	s.published[path] = p
	if (d == nil || isPulled) && len(marks) == 0 {
		delete(s.published, path)
	}
	s.outbox.put(outgoing{method: "textDocument/publishDiagnostics", subject: p.URI, params: p})
}

// settled waits until the current text of a document is analysed, and returns the document with the mutex locked. It
// returns an error, with the mutex unlocked, if the document is not open or the request was cancelled.
func (s *server) settled(ctx context.Context, uri string) (*document, error) {
	return s.awaited(ctx, uri, func(d *document) *analysis { return d.analysis })
}

// proved waits until the repairs of the current text of a document are proved, and returns the document with the mutex
// locked. It starts the analysis that proves them if none was started before. It returns an error, with the mutex
// unlocked, if the document is not open or the request was cancelled.
func (s *server) proved(ctx context.Context, uri string) (*document, error) {
	return s.awaited(ctx, uri, func(d *document) *analysis {
		if d.proof == nil {
			d.proof = s.start(d, 0, true)
		}
		return d.proof
	})
}

// awaited calls choose for the document at uri, and waits for the returned analysis. If that analysis is replaced
// meanwhile, because the text changed, awaited waits for the new one. It returns the document with the mutex locked, or
// an error with the mutex unlocked.
func (s *server) awaited(ctx context.Context, uri string, choose func(*document) *analysis) (*document, error) {
	for {
		s.mutex.Lock()
		d := s.documents[pathOf(uri)]
		if d == nil || d.analysis == nil || s.isLeaving.Load() {
			s.mutex.Unlock()
			return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: uri + " is no CUDA file that is open"}
		}
		done := choose(d).done
		select {
		case <-done:
			return d, nil
		default:
		}
		s.mutex.Unlock()
		select {
		case <-done:
		case <-ctx.Done():
			return nil, &jsonrpc2.Error{Code: requestCancelled, Message: "cancelled"}
		}
	}
}
