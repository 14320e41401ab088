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

// Options are what the server needs of the program.
type Options struct {
	// Check analyses a file in a folder of the workspace, with texts in place of those of files. Where it proves repairs,
	// findings have them; else those that may have one are rules.NotTried.
	Check func(ctx context.Context, folder, path string, unsaved []load.Unsaved, proves bool) (*check.Outcome, error)
	// Enter is called with the first folder of the workspace before anything is analysed.
	Enter func(folder string) error
	// Watched are globs of files that decide what is found, besides those of every project.
	Watched []string
	// Version is the program's.
	Version string
	// Pause is how long a document must not change before it is analysed; Parallel bounds the analyses at
	// a time.
	Pause    time.Duration
	Parallel int
}

// Pause is long enough that nobody waits for the analysis of half a word, and short enough to be
// no wait beside it.
const Pause = 400 * time.Millisecond

// ErrNoShutdown ends a server that the editor did not shut down.
var ErrNoShutdown = errors.New("the editor left without a shutdown")

// errNoProtocol is the end of a server that was sent something else than messages of the protocol.
var errNoProtocol = errors.New("what comes on standard input is not the Language Server Protocol, which an editor speaks that starts this command")

// server is the state of a connection.
type server struct {
	Options
	methods map[string]method
	conn    *jsonrpc2.Conn
	// requests are those that are not answered yet: what cancels each, by its number.
	requests sync.Map
	// progresses are the analyses that the editor shows: what cancels each, by its token.
	progresses sync.Map
	// context ends with the connection.
	context context.Context
	// running has a place for each analysis that runs.
	running chan struct{}
	// work is what has to end before the server does. Who only writes is none of it: an editor that
	// does not read may leave all the same.
	work   sync.WaitGroup
	outbox *outbox

	// isReady: there was an initialize; isLeaving: there was a shutdown. Who reads messages asks them, and may not
	// wait for who writes them.
	isReady, isLeaving atomic.Bool
	// farewell is closed when the answer to shutdown is written.
	farewell chan struct{}

	// mutex guards all below, and the documents.
	mutex    sync.Mutex
	encoding encoding
	// watches and showsProgress are what the editor can do.
	watches, showsProgress bool
	lastProgress           int
	// folders are those of the workspace.
	folders   []string
	documents map[string]*document // by path
	// published is what the editor knows of each file, by path.
	published map[string]publishDiagnosticsParams
}

// Serve talks to an editor until it leaves, and ends what it began.
func Serve(in io.Reader, out io.Writer, o Options) error {
	read, write := io.Pipe() // of which, other than of standard input, a reader can be woken
	go func() {
		_, err := io.Copy(write, in)
		write.CloseWithError(err)
	}()
	return serve(stream{read, out}, o)
}

// stream is what an editor sends, and where answers go; closing it ends what is read.
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
	s.mutex.Lock() // which what is received waits for
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

// known are the requests and notifications of an editor.
func (s *server) known() map[string]method {
	return map[string]method{
		"initialize":                          asked(s.initialize),
		"initialized":                         told(s.initialized),
		"shutdown":                            asked(s.shutdown),
		"exit":                                told(s.exit),
		"$/cancelRequest":                     told(s.cancel),
		"textDocument/didOpen":                told(s.didOpen),
		"textDocument/didChange":              told(s.didChange),
		"textDocument/didSave":                told(s.didSave),
		"textDocument/didClose":               told(s.didClose),
		"textDocument/hover":                  asked(s.hover),
		"textDocument/codeAction":             asked(s.codeActions),
		"workspace/didChangeWatchedFiles":     told(s.filesChanged),
		"workspace/didChangeWorkspaceFolders": told(s.foldersChanged),
		"window/workDoneProgress/cancel":      told(s.cancelProgress),
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
	s.showsProgress = p.Capabilities.Window.WorkDoneProgress
	return &initializeResult{
		Capabilities: serverCapabilities{
			PositionEncoding: string(s.encoding),
			TextDocumentSync: syncOptions{OpenClose: true, Change: wholeText, Save: true},
			HoverProvider:    true, CodeActionProvider: codeActionOptions{[]string{quickFix}},
			Workspace: workspaceCapabilities{foldersSupport{true, true}},
		},
		ServerInfo: serverInfo{"warpcheck", s.Version},
	}, nil
}

// watched are the files that decide what a document comes to, besides those that are open.
var watched = []string{"**/.warpcheck.yaml", "**/compile_commands.json",
	"**/*.{cu,cuh,h,hh,hpp,hxx,inl}"}

// initialized asks the editor to report files that change. The answer is a further message.
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
			"files", "workspace/didChangeWatchedFiles", watchOptions{watchers}}}}, nil) // without, saving looks again
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

// longestFarewell is how long an editor that leaves may take to read the answers that are on their way.
const longestFarewell = time.Second

// awaitFarewell waits until the answer to shutdown is written, where there was one, and what was to be written before.
// When the connection has ended, nobody writes any more.
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
	s.outbox.put(notification{answer: func() { close(written) }})
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
