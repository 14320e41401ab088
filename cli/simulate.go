package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/check"
	"github.com/warpcheck/warpcheck/config"
	"github.com/warpcheck/warpcheck/internal/nearest"
	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// simulation holds the flags of warpcheck simulate.
type simulation struct {
	options
	kernel, block string
	warp          int
	set, data     []string
}

// simulateCommand returns the command `warpcheck simulate`, which runs a kernel on the concrete warp machine.
func (c *Command) simulateCommand(code *int) *cobra.Command {
	s := &simulation{}
	cmd := &cobra.Command{
		Use:   "simulate [flags] FILE [-- clang flags]",
		Short: "Run one warp of a kernel and draw who arrives at each collective",
		Long: `simulate runs one warp of a kernel on a concrete machine of 32 lanes and draws, for
each collective that it executes, the lanes that arrive, those that are elsewhere
or have exited, and the mask of each; then the warps of the block that wait for ever
at a block barrier. Arguments and memory that are not given are zero. The exit code is
1 when a rule is broken or a warp waits for ever.`,
		Example: "  warpcheck simulate reduce.cu --kernel reduce --block 64 --set n=5 --data d=1,0,3",
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			s.inputs.paths, s.inputs.clangArgs = splitArgs(cmd, args)
			*code, err = c.simulate(cmd.Context(), s)
			return err
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&s.kernel, "kernel", "", "name or glob of the kernel, with template arguments or parameter types where needed (else the only one)")
	f.StringVar(&s.block, "block", "32", "block shape: 64, 32x4")
	f.IntVar(&s.warp, "warp", 0, "which warp of the block runs")
	f.StringArrayVar(&s.target.arch, "arch", nil, "architecture (else sm_70)")
	f.BoolVar(&s.target.strict, "strict-program-point", false, "lanes meet at the same call only")
	f.StringArrayVar(&s.set, "set", nil, "a scalar argument: n=5, p.stride=2 (a floating one by its bits)")
	f.StringArrayVar(&s.data, "data", nil, "the elements behind a pointer argument: d=1,0,3")
	f.StringVar(&s.inputs.cudaPath, "cuda-path", "", "CUDA toolkit to take headers from")
	f.StringArrayVar(&s.inputs.extraArgs, "extra-arg", nil, "flag to add to the parse")
	return cmd
}

// simulate runs the machine, draws what it did, and returns the exit code.
func (c *Command) simulate(ctx context.Context, s *simulation) (int, error) {
	job, err := c.job(ctx, &s.options)
	if err != nil {
		return 0, err
	}
	program, arch, err := c.lower(job)
	if err != nil {
		return 0, err
	}
	kernel, err := findKernel(program, s.kernel)
	if err != nil {
		return 0, err
	}
	in, err := s.input(program, kernel, arch)
	if err != nil {
		return 0, err
	}
	block := sim.RunBlock(*in)
	outcome := block.Warps[in.Warp]
	err = c.show(func(w io.Writer) error {
		fmt.Fprintf(w, "%s: block %s, warp %d, %s model\n", kernel.Name, in.Shape, in.Warp, in.Model)
		return errors.Join(sim.Draw(w, outcome), sim.DrawWaits(w, block))
	})
	if err != nil {
		return 0, load.IncompleteError{Err: err}
	}
	switch {
	case !outcome.IsComplete():
		return ExitIncomplete, nil
	case len(outcome.Violations)+len(outcome.Races()) > 0, block.IsComplete() && len(block.Waits)+len(block.Deserted) > 0:
		return exitFindings, nil
	}
	return exitClean, nil
}

// findKernel returns the one function that the name or glob matches. If it matches one kernel and device functions,
// findKernel returns the kernel. An error lists the kernels first.
func findKernel(program *cfg.Program, glob string) (*cfg.Func, error) {
	roots := slices.Clone(program.Roots)
	slices.SortStableFunc(roots, func(a, b *cfg.Func) int {
		switch {
		case a.Kernel == b.Kernel:
			return 0
		case a.Kernel:
			return -1
		}
		return 1
	})
	var found []*cfg.Func
	for _, root := range roots {
		if glob == "" || config.MatchKernel(glob, root.Name) || config.MatchKernel(glob, signature(root)) {
			found = append(found, root)
		}
	}
	switch {
	case len(roots) == 0:
		return nil, fmt.Errorf("the file has no kernel")
	case len(found) == 0:
		return nil, fmt.Errorf("--kernel: no kernel %q%s", glob, nearest.Suggest(glob, names(roots)))
	case len(found) > 1 && !onlyKernel(found):
		return nil, fmt.Errorf("--kernel: choose one of %s", nearest.Enumerate(names(found)))
	}
	return found[0], nil
}

