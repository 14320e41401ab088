package changed

import (
	"slices"
	"strings"
)

const (
	// mostEdits is how many lines are taken away and added in a part without lines that occur once, before all
	// of it counts as changed. What it takes grows with the square.
	mostEdits = 500
	// mostLines is how many lines two texts may have together before all of one counts as changed.
	mostLines = 1 << 20
	// deepest is how often a part is divided by lines that occur once in it. Each time costs as much as the part
	// is long.
	deepest = 12
)

// linesOf are the lines of a text with their ends, a carriage return before an end left out.
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

// differences are the lines of a text that another one has not. Where lines are only taken away, those beside the
// gap count as changed: what happens there is different now.
func differences(before, now []string) []stretch {
	if len(before)+len(now) > mostLines {
		return everything
	}
	numbers := map[string]int{}
	d := &differ{}
	d.compare(numbered(numbers, before), numbered(numbers, now), 0, deepest)
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

// numbered are lines as numbers, the same for equal ones.
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

// differ compares two texts: what both begin and end with is equal, lines that occur once in each part them, and
// between these it looks for the fewest edits.
type differ struct{ found []hunk }

// hunk are lines that were taken away and others that stand in their place, behind so many lines.
type hunk struct{ taken, at, added int }

// compare adds what has changed in a part; so many lines stand before it now.
func (d *differ) compare(before, now []int, at, depth int) {
	same := commonStart(before, now)
	before, now, at = before[same:], now[same:], at+same
	same = commonEnd(before, now)
	before, now = before[:len(before)-same], now[:len(now)-same]
	if len(before) == 0 || len(now) == 0 {
		d.add(len(before), at, len(now))
		return
	}
	anchors := anchorsOf(before, now)
	if len(anchors) == 0 || depth == 0 {
		d.edits(before, now, at)
		return
	}
	fromBefore, fromNow := 0, 0
	for _, a := range append(anchors, pair{len(before), len(now)}) {
		d.compare(before[fromBefore:a.before], now[fromNow:a.now], at+fromNow, depth-1)
		fromBefore, fromNow = a.before, a.now
	}
}

// add notes a hunk that is not empty.
func (d *differ) add(taken, at, added int) {
	if taken+added > 0 {
		d.found = append(d.found, hunk{taken, at, added})
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

// pair are the places of one line in both texts.
type pair struct{ before, now int }

// anchorsOf are the lines that occur once in both texts, the most that are in the same order in both.
func anchorsOf(before, now []int) []pair {
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
	note(before, func(p *pair) *int { return &p.before })
	note(now, func(p *pair) *int { return &p.now })
	var once []pair
	for _, line := range before {
		if p := places[line]; p.before > 0 && p.now > 0 {
			once = append(once, pair{p.before - 1, p.now - 1})
		}
	}
	return increasing(once)
}

// increasing are the most of some pairs, in the order of the one text, that are in the order of the other one as well.
func increasing(pairs []pair) []pair {
	var ends []int // for each length the pair that ends such a row earliest
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

// edits finds the fewest lines to remove and to add, after Myers (An O(ND) difference algorithm, 1986): in each
// round one more, and on each diagonal (places of now minus places of before) as far as lines are equal.
func (d *differ) edits(before, now []int, at int) {
	// furthest has for each diagonal how many lines of before are gone through.
	const middle = mostEdits + 1
	furthest := make([]int, 2*middle+1)
	var rounds [][]int
	for n := range mostEdits {
		rounds = append(rounds, slices.Clone(furthest[middle-n-1:middle+n+2]))
		for k := -n; k <= n; k += 2 {
			i, _ := enter(furthest[middle-n-1:middle+n+2], n, k)
			for i < len(before) && i+k < len(now) && before[i] == now[i+k] {
				i++
			}
			furthest[middle+k] = i
			if i >= len(before) && i+k >= len(now) {
				d.trace(rounds, pair{len(before), len(now)}, at)
				return
			}
		}
	}
	d.add(len(before), at, len(now))
}

// enter is where round n enters diagonal k: from the diagonal below by a line that is added, or from the one above
// by one that is removed, whichever gets further. furthest are the diagonals around, from -n-1 on.
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

// trace goes back from the end through the rounds, and notes the edits of each row without equal lines between.
func (d *differ) trace(rounds [][]int, end pair, at int) {
	start := end // of the row, which ends at end
	for n := len(rounds) - 1; n > 0; n-- {
		diagonal := start.now - start.before
		i, added := enter(rounds[n], n, diagonal)
		if after := (pair{i, i + diagonal}); after != start {
			d.add(end.before-start.before, at+start.now, end.now-start.now)
			end = after
		}
		if start = (pair{i - 1, i + diagonal}); added {
			start = pair{i, i + diagonal - 1}
		}
	}
	d.add(end.before-start.before, at+start.now, end.now-start.now)
}
