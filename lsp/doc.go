// Package lsp reports to editors what the program finds, in the Language Server Protocol.
//
//	editor ──open, change, save──▶ document ──after a pause──▶ analysis ──▶ diagnostics ──▶ editor
//	editor ◀──hover, repairs───────────────────────────────────┘
//
// A document that is open is analysed as the command analyses a file: by the same packages, with the
// configuration and the compile command that govern it, in workers and their sandbox. It knows
// nothing of either: [Options.Check] is a run of the program. What the editor has not written yet
// is given to the parser in place of the files, for the document and for the headers that it includes
// alike. A header is analysed through the sources that include it.
//
// Whatever changes ends the analyses of the documents that read it, and begins new ones when there was
// no change for a while ([Options.Pause]). So what is published is of the texts as they are, or of
// earlier ones while that takes; and what is asked about a document (hover, repairs) is answered when its
// analysis is done, or when the editor asks no more; repairs are proved by an analysis of their own, the first time that
// an editor asks for those of a finding. At most [Options.Parallel] analyses run at a time.
//
// # What a file is told
//
// Each document's analysis tells of all files that it reads. A file that is open is told what its own
// analysis found, another one what the analyses of all open documents found in it. Each publication
// replaces the one before, and an empty one clears.
//
// # The library
//
// The messages are package sourcegraph/jsonrpc2's (MIT licence; 1,300 lines over the standard library, made
// for this protocol; kept up since 2016, last release of 2026): framing, calls in both directions, notifications
// in their order. Cancellation is ours (rpc.go). creachadair/jrpc2 has that too, and links net/http into a
// program that is to connect to nothing; golang.org/x/exp/jsonrpc2 has no releases. The types of the protocol are our
// own (protocol.go), since we use some thirty of several hundred: go.lsp.dev/protocol has them all, in 32,000
// lines with a logger, another JSON and assembly among what it needs, and has had no release since 2022;
// tliron/glsp cannot be had from the module proxy, and those of gopls are internal.
package lsp
