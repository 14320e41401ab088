package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/warpcheck/warpcheck/config"
	"github.com/warpcheck/warpcheck/frontend/command"
	"github.com/warpcheck/warpcheck/internal/legible"
	"github.com/warpcheck/warpcheck/internal/safefile"
	"github.com/warpcheck/warpcheck/internal/worker"
	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/warp"
)

// settings finds the configuration of each input. Flags of the command line override it. Each configuration file is
// read once.
type settings struct {
	options  *options
	launches []config.Launch
	// files maps the paths of configuration files to configurations, with the flags applied. Under "" is the default
	// configuration.
	files  map[string]*config.Config
	search *config.Search
}

func newSettings(o *options) (*settings, error) {
	launches, err := o.launches()
	if err != nil {
		return nil, err
	}
	if _, err := load.ParseArchs(o.target.arch); err != nil {
		return nil, fmt.Errorf("--arch: %w", err)
	}
	if err := o.readGiven(); err != nil {
		return nil, err
	}
	if err := checkToolkit(o.inputs.cudaPath); err != nil {
		return nil, fmt.Errorf("--cuda-path %s: %w", o.inputs.cudaPath, err)
	}
	return &settings{o, launches, map[string]*config.Config{}, config.NewSearch()}, nil
}

// readGiven translates the flags for the parser to clang's flags. It takes over the architectures and the toolkit that
// they name.
func (o *options) readGiven() error {
	for _, list := range []struct {
		where string
		words *[]string
	}{{"--", &o.inputs.clangArgs}, {"--extra-arg", &o.inputs.extraArgs}} {
		given, err := command.ReadGiven(*list.words)
		if err != nil {
			return fmt.Errorf("%s %w", list.where, err)
		}
		if given.CudaPath != "" && o.inputs.cudaPath != "" {
			return fmt.Errorf("%s names the toolkit %s, and --cuda-path %s: give one of them", list.where, given.CudaPath, o.inputs.cudaPath)
		}
		if o.target.arch, err = withGiven(list.where, given.Archs, "--arch", o.target.arch); err != nil {
			return err
		}
		*list.words = given.Words
		o.inputs.cudaPath = cmp.Or(o.inputs.cudaPath, given.CudaPath)
	}
	return nil
}

// withGiven returns the names of the architectures in listed, the value of option. If listed is empty, it returns the
// architectures that the flags for the parser name (the parameter given). where describes where these flags are given.
// It returns an error if both name some, or if no GPU has an architecture in given.
func withGiven(where string, given []warp.Arch, option string, listed []string) ([]string, error) {
	if len(given) == 0 {
		return listed, nil
	}
	if len(listed) > 0 {
		return nil, fmt.Errorf("%s names the architecture %s, and %s %s: give one of them", where, given[0], option, strings.Join(listed, ","))
	}
	for _, arch := range given {
		listed = append(listed, arch.String())
	}
	if _, err := load.ParseArchs(listed); err != nil {
		return nil, fmt.Errorf("%s: %w", where, err)
	}
	return listed, nil
}

// checkToolkit returns an error for a folder that clang would not recognise as a CUDA toolkit.
func checkToolkit(path string) error {
	if path == "" {
		return nil
	}
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return errors.New("no such folder")
	}
	if missing := missingIn(path); missing != "" {
		return fmt.Errorf("clang takes a folder for a toolkit that has %s in it; "+
			"leave it out to use the built-in headers", missing)
	}
	return nil
}

// missingIn returns the first part that a folder lacks of those by which clang recognises a CUDA toolkit. It returns ""
// if the folder has all of them.
func missingIn(toolkit string) string {
	for _, part := range []string{"include/cuda.h", "bin", "lib64"} {
		if _, err := os.Stat(filepath.Join(toolkit, part)); err == nil {
			continue
		}
		if _, err := os.Stat(filepath.Join(toolkit, "lib")); part != "lib64" || err != nil {
			return part
		}
	}
	return ""
}

