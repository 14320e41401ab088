// Package identity decides whether two roots of programs are the same for an analysis. Roots with the same key have the
// same result, in any program, run or process. If the roots are at other lines, the lines in the result are changed
// accordingly ([Root.Move]).
//
// A key is the digest of everything that can be reached from a root: its graph and those of the functions that it
// calls, their types, variables and places, the launches of the root, and the architecture. These parts are left out:
//
//   - The number of a global variable among those of the program. It decides only the order of variables, so the key has
//     this order instead.
//   - The place of a launch, and its explanation for people. An analysis of the root does not read them.
//   - The distances between the lines of places, and their offsets (places.go). The key has only the order of the lines.
//   - The places where the members of types are declared. They are not read either.
//
// The encoding walks over the values by reflection, so that no field can be forgotten: a field that is added to the
// graph is part of the key. A pointer to a part of the graph is written as the number of the part. If a root has a
// value without an encoding, the root has no key.
//
// The readings of one file have keys of a second kind ([InReadings]). They show which roots an edit or another
// architecture has changed.
//
// A premise of a launch may be a question to the host code that has no encoding ([Questions]). So a result depends on
// the key and on the answers to the questions that its analysis has asked.
package identity

import (
	"cmp"
	"crypto/sha256"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
)

// Key is a digest of all of a root that its analysis depends on, without line numbers. Roots with equal keys have equal
// results.
type Key [sha256.Size]byte

// Root is the key of a root, with what is needed to use the results of another root with the same key.
type Root struct {
	Key Key
	// Lines holds the lines on which something of the root is, by file.
	Lines []LinesOf
	// namesLines reports whether the graph has a text that names a line as messages do.
	namesLines bool
	// offsets holds the offset of each place in the roots of the program.
	offsets map[spot]int
}

// Keys returns the keys of the roots of a finished program, with their lines. A root without a key is left out.
func Keys(p *cfg.Program) map[*cfg.Func]*Root { return keysIn(p, false) }

// InReadings returns keys that compare the roots of several readings of one file: for several architectures, or before
// and after an edit. Roots with the same key have the same findings at the same lines and columns. So the architecture
// and the offsets of places are left out. A root without a key is left out.
func InReadings(p *cfg.Program) map[*cfg.Func]Key {
	all := map[*cfg.Func]Key{}
	for root, is := range keysIn(p, true) {
		all[root] = is.Key
	}
	return all
}

func keysIn(p *cfg.Program, isOfReading bool) map[*cfg.Func]*Root {
	k := &keys{map[*cfg.Func]*function{}, map[*cfg.Object]*function{}, map[*types.Type]Key{}, map[spot]int{}, isOfReading}
	all := map[*cfg.Func]*Root{}
	for _, root := range p.Roots {
		if is := k.rootOf(k.partsOf(p, root)); is != nil {
			all[root] = is
		}
	}
	return all
}

// Questions returns some premises of the launches of a root: those which a Go function evaluates (Premise.Allows)
// instead of a formula. If two roots have the same key, Questions returns their premises in the same order.
func Questions(p *cfg.Program, root *cfg.Func) (all []*cfg.Premise) {
	var visit func(list []*cfg.Premise)
	visit = func(list []*cfg.Premise) {
		for _, premise := range list {
			if premise.Allows != nil {
				all = append(all, premise)
			}
			visit(premise.Args)
		}
	}
	for _, l := range p.Launches {
		if l.Kernel == root.Decl {
			visit(l.Premises)
		}
	}
	return all
}

// keys caches the encodings of the parts of a program. isOfReading: the keys are for InReadings.
type keys struct {
	functions map[*cfg.Func]*function
	objects   map[*cfg.Object]*function
	types     map[*types.Type]Key
	// offsets holds the offset of each place that was encoded.
	offsets     map[spot]int
	isOfReading bool
}

// function is the encoding of a function or of a global variable. The other functions and the variables that it names
// are numbered in the order in which they occur, and listed here.
type function struct {
	digest    Key
	functions []*cfg.Func
	variables []*cfg.Object
	// lines holds the lines of the places in this part.
	lines               []LinesOf
	hasNone, namesLines bool
}

// partsOf encodes everything that can be reached from a root, in parts. The last part states how the others belong
// together.
func (k *keys) partsOf(p *cfg.Program, root *cfg.Func) (parts []*function) {
	order, index := []*cfg.Func{root}, map[*cfg.Func]int{root: 0}
	variables := map[*cfg.Object]bool{}
	w := newWriter(k, root)
	for i := 0; i < len(order); i++ {
		part := k.function(order[i])
		parts = append(parts, part)
		for _, fn := range part.functions {
			if _, isKnown := index[fn]; !isKnown {
				index[fn] = len(order)
				order = append(order, fn)
			}
		}
		for _, o := range part.variables {
			variables[o] = true
		}
	}
	ranks, ranked := ranksOf(variables)
	for _, part := range parts {
		w.bytes(part.digest[:])
		for _, fn := range part.functions {
			w.number(int64(index[fn]))
		}
		for _, o := range part.variables {
			w.number(int64(ranks[o]))
		}
	}
	w.number(int64(len(ranked)))
	for _, o := range ranked {
		part := k.variable(o)
		parts = append(parts, part)
		w.bytes(part.digest[:])
	}
	if !k.isOfReading {
		w.value(p.Arch)
	}
	for _, parameter := range root.Params { // because the conditions of launches name the parameters
		w.value(parameter.Var)
	}
	for _, l := range p.Launches {
		if l.Kernel == root.Decl {
			w.launch(l)
		}
	}
	return append(parts, w.end())
}

// rootOf returns the identity of a root with these parts. It returns nil if one of the parts has no encoding.
func (k *keys) rootOf(parts []*function) *Root {
	if slices.ContainsFunc(parts, func(part *function) bool { return part.hasNone }) {
		return nil
	}
	w := newWriter(k, nil)
	w.bytes(parts[len(parts)-1].digest[:])
	root := &Root{Lines: w.lines(parts), offsets: k.offsets}
	root.namesLines = slices.ContainsFunc(parts, func(part *function) bool { return part.namesLines })
	root.Key = w.end().digest
	return root
}

// ranksOf numbers variables in the order of the program.
func ranksOf(variables map[*cfg.Object]bool) (ranks map[*cfg.Object]int, ranked []*cfg.Object) {
	for o := range variables {
		ranked = append(ranked, o)
	}
	slices.SortFunc(ranked, func(a, b *cfg.Object) int { return cmp.Or(cmp.Compare(a.ID, b.ID), cmp.Compare(a.Name, b.Name)) })
	ranks = map[*cfg.Object]int{}
	for i, o := range ranked {
		ranks[o] = i
	}
	return ranks, ranked
}

// function returns the encoding of a function without those that it calls.
func (k *keys) function(fn *cfg.Func) *function {
	known := k.functions[fn]
	if known == nil {
		w := newWriter(k, fn)
		w.graph(fn)
		known = w.end()
		k.functions[fn] = known
	}
	return known
}

// variable returns the encoding of a variable without its number.
func (k *keys) variable(o *cfg.Object) *function {
	known := k.objects[o]
	if known == nil {
		w := newWriter(k, nil)
		content := *o
		content.ID = 0
		w.value(content)
		known = w.end()
		k.objects[o] = known
	}
	return known
}
