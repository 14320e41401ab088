package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/warpcheck/warpcheck/rules"
)

// definition holds the parts of a task.yml that the score needs.
type definition struct {
	Options struct {
		Run        string
		Unlabelled []string
		Faults     []fault
	}
	// name is the path of the folder. The field digest has the first digits of the digest of kernel.cu.
	name, digest string
}

// breaks reports whether the kernel breaks a rule of a group, on GPUs with independent thread scheduling.
func (d *definition) breaks(group rules.Group) bool {
	return slices.ContainsFunc(d.Options.Faults, func(f fault) bool {
		return rules.ByKey(f.Rule).Group() == group && (len(f.Models) == 0 || slices.Contains(f.Models, "independent"))
	})
}

// isGuessed reports whether the driver chooses the block size. A kernel that was written for another size may break
// rules with this size.
func (d *definition) isGuessed() bool { return strings.HasPrefix(d.Options.Run, "launches") }

// tally counts the kernels for which a tool gives an answer. For one group of rules, faulty counts the kernels that
// break a rule, and named counts the faulty kernels that the tool names. clean counts the kernels that break no rule,
// and accused counts the clean kernels that the tool names.
type tally struct{ faulty, named, clean, accused int }

func (t *tally) add(isFaulty, isNamed bool) {
	switch {
	case isFaulty && isNamed:
		t.faulty, t.named = t.faulty+1, t.named+1
	case isFaulty:
		t.faulty++
	case isNamed:
		t.clean, t.accused = t.clean+1, t.accused+1
	default:
		t.clean++
	}
}

func (t tally) String() string {
	if t.faulty == 0 && t.clean == 0 {
		return "- | -"
	}
	return fmt.Sprintf("%d of %d | %d of %d", t.named, t.faulty, t.accused, t.clean)
}

// score prints a table of the faults that warpcheck, compute-sanitizer and Faial name in each group. The arguments are
// paths: of warpcheck's report, of the folder of the suite, of bench/observed.tsv and of bench/others.tsv.
func score(result, suite, seen, said string) error {
	tasks, err := readSuite(suite)
	if err != nil {
		return err
	}
	named, err := readFindings(result, tasks)
	if err != nil {
		return err
	}
	observed, err := readObserved(seen)
	if err != nil {
		return err
	}
	answers, err := readAnswers(said)
	if err != nil {
		return err
	}
	fmt.Println("| | warpcheck: faulty | clean | compute-sanitizer: faulty | clean | Faial: faulty | clean |\n| --- | --- | --- | --- | --- | --- | --- |")
	for _, group := range rules.Groups() {
		var ours, sanitizers, faials tally
		for _, t := range tasks {
			isFaulty := t.breaks(group)
			if !slices.Contains(t.Options.Unlabelled, group.Name) && (isFaulty || len(t.Options.Faults) == 0) {
				ours.add(isFaulty, named[t.name][group.Name])
				if o, isSeen := observed[t.name+" "+t.digest]; isSeen && o.answers(group) && !(t.isGuessed() && group.Name == "barriers") {
					sanitizers.add(isFaulty, o.names(group))
				}
				if a := answers[t.name+" "+t.digest]; group.Name == "races" && (a == "ok" || a == "named") {
					faials.add(isFaulty, a == "named")
				}
			}
		}
		fmt.Printf("| %s | %v | %v | %v |\n", group.Name, ours, sanitizers, faials)
	}
	return nil
}

func readSuite(folder string) (tasks []definition, err error) {
	if _, err := os.Stat(folder); err != nil {
		return nil, fmt.Errorf("%w: make suite writes bench/suite", err)
	}
	err = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.Name() != "task.yml" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		d := definition{name: nameIn(folder, path)}
		if err := yaml.Unmarshal(text, &d); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		kernel, err := os.ReadFile(filepath.Join(filepath.Dir(path), "kernel.cu"))
		d.digest = fmt.Sprintf("%x", sha256.Sum256(kernel))[:12]
		tasks = append(tasks, d)
		return err
	})
	if err == nil && len(tasks) == 0 {
		err = fmt.Errorf("no tasks in %s: make suite writes them", folder)
	}
	return tasks, err
}

