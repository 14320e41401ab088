package trace

import "github.com/warpcheck/warpcheck/lanes/memory"

// TogetherOrigin is the origin of a lane's key in one execution of __activemask. Lanes with equal keys run together
// there, and so get the same mask.
type TogetherOrigin struct {
	At   *Point
	Lane int
}

var _ memory.OwnOrigin = TogetherOrigin{}

// IsOwn marks the key as a value that each warp computes for itself (memory.OwnOrigin).
func (TogetherOrigin) IsOwn() {}
