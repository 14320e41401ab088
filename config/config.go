// Package config reads .warpcheck.yaml.
//
// Exactly one file applies to each input: the closest one in the input's folder or in a folder above, up to the root of
// the repository that contains the input. Files are never merged in silence. Paths inside a file are relative to the
// folder of the file. A key that warpcheck does not know is an error, which names the nearest known key. If a misspelt
// option were ignored, a run without its effect would look like a clean result.
package config

import (
	"bytes"
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/warpcheck/warpcheck/internal/safefile"
	"github.com/warpcheck/warpcheck/warp"
)

// Name is the name of a configuration file.
const Name = ".warpcheck.yaml"

// Template is the commented configuration that `warpcheck --init` writes.
//
//go:embed template.yaml
var Template string

// MostEffort bounds [Config.Effort]: the terms of one root then take 3.2 GB.
const MostEffort = 10

// Config is the content of one configuration file. The zero value is the
// default configuration.
type Config struct {
	// Path is the path of the file, "" for the default configuration.
	Path string `yaml:"-"`
	// Trusted reports whether the user named the file. Otherwise it was found in the checked tree.
	Trusted bool `yaml:"-"`
	// Extends is the path of the file whose values hold for all keys that this file does not set (extends.go).
	Extends string `yaml:"extends,omitempty"`

	// Arch lists the architectures to check for ("sm_70"). If the list is empty, the architectures of the compile
	// command are used, or else sm_70.
	Arch Strings `yaml:"arch,omitempty"`
	// StrictProgramPoint requires lanes to meet at the same call (the CUDA 13 guide).
	StrictProgramPoint bool `yaml:"strict_program_point,omitempty"`
	// Potential turns all potential rules on.
	Potential bool `yaml:"potential,omitempty"`
	// Undecided lists in the report the questions that are not decided and the findings that no run has confirmed.
	Undecided bool `yaml:"undecided,omitempty"`
	// Enable and Disable are patterns for rules (Rules.Match).
	Enable  Strings `yaml:"enable,omitempty"`
	Disable Strings `yaml:"disable,omitempty"`
	// Launch gives the shapes of the blocks of kernels.
	Launch []Launch `yaml:"launch,omitempty"`
	// Rules holds the options of single rules, by key.
	Rules map[string]Rule `yaml:"rules,omitempty"`
	// ExtraArgs lists flags for the parser, for every file.
	ExtraArgs Strings `yaml:"extra_args,omitempty"`
	// CUDAPath is the folder of a CUDA toolkit to take headers from.
	CUDAPath string `yaml:"cuda_path,omitempty"`
	// UnitCPU and UnitMemory limit a unit: UnitCPU in seconds of processor time, UnitMemory in MiB. 0 means the limit
	// of the run.
	UnitCPU    int `yaml:"unit_cpu,omitempty"`
	UnitMemory int `yaml:"unit_memory,omitempty"`
	// Effort multiplies the limits of counted work of a unit, and the limits of the run in time and memory. 0 means 1.
	Effort int `yaml:"effort,omitempty"`
	// Incomplete is the word for the incomplete units that make the exit code 3: one of Incompletes, "" for fail.
	Incomplete string `yaml:"incomplete,omitempty"`
	// PostProcessing lists filters for the findings of all rules. The filters of a rule are tried before them.
	PostProcessing []Filter `yaml:"post_processing,omitempty"`
	// Exclude lists globs of inputs to leave out.
	Exclude Strings `yaml:"exclude,omitempty"`

	// document is the content of the file, or nil if there is none. base is the configuration that this one extends, or
	// nil if there is none.
	document *yaml.Node
	base     *Config
	// excluding has the globs of Exclude that have left out some input.
	excluding map[string]bool
}

// Launch is the shape of the blocks of some kernels.
type Launch struct {
	// Kernel is a glob for the kernel's name, with or without template arguments.
	Kernel string `yaml:"kernel"`
	// Block is the size of the block: one to three numbers.
	Block []int `yaml:"block,flow"`
	// Flag reports whether the launch comes from the command line.
	Flag bool `yaml:"-"`
}

// Shape returns the size of the block, with 1 for the numbers that Block leaves out.
func (l Launch) Shape() warp.Shape {
	shape := warp.Shape{1, 1, 1}
	copy(shape[:], l.Block)
	return shape
}

