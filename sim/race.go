package sim

import (
	"bytes"
	"cmp"
	"math"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/warp"
)

// A race is two accesses to one byte of shared memory by two lanes of the warp, of which one
// writes and nothing orders one before the other. Lanes may run in any order after they part, and
// keep no step where they do not, so that it is not what the machine happened to run first that
// decides but what happens before what (vector clocks, as in dynamic race detectors): program order
// orders what one lane does, and a barrier all that its lanes did before it before all that they
// do behind. A shuffle or a vote exchanges values and orders nothing.
//
//	s[lane] = v;                    lane 1 writes byte 4 in its epoch 0
//	__syncwarp(0x0000ffff);         lanes 0 to 15 know of the epochs 0 of each other
//	x = s[lane ^ 16];               lane 17 does not know of lane 1's: a race
//
// The history of each lane is kept while the machine runs and judged at the end of the run, when it
// is known which lanes met at which barriers. What one statement stores by several lanes to one
// cell is no race, nor are stores of one value, nor atomics among themselves. Lanes between which a
// fence and a flag may make an order are let pass.

// Race is a race, by its two accesses. Later is the later one in program order, or in the text
// where the accesses are on two sides of a branch.
type Race struct {
	Later, Earlier Access
	// Object is the shared variable, and Offset the byte in it.
	Object *cfg.Object
	Offset int64
	// Iterations is how many iterations of the outermost loop in which they differ lie between the two.
	Iterations int
}

// Supposed is what was supposed and decided the race, "" for nothing. What is stored does so between two stores alone,
// which are no race where they store one value.
func (r *Race) Supposed() string {
	decided := cmp.Or(r.Later.Supposed, r.Earlier.Supposed)
	if r.Later.Site.Op == cfg.Store && r.Earlier.Site.Op == cfg.Store {
		return cmp.Or(decided, r.Later.Value, r.Earlier.Value)
	}
	return decided
}

// Access is what a lane does to shared memory.
type Access struct {
	*Touch
	Lane int
}

// Touch is one execution of an instruction that reads or writes shared memory, by the lanes that
// are converged there.
type Touch struct {
	Site *cfg.Instr
	// Path are the calls from the root to the function of the site.
	Path  []ast.Pos
	Lanes warp.Lanes

	// Supposed is the first thing that was supposed, where that decided that the lanes came here or what they touch, and
	// Value where it decided what they store.
	Supposed, Value string

	place place
	key   string
}

// IsOf reports a touch of an instruction, along the calls that lead to it.
func (t *Touch) IsOf(site *cfg.Instr, path []ast.Pos) bool {
	return t.Site == site && slices.Equal(t.Path, path)
}

// step is what a lane does that matters to races: it touches memory, comes to a barrier or runs a
// fence.
type step struct {
	touch *Touch
	// space and offset is what is touched, in size bytes; written are those that are stored, nil
	// for what is only read.
	space   *space
	offset  int64
	size    int64
	written []byte
	barrier *Rendezvous
	isFence bool
	// isWait: the lane waits until its copies are done.
	isWait bool
	// tile is where the rows lie of which this is one.
	tile tileAt
}

// isFlag reports an access by which lanes may tell each other that something was done.
func (s *step) isFlag() bool {
	return s.touch != nil && (s.touch.Site.Op == cfg.Atomic || s.touch.Site.Volatile)
}

// isCopy reports a copy that goes on until its lane waits for it.
func (s *step) isCopy() bool { return s.touch != nil && s.touch.Site.Async }

// isShared reports an access to shared memory.
func (s *step) isShared() bool {
	return s.touch != nil && s.space.decl != nil && s.space.decl.Storage == ast.Shared
}

// keep adds to the history of a lane.
func (m *machine) keep(lane int, s step) {
	if m.in.Races {
		m.history[lane] = append(m.history[lane], s)
	}
}

// touching is an execution of an instruction that reads or writes memory, nil for others and where
// races are not asked for.
func (m *machine) touching(f *frame, index int, in *cfg.Instr, lanes warp.Lanes) *Touch {
	if !m.in.Races {
		return nil
	}
	if in.Access() == cfg.NoAccess {
		return nil
	}
	t := &Touch{Site: in, Lanes: lanes, place: f.place(in.Block, index)}
	m.followTouch(f, t)
	return t
}

