package cfg

import "github.com/warpcheck/warpcheck/internal/ptx"

// Product describes the accesses of a wgmma instruction to registers, which are the variables that an asm statement
// names as operands. The accesses are an [Extern] without effects, which precedes the rest of the lowered
// instruction:
//
//	wgmma.fence                              orders accesses to registers before products
//	wgmma.mma_async {d0, d1}, {a0}, b, ...   Args: the addresses of d0, d1 and a0; two of them are accumulators
//	wgmma.commit_group
//	wgmma.wait_group 1                       Left: 1
type Product struct {
	Does ptx.Action
	// Shape is the shape of the matrices: "m64n8k16".
	Shape string
	// Accumulators is the number of operands that are accumulators. The others hold fragments of the matrix A.
	Accumulators int
	// Left is the number of groups that may still run after a wait, -1 if it is not known.
	Left int64
}

// RegisterAccesses returns the loads and stores by which a function's own instructions access variables. Loads whose
// values are not used are left out. Loads and stores that only pass a variable to a product or take it back are left
// out too.
func (f *Func) RegisterAccesses() map[*Instr]bool {
	operands, used := map[*Instr]bool{}, map[*Instr]bool{}
	f.eachUse(func(in *Instr, _ int, arg *Instr) {
		used[arg] = true
		if in != nil && in.Product != nil {
			operands[arg] = true
		}
	})
	accesses := map[*Instr]bool{}
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			if (in.Op == Store || in.Op == Load && used[in]) && !operands[in.Args[0]] {
				accesses[in] = true
			}
		}
	}
	return accesses
}
