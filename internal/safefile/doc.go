// Package safefile is the only way in which warpcheck's own code opens files: sources and headers, configurations,
// compilation databases, options files, and the files that it writes.
//
// The authors of a checked tree choose its files. A file named kernel.cu may be a FIFO, on which a reader waits
// forever, a device without an end, or a link to one of these. Therefore:
//
//   - [Read] and [Head] accept regular files only. A file's kind is checked before the file is opened, because
//     opening a device may act on it. The kind is checked again through the descriptor, which cannot be exchanged
//     for another file. To open a file never waits. No more bytes are read than the file had when it was opened,
//     so that every read ends.
//   - A file that is larger than any of its kind is refused ([Source], [Settings], [Database]).
//   - A search does not follow a link of the tree that leads out of it ([LeadsOut]); a path that the user gave
//     may be such a link.
//   - [Destination.Write] replaces a file by a complete file, or does not change it, unless it can only overwrite
//     the file. It follows no link that the authors of the tree may have created.
//
// No other package opens, creates or renames files, except tests and programs for developers. A test checks this. Files
// that clang opens go through package confine.
package safefile
