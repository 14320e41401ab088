package check

import (
	"slices"
	"sync"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/identity"
	"github.com/warpcheck/warpcheck/check/replay"
	"github.com/warpcheck/warpcheck/config"
	"github.com/warpcheck/warpcheck/internal/cache"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/result"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// The result for a root depends on the interpreted code, the request and the program warpcheck, and on nothing else, as
// long as no limit of the unit is near. So a root is analysed once. Other units that include the same header use the
// result, and so do later runs in which another part of the unit has changed.
//
//	worker    parse, lower, keys of the roots ──ask──▶ run: results of units so far, then the store
//	          analyse the other roots        ◀─────────
//	          reply, with their results      ─────────▶ kept for other units, and in the store
//
// A key has the order of the lines of a root's places, but not the line numbers or the distances between lines. So the
// result for a root is also used for an equal root at other lines. The places in the result are then moved to these
// lines (identity.Root.Move).
//
// Two questions of an analysis have no key: whether the host code launches a kernel with some values
// (identity.Questions), and whether a place is in doubt because a header is not found. The result has these questions
// with their answers, and is used only if the answers are the same.
//
// Two things keep a result from being shared. The budgets of the unit must not be near their ends (lanes.Outcome,
// replay.Spent), because the work that is left for a root then depends on the roots before it. And pictures need the
// lanes themselves.
//
// The output is the same with and without shared results, byte for byte. Using a result spends as much of the budgets
// as its analysis has spent, and solver and rules answer each root as if it was the first one.

// leastKept is the least work of a root whose result is kept, in units of term.Meter: a millisecond. A smaller analysis
// can be repeated in the time that it takes to find a result.
const leastKept = 100_000

// rootKey identifies the result for a root, by the interpreted code and the questions asked.
type rootKey = cache.Key

// rootResult is what the analysis of a root adds to the result of its unit. It has either the judgements of claims about
// the root or all the rest, because a unit needs them at different times.
type rootResult struct {
	Outcome lanes.Outcome
	// Found holds the findings for each group of facts that rules were asked about.
	Found [][]rules.Finding
	Spent replay.Spent
	// Judged holds the judgements of claims.
	Judged []rules.Judgement
	// Asked and Doubted hold the questions that were asked about the host code and about places in doubt, with their
	// answers.
	Asked   []hostAnswer
	Doubted []doubtAnswer
	// Lines holds the lines of the root whose result this is.
	Lines []identity.LinesOf
}

// rootPart is a part of the result for a root.
type rootPart int

const (
	factsOfRoot rootPart = iota
	claimsOfRoot
	rootParts
)

// hostAnswer is the answer to a question to the host code: whether it launches a kernel with some values. Question is its
// number (identity.Questions).
type hostAnswer struct {
	Question int
	Values   []*int64
	Allows   bool
}

// doubtAnswer is the answer to the question whether the place of a fact, or a call on the path to it, is in doubt.
type doubtAnswer struct {
	Pos       source.Pos
	Path      []source.Pos
	Condition string
	IsInDoubt bool
}

// keptRoot is an encoded rootResult with its key.
type keptRoot struct {
	Key     rootKey
	Content []byte
}

// rootExchange finds and collects results for the roots of one request.
type rootExchange struct {
	// find returns one entry for each key: the encoded result if it is known, otherwise nil.
	find func(keys []rootKey) [][]byte
	// least is the least work of a root whose facts are kept, in units of term.Meter.
	least int
	// kept lists the new results. taken counts the roots whose facts were found and used.
	kept  []keptRoot
	taken int
}

// sharedRoots holds the roots of a program whose results may be shared.
type sharedRoots struct {
	*rootExchange
	unit  *analysis
	roots map[*cfg.Func]*sharedRoot
}

// sharedRoot is a root whose result may be shared. Its records of questions and findings are reset when a part of its
// analysis begins.
type sharedRoot struct {
	is    *identity.Root
	keys  [rootParts]rootKey
	known [rootParts]*rootResult
	// questions lists the questions to the host code about the root. asked lists the answers that were given, and
	// doubted the answers about places in doubt.
	questions []func([]*int64) bool
	asked     []hostAnswer
	doubted   []doubtAnswer
	// found holds the findings for each group of facts.
	found [][]rules.Finding
}

// sharedRootsOf looks up the results for the roots of a program for which isAsked is true. It returns nil if no results
// are shared.
func (u *analysis) sharedRootsOf(program *cfg.Program, isAsked func(*cfg.Func) bool) *sharedRoots {
	if u.roots == nil || len(u.observers) > 0 {
		return nil
	}
	s := &sharedRoots{rootExchange: u.roots, unit: u, roots: map[*cfg.Func]*sharedRoot{}}
	identities := identity.Keys(program)
	var order []*sharedRoot
	var keys []rootKey
	for _, root := range program.Roots {
		is, has := identities[root]
		one := &sharedRoot{is: is}
		if has = has && isAsked(root); has && u.setKeys(one, root) == nil {
			one.watch(program, root)
			s.roots[root] = one
			order, keys = append(order, one), append(keys, one.keys[:]...)
		}
	}
	if len(keys) == 0 {
		return s
	}
	for i, content := range s.find(keys) {
		var known rootResult
		if content == nil || i >= len(keys) || result.Decode(content, &known) != nil {
			continue
		}
		if one := order[i/int(rootParts)]; one.is.Move(known.Lines, &known) {
			one.known[i%int(rootParts)] = &known
		}
	}
	return s
}

// setKeys sets the keys of the result for a root.
func (u *analysis) setKeys(one *sharedRoot, root *cfg.Func) error {
	asked := u.request
	launches := config.Config{Launch: asked.Launch}
	asked.Job, asked.Launch, asked.Starts = load.Description{}, nil, nil // they only decide which program is analysed, and the key has the program's identity
	asked.Repairs = false                                                // repairs are made from the findings later
	for part := range rootParts {
		encoded, err := result.Encode(&struct {
			Is     identity.Key
			Asked  request
			Model  warp.Model
			Shapes []warp.Shape
			Part   rootPart
		}{one.is.Key, asked, u.model(), launches.Shapes(root.Name), part})
		if err != nil {
			return err
		}
		one.keys[part] = cache.KeyOf(encoded)
	}
	return nil
}

// watch arranges that each question about a root records its answer.
func (s *sharedRoot) watch(program *cfg.Program, root *cfg.Func) {
	for i, premise := range identity.Questions(program, root) {
		allows := premise.Allows
		s.questions = append(s.questions, allows)
		premise.Allows = func(values []*int64) bool {
			answer := allows(values)
			s.asked = append(s.asked, hostAnswer{i, slices.Clone(values), answer})
			return answer
		}
	}
}

// begin must be called before a part of the analysis of a root. It returns the known result of the part, nil if the
// part has to be analysed.
func (s *sharedRoots) begin(one *sharedRoot, part rootPart) *rootResult {
	one.asked, one.doubted, one.found = nil, nil, nil
	known := one.known[part]
	isOther := func(a hostAnswer) bool {
		return a.Question >= len(one.questions) || one.questions[a.Question](a.Values) != a.Allows
	}
	isOtherDoubt := func(a doubtAnswer) bool {
		condition, isInDoubt := s.unit.doubts.of(&lanes.Fact{Pos: a.Pos, Context: lanes.Context{Path: a.Path}})
		return condition != a.Condition || isInDoubt != a.IsInDoubt
	}
	if known == nil || slices.ContainsFunc(known.Asked, isOther) || slices.ContainsFunc(known.Doubted, isOtherDoubt) {
		return nil
	}
	return known
}

// doubt returns the function that reports whether a fact is in doubt. The function also records its answers.
func (s *sharedRoots) doubt(doubts *doubts) func(*lanes.Fact) (string, bool) {
	if s == nil {
		return doubts.of
	}
	return func(fact *lanes.Fact) (condition string, isInDoubt bool) {
		condition, isInDoubt = doubts.of(fact)
		if one := s.roots[fact.Context.Root]; one != nil {
			one.doubted = append(one.doubted, doubtAnswer{fact.Pos, slices.Clone(fact.Context.Path), condition, isInDoubt})
		}
		return condition, isInDoubt
	}
}

// keep stores the result of one part of the analysis of a root for other units and later runs.
func (s *sharedRoots) keep(one *sharedRoot, part rootPart, made rootResult) {
	made.Asked, made.Doubted, made.Lines = one.asked, one.doubted, one.is.Lines
	if content, err := result.Encode(&made); err == nil {
		s.kept = append(s.kept, keptRoot{one.keys[part], content})
	}
}

// options changes the options of an interpretation, so that results for roots are used and kept. The function take is
// called with the findings of roots whose results are used.
func (s *sharedRoots) options(options lanes.Options, take func(*cfg.Func, [][]rules.Finding)) lanes.Options {
	if s == nil {
		return options
	}
	replayers := s.unit.replayers
	options.Known = func(root *cfg.Func, mayTake func(*lanes.Outcome) bool) *lanes.Outcome {
		replayers.Begin()
		one := s.roots[root]
		if one == nil {
			return nil
		}
		known := s.begin(one, factsOfRoot)
		if known == nil || !mayTake(&known.Outcome) || !replayers.MayTake(known.Spent) {
			return nil
		}
		s.taken++
		replayers.Take(known.Spent)
		take(root, known.Found)
		return &known.Outcome
	}
	options.Keep = func(root *cfg.Func, outcome *lanes.Outcome) {
		one := s.roots[root]
		spent, isFree := replayers.Spent()
		if one != nil && isFree && outcome.AllWork() >= s.least {
			s.keep(one, factsOfRoot, rootResult{Outcome: *outcome, Found: one.found, Spent: spent})
		}
	}
	return options
}

// found records findings of the root that is being analysed.
func (s *sharedRoots) found(root *cfg.Func, list []rules.Finding) {
	if s != nil && s.roots[root] != nil {
		s.roots[root].found = append(s.roots[root].found, list)
	}
}

// judging returns runs with functions that use stored judgements (Judged) and store new ones (Judge).
func (s *sharedRoots) judging(runs rules.Runs) rules.Runs {
	if s == nil {
		return runs
	}
	runs.Judged = func(root *cfg.Func) []rules.Judgement {
		if one := s.roots[root]; one != nil {
			if known := s.begin(one, claimsOfRoot); known != nil {
				return known.Judged
			}
		}
		return nil
	}
	runs.Judge = func(root *cfg.Func, all []rules.Judgement) {
		if one := s.roots[root]; one != nil {
			s.keep(one, claimsOfRoot, rootResult{Judged: all})
		}
	}
	return runs
}

// maxRootBytes bounds the results for roots that a run keeps in memory, maxRootsAsked the roots in one question of a worker.
const (
	maxRootBytes  = 64 << 20
	maxRootsAsked = 1 << 16
)

// rootStore holds the results for roots of the run so far, and finds those in the store.
type rootStore struct {
	keeper *keeper

	mutex sync.Mutex
	known map[rootKey][]byte
	bytes int
}

func newRootStore() *rootStore { return &rootStore{known: map[rootKey][]byte{}} }

// find returns one entry for each key: the encoded result if it is known, otherwise nil.
func (r *rootStore) find(keys []rootKey) [][]byte {
	all := make([][]byte, len(keys))
	for i, key := range keys {
		r.mutex.Lock()
		all[i] = r.known[key]
		r.mutex.Unlock()
		if all[i] == nil && r.keeper != nil {
			all[i] = r.keeper.findRoot(key)
		}
	}
	return all
}

// keep stores results for other units of this run, and in the store for later runs.
func (r *rootStore) keep(list []keptRoot) {
	for _, one := range list {
		r.mutex.Lock()
		_, isKnown := r.known[one.Key]
		if !isKnown && r.bytes+len(one.Content) <= maxRootBytes {
			r.known[one.Key] = one.Content
			r.bytes += len(one.Content)
		}
		r.mutex.Unlock()
		if r.keeper != nil && !isKnown {
			r.keeper.keepRoot(one)
		}
	}
}

// respond answers a worker's question about results.
func (r *rootStore) respond(question []byte) []byte {
	var keys []rootKey
	if result.Decode(question, &keys) != nil || len(keys) > maxRootsAsked {
		return nil
	}
	all := r.find(keys)
	answer, err := result.Encode(&all)
	if err != nil {
		return nil
	}
	return answer
}