// forPath returns the configuration that governs a path, with the flags applied.
func (s *settings) forPath(path string) (*config.Config, error) {
	file := s.options.file.name
	if file == "" && !s.options.file.ignored {
		found, err := s.search.Find(path)
		if err != nil {
			return nil, err
		}
		file = shorter(found)
	}
	if c := s.files[file]; c != nil {
		return c, nil
	}
	c := &config.Config{}
	if file != "" {
		var err error
		if c, err = config.Load(file, rules.All(), s.options.file.name != ""); err != nil {
			return nil, err
		}
		if _, err := load.ParseArchs(c.Arch); err != nil {
			return nil, c.Wrong(config.Keys{"arch"}, "%w", err)
		}
		if err := readExtraArgs(c); err != nil {
			return nil, c.Wrong(config.Keys{"extra_args"}, "%w", err)
		}
		absoluteToolkit(c)
		if err := checkToolkit(c.CUDAPath); err != nil {
			return nil, c.Wrong(config.Keys{"cuda_path"}, "cuda_path %s: %w", c.CUDAPath, err)
		}
	}
	if err := s.bound(c); err != nil {
		return nil, err
	}
	word, err := s.options.incompleteWord()
	if err != nil {
		return nil, err
	}
	c.Incomplete = cmp.Or(word, c.Incomplete)
	s.overlay(c)
	s.files[file] = c
	return c, nil
}

// readExtraArgs translates the flags of a configuration file, as readGiven translates those of the command line. If a
// file of the checked tree has a word that is not a flag, all words of the file stay untranslated. That word is
// reported later, where the flags are used (config.Config.Flags).
func readExtraArgs(c *config.Config) error {
	if flag := command.WithoutValue(c.ExtraArgs); flag != "" {
		return fmt.Errorf("extra_args: give the value of %s after it", flag)
	}
	given, err := command.ReadGiven(c.ExtraArgs)
	switch {
	case err != nil && !c.Trusted:
		return nil
	case err != nil:
		return fmt.Errorf("extra_args: %w", err)
	}
	c.ExtraArgs, c.CUDAPath = given.Words, cmp.Or(c.CUDAPath, given.CudaPath)
	c.Arch, err = withGiven("extra_args", given.Archs, "arch", c.Arch)
	return err
}

// absoluteToolkit makes a relative cuda_path absolute. It is relative to the folder of the configuration file.
func absoluteToolkit(c *config.Config) {
	if c.CUDAPath != "" && !filepath.IsAbs(c.CUDAPath) {
		c.CUDAPath = filepath.Join(c.Dir(), c.CUDAPath)
	}
}

// bound returns an error if a configuration file of the checked tree asks for more time or memory than the default and
// no flag gives the limit.
func (s *settings) bound(c *config.Config) error {
	for _, one := range []struct {
		key, flag           string
		asked, given, limit int
	}{
		{"unit_cpu", "--unit-cpu", c.UnitCPU, s.options.bounds.unitCPU, int(worker.DefaultCPU.Seconds())},
		{"unit_memory", "--unit-memory", c.UnitMemory, s.options.bounds.unitMemory, worker.DefaultMemory >> 20},
		{"effort", "--effort", c.Effort, s.options.bounds.effort, 1},
	} {
		switch {
		case one.asked < 0:
			return c.Wrong(config.Keys{one.key}, "%s: %d is less than 1", one.key, one.asked)
		case one.key == "effort" && one.asked > config.MostEffort:
			return c.Wrong(config.Keys{one.key}, "%s: %d is more than %d", one.key, one.asked, config.MostEffort)
		case one.asked > one.limit && !c.Trusted && one.given == 0:
			return c.Wrong(config.Keys{one.key}, "%s: %d is more than %d, which a file of the checked tree may not ask for: "+
				"give %s, or name the file with --config", one.key, one.asked, one.limit, one.flag)
		}
	}
	return nil
}

// overlay overrides the configuration by the flags.
func (s *settings) overlay(c *config.Config) {
	o := s.options
	if len(o.target.arch) > 0 {
		c.Arch = o.target.arch
	}
	if o.inputs.cudaPath != "" {
		c.CUDAPath = o.inputs.cudaPath
	}
	if o.bounds.unitCPU > 0 {
		c.UnitCPU = o.bounds.unitCPU
	}
	if o.bounds.unitMemory > 0 {
		c.UnitMemory = o.bounds.unitMemory
	}
	if o.bounds.effort > 0 {
		c.Effort = o.bounds.effort
	}
	c.StrictProgramPoint = c.StrictProgramPoint || o.target.strict
	c.Potential, c.Undecided = c.Potential || o.choice.potential, c.Undecided || o.choice.undecided
	c.Launch = append(s.launches[:len(s.launches):len(s.launches)], c.Launch...)
}

