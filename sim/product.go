package sim

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/internal/distinct"
	"github.com/warpcheck/warpcheck/internal/ptx"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// Products of matrices (wgmma) go on after their instruction has run. The machine records which registers of lane 0
// each product uses, until a wait for the product's group. The other lanes do the same as lane 0. A run shows three
// faults:
//
//	- an access to registers of a product that still runs;
//	- a product without a fence after the last access to its registers;
//	- a product without any fence before it.

// ProductUse is one of two faults: an access to registers of a product without the wait that it needs, or the start of
// a product without the fence that it needs.
type ProductUse struct {
	Site *cfg.Instr
	// Path lists the calls from the root to the function of the site.
	Path []source.Pos
}

// bytesAt is the range of bytes of a register, which is a variable or a part of one.
type bytesAt struct{ from, to uint64 }

func (b bytesAt) meets(o bytesAt) bool { return b.from < o.to && o.from < b.to }

// inFlight holds the matrix products that the first lane of a warp has started and has not waited for. For the check of
// the next product, it also holds whether the lane has executed a fence, and which registers it has accessed since.
type inFlight struct {
	begun []begunProduct
	// isFenced reports whether the lane has executed a register fence or started a product. touched lists the registers
	// that it has accessed after the last fence.
	isFenced bool
	touched  []bytesAt
	accesses map[*cfg.Func]map[*cfg.Instr]bool
}

type begunProduct struct {
	registers []bytesAt
	// groups is the number of groups that were committed after the start of the product.
	groups int
}

// noteProducts records, before an instruction is run, what lane 0 does with the registers of products. Once a supposed
// value (one that stands for an unknown value) has decided a branch, noteProducts records nothing.
func (m *machine) noteProducts(f *frame, in *cfg.Instr, lanes warp.Lanes) {
	if !m.in.Products || m.out.Unknown != "" || m.supposed.decided != "" || !lanes.Has(0) {
		return
	}
	p := &m.products
	switch {
	case in.Product == nil:
		m.noteRegister(f, in)
	case in.Product.Does == ptx.FencesRegisters:
		p.isFenced, p.touched = true, nil
	case in.Product.Does == ptx.Commits:
		for i := range p.begun {
			p.begun[i].groups++
		}
	case in.Product.Does == ptx.AwaitsGroup:
		p.begun = slices.DeleteFunc(p.begun, func(o begunProduct) bool { return o.groups > 0 && int64(o.groups) > in.Product.Left })
	case in.Product.Does == ptx.Multiplies:
		m.beginProduct(f, in)
	}
}

// beginProduct records the start of a matrix product and the registers that it uses.
func (m *machine) beginProduct(f *frame, in *cfg.Instr) {
	p, begun := &m.products, begunProduct{}
	for _, a := range in.Args {
		begun.registers = append(begun.registers, bytesOf(f, a))
	}
	isTouched := slices.ContainsFunc(p.touched, func(t bytesAt) bool { return slices.ContainsFunc(begun.registers, t.meets) })
	if !p.isFenced || isTouched {
		m.addProductUse(f, in)
	}
	p.isFenced = true
	p.begun = append(p.begun, begun)
}

// noteRegister records an access of lane 0 to a variable, which may be a register of a product.
func (m *machine) noteRegister(f *frame, in *cfg.Instr) {
	p := &m.products
	if !p.isFenced || in.Op != cfg.Load && in.Op != cfg.Store {
		return
	}
	if p.accesses == nil {
		p.accesses = map[*cfg.Func]map[*cfg.Instr]bool{}
	}
	if p.accesses[f.fn] == nil {
		p.accesses[f.fn] = f.fn.RegisterAccesses()
	}
	if !p.accesses[f.fn][in] {
		return
	}
	at := bytesOf(f, in.Args[0])
	for _, o := range p.begun {
		if slices.ContainsFunc(o.registers, at.meets) {
			m.addProductUse(f, in)
			break
		}
	}
	p.touched = distinct.Append(p.touched, at)
}

// bytesOf returns the bytes that an address of lane 0 points to.
func bytesOf(f *frame, address *cfg.Instr) bytesAt {
	from := f.word(address, 0)
	return bytesAt{from, from + uint64(max(types.Elem(address.Type).Size, 0))}
}

// addProductUse adds the fault of an instruction to the outcome, at most once for each instruction and call path.
func (m *machine) addProductUse(f *frame, in *cfg.Instr) {
	use := ProductUse{in, f.callPath()}
	if !slices.ContainsFunc(m.out.ProductUses, func(o ProductUse) bool { return o.Site == in && slices.Equal(o.Path, use.Path) }) {
		m.out.ProductUses = append(m.out.ProductUses, use)
	}
}
