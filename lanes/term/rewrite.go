package term

// Units of work for rewriting a term, and for each of its operands.
const (
	rewriteWork        = 40
	rewriteOperandWork = 12
)

// Rewriter rebuilds terms with some leaves replaced. It rebuilds each shared part once.
type Rewriter struct {
	table *Table
	// leaf returns the replacement of a Var, or of an Opaque with rewritten arguments. If there is no replacement, it
	// returns its argument.
	leaf func(*Term) *Term
	memo Memo[*Term]
	// oldest is the lowest number of a replaced term. Operands have lower numbers than their term. So a term with a
	// lower number than oldest contains no replaced term.
	oldest int
}

// NewRewriter returns a rewriter into the same table. leaf returns the replacement of a Var or an Opaque, or its
// argument if there is none.
func (t *Table) NewRewriter(leaf func(*Term) *Term) *Rewriter {
	return &Rewriter{table: t, leaf: leaf}
}

// replacer returns a rewriter that changes no leaf. The caller adds replacements with put.
func (t *Table) replacer() *Rewriter {
	return &Rewriter{table: t, leaf: func(x *Term) *Term { return x }, oldest: t.count}
}

// put adds a replacement for all occurrences of the term part.
func (r *Rewriter) put(part, replacement *Term) {
	r.memo.Put(part, replacement)
	r.oldest = min(r.oldest, part.ID)
}

// Given simplifies x under the assumption that the conjunction f is true, and so each of its literals.
func (t *Table) Given(x, f *Term) *Term { return t.Where(f).Rewrite(x) }

// Where returns a rewriter that simplifies terms under the conjunction f. It is faster than Given for several terms
// that share parts.
func (t *Table) Where(f *Term) *Rewriter {
	last := &t.wheres[f.ID%len(t.wheres)]
	if last.where != f {
		*last = knowing{f, t.where(f)}
	}
	return last.Rewriter
}

// knowing is a cached rewriter that simplifies terms under the conjunction where.
type knowing struct {
	where *Term
	*Rewriter
}

func (t *Table) where(f *Term) *Rewriter {
	r := t.replacer()
	for _, l := range f.Conjuncts() {
		r.put(l, t.True)
		if l.Op == Not {
			r.put(l.Args[0], t.False)
		}
	}
	return r
}

// Replacing returns a rewriter that puts replacement in place of part, wherever it occurs.
func (t *Table) Replacing(part, replacement *Term) *Rewriter {
	return t.ReplacingEach([]*Term{part}, []*Term{replacement})
}

// ReplacingEach returns a rewriter that replaces several parts at once. It does not replace parts of the replacements.
func (t *Table) ReplacingEach(parts, replacements []*Term) *Rewriter {
	r := t.replacer()
	for i, part := range parts {
		r.put(part, replacements[i])
	}
	return r
}

// Replace returns x with parts replaced, wherever they occur.
func (t *Table) Replace(x *Term, parts, replacements []*Term) (y *Term) {
	t.WithReplaced(parts, replacements, func(r *Rewriter) { y = r.Rewrite(x) })
	return y
}

// WithReplaced calls use with a rewriter that replaces all occurrences of parts. The rewriter is valid only during the
// call. Its memory is reused by the next call, because allocating the memory takes as long as using it.
func (t *Table) WithReplaced(parts, replacements []*Term, use func(*Rewriter)) {
	r := t.replacer()
	if last := len(t.rooms) - 1; last >= 0 {
		r.memo, t.rooms = t.rooms[last], t.rooms[:last]
	}
	for i, part := range parts {
		r.put(part, replacements[i])
	}
	use(r)
	r.memo.Clear()
	t.rooms = append(t.rooms, r.memo)
}

// Rewrite returns x with its leaves replaced, in normal form.
func (r *Rewriter) Rewrite(x *Term) *Term {
	if x.Op == Const || x.ID < r.oldest {
		return x
	}
	if y, known := r.memo.Get(x); known {
		return y
	}
	y := r.rebuild(x)
	r.memo.Put(x, y)
	return y
}

// Remembers reports whether x has been rewritten, alone or as a part of another term.
func (r *Rewriter) Remembers(x *Term) bool {
	_, known := r.memo.Get(x)
	return known
}

func (r *Rewriter) rebuild(x *Term) *Term {
	if x.Op == Var {
		return r.leaf(x)
	}
	r.table.Work.Spend(rewriteWork + rewriteOperandWork*len(x.Args))
	args := make([]*Term, len(x.Args))
	changed := false
	for i, a := range x.Args {
		args[i] = r.Rewrite(a)
		changed = changed || args[i] != a
	}
	t := r.table
	if x.Op == Opaque {
		if changed {
			x = t.OpaqueBounded(x.Name, x.Bits, x.Lo, x.Hi, x.Origin, args...)
		}
		return r.leaf(x)
	}
	if !changed {
		return x
	}
	switch x.Op {
	case Not:
		return t.Not(args[0])
	case And:
		return t.And(args...)
	case Or:
		return t.Or(args...)
	case Bit:
		return t.Bit(args[0], int(x.K))
	case Pack:
		return t.Pack(args)
	case Ite:
		return t.Ite(args[0], args[1], args[2])
	case Add:
		parts := make([]scaled, len(args))
		for i, a := range args {
			parts[i] = scaled{x.Coefs[i], a}
		}
		return t.linear(x.Bits, x.K, parts)
	case ZExt:
		return t.ZExt(args[0], x.Bits)
	case SExt:
		return t.SExt(args[0], x.Bits)
	case Trunc:
		return t.Trunc(args[0], x.Bits)
	case Popc, Ffs, Clz, Brev:
		return map[Op]func(*Term) *Term{Popc: t.Popc, Ffs: t.Ffs, Clz: t.Clz, Brev: t.Brev}[x.Op](args[0])
	}
	return t.binaryOf(x.Op)(args[0], args[1])
}

func (t *Table) binaryOf(op Op) func(x, y *Term) *Term {
	switch op {
	case Eq:
		return t.Eq
	case ULt:
		return t.ULt
	case SLt:
		return t.SLt
	case Mul:
		return t.Mul
	case UDiv:
		return t.UDiv
	case URem:
		return t.URem
	case SDiv:
		return t.SDiv
	case SRem:
		return t.SRem
	case Shl:
		return t.Shl
	case LShr:
		return t.LShr
	case AShr:
		return t.AShr
	case BAnd:
		return t.BAnd
	case BOr:
		return t.BOr
	}
	return t.BXor
}
