package lower

import (
	"fmt"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/effect"
	"github.com/warpcheck/warpcheck/cfg/emit"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/warp"
)

// known lowers calls of the functions in the table of intrinsics.go.
type known struct {
	*emit.Builder
	copies *copies
	of     operandValues
}

// operandValues lists the methods of a function's lowering that the lowering of known functions (known) needs.
type operandValues interface {
	// addr lowers an expression to the address of the object that it designates.
	addr(n *ast.Node) *cfg.Instr
	// value and values lower expressions to their values.
	value(n *ast.Node) *cfg.Instr
	values(list []*ast.Node) []*cfg.Instr
	// condition evaluates a condition and branches on it.
	condition(n *ast.Node, then, otherwise *cfg.Block)
	// resultType returns the type of a call's result, nil if the call has none.
	resultType(n *ast.Node) *types.Type
	// externOf emits the call of a function that is not followed, with the effects of row.
	externOf(row effect.Row, f *ast.Function, result *types.Type, args []*cfg.Instr) *cfg.Instr
}

// assume lowers __builtin_assume(condition): control is assumed not to continue if the condition is false. As in the
// compilers, a condition that contains a call is ignored.
func (k *known) assume(args []*ast.Node) {
	if len(args) != 1 || calls(args[0]) {
		return
	}
	never, next := k.NewBlock(), k.NewBlock()
	k.of.condition(args[0], next, never)
	k.Start(never)
	k.Terminate(cfg.Terminator{Kind: cfg.Unreachable, Pos: args[0].Pos})
	k.Start(next)
}

// calls reports whether the expression contains a call.
func calls(n *ast.Node) bool {
	return n != nil && (n.Kind == ast.Call || slices.ContainsFunc(n.Children, calls))
}

// intrinsic lowers a call of a function that is in the table. It returns the result of the call, nil if there is none.
func (k *known) intrinsic(n *ast.Node, f *ast.Function, call intrinsic, args []*ast.Node) *cfg.Instr {
	switch call.kind {
	case assumption:
		k.assume(args)
		return nil
	case ending:
		k.operands(f, args)
		k.Terminate(cfg.Terminator{Kind: endingOf(f.Name), Pos: n.Pos})
		return nil
	case readRegister:
		return k.Special(call.register, ast.TypeOf(n))
	case namedGroup, namedBlock, namedTile:
		return k.namedCollective(n, call, args)
	}
	return k.intrinsicOf(n, f, call, args, k.operands(f, args))
}

// endingOf returns the terminator for a call of a function that does not return.
func endingOf(name string) cfg.TermKind {
	if kind, is := exits[name]; is {
		return kind
	}
	return cfg.Trap
}

// intrinsicOf lowers a call of an intrinsic whose arguments have been evaluated. values holds the results, one per
// argument. It returns the result of the call, nil if there is none.
func (k *known) intrinsicOf(n *ast.Node, f *ast.Function, call intrinsic, args []*ast.Node, values []*cfg.Instr) *cfg.Instr {
	t := k.of.resultType(n)
	switch call.kind {
	case pureCall:
		if hasAnyPrefix(call.text, "__builtin_huge_val", "__builtin_inf") {
			return k.Floating(cfg.Infinity, ast.TypeOf(n))
		}
		return k.Pure(call.text, ast.TypeOf(n), values...)
	case collective:
		return k.collective(n, f.Name, call, values)
	case nvvmShuffle:
		return k.nvvmShuffle(n, f.Name, call, values)
	case fenceCall:
		fence := k.Emit(cfg.Fence, nil)
		fence.Text = call.text
		return nil
	case gridWaitCall:
		fence := k.Emit(cfg.Fence, nil)
		fence.Text, fence.AwaitsGrid = call.text, true
		return nil
	case signalCall:
		k.Emit(cfg.Fence, nil).Signals = true
		return nil
	case firstArgument:
		if len(values) > 0 {
			return values[0]
		}
	case loadCall:
		if len(values) > 0 && types.IsPointer(values[0].Type) {
			loaded := k.Load(values[0])
			loaded.ReadOnly, loaded.Volatile = isReadOnlyLoad(call.text), isFetchedAgain(call.text)
			return k.convertLoaded(loaded, ast.TypeOf(n))
		}
	case storeCall:
		if len(values) > 1 && types.IsPointer(values[0].Type) {
			return k.Store(values[0], values[1])
		}
	case noEffect:
		return nil
	case externCall:
		return k.of.externOf(call.effect, f, t, values)
	case severalResults:
		return k.throughPointers(call, f, t, values)
	case copyBytes:
		return k.copies.copyBytes(f, args, values)
	case fillBytes:
		return k.copies.fillBytes(f, args, values)
	case tileCall:
		return k.copies.tile(f, t, args, values)
	case awaitCall:
		k.Emit(cfg.Await, nil)
		return nil
	case awaitCommittedCall:
		k.Emit(cfg.Await, nil).Int = 1 + groupsLeft(values)
		return nil
	case commitCall:
		k.Emit(cfg.Commit, nil)
		return nil
	case atomicCall:
		atomic := k.Emit(cfg.Atomic, t, values...)
		atomic.Text = call.text
		return atomic
	}
	return k.Unknown("a call of "+f.Name+" with unexpected operands", t, values...)
}

