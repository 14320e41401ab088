package sim

import (
	"bytes"
	"cmp"
	"math"
	"slices"
	"sync"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// A race is two accesses to one byte of shared memory by two lanes of the warp, at least one of them a write, with no
// order between them. Lanes that have diverged may run in any order. So the order in which the machine happens to run
// them does not count. What counts is the happens-before relation, computed by vector clocks as in dynamic race
// detectors. Program order orders the actions of one lane. A barrier orders everything that its lanes did before it
// before everything that they do after it. A shuffle or a vote exchanges values but orders nothing.
//
//	s[lane] = v;                    lane 1 writes byte 4 in its epoch 1
//	__syncwarp(0x0000ffff);         lanes 0 to 15 learn of each other's epochs 1
//	x = s[lane ^ 16];               lane 17 reads byte 4, but does not know of lane 1's epoch 1: a race
//
// The history of each lane is recorded while the machine runs. It is examined at the end of the run, when it is known
// which lanes met at which barriers. Some pairs of accesses do not race: stores of several lanes to one cell by one
// execution of a statement, stores of the same value, and two atomics. A race is not reported if a fence and a flag may
// order the two accesses (mayOrder).

// KeptStores states which kept stores race with a read by another thread. A kept store stores the value that the cell
// already holds.
type KeptStores int

// The choices.
const (
	// KeptOfWarp: a kept store races if another lane of the reader's warp makes it, because for another input it may
	// change the cell. It does not race if the reading lane itself has stored the value there by the same statement.
	KeptOfWarp KeptStores = iota
	// NoKept: no kept store races. A store of a value that the reading thread itself has stored there does not race
	// either.
	NoKept
	// AllKept: all kept stores race.
	AllKept
)

// Race is a pair of accesses that race. Later is the access that is later in program order. If the two are on two sides
// of a branch, it is the one that is later in the text.
type Race struct {
	Later, Earlier Access
	// Object is the shared variable. Offset is the position of the byte in it.
	Object *cfg.Object
	Offset int64
	// Iterations is the difference of the iteration numbers of the two accesses, in the outermost loop in which these
	// numbers differ.
	Iterations int
}

// Supposed describes the first supposed value (one that stands for an unknown value) that decided the race, "" if none
// did. A supposed stored value decides only if both accesses are stores, because two stores of the same value do not
// race.
func (r *Race) Supposed() string {
	decided := cmp.Or(r.Later.Supposed, r.Earlier.Supposed)
	if r.Later.Site.Op == cfg.Store && r.Earlier.Site.Op == cfg.Store {
		return cmp.Or(decided, r.Later.Value, r.Earlier.Value)
	}
	return decided
}

// Element returns the source text of the element that the race is about, such as s[4]. It uses the names that are
// visible in kernel.
func (r *Race) Element(kernel *cfg.Func) string {
	for _, a := range []Access{r.Later, r.Earlier} {
		if a.pointer != nil && a.begins[a.Lane] <= r.Offset {
			return a.pointer.ElementBehind(r.Offset - a.begins[a.Lane])
		}
	}
	return kernel.ElementOf(r.Object, r.Offset)
}

// OtherName returns the name that the earlier access uses for the memory of the race. distance is the number of bytes
// from the array of the earlier access to that of the later one. The name is "" if the two arrays begin at one place,
// or if a pointer is not known.
func (r *Race) OtherName() (name string, distance int64) {
	a, b := r.Later, r.Earlier
	if a.pointer == nil || b.pointer == nil || a.begins[a.Lane] > r.Offset || b.begins[b.Lane] > r.Offset {
		return "", 0
	}
	return b.pointer.OtherName(a.pointer, r.Offset-b.begins[b.Lane], a.begins[a.Lane]-b.begins[b.Lane])
}

// Access is an access of one lane to shared memory.
type Access struct {
	*Touch
	Lane, Warp int
}

// thread returns the number of the lane's thread in the block.
func (a Access) thread() int { return a.Warp*warp.Size + a.Lane }

// Touch is one execution of an instruction that reads or writes shared memory, by all lanes that are converged there.
type Touch struct {
	Site *cfg.Instr
	// Path lists the calls from the root to the function of the site.
	Path  []source.Pos
	Lanes warp.Lanes

	// Supposed describes a supposed value that decided which lanes execute this access, or which memory they access.
	// Value describes a supposed value that decided what the lanes store. Each is "" if there is no such value.
	Supposed, Value string

	place place
	key   string
	// pointer is the variable that holds the pointer of the access. It is nil if the pointer is not into dynamic shared
	// memory. begins is the offset of the pointer in each lane, in bytes.
	pointer *cfg.PointerVariable
	begins  *[warp.Size]int64
}

// IsOf reports whether t is an execution of the instruction site, called along path.
func (t *Touch) IsOf(site *cfg.Instr, path []source.Pos) bool {
	return t.Site == site && slices.Equal(t.Path, path)
}

// step is an action of a lane that matters for races: an access to memory, an arrival at a barrier, a fence, or a
// wait for asynchronous copies.
type step struct {
	touch *Touch
	// space and offset are the place of the access. size is its number of bytes. written holds the stored bytes. It is
	// nil if the access only reads, or if the bytes are not known.
	space   *space
	offset  int64
	size    int64
	written []byte
	// changes reports whether the access may change the bytes that the memory holds.
	changes bool
	barrier *Rendezvous
	isFence bool
	// signals reports whether the step is the fence of a barrier object (cfg.Instr.Signals).
	signals bool
	// isWait: the lane waits until its asynchronous copies are done. If isOfCommitted is set, it waits only for copies
	// that it has committed. isCommit: the lane commits the copies that it has issued.
	isWait, isOfCommitted, isCommit bool
	// phase is the phase of an mbarrier in which the lane arrives (isArrival), or for which it has waited.
	phase     *arrivals
	isArrival bool
	// used is the mbarrier that the lane initialises or uses. by describes that use.
	used *mbarrier
	by   *barrierUse
	// reach is an access that the detector compares with copies into shared memory.
	reach *reach
	// ends is a wait for copies, or for reads by engines (delivery.go).
	ends *ends
	// tile holds the position of the tile, if the access is to a row of a tile.
	tile tileAt
}

// isCopy reports whether the access belongs to an asynchronous copy, which runs on until its lane waits for it.
func (s *step) isCopy() bool { return s.touch != nil && s.touch.Site.Async }

// isShared reports whether the access is to shared memory.
func (s *step) isShared() bool {
	return s.touch != nil && s.space.decl != nil && s.space.decl.Storage == types.Shared
}

// keep adds a step to the history of a lane, if the input asks for an analysis that needs the order of steps.
func (m *machine) keep(lane int, s step) {
	if m.in.Races || m.in.Arrivals || m.in.Deliveries {
		m.history[lane] = append(m.history[lane], s)
	}
	if m.in.Deliveries && (s.reach == nil || s.reach.kind >= engineReads) {
		m.reached.steps[lane]++
	}
}

// touching returns a new Touch for an execution of instr by the lanes. It returns nil if instr accesses no memory, or
// if no races are looked for.
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

// touch records the access of t by a lane, before the machine executes it. touchAt decides whether the access matters
// for races.
func (m *machine) touch(f *frame, t *Touch, lane int) {
	instr := t.Site
	if instr.Unplaced {
		return
	}
	s := step{touch: t, size: sizeOf(instr.Accessed())}
	if instr.Op == cfg.Store {
		s.written = f.stored(instr.Args[1], lane)
	}
	addr := f.word(instr.Args[0], lane)
	if field := instr.BitField(); field != nil {
		first, _, _ := field.Cell() // the address of a cell is that of its first byte
		addr += uint64(m.fieldOffset(first) - m.fieldOffset(field))
		s.size = 1
	}
	m.touchAt(f, addr, s, lane)
	m.notePointer(f, t, addr, lane)
}

// notePointer records the pointer through which a lane accesses addr, if addr is in dynamic shared memory.
func (m *memory) notePointer(f *frame, t *Touch, addr uint64, lane int) {
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

// touchAt records the access s of a lane to the address addr. It records only accesses to shared memory and accesses
// that may be flags (isFlag).
func (m *machine) touchAt(f *frame, addr uint64, s step, lane int) {
	if !m.isAddress(addr) {
		return
	}
	s.space, s.offset = m.placeOf(addr)
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

// stored returns the bytes of the value v in a lane.
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

// Races returns the races between the lanes of the warp, sorted by the later access. It returns none if the run has a
// violation that may cause races, or if it cannot show races. The races are computed at the first call, because after a
// run of a block most callers need the races of only one warp.
func (o *Outcome) Races() []Race { return o.RacesWith(KeptOfWarp) }

// RacesWith returns the races between the lanes of the warp. kept states which stores count even though they do not
// change the value of a cell.
func (o *Outcome) RacesWith(kept KeptStores) []Race {
	if o.races == nil {
		return nil
	}
	return o.races(kept)
}

// isBroken reports whether the run has a violation that may cause races. Every violation counts, with one exception if
// followsUndefined is set: a shuffle that reads a lane which takes no part. The result of such a shuffle is undefined,
// and the machine marks each value that depends on it. So a race that depends on no marked value can still be reported.
func (o *Outcome) isBroken() bool {
	return slices.ContainsFunc(o.Violations, func(v Violation) bool {
		return v.Kind != SourceNotInMask || !o.followsUndefined || !v.Rendezvous.Site.Collective.Class.Kind.IsShuffle()
	})
}

// races finds the races of a run, sorted by the later access. If the run is broken (isBroken), it finds none, because a
// race may be a consequence of the broken collective.
func (m *machine) races(kept KeptStores) []Race {
	if m.out.isBroken() || len(m.out.Touches) == 0 {
		return nil
	}
	return newDetector([]*machine{m}, kept).find()
}

// find processes the histories of all threads and returns the races, sorted by the later access.
func (d *detector) find() []Race {
	for d.advance() {
	}
	slices.SortStableFunc(d.races, func(a, b Race) int {
		p, q := a.Later.Site.Pos, b.Later.Site.Pos
		return cmp.Or(cmp.Compare(p.Offset, q.Offset), cmp.Compare(a.Later.thread(), b.Later.thread()))
	})
	return d.races
}

// clock is a vector clock: what a thread knows of all threads. For each thread it holds the last epoch of that thread
// that is known, 0 if none is. A barrier ends an epoch. The first epoch is 1. The entry after the last thread is 1 if
// the thread may have learned that another thread has set a flag.
type clock []int

// detector processes the histories of the threads of one warp, or of all warps of a block, from barrier to barrier.
// Thread n*32 + l is lane l of the n-th machine. at holds, for each thread, the index of its next step.
type detector struct {
	machines []*machine
	kept     KeptStores
	clocks   []clock
	at       []int
	// words returns the access granule of each variable in bytes: the greatest common divisor of the sizes and offsets
	// of all accesses to it.
	words func() map[*space]int64
	// cells holds the accesses to each granule. The accesses of one thread are in program order. The threads are in the
	// order of their first accesses.
	cells map[cellKey]*touched
	// sites numbers the instructions that access memory.
	sites map[siteKey]int
	found map[pairKey]bool
	// later caches [Touch.isLater] for pairs of touches, because two touches may race for many bytes.
	later map[[2]*Touch]bool
	races []Race
	// arrived holds the detector's knowledge about the phases of mbarriers.
	arrived map[*arrivals]*phaseOfBarrier
	// uses holds the uses of mbarriers, nil if the detector does not compare them.
	uses *barrierUses
	// deliveries holds the copies into shared memory, nil if the detector does not compare accesses with them.
	deliveries *deliveries
	// copying holds, for each thread, the epochs of the asynchronous copies that it has begun and not committed.
	// committed holds the epochs of those that it has committed. A wait removes copies from both.
	copying, committed [][]*int
	// phases holds the state of the barriers between warps (blockrace.go), nil if the detector examines one warp.
	phases *phases
	// polls reports whether the kernel has a loop that waits until other threads store something ([cfg.Func.Polls]).
	polls func() bool
	// awaits returns the reads by which threads of the kernel wait for each other.
	awaits func() cfg.Awaits
	// compared counts the pairs of accesses that were compared.
	compared int
	// times caches timesOf for each step of a thread. The entry of a thread is nil until timesOf needs it.
	times [][]int
	// flags returns the accesses to flags of the kernel. signalling caches signalsAfter, by the thread and the index of
	// a step.
	flags      func() cfg.Flags
	signalling map[[2]int]bool
}

func newDetector(machines []*machine, kept KeptStores) *detector {
	threads, kernel := len(machines)*warp.Size, machines[0].in.Func
	d := &detector{machines: machines, kept: kept, clocks: make([]clock, threads), at: make([]int, threads), copying: make([][]*int, threads), committed: make([][]*int, threads), times: make([][]int, threads),
		cells: map[cellKey]*touched{}, sites: map[siteKey]int{}, found: map[pairKey]bool{}, later: map[[2]*Touch]bool{},
		words: sync.OnceValue(func() map[*space]int64 { return sharedWords(machines) }), arrived: map[*arrivals]*phaseOfBarrier{}, awaits: sync.OnceValue(kernel.Awaits), polls: sync.OnceValue(kernel.Polls), flags: sync.OnceValue(kernel.Flags), signalling: map[[2]int]bool{}}
	for t := range d.clocks {
		d.clocks[t] = d.newClock()
		d.clocks[t][t] = 1
	}
	return d
}

// history returns the recorded steps of thread t, in program order.
func (d *detector) history(t int) []step { return d.machines[t/warp.Size].history[t%warp.Size] }

// cellKey identifies a granule of memory by its first byte.
type cellKey struct {
	space  *space
	offset int64
}

// siteKey identifies an instruction that accesses memory, and the call path to it.
type siteKey struct {
	site *cfg.Instr
	path string
}

// touched holds the accesses to a granule in two lists: those that only read, and the others. Two reads are never
// compared.
type touched struct{ reads, others []touches }

// touches holds the accesses of one thread to a granule by one instruction, in order.
type touches struct {
	site, thread int
	list         []stamped
}

// pairKey identifies two instructions by their numbers. At most one race is reported for each pair.
type pairKey struct{ later, earlier int }

// stamped is an access to memory, together with its thread, its index among the thread's steps, the number of its
// instruction, and the epoch of the thread at the access. The epoch of an asynchronous copy is the constant `never`
// (infinite) until its thread waits for the copy.
type stamped struct {
	*step
	thread, index, site int
	epoch               *int
	// sees reports whether the thread may have learned before the access that another thread has set a flag.
	sees bool
}

// never is the epoch of a copy for which its thread has not waited.
const never = math.MaxInt

// advance processes the steps of each thread up to its next barrier. If all threads that a barrier needs have arrived,
// it then lets them pass. It handles one such barrier, and reports whether it made progress.
func (d *detector) advance() bool {
	isMoving := false
	for t := range d.at {
		for ; d.at[t] < len(d.history(t)) && d.waiting(t) == nil && !d.isHeld(t); d.at[t]++ {
			d.judge(t, &d.history(t)[d.at[t]])
			isMoving = true
		}
	}
	for t := range d.at {
		if p := d.waiting(t); p != nil && d.passes(t, p) {
			return true
		}
	}
	return isMoving
}

// passes lets thread t pass the barrier of p, together with the threads that t meets there. All of them must have
// arrived. It reports whether it made progress.
func (d *detector) passes(t int, p *Rendezvous) bool {
	if d.phases != nil && p.Site.Collective.BeyondWarp {
		return t%warp.Size == p.Converged.First() && d.passesBlock(t/warp.Size, p) // only once for all lanes of the warp
	}
	group := d.group(t)
	d.join(t, group)
	return group != 0
}

// waiting returns the barrier at which a thread waits, nil if the thread does not wait.
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

// group returns the lanes that thread t meets at its barrier. The result is empty as long as one of these lanes has not
// arrived, or a lane that exited before the barrier has unprocessed steps.
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

// ended returns the lanes of a thread's warp whose steps have all been processed, and the lanes that do not exist.
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

// meets returns the lanes that a thread meets at the barrier at which it waits, including the thread's own lane.
func (d *detector) meets(t int) warp.Lanes {
	p, l := d.waiting(t), t%warp.Size
	if p.Site.Collective.BeyondWarp {
		return p.Converged
	}
	return p.Meets[l] & p.awaited(l)
}

// join lets lanes of the warp of thread t pass a barrier. Each of these lanes learns what all of them know. A lane that
// waits for lanes that have left the kernel also learns what these knew.
func (d *detector) join(t int, lanes warp.Lanes) {
	first := t / warp.Size * warp.Size
	all := d.newClock()
	for l := range lanesOf(lanes) {
		all.learn(d.clocks[first+l])
	}
	for l := range lanesOf(lanes) {
		p, own := d.waiting(first+l), d.clocks[first+l]
		copy(own, all)
		for o := range lanesOf(p.Exited & d.machines[t/warp.Size].born & p.awaited(l)) {
			own.learn(d.clocks[first+o])
		}
		if p.Site.Collective.HoldsBlock() {
			own.forget()
		}
		own[first+l]++
		d.at[first+l]++
	}
}

// learn adds the knowledge of other to c: for each thread, the later epoch.
func (c clock) learn(other clock) {
	for t, epoch := range other {
		c[t] = max(c[t], epoch)
	}
}

// awaited returns the lanes for which lane l waits at the barrier p.
func (p *Rendezvous) awaited(l int) warp.Lanes {
	if p.Site.Collective.BeyondWarp {
		return warp.All
	}
	return warp.Lanes(p.Masks[l])
}

// judge processes a step of thread t. It compares an access to shared memory with the earlier accesses of other threads
// to the same bytes, and then records the access.
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
	if s.phase != nil {
		d.passPhase(t, s)
	}
	if d.uses != nil && s.used != nil {
		d.noteUse(t, s)
	}
	if d.deliveries != nil {
		d.noteDelivery(t, s)
	}
	if d.watches(s) {
		defer d.clocks[t].see()
	}
	if !d.looksForRaces() || !s.isShared() {
		return
	}
	epoch := d.clocks[t][t]
	if s.isCopy() {
		epoch = never
	}
	now := stamped{s, t, d.at[t], d.siteOf(s.touch), &epoch, d.clocks[t].sees()}
	if s.isCopy() {
		d.copying[t] = append(d.copying[t], now.epoch)
	}
	word := d.words()[s.space]
	for b := int64(0); b < s.size; b += word {
		d.judgeAt(now, cellKey{s.space, s.offset + b}, word)
	}
}

// looksForRaces reports whether the detector compares the accesses of threads with each other.
func (d *detector) looksForRaces() bool { return d.uses == nil && d.deliveries == nil }

// finish marks the given copies of a thread as done: they get the thread's current epoch.
func (d *detector) finish(t int, copies [][]*int) {
	for _, epoch := range copies[t] {
		*epoch = d.clocks[t][t]
	}
	copies[t] = nil
}

// judgeAt compares a new access with the earlier accesses to one granule, and records it. word is the size of the
// granule in bytes.
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

// compareAll looks for races of a new access with earlier accesses of other threads to a granule. word is the size of
// the granule in bytes.
func (d *detector) compareAll(earlier []touches, now stamped, key cellKey, word int64) {
	for i := range earlier {
		if other := &earlier[i]; d.shouldCompare(other, now) {
			d.compare(other.list, now, key, word)
		}
	}
}

// shouldCompare reports whether the accesses of two threads are to be compared. If the detector examines one warp, they
// must be of two lanes. Otherwise they must be of two warps, and no race between the two instructions may have been
// found yet. It then compares at most maxCompared pairs.
func (d *detector) shouldCompare(other *touches, now stamped) bool {
	if d.phases == nil {
		return other.thread != now.thread
	}
	if other.thread/warp.Size == now.thread/warp.Size || d.compared >= maxCompared {
		return false
	}
	return !d.found[pairKey{other.site, now.site}] && !d.found[pairKey{now.site, other.site}]
}

// siteOf returns the number of the touch's instruction. The first call assigns the number.
func (d *detector) siteOf(t *Touch) int {
	key := siteKey{t.Site, t.key}
	n, known := d.sites[key]
	if !known {
		n = len(d.sites)
		d.sites[key] = n
	}
	return n
}

// sharedWords returns the access granule of each shared variable, in bytes: the greatest common divisor of the sizes
// and offsets of its accesses.
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

// divisor returns the greatest common divisor of a and b. If one of them is 0, it returns the absolute value of the
// other.
func divisor(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}

// compare looks for races of a new access with the accesses in list, which one thread made earlier with one
// instruction. word is the size of the granule in bytes.
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

// remember appends an access to the list of a thread's accesses to a granule by one instruction. Of accesses that are
// in one epoch and store the same bytes, it keeps only the first and the last. The others are not needed: the epoch is
// the same, so an access of another thread is ordered after all of them if it is ordered after one. And in program
// order they lie between the first and the last. The granule is the word bytes from offset on.
func remember(list []stamped, now stamped, offset, word int64) []stamped {
	n := len(list)
	if n > 1 && !now.isCopy() && *list[n-2].epoch == *now.epoch && *list[n-1].epoch == *now.epoch &&
		bytes.Equal(list[n-1].stores(offset, word), now.stores(offset, word)) {
		list[n-1] = now
		return list
	}
	return append(list, now)
}

// stores returns the bytes that the step stores in a granule. It returns nil if it stores none or they are not known.
// The granule is the word bytes from offset on.
func (s *step) stores(offset, word int64) []byte {
	if s.written == nil {
		return nil
	}
	return s.written[offset-s.offset:][:word]
}

// conflictAt returns the first byte of a granule at which the accesses a and b of two threads conflict. They conflict
// if one of them writes the byte and they do not store the same value. Three pairs never conflict: two atomics, two
// stores by one execution of a statement, and two accesses to one matrix fragment. found is false if there is no such
// byte. The granule is the word bytes from offset on.
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

// mayOrder reports whether two threads may have ordered their accesses a and b by a flag (flaghandover.go). If a and b
// are volatile or atomic themselves, and the threads are of one warp, one of two things suffices: a fence before one of
// the accesses, or that one lane waits for the other.
func (d *detector) mayOrder(a, b stamped) bool {
	if d.phases == nil && a.isFlag() && b.isFlag() {
		return d.fencedBefore(a) || d.fencedBefore(b) || d.isWaitFor(a, b) || d.isWaitFor(b, a)
	}
	return b.sees && d.signalsAfter(a) || a.sees && d.signalsAfter(b)
}

// isWaitFor reports whether a lane waits until it reads the value that `write` stores. It waits by `read`, or has
// waited by an earlier read of the same cell.
func (d *detector) isWaitFor(read, write stamped) bool {
	isWait := func(s *step) bool { return d.awaits().IsFor(s.touch.Site, write.touch.Site) }
	if isWait(read.step) || read.touch.Site.Op != cfg.Load {
		return isWait(read.step)
	}
	return slices.ContainsFunc(d.history(read.thread)[:read.index], func(s step) bool {
		return s.touch != nil && s.space == read.space && s.offset == read.offset && s.size == read.size && isWait(&s)
	})
}

func (d *detector) fencedBefore(k stamped) bool {
	return slices.ContainsFunc(d.history(k.thread)[:k.index], func(s step) bool { return s.isFence })
}

// report records a race between a and b, at most once for each pair of instructions. It records none if the threads
// may have ordered the two accesses by a flag.
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

// isLater returns the result of [Touch.isLater], and caches it.
func (d *detector) isLater(t, other *Touch) bool {
	pair := [2]*Touch{t, other}
	is, known := d.later[pair]
	if !known {
		is = t.isLater(other)
		d.later[pair] = is
	}
	return is
}

// isLater compares the instructions of t and other. It reports whether t is the later one in program order. If no lane
// can execute both, the order in the text decides.
func (t *Touch) isLater(other *Touch) bool {
	switch {
	case other.place.reaches(t.place):
		return true
	case t.place.reaches(other.place):
		return false
	}
	return t.place.isBehindInText(other.place)
}