// shorter returns a path relative to the working folder if the path is below that folder. Otherwise it returns the path
// itself.
func shorter(path string) string {
	here, err := os.Getwd()
	if err != nil || path == "" {
		return path
	}
	if rel, err := filepath.Rel(here, path); err == nil && filepath.IsLocal(rel) {
		return rel
	}
	return path
}

// printConfig writes the configuration that governs the path, or the working folder if no path is given.
func (c *Command) printConfig(o *options) error {
	if len(o.inputs.paths) > 1 {
		return fmt.Errorf("--print-config prints the configuration of one path: leave out %s", strings.Join(o.inputs.paths[1:], " "))
	}
	s, err := newSettings(o)
	if err != nil {
		return err
	}
	path := "."
	if len(o.inputs.paths) > 0 {
		path = o.inputs.paths[0]
	}
	if _, err := os.Lstat(path); err != nil {
		return fmt.Errorf("--print-config %s: no such file or directory: give one that exists", path)
	}
	settings, err := s.forPath(path)
	if err != nil {
		return err
	}
	shown := *settings
	flags, _ := settings.Flags()
	shown.ExtraArgs = slices.Concat(command.Words(flags), settings.Words(), o.inputs.extraArgs)
	selection := o.selection()
	on, err := selection.Reporting(settings)
	if err != nil {
		return err
	}
	return c.show(func(w io.Writer) error {
		fmt.Fprintf(w, "# for %s: %s\n", legible.Line(path), legible.Line(cmp.Or(settings.Path,
			"no "+config.Name+" governs it, all is by default")))
		text, err := shown.Annotated(func(key string) string { return o.origin(settings, key) })
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(w, "%s# rules that report: %s\n", text, strings.Join(on, ", "))
		return err
	})
}

// origin names the source of the value of a configuration key: flags, a line of the file, or "" for the default.
func (o *options) origin(c *config.Config, key string) string {
	var from []string
	given := map[string]bool{
		"--arch": key == "arch" && len(o.target.arch) > 0, "--cuda-path": key == "cuda_path" && o.inputs.cudaPath != "",
		"--strict-program-point": key == "strict_program_point" && o.target.strict,
		"--potential":            key == "potential" && o.choice.potential,
		"--undecided":            key == "undecided" && o.choice.undecided,
		"--block":                key == "launch" && len(o.target.blocks) > 0,
		"--extra-arg":            key == "extra_args" && len(o.inputs.extraArgs) > 0,
		"--incomplete":           key == "incomplete" && (o.output.incomplete != "" || o.output.needsAll),
		"--unit-cpu":             key == "unit_cpu" && o.bounds.unitCPU > 0,
		"--unit-memory":          key == "unit_memory" && o.bounds.unitMemory > 0,
		"--effort":               key == "effort" && o.bounds.effort > 0,
	}
	for _, flag := range slices.Sorted(maps.Keys(given)) {
		if given[flag] {
			from = append(from, flag)
		}
	}
	isAdded := key == "launch" || key == "extra_args"
	if c.Sets(key) && (len(from) == 0 || isAdded) {
		from = append(from, c.At(key).String())
	}
	return strings.Join(from, ", ")
}

// writeSchema carries out --config-schema.
func (c *Command) writeSchema() error {
	text, err := config.Schema(rules.All())
	if err != nil {
		return err
	}
	_, err = c.Stdout.Write(text)
	return err
}

// writeTemplate carries out --init.
func (c *Command) writeTemplate() error {
	err := safefile.Create(config.Name, config.Template)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s exists already: edit it, or remove it first", config.Name)
	}
	if err != nil {
		return fmt.Errorf("cannot write the configuration: %w", err)
	}
	_, err = fmt.Fprintf(c.Stdout, "wrote %s\n", config.Name)
	return err
}

func parsePositive(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err == nil && n < 1 {
		err = fmt.Errorf("%d is less than 1", n)
	}
	return n, err
}
