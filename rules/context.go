package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/internal/legible"
	"github.com/warpcheck/warpcheck/internal/lexical"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// Context is a kernel for which a rule is broken, with the known facts about its launch.
type Context struct {
	// Root is the kernel with its template arguments, or a device function that is checked alone.
	Root     string
	IsKernel bool
	// Block is the shape of the block as far as it is known, or "" if nothing is known. Warp is the index of the warp,
	// or "" if a verdict does not name one.
	Block, Warp string
	Arch        string
	// IsLikely reports whether Block is only a likely block, because the block with which the kernel is launched is not
	// known.
	IsLikely bool `json:",omitempty"`
	// ReadsRows reports whether the user's code of the kernel reads threadIdx.y.
	ReadsRows bool `json:",omitempty"`
	// Launch is the place of a launch that gives the kernel a block that is not constant. It is the zero value if there
	// is no such launch, or if Block is known and not only likely.
	Launch source.Pos
	// Model is the execution model of the lanes, or "" if it is that of the architecture.
	Model string
	// Tile is a number of lanes, if the size of a tile depends on template arguments and only this size reaches the
	// place. It is "" otherwise.
	Tile string `json:",omitempty"`
	// Variant holds the flags of the compile command if the file has several commands. Otherwise it is "".
	Variant string `json:",omitempty"`
	// Calls lists the calls from the root to the place that are in the user's own code, outermost first.
	Calls []Call
	// Guesses lists macros whose meaning is guessed because their header is not found. They stand before the root, or
	// before a function on the path to the place.
	Guesses []types.Guess
}

// Call is one call on the path to a place.
type Call struct {
	Name string
	Pos  source.Pos
}

// ContextOf returns the context of a fact, without what a single verdict adds to it.
func ContextOf(f *lanes.Fact) Context { return contextOf(&f.Context, &lanes.Verdict{}, f.Pos) }

// contextOf returns the context of a verdict. Calls in a library's headers are left out: the user sees the call of the
// library.
func contextOf(c *lanes.Context, v *lanes.Verdict, site source.Pos) Context {
	made := Context{Root: legible.Name(c.Root.Name), IsKernel: c.Root.Kernel, Arch: c.Arch.String(), Guesses: c.Guesses}
	if c.Shape != nil || c.Size != nil {
		made.Block, made.IsLikely = blockText(c), c.IsLikely
	}
	if v.InWarp != nil {
		made.Warp = fmt.Sprint(*v.InWarp)
	}
	if c.Model != c.Arch.Model() {
		made.Model = c.Model.String()
	}
	for i, pos := range c.Path {
		callee := site
		if i+1 < len(c.Path) {
			callee = c.Path[i+1]
		}
		if !pos.System && !callee.System {
			made.Calls = append(made.Calls, Call{Name: legible.Name(c.PathNames[i]), Pos: pos})
		}
	}
	return made
}

// readsRow reports whether an instruction of the user's code reads threadIdx.y.
func readsRow(in *cfg.Instr) bool {
	return in.Op == cfg.Special && in.Special == cfg.TidY && !in.Pos.System
}

// String returns [Context.Text] with unchanged names of files.
func (c Context) String() string { return c.Text(func(file string) string { return file }) }

// Text writes a context in full. path maps the name of a file to the one to write:
//
//	reduce<256> [block 256, sm_70]
//	reduce<256> [block 256, warp 7, sm_70]
//	reduce<256> [block 32x4, sm_61, calls warp_sum at src/reduce.cu:12:5, add at util.cuh:7:3]
func (c Context) Text(path func(file string) string) string { return c.text(path, "%d:%d") }

