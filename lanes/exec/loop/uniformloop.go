package loop

import (
	"maps"
	"slices"

	"github.com/warpcheck/warpcheck/lanes/memory"
)

// An array that is uniform at a loop's header stays so in every iteration, unless a trial iteration refutes that.

// partUniform drops, at an exit, the uniform arrays into which an iteration stores. After the exit each lane has the
// contents from its own last iteration.
func (s *search) partUniform(exit Edge) {
	maps.DeleteFunc(exit.State.Uniform, func(o *memory.Object, _ bool) bool {
		return exit.State.Versions[o] != s.entry.State.Versions[o]
	})
}

// setUniform marks, at the header, the arrays that are uniform in an arbitrary iteration.
func (s *search) setUniform(header *memory.State) {
	for _, o := range slices.SortedFunc(maps.Keys(header.Uniform), memory.ByID) {
		switch {
		case s.nonUniform[o] || s.objects[o] && !s.memory.IsUniform(s.entry.State, o, s.entry.Guard):
			delete(header.Uniform, o)
		case s.objects[o]:
			header.Uniform[o] = true
		}
	}
}

// refuteUniform finds the arrays that an iteration does not leave uniform, and reports whether there are any.
func (s *search) refuteUniform(header, backEdge Edge) bool {
	failed := false
	for _, o := range slices.SortedFunc(maps.Keys(header.State.Uniform), memory.ByID) {
		_, stays := backEdge.State.Uniform[o]
		if !s.local(o) && (!stays || s.objects[o] && !s.memory.IsUniform(backEdge.State, o, backEdge.Guard)) {
			s.nonUniform[o], failed = true, true
		}
	}
	return failed
}
