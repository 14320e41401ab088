// Package config reads .warpcheck.yaml.
//
// Each input is governed by exactly one file: the closest one found in its
// folder and upward, as far as the root of the repository that contains it.
// Files are never merged in silence. Paths inside a file are relative to the
// folder that the file stands in. A key that warpcheck does not know is an
// error that names the nearest known one, because a misspelt option that is
// quietly ignored reads as a clean result.
package config

import (
	"bytes"
	"cmp"
	_ "embed"
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

// Config is the content of one configuration file. The zero value is the
// default configuration.
type Config struct {
	// Path of the file, "" for the default configuration.
	Path string `yaml:"-"`
	// Trusted reports a file that the user named, rather than one found in the checked tree.
	Trusted bool `yaml:"-"`
	// Extends is a file that sets what this one does not (extends.go).
	Extends string `yaml:"extends,omitempty"`

	// Arch are the architectures to check for ("sm_70"); none: those of the
	// compile command, else sm_70.
	Arch Strings `yaml:"arch,omitempty"`
	// StrictProgramPoint asks lanes to meet at the same call (the CUDA 13 guide).
	StrictProgramPoint bool `yaml:"strict_program_point,omitempty"`
	// Potential enables the potential rules.
	Potential bool `yaml:"potential,omitempty"`
	// Undecided lists what is not decided, and what no run has confirmed.
	Undecided bool `yaml:"undecided,omitempty"`
	// Enable and Disable name rules (Rules.Match).
	Enable  Strings `yaml:"enable,omitempty"`
	Disable Strings `yaml:"disable,omitempty"`
	// Launch gives block shapes for kernels.
	Launch []Launch `yaml:"launch,omitempty"`
	// Rules holds the options of single rules, by key.
	Rules map[string]Rule `yaml:"rules,omitempty"`
	// ExtraArgs are flags added to every parse.
	ExtraArgs Strings `yaml:"extra_args,omitempty"`
	// CUDAPath is the folder of a CUDA toolkit to take headers from.
	CUDAPath string `yaml:"cuda_path,omitempty"`
	// UnitCPU and UnitMemory bound what a unit may take: seconds of processor time, and MiB; 0: the
	// run's.
	UnitCPU    int `yaml:"unit_cpu,omitempty"`
	UnitMemory int `yaml:"unit_memory,omitempty"`
	// Incomplete says which incomplete units make the exit code 3: one of Incompletes, "" for fail.
	Incomplete string `yaml:"incomplete,omitempty"`
	// PostProcessing are filters for the findings of all rules, behind those of each.
	PostProcessing []Filter `yaml:"post_processing,omitempty"`
	// Exclude are globs of inputs to leave out.
	Exclude Strings `yaml:"exclude,omitempty"`

	// document is the file's content, nil for none, and base the configuration that it extends.
	document *yaml.Node
	base     *Config
	// excluding are the globs of Exclude that left something out.
	excluding map[string]bool
}

// Launch says how a kernel is launched.
type Launch struct {
	// Kernel is a glob over the kernel's name, without template arguments or
	// with them.
	Kernel string `yaml:"kernel"`
	// Block is the block's extent: one to three numbers.
	Block []int `yaml:"block,flow"`
	// Flag reports one of the command line.
	Flag bool `yaml:"-"`
}

// Shape is the block's extent with the missing extents filled in.
func (l Launch) Shape() warp.Shape {
	shape := warp.Shape{1, 1, 1}
	copy(shape[:], l.Block)
	return shape
}

// Rule holds the options of one rule.
type Rule struct {
	// Severity replaces the rule's own: "note", "warning" or "error".
	Severity string `yaml:"severity,omitempty"`
	Disabled bool   `yaml:"disabled,omitempty"`
	// ExcludeInMacros drops findings inside macro expansions.
	ExcludeInMacros bool `yaml:"exclude_in_macros,omitempty"`
	// ExcludeInSystemHeaders drops findings in system headers; nil is true.
	ExcludeInSystemHeaders *bool `yaml:"exclude_messages_in_system_headers,omitempty"`
	// Includes, when given, are the only files to report in; Excludes are
	// files to report nothing in. Globs, relative to the configuration file.
	Includes Strings `yaml:"includes,omitempty"`
	Excludes Strings `yaml:"excludes,omitempty"`
	// ExtendExclude drops findings of a macro whose other end, the definition or the use, stands where
	// nothing is reported.
	ExtendExclude bool `yaml:"extend_exclude_to_macro_invocations,omitempty"`
	// ReportAt is where a finding within a macro stands: one of Places, "" for automatic.
	ReportAt string `yaml:"report_at,omitempty"`
	// JustificationChecker is a regular expression that the reason of a suppression has to match.
	JustificationChecker string `yaml:"justification_checker,omitempty"`
	// Languages, when given, are those that the rule is for: one of Languages.
	Languages Strings `yaml:"languages,omitempty"`
	// PostProcessing are filters for the rule's findings.
	PostProcessing []Filter `yaml:"post_processing,omitempty"`
	// Provider is who stands for the rule's findings, in formats for programs.
	Provider string `yaml:"provider,omitempty"`
}

// Strings is a list of strings that may be written as a single one.
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

// Dir is the folder that paths of the configuration are relative to, "." for
// the default configuration.
func (c *Config) Dir() string {
	if c.Path == "" {
		return "."
	}
	return filepath.Dir(c.Path)
}

// Load reads a configuration file, and those that it extends. An entry under rules that known does not
// name is an error. A file that the user named is trusted.
func Load(path string, known Rules, trusted bool) (*Config, error) {
	full, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	return load(path, known, trusted, []string{full})
}

// load is Load, with the files on the way here, its own last.
func load(path string, known Rules, trusted bool, chain []string) (*Config, error) {
	text, err := safefile.Read(path, safefile.Settings)
	if err != nil {
		return nil, fmt.Errorf("cannot read the configuration: %w", err)
	}
	c, err := Parse(path, text, known)
	if err != nil {
		return nil, err
	}
	c.Trusted = trusted
	return c, c.extend(known, chain)
}

// Parse reads the text of a configuration file by itself; path names it in errors.
func Parse(path string, text []byte, known Rules) (*Config, error) {
	c := &Config{Path: path}
	root, err := onlyDocument(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("%s:%s", path, decodeMessage(text, err))
	}
	if root == nil {
		return c, nil
	}
	c.document = root
	if err := checkKeys(root, known); err != nil {
		return nil, fmt.Errorf("%s:%w", path, err)
	}
	if err := root.Decode(c); err != nil {
		return nil, fmt.Errorf("%s:%s", path, decodeMessage(text, err))
	}
	return c, c.validate(known)
}

// onlyDocument is the content of a YAML file, nil when it has none. A second document
// would be passed over in silence.
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

// secondDocument is the complaint about one, by its line.
type secondDocument int

func (line secondDocument) Error() string {
	return fmt.Sprintf("line %d: a second document (after ---): put all keys into one", int(line))
}

// misnamed are names that one takes for that of a configuration, which are not read.
var misnamed = []string{".warpcheck.yml", "warpcheck.yaml", "warpcheck.yml"}

// Find is the configuration file that governs path: in its folder or the
// closest parent, up to the folder that holds .git. "" when there is none. One that is a link
// out of the repository, or out of its folder where there is none, is refused. One of a parent that somebody else
// may have put there does not count ([PassedOver]).
func Find(path string) (string, error) { return NewSearch().Find(path) }

// Search looks for configurations from many folders upward: at each folder it looks once.
type Search struct {
	// closest is for each folder the closest one from it upward that has something to look at, "" for none.
	closest map[string]string
}

// NewSearch is a search that has looked nowhere yet.
func NewSearch() *Search { return &Search{map[string]string{}} }

// Find is [Find].
func (s *Search) Find(path string) (string, error) { return s.find(path, func(string) {}) }

// PassedOver are the configurations and the repositories above a path that do not count, as somebody may have put them
// there who may not write the folder of the path.
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

// closestTo is the closest folder from one upward that has a configuration, by a right or a wrong name, or a
// repository; "" for none.
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

// repositoryName is what the root of a repository has.
const repositoryName = ".git"

// Repository is the closest folder from an absolute one upward that is the root of a
// repository, "" when none is. One that somebody may have put there who may not write the folder does not count.
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

// String is the configuration as YAML, every key that is set.
func (c *Config) String() string {
	text, err := yaml.Marshal(c)
	if err != nil {
		panic(err) // a struct of strings and numbers always marshals
	}
	return string(text)
}

// Annotated is the configuration as YAML, behind each key where its value comes from, and the keys
// that nothing sets.
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
