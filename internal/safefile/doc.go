// Package safefile is the one way in which warpcheck's own code opens files: sources and
// headers, configurations, compilation databases, options files, and what it writes.
//
// The files of a checked tree are chosen by whoever wrote the tree. One named kernel.cu may be
// a FIFO, on which a reader waits for ever, a device without an end, or a link to either.
// Therefore:
//
//   - [Read] and [Head] take regular files only. A file is asked what it is before it is opened,
//     as to open a device may act on it, and again through its descriptor, which cannot be
//     exchanged for another. It is opened without waiting, and no more is read of it than the
//     size that it had then, so that every read has an end.
//   - A size that no file of its kind has is refused ([Source], [Settings], [Database]).
//   - A link of the tree that leads out of it is not followed by a search ([LeadsOut]); a path
//     that the user gave is.
//   - [Write] replaces a file by a complete one or leaves it as it was, and passes through no
//     link that the tree may have put in the way.
//
// No other package opens, creates or renames files; a test holds the module to that. What
// clang opens goes through package confine.
package safefile
