package asm

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/effect"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/internal/ptx"
)

// memory lists the instructions that read or write memory. The lanes of a warp execute ldmatrix and stmatrix together
// (isForWarp). For these the table covers only the effects on memory and values. The results of ldmatrix are unknown in
// each lane.
var memory = map[string]lowering{
	"ld":       (*assembler).loadMemory,
	"ldu":      (*assembler).loadMemory,
	"st":       (*assembler).storeMemory,
	"atom":     (*assembler).atomic,
	"red":      (*assembler).atomic,
	"cp":       (*assembler).copy,
	"ldmatrix": (*assembler).matrices,
	"stmatrix": (*assembler).matrices,
}

// address returns the address in the memory operand o, plus a number of bytes, as a pointer to type t.
func (a *assembler) address(o ptx.Operand, t *types.Type, bytes int64) *cfg.Instr {
	ptr := pointed(a.raw(o.Elems[0], ulongType))
	if offset := o.Offset + bytes; offset != 0 {
		bytes := a.bits(ptr, a.PointerTo(registerTypes["s8"]))
		ptr = a.IndexAddr(bytes, a.Constant(offset, types.Int64))
	}
	return a.bits(ptr, a.PointerTo(t))
}

// pointed returns the pointer that was converted to an address in shared memory. If there is no such conversion, it
// returns the address itself:
//
//	asm("... [%0];" : : "r"((unsigned)__cvta_generic_to_shared(p)))
func pointed(address *cfg.Instr) *cfg.Instr {
	v := address.Unconverted()
	if v.IsSharedAddress() && v.Args[0].Type.Kind == types.Pointer {
		return v.Args[0]
	}
	return address
}

// isAddress reports whether o is a memory operand of the plain form [a+offset].
func isAddress(o ptx.Operand) bool { return o.Kind == ptx.Memory && len(o.Elems) == 1 }

// isVolatileAccess reports whether the qualifiers of a load or store allow other threads to access the memory at the
// same time.
func isVolatileAccess(s *ptx.Statement) bool {
	for _, q := range []string{"volatile", "relaxed", "acquire", "release", "mmio", "cv"} {
		if s.Has(q) {
			return true
		}
	}
	return false
}

// fenceOf emits the fence that an access with the semantics "release" or "acquire" includes: a thread that acquires sees
// what precedes the release (PTX ISA, Memory Consistency Model, Release and Acquire Patterns).
func (a *assembler) fenceOf(s *ptx.Statement, semantics string) {
	if s.Has(semantics) || s.Has("acq_rel") {
		a.emitFence(s)
	}
}

// vectorOf returns the operands of a load or store, one for each cell. ok reports whether their number agrees with
// the opcode's .v2, .v4 or .v8.
func vectorOf(s *ptx.Statement, o ptx.Operand) (list []ptx.Operand, ok bool) {
	n := 1
	for width, qualifier := range map[int]string{2: "v2", 4: "v4", 8: "v8"} {
		if s.Has(qualifier) {
			n = width
		}
	}
	list = []ptx.Operand{o}
	if o.Kind == ptx.Vector {
		list = o.Elems
	}
	return list, len(list) == n
}

// wideBytes is the size of the type b128.
const wideBytes = 16

// accessWide lowers an access of type b128 to memory: 16 bytes in each lane. from and to are the operands of s, one of
// them the memory. Values of 128 bits are not computed: a loaded value is unknown, and so is the memory after a store.
// It returns false for volatile accesses, and for other forms.
func (a *assembler) accessWide(s *ptx.Statement, to, from ptx.Operand) bool {
	memory := from
	if s.Is("st") {
		memory = to
	}
	isOneValue := to.Kind != ptx.Vector && from.Kind != ptx.Vector
	isInMemory := isAddress(memory) && a.parameter(memory) == nil
	if !isOneValue || !isInMemory || isVolatileAccess(s) || !s.Is("st") && !a.canWrite(to) {
		return false
	}
	at := a.address(memory, registerTypes["s8"], 0)
	tile := &cfg.Tile{Rows: 1, Own: true, Writes: s.Is("st")}
	a.Share(opcode(s), tile, at, a.Constant(wideBytes, types.Int64), a.Constant(0, types.Int64))
	if !tile.Writes {
		a.write(to, a.Extern(opcode(s), effect.Row{Value: effect.PerLane, Reads: effect.All}, a.typeAt(to), at))
	}
	return true
}

// isWide reports whether a load or store is of type b128.
func isWide(s *ptx.Statement) bool { return s.Type() == "b128" && len(s.Operands) >= 2 }

