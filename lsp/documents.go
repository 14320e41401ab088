package lsp

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/warpcheck/warpcheck/internal/safefile"
	"github.com/warpcheck/warpcheck/load"
)

// document is an open file.
type document struct {
	path, uri string
	version   int
	text      string
	// isChanged reports whether text differs from the file on disk.
	isChanged bool
	// analysis is the analysis of the current text. It is nil if the document is no CUDA file: its text is then only
	// read in place of the file, by the analyses of other documents.
	analysis *analysis
	// found is the result of the last analysis that ended, nil before the first one has ended.
	found *found
	// proof is the analysis that proves repairs of the current text, nil until an editor asks for repairs. proved is
	// its result.
	proof  *analysis
	proved *found
	// pulled is the name of the diagnostics that the editor has, "" if it has pulled none or is asked to pull again.
	// pulling is the number of its pulls that have no answer yet.
	pulled  string
	pulling int
}

// abandon cancels the analyses of d, and forgets the proved repairs.
func (d *document) abandon() {
	for _, a := range []*analysis{d.analysis, d.proof} {
		if a != nil {
			a.cancel()
		}
	}
	d.proof, d.proved = nil, nil
}

func (s *server) didOpen(p didOpenParams) {
	path := pathOf(p.TextDocument.URI)
	if path == "" {
		return // the document is no file, so it has no compile command
	}
	if hasZero(path) {
		complaint := errZero(p.TextDocument.URI)
		s.outbox.put(outgoing{method: "window/logMessage", subject: complaint, params: logMessageParams{logError, complaint}})
		return
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if old := s.documents[path]; old != nil {
		old.abandon()
	}
	onDisk, err := safefile.Read(path, safefile.Source)
	d := &document{path: path, uri: p.TextDocument.URI, version: p.TextDocument.Version, text: p.TextDocument.Text,
		isChanged: err != nil || string(onDisk) != p.TextDocument.Text}
	s.documents[path] = d
	s.analyse(d, 0)
	if d.isChanged {
		s.analyseReaders(d)
	}
}

func (s *server) didChange(p didChangeParams) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	d := s.documents[pathOf(p.TextDocument.URI)]
	if d == nil || len(p.ContentChanges) == 0 {
		return
	}
	d.version = p.TextDocument.Version
	for _, change := range p.ContentChanges {
		d.text = s.encoding.changed(d.text, change)
	}
	d.isChanged = true
	s.analyse(d, s.Pause)
	s.analyseReaders(d)
}

// didSave analyses the document and its readers again, even with the same text: other files on disk may have changed.
func (s *server) didSave(p documentParams) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if d := s.documents[pathOf(p.TextDocument.URI)]; d != nil {
		d.isChanged = false
		s.analyse(d, 0)
		s.analyseReaders(d)
	}
}

func (s *server) didClose(p documentParams) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	path := pathOf(p.TextDocument.URI)
	if d := s.documents[path]; d != nil {
		d.abandon()
		delete(s.documents, path)
		s.publish()      // a closed file shows what other documents found in it
		if d.isChanged { // other documents were analysed with its text, which was never saved
			s.analyseReaders(d)
		}
	}
}

// filesChanged starts new analyses of all documents if files changed on disk that are not open. An open file is handled
// when it is saved.
func (s *server) filesChanged(p didChangeWatchedFilesParams) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if !slices.ContainsFunc(p.Changes, func(changed textDocument) bool { return s.documents[pathOf(changed.URI)] == nil }) {
		return
	}
	for _, d := range s.documents {
		s.analyse(d, s.Pause)
	}
}

// analyseReaders analyses other documents again if their last analysis read the changed one. A running analysis checks
// at its end whether it must be repeated (isOutdated).
func (s *server) analyseReaders(changed *document) {
	for _, d := range s.documents {
		if d != changed && d.found != nil && d.found.reads(changed.path) {
			s.analyse(d, s.Pause)
		}
	}
}

// analyse cancels the analyses of a document, and starts a new one after a pause. It starts none if the document has no
// CUDA source, or if the server is leaving.
func (s *server) analyse(d *document, pause time.Duration) {
	if s.isLeaving.Load() {
		return
	}
	if !load.IsCUDA(d.path) && !load.HasStrings(d.path, []byte(d.text)) {
		if d.analysis != nil { // the text no longer has strings with CUDA source
			d.abandon()
			d.analysis, d.found = nil, nil
			s.publish()
		}
		return
	}
	d.abandon()
	d.analysis = s.start(d, pause, false)
}

// start starts an analysis of a document after a pause. proves reports whether the analysis proves repairs.
func (s *server) start(d *document, pause time.Duration, proves bool) *analysis {
	ctx, cancel := context.WithCancel(s.context)
	a := &analysis{server: s, document: d, proves: proves, cancel: cancel, done: make(chan struct{})}
	s.work.Add(1)
	go a.run(ctx, pause)
	return a
}

// unsaved returns the texts to read in place of files: first the text of d, then the texts of other documents that are
// not saved.
func (s *server) unsaved(d *document) []load.Unsaved {
	all := []load.Unsaved{{Path: d.path, Text: []byte(d.text)}}
	for _, other := range s.documents {
		if other != d && other.isChanged {
			all = append(all, load.Unsaved{Path: other.path, Text: []byte(other.text)})
		}
	}
	slices.SortFunc(all[1:], func(a, b load.Unsaved) int { return cmp.Compare(a.Path, b.Path) })
	return all
}
