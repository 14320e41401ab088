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

// A race is two accesses to one byte of shared memory by two lanes of the warp, at least one of them a write, with no
// order between them. Lanes may run in any order after they part, and do not run in step. So the order in which the
// machine happened to run them does not count, but the happens-before relation does (vector clocks, as in dynamic race
// detectors): program order orders what one lane does, and a barrier orders everything that its lanes did before it
// before everything that they do behind it. A shuffle or a vote exchanges values and orders nothing.
//
//	s[lane] = v;                    lane 1 writes byte 4 in its epoch 0
//	__syncwarp(0x0000ffff);         lanes 0 to 15 know of the epochs 0 of each other
//	x = s[lane ^ 16];               lane 17 does not know of lane 1's: a race
//
// The history of each lane is recorded while the machine runs, and examined at the end of the run, when it is known
// which lanes met at which barriers. Stores of several lanes to one cell by one execution of a statement are no race,
// nor are stores of one value, nor atomics among themselves. Two accesses that a fence and a flag may order are not
// reported.

// Race is a race between two accesses. Later is the later one in program order, or in the text if the accesses are on
// two sides of a branch.
type Race struct {
	Later, Earlier Access
	// Object is the shared variable, and Offset the byte in it.
	Object *cfg.Object
	Offset int64
	// Iterations is the number of iterations between the two accesses, in the outermost loop in which they differ.
	Iterations int
}

// Supposed returns the first supposed value that decided the race, "" if none did. The stored values count only if both
// accesses are stores, because two stores of one value do not race.
func (r *Race) Supposed() string {
	decided := cmp.Or(r.Later.Supposed, r.Earlier.Supposed)
	if r.Later.Site.Op == cfg.Store && r.Earlier.Site.Op == cfg.Store {
		return cmp.Or(decided, r.Later.Value, r.Earlier.Value)
	}
	return decided
}

// Element names what the two accesses race for as the kernel would write it.
func (r *Race) Element(kernel *cfg.Func) string {
	for _, a := range []Access{r.Later, r.Earlier} {
		if a.pointer != nil && a.begins[a.Lane] <= r.Offset {
			return a.pointer.ElementBehind(r.Offset - a.begins[a.Lane])
		}
	}
	return kernel.ElementOf(r.Object, r.Offset)
}

// Access is an access of one lane to shared memory.
type Access struct {
	*Touch
	Lane, Warp int
}

// thread is the lane's thread number in the block.
func (a Access) thread() int { return a.Warp*warp.Size + a.Lane }

// Touch is one execution of an instruction that reads or writes shared memory, by the lanes that are converged there.
type Touch struct {
	Site *cfg.Instr
	// Path are the calls from the root to the function of the site.
	Path  []source.Pos
	Lanes warp.Lanes

	// Supposed describes a supposed value, if supposed values decided that the lanes got here or which memory they
	// touch; it is "" otherwise. Value describes a supposed value, if supposed values decided what the lanes store.
	Supposed, Value string

	place place
	key   string
	// pointer is the variable that holds a pointer into dynamic shared memory, nil if the access uses none; begins is
	// the offset that the pointer has in each lane.
	pointer *cfg.PointerVariable
	begins  *[warp.Size]int64
}

// IsOf reports whether t is a touch of the instruction site, called along path.
func (t *Touch) IsOf(site *cfg.Instr, path []source.Pos) bool {
	return t.Site == site && slices.Equal(t.Path, path)
}

// step is an action of a lane that matters to races: it accesses memory, arrives at a barrier, runs a fence, or waits
// for its copies.
type step struct {
	touch *Touch
	// space and offset are the place of the access, size its bytes; written holds the stored bytes, nil if they are not
	// known or the access only reads.
	space   *space
	offset  int64
	size    int64
	written []byte
	// changes: whether the store changes what the cell holds.
	changes bool
	barrier *Rendezvous
	isFence bool
	// signals: whether the step is the fence of a barrier object (cfg.Instr.Signals).
	signals bool
	// isWait: the lane waits until its copies are done, with isOfCommitted only those that it has committed. isCommit:
	// the lane commits its copies.
	isWait, isOfCommitted, isCommit bool
	// tile is the position of the tile, if this access is to one row of a tile.
	tile tileAt
}

