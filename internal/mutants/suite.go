package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/warpcheck/warpcheck/internal/mutants/mutantswitch"
)

// suite is some or all tests of a package, which run in separate processes.
type suite struct {
	// words lists the package and the arguments for go test.
	words []string
	// about is the package on whose mutants the suite is tried, or "" for all packages.
	about   string
	program string
	tests   []test
	all     map[int]bool
}

// test is a test function, or a subtest of a test function that takes long.
type test struct {
	Name    string
	Took    time.Duration
	Reached map[int]bool
}

func (s *suite) String() string        { return strings.Join(s.words, " ") }
func (s *suite) of() string            { return s.words[0] }
func (s *suite) reaches() map[int]bool { return s.all }
func (s *suite) isAsked(m mutant) bool { return s.about == "" || s.about == m.inPackage() }
func (s *suite) close()                {}

// prepare runs each test alone to record the mutants that it reaches, or reads the record of an earlier run from a
// file.
func (s *suite) prepare(program, file string) error {
	s.program = program
	text, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(text, &s.tests)
	} else if err = s.record(file); err == nil {
		if text, err = json.Marshal(s.tests); err == nil {
			err = os.WriteFile(file, text, 0o600)
		}
	}
	s.all = map[int]bool{}
	for _, t := range s.tests {
		for n := range t.Reached {
			s.all[n] = true
		}
	}
	return err
}

func (s *suite) record(file string) error {
	names, err := s.names()
	for _, name := range names {
		list := file + ".list"
		began := time.Now()
		if out, err := s.run(context.Background(), "record="+list, "-test.run", exactly(name)); err != nil {
			return fmt.Errorf("%s fails without a mutant: %w\n%s", name, err, out)
		}
		t := test{Name: name, Took: time.Since(began), Reached: map[int]bool{}}
		text, err := os.ReadFile(list)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
		for _, word := range strings.Fields(string(text)) {
			n, err := strconv.Atoi(word)
			if err != nil {
				return err
			}
			t.Reached[n] = true
		}
		s.tests = append(s.tests, t)
		if err := os.Remove(list); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return err
}

// passed matches the line that reports a test or a subtest one level down, with its time.
var passed = regexp.MustCompile(`(?m)^(?:    )?--- PASS: (\S+) \((\S+)s\)`)

// names returns the tests of the suite. It replaces a test that takes long by its subtests.
func (s *suite) names() (names []string, err error) {
	const long = 2
	args := []string{"-test.v"}
	for _, word := range s.words[1:] {
		if flag, is := strings.CutPrefix(word, "-"); is {
			word = "-test." + flag
		}
		args = append(args, word)
	}
	out, err := s.run(context.Background(), "", args...)
	if err != nil {
		return nil, fmt.Errorf("the tests fail without a mutant: %w\n%s", err, out)
	}
	parts, whole := map[string][]string{}, map[string]float64{}
	var order []string
	for _, m := range passed.FindAllStringSubmatch(string(out), -1) {
		name, part, isPart := strings.Cut(m[1], "/")
		if isPart {
			parts[name] = append(parts[name], name+"/"+part)
			continue
		}
		whole[name], err = strconv.ParseFloat(m[2], 64)
		if err != nil {
			return nil, err
		}
		order = append(order, name)
	}
	for _, name := range order {
		if whole[name] > long && parts[name] != nil {
			names = append(names, parts[name]...)
		} else {
			names = append(names, name)
		}
	}
	return names, nil
}

// exactly returns a pattern that matches only the test with this name.
func exactly(name string) string {
	words := strings.Split(name, "/")
	for i, word := range words {
		words[i] = "^" + regexp.QuoteMeta(word) + "$"
	}
	return strings.Join(words, "/")
}

// notice runs the tests that reach mutant n: first the whole tests, then the subtests one by one.
func (s *suite) notice(n int) (noticer string, err error) {
	var whole []string
	took := time.Duration(0)
	for _, t := range s.tests {
		if t.Reached[n] && !t.isPart() {
			whole = append(whole, t.Name)
			took += t.Took
		}
	}
	if whole != nil && s.fails(n, "^("+strings.Join(whole, "|")+")$", took) {
		return s.of(), nil
	}
	for _, t := range s.tests {
		if t.Reached[n] && t.isPart() && s.fails(n, exactly(t.Name), t.Took) {
			return t.Name, nil
		}
	}
	return "", nil
}

func (t test) isPart() bool { return strings.Contains(t.Name, "/") }

// fails reports whether the tests that pattern matches fail with mutant n, or take much longer than took, their time
// without it.
func (s *suite) fails(n int, pattern string, took time.Duration) bool {
	const patience, least = 10, 20 * time.Second
	ctx, cancel := context.WithTimeout(context.Background(), max(least, patience*took))
	defer cancel()
	_, err := s.run(ctx, strconv.Itoa(n), "-test.failfast", "-test.run", pattern)
	return err != nil
}

// sameDraws makes random tests (pgregory.net/rapid) draw the same values every time. Otherwise a failure by chance
// would count as a noticed mutant. It also prevents them from storing failures, which would be tried on other mutants.
var sameDraws = []string{"RAPID_SEED=1", "RAPID_NOFAILFILE=true"}

// run runs tests with the switch set to a mutant.
func (s *suite) run(ctx context.Context, mutant string, args ...string) ([]byte, error) {
	run := exec.CommandContext(ctx, s.program, args...)
	run.Dir = s.of()
	run.Env = append(os.Environ(), mutantswitch.Variable+"="+mutant)
	run.Env = append(run.Env, sameDraws...)
	run.WaitDelay = time.Second
	return run.CombinedOutput()
}
