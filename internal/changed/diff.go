package changed

import (
	"slices"
	"strings"
)

const (
	// mostEdits limits the edits to search for in a part without lines that occur once. A part with more edits counts
	// as changed as a whole. The time grows with the square of this number.
	mostEdits = 500
	// mostLines limits the lines of two texts together. If they have more, all of the new text counts as changed.
	mostLines = 1 << 20
	// deepest limits how often a part is divided at lines that occur once. The time of each division grows with the
	// length of the part.
	deepest = 12
)

// linesOf returns the lines of a text with their ends, but without a carriage return before an end.
func linesOf(text []byte) []string {
	var all []string
	for line := range strings.Lines(string(text)) {
		if body, ends := strings.CutSuffix(line, "\r\n"); ends {
			line = body + "\n"
		}
		all = append(all, strings.TrimSuffix(line, "\r"))
	}
	return all
}

// differences returns the lines of the new text (now) that the old text (old) does not have. Where lines were only
// removed, the lines before and after the gap count as changed, because the removal may change what they mean.
func differences(old, now []string) []stretch {
	if len(old)+len(now) > mostLines {
		return everything
	}
	numbers := map[string]int{}
	d := &differ{}
	d.compare(numbered(numbers, old), numbered(numbers, now), 0, deepest)
	var all []stretch
	for _, h := range d.found {
		if h.added > 0 {
			all = append(all, stretch{h.at + 1, h.at + h.added})
		} else {
			all = append(all, stretch{h.at, h.at + 1})
		}
	}
	return all
}

// numbered returns numbers for lines. Equal lines have equal numbers.
func numbered(numbers map[string]int, lines []string) []int {
	all := make([]int, len(lines))
	for i, line := range lines {
		n, known := numbers[line]
		if !known {
			n = len(numbers)
			numbers[line] = n
		}
		all[i] = n
	}
	return all
}

// differ compares two texts. It skips their common start and end, divides them at lines that occur once in each, and
// searches for the fewest edits in the parts between these lines.
type differ struct{ found []hunk }

// hunk is a change of lines. It removes `taken` lines and adds `added` lines, after the line number `at` of the new
// text.
type hunk struct{ taken, at, added int }

// compare adds the hunks of a part. The list old has the lines of the part in the old text. The list now has its lines
// in the new text. offset is the number of lines before the part in the new text. depth is how often the part may still
// be divided.
func (d *differ) compare(old, now []int, offset, depth int) {
	same := commonStart(old, now)
	old, now, offset = old[same:], now[same:], offset+same
	same = commonEnd(old, now)
	old, now = old[:len(old)-same], now[:len(now)-same]
	if len(old) == 0 || len(now) == 0 {
		d.add(len(old), offset, len(now))
		return
	}
	anchors := anchorsOf(old, now)
	if len(anchors) == 0 || depth == 0 {
		d.edits(old, now, offset)
		return
	}
	fromBefore, fromNow := 0, 0
	for _, a := range append(anchors, pair{len(old), len(now)}) {
		d.compare(old[fromBefore:a.before], now[fromNow:a.now], offset+fromNow, depth-1)
		fromBefore, fromNow = a.before, a.now
	}
}

// add records a hunk, unless it is empty. skipped is the number of lines of the old text, and added the number of lines
// of the new text. offset lines of the new text precede the hunk.
func (d *differ) add(skipped, offset, added int) {
	if skipped+added > 0 {
		d.found = append(d.found, hunk{skipped, offset, added})
	}
}

func commonStart(a, b []int) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

func commonEnd(a, b []int) int {
	n := 0
	for n < min(len(a), len(b)) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	return n
}

// pair holds the indices of one line in the two texts.
type pair struct{ before, now int }

// anchorsOf returns lines that occur exactly once in each text: as many as possible that have the same order in both.
func anchorsOf(old, now []int) []pair {
	places := map[int]pair{}
	const several = -1
	note := func(all []int, place func(*pair) *int) {
		for i, line := range all {
			p := places[line]
			if at := place(&p); *at == 0 {
				*at = i + 1
			} else {
				*at = several
			}
			places[line] = p
		}
	}
	note(old, func(p *pair) *int { return &p.before })
	note(now, func(p *pair) *int { return &p.now })
	var once []pair
	for _, line := range old {
		if p := places[line]; p.before > 0 && p.now > 0 {
			once = append(once, pair{p.before - 1, p.now - 1})
		}
	}
	return increasing(once)
}

// increasing returns the longest subsequence of pairs in which the field now increases. The pairs are sorted by their
// field before.
func increasing(pairs []pair) []pair {
	var ends []int // ends holds, for each length, the index of the pair with the smallest now that ends such a subsequence
	previous := make([]int, len(pairs))
	for i, p := range pairs {
		n, _ := slices.BinarySearchFunc(ends, p.now, func(end, now int) int { return pairs[end].now - now })
		previous[i] = -1
		if n > 0 {
			previous[i] = ends[n-1]
		}
		if n == len(ends) {
			ends = append(ends, i)
		} else {
			ends[n] = i
		}
	}
	var row []pair
	if len(ends) > 0 {
		for i := ends[len(ends)-1]; i >= 0; i = previous[i] {
			row = append(row, pairs[i])
		}
	}
	slices.Reverse(row)
	return row
}

// edits finds the fewest lines to remove and to add, with the algorithm of Myers (An O(ND) difference algorithm, 1986).
// Each round allows one more edit. On each diagonal (the index in now minus the index in old) a round continues as long
// as lines are equal.
func (d *differ) edits(old, now []int, offset int) {
	// furthest holds, for each diagonal, the number of lines of old that were passed.
	const middle = mostEdits + 1
	furthest := make([]int, 2*middle+1)
	var rounds [][]int
	for n := range mostEdits {
		rounds = append(rounds, slices.Clone(furthest[middle-n-1:middle+n+2]))
		for k := -n; k <= n; k += 2 {
			i, _ := enter(furthest[middle-n-1:middle+n+2], n, k)
			for i < len(old) && i+k < len(now) && old[i] == now[i+k] {
				i++
			}
			furthest[middle+k] = i
			if i >= len(old) && i+k >= len(now) {
				d.trace(rounds, pair{len(old), len(now)}, offset)
				return
			}
		}
	}
	d.add(len(old), offset, len(now))
}

// enter returns the line of old at which round n reaches diagonal k. The round reaches it from the diagonal below by an
// added line (added is true), or from the diagonal above by a removed line, whichever has passed more lines. furthest
// begins at diagonal -n-1.
func enter(furthest []int, n, k int) (i int, added bool) {
	if n == 0 {
		return 0, false
	}
	below, above := furthest[n+k], furthest[n+k+2]+1
	if k == -n || k != n && above > below {
		return above, false
	}
	return below, true
}

// trace follows the rounds back from the end. It records each series of edits without equal lines between them as a
// hunk.
func (d *differ) trace(rounds [][]int, end pair, offset int) {
	start := end // the start of the series, which ends at end
	for n := len(rounds) - 1; n > 0; n-- {
		diagonal := start.now - start.before
		i, added := enter(rounds[n], n, diagonal)
		if after := (pair{i, i + diagonal}); after != start {
			d.add(end.before-start.before, offset+start.now, end.now-start.now)
			end = after
		}
		if start = (pair{i - 1, i + diagonal}); added {
			start = pair{i, i + diagonal - 1}
		}
	}
	d.add(end.before-start.before, offset+start.now, end.now-start.now)
}
