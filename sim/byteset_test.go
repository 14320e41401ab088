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

// TestBitSet: a bitSet answers as a byteSet of the same bytes does.
func TestBitSet(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 3))
	const bytes = 64
	set, plain := make(bitSet, bytes/bytesOfEntry), byteSet{}
	for range 20000 {
		at := random.Int64N(bytes)
		size := random.Int64N(bytes - at + 1)
		if got, want := set.hasAny(at, size), plain.hasAny(uint64(at), size); got != want {
			t.Fatalf("of %d bytes at %d some are in the set: %v is wrong", size, at, got)
		}
		isAdded := random.IntN(3) == 0
		set.put(at, size, isAdded)
		if isAdded {
			plain.add(uint64(at), size)
		} else {
			plain.remove(uint64(at), size)
		}
	}
}
