package race

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/lanes/trace"
)

// The interpreter follows the values of a few stores, and shows whether two of these store the same value (values.go).
// Values of other stores are compared by the instructions that compute them:
//
//	s[t] = 0;          s[t] = 0;             alike
//	a = in[t]; s[t] = a; ... s[t] = a;       alike
//	s[t] = in[t];      s[t] = in[t];         perhaps: between the loads, somebody may write to the memory
//	s[t] = in[t];      s[t] = in[t + 256];   different: data that happen to be equal are no reason for doubt
//	s[t] = 0;          s[t] = in[t];         different
//	s[t] = 0;          s[t] = t & 0;         perhaps: the number of the thread decides

// likeness is the result of a comparison of two values: alike, different, or not known.
type likeness int

const (
	different likeness = iota // the values differ for some input
	perhaps
	alike
)

// maxOperands bounds the operations that are compared for two values. Beyond it, the values count as perhaps equal.
const maxOperands = 64

// likenessOfStores compares the values that two accesses store.
func (j *Judge) likenessOfStores(a, b *trace.Access) likeness {
	if !a.Value.IsNone() && !b.Value.IsNone() && a.Value.IsUniform() && b.Value.IsUniform() && a.Size == b.Size {
		switch eq := j.t.Eq(a.Value.At(0), b.Value.At(0)); {
		case eq.IsTrue():
			return alike
		case eq.IsFalse():
			return different
		}
	}
	return (&comparison{j: j, isOneIteration: areOfSameIteration(a, b), left: maxOperands}).of(valueIn(a), valueIn(b))
}

// areOfSameIteration reports whether the two accesses have the same iterations of all loops around either. It returns
// false for two executions of one instruction.
func areOfSameIteration(a, b *trace.Access) bool {
	return slices.Equal(a.Within, b.Within) && slices.Equal(a.Point.Iterations, b.Point.Iterations) && a.Instr.AsWritten() != b.Instr.AsWritten()
}

// value is the result of an instruction in a call.
type value struct {
	*cfg.Instr
	call *trace.Call
}

func valueIn(a *trace.Access) value { return value{a.Instr.Args[1], a.Point.Call} }

// arg returns the n-th operand of a value, in the same call.
func (v value) arg(n int) value { return value{v.Args[n], v.call} }

// variable returns the local variable or parameter that an instruction loads by its name, nil for other values.
func (v value) variable() *cfg.Object {
	if v.Op != cfg.Load || v.Args[0].Op != cfg.Addr {
		return nil
	}
	if o := v.Args[0].Object; o.Func != nil && (o.Storage == types.Local || o.Storage == types.Param) {
		return o
	}
	return nil
}

// comparison compares two values.
type comparison struct {
	j *Judge
	// isOneIteration reports whether the values are computed in the same iterations of all loops.
	isOneIteration bool
	left           int
}

func (c *comparison) of(x, y value) likeness {
	if c.left--; c.left < 0 {
		return perhaps
	}
	x, y = c.j.origin(x), c.j.origin(y)
	if x.IsLiteral() && y.IsLiteral() {
		return ofLiterals(x.Instr, y.Instr)
	}
	switch {
	case x.Instr == y.Instr && x.call.Chain == y.call.Chain && c.isOneIteration && x.variable() == nil:
		return alike
	case x.variable() != nil || y.variable() != nil:
		return c.ofVariables(x, y)
	case x.IsLiteral() || y.IsLiteral():
		return c.ofLiteral(x, y)
	}
	return c.ofOperations(x, y)
}

// ofVariables compares two values, one of them a load of a variable. This variable has several stores, or a callee may
// change it.
func (c *comparison) ofVariables(x, y value) likeness {
	o := x.variable()
	if o != nil && !c.j.isStoredByName(x) || y.variable() != nil && !c.j.isStoredByName(y) {
		return perhaps
	}
	if o == nil || o != y.variable() || x.call.Chain != y.call.Chain || !c.isOneIteration || c.j.isChangedBetween(o, x, y) {
		return different
	}
	return perhaps
}

// isChangedBetween reports whether a store that names the variable o is executed between two loads of it.
func (j *Judge) isChangedBetween(o *cfg.Object, x, y value) bool {
	isBefore := func(a, b *cfg.Instr) bool {
		if a.Block == b.Block {
			return a.ID < b.ID
		}
		return x.call.Reaches(a.Block, b.Block)
	}
	return slices.ContainsFunc(j.dataflows.Of(x.call.Fn).Stored(o), func(stored *cfg.Instr) bool {
		return isBefore(x.Instr, stored) && isBefore(stored, y.Instr) || isBefore(y.Instr, stored) && isBefore(stored, x.Instr)
	})
}

// ofLiteral compares a literal with another value. If the other value does not depend on data, the result is not known,
// because some thread may compute exactly the literal.
func (c *comparison) ofLiteral(x, y value) likeness {
	if x.IsLiteral() {
		x = y
	}
	if c.hasData(x) {
		return different
	}
	return perhaps
}

