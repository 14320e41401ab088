package check

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/warpcheck/warpcheck/internal/mutants/mutantswitch"
)

// A showing is a kernel under a setting, and what it came to without a mutant.
type showing struct {
	File    string
	Setting int
	// Took is processor time, Reached are the mutants that it comes to, and Counted is what is counted of it (ledger_test.go).
	Took    time.Duration
	Reached []int
	Counted counted
}

// mutantServer tries mutants on kernels, each of which is parsed once for all of them.
type mutantServer struct {
	showings []showing
	wants    map[string][]want
	parsed   map[string]trees
}

// slowest is the longest time of a showing: there are hundreds of them.
const slowest = 600 * time.Millisecond

// TestServeMutants is for package mutants alone. Its standard input has the numbers of mutants; it answers
// with the first kernel that shows that one is there. Which mutants a kernel comes to is found once and kept.
func TestServeMutants(t *testing.T) {
	kept := os.Getenv(mutantswitch.KeptVariable)
	if kept == "" {
		t.Skip("no mutants are asked for")
	}
	s := &mutantServer{wants: map[string][]want{}, parsed: map[string]trees{}}
	for _, file := range kernelFiles(t) {
		s.wants[file], s.parsed[file] = readWants(t, file), newTrees()
	}
	s.prepare(t, kept)
	fmt.Println(mutantswitch.Ready)
	input := bufio.NewScanner(os.Stdin)
	for input.Scan() {
		n, err := strconv.Atoi(input.Text())
		if err != nil {
			t.Fatal(err)
		}
		fmt.Printf("%s%s\n", mutantswitch.Answer, s.try(t, n))
	}
}

// prepare reads which mutants the kernels come to, or finds it out.
func (s *mutantServer) prepare(t *testing.T, kept string) {
	if text, err := os.ReadFile(kept); err == nil {
		if err := json.Unmarshal(text, &s.showings); err != nil {
			t.Fatal(err)
		}
		return
	}
	for _, file := range kernelFiles(t) {
		s.record(t, file)
	}
	slices.SortStableFunc(s.showings, func(a, b showing) int { return cmp.Compare(a.Took, b.Took) })
	text, err := json.Marshal(s.showings)
	if err == nil {
		err = os.WriteFile(kept, text, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// record runs a kernel without a mutant: what takes long is left out, under all settings that come after as well.
func (s *mutantServer) record(t *testing.T, file string) {
	for _, n := range []int{1, 2, 3} { // the first shows less than the second
		if _, _, _, err := s.parsed[file].read(t.Context(), file, settings[n].configured()); err != nil {
			t.Fatal(err)
		}
		mutantswitch.Record()
		began := processorTime()
		counts, complaints := s.within(t.Context(), 10*slowest, file, n)
		r := showing{File: file, Setting: n, Took: processorTime() - began, Reached: mutantswitch.Reached(), Counted: counts}
		mutantswitch.Reset()
		if complaints == nil && r.Took <= slowest {
			s.showings = append(s.showings, r)
		} else if n == 1 {
			return
		}
	}
}

// try is the first showing that notices a mutant, "" where none does.
func (s *mutantServer) try(t *testing.T, n int) string {
	const patience, least = 10, 4 * time.Second
	defer mutantswitch.Reset()
	for _, r := range s.showings {
		if !slices.Contains(r.Reached, n) {
			continue
		}
		mutantswitch.Set(n)
		counts, complaints := s.within(t.Context(), max(least, patience*r.Took), r.File, r.Setting)
		if complaints = append(complaints, counts.differences(r.Counted)...); complaints != nil {
			return fmt.Sprintf("%s %v: %.200s", r.File, settings[r.Setting], complaints[0])
		}
	}
	return ""
}

// within is what a run comes to and complains of, or that it does not end in time or breaks.
func (s *mutantServer) within(ctx context.Context, limit time.Duration, file string, n int) (counts counted, complaints []string) {
	clock := time.AfterFunc(limit, mutantswitch.Expire)
	defer clock.Stop()
	defer func() {
		if cause := recover(); cause != nil {
			complaints = []string{fmt.Sprintf("panic: %v", cause)}
		}
	}()
	return s.parsed[file].complaints(ctx, file, settings[n], s.wants[file])
}

func processorTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
