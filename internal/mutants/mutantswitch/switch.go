// Package mutantswitch says which mutant of the program runs (package mutants). The conditions that
// were changed ask it; nothing of the program itself does.
package mutantswitch

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
)

// Variable is the environment's: the number of a mutant, or "record=FILE" for a list of those that are
// asked for.
const Variable = "WARPCHECK_MUTANT"

// What active holds that is no mutant's number: nothing is changed, what is asked for is kept, time is up.
const (
	none = -1 - iota
	recording
	expired
)

// maxMutants is how many there may be: the program has some ten thousand.
const maxMutants = 1 << 16

// Expired is what On panics with when time is up: a mutant may run in circles for ever.
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

// On reports the mutant that runs.
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

// Set lets a mutant run from here on.
func Set(n int) { active.Store(int64(n)) }

// Reset lets the program run as it is.
func Reset() { active.Store(none) }

// Expire ends what runs at its next condition.
func Expire() { active.Store(expired) }

// Record begins a list of the mutants that are asked for.
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

// What package mutants and a test that serves it say to each other: the environment names a file for what
// the test keeps, a line says that it is ready, and one with what is noticed, or nothing, answers each number.
const (
	KeptVariable = "WARPCHECK_MUTANT_KEPT"
	Ready        = "mutants: ready"
	Answer       = "mutants: noticed: "
)