// hasData reports whether a value depends on data that the kernel gets, on the number of the block in the grid, or on a
// clock. It does not look into a variable that a callee may change, and returns false for it.
func (c *comparison) hasData(x value) bool {
	if c.left--; c.left < 0 {
		return false
	}
	x = c.j.origin(x)
	switch x.Op {
	case cfg.Special:
		return isFree(x.Special)
	case cfg.Const, cfg.Float, cfg.TemplateConst, cfg.Addr:
		return false
	case cfg.Load:
		return x.variable() == nil || c.j.isStoredByName(x)
	case cfg.Binary, cfg.Unary, cfg.Convert, cfg.Pure:
		for n := range x.Args {
			if c.hasData(x.arg(n)) {
				return true
			}
		}
		return false
	}
	return true
}

// ofOtherThread compares a value with the same value in another thread. The two differ if they are data read by an
// index that depends on the number of the thread.
func (c *comparison) ofOtherThread(x value) likeness {
	like := c.ofNumbers(x)
	if like == different && !(&comparison{j: c.j, left: maxOperands}).hasData(x) {
		return perhaps
	}
	return like
}

// ofNumbers compares a value with the same value in another thread. Unlike ofOtherThread, it also returns different for
// a value that is computed only from the number of the thread, without data.
func (c *comparison) ofNumbers(x value) likeness {
	if c.left--; c.left < 0 {
		return perhaps
	}
	x = c.j.origin(x)
	switch x.Op {
	case cfg.Special:
		if isOfThread(x.Special) {
			return different
		}
		return alike
	case cfg.Load:
		if x.variable() != nil {
			return perhaps
		}
	case cfg.Const, cfg.Float, cfg.TemplateConst, cfg.Addr, cfg.Binary, cfg.Unary, cfg.Convert, cfg.Pure, cfg.IndexAddr, cfg.FieldAddr:
	default:
		return perhaps
	}
	like := alike
	for n := range x.Args {
		like = min(like, c.ofNumbers(x.arg(n)))
	}
	return like
}

// isOfThread reports whether a register differs between the threads of a block.
func isOfThread(reg cfg.SpecialReg) bool {
	switch reg {
	case cfg.TidX, cfg.TidY, cfg.TidZ, cfg.LaneID, cfg.WarpID, cfg.LaneMaskEQ, cfg.LaneMaskLT, cfg.LaneMaskLE, cfg.LaneMaskGT, cfg.LaneMaskGE, cfg.Clock:
		return true
	}
	return false
}

// isFree reports whether launches of one kernel with one block shape may differ in the value of a register, such as the
// number of the block or a clock.
func isFree(reg cfg.SpecialReg) bool {
	switch reg {
	case cfg.CtaidX, cfg.CtaidY, cfg.CtaidZ, cfg.ClusterAtX, cfg.ClusterAtY, cfg.ClusterAtZ, cfg.ClusterIDX, cfg.ClusterIDY, cfg.ClusterIDZ, cfg.Clock, cfg.SmID:
		return true
	}
	return false
}

// ofOperations compares two values that operations compute or loads read.
func (c *comparison) ofOperations(x, y value) likeness {
	if x.Op != y.Op || x.Operator != y.Operator || x.Text != y.Text || x.Special != y.Special || x.Object != y.Object || x.Field != y.Field ||
		len(x.Args) != len(y.Args) {
		return different
	}
	like := alike
	switch x.Op {
	case cfg.Load:
		like = perhaps
	case cfg.Special:
		if x.Special == cfg.Clock {
			return different
		}
	case cfg.Binary, cfg.Unary, cfg.Convert, cfg.Pure, cfg.IndexAddr, cfg.FieldAddr, cfg.Addr, cfg.TemplateConst, cfg.Opaque:
	default:
		return different
	}
	for n := range x.Args {
		like = min(like, c.of(x.arg(n), y.arg(n)))
	}
	return like
}

// origin follows a value backward through conversions, through variables with a single store, and through parameters to
// the arguments of the call.
func (j *Judge) origin(v value) value {
	for range maxOperands {
		v.Instr = v.Unconverted()
		o := v.variable()
		if o == nil || !j.isStoredByName(v) {
			return v
		}
		stored := j.dataflows.Of(v.call.Fn).Stored(o)
		n := slices.Index(v.call.Fn.Params, o)
		switch {
		case n < 0 && len(stored) == 1:
			v.Instr = stored[0]
		case n >= 0 && len(stored) == 0 && v.call.Parent != nil && n < len(v.call.Parent.Instr().Args):
			v = value{v.call.Parent.Instr().Args[n], v.call.Parent.Call}
		default:
			return v
		}
	}
	return v
}

// isStoredByName reports whether each store to the variable loaded by v names the variable. Then no store goes through
// a pointer.
func (j *Judge) isStoredByName(v value) bool {
	return j.dataflows.Of(v.call.Fn).IsStoredByName(v.variable())
}

// ofLiterals compares two literals.
func ofLiterals(x, y *cfg.Instr) likeness {
	number := func(i *cfg.Instr) (float64, bool) {
		if i.Op == cfg.Const {
			return float64(i.Int), true
		}
		return i.Number()
	}
	a, isKnown := number(x)
	b, isOther := number(y)
	switch {
	case !isKnown || !isOther:
		return perhaps
	case a == b:
		return alike
	}
	return different
}
