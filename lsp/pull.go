package lsp

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
)

// An editor that can pull asks for the diagnostics of an open document, and shows them beside the published ones. So
// the diagnostics of a document that it pulls are not published. Those of other files are published: of headers that
// are not open, and of configuration files. When diagnostics change although the document does not, because a header
// changed, the server asks the editor to pull again.

type diagnosticOptions struct {
	Identifier            string `json:"identifier"`
	InterFileDependencies bool   `json:"interFileDependencies"`
	WorkspaceDiagnostics  bool   `json:"workspaceDiagnostics"`
}

type pullParams struct {
	TextDocument     textDocument `json:"textDocument"`
	PreviousResultID string       `json:"previousResultId"`
}

// pulledReport is the answer to a pull. Items is nil if the diagnostics are the same as in the previous answer.
type pulledReport struct {
	Kind     string        `json:"kind"`
	ResultID string        `json:"resultId,omitempty"`
	Items    *[]diagnostic `json:"items,omitempty"`
}

// pull returns the diagnostics of a document when its analysis is done. For a file that is not analysed it returns none.
func (s *server) pull(ctx context.Context, p pullParams) (*pulledReport, error) {
	s.mutex.Lock()
	d := s.documents[pathOf(p.TextDocument.URI)]
	isAnalysed := d != nil && d.analysis != nil
	if isAnalysed {
		d.pulling++
	}
	s.mutex.Unlock()
	if !isAnalysed {
		return &pulledReport{Kind: "full", Items: &[]diagnostic{}}, nil
	}
	settled, err := s.settled(ctx, p.TextDocument.URI)
	if err != nil {
		s.mutex.Lock()
	}
	defer s.mutex.Unlock()
	if d.pulling--; err != nil {
		return nil, err
	}
	marks, _ := s.marksOf(settled.path)
	items := diagnosticsOf(marks)
	id := idOf(items)
	settled.pulled = id
	if id == p.PreviousResultID {
		return &pulledReport{Kind: "unchanged", ResultID: id}, nil
	}
	return &pulledReport{Kind: "full", ResultID: id, Items: &items}, nil
}

// isPulled reports whether the editor pulls the diagnostics of a document.
func (s *server) isPulled(d *document) bool { return s.pulls && d != nil && d.analysis != nil }

// offer asks the editor to pull again if the diagnostics of a document differ from those of the last answer, and no
// answer is due.
func (s *server) offer(d *document, marks []mark) {
	if d.pulled == "" || d.pulling > 0 || d.pulled == idOf(diagnosticsOf(marks)) {
		return
	}
	d.pulled = "" // the editor is asked once
	s.outbox.put(outgoing{answer: func() {
		_, _ = s.conn.DispatchCall(s.context, "workspace/diagnostic/refresh", nothing{}) // if it fails, the editor pulls when the text changes
	}})
}

// diagnosticsOf returns the diagnostics of marks.
func diagnosticsOf(marks []mark) []diagnostic {
	all := []diagnostic{}
	for _, m := range marks {
		all = append(all, m.diagnostic)
	}
	return all
}

// idOf returns a name for a list of diagnostics. Equal lists have the same name.
func idOf(all []diagnostic) string {
	text, _ := json.Marshal(all) // it has only texts and numbers
	return fmt.Sprintf("%x", sha256.Sum256(text))[:16]
}