// loadMemory lowers ld.*.type d, [a] and its vector forms. It returns false for other forms.
func (a *assembler) loadMemory(s *ptx.Statement) bool {
	if isWide(s) {
		return a.accessWide(s, s.Operands[0], s.Operands[1])
	}
	t := registerTypes[s.Type()]
	if t == nil || len(s.Operands) < 2 || !isAddress(s.Operands[1]) || !a.canWrite(s.Operands[0]) {
		return false
	}
	cells, ok := vectorOf(s, s.Operands[0])
	if !ok {
		return false
	}
	if place := a.parameter(s.Operands[1]); place != nil && len(cells) == 1 {
		v := a.Load(place)
		if types.IsPointer(a.typeAt(cells[0])) {
			t = a.typeAt(cells[0])
		}
		a.write(cells[0], a.bits(v, t))
		return true
	}
	values := make([]*cfg.Instr, len(cells))
	for i := range cells {
		values[i] = a.Load(a.address(s.Operands[1], t, int64(i)*t.Size))
		values[i].Volatile = isVolatileAccess(s)
		values[i].ReadOnly = s.Has("nc") || s.Has("const")
	}
	for i, cell := range cells {
		a.write(cell, values[i])
	}
	a.fenceOf(s, "acquire")
	return true
}

// storeMemory lowers st.*.type [a], b and its vector forms. st.async is not modelled, because it writes at a later
// time. It returns false for other forms.
func (a *assembler) storeMemory(s *ptx.Statement) bool {
	if s.Has("async") {
		return a.outside(s)
	}
	if isWide(s) {
		return a.accessWide(s, s.Operands[0], s.Operands[1])
	}
	t := registerTypes[s.Type()]
	if t == nil || len(s.Operands) < 2 || !isAddress(s.Operands[0]) {
		return false
	}
	cells, ok := vectorOf(s, s.Operands[1])
	if !ok {
		return false
	}
	if place := a.parameter(s.Operands[0]); place != nil && len(cells) == 1 {
		a.Store(place, a.bits(a.raw(cells[0], t), types.Elem(place.Type)))
		return true
	}
	a.fenceOf(s, "release")
	for i, cell := range cells {
		v := a.read(cell, t)
		instr := a.Store(a.address(s.Operands[0], t, int64(i)*t.Size), v)
		instr.Volatile = isVolatileAccess(s)
	}
	return true
}

var atomicNames = map[string]string{
	"add": "atomicAdd", "min": "atomicMin", "max": "atomicMax", "exch": "atomicExch",
	"cas": "atomicCAS", "and": "atomicAnd", "or": "atomicOr", "xor": "atomicXor",
	"inc": "atomicInc", "dec": "atomicDec",
}

// packedHalves maps the PTX types of halves and of pairs of halves to the integer types that hold them. CUDA has no
// functions for their atomics, so the opcode is the name.
var packedHalves = map[string]*types.Type{
	"f16": registerTypes["b16"], "bf16": registerTypes["b16"], "f16x2": types.Uint32, "bf16x2": types.Uint32,
}

// atomic lowers atom.*.op.type d, [a], b{, c} and red.*.op.type [a], b. A cache policy after the operands is ignored.
// It returns false for other forms.
func (a *assembler) atomic(s *ptx.Statement) bool {
	name, t := atomicName(s), registerTypes[s.Type()]
	if packed := packedHalves[s.Type()]; packed != nil && name != "" {
		name, t = opcode(s), packed
	}
	if s.Has("async") {
		return a.outside(s)
	}
	operands := s.Operands
	if s.Is("atom") {
		if len(operands) == 0 || !a.canWrite(operands[0]) {
			return false
		}
		operands = operands[1:]
	}
	count := 1
	if name == "atomicCAS" {
		count = 2
	}
	if name == "" || t == nil || len(operands) <= count || !isAddress(operands[0]) ||
		operands[1].Kind == ptx.Vector {
		return false
	}
	args := []*cfg.Instr{a.address(operands[0], t, 0)}
	for _, o := range operands[1 : 1+count] {
		args = append(args, a.read(o, t))
	}
	a.fenceOf(s, "release")
	instr := a.Emit(cfg.Atomic, t, args...)
	instr.Text = name
	if s.Is("atom") {
		a.write(s.Operands[0], instr)
	}
	a.fenceOf(s, "acquire")
	return true
}

// atomicName returns the name of the CUDA function that makes the same atomic operation, "" if there is none.
func atomicName(s *ptx.Statement) string {
	for _, part := range s.Opcode[1:] {
		if name := atomicNames[part]; name != "" {
			return name
		}
	}
	return ""
}

