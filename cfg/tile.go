package cfg

import (
	"fmt"

	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/warp"
)

// Tile describes how the lanes of a warp share one access to memory.
//
// CUDA does not define which lane has which elements of a wmma fragment, so any lane may touch any
// byte of the tile; but all fragments of one type are divided in the same way. A copy by a group is not defined
// either. An access that is not shared, such as cp.async, is a tile of each lane's own. PTX defines ldmatrix and
// stmatrix: the lanes 8m to 8m+7 give the addresses of the rows of
// matrix m, 16 bytes each; lane l has word l%4 of row l/4, or transposed, halves l/4 of the
// rows 2*(l%4) and 2*(l%4)+1.
type Tile struct {
	Writes bool
	// Rows of Args[1] bytes each, Args[2] bytes from one to the next, begin at Args[0]. Own marks a tile of each lane's
	// own. For a shared one, Fragment is the type whose tiles are all divided in the same way, if there is one.
	Rows     int64
	Own      bool
	Fragment string
	// OfBlock reports an access that all threads of the block make together, each a part that no other one touches.
	OfBlock bool
	// Matrices are so many of ldmatrix, whose rows begin at the addresses that Args[0] is in the
	// lanes; 0 for other tiles.
	Matrices   int
	Transposed bool
	// Holds says what the rows hold afterwards, of a tile that is written by the lane itself.
	Holds Contents
}

// Contents is what an access leaves where it writes.
type Contents int

// The contents: not known; the target of Args[3] as it was before; the byte Args[3] over and over.
const (
	NotKnown Contents = iota
	CopyOf
	ByteOf
)

// operands is how many an access to the tile has.
func (t *Tile) operands() int {
	if t.Holds == NotKnown {
		return 3
	}
	return 4
}

// Part is a part of a matrix that a lane touches: so many bytes at an offset from the address that
// another lane gives.
type Part struct {
	From         int
	Offset, Size int64
}

// The rows of a matrix, and the bytes of a word and of a half in it.
const (
	matrixRows = 8
	wordBytes  = 4
	halfBytes  = 2
)

// Parts are those that a lane touches of the matrices.
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

// IsOpen reports a tile in which any lane may touch any byte.
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

// BitField is the bit-field that an instruction accesses, nil where it is none.
func (in *Instr) BitField() *types.Field {
	if in.Access() == NoAccess || in.Args[0].Op != FieldAddr || in.Args[0].Field.BitWidth == 0 {
		return nil
	}
	return in.Args[0].Field
}

// AwaitsCommitted reports a wait that is for those copies alone which the lane has committed.
func (in *Instr) AwaitsCommitted() bool { return in.Op == Await && in.Int != 0 }

// Access is what an instruction does to the memory that its first argument points to.
type Access int

// The accesses.
const (
	NoAccess Access = iota
	Reads
	Writes
	Modifies // atomically
)

// Access of an instruction to memory.
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

// MayConflict reports accesses that conflict if they touch the same bytes: one of them writes. Atomics do not conflict
// with each other, nor do the parts of fragments of one type at one place.
func (a Access) MayConflict(b Access) bool {
	return a != NoAccess && b != NoAccess && (a != Reads || b != Reads) && (a != Modifies || b != Modifies)
}
