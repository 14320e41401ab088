package check

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/internal/preprocess"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/result"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/source"
)

// If a header is not found, the parser takes the macros that it may define for undefined:
//
//	#include "config.h"                     not found
//	#if IS_DEFINED(HAVE_SHFL_SYNC)          the parser complains, and compiles
//	#else                                   this side
//
// For #ifdef and for comparisons, the parser does not even complain. Code is in doubt if its compilation depends on one
// of these macros. A finding there is potential at most, and the collectives there are listed with the reason.

// doubts decides which code of a unit is in doubt. header is the first header that was not found.
type doubts struct {
	header string
	// since maps a file to the line where it includes the first header that was not found. A file without such a line
	// has no entry.
	since map[string]int
	// directives holds the directives of the preprocessor in each of the user's files. undefined is the set of macros
	// in the conditions of these directives that only a missing header can define.
	directives map[string][]preprocess.Directive
	undefined  map[string]bool
}

// doubtsOf returns the doubts about a unit, or nil if all headers were found.
func (u *analysis) doubtsOf(tree parsed) *doubts {
	d := &doubts{since: map[string]int{}}
	var headers []string
	for _, diagnostic := range tree.Messages() {
		if header := diagnostic.Missing; header != "" {
			if d.header == "" {
				d.header = header
			}
			headers = append(headers, header)
			if pos := diagnostic.Pos; d.since[pos.File] == 0 || pos.Line < d.since[pos.File] {
				d.since[pos.File] = pos.Line
			}
		}
	}
	if d.header == "" {
		return nil
	}
	files := tree.Files()
	d.directives = preprocess.InFiles(maps.Keys(files.Entered), u.TextOf)
	d.undefined = preprocess.Undefined(maps.Values(d.directives), u.isDefinedBeside(files, headers))
	return d
}

// isDefinedBeside returns a function that reports whether a macro may be defined by something other than the user's
// files and the missing headers.
func (u *analysis) isDefinedBeside(files result.Files, missing []string) func(name string) bool {
	var others [][]preprocess.Directive
	for _, file := range files.Read {
		if files.Entered[file] == 0 {
			others = append(others, preprocess.All(u.TextOfAny(file)))
		}
	}
	macros := preprocess.MacrosOf(slices.Values(others), func(string) bool { return false })
	return func(name string) bool {
		isOfCompiler := load.IsReserved(name) && !slices.ContainsFunc(missing, func(header string) bool { return isNamedAfter(name, header) })
		return isOfCompiler || u.MayDefine(name) || len(macros.Of(name)) > 0
	}
}

// isNamedAfter reports whether a reserved name begins with the library of a header. __HIP_PLATFORM_NVCC__ is such a
// name for hip/hip_runtime.h. So this macro is not one of the compiler's own.
func isNamedAfter(name, header string) bool {
	library, _, _ := strings.Cut(header, "/")
	library = strings.ToUpper(strings.TrimSuffix(library, path.Ext(library)))
	return library != "" && strings.HasPrefix(strings.ToUpper(strings.TrimLeft(name, "_")), library+"_")
}

// doubt is the reason why it is not known whether code is compiled. A condition around the code depends on a macro that
// a missing header may define.
type doubt struct{ macro, header string }

func (d *doubt) String() string {
	return fmt.Sprintf("whether it is compiled depends on %s, which %s may define, and that is not found", d.macro, d.header)
}

// about returns the doubt about the code at a place, or nil if there is none.
func (d *doubts) about(pos source.Pos) *doubt {
	if d == nil {
		return nil
	}
	name := ""
	if before := d.since[pos.File]; before == 0 || before < pos.Line {
		name = preprocess.NameOf(preprocess.Around(d.directives[pos.File], pos.Line), d.undefined)
	}
	switch {
	case name != "":
		return &doubt{name, d.header}
	case pos.Macro != nil:
		return d.about(*pos.Macro)
	}
	return nil
}

// of returns a phrase for the doubt about the place of a fact, or about a call on the path to this place. isInDoubt is
// false if there is no doubt.
func (d *doubts) of(fact *lanes.Fact) (condition string, isInDoubt bool) {
	why := d.about(fact.Pos)
	for _, call := range fact.Context.Path {
		if why == nil {
			why = d.about(call)
		}
	}
	if why == nil {
		return "", false
	}
	return why.String(), true
}

// certain returns the findings whose places are not in doubt.
func (d *doubts) certain(found []rules.Finding) []rules.Finding {
	if d == nil {
		return found
	}
	return slices.DeleteFunc(found, func(f rules.Finding) bool { return d.about(f.Pos) != nil })
}

// mark gives the sites that are in doubt the status "approximate", with the doubt as the reason.
func (d *doubts) mark(sites []result.Site) {
	if d == nil {
		return
	}
	for i := range sites {
		if why := d.about(sites[i].Pos); why != nil {
			sites[i].Add(&result.Site{Status: result.Approximate, Reason: why.String()})
		}
	}
}
