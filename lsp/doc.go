// Package lsp reports to editors what warpcheck finds, in the Language Server Protocol.
//
//	editor ──open, change, save──▶ document ──after a pause──▶ analysis ──▶ diagnostics ──▶ editor
//	editor ◀──hover, repairs───────────────────────────────────┘
//
// An open document is analysed as the command analyses a file: by the same packages, with the configuration and the
// compile command that apply to it, in workers and their sandbox. This package does not start such a run itself: its
// user gives it a function for that, [Options.Check]. The parser reads the editor's unsaved texts in place of the
// files, both for the document and for the headers that it includes. A header is analysed through the sources that
// include it.
//
// A change cancels the analyses of the documents that read the changed file. New ones start when there was no change
// for a while ([Options.Pause]). So the published diagnostics are about the current texts, or about earlier texts while
// the analysis runs. A request about a document (hover, repairs) is answered when its analysis is done, unless the
// editor cancels the request. Repairs are proved by a second analysis, which starts when an editor first asks for the
// repairs of a finding. At most [Options.Parallel] analyses run at a time.
//
// # What is published
//
// The analysis of a document has diagnostics for all files that it reads. A file that is open shows what its own
// analysis found. Any other file shows what the analyses of all open documents found in it. Each publication replaces
// the one before, and an empty one clears the file. An editor that can pull diagnostics asks for those of its open
// documents, and these are not published (pull.go).
//
// # The library
//
// Package sourcegraph/jsonrpc2 reads and writes the messages (MIT licence; 1,300 lines over the standard library, made
// for this protocol; maintained since 2016, last release of 2026). It has framing, calls in both directions, and
// notifications in their order. We add cancellation (rpc.go). creachadair/jrpc2 has that too, but links net/http into a
// program that must connect to nothing; golang.org/x/exp/jsonrpc2 has no releases. We declare the types of the protocol
// ourselves (protocol.go), because we use some thirty of several hundred: go.lsp.dev/protocol has them all, in 32,000
// lines that need a logger, another JSON package and assembly, and has had no release since 2022; the module proxy does
// not have tliron/glsp, and those of gopls are internal.
package lsp
