package lsp

import (
	"context"
	"errors"
	"io"
	"log"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/warpcheck/warpcheck/check"
	"github.com/warpcheck/warpcheck/load"
)

// Options holds the functions and settings that the server gets from the command warpcheck lsp.
type Options struct {
	// Check analyses a file in a folder of the workspace, and reads unsaved texts in place of files. If proves is true,
	// findings have their proved repairs. Otherwise a finding that may have a repair is marked rules.NotTried.
	Check func(ctx context.Context, folder, path string, unsaved []load.Unsaved, proves bool) (*check.Outcome, error)
	// Enter is called with the first folder of the workspace before anything is analysed.
	Enter func(folder string) error
	// Watched lists globs of further files that affect the findings, in addition to those of every project (watched).
	Watched []string
	// Hints reports whether potential findings that are otherwise only counted are shown as hints.
	Hints bool
	// Version is the version of warpcheck.
	Version string
	// Pause is how long a document must stay unchanged before it is analysed. Parallel is how many analyses may run at
	// once.
	Pause    time.Duration
	Parallel int
}

// Pause is so long that a half-typed word is not analysed, and still short compared with an analysis.
const Pause = 400 * time.Millisecond

// ErrNoShutdown reports that the editor left without a shutdown request.
var ErrNoShutdown = errors.New("the editor left without a shutdown")

// errNoProtocol reports that standard input has something else than messages of the protocol.
var errNoProtocol = errors.New("what comes on standard input is not the Language Server Protocol, which an editor speaks that starts this command")

// server holds the state of a connection to an editor.
type server struct {
	Options
	methods map[string]method
	conn    *jsonrpc2.Conn
	// requests maps the id of each request that is not answered yet to the function that cancels it.
	requests sync.Map
	// progresses maps the token of each analysis that the editor shows to the function that cancels it.
	progresses sync.Map
	// context ends with the connection.
	context context.Context
	// running is a semaphore: each running analysis has one element in it.
	running chan struct{}
	// work counts the goroutines that must end before the server does. The writer of answers is not counted, because
	// the server must end even if the editor does not read.
	work   sync.WaitGroup
	outbox *outbox

	// isReady reports whether initialize was received, and isLeaving whether shutdown was received. They are atomic
	// because the reader of messages tests them without waiting for the mutex.
	isReady, isLeaving atomic.Bool
	// farewell is closed when the answer to shutdown is written.
	farewell chan struct{}

	// mutex guards all fields below, and the documents.
	mutex    sync.Mutex
	encoding encoding
	// watches reports whether the editor can watch files, showsProgress whether it can show progress.
	watches, showsProgress bool
	// showsDocuments reports whether the editor can show a page that is not a file.
	showsDocuments bool
	lastProgress   int
	// folders lists the paths of the workspace's folders.
	folders   []string
	documents map[string]*document // the open documents by path
	// published maps a file to the diagnostics that the editor was last sent about it.
	published map[string]publishDiagnosticsParams
	// pulls reports whether the editor asks for the diagnostics of documents (pull.go).
	pulls bool
}

// Serve serves an editor until the editor leaves, and then ends all analyses.
func Serve(r io.Reader, out io.Writer, o Options) error {
	read, write := io.Pipe() // closing this pipe wakes its reader, which is not so for standard input
	go func() {
		_, err := io.Copy(write, r)
		write.CloseWithError(err)
	}()
	return serve(stream{read, out}, o)
}

// stream has both directions of a connection: the reader of the editor's messages, and the writer of answers. Closing
// it ends the reading.
type stream struct {
	*io.PipeReader
	io.Writer
}

func serve(rw io.ReadWriteCloser, o Options) error {
	ctx, cancel := context.WithCancel(context.Background())
	s := &server{Options: o, context: ctx, running: make(chan struct{}, max(o.Parallel, 1)), outbox: newOutbox(),
		encoding: utf16Units, documents: map[string]*document{}, published: map[string]publishDiagnosticsParams{},
		farewell: make(chan struct{})}
	s.methods = s.known()
	s.mutex.Lock() // the methods of Handle wait for this mutex until s.conn is set
	in := &messages{ObjectStream: jsonrpc2.NewBufferedStream(rw, framing{}), server: s}
	s.conn = jsonrpc2.NewConn(ctx, in, s,
		jsonrpc2.SetLogger(log.New(io.Discard, "", 0)))
	s.mutex.Unlock()
	go s.outbox.write(ctx, s.conn)
	<-s.conn.DisconnectNotify()
	cancel()
	s.work.Wait()
	s.mutex.Lock()
	defer s.mutex.Unlock()
	switch {
	case s.isLeaving.Load():
		return nil
	case errors.Is(in.end, errTooLong):
		return errTooLong
	case in.isNone():
		return errNoProtocol
	}
	return ErrNoShutdown
}