// text writes a context. place is the format for the line and column of a call.
func (c Context) text(path func(file string) string, place string) string {
	var parts []string
	if !c.IsKernel {
		parts = append(parts, "device function")
	}
	for _, f := range facets {
		if value := f.of(c); value != "" {
			parts = append(parts, fmt.Sprintf(f.words, value))
		}
	}
	for i, call := range c.Calls {
		text := fmt.Sprintf("%s at %s:"+place, call.Name, path(call.Pos.File), call.Pos.Line, call.Pos.Column)
		if i == 0 {
			text = "calls " + text
		}
		parts = append(parts, text)
	}
	return fmt.Sprintf("%s [%s]", c.Root, strings.Join(parts, ", "))
}

// SetTile sets the field Tile of all contexts of a finding to a number of lanes.
func (f *Finding) SetTile(lanes int) {
	f.setContexts(func(c *Context) { c.Tile = strconv.Itoa(lanes) })
}

// SetVariant sets the field Variant of all contexts of a finding. The caller calls it if the file has several compile
// commands.
func (f *Finding) SetVariant(flags string) {
	f.setContexts(func(c *Context) { c.Variant = flags })
}

// setContexts changes the contexts of a finding and of its cases. It changes copies, as findings may share contexts.
func (f *Finding) setContexts(change func(*Context)) {
	changed := func(contexts []Context) []Context {
		contexts = slices.Clone(contexts)
		for i := range contexts {
			change(&contexts[i])
		}
		return contexts
	}
	f.Contexts, f.Cases = changed(f.Contexts), slices.Clone(f.Cases)
	for i := range f.Cases {
		f.Cases[i].Contexts = changed(f.Cases[i].Contexts)
	}
}

// IsOfTile reports whether all contexts of a finding have the field Tile.
func (f *Finding) IsOfTile() bool {
	return len(f.Contexts) > 0 && !slices.ContainsFunc(f.Contexts, func(c Context) bool { return c.Tile == "" })
}

// facets lists the parts of a context that are written in brackets before the calls.
var facets = []struct {
	words string
	of    func(Context) string
}{
	{"block %s", func(c Context) string { return shownBlock(c.Block) }},
	{"warp %s", func(c Context) string { return c.Warp }},
	{"tiles of %s", func(c Context) string { return c.Tile }},
	{"%s", func(c Context) string { return c.Arch }},
	{"%s model", func(c Context) string { return c.Model }},
	{"%s", func(c Context) string { return c.Variant }},
}

// shownBlock writes in words the shape of a block with no known extent, "?x?", but a known number of dimensions. It returns
// others as they are.
func shownBlock(block string) string {
	if dimensions := strings.Count(block, "?"); dimensions > 1 && strings.Trim(block, "?x") == "" {
		return fmt.Sprintf("of unknown size in %d dimensions", dimensions)
	}
	return block
}

const (
	// foldedValues is the largest number of values of a facet that a folded list names.
	foldedValues = 3
	// foldedName is the largest number of characters of a root's name that a folded list writes with its template
	// arguments.
	foldedName = 40
)

// Fold writes contexts in few words: one kernel, the values of its launches, and how many other kernels there are. It
// leaves out the calls.
//
//	reduce7 [12 instantiations, block 16 or 512, sm_70] and 2 more
func Fold(contexts []Context) string { return foldWith(contexts, foldFamily) }

// foldNames writes less than Fold: only the name of one kernel, and how many other kernels there are.
func foldNames(contexts []Context) string {
	return foldWith(contexts, func(name string, _ []Context) string { return name })
}