// touch keeps an access of a lane to memory that other lanes may touch, before it is made.
func (m *machine) touch(f *frame, t *Touch, lane int) {
	in := t.Site
	if in.Unplaced {
		return
	}
	s := step{touch: t, size: sizeOf(accessed(in))}
	if in.Op == cfg.Store {
		s.written = f.stored(in.Args[1], lane)
	}
	addr := f.word(in.Args[0], lane)
	if field := in.BitField(); field != nil {
		first, _, _ := field.Cell() // whose first byte stands for the cell
		addr += uint64(m.fieldOffset(first) - m.fieldOffset(field))
		s.size = 1
	}
	m.touchAt(f, addr, s, lane)
}

// touchAt keeps an access of a lane to an address.
func (m *machine) touchAt(f *frame, addr uint64, s step, lane int) {
	if !m.isAddress(addr) {
		return
	}
	s.space, s.offset = m.spaces[addr>>spaceBits-1], int64(addr&(1<<spaceBits-1))-middle
	if !s.isShared() && !s.isFlag() || s.space.cells == nil {
		return
	}
	if t := s.touch; t.key == "" {
		t.key, t.Path = f.path, f.callPath()
		if s.isShared() {
			m.out.Touches = append(m.out.Touches, t)
		}
	}
	m.keep(lane, s)
}

// accessed is the type of what an instruction reads or writes.
func accessed(in *cfg.Instr) *ast.Type {
	if in.Op == cfg.Load {
		return in.Type
	}
	return in.Args[min(1, len(in.Args)-1)].Type
}

// stored is what a lane stores.
func (f *frame) stored(v *cfg.Instr, lane int) []byte {
	if isAggregate(v.Type) {
		return f.aggregate(v, lane)
	}
	word := f.word(v, lane)
	list := make([]byte, sizeOf(v.Type))
	for i := range min(len(list), 8) {
		list[i] = byte(word >> (8 * i))
	}
	return list
}

// Races are those between the lanes of the warp, in the order of the later accesses; none where there are
// violations. They are looked for when they are first asked for: of a block mostly those of one warp are.
func (o *Outcome) Races() []Race {
	if o.races == nil {
		return nil
	}
	return o.races()
}

// races finds those of a run, in the order of the later accesses. What could only go wrong because
// a collective was broken before is none.
func (m *machine) races() []Race {
	if len(m.out.Violations) > 0 || len(m.out.Touches) == 0 {
		return nil
	}
	d := detector{machine: m, cells: map[cellKey][]touches{}, sites: map[siteKey]int{}, found: map[pairKey]bool{},
		later: map[[2]*Touch]bool{}, words: m.sharedWords()}
	for l := range d.clocks {
		d.clocks[l][l] = 1
	}
	for d.advance() {
	}
	slices.SortStableFunc(d.races, func(a, b Race) int {
		p, q := a.Later.Site.Pos, b.Later.Site.Pos
		return cmp.Or(cmp.Compare(p.Offset, q.Offset), cmp.Compare(a.Later.Lane, b.Later.Lane))
	})
	return d.races
}

// clock says of how many epochs of each lane a lane knows; a barrier ends one.
type clock [warp.Size]int

// detector goes through the histories of the lanes, from barrier to barrier.
type detector struct {
	*machine
	clocks [warp.Size]clock
	at     [warp.Size]int
	// words is for each variable the size of the largest pieces that all accesses to it are made of, in bytes.
	words map[*space]int64
	// cells are for each of these pieces the accesses to it, in the order of the first of each who made them.
	cells map[cellKey][]touches
	// sites numbers the instructions that touch memory.
	sites map[siteKey]int
	found map[pairKey]bool
	// later is of pairs of touches whether the first is the later one: two may race for many bytes.
	later map[[2]*Touch]bool
	races []Race
	// copying are the epochs of the copies that each lane has begun and not waited for.
	copying [warp.Size][]*int
}

// cellKey is a piece of memory, by its first byte.
type cellKey struct {
	space  *space
	offset int64
}

// siteKey tells instructions that touch memory apart, along the calls that lead to them.
type siteKey struct {
	site *cfg.Instr
	path string
}

// touches are the accesses to a piece of memory by one instruction and lane.
type touches struct {
	site, lane int
	list       []known
}

// pairKey is what is told once: a race of two instructions, by their numbers.
type pairKey struct{ later, earlier int }

// known is an access to memory: in which epoch of its lane it was done, as which of the lane's steps, by which
// instruction.
type known struct {
	*step
	lane, index, site int
	epoch             *int
}

// never is the epoch of a copy that was not waited for.
const never = math.MaxInt

