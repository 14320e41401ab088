package sim

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/warp"
)

// maxDepth bounds the depth of calls in a run, because functions may be recursive. A run that goes deeper counts as
// OutOfSteps.
const maxDepth = 200

// machine is the state of one run of one warp.
type machine struct {
	in  Input
	out *Outcome
	// met holds the values that lanes get from lanes on other sides of branches. They come from the run before this one
	// (match.go).
	met exchange

	nests map[*cfg.Func]*nest
	*memory
	calculator calculator
	// pause lets the other warps of the block run to their next barriers. It is nil if only this warp runs.
	pause func(*Rendezvous)
	round *round

	// unheeded holds, for each lane, the waits whose results the program does not use. earlyReads holds the reads after
	// such waits.
	unheeded   map[int][]unheededWait
	earlyReads []earlyRead
	// denied is the set of waits that have returned false although they could wait (Input.Impatient).
	denied map[denial]bool
	// isCut reports whether the run is Unknown for one reason only: it ended where lanes wait for other lanes of their
	// warp. Everything up to this end can be trusted.
	isCut bool

	steps, depth int
	// seen holds, for each lane, the digest of its actions that other lanes can see (affect).
	seen [warp.Size]uint64
	presence
	segments   []*segment
	undefined  undefinedValues
	visits     map[visitKey]int
	dependency dependency
	products   inFlight
	reached    reaches
	// history holds the steps of each lane that matter to races.
	history [warp.Size][]step
	// guessed reports whether the result of the current instruction depends on a supposed value (one that stands for an
	// unknown value). branches lists the branches that such values decided and whose sides may have effects that the
	// machine does not follow.
	guessed  bool
	branches []supposedBranch
	sides    sidesAt
}

// presence records which lanes of the warp exist, and which of them have left the kernel.
type presence struct {
	// born is the set of the lanes that exist. alive is the set of those that have not left the kernel.
	born, alive warp.Lanes
	// retired holds, for each lane that left the kernel early, the place where it left. For other lanes, the place has
	// no frame.
	retired [warp.Size]place
	// trapped is the set of the lanes that ended the kernel with an error.
	trapped warp.Lanes
}

// visitKey identifies a site on one call path. Executions are counted separately for each path.
type visitKey struct {
	path string
	site *cfg.Instr
}

// segment is one execution of a sequence of instructions by a set of lanes. The sequence is a block, or the part of a
// block between two calls. Two lanes are converged in a segment if both are in the set.
type segment struct {
	lanes      warp.Lanes
	rendezvous []*Rendezvous
}

// frame is one activation of a function by the lanes that called it together.
type frame struct {
	fn     *cfg.Func
	nest   *nest
	parent *frame
	call   *place
	// path identifies the call sites from the root (the kernel) to this frame. Equal paths are equal strings.
	path string

	// waiting holds, by block index, the lanes that wait to run the block.
	waiting []warp.Lanes
	// iters is the current iteration of each loop that is running, outermost first.
	iters []int
	// left holds, for each lane, the loops that it left, each with the iteration in which it left. It is nil as long as
	// no lane has left a loop.
	left *[warp.Size][]departure

	words   []*page
	pages   *pages
	bytes   map[*cfg.Instr]*[warp.Size][]byte
	objects []uint64
	// further holds the second results of collectives, such as the predicate of shfl.
	further map[*cfg.Instr]*[warp.Size]uint64
	// result and resultBytes are what each lane returned: a word, or the bytes of an aggregate. resultBytes is nil if no
	// lane returned an aggregate.
	result      [warp.Size]uint64
	resultBytes *[warp.Size][]byte
	returned    warp.Lanes
	// made holds, by the ID of an instruction, the lanes in which its value depends on a supposed value. It is nil if
	// no value depends on one. resultMade is the set of the lanes whose return value depends on a supposed value.
	made       []warp.Lanes
	resultMade warp.Lanes
	// sides lists the branches at which supposed values have sent lanes to a side.
	sides []openSides
}

