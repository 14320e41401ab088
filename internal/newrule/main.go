// Command newrule creates a new rule: its file in rules, with a wrong and a right example, its line in rules.All, and
// its line in the test of stable keys. It prints the remaining tasks.
//
//	make rule NAME=one-lane-shuffle GROUP=masks
//
// docs/adding-a-rule.md explains the rest.
package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/rules"
)

func main() {
	group := flag.String("group", "masks", "the group of the rule: "+strings.Join(groupNames(), ", "))
	flag.Parse()
	if err := write(flag.Arg(0), *group); err != nil {
		fmt.Fprintln(os.Stderr, "newrule:", err)
		os.Exit(1)
	}
}

// The files to which a rule adds a line.
const (
	listFile = "rules/rule.go"
	keysFile = "rules/rule_test.go"
)

// write writes the files of a rule in the repository of the current folder.
func write(key, group string) error {
	if !regexp.MustCompile(`^[a-z]+(-[a-z]+)+$`).MatchString(key) {
		return fmt.Errorf("the key %q: give two words or more in small letters, with - between: make rule NAME=one-lane-shuffle", key)
	}
	if rules.All().Named(key) != nil {
		return fmt.Errorf("there is a rule %s", key)
	}
	code, err := nextCode(group)
	if err != nil {
		return err
	}
	file := filepath.Join("rules", strings.ReplaceAll(key, "-", "_")+".go")
	if _, err := os.Stat(file); err == nil {
		return fmt.Errorf("there is a file %s", file)
	}
	text, err := skeleton(key, code)
	if err != nil {
		return err
	}
	if err := errors.Join(
		os.WriteFile(file, text, 0o644),
		edit(listFile, func(text string) (string, error) { return addToList(text, variable(key)) }),
		edit(keysFile, func(text string) (string, error) { return addKey(text, code, key) }),
	); err != nil {
		return err
	}
	fmt.Printf(left, file, code, listFile, keysFile, key)
	return nil
}

// left is the text that lists which files were written, and what remains to be done.
const left = `written: %s (code %s), and a line in %s and in %s
make rule goes on to write the pages, the schema and the golden files. What is left is yours:
    %[1]s    title, text, examples, question, message and help; then make rule-pages
    testdata/kernels             kernels that break the rule, and what looks like it and is right
    docs/semantics.md            its row in section 3
    CHANGELOG.md                 what users see
docs/adding-a-rule.md explains each. These tests fail until it is done:
    go test ./rules && go test ./cli -run 'TestRuleExamples/%[5]s'
`

func groupNames() []string {
	var names []string
	for _, g := range rules.Groups() {
		names = append(names, g.Name)
	}
	return names
}

// nextCode returns the code that follows the last one of a group.
func nextCode(group string) (string, error) {
	i := slices.Index(groupNames(), group)
	if i < 0 {
		return "", fmt.Errorf("no group %q: give GROUP=%s", group, strings.Join(groupNames(), ", "))
	}
	last := 0
	for _, rule := range rules.All() {
		var n int
		if _, err := fmt.Sscanf(rule.Code, "WC%d", &n); err == nil && rule.Group() == rules.Groups()[i] {
			last = max(last, n%100)
		}
	}
	return fmt.Sprintf("WC%c%02d", rules.Groups()[i].Digit, last+1), nil
}

// variable returns the name of the rule's variable.
func variable(key string) string {
	words := strings.Split(key, "-")
	for i := range words[1:] {
		words[i+1] = strings.ToUpper(words[i+1][:1]) + words[i+1][1:]
	}
	return strings.Join(words, "")
}

// addToList adds the variable called name to the end of rules.All, in the text of its file.
func addToList(text, name string) (string, error) {
	const begin, end = "return Catalogue{\n", "\n\t}\n"
	from := strings.Index(text, begin)
	if from < 0 {
		return "", fmt.Errorf("%s has no %q", listFile, begin)
	}
	at := from + strings.Index(text[from:], end)
	return text[:at] + "\n\t\t" + name + "," + text[at:], nil
}

// addKey adds a line with a code and a key to the list in the test of stable keys, in the order of the codes. text is
// the text of the test's file.
func addKey(text, code, key string) (string, error) {
	lines := regexp.MustCompile(`(?m)^\t\t(WC\d{3}) [a-z_-]+`).FindAllStringSubmatchIndex(text, -1)
	if lines == nil {
		return "", fmt.Errorf("%s has no list of codes", keysFile)
	}
	before, isThere := slices.BinarySearchFunc(lines, code, func(line []int, code string) int {
		return cmp.Compare(text[line[2]:line[3]], code)
	})
	if isThere || before == 0 {
		return "", fmt.Errorf("%s: no place for %s", keysFile, code)
	}
	at := lines[before-1][1]
	return text[:at] + "\n\t\t" + code + " " + key + text[at:], nil
}

// edit replaces the text of a file by the result of change.
func edit(file string, change func(string) (string, error)) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	changed, err := change(string(text))
	if err != nil {
		return err
	}
	return os.WriteFile(file, []byte(changed), 0o644)
}

// skeleton returns the file of a rule that reports nothing yet.
func skeleton(key, code string) ([]byte, error) {
	name := variable(key)
	text := strings.NewReplacer("askVARIABLE", "ask"+strings.ToUpper(name[:1])+name[1:], "VARIABLE", name, "KEY", key, "CODE", code, "'", "`").Replace(template)
	return format.Source([]byte(text))
}

// template is the file of a rule that reports nothing. Each ' in it becomes a back quote.
const template = `package rules

import "github.com/warpcheck/warpcheck/lanes"

var VARIABLE = &Rule{
	Key:   "KEY",
	Code:  "CODE",
	Title: "Say in one line what is wrong",
	Text: 'Say why it is wrong, on which GPUs, and what a run does then.

Say how to repair it.',
	Bad: '__global__ void bad(int *out) {
  out[threadIdx.x] = 0;
}
',
	Good: '__global__ void good(int *out) {
  out[threadIdx.x] = 0;
}
',
	Question: "say here what holds where all is well, as it follows whether",
	Severity: Warning,
	Ask:      askVARIABLE,
	Message: func(fact *lanes.Fact, v *lanes.Verdict) string {
		return fact.Site.Collective.Name + " of lane(s) " + lanesMark + " says what is wrong in context(s) " + contextsMark
	},
	Help: func(*lanes.Fact, *lanes.Verdict) string { return "say what to write instead" },
}

// askVARIABLE reports the lanes that break the rule at one collective.
func askVARIABLE(fact *lanes.Fact) []lanes.Verdict {
	return nil
}
`
