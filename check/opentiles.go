package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/identity"
	"github.com/warpcheck/warpcheck/check/replay"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/result"
	"github.com/warpcheck/warpcheck/rules"
)

// A template that is never instantiated may let its arguments decide the size of a tile. The tile is then assumed to be
// a whole warp. Code that breaks a rule with such tiles may keep it with smaller ones:
//
//	template <int N> __global__ void k(int *out) {
//	  auto tile = cg::tiled_partition<N>(cg::this_thread_block());
//	  if ((threadIdx.x & 31) < 16) out[0] = tile.any(out[1]);       right for 16
//
// Therefore, a root with findings about such a tile is also analysed with each smaller size. A finding is unchanged
// only if each size has it. A definite finding must be definite with each size. All other findings become unconfirmed.
// A size with which no lane reaches the place does not count, because the code is not for it. Tiles of one lane are not
// tried, because they have no other lanes. othertiles.go handles code that only other sizes compile.

// smallerTiles lists the sizes of tiles that are smaller than a warp and have several lanes.
var smallerTiles = []int{16, 8, 4, 2}

// rootFindings holds the findings of a root, before they are merged.
type rootFindings struct {
	root *cfg.Func
	list []rules.Finding
}

// withSmallerTiles looks for roots with findings in which template arguments decide the size of a tile. It replaces the
// findings of these roots by those of an analysis that also considers smaller tiles.
func (u *analysis) withSmallerTiles(program *cfg.Program, found []rootFindings) []rootFindings {
	asked := map[*cfg.Func]bool{}
	for _, f := range found {
		if hasFault(f.list) && mayHoldOpenTile(f.root) {
			asked[f.root] = true
		}
	}
	if len(asked) == 0 {
		return found
	}
	keeping := u.sizesThatKeep(smallerTiles, keysOf(program, func(root *cfg.Func) bool { return asked[root] }))
	anew := map[*cfg.Func][]rules.Finding{}
	u.interpret(program, func(root *cfg.Func) bool { return asked[root] }, func(facts []*lanes.Fact) {
		root := facts[0].Context.Root
		anew[root] = append(anew[root], rules.Collect(facts, u.machine, rules.Doubt{Compiled: u.doubts.of, Instance: keeping})...)
	})
	var list []rootFindings
	for _, f := range found {
		if !asked[f.root] {
			list = append(list, f)
		} else if again, isFirst := anew[f.root]; isFirst {
			list = append(list, rootFindings{f.root, again})
			delete(anew, f.root)
		}
	}
	return list
}

// hasFault reports whether list has a finding that is not open.
func hasFault(list []rules.Finding) bool {
	for i := range list {
		if !list[i].IsOpen() {
			return true
		}
	}
	return false
}

// mayHoldOpenTile reports whether a root is a template that uses tiles.
func mayHoldOpenTile(root *cfg.Func) bool {
	if !root.Decl.Pattern {
		return false
	}
	for fn := range cfg.Reached([]*cfg.Func{root}) {
		if strings.HasPrefix(fn.Name, "cooperative_groups::thread_block_tile<") {
			return true
		}
	}
	return false
}

// keeps reports whether the code of a fact keeps a rule with tiles of another size, and names that size
// (rules.Doubt.Instance).
type keeps = func(rule *rules.Rule, fact *lanes.Fact, isDefinite bool) (other string, keepsIt bool)

// sizesThatKeep returns a function that reports whether code keeps the rule with tiles of some size in sizes. The
// function returns that size as text, and reads the unit with a size when it first needs that size. The map before has
// the keys of the roots for the size that the facts are about.
func (u *analysis) sizesThatKeep(sizes []int, before map[rules.Function]identity.Key) keeps {
	known := map[int]*sizedTiles{}
	return func(rule *rules.Rule, fact *lanes.Fact, isDefinite bool) (other string, keepsIt bool) {
		for _, size := range sizes {
			tiles, isKnown := known[size]
			if !isKnown {
				tiles = u.ofTiles(size, before)
				known[size] = tiles
			}
			if !tiles.shares(rule, fact, isDefinite) {
				return fmt.Sprintf("tiles of %d lanes", size), true
			}
		}
		return "", false
	}
}

