package cfg

import (
	"crypto/sha256"
	"fmt"
	"hash"
	"io"
	"strconv"
	"strings"

	"github.com/warpcheck/warpcheck/frontend/ast"
)

// Known are roots of programs, each told by all that an analysis of it reads: those of one file
// for several architectures have most of them in common.
type Known map[string]bool

// Add adds the roots of a program, and returns those that were not known.
func (k Known) Add(p *Program) map[*Func]bool {
	fp := &fingerprints{map[*Func]string{}, map[*ast.Type]string{}, map[*Object]string{}}
	fresh := map[*Func]bool{}
	for _, root := range p.Roots {
		is := fp.root(p, root)
		fresh[root] = !k[is]
		k[is] = true
	}
	return fresh
}

// fingerprints are digests of a program's functions and types, and the texts of its objects.
type fingerprints struct {
	funcs   map[*Func]string
	types   map[*ast.Type]string
	objects map[*Object]string
}

// root is the same for two roots exactly when all functions that they lead to, and the blocks
// that they are launched in, are.
func (fp *fingerprints) root(p *Program, root *Func) string {
	var parts []string
	seen := map[*Func]bool{}
	var visit func(f *Func)
	visit = func(f *Func) {
		if seen[f] {
			return
		}
		seen[f] = true
		parts = append(parts, fp.function(f))
		for _, callee := range f.Callees {
			visit(callee)
		}
	}
	visit(root)
	for _, l := range p.Launches {
		if l.Kernel != root.Decl {
			continue
		}
		block := "?"
		if l.Block != nil {
			block = fmt.Sprint(*l.Block)
		}
		parts = append(parts, fmt.Sprint("launch ", block, l.Extents, l.Named))
	}
	return strings.Join(parts, " ")
}

// function is the digest of one function.
func (fp *fingerprints) function(f *Func) string {
	if sum, known := fp.funcs[f]; known {
		return sum
	}
	h := sha256.New()
	fmt.Fprintln(h, f.Name, f.Kernel, f.Irreducible, f.Decl.Key, posText(f.Decl.Pos), f.Decl.Pattern, f.Decl.MaxThreads)
	for _, o := range f.Objects {
		io.WriteString(h, fp.object(o))
	}
	for _, o := range f.Params {
		fmt.Fprint(h, " ", o.ID)
	}
	for _, blk := range f.Blocks {
		fp.block(h, blk)
	}
	sum := string(h.Sum(nil))
	fp.funcs[f] = sum
	return sum
}

func (fp *fingerprints) block(h hash.Hash, blk *Block) {
	fmt.Fprintln(h, blockHeader(blk), blk.LeavesKernel, loopIndex(blk.IterationOf), blk.Term.String(), posText(blk.Term.Pos))
	for _, in := range blk.Instrs {
		fmt.Fprintln(h, in.ID, in.Op, fp.typeOf(in.Type), posText(in.Pos), in.Int, in.Text, in.Operator, in.Special,
			in.Volatile, in.ReadOnly, in.Alike, in.Foreign, in.Hides, in.Unread, in.Async, in.Waitless)
		for _, a := range in.Args {
			io.WriteString(h, " "+strconv.Itoa(a.ID))
		}
		if in.Object != nil {
			io.WriteString(h, fp.object(in.Object))
		}
		if in.Field != nil {
			fmt.Fprint(h, " field ", in.Field.Name, in.Field.Index, in.Field.Offset, in.Field.BitWidth, fp.typeOf(in.Field.Owner))
		}
		if in.Callee != nil {
			fmt.Fprint(h, " calls ", in.Callee.Decl.Key, in.Callee.Name)
		}
		if in.Written != nil {
			fmt.Fprint(h, " as ", posText(in.Written.Pos), in.Written.Op)
		}
		if in.Tile != nil {
			fmt.Fprintf(h, " %+v", *in.Tile)
		}
		if in.Collective != nil {
			fmt.Fprintf(h, " %+v", *in.Collective)
		}
	}
}

// posText is a position in words, that in a macro's definition included.
func posText(p ast.Pos) string {
	text := p.File + ":" + strconv.Itoa(p.Line) + ":" + strconv.Itoa(p.Column) + "-" + strconv.Itoa(p.EndLine) + ":" +
		strconv.Itoa(p.EndColumn) + strconv.FormatBool(p.System)
	if p.Macro != nil {
		text += " in " + posText(*p.Macro)
	}
	return text
}

func loopIndex(l *Loop) int {
	if l == nil {
		return -1
	}
	return l.Header.Index
}

// object is what is said of an object, which most of the instructions that name it share.
func (fp *fingerprints) object(o *Object) string {
	text, known := fp.objects[o]
	if !known {
		text = fmt.Sprintln(o.ID, o.Name, fp.typeOf(o.Type), o.Storage, o.Func == nil, o.Contents, o.Escapes, o.ReadOnly, o.Stored != nil)
		if v := o.Var; v != nil {
			text += fmt.Sprintln(v.Const, v.Volatile, v.Unwritten, v.Static, v.Value, v.Known, posText(v.Pos))
		}
		fp.objects[o] = text
	}
	return text
}

// typeOf is the digest of a type. One within itself goes by its name.
func (fp *fingerprints) typeOf(t *ast.Type) string {
	if t == nil {
		return ""
	}
	if sum, known := fp.types[t]; known {
		return sum
	}
	fp.types[t] = t.Name
	h := sha256.New()
	fmt.Fprintln(h, t.Kind, t.Name, t.Bits, t.Signed, t.Len, t.Union, t.VirtualBase, t.Volatile, t.OfMember, t.Size,
		fp.typeOf(t.Elem))
	for _, base := range t.Bases {
		fmt.Fprintln(h, fp.typeOf(base))
	}
	for _, f := range t.Fields {
		fmt.Fprintln(h, f.Name, f.Index, f.BitWidth, f.Offset, fp.typeOf(f.Type))
	}
	if t.Destructor != nil {
		fmt.Fprintln(h, t.Destructor.Key)
	}
	sum := string(h.Sum(nil))
	fp.types[t] = sum
	return sum
}
