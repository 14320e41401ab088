package cfg

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/source"
)

// Known holds the digests of roots that have been analysed. Programs made from one file for several architectures
// have most roots in common.
type Known map[Digest]bool

// Add adds the roots of p to k. It returns, for each root, whether it was new.
func (k Known) Add(p *Program) map[*Func]bool {
	fresh := map[*Func]bool{}
	for i, is := range RootDigests(p) {
		fresh[p.Roots[i]] = !k[is]
		k[is] = true
	}
	return fresh
}

// RootDigests returns the digests of a program's roots, in the order of p.Roots. Two roots with the same digest have
// the same findings at the same places. The program must be finished, because the digests are computed only once.
func RootDigests(p *Program) []Digest {
	if p.rootDigests == nil {
		fp := &fingerprints{map[*Func]Digest{}, map[*types.Type]Digest{}, map[*Object]Digest{}}
		for _, root := range p.Roots {
			p.rootDigests = append(p.rootDigests, fp.root(p, root))
		}
	}
	return p.rootDigests
}

// fingerprints caches the digests of a program's functions, types and objects.
type fingerprints struct {
	funcs   map[*Func]Digest
	types   map[*types.Type]Digest
	objects map[*Object]Digest
}

// A Digest is the hash of a record.
type Digest [sha256.Size]byte

// A record is the encoding of a thing, part by part. Each word is preceded by its length, so that different lists of
// parts have different records.
type record []byte

func (r *record) digest() Digest { return sha256.Sum256(*r) }

// once returns the digest of the record that fill writes, and caches it under key.
func once[T comparable](memo map[T]Digest, key T, fill func(*record)) Digest {
	sum, done := memo[key]
	if !done {
		var all record
		fill(&all)
		sum = all.digest()
		memo[key] = sum
	}
	return sum
}

func (r *record) add(d Digest) { *r = append(*r, d[:]...) }

func (r *record) word(s string) {
	r.number(len(s))
	*r = append(*r, s...)
}

func (r *record) number(n int) { r.numbers(int64(n)) }

func (r *record) numbers(list ...int64) {
	for _, n := range list {
		*r = binary.AppendVarint(*r, n)
	}
}

func (r *record) flags(list ...bool) {
	for _, is := range list {
		if is {
			*r = append(*r, 1)
		} else {
			*r = append(*r, 0)
		}
	}
}

// pos adds a position and, if it has one, its position in the definition of a macro.
func (r *record) pos(p source.Pos) {
	r.word(p.File)
	r.numbers(int64(p.Line), int64(p.Column), int64(p.EndLine), int64(p.EndColumn))
	r.flags(p.System, p.Macro != nil)
	if p.Macro != nil {
		r.pos(*p.Macro)
	}
}

func (r *record) stretches(list []source.Pos) {
	r.number(len(list))
	for _, p := range list {
		r.pos(p)
	}
}

// root returns the digest of a root. It covers all functions that the root reaches and the launches of the root, so
// that roots with equal digests have the same findings.
func (fp *fingerprints) root(p *Program, root *Func) Digest {
	var functions, all record
	seen := map[*Func]bool{}
	var visit func(f *Func)
	visit = func(f *Func) {
		if seen[f] {
			return
		}
		seen[f] = true
		functions.add(fp.function(f))
		for _, callee := range f.Callees {
			visit(callee)
		}
	}
	visit(root)
	all.add(functions.digest())
	for _, l := range p.Launches {
		if l.Kernel != root.Decl {
			continue
		}
		all.flags(l.Named, l.Possible, l.Block != nil)
		if l.Block != nil {
			for _, extent := range l.Block {
				all.number(extent)
			}
		}
		all.word(fmt.Sprint(l.Extents, l.Premises))
		for _, b := range l.Declared {
			all.numbers(int64(b.MaxThreads), int64(b.MinBlocks), int64(b.MaxClusters))
		}
	}
	return all.digest()
}

// function returns the digest of one function, without its callees.
func (fp *fingerprints) function(f *Func) Digest {
	return once(fp.funcs, f, func(all *record) {
		all.word(f.Name)
		all.word(f.Decl.Key)
		all.word(f.Decl.Guess.Macro)
		all.word(f.Decl.Guess.Specifiers)
		all.pos(f.Decl.Pos)
		all.flags(f.Kernel, f.Irreducible, f.Decl.Pattern)
		all.numbers(int64(f.Decl.MaxThreads), int64(len(f.Objects)), int64(len(f.Params)), int64(len(f.Blocks)), int64(len(f.Decl.Bounds)))
		for _, o := range f.Objects {
			all.add(fp.object(o))
		}
		for _, o := range f.Params {
			all.number(o.ID)
		}
		all.number(len(f.Dynamic))
		for _, v := range f.Dynamic {
			all.word(v.Scope + v.Name)
			all.number(v.Alignment)
			all.add(fp.typeOf(v.Type))
		}
		for _, b := range f.Decl.Bounds {
			all.numbers(int64(b.MaxThreads), int64(b.MinBlocks), int64(b.MaxClusters))
			all.pos(b.Pos)
		}
		all.stretches(f.LoopStatements)
		all.stretches(f.JumpsBack)
		for _, blk := range f.Blocks {
			fp.block(all, blk)
		}
	})
}

