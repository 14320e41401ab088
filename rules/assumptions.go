package rules

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/internal/legible"
	"github.com/warpcheck/warpcheck/internal/lexical"
	"github.com/warpcheck/warpcheck/internal/linetext"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// Assumptions lists the assumptions on which the finding depends, as sentences. They are about launches that are not
// known, and about macros whose headers are missing.
func (f *Finding) Assumptions() []string {
	all := append(f.assumedBlocks(false), f.assumedBlocks(true)...)
	var uncalled []string
	for i := range f.Contexts {
		if !f.Contexts[i].IsKernel {
			uncalled = append(uncalled, lexical.WithoutTemplateArguments(f.Contexts[i].Root))
		}
	}
	if uncalled = sortedSet(uncalled); len(uncalled) > 0 {
		all = append(all, fmt.Sprintf("no kernel of this run calls %s: all lanes are taken to enter together, with any arguments",
			listed(uncalled)))
	}
	return append(all, f.guesses()...)
}

// IsOfSupposedBlock reports whether a potential finding about accesses or barriers depends on a block that no launch is
// known to have. Another block may not have the fault.
func (f *Finding) IsOfSupposedBlock() bool {
	rule := ByKey(f.Key)
	if rule == nil || !rule.isAboutBlock() {
		return false
	}
	return f.Certainty == lanes.Potential && slices.ContainsFunc(f.Contexts, func(c Context) bool { return f.assumedBlock(&c) != "" })
}

// isAboutBlock reports whether the rule is about accesses or barriers. For a potential variant of a rule, it looks at
// the rule itself.
func (r *Rule) isAboutBlock() bool {
	if definite := ByKey(r.PotentialOf); definite != nil {
		r = definite
	}
	return r.OfAccesses || r.Evidence == ThreadsAbsent || r.Evidence == OrderOfLanes || r.Evidence == OrderOfWarps
}

// assumedBlocks returns sentences that name the blocks that are assumed for some kernels. If isLaunched is set, these
// are kernels with launches whose blocks are not constant. Otherwise they are kernels without a known launch.
func (f *Finding) assumedBlocks(isLaunched bool) []string {
	kernels := map[string][]*Context{}
	for i := range f.Contexts {
		c := &f.Contexts[i]
		if taken := f.assumedBlock(c); taken != "" && isLaunched == (c.Launch.Line > 0) {
			kernels[taken] = append(kernels[taken], c)
		}
	}
	var all []string
	for _, taken := range slices.Sorted(maps.Keys(kernels)) {
		all = append(all, f.supposition(taken, kernels[taken]))
	}
	return all
}

// supposition returns a sentence about the assumption that kernels have the block `taken`: why it is made, and how to
// state the right block.
func (f *Finding) supposition(taken string, contexts []*Context) string {
	var names []string
	var launch source.Pos
	readsRows := false
	for _, c := range contexts {
		names = append(names, lexical.WithoutTemplateArguments(c.Root))
		launch = c.Launch
		readsRows = readsRows || c.ReadsRows
	}
	names = sortedSet(names)
	why := fmt.Sprintf("no launch of %s was found in what is checked", listed(names))
	advice := "if another file launches it, check that file as well, or state the block, as in"
	if launch.Line > 0 {
		why = fmt.Sprintf("the host computes the block of %s (%s of %s)", listed(names), linetext.Of(launch), legible.Name(filepath.Base(launch.File)))
		advice = "if it is always the same, state it, as in"
	}
	return fmt.Sprintf("%s: %s; %s --block %s=%s", why, f.trial(taken, readsRows), advice, names[0], otherBlock(taken, readsRows))
}

// trial returns a phrase that names the block that was tried or is supposed. readsRows is true if the kernels read
// threadIdx.y.
func (f *Finding) trial(taken string, readsRows bool) string {
	switch {
	case taken == anyWholeBlock:
		return taken + " is supposed"
	case readsRows && !strings.Contains(taken, "x"):
		taken += ", where threadIdx.y is 0 in all threads,"
	}
	taken += " was tried"
	if f.IsOfSupposedBlock() {
		taken += ", and another may not show this"
	}
	return taken
}

// otherBlock returns an example of a block that a user may state instead of the one taken. It has two dimensions if the
// kernel uses threadIdx.y (readsRows).
func otherBlock(taken string, readsRows bool) string {
	switch {
	case readsRows:
		return "16x16"
	case strings.HasSuffix(taken, " 256"):
		return "128"
	}
	return "256"
}

// anyWholeBlock describes the blocks that are assumed if no block is likelier than another.
const anyWholeBlock = "any block of whole warps along x"

// assumedBlock describes the block that is assumed for a context. It returns "" if the block is known, or if the
// context is no kernel.
func (f *Finding) assumedBlock(c *Context) string {
	isOpen := strings.Contains(c.Block, "?")
	switch {
	case !c.IsKernel:
		return ""
	case c.IsLikely:
		return "a block of " + c.Block
	case (c.Block == "" || isOpen) && len(f.Witness) > 0 && f.Run != nil && f.Run.Block != (warp.Shape{}):
		return "a block of " + f.Run.Block.String()
	case c.Block == "":
		return anyWholeBlock
	}
	return ""
}

// guesses returns a sentence for each macro of a missing header: what its meaning is assumed to be.
func (f *Finding) guesses() []string {
	var all []string
	for _, c := range f.Contexts {
		for _, g := range c.Guesses {
			all = append(all, fmt.Sprintf("no header that is found defines %s: it is read as %s; give its folder with -I, or define it with -D",
				g.Macro, cmp.Or(g.Text, "nothing")))
		}
	}
	return sortedSet(all)
}
