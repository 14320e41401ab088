package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"io"

	"github.com/sourcegraph/jsonrpc2"
)

// messages reads the messages of an editor. It remembers why the reading stopped, because the library does not report
// that.
type messages struct {
	jsonrpc2.ObjectStream
	server *server
	read   int
	// end is the error that ended the reading.
	end error
}

// ReadObject reads the next message. At the end of the input it returns an error, and the error closes the connection.
// Before that, it waits until the remaining answers are written.
func (m *messages) ReadObject(v any) error {
	if m.end = m.ObjectStream.ReadObject(v); m.end == nil {
		m.read++
	} else {
		m.server.awaitFarewell()
	}
	return m.end
}

// isNone reports whether the input did not come from an editor. This is so if the input ended before the first message,
// or if the reader stopped at something that is not a message.
func (m *messages) isNone() bool {
	isOver := errors.Is(m.end, io.EOF) || errors.Is(m.end, io.ErrUnexpectedEOF) || errors.Is(m.end, io.ErrClosedPipe)
	return m.read == 0 || !isOver
}

// method answers a request, or handles a notification.
type method func(ctx context.Context, params json.RawMessage) (any, error)

// requestMethod returns the method that decodes the parameters of a request and calls do, which answers the request.
func requestMethod[P, R any](do func(context.Context, P) (R, error)) method {
	return func(ctx context.Context, params json.RawMessage) (any, error) {
		p, err := decode[P](params)
		if err != nil {
			return nil, err
		}
		return do(ctx, p)
	}
}

// notificationMethod returns the method that decodes the parameters of a notification and calls do, which handles it.
func notificationMethod[P any](do func(P)) method {
	return func(_ context.Context, params json.RawMessage) (any, error) {
		p, err := decode[P](params)
		if err == nil {
			do(p)
		}
		return nil, err
	}
}

// nothing is the type of the parameters of a method that needs none.
type nothing struct{}

func decode[P any](params json.RawMessage) (p P, err error) {
	if len(params) > 0 {
		err = json.Unmarshal(params, &p)
	}
	if err != nil {
		err = &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: err.Error()}
	}
	return p, err
}

// Handle receives the messages in their order. A request is answered in a goroutine, so that further messages are
// handled meanwhile: most requests wait for an analysis.
func (s *server) Handle(ctx context.Context, conn *jsonrpc2.Conn, r *jsonrpc2.Request) {
	do, known := s.methods[r.Method]
	var params json.RawMessage
	if r.Params != nil {
		params = *r.Params
	}
	switch {
	case r.Method == "initialize" && !r.Notif:
		answer, err := s.first(ctx, do, params)
		s.answer(ctx, conn, r, answer, err)
	case !s.isReady.Load() && r.Notif && r.Method != "exit":
	case !s.isReady.Load() && !r.Notif:
		s.refuse(ctx, conn, r, codeNotInitialized, "came before initialize")
	case r.Notif && known:
		_, _ = do(ctx, params) // a notification has no answer that could carry the error
	case r.Notif:
	case s.isLeaving.Load():
		s.refuse(ctx, conn, r, jsonrpc2.CodeInvalidRequest, "came after shutdown")
	case !known:
		s.refuse(ctx, conn, r, jsonrpc2.CodeMethodNotFound, "is not known")
	default:
		if r.Method == "shutdown" {
			s.isLeaving.Store(true) // set before the next message is read, because that may be exit
		}
		requested, done := s.begin(ctx, r.ID)
		s.work.Add(1)
		go func() {
			defer done()
			answer, err := do(requested, params)
			s.answer(ctx, conn, r, answer, err)
			s.work.Done()
		}()
	}
}

// codeNotInitialized is the protocol's error code for a request before initialize.
const codeNotInitialized = -32002

// first answers initialize before any later message is handled, because editors may send more without waiting. Nothing
// is analysed before initialize, which names the folders of the workspace.
func (s *server) first(ctx context.Context, do method, params json.RawMessage) (any, error) {
	if s.isReady.Load() {
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidRequest, Message: "initialize came twice"}
	}
	answer, err := do(ctx, params)
	s.isReady.Store(err == nil)
	return answer, err
}

// refuse answers a request with an error. reason is the end of its message, after the name of the method.
func (s *server) refuse(ctx context.Context, conn *jsonrpc2.Conn, r *jsonrpc2.Request, code int64, reason string) {
	s.answer(ctx, conn, r, nil, &jsonrpc2.Error{Code: code, Message: r.Method + " " + reason})
}

// answer puts an answer into the outbox, because the reader of messages must not wait for the editor to read answers.
func (s *server) answer(ctx context.Context, conn *jsonrpc2.Conn, r *jsonrpc2.Request, answer any, err error) {
	id, isFarewell := r.ID, r.Method == "shutdown" && err == nil
	s.outbox.put(outgoing{answer: func() {
		reply(ctx, conn, id, answer, err)
		if isFarewell {
			close(s.farewell) // a second shutdown is refused, so this closes once
		}
	}})
}

func reply(ctx context.Context, conn *jsonrpc2.Conn, id jsonrpc2.ID, answer any, err error) {
	if err == nil {
		_ = conn.Reply(ctx, id, answer) // an error means that the editor has gone
		return
	}
	failure := &jsonrpc2.Error{Code: jsonrpc2.CodeInternalError, Message: err.Error()}
	errors.As(err, &failure)
	_ = conn.ReplyWithError(ctx, id, failure)
}

// begin returns the context of a request, which is cancelled if the editor cancels the request. The caller calls the
// second result when the request is answered.
func (s *server) begin(ctx context.Context, id jsonrpc2.ID) (context.Context, func()) {
	ctx, cancel := context.WithCancel(ctx)
	s.requests.Store(id, cancel)
	return ctx, func() {
		s.requests.Delete(id)
		cancel()
	}
}

func (s *server) cancel(p struct{ ID jsonrpc2.ID }) {
	if cancel, is := s.requests.Load(p.ID); is {
		cancel.(context.CancelFunc)()
	}
}