// isFlag reports whether lanes may use the access to notify each other: it is atomic or volatile.
func (s *step) isFlag() bool {
	return s.touch != nil && (s.touch.Site.Op == cfg.Atomic || s.touch.Site.Volatile)
}

// isCopy reports whether the access is a copy that goes on until its lane waits for it.
func (s *step) isCopy() bool { return s.touch != nil && s.touch.Site.Async }

// isShared reports whether the access is to shared memory.
func (s *step) isShared() bool {
	return s.touch != nil && s.space.decl != nil && s.space.decl.Storage == types.Shared
}

// keep adds a step to the history of a lane, if races are asked for.
func (m *machine) keep(lane int, s step) {
	if m.in.Races {
		m.history[lane] = append(m.history[lane], s)
	}
}

// touching returns the Touch for an execution of instr; nil if the instruction does not access memory or races are not
// looked for.
func (m *machine) touching(f *frame, index int, instr *cfg.Instr, lanes warp.Lanes) *Touch {
	if !m.in.Races {
		return nil
	}
	if instr.Access() == cfg.NoAccess {
		return nil
	}
	t := &Touch{Site: instr, Lanes: lanes, place: f.place(instr.Block, index)}
	m.followTouch(f, t)
	return t
}

// touch records an access of a lane to memory that other lanes may touch, before the access is made.
func (m *machine) touch(f *frame, t *Touch, lane int) {
	instr := t.Site
	if instr.Unplaced {
		return
	}
	s := step{touch: t, size: sizeOf(accessed(instr))}
	if instr.Op == cfg.Store {
		s.written = f.stored(instr.Args[1], lane)
	}
	addr := f.word(instr.Args[0], lane)
	if field := instr.BitField(); field != nil {
		first, _, _ := field.Cell() // its first byte represents the cell
		addr += uint64(m.fieldOffset(first) - m.fieldOffset(field))
		s.size = 1
	}
	m.touchAt(f, addr, s, lane)
	m.notePointer(f, t, addr, lane)
}

// notePointer records the pointer through which a lane gets to an address in dynamic shared memory.
func (m *machine) notePointer(f *frame, t *Touch, addr uint64, lane int) {
	if !m.isAddress(addr) {
		return
	}
	decl := m.spaces[addr>>spaceBits-1].decl
	if decl == nil || decl.Var == nil || !decl.Var.IsDynamicShared() {
		return
	}
	if t.begins == nil {
		t.begins, t.pointer = new([warp.Size]int64), t.Site.Through()
	}
	if t.pointer == nil {
		return
	}
	from := f.word(t.pointer.Load, lane)
	if from>>spaceBits != addr>>spaceBits {
		t.pointer = nil
		return
	}
	t.begins[lane] = int64(from&(1<<spaceBits-1)) - middle
}

// touchAt records an access s of a lane to the address addr.
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

// accessed is the type of the value that an instruction reads or writes.
func accessed(instr *cfg.Instr) *types.Type {
	if instr.Op == cfg.Load {
		return instr.Type
	}
	return instr.Args[min(1, len(instr.Args)-1)].Type
}

// stored is the value v of a lane, as bytes.
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

// Races returns the races between the lanes of the warp, in the order of the later accesses; none if there are
// violations. They are searched for at the first call: of a block, often only one warp's races are needed.
func (o *Outcome) Races() []Race {
	if o.races == nil {
		return nil
	}
	return o.races()
}

// isBroken reports whether the run has a violation that may cause others. A shuffle that reads a lane which takes no
// part does not count if followsUndefined: its value is undefined, and values that depend on it are marked as supposed,
// so that the other races of the run count.
func (o *Outcome) isBroken() bool {
	return slices.ContainsFunc(o.Violations, func(v Violation) bool {
		return v.Kind != SourceNotInMask || !o.followsUndefined || !v.Rendezvous.Site.Collective.Class.Kind.IsShuffle()
	})
}