func (fp *fingerprints) block(rec *record, blk *Block) {
	rec.blocks(blk.Preds...)
	rec.blocks(blk, blk.Join, headerOf(blk.Loop), headerOf(blk.IterationOf))
	rec.flags(blk.LeavesKernel)
	term := &blk.Term
	rec.number(int(term.Kind))
	rec.blocks(term.Targets...)
	rec.flags(term.Falls, term.Cond != nil)
	if term.Cond != nil {
		rec.number(term.Cond.ID)
	}
	rec.number(len(term.Cases))
	for _, values := range term.Cases {
		rec.numbers(values[:]...)
	}
	rec.pos(term.Pos)
	rec.number(len(blk.Instrs))
	for _, instr := range blk.Instrs {
		fp.instr(rec, instr)
	}
}

// blocks adds the indices of blocks, -1 for nil.
func (r *record) blocks(list ...*Block) {
	r.number(len(list))
	for _, blk := range list {
		if blk == nil {
			r.number(-1)
		} else {
			r.number(blk.Index)
		}
	}
}

func headerOf(l *Loop) *Block {
	if l == nil {
		return nil
	}
	return l.Header
}

func (fp *fingerprints) instr(rec *record, instr *Instr) {
	rec.numbers(int64(instr.ID), int64(instr.Op), instr.Int, int64(instr.Operator), int64(instr.Special), int64(len(instr.Args)))
	for _, a := range instr.Args {
		rec.number(a.ID)
	}
	rec.add(fp.typeOf(instr.Type))
	rec.pos(instr.Pos)
	rec.word(instr.Text)
	rec.number(len(instr.Classes))
	for _, class := range instr.Classes {
		rec.add(fp.typeOf(class))
	}
	rec.flags(instr.Signals, instr.AwaitsGrid, instr.Global, instr.Volatile, instr.ReadOnly, instr.Unplaced, instr.Alike, instr.Foreign, instr.Hides, instr.Undeclared, instr.Unread, instr.Async, instr.Effect.Waits, instr.Effect.Ends, instr.Within, instr.Member, instr.Chooses)
	rec.numbers(int64(instr.Effect.Value), int64(instr.Effect.Reads), int64(instr.Effect.Writes))
	rec.flags(instr.Statement != nil, instr.Object != nil, instr.Field != nil, instr.Callee != nil, instr.CopyOf != nil, instr.Tile != nil, instr.Collective != nil, instr.Engine != nil, instr.Product != nil)
	if p := instr.Product; p != nil {
		rec.word(p.Shape)
		rec.numbers(int64(p.Does), int64(p.Accumulators), p.Left)
	}
	if e := instr.Engine; e != nil { // the text is its opcode
		rec.numbers(int64(e.Source), int64(e.Target), int64(e.Barrier), int64(e.Bytes), int64(e.Count), int64(e.Phase), e.Left, int64(len(e.Descriptors)))
	}
	if instr.Statement != nil {
		rec.pos(*instr.Statement)
	}
	if instr.Object != nil {
		rec.add(fp.object(instr.Object))
	}
	if instr.Field != nil {
		rec.word(instr.Field.Name)
		rec.numbers(int64(instr.Field.Index), int64(instr.Field.Offset), int64(instr.Field.BitWidth))
		rec.add(fp.typeOf(instr.Field.Owner))
	}
	if instr.Callee != nil {
		rec.word(instr.Callee.Decl.Key)
		rec.word(instr.Callee.Name)
	}
	if instr.CopyOf != nil {
		rec.pos(instr.CopyOf.Pos)
		rec.number(int(instr.CopyOf.Op))
	}
	if instr.Tile != nil {
		rec.word(fmt.Sprintf("%+v", *instr.Tile))
	}
	if instr.Collective != nil {
		rec.word(fmt.Sprintf("%+v", *instr.Collective))
	}
}

// object returns the digest of an object. It is computed once for all instructions that name the object.
func (fp *fingerprints) object(o *Object) Digest {
	return once(fp.objects, o, func(all *record) {
		all.word(o.Name)
		all.add(fp.typeOf(o.Type))
		all.numbers(int64(o.ID), int64(o.Storage))
		all.word(fmt.Sprint(o.Contents))
		all.flags(o.Func == nil, o.Escapes, o.ReadOnly, o.Stored != nil, o.Var != nil)
		if o.Stored != nil { // which functions that the root does not reach may decide
			all.numbers(*o.Stored)
		}
		if v := o.Var; v != nil {
			all.flags(v.Const, v.Volatile, v.Unwritten, v.Static, v.Own, v.Known)
			all.numbers(v.Value, int64(v.Alignment))
			all.word(v.Scope)
			all.pos(v.Pos)
		}
	})
}

// typeOf returns the digest of a type, zeros for nil. If a type occurs within itself, the inner occurrence is
// represented by its name.
func (fp *fingerprints) typeOf(t *types.Type) Digest {
	if t == nil {
		return Digest{}
	}
	return once(fp.types, t, func(all *record) {
		fp.types[t] = sha256.Sum256([]byte(t.Name))
		all.word(t.Name)
		all.numbers(int64(t.Kind), int64(t.Bits), t.Len, t.Size, int64(len(t.Bases)), int64(len(t.Fields)))
		all.flags(t.Signed, t.Union, t.VirtualBase, t.Volatile, t.OfMember, t.Destructor != nil)
		all.add(fp.typeOf(t.Elem))
		for _, base := range t.Bases {
			all.add(fp.typeOf(base))
		}
		for _, f := range t.Fields {
			all.word(f.Name)
			all.numbers(int64(f.Index), int64(f.BitWidth), int64(f.Offset))
			all.add(fp.typeOf(f.Type))
		}
		if t.Destructor != nil {
			all.word(t.Destructor.Key)
		}
	})
}
