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
	// Program is the device code as control-flow graphs, with the launches of the host code.
	Program() *cfg.Program
	// Sites are the collectives in the user's functions, found without the program.
	Sites() *account.Sites
	// Messages are the messages of the parser. Unread are the messages about files that it needed and was not allowed
	// to read.
	Messages() []source.Diagnostic
	Unread() []source.Diagnostic
	// Lost are the pieces of the user's device code that the parser dropped and in which threads may wait for each
	// other or use shared memory. text returns the text of a file.
	Lost(text func(file string) string) []account.Loss
	// Files are the files and lines that were read and left out.
	Files() result.Files
	// Propose proposes repairs of a finding, or says why there is none.
	Propose(text func(file string) []byte) func(*rules.Finding) ([]rules.Repair, rules.Unrepaired)
	// Forget frees what only Sites and Propose need.
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