// outside lowers an instruction that the analysis does not compute, by its row in package effect. The instruction may
// write the memory at its addresses. Each of its results is unknown and may differ between lanes. An instruction with
// neither addresses nor results (a commit, a wait) only orders memory. If the instruction has no row, or if a result
// cannot be written, outside returns false.
func (a *assembler) outside(s *ptx.Statement) bool {
	row, known := effect.OfInstruction(s.Opcode)
	switch {
	case !known:
		return false
	case row.IsNothing():
		return true
	}
	destinations, sources := a.destinations(s)
	if !a.canWrite(destinations...) {
		return false
	}
	var args []*cfg.Instr
	if row.Writes != effect.None {
		args = a.addresses(s, sources)
	}
	if len(destinations) == 0 && len(args) == 0 {
		return a.fence(s)
	}
	engine, roles := a.engine(s, args)
	if len(roles) > 0 {
		row.Writes &= 1<<len(args) - 1
		args = append(args, roles...)
	}
	if len(destinations) == 0 {
		in := a.Extern(opcode(s), row, nil, args...)
		in.Engine, in.Global = engine, accessesGlobal(s)
	}
	for i, d := range destinations {
		in := a.Extern(opcode(s), row, a.typeAt(d), args...)
		if in.Global = accessesGlobal(s); i == 0 {
			in.Engine = engine
		}
		a.write(d, in)
	}
	return true
}

// accessesGlobal reports whether an instruction of an asynchronous engine reads or writes global memory.
func accessesGlobal(s *ptx.Statement) bool {
	engine := ptx.AsynchronousOf(s.Opcode)
	return engine != nil && engine.AccessesGlobal(s.Opcode)
}

// copy lowers cp.async.{ca,cg}.shared.global [to], [from], bytes ... The lane continues while the copy is made, until
// cp.async.wait_all, or cp.async.wait_group after cp.async.commit_group. Other copies go through a proxy, and an
// mbarrier signals their end. They are not computed. It returns false for an instruction without a row in package
// effect.
func (a *assembler) copy(s *ptx.Statement) bool {
	switch {
	case s.Is("cp", "async", "wait_all"):
		a.Emit(cfg.Await, nil)
		return true
	case s.Is("cp", "async", "wait_group"):
		a.Emit(cfg.Await, nil).Int = 1 + max(a.groupsLeft(s), 0)
		return true
	case s.Is("cp", "async", "commit_group"):
		a.Emit(cfg.Commit, nil)
		return true
	case !s.Is("cp", "async", "ca") && !s.Is("cp", "async", "cg") || len(s.Operands) < 3 || !isAddress(s.Operands[0]):
		return a.outside(s)
	}
	to := a.address(s.Operands[0], registerTypes["s8"], 0)
	bytes := a.read(s.Operands[2], types.Int64)
	in := a.Share(opcode(s), &cfg.Tile{Rows: 1, Own: true, Writes: true}, to, bytes, a.Constant(0, types.Int64))
	in.Async, in.Global = true, true
	return true
}

// matrixCounts maps qualifiers of ldmatrix and stmatrix to numbers of matrices.
var matrixCounts = map[string]int{"x1": 1, "x2": 2, "x4": 4}

// matrices lowers ldmatrix.sync.aligned.m8n8.num{.trans}.b16 d, [a] and stmatrix. The accesses of other shapes are not
// modelled. It returns false for an instruction without a row in package effect.
func (a *assembler) matrices(s *ptx.Statement) bool {
	tile := &cfg.Tile{Writes: s.Is("stmatrix"), Transposed: s.Has("trans")}
	for qualifier, n := range matrixCounts {
		if s.Has(qualifier) {
			tile.Matrices = n
		}
	}
	at := slices.IndexFunc(s.Operands, isAddress)
	if at < 0 || tile.Matrices == 0 || !s.Has("m8n8") || s.Type() != "b16" {
		return a.outside(s)
	}
	whole := a.Constant(0, types.Int64)
	a.Share(opcode(s), tile, a.address(s.Operands[at], registerTypes["s8"], 0), whole, whole)
	if tile.Writes {
		return true
	}
	return a.outside(s)
}

// destinations splits the operands into the results and the rest. The results are first, if the instruction has any.
func (a *assembler) destinations(s *ptx.Statement) (list, rest []ptx.Operand) {
	if len(s.Operands) == 0 || len(s.Operands) == 1 && s.Operands[0].Kind != ptx.Memory {
		return nil, s.Operands
	}
	switch first := s.Operands[0]; first.Kind {
	case ptx.Memory, ptx.Int:
		return nil, s.Operands
	default:
		return results(first), s.Operands[1:]
	}
}

// addresses returns the pointers through which an instruction may write. The second address of a copy ("cp") is only
// read, and is left out.
func (a *assembler) addresses(s *ptx.Statement, operands []ptx.Operand) []*cfg.Instr {
	var args []*cfg.Instr
	for i, o := range operands {
		if o.Kind != ptx.Memory || len(o.Elems) == 0 || s.Is("cp") && i == 1 {
			continue
		}
		args = append(args, a.address(o, registerTypes["s8"], 0))
	}
	return args
}