// races finds the races of a run, in the order of the later accesses. It finds none in a broken run: a race could be a
// consequence of the broken collective.
func (m *machine) races() []Race {
	if m.out.isBroken() || len(m.out.Touches) == 0 {
		return nil
	}
	return newDetector([]*machine{m}).find()
}

// find processes the histories of all threads and returns the races.
func (d *detector) find() []Race {
	for d.advance() {
	}
	slices.SortStableFunc(d.races, func(a, b Race) int {
		p, q := a.Later.Site.Pos, b.Later.Site.Pos
		return cmp.Or(cmp.Compare(p.Offset, q.Offset), cmp.Compare(a.Later.thread(), b.Later.thread()))
	})
	return d.races
}

// clock holds, for each thread, the number of its epochs that a thread knows of; a barrier ends an epoch.
type clock []int

// detector processes the histories of the threads of one warp, or of all warps of a block, from barrier to barrier. A
// thread is a lane of one of the machines: number n*32 + lane for lane of the n-th machine.
type detector struct {
	machines []*machine
	clocks   []clock
	at       []int
	// words is the access granule of each variable in bytes: the largest number that divides the sizes and offsets of
	// all accesses to it.
	words map[*space]int64
	// cells holds, for each granule, the accesses to it, in the order of each thread's first access.
	cells map[cellKey]*touched
	// sites numbers the instructions that touch memory.
	sites map[siteKey]int
	found map[pairKey]bool
	// later caches, for pairs of touches, whether the first is the later one: two touches may race for many bytes.
	later map[[2]*Touch]bool
	races []Race
	// copying are the epochs of the copies that each thread has begun and neither committed nor waited for; committed
	// are those of the copies that it has committed and not waited for.
	copying, committed [][]*int
	// phases are the phases of the barriers between warps (blockrace.go); nil if the detector examines one warp.
	phases *phases
	// compared counts the pairs of accesses that were compared.
	compared int
}

func newDetector(machines []*machine) *detector {
	threads := len(machines) * warp.Size
	d := &detector{machines: machines, clocks: make([]clock, threads), at: make([]int, threads), copying: make([][]*int, threads), committed: make([][]*int, threads),
		cells: map[cellKey]*touched{}, sites: map[siteKey]int{}, found: map[pairKey]bool{}, later: map[[2]*Touch]bool{},
		words: sharedWords(machines)}
	for t := range d.clocks {
		d.clocks[t] = make(clock, threads)
		d.clocks[t][t] = 1
	}
	return d
}

// history is the history of thread t.
func (d *detector) history(t int) []step { return d.machines[t/warp.Size].history[t%warp.Size] }

// cellKey is a piece of memory, by its first byte.
type cellKey struct {
	space  *space
	offset int64
}

// siteKey identifies an instruction that touches memory and the calls that lead to it.
type siteKey struct {
	site *cfg.Instr
	path string
}

// touched are the accesses to a granule. Accesses that only read are not compared with each other.
type touched struct{ reads, others []touches }

// touches are the accesses of one thread to a granule by one instruction.
type touches struct {
	site, thread int
	list         []stamped
}

// pairKey identifies two instructions, by their numbers: their race is reported once.
type pairKey struct{ later, earlier int }

// stamped is an access to memory: its thread, its index among the thread's steps, the number of its instruction, and
// the epoch of the thread in which it was done.
type stamped struct {
	*step
	thread, index, site int
	epoch               *int
}

// never is the epoch of a copy that its thread has not waited for.
const never = math.MaxInt

// advance runs each thread up to its next barrier, then lets the threads pass that have met at one. It reports whether
// some did.
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

// passes lets a thread, and the threads that it meets at the barrier p, pass if all have arrived. It reports whether
// something changed.
func (d *detector) passes(t int, p *Rendezvous) bool {
	if d.phases != nil && p.Site.Collective.BeyondWarp {
		return t%warp.Size == p.Converged.First() && d.passesBlock(t/warp.Size, p) // once for all of them
	}
	group := d.group(t)
	d.join(t, group)
	return group != 0
}

// waiting is the barrier at which a thread stands, nil if it stands at none.
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