// foldWith writes the contexts of the first kernel by the function write, and then how many other kernels there are. It
// returns "" if there are no contexts.
func foldWith(contexts []Context, write func(name string, family []Context) string) string {
	var order []string
	families := map[string][]Context{}
	for _, c := range contexts {
		name := lexical.WithoutTemplateArguments(c.Root)
		if families[name] == nil {
			order = append(order, name)
		}
		families[name] = append(families[name], c)
	}
	if len(order) == 0 {
		return ""
	}
	text := write(order[0], families[order[0]])
	if more := len(order) - 1; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// foldFamily returns a text for all contexts of one kernel. family lists these contexts, which may be of several
// instantiations of the kernel. name is the kernel's name without template arguments.
func foldFamily(name string, family []Context) string {
	var parts []string
	roots := valuesOf(family, func(c Context) string { return c.Root })
	switch {
	case len(roots) > 1:
		parts = append(parts, fmt.Sprintf("%d instantiations", len(roots)))
	case len(family[0].Root) <= foldedName || family[0].Root == name:
		name = family[0].Root
	default:
		name += "<...>"
	}
	if !family[0].IsKernel {
		parts = append(parts, "device function")
	}
	for _, f := range facets {
		if values := valuesOf(family, f.of); len(values) > 0 {
			parts = append(parts, fmt.Sprintf(f.words, either(values)))
		}
	}
	return fmt.Sprintf("%s [%s]", name, strings.Join(parts, ", "))
}

// valuesOf returns the different values of a facet, smaller numbers first.
func valuesOf(contexts []Context, facet func(Context) string) []string {
	var values []string
	for _, c := range contexts {
		if value := facet(c); value != "" && !slices.Contains(values, value) {
			values = append(values, value)
		}
	}
	slices.SortFunc(values, compareNumbers)
	return values
}

// JoinBlocks returns one context for all contexts that differ only in their blocks. Its block lists all blocks, such as
// "32 or 64".
func JoinBlocks(contexts []Context) []Context {
	families := map[string][]Context{}
	var joined []Context
	for _, c := range contexts {
		key := c
		key.Block = ""
		id := key.String()
		if families[id] == nil {
			joined = append(joined, c)
		}
		families[id] = append(families[id], c)
	}
	for i, c := range joined {
		c.Block = ""
		joined[i].Block = strings.Join(valuesOf(families[c.String()], func(c Context) string { return c.Block }), " or ")
	}
	return joined
}

// either writes "16", "16 or 512", "16 or 32 or 3 more".
func either(values []string) string {
	if len(values) > foldedValues {
		listed := foldedValues - 1
		values = append(slices.Clone(values[:listed]), fmt.Sprintf("%d more", len(values)-listed))
	}
	return strings.Join(values, " or ")
}

// compareNumbers orders numerals, or texts that begin with one, by value. It compares the lengths of the numerals
// first, then the texts.
func compareNumbers(a, b string) int {
	digits := func(s string) int { return len(s) - len(strings.TrimLeft(s, "0123456789")) }
	if one, other := digits(a), digits(b); one != other && one > 0 && other > 0 {
		return one - other
	}
	return strings.Compare(a, b)
}

// callPath returns the root and the calls to the place as text, without template arguments and launches. It is used as
// a key.
func (c Context) callPath() string {
	path := lexical.WithoutTemplateArguments(c.Root)
	for _, call := range c.Calls {
		path += fmt.Sprintf(" %s:%d:%d", call.Pos.File, call.Pos.Line, call.Pos.Column)
	}
	return path
}

// compareContexts orders contexts by their text. Lines and columns in the texts are compared as numbers.
func compareContexts(a, b Context) int { return strings.Compare(a.order(), b.order()) }

func (c Context) order() string { return c.text(func(file string) string { return file }, "%09d:%09d") }

// sortedContexts returns the contexts in order, each once.
func sortedContexts(list []Context) []Context {
	slices.SortFunc(list, compareContexts)
	return slices.CompactFunc(list, func(a, b Context) bool { return compareContexts(a, b) == 0 })
}

// blockText writes the shape of a block. An extent that the host computes is written as its range in parentheses:
// (1-1023)x1.
func blockText(c *lanes.Context) string {
	shape := warp.Shape{0, 1, 1}
	if c.Shape != nil {
		shape = *c.Shape
	}
	text := shape.String()
	switch {
	case c.Size == nil:
		return text
	case text == "?":
		return c.Size.String()
	}
	return strings.Replace(text, "?", "("+c.Size.String()+")", 1)
}
