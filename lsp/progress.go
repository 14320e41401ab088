package lsp

import (
	"context"
	"path/filepath"

	"github.com/warpcheck/warpcheck/internal/legible"
)

// showProgress makes the editor show that a document is being analysed, until end is called. It does nothing if the
// editor cannot show that. The user may cancel the analysis in the editor; the earlier result then stays.
func (s *server) showProgress(d *document, cancel context.CancelFunc) (end func()) {
	s.mutex.Lock()
	s.lastProgress++
	token, isShown := s.lastProgress, s.showsProgress
	s.mutex.Unlock()
	if !isShown {
		return func() {}
	}
	s.progresses.Store(token, cancel)
	ended := make(chan struct{})
	go func() {
		defer s.progresses.Delete(token)
		if s.conn.Call(s.context, "window/workDoneProgress/create", progressToken{token}, nil) != nil {
			return
		}
		_ = s.conn.Notify(s.context, "$/progress", progressParams{token, progress{Kind: "begin", Title: "warpcheck",
			Message: legible.Name(filepath.Base(d.path)), Cancellable: true}})
		<-ended
		_ = s.conn.Notify(s.context, "$/progress", progressParams{token, progress{Kind: "end"}})
	}()
	return func() { close(ended) }
}

// cancelProgress cancels the analysis that the editor shows under a token.
func (s *server) cancelProgress(p progressToken) {
	if cancel, is := s.progresses.Load(p.Token); is {
		cancel.(context.CancelFunc)()
	}
}
