package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// check is one way to notice a mutant, such as a test of a package.
type check interface {
	fmt.Stringer
	// of returns the package whose tests are compiled into a program.
	of() string
	// prepare runs the program to find the mutants that it reaches. It stores them in the file record.
	prepare(program, record string) error
	// reaches returns the mutants that prepare found.
	reaches() map[int]bool
	// isAsked returns true if the check must be tried on a mutant.
	isAsked(m mutant) bool
	// notice tries a mutant. It returns the test or kernel that noticed the mutant, or "" if nothing did.
	notice(n int) (by string, err error)
	close()
}

// build builds the program with all mutants in it.
type build struct {
	folder, tags string
	checks       []check
	mutants      []mutant
	// spoilt is the set of mutants that do not compile. The build leaves them out.
	spoilt map[int]bool
}

// compileOrLoad compiles the mutants, or reads the result of an earlier run from the folder of the build. The tree must
// be the same as in that run.
func (b *build) compileOrLoad(packages []string) error {
	name := filepath.Join(b.folder, "mutants.json")
	if text, err := os.ReadFile(name); err == nil {
		return json.Unmarshal(text, &b.mutants)
	}
	if err := b.compile(packages); err != nil {
		return err
	}
	for n := range b.spoilt {
		b.mutants[n].Spoilt = true
	}
	text, err := json.Marshal(b.mutants)
	if err != nil {
		return err
	}
	return os.WriteFile(name, text, 0o600)
}

// compile writes the overlay and builds the tests. If the compiler refuses a mutant (for example a condition with a
// named type, or a constant condition), compile excludes that mutant and tries again.
func (b *build) compile(packages []string) error {
	for {
		if err := b.write(packages); err != nil {
			return err
		}
		var refused []byte
		done := map[string]bool{}
		for _, c := range b.checks {
			if done[c.of()] {
				continue
			}
			done[c.of()] = true
			compiler := exec.Command("go", "test", "-c", "-vet=off", "-tags", b.tags, "-overlay", b.overlay(), "-o", b.program(c), c.of())
			if out, err := compiler.CombinedOutput(); err != nil {
				refused = append(refused, out...)
			}
		}
		if refused == nil {
			return nil
		}
		if !b.excludeRefused(refused) {
			return fmt.Errorf("does not build: %s", refused)
		}
	}
}

func (b *build) overlay() string { return filepath.Join(b.folder, "overlay.json") }

// program returns the path of the binary with the tests of a check.
func (b *build) program(c check) string {
	return filepath.Join(b.folder, flat(c.of())+".test")
}

// flat returns a path as one file name.
func flat(path string) string {
	return strings.NewReplacer("/", "_", " ", "_", "|", "_").Replace(strings.TrimPrefix(path, "./"))
}

// write writes the changed files of the packages, and the overlay that replaces the original files by them.
func (b *build) write(packages []string) error {
	replace := map[string]string{}
	b.mutants = nil
	for _, name := range packages {
		files, err := filepath.Glob(filepath.Join(name, "*.go"))
		if err != nil || len(files) == 0 {
			return fmt.Errorf("%s: no package's folder: %w", name, err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			text, err := b.rewrite(file)
			if err != nil {
				return err
			}
			full, err := filepath.Abs(file)
			if err != nil {
				return err
			}
			changed := filepath.Join(b.folder, flat(file))
			if err := os.WriteFile(changed, text, 0o600); err != nil {
				return err
			}
			replace[full] = changed
		}
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return err
	}
	return os.WriteFile(b.overlay(), text, 0o600)
}

// complaint matches an error of the compiler. Its line number also applies to the original file, because a rewriter
// does not change line numbers.
var complaint = regexp.MustCompile(`(?m)^(?:\./)?(\S+\.go):(\d+):\d+: `)

// excludeRefused excludes the mutants in the lines with errors of the compiler. It returns false if there are none.
func (b *build) excludeRefused(output []byte) (found bool) {
	for _, m := range complaint.FindAllStringSubmatch(string(output), -1) {
		line, _ := strconv.Atoi(m[2])
		for i, one := range b.mutants {
			if one.Line == line && flat(one.File) == flat(m[1]) && !b.spoilt[i] {
				b.spoilt[i], found = true, true
			}
		}
	}
	return found
}

// record finds the mutants that the checks reach, and returns them in order.
func (b *build) record() ([]int, error) {
	reached := map[int]bool{}
	for _, c := range b.checks {
		if err := c.prepare(b.program(c), filepath.Join(b.folder, "reached_"+flat(c.String())+".json")); err != nil {
			return nil, err
		}
		for n := range c.reaches() {
			if c.isAsked(b.mutants[n]) {
				reached[n] = true
			}
		}
	}
	return sorted(reached), nil
}

// killer tries the checks that reach mutant n until one notices it. It returns the test or kernel that noticed it, or
// "" if nothing did.
func (b *build) killer(n int) (noticer string, err error) {
	for _, c := range b.checks {
		if !c.reaches()[n] || !c.isAsked(b.mutants[n]) {
			continue
		}
		if noticer, err = c.notice(n); noticer != "" || err != nil {
			return noticer, err
		}
	}
	return "", nil
}

func (b *build) close() {
	for _, c := range b.checks {
		c.close()
	}
}
