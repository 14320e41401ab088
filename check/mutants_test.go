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

// A showing is a kernel under a setting, with what was counted of it without a mutant.
type showing struct {
	File    string
	Setting int
	// Took is its processor time, Reached are the mutants that it executes, and Counted is its line of the ledger
	// (ledger_test.go).
	Took    time.Duration
	Reached []int
	Counted counted
}

// mutantServer tries mutants on kernels. Each kernel is parsed once for all mutants.
type mutantServer struct {
	showings []showing
	wants    map[string][]want
	parsed   map[string]trees
}

// slowest is the time that a showing may take at most, as there are hundreds of them.
const slowest = 600 * time.Millisecond

// TestServeMutants serves package mutants and is skipped otherwise. It reads numbers of mutants from standard input,
// and answers each with the first kernel that shows a difference. It finds once which mutants each kernel executes, and
// keeps that in a file.
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

// prepare reads from the kept file which mutants each kernel executes, or finds it.
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

// record runs a kernel without a mutant. It leaves out settings that take too long; if the first one does, it leaves
// out the others, too.
func (s *mutantServer) record(t *testing.T, file string) {
	for _, n := range []int{1, 2, 3} { // the first setting shows less than the second
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

// try returns the first showing that detects a mutant; "" if none does.
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

// within runs a kernel with a time limit. It returns its line of the ledger, and complaints, also if it panics or does
// not end in time.
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