// sizedTiles holds what is found in roots with tiles of one size.
type sizedTiles struct {
	// isOther reports whether a root compiles to another program with this size than with the size that was analysed
	// first.
	isOther map[rules.Function]bool
	found   map[rules.Function]map[result.Found]bool
	// come holds the places that each root reaches. ended is the set of roots whose analysis ended early.
	come  map[rules.Function]places
	ended map[rules.Function]bool
}

// shares reports whether a verdict also holds with the tiles of s. If isDefinite is set, the verdict must also be
// definite there. shares returns true if the size of the tiles does not change the root, or if the root does not reach
// the place with these tiles. If s is nil, it returns true.
func (s *sizedTiles) shares(rule *rules.Rule, fact *lanes.Fact, isDefinite bool) bool {
	root := rules.FunctionOf(fact.Context.Root)
	if s == nil || !s.isOther[root] || !s.ended[root] && !s.come[root].has(fact) {
		return true
	}
	same := result.Found{Key: rule.Key, At: result.PlaceOf(fact.Pos)}
	if isDefinite {
		return s.found[root][same]
	}
	for _, kin := range variantsOf(same) {
		if s.found[root][kin] {
			return true
		}
	}
	return false
}

// ofTiles reads the unit with tiles of a size. It analyses the roots that then compile to another program than the
// keys in before. It returns nil if the unit does not parse.
func (u *analysis) ofTiles(size int, before map[rules.Function]identity.Key) *sizedTiles {
	r := u.inTiles(size, before)
	if r == nil {
		return nil
	}
	s := &sizedTiles{r.isOther, map[rules.Function]map[result.Found]bool{}, map[rules.Function]places{}, map[rules.Function]bool{}}
	done := r.interpret(r.program, r.isAsked, func(facts []*lanes.Fact) {
		root := rules.FunctionOf(facts[0].Context.Root)
		if s.found[root] == nil {
			s.found[root] = map[result.Found]bool{}
		}
		for _, one := range foundIn(rules.Collect(facts, replay.Machine(false), rules.Doubt{Compiled: r.doubts.of})) {
			s.found[root][one] = true
		}
	})
	for _, root := range r.program.Roots {
		if r.isAsked(root) {
			s.come[rules.FunctionOf(root)] = placesOf(root, done)
		}
	}
	for root := range endedIn(done) {
		s.ended[rules.FunctionOf(root)] = true
	}
	return s
}

// reading is a reading of the unit with tiles of another size.
type reading struct {
	*analysis
	program *cfg.Program
	// isOther reports whether a root compiles to another program with this size.
	isOther map[rules.Function]bool
}

// isAsked reports whether a root must be analysed with this size.
func (r *reading) isAsked(root *cfg.Func) bool { return r.isOther[rules.FunctionOf(root)] }

// inTiles reads the unit with tiles of a size. The map before has the keys of the roots that may be analysed, for
// the size of u. It returns nil if the unit does not parse.
func (u *analysis) inTiles(size int, before map[rules.Function]identity.Key) *reading {
	other := newAnalysis(u.WithOpenTiles(size), u.request)
	other.machine, other.session = u.machine, u.session
	tree, err := parse(other.Job)
	u.Parses += other.Parses
	if err != nil {
		return nil
	}
	r := &reading{other, tree.Program(), map[rules.Function]bool{}}
	for root, is := range keysOf(r.program, isCompiled) {
		was, isAsked := before[root]
		r.isOther[root] = isAsked && is != was
	}
	r.doubts = r.doubtsOf(tree)
	return r
}

// keysOf returns the keys of the roots for which isMeant is true (identity.InReadings).
func keysOf(program *cfg.Program, isMeant func(*cfg.Func) bool) map[rules.Function]identity.Key {
	meant := map[rules.Function]identity.Key{}
	if !slices.ContainsFunc(program.Roots, isMeant) {
		return meant
	}
	keys := identity.InReadings(program)
	for _, root := range program.Roots {
		if key, has := keys[root]; has && isMeant(root) {
			meant[rules.FunctionOf(root)] = key
		}
	}
	return meant
}

// isCompiled reports whether a function compiles for this size of a tile. If an assertion about constants fails, such
// as a static_assert about the size, control ends in the first blocks of the function.
func isCompiled(fn *cfg.Func) bool {
	b := fn.Blocks[0]
	for len(b.Succs) == 1 && b.Succs[0].Index > b.Index {
		b = b.Succs[0]
	}
	return b.Term.Kind != cfg.Unreachable
}
