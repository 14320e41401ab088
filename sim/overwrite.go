package sim

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/internal/ptx"
	"github.com/warpcheck/warpcheck/warp"
)

// A bulk copy out of shared memory, or a matrix product (wgmma), reads until its thread has waited for the group to
// which it is committed. A thread that stores to these bytes must be ordered after this wait:
//
//	if (threadIdx.x == 0) { copy; commit; wait_group.read 0; }
//	__syncthreads();                                               orders the other threads behind the wait
//	s[threadIdx.x] = v;
//
// The machine ends each copy at once, and records the bytes that a real copy may still read. For a copy of a tensor and
// for a product, the number of bytes is not known, so only the first bytes are recorded. All lanes of a warp wait
// together for its products.

// awaiter is a thread that waits for groups of copies, or the first lane of a warp that waits for groups of products.
type awaiter struct {
	thread    int
	isProduct bool
}

// groupRead is a read by a copy or a product that goes on until the wait for its group.
type groupRead struct {
	site      *cfg.Instr
	by        awaiter
	isCertain bool
	// awaited is the time at which the awaiter has waited for the group. It is 0 until then.
	awaited int
	// reach is the record of the read in the history of the lane, nil if there is none.
	reach *reach
}

// groupReads holds the reads of copies and products. sources maps each byte to the last read by each awaiter.
type groupReads struct {
	sources map[uint64][]*groupRead
	of      map[awaiter]*groups[*groupRead]
}

func newGroupReads() groupReads {
	return groupReads{map[uint64][]*groupRead{}, map[awaiter]*groups[*groupRead]{}}
}

// by returns the groups of an awaiter. The first call creates them.
func (p *groupReads) by(who awaiter) *groups[*groupRead] {
	if p.of[who] == nil {
		p.of[who] = &groups[*groupRead]{}
	}
	return p.of[who]
}

// awaiterOf returns the thread or warp that waits for an instruction of lane l. For a product this is the warp,
// represented by its first lane. isSelf reports whether l itself stands for the awaiter.
func (m *machine) awaiterOf(e *cfg.Engine, l int) (by awaiter, isSelf bool) {
	return awaiter{m.in.Warp*warp.Size + l, e.IsOfWarpgroup()}, l == 0 || !e.IsOfWarpgroup()
}

// beginRead records that an instruction of lane l reads bytes from addr on. The address is computed from operand n.
func (m *machine) beginRead(f *frame, instr *cfg.Instr, n, l int, addr uint64, bytes int64) {
	by, isSelf := m.awaiterOf(instr.Engine, l)
	if !m.isShared(addr) || !isSelf || bytes <= 0 {
		return
	}
	reach := m.noteReach(engineReads, f, instr, n, l, extent{addr, min(bytes, openBytes)})
	if !instr.Engine.ReadsInGroup() {
		return
	}
	p, read := &m.proxies.groups, &groupRead{site: instr, by: by, isCertain: m.isCertain(f, instr, n, l), reach: reach}
	for at := addr; at < addr+uint64(min(bytes, openBytes)); at++ {
		p.sources[at] = append(slices.DeleteFunc(p.sources[at], func(o *groupRead) bool { return o.by == by }), read)
	}
	g := p.by(by)
	g.begun = append(g.begun, read)
}

// noteGroups executes a commit or a wait for groups. A commit makes a group of what the lanes have begun. A wait ends
// the reads of all groups but the last e.Left ones.
func (m *machine) noteGroups(e *cfg.Engine, lanes warp.Lanes) {
	m.proxies.time++
	for l := range lanesOf(lanes) {
		by, isSelf := m.awaiterOf(e, l)
		switch {
		case !isSelf:
		case e.Does == ptx.Commits:
			m.proxies.groups.by(by).commit()
		default:
			left := int(max(e.Left, 0)) // if the number is not known, the wait is taken as one for all groups
			m.endReads(by, m.proxies.groups.by(by).await(left))
		}
	}
}

// endReads records that an awaiter has waited for the given reads, also in the histories of its lanes. All lanes of a
// warp wait for its products.
func (m *machine) endReads(by awaiter, reads []*groupRead) {
	var recorded []*reach
	for _, read := range reads {
		read.awaited = m.proxies.time
		if read.reach != nil {
			recorded = append(recorded, read.reach)
		}
	}
	lanes := warp.Lanes(1) << (by.thread % warp.Size)
	switch {
	case len(recorded) == 0:
		return
	case by.isProduct:
		lanes = m.alive
	}
	for l := range lanesOf(lanes) {
		m.keep(l, step{ends: &ends{reaches: recorded}})
	}
}

// isOver reports whether the present step of a thread, a store, may be ordered after the wait for a read.
func (p *proxies) isOver(read *groupRead, thread int) bool {
	isOwn := read.by.thread == thread || read.by.isProduct && read.by.thread/warp.Size == thread/warp.Size
	return read.awaited > 0 && (isOwn || p.threads[thread].ordered > read.awaited)
}

// overwrites processes w, a store or a copy to size bytes from addr on. It reports a fault if another copy or a product
// may still read some of these bytes.
func (m *machine) overwrites(f *frame, w genericAccess, addr uint64, size int64) {
	if !m.isFollowed() || !w.isCertain {
		return
	}
	for at := addr; at < addr+uint64(size); at++ {
		for _, read := range m.proxies.groups.sources[at] {
			if !m.proxies.isOver(read, w.thread) {
				m.noteFault(ProxyFault{Overwritten, w.site, f.callPath(), w.thread, read.site, read.by.thread, read.isCertain})
				return
			}
		}
	}
}
