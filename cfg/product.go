package cfg

import "github.com/warpcheck/warpcheck/internal/ptx"

// Product is what an instruction of wgmma does with registers. In a program these are the variables that an asm
// statement names as operands. An [Extern] without effects represents the accesses to registers. It precedes the rest
// of the lowered instruction:
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
	// Left is the number of groups that may be left behind a wait, -1 if it is not known.
	Left int64
}

// RegisterAccesses returns the loads and stores of a function by which its own instructions access a variable. A load
// whose value nobody uses is none, nor is one that only gives a variable to a product, or takes it back.
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
