package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/rules"
)

const usage = `usage:
  warpbench write KERNELS SUITE            writes the suite: warpbench write testdata/kernels bench/suite
  warpbench score RESULT SUITE SEEN SAID   prints how tools do: warpbench score result.json bench/suite bench/observed.tsv bench/others.tsv`

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "warpbench:", err)
		os.Exit(2)
	}
}

func run(args []string) error {
	switch {
	case len(args) > 0 && slices.Contains([]string{"help", "-h", "--help"}, args[0]):
		fmt.Println(usage)
		return nil
	case len(args) == 3 && args[0] == "write":
		return write(args[1], args[2])
	case len(args) == 5 && args[0] == "score":
		return score(args[1], args[2], args[3], args[4])
	}
	return errors.New("give write or score with their arguments: warpbench help names them")
}

// write writes the tasks for the folder `from` of labelled kernels to the folder `to`, and prints their number.
func write(from, to string) error {
	files, err := filepath.Glob(filepath.Join(from, "*", "*.cu"))
	if err != nil || len(files) == 0 {
		return fmt.Errorf("no kernels in %s: give a folder like testdata/kernels, with folders of .cu files", from)
	}
	if err := makeRoom(to); err != nil {
		return err
	}
	if err := writeProperties(to); err != nil { // first, so that a part of a suite is known as one
		return err
	}
	count, faulty := 0, 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		name := filepath.Base(filepath.Dir(file)) + "/" + strings.TrimSuffix(filepath.Base(file), ".cu")
		for _, t := range tasksOf(name, string(text)) {
			if count++; len(t.faults) > 0 {
				faulty++
			}
			if err := t.write(to); err != nil {
				return err
			}
		}
	}
	fmt.Printf("%d kernels, %d of them faulty, in %s\n", count, faulty, to)
	return nil
}

// propertyFile returns the file of a suite that describes a group of rules.
func propertyFile(suite string, group rules.Group) string {
	return filepath.Join(suite, properties, group.Name+".prp")
}

// properties is the folder of a suite that describes the properties.
const properties = "properties"

// makeRoom removes the folder of an earlier suite with all of its content. It returns an error if the folder is not
// empty and has no suite.
func makeRoom(folder string) error {
	inside, err := os.ReadDir(folder)
	_, none := os.Stat(propertyFile(folder, rules.Groups()[0]))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case len(inside) > 0 && none != nil:
		return fmt.Errorf("%s has other files, and a suite replaces all in its folder: name a new folder", folder)
	}
	return os.RemoveAll(folder)
}

// writeProperties writes a file for each group of rules, which describes the property of a kernel that breaks none of
// these rules.
func writeProperties(suite string) error {
	if err := os.MkdirAll(filepath.Join(suite, properties), 0o755); err != nil {
		return err
	}
	for _, group := range rules.Groups() {
		text := fmt.Sprintf("No execution of the kernel breaks a rule about %s.\nThe rules: docs/rules.md of warpcheck, codes WC%c01 to WC%[2]c99.\n", group.Title, group.Digit)
		if err := os.WriteFile(propertyFile(suite, group), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// tasksOf returns the tasks of a file. name is its path below the folder of kernels, without an extension.
func tasksOf(name, text string) (tasks []task) {
	report, text := reportOf(text)
	open, text := unlabelled(text)
	parts, seen := split(text), map[string]bool{}
	for _, kernel := range kernelsOf(parts) {
		own, isAlone := slice(parts, kernel)
		faults, own, isKnown := faultsOf(own)
		kinds := kindsOf(faults)
		if !isAlone || !isKnown || isLabelled(parts, kernel) || !areOn(faults) || !shares.MatchString(own) || len(faults) > 0 && seen[kinds] {
			continue
		}
		seen[kinds] = true
		tasks = append(tasks, task{name: name + "-" + kernel, kernel: kernel, text: own, faults: faults, unlabelled: open, run: runOf(parts, kernel), report: report})
	}
	return tasks
}

// kernelsOf returns the names of kernels, in their order.
func kernelsOf(parts []part) (names []string) {
	for _, p := range parts {
		if p.kind == kernel && p.name != "" && !slices.Contains(names, p.name) {
			names = append(names, p.name)
		}
	}
	return names
}

// areOn reports whether none of the rules that faults break needs a configuration.
func areOn(faults []fault) bool {
	return !slices.ContainsFunc(faults, func(f fault) bool { return !rules.ByKey(f.Rule).Default })
}

// kindsOf returns a text with the rules that faults break, and when they break them.
func kindsOf(faults []fault) string {
	var kinds []string
	for _, f := range faults {
		kinds = append(kinds, f.Rule+" "+f.When)
	}
	slices.Sort(kinds)
	return strings.Join(slices.Compact(kinds), ", ")
}