// advance runs each lane up to its next barrier, then lets those go on that have met at one. It
// reports whether some did.
func (d *detector) advance() bool {
	for l := range d.at {
		for ; d.at[l] < len(d.history[l]) && d.waiting(l) == nil; d.at[l]++ {
			d.judge(l, &d.history[l][d.at[l]])
		}
	}
	for l := range d.at {
		if d.waiting(l) == nil {
			continue
		}
		if group := d.group(l); group != 0 {
			d.join(group)
			return true
		}
	}
	return false
}

// waiting is the barrier that a lane stands at, nil for none.
func (d *detector) waiting(l int) *Rendezvous {
	if d.at[l] == len(d.history[l]) {
		return nil
	}
	return d.history[l][d.at[l]].barrier
}

// group are the lanes that meet a lane at its barrier, 0 as long as some have not come, or have not
// left the kernel before.
func (d *detector) group(l int) warp.Lanes {
	lanes := d.meets(l)
	for o := range lanesOf(lanes) {
		if p := d.waiting(o); p == nil || !d.meets(o).Has(l) || d.waiting(o).Exited&^d.ended() != 0 {
			return 0
		}
	}
	return lanes
}

// ended are the lanes of which all that they did has been looked at, and those that do not exist.
func (d *detector) ended() warp.Lanes {
	lanes := ^d.born
	for l := range d.at {
		if d.at[l] == len(d.history[l]) {
			lanes |= 1 << l
		}
	}
	return lanes
}

// meets are the lanes that a lane meets at the barrier that it stands at.
func (d *detector) meets(l int) warp.Lanes {
	p := d.waiting(l)
	if p.Site.Collective.Block {
		return p.Converged
	}
	return p.Meets[l] & p.awaited(l)
}

// join lets lanes pass a barrier: each knows what all of them knew, and what those did that it waits
// for and that have left the kernel instead.
func (d *detector) join(lanes warp.Lanes) {
	var all clock
	for l := range lanesOf(lanes) {
		all.learn(&d.clocks[l])
	}
	for l := range lanesOf(lanes) {
		p := d.waiting(l)
		d.clocks[l] = all
		for o := range lanesOf(p.Exited & d.born & p.awaited(l)) {
			d.clocks[l].learn(&d.clocks[o])
		}
		d.clocks[l][l]++
		d.at[l]++
	}
}

// learn adds what another lane knows.
func (c *clock) learn(other *clock) {
	for l, epoch := range other {
		c[l] = max(c[l], epoch)
	}
}

// awaited are the lanes that a lane waits for at a barrier.
func (p *Rendezvous) awaited(l int) warp.Lanes {
	if p.Site.Collective.Block {
		return warp.All
	}
	return warp.Lanes(p.Masks[l])
}

// judge compares a step of a lane with what others did to the same bytes.
func (d *detector) judge(l int, s *step) {
	if s.isWait {
		for _, epoch := range d.copying[l] {
			*epoch = d.clocks[l][l]
		}
		d.copying[l] = nil
	}
	if !s.isShared() {
		return
	}
	epoch := d.clocks[l][l]
	if s.isCopy() {
		epoch = never
	}
	now := known{s, l, d.at[l], d.siteOf(s.touch), &epoch}
	if s.isCopy() {
		d.copying[l] = append(d.copying[l], now.epoch)
	}
	word := d.words[s.space]
	for b := int64(0); b < s.size; b += word {
		d.judgeAt(now, cellKey{s.space, s.offset + b}, word)
	}
}

// judgeAt compares an access with what others did to a piece of what it touches, and keeps it.
func (d *detector) judgeAt(now known, at cellKey, word int64) {
	before, own := d.cells[at], -1
	for i := range before {
		switch other := &before[i]; {
		case other.lane != now.lane:
			d.compare(other.list, now, at, word)
		case other.site == now.site:
			own = i
		}
	}
	if own < 0 {
		own = len(before)
		before = append(before, touches{site: now.site, lane: now.lane})
		d.cells[at] = before
	}
	before[own].list = remember(before[own].list, now, at.offset, word)
}

// siteOf is the number of the instruction that touches memory.
func (d *detector) siteOf(t *Touch) int {
	key := siteKey{t.Site, t.key}
	n, known := d.sites[key]
	if !known {
		n = len(d.sites)
		d.sites[key] = n
	}
	return n
}

// sharedWords is for each variable in how large pieces its accesses can be looked at, in bytes: what divides the
// sizes and offsets of all.
func (m *machine) sharedWords() map[*space]int64 {
	words := map[*space]int64{}
	for l := range m.history {
		for i := range m.history[l] {
			if s := &m.history[l][i]; s.isShared() {
				words[s.space] = divisor(divisor(words[s.space], s.size), s.offset)
			}
		}
	}
	return words
}

