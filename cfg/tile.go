package cfg

import (
	"fmt"

	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/warp"
)

// Tile describes how the lanes of a warp divide one access to memory between them.
//
// CUDA does not define which lane holds which elements of a wmma fragment, so any lane may touch any byte of the tile.
// But all fragments of one type are divided in the same way. CUDA does not define either how the threads of a group
// divide a copy. If each lane makes its own access, such as cp.async, each lane has its own tile. For ldmatrix and
// stmatrix PTX defines the parts. The lanes 8m to 8m+7 pass the addresses of the rows of matrix m, 16 bytes each. Lane
// l has word l%4 of row l/4. If the matrix is transposed, it has half l/4 of the rows 2*(l%4) and 2*(l%4)+1, where a
// half is 2 bytes.
type Tile struct {
	Writes bool
	// The tile has Rows rows of Args[1] bytes each. The first row begins at Args[0], and each other row Args[2] bytes
	// after the start of the row before it. Own: each lane has a tile of its own. Fragment is the fragment type of a
	// tile that lanes share, "" if it has none. All tiles of one fragment type are divided in the same way.
	Rows     int64
	Own      bool
	Fragment string
	// OfBlock: all threads of the block make the access together, and each thread touches a part that no other thread
	// touches.
	OfBlock bool
	// Matrices is the number of matrices of an ldmatrix or stmatrix, 0 for other tiles. The rows of the matrices
	// begin at the addresses that the lanes pass in Args[0].
	Matrices   int
	Transposed bool
	// Holds is the content of the rows after a write, for a tile that belongs to one lane.
	Holds Contents
}

// Contents states what memory holds after a write.
type Contents int

// NotKnown: any content. CopyOf: the former content of the memory at Args[3]. ByteOf: the byte Args[3], repeated.
const (
	NotKnown Contents = iota
	CopyOf
	ByteOf
)

// operands returns the number of operands of an access to the tile.
func (t *Tile) operands() int {
	if t.Holds == NotKnown {
		return 3
	}
	return 4
}

// Part is a part of a matrix that a lane touches: Size bytes, beginning Offset bytes after the address that lane From
// passes.
type Part struct {
	From         int
	Offset, Size int64
}

// matrixRows is the number of rows of a matrix. wordBytes and halfBytes are the sizes of a word and of a half in
// bytes.
const (
	matrixRows = 8
	wordBytes  = 4
	halfBytes  = 2
)

// Parts returns the parts of the matrices that a lane touches. It returns none if the tile has no matrices.
func (t *Tile) Parts(lane int) []Part {
	var list []Part
	row, column := lane/wordBytes, int64(lane%wordBytes)
	for m := range t.Matrices {
		first := m * matrixRows % warp.Size
		if !t.Transposed {
			list = append(list, Part{first + row, column * wordBytes, wordBytes})
			continue
		}
		for half := range 2 {
			list = append(list, Part{first + 2*int(column) + half, int64(row) * halfBytes, halfBytes})
		}
	}
	return list
}

// IsOwnRead reports whether each lane that executes the instruction reads consecutive bytes for itself, as memcpy does.
func (in *Instr) IsOwnRead() bool { return in.Op == Share && in.Tile.Own && !in.Tile.Writes }

// IsOpen reports whether any lane may touch any byte of the tile.
func (t *Tile) IsOpen() bool { return t.Matrices == 0 && !t.Own }

func (t *Tile) String() string {
	access := "read"
	if t.Writes {
		access = "write"
	}
	switch {
	case t.Matrices > 0 && t.Transposed:
		return fmt.Sprintf("%s of %d transposed matrices", access, t.Matrices)
	case t.Matrices > 0:
		return fmt.Sprintf("%s of %d matrices", access, t.Matrices)
	case t.Holds == CopyOf:
		return "copy"
	case t.Holds == ByteOf:
		return "fill"
	case t.Own:
		return fmt.Sprintf("%s of its own", access)
	}
	return fmt.Sprintf("%s of %d rows %q", access, t.Rows, t.Fragment)
}

// BitField returns the bit-field that an instruction accesses, nil if it accesses none.
func (in *Instr) BitField() *types.Field {
	if in.Access() == NoAccess || in.Args[0].Op != FieldAddr || in.Args[0].Field.BitWidth == 0 {
		return nil
	}
	return in.Args[0].Field
}

// AwaitsCommitted reports whether the instruction waits only for the copies that the lane has committed.
func (in *Instr) AwaitsCommitted() bool { return in.Op == Await && in.Int != 0 }

// IsCopyByLanes reports whether the instruction is an asynchronous copy by each lane for itself, or one that the threads of
// a group divide between them.
func (in *Instr) IsCopyByLanes() bool { return in.Op == Share && in.Async && in.Tile.Writes }

// Access is the kind of access that an instruction makes to the memory at its first argument.
type Access int

// The accesses.
const (
	NoAccess Access = iota
	Reads
	Writes
	Modifies // reads and writes as one atomic operation
)

// Access returns how the instruction accesses memory.
func (in *Instr) Access() Access {
	switch {
	case in.Op == Load, in.Op == Share && !in.Tile.Writes:
		return Reads
	case in.Op == Store, in.Op == Share:
		return Writes
	case in.Op == Atomic:
		return Modifies
	}
	return NoAccess
}

// Accessed returns the type of the value that an access reads or writes.
func (in *Instr) Accessed() *types.Type {
	if in.Op == Load || len(in.Args) < 2 {
		return in.Type
	}
	return in.Args[1].Type
}

// MayConflict reports whether two accesses to the same bytes conflict. At least one of them must write, and at least
// one must not be atomic.
func (a Access) MayConflict(b Access) bool {
	return a != NoAccess && b != NoAccess && (a != Reads || b != Reads) && (a != Modifies || b != Modifies)
}