func newMachine(input Input, met exchange) *machine {
	m := &machine{
		in: input, out: &Outcome{warp: input.Warp, followsUndefined: input.Races && input.Supposed != nil}, met: met,
		nests:  map[*cfg.Func]*nest{},
		memory: newMemory(),
		visits: map[visitKey]int{},
		sides:  sidesAt{},
	}
	m.undefined = undefinedValues{given: input.Undefined, out: m.out}
	m.calculator = calculator{input.Nudge, m.out, m.unknownValue}
	threads := input.Shape.Threads() - input.Warp*warp.Size
	for l := range min(max(threads, 0), warp.Size) {
		m.born |= 1 << l
	}
	m.alive = m.born
	return m
}

// run executes the root for all lanes that exist, and completes the outcome.
func (m *machine) run() {
	f := m.newFrame(m.in.Func, nil, nil)
	for _, o := range f.fn.Params {
		m.argument(f, o)
	}
	m.enter(f, m.born)
	m.out.Exited, m.out.Steps, m.out.memory = m.born&^m.alive, m.steps, m.memory
	m.out.born, m.out.exits = m.born, m.retired
}

// A Parameter is an argument of a function, or a part of one, under its name in Input.Args and Input.Memory.
type Parameter struct {
	Name string
	Type *types.Type
	// Class is the class that has the part as a member, nil if there is none.
	Class *types.Type
	// Union is the name of the outermost union that contains the part, "" if none does. Alternative is the member of
	// that union that contains the part. Only the parts of one member have values.
	Union, Alternative string
	// IsBitField: Type has as many bits as the bit-field.
	IsBitField bool
}

// Parameters returns the scalar parts of a function's parameters in two lists: those that are not pointers, and the
// pointers.
func Parameters(fn *cfg.Func) (scalars, pointers []Parameter) {
	for _, o := range fn.Params {
		leaves(o.Type, o.Name, func(part leaf) {
			list := &scalars
			if isPointer(part.t) {
				list = &pointers
			}
			*list = append(*list, part.parameter())
		})
	}
	return scalars, pointers
}

// argument sets a parameter of the root, part by part, to the arguments with the same names. A pointer gets the address
// of a memory with its name. If the input has a scalar with the name of the pointer, the pointer gets this word
// instead, for example 0 for null.
func (m *machine) argument(f *frame, o *cfg.Object) {
	leaves(o.Type, o.Name, func(part leaf) {
		if _, isGiven := m.in.Args[part.path]; !isGiven {
			m.argumentPart(f, o, part)
		}
	})
	leaves(o.Type, o.Name, func(part leaf) { // after the others: members of a union share their bytes
		if _, isGiven := m.in.Args[part.path]; isGiven {
			m.argumentPart(f, o, part)
		}
	})
}

// argumentPart sets a scalar part of a parameter.
func (m *machine) argumentPart(f *frame, o *cfg.Object, part leaf) {
	given, isGiven := m.in.Args[part.path]
	word := canonical(part.t, given)
	if isPointer(part.t) && !isGiven {
		word = m.named(part.path)
	}
	for l := range lanesOf(m.born) {
		m.write(l, m.address(f, o, l)+uint64(part.offset), sizeOf(part.t), word)
		if m.in.Opened && !isPointer(part.t) {
			m.supposed.first = "the arguments"
			m.markBytes(m.address(f, o, l)+uint64(part.offset), sizeOf(part.t), true)
		}
	}
}

func (m *machine) newFrame(fn *cfg.Func, parent *frame, call *place) *frame {
	n := m.nests[fn]
	if n == nil {
		n = newNest(fn, m.in.Backward)
		m.nests[fn] = n
	}
	return &frame{
		fn: fn, nest: n, parent: parent, call: call,
		waiting: make([]warp.Lanes, len(fn.Blocks)),
		words:   make([]*page, (fn.Values+pageSize-1)/pageSize),
		pages:   &m.pages,
		objects: make([]uint64, len(fn.Objects)),
	}
}

// enter runs a function's body for lanes that call it together.
func (m *machine) enter(f *frame, lanes warp.Lanes) {
	if f.fn.Irreducible {
		m.unknown("a jump into a loop in " + f.fn.Name)
		f.returned = lanes
		return
	}
	if m.depth++; m.depth > maxDepth {
		m.out.OutOfSteps = true
	}
	f.waiting[f.fn.Blocks[0].Index] = lanes
	m.region(f, nil)
	m.depth--
}

