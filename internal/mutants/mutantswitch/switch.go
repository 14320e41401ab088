// Package mutantswitch determines which mutant of the program runs (package mutants). Only the changed conditions call
// it, never the program itself.
package mutantswitch

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
)

// Variable is the environment variable with the number of a mutant, or "record=FILE" to list the mutants whose
// conditions are evaluated.
const Variable = "WARPCHECK_MUTANT"

// Values of active that are no mutant's number. none: no mutant runs. recording: the mutants whose conditions are
// evaluated are recorded. expired: the time is over.
const (
	none = -1 - iota
	recording
	expired
)

// maxMutants is the largest number of mutants. The program has some ten thousand.
const maxMutants = 1 << 16

// Expired is the value with which On panics when the time is over: a mutant may loop forever.
type Expired struct{}

var (
	active  atomic.Int64
	reached [maxMutants]atomic.Bool
	list    *os.File
	writing sync.Mutex
)

func init() {
	active.Store(none)
	value := os.Getenv(Variable)
	if name, is := strings.CutPrefix(value, "record="); is {
		file, err := os.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
		if err != nil {
			panic(err)
		}
		list = file
		Record()
	} else if n, err := strconv.Atoi(value); err == nil {
		Set(n)
	}
}

// On reports whether mutant n runs.
func On(n int) bool {
	now := active.Load()
	if now < none {
		special(n, now)
	}
	return now == int64(n)
}

func special(n int, now int64) {
	if now == expired {
		panic(Expired{})
	}
	if !reached[n].Load() && !reached[n].Swap(true) && list != nil {
		writing.Lock()
		defer writing.Unlock()
		fmt.Fprintln(list, n)
	}
}

// Set makes mutant n run from now on.
func Set(n int) { active.Store(int64(n)) }

// Reset makes the program run without a mutant.
func Reset() { active.Store(none) }

// Expire makes the next condition that is evaluated panic.
func Expire() { active.Store(expired) }

// Record starts to record the mutants whose conditions are evaluated.
func Record() {
	for n := range reached {
		reached[n].Store(false)
	}
	active.Store(recording)
}

// Reached returns the mutants whose conditions were evaluated since Record.
func Reached() []int {
	var all []int
	for n := range reached {
		if reached[n].Load() {
			all = append(all, n)
		}
	}
	return all
}

// The protocol between package mutants and a test that serves it. The environment names a file in which the test stores
// its results. A line (Ready) announces that the test is ready. The answer to each number is a line that begins with
// Answer. The kernel that noticed the mutant follows, or nothing if no kernel did.
const (
	KeptVariable = "WARPCHECK_MUTANT_KEPT"
	Ready        = "mutants: ready"
	Answer       = "mutants: noticed: "
)
