// Package safefile is the only way in which warpcheck's own code opens files: sources and headers, configurations,
// compilation databases, options files, and the files that it writes.
//
// Whoever wrote a checked tree chose its files. A file named kernel.cu may be a FIFO, on which a reader waits for ever,
// a device without an end, or a link to either. Therefore:
//
//   - [Read] and [Head] accept regular files only. A file's kind is checked before it is opened, as opening a
//     device may act on it, and again through its descriptor, which cannot be exchanged for another file. It
//     is opened without waiting, and no more is read than the size that it had then, so that every read ends.
//   - A file that is larger than any of its kind is refused ([Source], [Settings], [Database]).
//   - A search does not follow a link of the tree that leads out of it ([LeadsOut]); a path that the user gave
//     may be such a link.
//   - [Write] replaces a file by a complete file or leaves it as it was, and follows no link that the tree may
//     have put in the way.
//
// No other package opens, creates or renames files, as a test checks. Files that clang opens go through package
// confine.
package safefile