// region makes one pass over the nodes of a loop, or of the function's body if loop is nil. Lanes that take a back
// edge wait at the header until the pass ends.
func (m *machine) region(f *frame, loop *cfg.Loop) {
	for _, n := range f.nest.order[loop] {
		if n.loop != nil {
			m.loop(f, n.loop)
		} else if lanes := f.waiting[n.block.Index]; lanes != 0 {
			f.waiting[n.block.Index] = 0
			m.block(f, n.block, lanes)
		}
		if m.out.OutOfSteps {
			return
		}
	}
}

// loop runs a loop until no lane waits at its header. Lanes that have left the loop wait after it.
func (m *machine) loop(f *frame, l *cfg.Loop) {
	lanes := f.waiting[l.Header.Index]
	if lanes == 0 {
		return
	}
	if f.left != nil {
		for lane := range lanesOf(lanes) {
			f.left[lane] = slices.DeleteFunc(f.left[lane],
				func(d departure) bool { return d.loop == l })
		}
	}
	f.iters = append(f.iters, 0)
	for f.waiting[l.Header.Index] != 0 && !m.out.OutOfSteps {
		m.region(f, l)
		f.iters[len(f.iters)-1]++
	}
	f.iters = f.iters[:len(f.iters)-1]
}

// block runs the block b for lanes that reach it converged.
func (m *machine) block(f *frame, b *cfg.Block, lanes warp.Lanes) {
	if m.steps += len(b.Instrs) + 1; m.steps > m.in.Steps {
		m.out.OutOfSteps, m.out.Stopped = true, b
		return
	}
	seg := m.segment(lanes)
	for i, instr := range b.Instrs {
		m.noteEarly(f, instr, lanes)
		m.noteProducts(f, instr, lanes)
		m.noteOrder(instr, lanes)
		m.noteUnwritten(f, instr, lanes)
		switch instr.Op {
		case cfg.Collective_:
			m.collective(f, seg, i, instr, lanes)
		case cfg.Call:
			m.call(f, i, instr, lanes)
			lanes &= m.alive
			seg = m.segment(lanes)
		default:
			m.exec(f, i, instr, lanes)
		}
		m.noteProxies(f, instr, lanes)
		if lanes == 0 || m.out.OutOfSteps {
			return
		}
	}
	m.terminate(f, b, lanes)
}

func (m *machine) segment(lanes warp.Lanes) *segment {
	s := &segment{lanes: lanes}
	m.segments = append(m.segments, s)
	return s
}

// terminate executes the terminator of b for the lanes: it sends each lane to its next block, or ends the lane.
func (m *machine) terminate(f *frame, b *cfg.Block, lanes warp.Lanes) {
	t := &b.Term
	switch t.Kind {
	case cfg.Jump:
		f.send(b, t.Targets[0], lanes)
	case cfg.If, cfg.Switch:
		m.undefined.switches(f, b, lanes)
		m.followBranch(f, b, lanes)
		for l := range lanesOf(lanes) {
			f.send(b, t.Targets[choose(t, f.word(t.Cond, l))], 1<<l)
		}
	case cfg.Return:
		m.storeReturn(f, b, lanes)
		if f.parent == nil && f.fn.Kernel && !t.Falls {
			m.retire(f, b, lanes)
		}
	case cfg.Exit:
		m.retire(f, b, lanes)
	case cfg.Unreachable:
		m.unknown("control where it never comes")
		m.retire(f, b, lanes)
	case cfg.Trap:
		for l := range lanesOf(lanes) {
			m.affect(l, uint64(b.Index))
		}
		m.retire(f, b, lanes)
		m.trapped |= lanes
	}
}

// choose returns the index of the target that the condition cond selects at a branch or switch.
func choose(t *cfg.Terminator, cond uint64) int {
	if t.Kind == cfg.If {
		if cond != 0 {
			return 0
		}
		return 1
	}
	for i, c := range t.Cases {
		if int64(cond) >= c[0] && int64(cond) <= c[1] {
			return i
		}
	}
	return len(t.Targets) - 1
}