// operands evaluates the arguments of an intrinsic. They are values, except for reference parameters, even if a
// template that is not instantiated passes an object.
func (k *known) operands(f *ast.Function, args []*ast.Node) []*cfg.Instr {
	var values []*cfg.Instr
	for i, a := range args {
		if i < len(f.Params) && types.IsReference(f.Params[i].Type) {
			values = append(values, k.of.addr(a))
		} else {
			values = append(values, k.of.value(a))
		}
	}
	return values
}

// convertLoaded converts a loaded integer to the integer type of the call. It returns any other value unchanged.
func (k *known) convertLoaded(v *cfg.Instr, t *types.Type) *cfg.Instr {
	if types.IsInteger(v.Type) && types.IsInteger(t) {
		return k.Convert(v, t, operator.CastInt)
	}
	return v
}

// collective emits a warp collective or a block barrier. call.roles names the role of each element of values, in
// order.
func (k *known) collective(n *ast.Node, name string, call intrinsic, values []*cfg.Instr) *cfg.Instr {
	c := cfg.NewCollective(call.class, name)
	c.BeyondWarp = call.class.Kind.IsBlock()
	if !c.BeyondWarp && !strings.Contains(call.roles, "m") {
		c.MakeLegacy(name + "_sync")
	}
	c.Aligned = call.class.Kind == cfg.WholeWarp
	var args []*cfg.Instr
	var predicate *cfg.Instr
	for i, role := range call.roles {
		v := k.operand(role, values, i)
		if v == nil {
			return k.Hiding("a call of "+name+" with too few operands", ast.TypeOf(n), values...)
		}
		if role == 'p' {
			predicate = v
			continue
		}
		*indexOf(c, role) = len(args)
		args = append(args, v)
	}
	c.Classify(args)
	result := k.Emit(cfg.Collective_, resultOf(n, c, args), args...)
	result.Collective = c
	if predicate != nil {
		k.storePredicate(predicate, result)
	}
	return result
}

// resultOf returns the type of a collective's result, nil if it has none. The call's type may be unknown, because it
// depends on template arguments. For a shuffle, resultOf then returns the type of the exchanged value, and for other
// calls the type of the function's result.
func resultOf(n *ast.Node, c *cfg.Collective, args []*cfg.Instr) *types.Type {
	switch t := n.Type; {
	case types.IsVoid(t):
		return nil
	case !types.IsUnknown(t):
		return t
	case c.Class.Kind.IsShuffle():
		return args[c.Value].Type
	case n.Func != nil && types.IsVoid(n.Func.Result):
		return nil
	case n.Func != nil:
		return n.Func.Result
	default:
		return t
	}
}

// operand returns the i-th operand of a collective. If the call leaves it out, operand returns the default for its
// role, nil if the role has none.
func (k *known) operand(role rune, values []*cfg.Instr, i int) *cfg.Instr {
	switch {
	case i < len(values):
		return values[i]
	case role == 'm':
		return k.Constant(0xffffffff, types.Uint32)
	case role == 'w':
		return k.Constant(32, types.Int32)
	}
	return nil
}

// indexOf returns a pointer to the field of a collective that has the index of the argument with the given role.
func indexOf(c *cfg.Collective, role rune) *int {
	switch role {
	case 'm':
		return &c.Mask
	case 'v':
		return &c.Value
	case 's':
		return &c.Source
	case 'w':
		return &c.Width
	case 'b':
		return &c.BarrierID
	default:
		return &c.BarrierThreads
	}
}