// divisor is the greatest that two numbers have in common; 0 has all.
func divisor(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}

// compare looks for races of an access with those of one instruction and lane, which are ordered.
func (d *detector) compare(list []known, now known, at cellKey, word int64) {
	for _, k := range slices.Backward(list) {
		if d.clocks[now.lane][k.lane] >= *k.epoch {
			if k.isCopy() {
				continue
			}
			return
		}
		if offset, found := conflictAt(k.step, now.step, at.offset, word); found {
			d.tell(k, now, cellKey{at.space, offset})
		}
	}
}

// remember adds an access to a piece of memory to those by the same instruction and lane. Of the ones in an
// epoch the first and the last stand for those between that store the same: the last happened
// before all that one between happened before, and the first is the one that all others are
// later than.
func remember(list []known, now known, offset, word int64) []known {
	n := len(list)
	if n > 1 && !now.isCopy() && *list[n-2].epoch == *now.epoch && *list[n-1].epoch == *now.epoch &&
		bytes.Equal(list[n-1].stores(offset, word), now.stores(offset, word)) {
		list[n-1] = now
		return list
	}
	return append(list, now)
}

// stores is what is stored in a piece of memory, nil where nothing that is known.
func (s *step) stores(offset, word int64) []byte {
	if s.written == nil {
		return nil
	}
	return s.written[offset-s.offset:][:word]
}

// conflictAt is the first byte of a piece of memory for which the accesses of two lanes conflict: one of them writes it, and
// they do not both store the same.
func conflictAt(a, b *step, offset, word int64) (at int64, found bool) {
	one, other := a.touch.Site, b.touch.Site
	switch {
	case !one.Access().MayConflict(other.Access()), a.touch == b.touch && one.Access() == cfg.Writes, isOneFragment(a, b):
		return 0, false
	case one.Op == cfg.Store && other.Op == cfg.Store && one.BitField() == other.BitField():
		p, q := a.stores(offset, word), b.stores(offset, word)
		for i := range p {
			if p[i] != q[i] {
				return offset + int64(i), true
			}
		}
		return 0, false
	}
	return offset, true
}

// mayOrder reports that one lane may have told the other of what it did, by a fence behind it
// and then a volatile or atomic access to something else, where the other made such an access
// before. The accesses to the flag have a fence before one of them.
func (d *detector) mayOrder(a, b known) bool {
	if a.isFlag() && b.isFlag() {
		return d.fencedBefore(a) || d.fencedBefore(b)
	}
	return d.tells(a) && d.hears(b) || d.tells(b) && d.hears(a)
}

func (d *detector) fencedBefore(k known) bool {
	return slices.ContainsFunc(d.history[k.lane][:k.index], func(s step) bool { return s.isFence })
}

func (d *detector) tells(k known) bool {
	fenced := false
	for i := range d.history[k.lane][k.index:] {
		s := &d.history[k.lane][k.index+i]
		fenced = fenced || s.isFence
		if fenced && s.isFlag() && s.space != k.space {
			return true
		}
	}
	return false
}

func (d *detector) hears(k known) bool {
	for i := range d.history[k.lane][:k.index] {
		if s := &d.history[k.lane][i]; s.isFlag() && s.space != k.space {
			return true
		}
	}
	return false
}

// tell adds a race, once for two instructions, unless the lanes may have been told of an order.
func (d *detector) tell(a, b known, at cellKey) {
	if d.isLater(a.touch, b.touch) {
		a, b = b, a
	}
	key := pairKey{b.site, a.site}
	if d.found[key] || d.mayOrder(a, b) {
		return
	}
	d.found[key] = true
	d.races = append(d.races, Race{Later: Access{b.touch, b.lane}, Earlier: Access{a.touch, a.lane},
		Object: at.space.decl, Offset: at.offset, Iterations: b.touch.place.iterationsSince(a.touch.place)})
}

// isLater is [Touch.isLater], found out once.
func (d *detector) isLater(t, other *Touch) bool {
	pair := [2]*Touch{t, other}
	is, known := d.later[pair]
	if !known {
		is = t.isLater(other)
		d.later[pair] = is
	}
	return is
}

// isLater reports a touch behind another in program order, or in the text where no lane can pass
// both.
func (t *Touch) isLater(other *Touch) bool {
	switch {
	case other.place.reaches(t.place):
		return true
	case t.place.reaches(other.place):
		return false
	}
	return t.place.isBehindInText(other.place)
}