// onlyKernel reports whether the first function is the only kernel. list has at least two functions, kernels first.
func onlyKernel(list []*cfg.Func) bool { return list[0].Kernel && !list[1].Kernel }

// names returns the names of functions. If several have the same name, the types of their parameters follow.
func names(list []*cfg.Func) []string {
	times := map[string]int{}
	for _, f := range list {
		times[f.Name]++
	}
	var all []string
	for _, f := range list {
		if times[f.Name] > 1 {
			all = append(all, signature(f))
		} else {
			all = append(all, f.Name)
		}
	}
	return all
}

// signature returns the name of f with the types of its parameters: "scan(int *, int)".
func signature(f *cfg.Func) string {
	var parameters []string
	for _, p := range f.Params {
		if p.Var != nil {
			parameters = append(parameters, p.Var.Type.Name)
		}
	}
	return fmt.Sprintf("%s(%s)", f.Name, strings.Join(parameters, ", "))
}

// input returns the machine's input that the flags describe.
func (s *simulation) input(program *cfg.Program, kernel *cfg.Func, arch warp.Arch) (*sim.Input, error) {
	block, err := parseBlock(s.block)
	if err != nil {
		return nil, fmt.Errorf("--block %s: write 256 or 32x4, 1024 threads at most", s.block)
	}
	shape := config.Launch{Block: block}.Shape()
	if last := (shape.Threads() - 1) / warp.Size; s.warp < 0 || s.warp > last {
		return nil, fmt.Errorf("--warp %d: a block of %s has warps 0 to %d", s.warp, shape, last)
	}
	scalars, pointers := sim.Parameters(kernel)
	args, err := s.scalars(kernel.Name, namesOf(scalars))
	if err != nil {
		return nil, err
	}
	objects := namesOf(pointers)
	for _, variable := range program.Globals {
		objects = append(objects, variable.Name)
	}
	memory, err := s.elements(kernel.Name, objects)
	if err != nil {
		return nil, err
	}
	return &sim.Input{
		Func: kernel, Shape: shape, Warp: s.warp, Model: check.Model(arch, s.target.strict),
		Args: args, Memory: memory, Races: true,
	}, nil
}

func namesOf(parameters []sim.Parameter) []string {
	var names []string
	for _, p := range parameters {
		names = append(names, p.Name)
	}
	return names
}

// scalars returns the scalar arguments that --set gives, by name. names lists the names of the kernel's scalar
// parameters.
func (s *simulation) scalars(kernel string, names []string) (map[string]uint64, error) {
	args := map[string]uint64{}
	for _, text := range s.set {
		name, value, ok := strings.Cut(text, "=")
		word, err := parseWord(value)
		if !ok || err != nil {
			return nil, fmt.Errorf("--set %s: write name=integer", text)
		}
		if !slices.Contains(names, name) {
			return nil, noParameter("--set", text, kernel, "scalar", name, names)
		}
		args[name] = word
	}
	return args, nil
}

// elements returns a function that reads memory as --data gives it. The cell of size bytes at an offset of an object is
// element offset/size of the object's list. Cells beyond the list are zero.
func (s *simulation) elements(kernel string, names []string) (func(string, int64, int) uint64, error) {
	lists := map[string][]uint64{}
	for _, text := range s.data {
		name, values, ok := strings.Cut(text, "=")
		if !ok {
			return nil, fmt.Errorf("--data %s: write name=1,0,3", text)
		}
		if object, _, _ := strings.Cut(name, "@"); !slices.Contains(names, object) {
			return nil, noParameter("--data", text, kernel, "pointer", name, names)
		}
		for _, value := range strings.Split(values, ",") {
			word, err := parseWord(value)
			if err != nil {
				return nil, fmt.Errorf("--data %s: write name=1,0,3", text)
			}
			lists[name] = append(lists[name], word)
		}
	}
	return func(object string, offset int64, size int) uint64 {
		list := lists[object]
		if index := offset / int64(max(size, 1)); index >= 0 && index < int64(len(list)) {
			return list[index]
		}
		return 0
	}, nil
}

// noParameter returns the error for a name that is no parameter of the kernel, and so would change nothing.
func noParameter(flag, text, kernel, kind, name string, names []string) error {
	if len(names) == 0 {
		return fmt.Errorf("%s %s: %s has no %s parameter", flag, text, kernel, kind)
	}
	return fmt.Errorf("%s %s: %s has no %s parameter %q%s", flag, text, kernel, kind, name,
		nearest.Suggest(name, names))
}

// parseWord reads an integer in any base that Go accepts. A negative one is returned as its two's complement.
func parseWord(text string) (uint64, error) {
	text = strings.TrimSpace(text)
	if n, err := strconv.ParseInt(text, 0, 64); err == nil {
		return uint64(n), nil
	}
	return strconv.ParseUint(text, 0, 64)
}