// nameIn returns the name of the task that a file belongs to.
func nameIn(suite, file string) string {
	relative, err := filepath.Rel(suite, filepath.Dir(file))
	if err != nil {
		relative = filepath.Dir(file)
	}
	return filepath.ToSlash(relative)
}

// readFindings returns, for each task, the groups of the rules that warpcheck's definite and potential findings name.
// path is a report in JSON. readFindings returns an error if the report has findings but none of them is in the folder
// of a task: the report is of other files.
func readFindings(path string, tasks []definition) (named map[string]map[string]bool, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var report struct {
		Tool     struct{ Name string }
		Findings []struct{ Key, Path, Certainty string }
	}
	if err := json.Unmarshal(text, &report); err != nil || report.Tool.Name != "warpcheck" {
		return nil, fmt.Errorf("%s is no report: warpcheck --potential --format json bench/suite > result.json writes one", path)
	}
	named = map[string]map[string]bool{}
	isAny := false
	for _, f := range report.Findings {
		rule := rules.ByKey(f.Key)
		if rule == nil || f.Certainty != "definite" && f.Certainty != "potential" {
			continue
		}
		name, isOfTask := taskOf(f.Path, tasks)
		isAny = isAny || isOfTask
		if named[name] == nil {
			named[name] = map[string]bool{}
		}
		named[name][rule.Group().Name] = true
	}
	if !isAny && len(named) > 0 {
		return nil, fmt.Errorf("no finding of %s is in a folder of the suite: run warpcheck on the same suite", path)
	}
	return named, nil
}

// taskOf returns the name of the task in whose folder a file is. isOfTask is false if it is in none. A task's name is
// the end of the folder's path.
func taskOf(file string, tasks []definition) (name string, isOfTask bool) {
	for name, isPart := filepath.ToSlash(filepath.Dir(file)), true; isPart; _, name, isPart = strings.Cut(name, "/") {
		if slices.ContainsFunc(tasks, func(t definition) bool { return t.name == name }) {
			return name, true
		}
	}
	return "", false
}

// observation is a line of bench/observed.tsv.
type observation struct{ synccheck, racecheck string }

// column returns the result of the tool of compute-sanitizer that examines a group, or "" if no tool does.
func (o observation) column(group rules.Group) string {
	switch group.Name {
	case "masks", "barriers":
		return o.synccheck
	case "races":
		return o.racecheck
	}
	return ""
}

func (o observation) answers(group rules.Group) bool {
	return o.column(group) != "" && o.column(group) != "-"
}

func (o observation) names(group rules.Group) bool { return o.column(group) == "named" }

// readObserved returns the observations, each by the name of its task and the digest of its kernel.
func readObserved(path string) (map[string]observation, error) {
	observed := map[string]observation{}
	err := readTable(path, 7, func(columns []string) {
		observed[columns[0]+" "+columns[1]] = observation{synccheck: columns[4], racecheck: columns[5]}
	})
	return observed, err
}

// readAnswers returns Faial's answers, each by the name of its task and the digest of its kernel.
func readAnswers(path string) (map[string]string, error) {
	answers := map[string]string{}
	err := readTable(path, 4, func(columns []string) {
		if columns[2] == "faial" {
			answers[columns[0]+" "+columns[1]] = columns[3]
		}
	})
	return answers, err
}

// readTable calls visit with the columns of each line, which must be as many as count.
func readTable(path string, count int, visit func(columns []string)) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(text)) {
		columns := strings.Split(strings.TrimSpace(line), "\t")
		if len(columns) != count {
			return fmt.Errorf("%s: a line with %d columns, not %d: %s", path, len(columns), count, strings.TrimSpace(line))
		}
		visit(columns)
	}
	return nil
}