// hasEnded reports whether all steps of the thread have been processed.
func (d *detector) hasEnded(t int) bool { return d.at[t] == len(d.history(t)) }

// group are the lanes that a thread meets at its barrier; 0 as long as one of them has not arrived, or the history of a
// lane that exited before the barrier has not been processed to its end.
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

// ended are the lanes of a thread's warp whose steps have all been processed, and the lanes that do not exist.
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

// meets are the lanes that a thread meets at the barrier at which it stands.
func (d *detector) meets(t int) warp.Lanes {
	p, l := d.waiting(t), t%warp.Size
	if p.Site.Collective.BeyondWarp {
		return p.Converged
	}
	return p.Meets[l] & p.awaited(l)
}

// join lets lanes of the warp of thread t pass a barrier. Each of these lanes learns what all of them knew. If it waits
// for a lane that has left the kernel, it also learns what that lane knew.
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

// learn adds what another thread knows to c.
func (c clock) learn(other clock) {
	for t, epoch := range other {
		c[t] = max(c[t], epoch)
	}
}

// awaited are the lanes that lane l waits for at a barrier.
func (p *Rendezvous) awaited(l int) warp.Lanes {
	if p.Site.Collective.BeyondWarp {
		return warp.All
	}
	return warp.Lanes(p.Masks[l])
}

// judge compares a step of a thread with earlier steps of other threads on the same bytes.
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
	now := stamped{s, t, d.at[t], d.siteOf(s.touch), &epoch}
	if s.isCopy() {
		d.copying[t] = append(d.copying[t], now.epoch)
	}
	word := d.words[s.space]
	for b := int64(0); b < s.size; b += word {
		d.judgeAt(now, cellKey{s.space, s.offset + b}, word)
	}
}

// finish ends the given copies of a thread in its current epoch.
func (d *detector) finish(t int, copies [][]*int) {
	for _, epoch := range copies[t] {
		*epoch = d.clocks[t][t]
	}
	copies[t] = nil
}

// judgeAt compares an access with the earlier accesses to one granule, and records it.
func (d *detector) judgeAt(now stamped, key cellKey, word int64) {
	before := d.cells[key]
	if before == nil {
		before = &touched{}
		d.cells[key] = before
	}
	kept := &before.others
	if now.touch.Site.Access() == cfg.Reads {
		kept = &before.reads
	} else {
		d.compareAll(before.reads, now, key, word)
	}
	d.compareAll(before.others, now, key, word)
	own := slices.IndexFunc(*kept, func(o touches) bool { return o.thread == now.thread && o.site == now.site })
	if own < 0 {
		own = len(*kept)
		*kept = append(*kept, touches{site: now.site, thread: now.thread})
	}
	(*kept)[own].list = remember((*kept)[own].list, now, key.offset, word)
}

// compareAll looks for races of an access with earlier accesses of other threads.
func (d *detector) compareAll(earlier []touches, now stamped, key cellKey, word int64) {
	for i := range earlier {
		if other := &earlier[i]; d.shouldCompare(other, now) {
			d.compare(other.list, now, key, word)
		}
	}
}

// shouldCompare reports whether the accesses are by two lanes of the one warp that is examined, or by two warps of a
// block with no race found yet between the two instructions.
func (d *detector) shouldCompare(other *touches, now stamped) bool {
	if d.phases == nil {
		return other.thread != now.thread
	}
	if other.thread/warp.Size == now.thread/warp.Size || d.compared >= maxCompared {
		return false
	}
	return !d.found[pairKey{other.site, now.site}] && !d.found[pairKey{now.site, other.site}]
}

// siteOf is the number of the touch's instruction, given at its first use.
func (d *detector) siteOf(t *Touch) int {
	key := siteKey{t.Site, t.key}
	n, known := d.sites[key]
	if !known {
		n = len(d.sites)
		d.sites[key] = n
	}
	return n
}

// sharedWords is the access granule of each shared variable: the greatest common divisor of the sizes and offsets of
// its accesses.
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

// divisor is the greatest common divisor of a and b; 0 is divisible by all numbers.
func divisor(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}

