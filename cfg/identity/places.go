package identity

import (
	"maps"
	"reflect"
	"slices"

	"github.com/warpcheck/warpcheck/internal/linetext"
	"github.com/warpcheck/warpcheck/source"
)

// A key contains the places of a root, but not the distances between their lines. It numbers the lines of a file that
// occur in the root, in order. So the key does not change if text changes above a kernel, between the functions that it
// calls, or between its statements. A result about one root is right for another root with the same key once its lines
// are changed ([Root.Move]):
//
//	line 12  __global__ void k(int *d) {      first line of k   ──▶  line 14
//	line 14    if (*d) __syncwarp();          second line       ──▶  line 16
//
// An analysis must therefore read neither the distance of two lines nor an offset. It may compare lines of one file,
// and it may name lines in texts (package linetext).

// numbered is a place without its macro, and the number of the place in the macro, 0 for none.
type numbered struct {
	source.Pos
	macro int
}

// place writes the number of a place in the encoded part, or for InReadings the place without its offset.
func (w *writer) place(pos source.Pos) {
	switch {
	case w.keys.isOfReading:
		pos.Offset = 0
		w.fields(reflect.ValueOf(pos))
	case !w.isOfType:
		w.number(int64(w.numberOfPlace(pos)))
	}
}

func (w *writer) numberOfPlace(pos source.Pos) int {
	one := numbered{Pos: pos}
	if pos.Macro != nil {
		one.macro, one.Macro = w.numberOfPlace(*pos.Macro), nil
	}
	n, isKnown := w.numbers[one]
	if !isKnown {
		w.places = append(w.places, one)
		n = len(w.places)
		w.numbers[one] = n
	}
	return n
}

// endPlaces writes the places of the part. Each line gets its number among the lines of the part.
func (w *writer) endPlaces() {
	ranks := ranked(w.places)
	w.part.lines = linesOf(ranks)
	files := map[string]int{}
	for i, file := range w.part.lines {
		files[file.File] = i
		w.word(file.File)
	}
	for _, p := range w.places {
		of := ranks[p.File]
		for _, n := range []int{files[p.File], rank(of, p.Line), p.Column, rank(of, p.EndLine), p.EndColumn, p.macro} {
			w.number(int64(n))
		}
		w.encode(reflect.ValueOf(p.System))
	}
	w.keys.noteOffsets(w.places)
}

// ranked returns the lines of places by file. lineRanks[line] is the number of a line among them, from 1.
func ranked(places []numbered) map[string]lineRanks {
	all := map[string]lineRanks{}
	for _, p := range places {
		all[p.File] = all[p.File].with(p.Line).with(p.EndLine)
	}
	for _, of := range all {
		of.number()
	}
	return all
}

// lineRanks maps a line to its number among the lines that occur. It is 0 for the other lines.
type lineRanks []int32

// with returns ranks that count this line too, because the root has a place on it.
func (r lineRanks) with(line int) lineRanks {
	if line > 0 {
		r = append(r, make(lineRanks, max(0, line+1-len(r)))...)
		r[line] = 1
	}
	return r
}

// number numbers the marked lines.
func (r lineRanks) number() {
	n := int32(0)
	for line, isMarked := range r {
		if isMarked > 0 {
			n++
			r[line] = n
		}
	}
}

// rank returns the number of a line, or 0 for the line 0, which stands for no line.
func rank(of lineRanks, line int) int {
	if line <= 0 {
		return line
	}
	return int(of[line])
}

// LinesOf lists the lines of one file that occur in a root. Gaps holds the distance of each line from the previous one,
// and of the first line from 0.
type LinesOf struct {
	File string
	Gaps []int
}

// linesOf lists the lines that have numbers.
func linesOf(ranks map[string]lineRanks) (all []LinesOf) {
	for _, file := range slices.Sorted(maps.Keys(ranks)) {
		one, before := LinesOf{File: file}, 0
		for line, n := range ranks[file] {
			if n > 0 {
				one.Gaps = append(one.Gaps, line-before)
				before = line
			}
		}
		all = append(all, one)
	}
	return all
}

// each calls do with each line, and its number from 0.
func (l LinesOf) each(do func(n, line int)) {
	line := 0
	for n, gap := range l.Gaps {
		line += gap
		do(n, line)
	}
}

