package sim

import (
	"bytes"
	"cmp"
	"math"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/source"
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

// Element is what the two race for, as one writes it in the kernel.
func (r *Race) Element(kernel *cfg.Func) string {
	for _, a := range []Access{r.Later, r.Earlier} {
		if a.through != nil && a.begins[a.Lane] <= r.Offset {
			return a.through.ElementBehind(r.Offset - a.begins[a.Lane])
		}
	}
	return kernel.ElementOf(r.Object, r.Offset)
}

// Access is what a lane of a warp does to shared memory.
type Access struct {
	*Touch
	Lane, Warp int
}

// thread is its number in the block.
func (a Access) thread() int { return a.Warp*warp.Size + a.Lane }

// Touch is one execution of an instruction that reads or writes shared memory, by the lanes that
// are converged there.
type Touch struct {
	Site *cfg.Instr
	// Path are the calls from the root to the function of the site.
	Path  []source.Pos
	Lanes warp.Lanes

	// Supposed is the first thing that was supposed, where that decided that the lanes came here or what they touch, and
	// Value where it decided what they store.
	Supposed, Value string

	place place
	key   string
	// through is the variable that points into dynamic shared memory, nil for none, and begins the offsets that it
	// points to.
	through *cfg.PointerVariable
	begins  *[warp.Size]int64
}

// IsOf reports a touch of an instruction, along the calls that lead to it.
func (t *Touch) IsOf(site *cfg.Instr, path []source.Pos) bool {
	return t.Site == site && slices.Equal(t.Path, path)
}

// step is what a lane does that matters to races: it touches memory, arrives at a barrier or runs a
// fence.
type step struct {
	touch *Touch
	// space and offset is what is touched, in size bytes; written are those that are stored, nil
	// for what is only read.
	space   *space
	offset  int64
	size    int64
	written []byte
	// changes: what is stored is not what the cell holds already.
	changes bool
	barrier *Rendezvous
	isFence bool
	// signals: an object arrives or waits for threads of other warps.
	signals bool
	// isWait: the lane waits until its copies are done, those that it has committed where isOfCommitted. isCommit: it commits them.
	isWait, isOfCommitted, isCommit bool
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
	return s.touch != nil && s.space.decl != nil && s.space.decl.Storage == types.Shared
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
	m.notePointer(f, t, addr, lane)
}

// notePointer notes the pointer by which a lane gets to an address in dynamic shared memory.
func (m *machine) notePointer(f *frame, t *Touch, addr uint64, lane int) {
	if !m.isAddress(addr) {
		return
	}
	decl := m.spaces[addr>>spaceBits-1].decl
	if decl == nil || decl.Var == nil || !decl.Var.IsDynamicShared() {
		return
	}
	if t.begins == nil {
		t.begins, t.through = new([warp.Size]int64), t.Site.Through()
	}
	if t.through == nil {
		return
	}
	from := f.word(t.through.Load, lane)
	if from>>spaceBits != addr>>spaceBits {
		t.through = nil
		return
	}
	t.begins[lane] = int64(from&(1<<spaceBits-1)) - middle
}

// touchAt keeps an access of a lane to an address.
func (m *machine) touchAt(f *frame, addr uint64, s step, lane int) {
	if !m.isAddress(addr) {
		return
	}
	s.space, s.offset = m.spaces[addr>>spaceBits-1], int64(addr&(1<<spaceBits-1))-middle
	s.changes = s.touch.Site.Access() != cfg.Reads && (s.written == nil || s.space.cells == nil || !s.space.cells.hold(s.offset, s.written))
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
func accessed(in *cfg.Instr) *types.Type {
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
	return newDetector([]*machine{m}).find()
}

// find goes through the histories of all threads.
func (d *detector) find() []Race {
	for d.advance() {
	}
	slices.SortStableFunc(d.races, func(a, b Race) int {
		p, q := a.Later.Site.Pos, b.Later.Site.Pos
		return cmp.Or(cmp.Compare(p.Offset, q.Offset), cmp.Compare(a.Later.thread(), b.Later.thread()))
	})
	return d.races
}

// clock says of how many epochs of each thread a thread knows; a barrier ends one.
type clock []int

// detector goes through the histories of the threads of one warp, or of all warps of a block, from barrier to barrier. A
// thread is a lane of one of the machines: number n*32 + lane for the n-th.
type detector struct {
	machines []*machine
	clocks   []clock
	at       []int
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
	// copying are the epochs of the copies that each thread has begun and neither committed nor waited for, committed those of
	// the ones that it has committed.
	copying, committed [][]*int
	// phases are those of the barriers between warps (blockrace.go), nil where one warp is looked at.
	phases *phases
	// compared counts pairs of accesses.
	compared int
}

func newDetector(machines []*machine) *detector {
	threads := len(machines) * warp.Size
	d := &detector{machines: machines, clocks: make([]clock, threads), at: make([]int, threads), copying: make([][]*int, threads), committed: make([][]*int, threads),
		cells: map[cellKey][]touches{}, sites: map[siteKey]int{}, found: map[pairKey]bool{}, later: map[[2]*Touch]bool{},
		words: sharedWords(machines)}
	for t := range d.clocks {
		d.clocks[t] = make(clock, threads)
		d.clocks[t][t] = 1
	}
	return d
}

// history is what a thread did.
func (d *detector) history(t int) []step { return d.machines[t/warp.Size].history[t%warp.Size] }

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

// touches are the accesses to a piece of memory by one instruction and thread.
type touches struct {
	site, thread int
	list         []known
}

// pairKey is what is told once: a race of two instructions, by their numbers.
type pairKey struct{ later, earlier int }

// known is an access to memory: in which epoch of its thread it was done, as which of the thread's steps, by which
// instruction.
type known struct {
	*step
	thread, index, site int
	epoch               *int
}

// never is the epoch of a copy that was not waited for.
const never = math.MaxInt

// advance runs each thread up to its next barrier, then lets those go on that have met at one. It
// reports whether some did.
func (d *detector) advance() bool {
	for t := range d.at {
		for ; d.at[t] < len(d.history(t)) && d.waiting(t) == nil; d.at[t]++ {
			d.judge(t, &d.history(t)[d.at[t]])
		}
	}
	for t := range d.at {
		if p := d.waiting(t); p != nil && d.passes(t, p) {
			return true
		}
	}
	return false
}

// passes lets a thread at a barrier, and those that it meets there, go on where all have come.
func (d *detector) passes(t int, p *Rendezvous) bool {
	if d.phases != nil && p.Site.Collective.Block {
		return d.passesBlock(t/warp.Size, p)
	}
	group := d.group(t)
	d.join(t, group)
	return group != 0
}

// waiting is the barrier that a thread stands at, nil for none.
func (d *detector) waiting(t int) *Rendezvous {
	if d.hasEnded(t) {
		return nil
	}
	p := d.history(t)[d.at[t]].barrier
	if p != nil && d.phases == nil && !p.Site.Collective.IsSynchronizing() {
		return nil
	}
	return p
}

// hasEnded reports a thread of which all that it did has been looked at.
func (d *detector) hasEnded(t int) bool { return d.at[t] == len(d.history(t)) }

// group are the lanes that meet a thread at its barrier, 0 as long as some have not come, or have not
// left the kernel before.
func (d *detector) group(t int) warp.Lanes {
	lanes, ended := d.meets(t), d.ended(t)
	for o := range lanesOf(lanes) {
		other := t/warp.Size*warp.Size + o
		if p := d.waiting(other); p == nil || !d.meets(other).Has(t%warp.Size) || p.Exited&^ended != 0 {
			return 0
		}
	}
	return lanes
}

// ended are the lanes of a thread's warp of which all that they did has been looked at, and those that do not exist.
func (d *detector) ended(t int) warp.Lanes {
	first := t / warp.Size * warp.Size
	lanes := ^d.machines[t/warp.Size].born
	for l := range warp.Size {
		if d.hasEnded(first + l) {
			lanes |= 1 << l
		}
	}
	return lanes
}

// meets are the lanes that a thread meets at the barrier that it stands at.
func (d *detector) meets(t int) warp.Lanes {
	p, l := d.waiting(t), t%warp.Size
	if p.Site.Collective.Block {
		return p.Converged
	}
	return p.Meets[l] & p.awaited(l)
}

// join lets lanes of a thread's warp pass a barrier: each knows what all of them knew, and what those did that it waits
// for and that have left the kernel instead.
func (d *detector) join(t int, lanes warp.Lanes) {
	first := t / warp.Size * warp.Size
	all := make(clock, len(d.at))
	for l := range lanesOf(lanes) {
		all.learn(d.clocks[first+l])
	}
	for l := range lanesOf(lanes) {
		p, own := d.waiting(first+l), d.clocks[first+l]
		copy(own, all)
		for o := range lanesOf(p.Exited & d.machines[t/warp.Size].born & p.awaited(l)) {
			own.learn(d.clocks[first+o])
		}
		own[first+l]++
		d.at[first+l]++
	}
}

// learn adds what another thread knows.
func (c clock) learn(other clock) {
	for t, epoch := range other {
		c[t] = max(c[t], epoch)
	}
}

// awaited are the lanes that a lane waits for at a barrier.
func (p *Rendezvous) awaited(l int) warp.Lanes {
	if p.Site.Collective.Block {
		return warp.All
	}
	return warp.Lanes(p.Masks[l])
}

// judge compares a step of a thread with what others did to the same bytes.
func (d *detector) judge(t int, s *step) {
	switch {
	case s.isCommit:
		d.committed[t], d.copying[t] = append(d.committed[t], d.copying[t]...), nil
	case s.isWait:
		d.finish(t, d.committed)
		if !s.isOfCommitted {
			d.finish(t, d.copying)
		}
	}
	if !s.isShared() {
		return
	}
	epoch := d.clocks[t][t]
	if s.isCopy() {
		epoch = never
	}
	now := known{s, t, d.at[t], d.siteOf(s.touch), &epoch}
	if s.isCopy() {
		d.copying[t] = append(d.copying[t], now.epoch)
	}
	word := d.words[s.space]
	for b := int64(0); b < s.size; b += word {
		d.judgeAt(now, cellKey{s.space, s.offset + b}, word)
	}
}

// finish lets copies of a thread be done.
func (d *detector) finish(t int, copies [][]*int) {
	for _, epoch := range copies[t] {
		*epoch = d.clocks[t][t]
	}
	copies[t] = nil
}

// judgeAt compares an access with what others did to a piece of what it touches, and keeps it.
func (d *detector) judgeAt(now known, at cellKey, word int64) {
	before, own := d.cells[at], -1
	for i := range before {
		switch other := &before[i]; {
		case other.thread == now.thread && other.site == now.site:
			own = i
		case d.areCompared(other, now):
			d.compare(other.list, now, at, word)
		}
	}
	if own < 0 {
		own = len(before)
		before = append(before, touches{site: now.site, thread: now.thread})
		d.cells[at] = before
	}
	before[own].list = remember(before[own].list, now, at.offset, word)
}

// areCompared reports accesses by two lanes of the one warp that is looked at, or by two warps of a block, whose race is not
// found yet.
func (d *detector) areCompared(other *touches, now known) bool {
	if d.phases == nil {
		return other.thread != now.thread
	}
	isFound := d.found[pairKey{other.site, now.site}] || d.found[pairKey{now.site, other.site}]
	return !isFound && other.thread/warp.Size != now.thread/warp.Size && d.compared < maxCompared
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
func sharedWords(machines []*machine) map[*space]int64 {
	words := map[*space]int64{}
	for _, m := range machines {
		for l := range m.history {
			for i := range m.history[l] {
				if s := &m.history[l][i]; s.isShared() {
					words[s.space] = divisor(divisor(words[s.space], s.size), s.offset)
				}
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

// compare looks for races of an access with those of one instruction and thread, which are ordered.
func (d *detector) compare(list []known, now known, at cellKey, word int64) {
	for _, k := range slices.Backward(list) {
		d.compared++
		if d.clocks[now.thread][k.thread] >= *k.epoch {
			if k.isCopy() {
				continue
			}
			return
		}
		if offset, found := conflictAt(k.step, now.step, at.offset, word); found && !d.isSilent(k, now, at.offset, word) {
			d.tell(k, now, cellKey{at.space, offset})
		}
	}
}

// remember adds an access to a piece of memory to those by the same instruction and thread. Of the ones in an
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

// conflictAt is the first byte of a piece of memory for which the accesses of two threads conflict: one of them writes it, and
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

// mayOrder reports that one thread may have told the other of what it did, by a fence behind it
// and then a volatile or atomic access to something else, where the other made such an access
// before. The accesses to the flag have a fence before one of them.
func (d *detector) mayOrder(a, b known) bool {
	if a.isFlag() && b.isFlag() {
		return d.fencedBefore(a) || d.fencedBefore(b)
	}
	return d.tells(a) && d.hears(b) || d.tells(b) && d.hears(a)
}

func (d *detector) fencedBefore(k known) bool {
	return slices.ContainsFunc(d.history(k.thread)[:k.index], func(s step) bool { return s.isFence })
}

func (d *detector) tells(k known) bool {
	fenced := false
	history := d.history(k.thread)[k.index:]
	for i := range history {
		s := &history[i]
		fenced = fenced || s.isFence
		if fenced && s.isFlag() && s.space != k.space {
			return true
		}
	}
	return false
}

func (d *detector) hears(k known) bool {
	history := d.history(k.thread)[:k.index]
	for i := range history {
		if s := &history[i]; s.isFlag() && s.space != k.space {
			return true
		}
	}
	return false
}

// tell adds a race, once for two instructions, unless the threads may have been told of an order.
func (d *detector) tell(a, b known, at cellKey) {
	if d.isLater(a.touch, b.touch) {
		a, b = b, a
	}
	key := pairKey{b.site, a.site}
	if d.found[key] || d.mayOrder(a, b) || d.mayTell(a, b) {
		return
	}
	d.found[key] = true
	d.races = append(d.races, Race{Later: d.accessOf(b), Earlier: d.accessOf(a),
		Object: at.space.decl, Offset: at.offset, Iterations: b.touch.place.iterationsSince(a.touch.place)})
}

func (d *detector) accessOf(k known) Access {
	return Access{k.touch, k.thread % warp.Size, d.machines[k.thread/warp.Size].in.Warp}
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
