package trace

import (
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// TogetherOrigin is the origin of a lane's key in one execution of __activemask.
type TogetherOrigin struct {
	At   *Point
	Lane int
}

var _ memory.OwnOrigin = TogetherOrigin{}

// IsOwn says that the warp computes it for itself.
func (TogetherOrigin) IsOwn() {}

// Feed is what an unknown is computed of. Feeds without terms tell that it is block-uniform.
type Feed struct {
	Of []vector.Vec
	// Tile is the number of threads of the tile that it is the same for, 0 for the whole block.
	Tile int
	// Loop is the summarised loop in an iteration of which the terms are read, nil for the place where
	// the unknown is; Control tells that what decides on the loop's iterations feeds it.
	Loop    *Loop
	Control bool
}

// IsOfBlock reports what a barrier of the block yields.
func (f Feed) IsOfBlock() bool { return f.Of == nil && f.Loop == nil }