// Rule holds the options of one rule.
type Rule struct {
	// Severity replaces the severity of the rule: "note", "warning" or "error".
	Severity string `yaml:"severity,omitempty"`
	Disabled bool   `yaml:"disabled,omitempty"`
	// ExcludeInMacros drops findings inside macro expansions.
	ExcludeInMacros bool `yaml:"exclude_in_macros,omitempty"`
	// ExcludeInSystemHeaders drops findings in system headers; nil is true.
	ExcludeInSystemHeaders *bool `yaml:"exclude_messages_in_system_headers,omitempty"`
	// Includes lists the only files in which the rule reports, if there are any. Excludes lists files in which it
	// reports nothing. Both are globs, relative to the configuration file.
	Includes Strings `yaml:"includes,omitempty"`
	Excludes Strings `yaml:"excludes,omitempty"`
	// ExtendExclude extends the exclusion of files to macros. A finding in a use of a macro is also dropped if the
	// definition is in an excluded file. A finding in the definition is also dropped if some use is in an excluded
	// file.
	ExtendExclude bool `yaml:"extend_exclude_to_macro_invocations,omitempty"`
	// ReportAt selects the place of a finding inside a macro: one of Places, "" for automatic.
	ReportAt string `yaml:"report_at,omitempty"`
	// JustificationChecker is a regular expression that the reason of a suppression must match.
	JustificationChecker string `yaml:"justification_checker,omitempty"`
	// Languages lists the languages to which the rule applies, out of the list Languages. An empty list stands for all.
	Languages Strings `yaml:"languages,omitempty"`
	// PostProcessing lists filters for the rule's findings.
	PostProcessing []Filter `yaml:"post_processing,omitempty"`
	// AllowedCalls lists globs for the collectives that collectives-forbidden allows everywhere. AllowedFunctions lists
	// globs for the functions in which it allows all collectives. With ReachableOnly it reports nothing in functions
	// that no known kernel reaches.
	AllowedCalls     Strings `yaml:"allowed_calls,omitempty"`
	AllowedFunctions Strings `yaml:"allowed_functions,omitempty"`
	ReachableOnly    bool    `yaml:"only_reachable_calls,omitempty"`
	// Provider is the name of whoever is responsible for the rule's findings. Formats for programs show it.
	Provider string `yaml:"provider,omitempty"`
}

// Strings is a list of strings. In a file, a list of one string may be written as the string itself.
type Strings []string

// UnmarshalYAML accepts "a" for ["a"].
func (s *Strings) UnmarshalYAML(node *yaml.Node) error {
	if node.Kind == yaml.ScalarNode {
		if node.Tag == "!!null" {
			return nil
		}
		*s = Strings{node.Value}
		return nil
	}
	return node.Decode((*[]string)(s))
}

// Dir returns the folder to which paths in the configuration are relative, "." for the default configuration.
func (c *Config) Dir() string {
	if c.Path == "" {
		return "."
	}
	return filepath.Dir(c.Path)
}

// Load reads a configuration file and the files that it extends. trusted reports whether the user named the file. A key
// under `rules:` that is in none of the parameter rules is an error.
func Load(path string, rules Rules, trusted bool) (*Config, error) {
	full, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	return load(path, rules, trusted, []string{full})
}

// load reads the configuration file at path and the files that it extends. trusted reports whether the user named the
// file. chain has the paths of the files that extend one another, up to this file, which is last.
func load(path string, rules Rules, trusted bool, chain []string) (*Config, error) {
	text, err := safefile.Read(path, safefile.Settings)
	if err != nil {
		return nil, fmt.Errorf("cannot read the configuration: %w", err)
	}
	c, err := Parse(path, text, rules)
	if err != nil {
		return nil, err
	}
	c.Trusted = trusted
	return c, c.extend(rules, chain)
}

// Parse reads the text of a configuration file, without the file that it extends. path is the name of the file in
// errors.
func Parse(path string, text []byte, rules Rules) (*Config, error) {
	c := &Config{Path: path}
	root, err := onlyDocument(bytes.NewReader(text))
	if err != nil {
		return nil, decodeError(path, text, err)
	}
	if root == nil {
		return c, nil
	}
	c.document = root
	if err := checkKeys(root, rules); err != nil {
		var at *Error
		if errors.As(err, &at) {
			at.File = path
		}
		return nil, err
	}
	if err := root.Decode(c); err != nil {
		return nil, decodeError(path, text, err)
	}
	return c, c.validate(rules)
}