// compare looks for races of an access with the earlier accesses in list, which one thread made in order with one
// instruction.
func (d *detector) compare(list []stamped, now stamped, key cellKey, word int64) {
	for _, k := range slices.Backward(list) {
		d.compared++
		if d.clocks[now.thread][k.thread] >= *k.epoch {
			if k.isCopy() {
				continue
			}
			return
		}
		if offset, found := conflictAt(k.step, now.step, key.offset, word); found && !d.isSilent(k, now, key.offset, word) {
			d.report(k, now, cellKey{key.space, offset})
		}
	}
}

// remember adds an access to the list of a thread's accesses to a granule by one instruction. Of the accesses in one
// epoch that store the same it keeps the first and the last. The others are not needed: they are ordered before another
// thread's access exactly if the last is, as they share its epoch, and in program order they are later than the first.
func remember(list []stamped, now stamped, offset, word int64) []stamped {
	n := len(list)
	if n > 1 && !now.isCopy() && *list[n-2].epoch == *now.epoch && *list[n-1].epoch == *now.epoch &&
		bytes.Equal(list[n-1].stores(offset, word), now.stores(offset, word)) {
		list[n-1] = now
		return list
	}
	return append(list, now)
}

// stores returns the bytes that are stored in a granule, nil if none or unknown ones.
func (s *step) stores(offset, word int64) []byte {
	if s.written == nil {
		return nil
	}
	return s.written[offset-s.offset:][:word]
}

// conflictAt returns the first byte of a granule for which the accesses of two threads conflict: one of them writes it,
// and they do not store the same value.
func conflictAt(a, b *step, offset, word int64) (index int64, found bool) {
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

// mayOrder reports whether the two threads may have ordered their accesses a and b by a flag: one thread executes a
// fence behind its access and then a volatile or atomic access to another space, and the other thread makes a volatile
// or atomic access to another space before its own access. If a and b are both volatile or atomic themselves, a fence
// before one of them is enough.
func (d *detector) mayOrder(a, b stamped) bool {
	if a.isFlag() && b.isFlag() {
		return d.fencedBefore(a) || d.fencedBefore(b)
	}
	return d.tells(a) && d.hears(b) || d.tells(b) && d.hears(a)
}

func (d *detector) fencedBefore(k stamped) bool {
	return slices.ContainsFunc(d.history(k.thread)[:k.index], func(s step) bool { return s.isFence })
}

func (d *detector) tells(k stamped) bool {
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

func (d *detector) hears(k stamped) bool {
	history := d.history(k.thread)[:k.index]
	for i := range history {
		if s := &history[i]; s.isFlag() && s.space != k.space {
			return true
		}
	}
	return false
}

// report records a race, once for two instructions, unless the threads may have ordered the two accesses by a flag.
func (d *detector) report(a, b stamped, at cellKey) {
	if d.isLater(a.touch, b.touch) {
		a, b = b, a
	}
	key := pairKey{b.site, a.site}
	if d.found[key] || d.mayOrder(a, b) || d.mayOrderByFlag(a, b) {
		return
	}
	d.found[key] = true
	d.races = append(d.races, Race{Later: d.accessOf(b), Earlier: d.accessOf(a),
		Object: at.space.decl, Offset: at.offset, Iterations: b.touch.place.iterationsSince(a.touch.place)})
}

func (d *detector) accessOf(k stamped) Access {
	return Access{k.touch, k.thread % warp.Size, d.machines[k.thread/warp.Size].in.Warp}
}

// isLater memoizes [Touch.isLater].
func (d *detector) isLater(t, other *Touch) bool {
	pair := [2]*Touch{t, other}
	is, known := d.later[pair]
	if !known {
		is = t.isLater(other)
		d.later[pair] = is
	}
	return is
}

// isLater reports whether t is behind other in program order, or in the text if no lane can pass both.
func (t *Touch) isLater(other *Touch) bool {
	switch {
	case other.place.reaches(t.place):
		return true
	case t.place.reaches(other.place):
		return false
	}
	return t.place.isBehindInText(other.place)
}