// known maps the names of the requests and notifications that the server handles to their methods.
func (s *server) known() map[string]method {
	return map[string]method{
		"initialize":                          requestMethod(s.initialize),
		"initialized":                         notificationMethod(s.initialized),
		"shutdown":                            requestMethod(s.shutdown),
		"exit":                                notificationMethod(s.exit),
		"$/cancelRequest":                     notificationMethod(s.cancel),
		"textDocument/didOpen":                notificationMethod(s.didOpen),
		"textDocument/didChange":              notificationMethod(s.didChange),
		"textDocument/didSave":                notificationMethod(s.didSave),
		"textDocument/didClose":               notificationMethod(s.didClose),
		"textDocument/diagnostic":             requestMethod(s.pull),
		"textDocument/hover":                  requestMethod(s.hover),
		"textDocument/codeAction":             requestMethod(s.codeActions),
		"textDocument/inlayHint":              requestMethod(s.inlayHints),
		"textDocument/codeLens":               requestMethod(s.codeLenses),
		"workspace/executeCommand":            requestMethod(s.execute),
		"workspace/didChangeWatchedFiles":     notificationMethod(s.filesChanged),
		"workspace/didChangeWorkspaceFolders": notificationMethod(s.foldersChanged),
		"window/workDoneProgress/cancel":      notificationMethod(s.cancelProgress),
	}
}

func (s *server) initialize(_ context.Context, p initializeParams) (*initializeResult, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	named := append([]workspaceFolder{{p.RootURI}}, p.WorkspaceFolders...)
	for _, one := range named {
		if hasZero(pathOf(one.URI)) {
			return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: errZero(one.URI)}
		}
	}
	s.addFolders(named)
	if len(s.folders) > 0 {
		if err := s.Enter(s.folders[0]); err != nil {
			return nil, err
		}
	}
	if slices.Contains(p.Capabilities.General.PositionEncodings, string(utf8Units)) {
		s.encoding = utf8Units
	}
	s.watches = p.Capabilities.Workspace.DidChangeWatchedFiles.DynamicRegistration
	s.showsProgress, s.showsDocuments = p.Capabilities.Window.WorkDoneProgress, p.Capabilities.Window.ShowDocument.Support
	s.pulls = p.Capabilities.TextDocument.Diagnostic != nil && p.Capabilities.Workspace.Diagnostics.RefreshSupport
	var pull *diagnosticOptions
	if s.pulls {
		pull = &diagnosticOptions{Identifier: origin, InterFileDependencies: true}
	}
	return &initializeResult{
		Capabilities: serverCapabilities{
			DiagnosticProvider: pull,
			PositionEncoding:   string(s.encoding),
			TextDocumentSync:   syncOptions{OpenClose: true, Change: changedParts, Save: true},
			HoverProvider:      true, CodeActionProvider: codeActionOptions{[]string{quickFix, fixAll}},
			InlayHintProvider: true, ExecuteCommand: commandOptions{[]string{explain}},
			Workspace: workspaceCapabilities{foldersSupport{true, true}},
		},
		ServerInfo: serverInfo{"warpcheck", s.Version},
	}, nil
}

// watched lists globs of the files that affect the findings in a document.
var watched = []string{"**/.warpcheck.yaml", "**/compile_commands.json",
	"**/*.{cu,cuh,h,hh,hpp,hxx,inl}"}

// initialized asks the editor to report files that change. It asks in a goroutine, because the editor's answer is a
// message that must be read meanwhile.
func (s *server) initialized(nothing) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if !s.watches {
		return
	}
	var watchers []watcher
	for _, glob := range slices.Concat(watched, s.Watched) {
		watchers = append(watchers, watcher{glob})
	}
	go func() {
		_ = s.conn.Call(s.context, "client/registerCapability", registrationParams{[]registration{{
			"files", "workspace/didChangeWatchedFiles", watchOptions{watchers}}}}, nil) // if it fails, files are looked at again when one is saved
	}()
}

func (s *server) shutdown(context.Context, nothing) (any, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for _, d := range s.documents {
		d.abandon()
	}
	return nil, nil
}

// longestFarewell is the time in which an editor that leaves may read the remaining answers.
const longestFarewell = time.Second

// awaitFarewell waits until all messages in the outbox are written. If there was a shutdown request, it first waits for
// the answer to it. It gives up after longestFarewell, or when the connection has ended and nothing is written any
// more.
func (s *server) awaitFarewell() {
	late := time.After(longestFarewell)
	written := make(chan struct{})
	if s.isLeaving.Load() {
		select {
		case <-s.farewell:
		case <-late:
			return
		case <-s.context.Done():
			return
		}
	}
	s.outbox.put(outgoing{answer: func() { close(written) }})
	select {
	case <-written:
	case <-late:
	case <-s.context.Done():
	}
}

func (s *server) exit(nothing) {
	s.awaitFarewell()
	s.mutex.Lock()
	defer s.mutex.Unlock()
	_ = s.conn.Close()
}
