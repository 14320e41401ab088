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
// become unconfirmed. Tiles of one lane are left out, so that code for them alone (if constexpr (N == 1)) is not
// analysed.

// smallerTiles are the sizes that a tile may have besides that of a warp.
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
	instance := u.inSmallerTiles(program, asked)
	anew := map[*cfg.Func][]rules.Finding{}
	u.interpret(program, func(root *cfg.Func) bool { return asked[root] }, func(facts []*lanes.Fact) {
		root := facts[0].Context.Root
		anew[root] = append(anew[root], rules.Collect(facts, u.machine, rules.Doubt{Compiled: u.doubts.of, Instance: instance})...)
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

// inSmallerTiles analyses roots with tiles of each smaller size. The function that it returns reports in keepsIt
// whether the code keeps the rule with some size, and names that size in other.
func (u *analysis) inSmallerTiles(program *cfg.Program, roots map[*cfg.Func]bool) func(*rules.Rule, *lanes.Fact, bool) (other string, keepsIt bool) {
	sizes := map[int]*sizedTiles{}
	for _, lanes := range smallerTiles {
		sizes[lanes] = u.ofTiles(lanes, program, roots)
	}
	return func(rule *rules.Rule, fact *lanes.Fact, isDefinite bool) (other string, keepsIt bool) {
		for _, lanes := range smallerTiles {
			if !sizes[lanes].shares(rule, fact, isDefinite) {
				return fmt.Sprintf("tiles of %d lanes", lanes), true
			}
		}
		return "", false
	}
}

// sizedTiles holds the findings in roots with tiles of one size.
type sizedTiles struct {
	// isOther holds whether a root with this size compiles to another program than with tiles of a warp.
	isOther map[rules.Function]bool
	found   map[rules.Function]map[result.Found]bool
}

// shares reports whether a verdict holds with tiles of this size, too. It returns true for a root that these tiles do
// not change, and for all roots if s is nil.
func (s *sizedTiles) shares(rule *rules.Rule, fact *lanes.Fact, isDefinite bool) bool {
	root := rules.FunctionOf(fact.Context.Root)
	if s == nil || !s.isOther[root] {
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

// ofTiles reads the unit with tiles of size lanes, and analyses each of roots that compiles to another program then. It
// returns nil if the unit does not parse.
func (u *analysis) ofTiles(size int, program *cfg.Program, roots map[*cfg.Func]bool) *sizedTiles {
	other := newAnalysis(u.WithOpenTiles(size), u.request)
	other.session = u.session
	tree, err := parse(other.Job)
	u.Parses += other.Parses
	if err != nil {
		return nil
	}
	made := tree.Program()
	s := &sizedTiles{map[rules.Function]bool{}, map[rules.Function]map[result.Found]bool{}}
	before := digestsOf(program, func(root *cfg.Func) bool { return roots[root] })
	for root, is := range digestsOf(made, isCompiled) {
		was, isAsked := before[root]
		s.isOther[root] = isAsked && is != was
	}
	other.doubts = other.doubtsOf(tree)
	other.interpret(made, func(root *cfg.Func) bool { return s.isOther[rules.FunctionOf(root)] }, func(facts []*lanes.Fact) {
		root := rules.FunctionOf(facts[0].Context.Root)
		if s.found[root] == nil {
			s.found[root] = map[result.Found]bool{}
		}
		for _, one := range foundIn(rules.Collect(facts, replay.Machine(false), rules.Doubt{Compiled: other.doubts.of})) {
			s.found[root][one] = true
		}
	})
	return s
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
