package sim

import (
	"math/rand/v2"
	"testing"
)

// TestByteSet: a byteSet answers as a set of single addresses does.
func TestByteSet(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	set, plain := byteSet{}, map[uint64]bool{}
	for range 20000 {
		addr, size := random.Uint64N(64), random.Int64N(20)
		want := false
		for i := range uint64(size) {
			want = want || plain[addr+i]
		}
		if set.hasAny(addr, size) != want {
			t.Fatalf("of %d bytes at %d some are in the set: %v is wrong", size, addr, !want)
		}
		isAdded := random.IntN(3) == 0
		for i := range uint64(size) {
			if plain[addr+i] = isAdded; !isAdded {
				delete(plain, addr+i)
			}
		}
		if isAdded {
			set.add(addr, size)
		} else {
			set.remove(addr, size)
		}
	}
}
