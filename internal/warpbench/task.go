package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/rules"
)

// task is a kernel of the suite, with the faults that it has.
type task struct {
	// name is the path of the task's folder in the suite.
	name string
	// kernel is the name of the kernel. text is the content of kernel.cu: the kernel, the declarations that it uses, and
	// the functions that launch it.
	kernel, text string
	faults       []fault
	// unlabelled lists the groups of rules for which the kernel has no labels.
	unlabelled []string
	// run is the expression that runs the kernel (bench/driver.cu). It is "" if the file has a main function, and "-" if
	// the driver cannot run the kernel.
	run string
	// report is the address of the public report, or of the fix, that the file is reduced from. It is "" if the file
	// was written for this project.
	report string
}

// shares matches the operations and the memory by which threads of a block or warp affect each other.
var shares = regexp.MustCompile(`_sync\(|__sync|__shared__|bar\.|\.sync|mbarrier|atomic|__activemask`)

// launchBounds matches the launch bounds of a kernel. The group is the number of threads.
var launchBounds = regexp.MustCompile(`__launch_bounds__\s*\(\s*(\d+)`)

// usualBlock is the number of threads of a block for kernels that no function launches and that have no launch bounds.
const usualBlock = "64"

// runOf returns how the driver runs a kernel (task.run): by the first function of the host that launches it, or else
// directly.
func runOf(parts []part, name string) string {
	for _, p := range parts {
		switch {
		case p.kind != launcher || !p.words[name] || p.isOfDevice():
		case p.name == "main":
			return ""
		case strings.HasPrefix(strings.TrimSpace(p.text), "template"):
			return "-"
		default:
			return "calls(" + p.name + ")"
		}
	}
	for _, p := range parts {
		if p.kind != kernel || p.name != name {
			continue
		}
		if p.words["template"] {
			return "-"
		}
		block := usualBlock
		if m := launchBounds.FindStringSubmatch(p.text); m != nil {
			block = m[1]
		}
		return fmt.Sprintf("launches<%s>(%s)", block, name)
	}
	return "-"
}

// properties returns the properties of the task. For each group of rules with labels, the property is true if the
// kernel breaks no rule of the group.
func (t *task) properties() string {
	var b strings.Builder
	for _, group := range rules.Groups() {
		if slices.Contains(t.unlabelled, group.Name) {
			continue
		}
		isBroken := slices.ContainsFunc(t.faults, func(f fault) bool { return rules.ByKey(f.Rule).Group() == group })
		fmt.Fprintf(&b, "  - property_file: ../../properties/%s.prp\n    expected_verdict: %t\n", group.Name, !isBroken)
	}
	return b.String()
}

// String returns the definition of the task, in the form of SV-COMP's task definitions.
func (t *task) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "format_version: \"2.0\"\ninput_files: kernel.cu\nproperties:\n%s", t.properties())
	fmt.Fprintf(&b, "options:\n  language: CUDA\n  kernel: %s\n  run: %q\n", t.kernel, t.run)
	if t.report != "" {
		fmt.Fprintf(&b, "  report: %s\n", t.report)
	}
	if len(t.unlabelled) > 0 {
		fmt.Fprintf(&b, "  unlabelled: [%s]\n", strings.Join(t.unlabelled, ", "))
	}
	if len(t.faults) > 0 {
		b.WriteString("  faults:\n")
	}
	for _, f := range t.faults {
		fmt.Fprintf(&b, "    - {line: %d, rule: %s, when: %s", f.Line, f.Rule, f.When)
		if len(f.Models) > 0 {
			fmt.Fprintf(&b, ", models: [%s]", strings.Join(f.Models, ", "))
		}
		b.WriteString("}\n")
	}
	return b.String()
}

// write writes the two files of a task.
func (t *task) write(to string) error {
	dir := filepath.Join(to, filepath.FromSlash(t.name))
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "task.yml"), []byte(t.String()), 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "kernel.cu"), []byte(t.text), 0o644)
}
