package check

import (
	"fmt"
	"strings"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/check/replay"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/result"
	"github.com/warpcheck/warpcheck/rules"
)

// If nothing instantiates a template whose arguments decide the size of a tile, the tile is taken to be a whole warp.
// Code that breaks a rule with tiles of a warp may keep the rule with smaller tiles:
//
//	template <int N> __global__ void k(int *out) {
//	  auto tile = cg::tiled_partition<N>(cg::this_thread_block());
//	  if ((threadIdx.x & 31) < 16) out[0] = tile.any(out[1]);       right for 16
//
// A root with findings about such a tile is therefore also analysed with each smaller size. A finding stays as it is
// only if it is found with each of them, and a definite one only if it is definite with each of them; other findings
// become unconfirmed. A size with which nothing gets to the place says nothing: the code is not for it. Tiles of one
// lane are left out, as nobody else is in them. What other sizes alone compile is in othertiles.go.

// smallerTiles are the sizes that a tile may have besides that of a warp, if it has several lanes.
var smallerTiles = []int{16, 8, 4, 2}

// rootFindings are the findings of a root, as they were collected.
type rootFindings struct {
	root *cfg.Func
	list []rules.Finding
}

// withSmallerTiles collects again the findings of those roots that another size of their tiles may change.
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
	keeping := u.sizesThatKeep(smallerTiles, digestsOf(program, func(root *cfg.Func) bool { return asked[root] }))
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

// hasFault reports whether list has a finding that is no open question.
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

// keeps is a function for rules.Doubt.Instance.
type keeps = func(rule *rules.Rule, fact *lanes.Fact, isDefinite bool) (other string, keepsIt bool)

// sizesThatKeep returns a function that reports in keepsIt whether code keeps the rule with tiles of one of sizes, and
// names that size in other. before are the digests of the roots with the size of the facts. The unit is read with a
// size when the function first asks about it.
func (u *analysis) sizesThatKeep(sizes []int, before map[rules.Function]cfg.Digest) keeps {
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

// sizedTiles holds the findings in roots with tiles of one size.
type sizedTiles struct {
	// isOther holds whether a root with this size compiles to another program than before.
	isOther map[rules.Function]bool
	found   map[rules.Function]map[result.Found]bool
	// come are the places to which roots come, ended the roots whose analysis ended early.
	come  map[rules.Function]places
	ended map[rules.Function]bool
}

// shares reports whether a verdict holds with tiles of this size, too. It returns true for a root that these tiles do
// not change, for a place to which the root does not come with them, and for all roots if s is nil.
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

// ofTiles reads the unit with tiles of a size, and analyses each of the roots with digests in before that compiles to
// another program then. It returns nil if the unit does not parse.
func (u *analysis) ofTiles(size int, before map[rules.Function]cfg.Digest) *sizedTiles {
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

// reading is the unit read with tiles of another size.
type reading struct {
	*analysis
	program *cfg.Program
	// isOther holds whether a root compiles to another program with this size.
	isOther map[rules.Function]bool
}

// isAsked reports whether a root is to be analysed with this size.
func (r *reading) isAsked(root *cfg.Func) bool { return r.isOther[rules.FunctionOf(root)] }

// inTiles reads the unit with tiles of a size. before are the digests with the size of u of the roots that may be
// asked. It returns nil if the unit does not parse.
func (u *analysis) inTiles(size int, before map[rules.Function]cfg.Digest) *reading {
	other := newAnalysis(u.WithOpenTiles(size), u.request)
	other.machine, other.session = u.machine, u.session
	tree, err := parse(other.Job)
	u.Parses += other.Parses
	if err != nil {
		return nil
	}
	r := &reading{other, tree.Program(), map[rules.Function]bool{}}
	for root, is := range digestsOf(r.program, isCompiled) {
		was, isAsked := before[root]
		r.isOther[root] = isAsked && is != was
	}
	r.doubts = r.doubtsOf(tree)
	return r
}

// digestsOf returns the digests of the roots of a program for which isMeant is true.
func digestsOf(program *cfg.Program, isMeant func(*cfg.Func) bool) map[rules.Function]cfg.Digest {
	digests := map[rules.Function]cfg.Digest{}
	for i, is := range cfg.RootDigests(program) {
		if root := program.Roots[i]; isMeant(root) {
			digests[rules.FunctionOf(root)] = is
		}
	}
	return digests
}

// isCompiled reports whether a function has a body for this size of a tile. If an assertion about constants fails, such
// as a static_assert about the size, the function ends at once.
func isCompiled(fn *cfg.Func) bool {
	b := fn.Blocks[0]
	for len(b.Succs) == 1 && b.Succs[0].Index > b.Index {
		b = b.Succs[0]
	}
	return b.Term.Kind != cfg.Unreachable
}
