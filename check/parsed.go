package check

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/check/account"
	"github.com/warpcheck/warpcheck/check/cuda"
	"github.com/warpcheck/warpcheck/check/modules"
	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/result"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/source"
)

// parsed is a parsed unit in the form that an analysis needs. Each frontend implements it.
type parsed interface {
	// Program returns the device code as control-flow graphs, with the launches in host code.
	Program() *cfg.Program
	// Sites returns the collectives in the user's functions, found without the program.
	Sites() *account.Sites
	// Messages returns the messages of the parser. Unread returns the messages about files that the parser needed and
	// may not read.
	Messages() []source.Diagnostic
	Unread() []source.Diagnostic
	// Lost returns the pieces of the user's device code that the parser dropped, if threads may wait for each other or
	// use shared memory in them. text reads a file.
	Lost(text func(file string) string) []account.Loss
	// Files returns the files and lines that were read, and the files and lines that were left out.
	Files() result.Files
	// Written returns places in the text of the unit for a finding in another text: a PTX module may name lines of CUDA
	// source, and findings are reported at these lines.
	Written(f *rules.Finding) []rules.Related
	// Propose returns a function that proposes repairs of a finding, or states why there is none.
	Propose(text func(file string) []byte) func(*rules.Finding) ([]rules.Repair, rules.Unrepaired)
	// Forget frees memory that only Sites and Propose need.
	Forget()
}

// parse parses the file of a job with the frontend for its language.
func parse(job *load.Job) (parsed, error) {
	if job.IsPTX() {
		unit, err := modules.Read(job)
		if err != nil {
			return nil, err
		}
		return unit, nil
	}
	unit, err := cuda.Read(job)
	if err != nil {
		return nil, err
	}
	return unit, nil
}