// onlyDocument returns the content of a YAML file, or nil if it is empty. A second document is an error, because it
// would be ignored in silence.
func onlyDocument(text io.Reader) (*yaml.Node, error) {
	var document, second yaml.Node
	decoder := yaml.NewDecoder(text)
	if err := decoder.Decode(&document); err == io.EOF {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	switch err := decoder.Decode(&second); err {
	case io.EOF:
		return document.Content[0], nil
	case nil:
		return nil, secondDocument(second.Line)
	default:
		return nil, err
	}
}

// secondDocument is the error about a second document, with its line.
type secondDocument int

func (line secondDocument) Error() string {
	return fmt.Sprintf("line %d: a second document (after ---): put all keys into one", int(line))
}

// misnamed lists names that a user may give a configuration file by mistake. Such files are not read.
var misnamed = []string{".warpcheck.yml", "warpcheck.yaml", "warpcheck.yml"}

// Find returns the configuration file for path. It is in the folder of path or in the closest folder above, up to the
// folder that contains .git. Find returns "" if there is none. It returns an error for a symbolic link that points out
// of the repository, or out of its folder if there is no repository. It skips a file of a folder above if another user
// may have put it there ([PassedOver]).
func Find(path string) (string, error) { return NewSearch().Find(path) }

// Search finds the configurations of many folders. It examines each folder once.
type Search struct {
	// closest maps a folder to the closest folder, itself or above, that contains a configuration or a repository; ""
	// if there is none.
	closest map[string]string
}

// NewSearch returns a search that has examined no folder yet.
func NewSearch() *Search { return &Search{map[string]string{}} }

// Find returns the configuration file for path, or "" if there is none. The comment of the function [Find] states which
// file this is.
func (s *Search) Find(path string) (string, error) { return s.find(path, func(string) {}) }

// PassedOver returns the configurations and repositories above path that are skipped, because they may come from a user
// who has no right to write to the folder of path.
func (s *Search) PassedOver(path string) (files []string) {
	_, _ = s.find(path, func(file string) { files = append(files, file) })
	return files
}

func (s *Search) find(path string, foreign func(file string)) (string, error) {
	start, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if info, err := os.Stat(start); err != nil || !info.IsDir() {
		start = filepath.Dir(start)
	}
	for dir := s.closestTo(start); dir != ""; dir = s.closestTo(filepath.Dir(dir)) {
		counts := func(name string) bool {
			file := filepath.Join(dir, name)
			if !isThere(file) {
				return false
			}
			isForeign := dir != start && safefile.Foreign(file, start)
			if isForeign {
				foreign(file)
			}
			return !isForeign
		}
		if other := slices.IndexFunc(misnamed, counts); other >= 0 {
			return "", fmt.Errorf("%s: a configuration is called %s: rename it", filepath.Join(dir, misnamed[other]), Name)
		}
		if candidate := filepath.Join(dir, Name); counts(Name) {
			if safefile.LeadsOut(candidate, cmp.Or(Repository(dir), dir)) {
				return "", fmt.Errorf("%s: %w: give it with --config if it is yours", candidate, safefile.ErrLeadsOut)
			}
			return candidate, nil
		}
		if counts(repositoryName) || filepath.Dir(dir) == dir {
			return "", nil
		}
	}
	return "", nil
}

// closestTo returns the closest folder, dir or above, that contains a configuration (under its right name or a wrong
// one) or a repository; "" if there is none.
func (s *Search) closestTo(dir string) string {
	var passed []string
	found := ""
	for at := dir; ; at = filepath.Dir(at) {
		if known, ok := s.closest[at]; ok {
			found = known
			break
		}
		passed = append(passed, at)
		if slices.ContainsFunc(append([]string{Name, repositoryName}, misnamed...), func(name string) bool { return isThere(filepath.Join(at, name)) }) {
			found = at
			break
		}
		if filepath.Dir(at) == at {
			break
		}
	}
	for _, at := range passed {
		s.closest[at] = found
	}
	return found
}

func isThere(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// repositoryName is the entry by which the root of a repository is recognised.
const repositoryName = ".git"

// Repository returns the closest folder, dir or above, that is the root of a repository; "" if there is none. dir is
// absolute. A .git that may come from a user who has no right to write to dir is skipped.
func Repository(dir string) string {
	for at := dir; ; at = filepath.Dir(at) {
		file := filepath.Join(at, repositoryName)
		if _, err := os.Stat(file); err == nil && (at == dir || !safefile.Foreign(file, dir)) {
			return at
		}
		if filepath.Dir(at) == at {
			return ""
		}
	}
}

// String returns the configuration as YAML, with every key that is set.
func (c *Config) String() string {
	text, err := yaml.Marshal(c)
	if err != nil {
		panic(err) // a struct of strings and numbers always marshals
	}
	return string(text)
}

// Annotated returns the configuration as YAML. After each key, a comment names the source of its value. The last line
// lists the keys that are not set. origin returns the source of the value of a key, "" for a default.
func (c *Config) Annotated(origin func(key string) string) (string, error) {
	var document yaml.Node
	if err := yaml.Unmarshal([]byte(c.String()), &document); err != nil {
		return "", err
	}
	root := document.Content[0]
	var unset []string
	for _, key := range keysOf(reflect.TypeFor[Config]()) {
		if origin(key) == "" {
			unset = append(unset, key)
		}
	}
	text := ""
	if len(root.Content) > 0 {
		for key, value := range pairs(root) {
			at := value
			if value.Kind != yaml.ScalarNode {
				at = key
			}
			at.LineComment = "# " + origin(key.Value)
		}
		annotated, err := yaml.Marshal(root)
		if err != nil {
			return "", err
		}
		text = string(annotated)
	}
	if len(unset) > 0 {
		text += "# by default: " + strings.Join(unset, ", ") + "\n"
	}
	return text, nil
}