// lines writes the lines of the parts of a root, by their numbers in the root. It returns the lines of the root.
func (w *writer) lines(parts []*function) []LinesOf {
	ranks := map[string]lineRanks{}
	for _, part := range parts {
		for _, file := range part.lines {
			of := ranks[file.File]
			file.each(func(_, line int) { of = of.with(line) })
			ranks[file.File] = of
		}
	}
	for _, of := range ranks {
		of.number()
	}
	for _, part := range parts {
		for _, file := range part.lines {
			w.number(int64(len(file.Gaps)))
			file.each(func(_, line int) { w.number(int64(ranks[file.File][line])) })
		}
	}
	return linesOf(ranks)
}

// spot is a file, line and column. It is the key of keys.offsets.
type spot struct {
	file         string
	line, column int
}

// noteOffsets records the offset of each place. If a place was recorded with another offset before, its offset becomes
// -1, because line and column do not determine it.
func (k *keys) noteOffsets(places []numbered) {
	for _, p := range places {
		at := spot{p.File, p.Line, p.Column}
		if before, isKnown := k.offsets[at]; isKnown && p.Offset != before {
			p.Offset = -1
		}
		k.offsets[at] = p.Offset
	}
}

// mover rewrites line numbers, in positions and in texts, in the result of one root so that the result fits another
// root with the same key.
type mover struct {
	root *Root
	// lines maps each line of a file to its new line. named does so for lines that texts name without a file. An entry
	// of named is -1 if the new line differs between files.
	lines map[string]map[int]int
	named map[int]int
	fails bool
}

// Move changes all places and texts in a value. They are on the lines of another root with the same key, and Move
// changes them to the lines of this root. The value must be plain data. Move returns false if this is not possible. The
// value is then invalid.
func (r *Root) Move(from []LinesOf, value any) bool {
	isSame := func(a, b LinesOf) bool { return a.File == b.File && slices.Equal(a.Gaps, b.Gaps) }
	if slices.EqualFunc(from, r.Lines, isSame) {
		return true
	}
	if !slices.EqualFunc(from, r.Lines, func(a, b LinesOf) bool { return a.File == b.File && len(a.Gaps) == len(b.Gaps) }) {
		return false
	}
	m := &mover{root: r, lines: map[string]map[int]int{}, named: map[int]int{}}
	for i, file := range from {
		var moved []int
		r.Lines[i].each(func(_, line int) { moved = append(moved, line) })
		of := map[int]int{}
		file.each(func(n, line int) {
			of[line] = moved[n]
			if other, isKnown := m.named[line]; isKnown && other != moved[n] {
				moved[n] = -1
			}
			m.named[line] = moved[n]
		})
		m.lines[file.File] = of
	}
	m.move(reflect.ValueOf(value))
	return !m.fails
}

// move changes the lines in a value and in all that it contains.
func (m *mover) move(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		m.text(v)
	case reflect.Pointer:
		if !v.IsNil() {
			m.move(v.Elem())
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			m.move(v.Index(i))
		}
	case reflect.Struct:
		if v.Type() == place {
			m.place(v.Addr().Interface().(*source.Pos))
			return
		}
		for i := range v.NumField() {
			m.move(v.Field(i))
		}
	case reflect.Map, reflect.Interface, reflect.Func, reflect.Chan:
		m.fails = m.fails || !v.IsZero()
	}
}

func (m *mover) text(v reflect.Value) {
	text, ok := linetext.Move(v.String(), func(line int) (int, bool) {
		moved, isKnown := m.named[line]
		return moved, isKnown && moved > 0
	})
	switch {
	case !ok:
		m.fails = true
	case text != v.String():
		m.fails = m.fails || m.root.namesLines
		v.SetString(text)
	}
}

func (m *mover) place(p *source.Pos) {
	if p.Macro != nil {
		m.place(p.Macro)
	}
	hasOffset := p.Offset != 0 || p.Line == 1 && p.Column == 1
	p.Line, p.EndLine = m.line(p.File, p.Line), m.line(p.File, p.EndLine)
	if hasOffset {
		offset, isKnown := m.root.offsets[spot{p.File, p.Line, p.Column}]
		m.fails = m.fails || !isKnown || offset < 0
		p.Offset = offset
	}
}

func (m *mover) line(file string, line int) int {
	if line <= 0 {
		return line
	}
	moved, isKnown := m.lines[file][line]
	m.fails = m.fails || !isKnown
	return moved
}