// storePredicate stores the second result of match_all to the target of ptr.
func (k *known) storePredicate(ptr, result *cfg.Instr) {
	further := k.Emit(cfg.Extract, types.Elem(ptr.Type), result)
	further.Int = 1
	k.Store(ptr, further)
}

// nvvmShuffle lowers clang's builtin for a shuffle. Its last operand describes the segment in the form of the hardware:
// (32 - width) << 8 | clamp. values holds the operands. If the last one is not constant, the call becomes an Unknown.
func (k *known) nvvmShuffle(n *ast.Node, name string, call intrinsic, values []*cfg.Instr) *cfg.Instr {
	if len(values) != 4 || values[3].Op != cfg.Const {
		return k.Hiding("a call of "+name+" with a segment that is not constant", ast.TypeOf(n), values...)
	}
	width := warp.Size - values[3].Int>>8&(warp.Size-1)
	values[3] = k.Constant(width, types.Int32)
	call.roles = "mvsw"
	return k.collective(n, name, call, values)
}

// namedCollective lowers a collective of a library. The stand-in headers call a function whose first argument is the
// name of the collective. For a cooperative group the name also contains the operation.
func (k *known) namedCollective(n *ast.Node, callee intrinsic, args []*ast.Node) *cfg.Instr {
	name := ""
	if len(args) > 0 {
		name = literal(args[0])
	}
	if callee.kind == namedBlock {
		return k.blockCollective(n, name, callee, args[min(1, len(args)):])
	}
	if callee.kind == namedTile {
		return k.tileCollective(n, name, args[1:])
	}
	name, fold, before := foldOf(name)
	in := intrinsic{class: groupClass(name), roles: "mv"}
	values := k.of.values(args[min(1, len(args)):])
	if len(values) < 2 {
		in.roles = "m"
	}
	made := k.collective(n, name, in, values)
	if c := made.Collective; c != nil {
		c.Fold, c.FoldsBefore = fold, before
	}
	return made
}

// foldOf splits the name that the stand-in headers give a reduction or a scan: reduce.min is reduce and min,
// scan.add.before is scan and add. isExclusive is true for a scan whose name ends in "before". For any other
// collective fold is "".
func foldOf(called string) (name, fold string, isExclusive bool) {
	parts := strings.Split(called, ".")
	if kind := groupClass(parts[0]).Kind; len(parts) == 1 || kind != cfg.GroupReduce && kind != cfg.GroupScan {
		return called, "", false
	}
	return parts[0], parts[1], len(parts) > 2
}

// matrixFunctions lists the functions of the stand-in headers that stand for matrix instructions of a whole warp.
var matrixFunctions = []string{"wmma.load", "wmma.mma", "wmma.store"}

// groupClass returns the class of a library's collective by its name.
func groupClass(name string) cfg.Class {
	if slices.Contains(matrixFunctions, name) {
		return cfg.Class{Kind: cfg.WholeWarp, Name: name}
	}
	switch name {
	case "reduce":
		return cfg.Class{Kind: cfg.GroupReduce}
	case "scan":
		return cfg.Class{Kind: cfg.GroupScan}
	}
	return cfg.Class{Kind: cfg.GroupCollective, Name: name}
}

// blockCollective lowers a collective of a block, a cluster or a grid. Without a value it is only a barrier.
func (k *known) blockCollective(n *ast.Node, name string, call intrinsic, args []*ast.Node) *cfg.Instr {
	if len(args) > 0 {
		call.class, call.roles = groupClass(name), "v"
	}
	made := k.collective(n, name, call, k.of.values(args))
	c := made.Collective
	c.BeyondWarp, c.Legacy, c.Scope = true, false, call.scope
	return made
}

// tileCollective lowers a collective of a tile of several warps. Its first argument is the number of threads of the
// tile. Without a value it is only a barrier.
func (k *known) tileCollective(n *ast.Node, name string, args []*ast.Node) *cfg.Instr {
	if !args[0].Known {
		return k.Hiding("a tile of an unknown size", k.of.resultType(n), k.of.values(args)...)
	}
	in := intrinsic{class: cfg.Class{Kind: cfg.Barrier}}
	if len(args) > 1 {
		in = intrinsic{class: groupClass(name), roles: "v"}
	}
	made := k.collective(n, name, in, k.of.values(args[1:]))
	c := made.Collective
	c.BeyondWarp, c.Legacy, c.Tile = true, false, int(args[0].Value)
	return made
}