// send moves lanes along an edge, and records the loops that they leave.
func (f *frame) send(from, to *cfg.Block, lanes warp.Lanes) {
	f.waiting[to.Index] |= lanes
	for x := from.Loop; x != nil && !contains(x, to); x = x.Parent {
		if f.left == nil {
			f.left = &[warp.Size][]departure{}
		}
		for l := range lanesOf(lanes) {
			f.left[l] = append(f.left[l], departure{x, f.iters[x.Depth-1]})
		}
	}
}

// storeReturn stores the values that the lanes return, for the caller.
func (m *machine) storeReturn(f *frame, b *cfg.Block, lanes warp.Lanes) {
	t := &b.Term
	f.returned |= lanes
	if t.Cond == nil {
		return
	}
	f.resultMade = f.resultMade&^lanes | f.madeIn(t.Cond)&lanes | f.lanesOnSide(b, lanes)
	for l := range lanesOf(lanes) {
		f.result[l] = f.word(t.Cond, l)
		if isAggregate(t.Cond.Type) {
			f.setResultBytes(l, f.aggregate(t.Cond, l))
		}
		if f.parent == nil {
			m.affect(l, m.digest(f, t.Cond, l, 0))
		}
	}
}

func (f *frame) setResultBytes(lane int, v []byte) {
	if f.resultBytes == nil {
		f.resultBytes = &[warp.Size][]byte{}
	}
	f.resultBytes[lane] = v
}

// bytesReturned returns the bytes of the aggregate that a lane returned, nil if it returned none.
func (f *frame) bytesReturned(lane int) []byte {
	if f.resultBytes == nil {
		return nil
	}
	return f.resultBytes[lane]
}

// retire ends lanes at the block b, before the end of the kernel, and records the place.
func (m *machine) retire(f *frame, b *cfg.Block, lanes warp.Lanes) {
	m.alive &^= lanes
	for l := range lanesOf(lanes) {
		m.retired[l] = f.placeOf(b, len(b.Instrs), l)
	}
}

// place returns the current place of an instruction in this frame. instr is the index of the instruction in the block
// b.
func (f *frame) place(b *cfg.Block, instr int) place {
	return place{f, b, slices.Clone(f.iters), instr, f.call, nil}
}

// placeOf returns the current place of one lane, with the loops that it has left for an early return.
func (f *frame) placeOf(b *cfg.Block, instr, lane int) place {
	p := f.place(b, instr)
	if f.left != nil {
		for _, d := range f.left[lane] {
			if b.IterationOf.Within(d.loop) {
				p.departures = append(p.departures, d)
			}
		}
	}
	if f.parent != nil {
		call := f.parent.placeOf(f.call.block, f.call.instr, lane)
		p.call = &call
	}
	return p
}

// call runs the callee of instr for all lanes that make the call together. index is the position of instr in its block.
func (m *machine) call(f *frame, index int, instr *cfg.Instr, lanes warp.Lanes) {
	at := f.place(instr.Block, index)
	g := m.newFrame(instr.Callee, f, &at)
	g.path = pathOf(f, instr)
	for i, o := range g.fn.Params {
		if i < len(instr.Args) {
			for l := range lanesOf(lanes) {
				m.assign(f, m.address(g, o, l), instr.Args[i], l)
				m.markBytes(m.address(g, o, l), sizeOf(o.Type), f.madeIn(instr.Args[i]).Has(l))
			}
		}
	}
	m.enter(g, lanes)
	m.release(g)
	if instr.Type == nil {
		return
	}
	for l := range lanesOf(g.returned) {
		f.mark(instr, l, g.resultMade.Has(l))
		f.setWord(instr, l, g.result[l])
		if isAggregate(instr.Type) {
			f.setBytes(instr, l, g.bytesReturned(l))
		}
	}
}

// unknown records the first reason not to trust the run. If Input.Trusted is set, it also ends the run.
func (m *machine) unknown(reason string) {
	if m.out.Unknown == "" {
		m.out.Unknown = reason
	}
	m.out.OutOfSteps = m.out.OutOfSteps || m.in.Trusted
}
