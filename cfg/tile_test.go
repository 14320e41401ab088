package cfg

import "testing"

// The lanes together have each byte of the matrices once, and lane 5 has the bytes of PTX's tables.
func TestPartsOfMatricesAreAPartition(t *testing.T) {
	for _, transposed := range []bool{false, true} {
		tile := &Tile{Matrices: 4, Transposed: transposed}
		touched := map[[2]int64]int{}
		for lane := range 32 {
			for _, p := range tile.Parts(lane) {
				for b := range p.Size {
					touched[[2]int64{int64(p.From), p.Offset + b}]++
				}
			}
		}
		for from := range int64(32) {
			for b := range int64(16) {
				if n := touched[[2]int64{from, b}]; n != 1 {
					t.Errorf("transposed %v: byte %d of the row of lane %d is touched by %d lanes", transposed, b, from, n)
				}
			}
		}
	}
	if got, want := (&Tile{Matrices: 2}).Parts(5)[1], (Part{9, 4, 4}); got != want {
		t.Errorf("lane 5 has %v of the second matrix, not %v", got, want)
	}
	if got, want := (&Tile{Matrices: 1, Transposed: true}).Parts(5)[1], (Part{3, 2, 2}); got != want {
		t.Errorf("lane 5 has %v of the transposed matrix, not %v", got, want)
	}
}