// literal returns the text of the string literal in n or below it, "" if there is none.
func literal(n *ast.Node) string {
	if n == nil {
		return ""
	}
	if n.Kind == ast.StringLit {
		return strings.Trim(n.Text, `"`)
	}
	return literal(n.Child(0))
}

// knownOperand returns the value of the argument n if it is constant. v is the instruction of the argument. known is
// false if the value is not constant.
func knownOperand(n *ast.Node, v *cfg.Instr) (value int64, known bool) {
	if n != nil && n.Known {
		return n.Value, true
	}
	return v.Int, v.Op == cfg.Const
}

// throughPointers lowers a function with several results. The function returns one result and stores the others through
// pointers. If call.effect is that of a function, each result is a function of the other operands. Otherwise it is any
// value. throughPointers returns the result that the function returns, nil if t is nil.
func (k *known) throughPointers(call intrinsic, f *ast.Function, t *types.Type, values []*cfg.Instr) *cfg.Instr {
	var operands, targets []*cfg.Instr
	for i, v := range values {
		if types.IsPointer(v.Type) && !types.IsReference(parameter(f, i)) {
			targets = append(targets, v)
		} else {
			operands = append(operands, v)
		}
	}
	result := func(n int, t *types.Type) *cfg.Instr {
		name := call.text
		if n > 0 {
			name = fmt.Sprintf("%s result %d", call.text, n)
		}
		if call.effect.IsFunction() {
			return k.Pure(name, t, operands...)
		}
		one := k.of.externOf(call.effect, f, t, operands)
		one.Text = name
		return one
	}
	for i, v := range targets {
		if to := types.Elem(v.Type); !types.IsVoid(to) {
			k.Store(v, result(i+1, to))
		}
	}
	if t == nil {
		return nil
	}
	return result(0, t)
}

// parameter returns the type of a function's i-th parameter. It returns nil if i is beyond the named parameters.
func parameter(f *ast.Function, i int) *types.Type {
	if i < len(f.Params) {
		return f.Params[i].Type
	}
	return nil
}

// isBuiltin reports whether v is the variable of the CUDA runtime with the given name (threadIdx), rather than a
// variable of the program that hides it.
func isBuiltin(v *ast.Var, name string) bool {
	return v != nil && v.Name == name && v.Storage == types.Global && !v.Static
}

// launchRegister returns the register that threadIdx.x or a similar expression reads. It returns false for other
// expressions.
func launchRegister(n *ast.Node) (cfg.SpecialReg, bool) {
	object := n.Child(0)
	if object == nil || object.Kind != ast.VarRef || object.Var == nil || n.Field == nil {
		return 0, false
	}
	regs, ok := launchVariables[object.Var.Name]
	if !ok || !isBuiltin(object.Var, object.Var.Name) {
		return 0, false
	}
	i := strings.Index("xyz", n.Field.Name)
	if i < 0 || len(n.Field.Name) != 1 {
		return 0, false
	}
	return regs[i], true
}

// launchObject makes an object that holds threadIdx or a similar variable, for code that uses the whole variable. It
// returns the address of the object. For other variables it returns nil.
func (k *known) launchObject(v *ast.Var) *cfg.Instr {
	if isBuiltin(v, "warpSize") {
		o := k.Temporary(types.Int32)
		k.Alloc(o)
		k.Store(k.AddressOf(o), k.Constant(32, types.Int32))
		return k.AddressOf(o)
	}
	regs, ok := launchVariables[v.Name]
	if !ok || !isBuiltin(v, v.Name) || v.Type == nil || v.Type.Kind != types.Record {
		return nil
	}
	o := k.Temporary(v.Type)
	k.Alloc(o)
	for _, f := range v.Type.Fields {
		if i := strings.Index("xyz", f.Name); i >= 0 && len(f.Name) == 1 {
			k.Store(k.FieldAddr(k.AddressOf(o), f), k.Special(regs[i], f.Type))
		}
	}
	return k.AddressOf(o)
}

// groupsLeft returns the number of groups that may still run after a call of __pipeline_wait_prior. It returns 0 if the
// number is not known.
func groupsLeft(values []*cfg.Instr) int64 {
	if len(values) == 0 || values[0].Unconverted().Op != cfg.Const {
		return 0
	}
	return max(values[0].Unconverted().Int, 0)
}
