// Package cuda implements for CUDA C++ what package check needs of a parsed unit.
//
// Package check works on programs, sites, messages and files. This package obtains them from CUDA C++: it has the
// syntax tree of clang (frontend/ast), its lowering (cfg/lower), the search for collectives in the tree (sites.go), and
// the repairs that change the text (package repair).
//
//	Read            parse the file of a job
//	Unit.Program    lower its device code, with the launches of its host code
//	Unit.Sites      find the collectives in the syntax tree
//	Unit.Propose    propose repairs of findings
//	Unit.Forget     free what only Sites and Propose need
//
// Package check declares the interface that Unit implements (check/parsed.go). A frontend for another language is
// another package next to this one.
package cuda

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/lower"
	"github.com/warpcheck/warpcheck/check/account"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/host"
	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/repair"
	"github.com/warpcheck/warpcheck/result"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/source"
)

// Unit is one parsed file, for one architecture.
type Unit struct{ tree *ast.Unit }

// Read parses the file of a job.
func Read(job *load.Job) (*Unit, error) {
	tree, err := job.Read()
	if err != nil {
		return nil, err
	}
	return &Unit{tree}, nil
}

// Program lowers the device code.
func (u *Unit) Program() *cfg.Program { return lower.Build(u.tree, host.Launches(u.tree)) }

// Sites finds the collectives in the user's functions.
func (u *Unit) Sites() *account.Sites { return findSites(u.tree) }

// Messages returns the messages of the parser.
func (u *Unit) Messages() []source.Diagnostic { return u.tree.Diagnostics }

// Unread returns the messages about files that the parser needed and could not get. The parser reads the file once for
// the device and once for the host. The messages are those of both.
func (u *Unit) Unread() (all []source.Diagnostic) {
	for view := u.tree; view != nil; view = view.HostView {
		all = append(all, view.Unread...)
	}
	return all
}

// Files returns the files that the parse read, with the lines that it left out.
func (u *Unit) Files() result.Files {
	defining := map[string]bool{}
	for _, fn := range u.tree.Functions {
		defining[fn.Pos.File] = true
	}
	return result.Files{Read: u.tree.Files, Entered: u.tree.Entered, Skipped: u.tree.Skipped, Defining: defining}
}

// Written returns nothing: the text is the source.
func (u *Unit) Written(*rules.Finding) []rules.Related { return nil }

// Propose returns a function that proposes repairs of a finding, or states why there is none. The function text returns
// the content of a file.
func (u *Unit) Propose(text func(file string) []byte) func(*rules.Finding) ([]rules.Repair, rules.Unrepaired) {
	return repair.New(u.tree, text).Propose
}

// Forget frees the bodies of functions, which are half of the memory of a unit. Call Sites and Propose first.
func (u *Unit) Forget() { u.tree.DropBodies() }
