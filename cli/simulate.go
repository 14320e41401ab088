package cli

import (
	"fmt"
	"io"
	"path"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/check"
	"github.com/warpcheck/warpcheck/config"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// simulation are the flags of warpcheck simulate.
type simulation struct {
	options
	kernel, block string
	warp          int
	set, data     []string
}

// simulateCommand runs a kernel on the concrete warp machine.
func (c *Command) simulateCommand(code *int) *cobra.Command {
	s := &simulation{}
	cmd := &cobra.Command{
		Use:   "simulate [flags] FILE [-- clang flags]",
		Short: "Run one warp of a kernel and draw who arrives at each collective",
		Long: `simulate runs one warp of a kernel on a concrete machine of 32 lanes and draws, for
each collective that it executes, the lanes that arrive, those that are elsewhere
or have exited, and the mask of each. Arguments and memory that are not given are
zero. The exit code is 1 when a rule is broken.`,
		Example: "  warpcheck simulate reduce.cu --kernel reduce --block 64 --set n=5 --data d=1,0,3",
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			s.paths, s.clangArgs = splitArgs(cmd, args)
			*code, err = c.simulate(s)
			return err
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&s.kernel, "kernel", "", "name or glob of the kernel (else the only one)")
	f.StringVar(&s.block, "block", "32", "block shape: 64, 32x4")
	f.IntVar(&s.warp, "warp", 0, "which warp of the block runs")
	f.StringArrayVar(&s.arch, "arch", nil, "architecture (else sm_70)")
	f.BoolVar(&s.strict, "strict-program-point", false, "lanes meet at the same call only")
	f.StringArrayVar(&s.set, "set", nil, "a scalar argument: n=5, p.stride=2")
	f.StringArrayVar(&s.data, "data", nil, "the elements behind a pointer argument: d=1,0,3")
	f.StringVar(&s.cudaPath, "cuda-path", "", "CUDA toolkit to take headers from")
	f.StringArrayVar(&s.extraArgs, "extra-arg", nil, "flag to add to the parse")
	return cmd
}

// simulate runs the machine and draws what it did.
func (c *Command) simulate(s *simulation) (int, error) {
	program, arch, err := c.lower(&s.options)
	if err != nil {
		return 0, err
	}
	kernel, err := findKernel(program, s.kernel)
	if err != nil {
		return 0, err
	}
	in, err := s.input(kernel, arch)
	if err != nil {
		return 0, err
	}
	outcome := sim.Run(*in)
	draw(c.Stdout, in, outcome)
	switch {
	case outcome.Unknown != "" || outcome.OutOfSteps:
		return exitIncomplete, nil
	case len(outcome.Violations) > 0:
		return exitFindings, nil
	}
	return exitClean, nil
}

// findKernel is the one function that the name or glob stands for.
func findKernel(program *cfg.Program, glob string) (*cfg.Func, error) {
	var found []*cfg.Func
	var names []string
	for _, root := range program.Roots {
		names = append(names, root.Name)
		plain, _, _ := strings.Cut(root.Name, "<")
		if glob == "" || root.Name == glob || plain == glob || matches(glob, root.Name) {
			found = append(found, root)
		}
	}
	switch {
	case len(names) == 0:
		return nil, fmt.Errorf("the file has no kernel")
	case len(found) == 0:
		return nil, fmt.Errorf("--kernel: no kernel %q%s", glob, config.Suggest(glob, names))
	case len(found) > 1:
		return nil, fmt.Errorf("--kernel: choose one of %s", strings.Join(names, ", "))
	}
	return found[0], nil
}

func matches(glob, name string) bool {
	ok, err := path.Match(glob, name)
	return ok && err == nil
}

// input is what the flags make the machine run.
func (s *simulation) input(kernel *cfg.Func, arch int) (*sim.Input, error) {
	block, err := parseBlock(s.block)
	if err != nil {
		return nil, fmt.Errorf("--block %s: write 256 or 32x4, 1024 threads at most", s.block)
	}
	shape := config.Launch{Block: block}.Shape()
	if last := (shape.Threads() - 1) / warp.Size; s.warp < 0 || s.warp > last {
		return nil, fmt.Errorf("--warp %d: a block of %s has warps 0 to %d", s.warp, shape, last)
	}
	args, err := s.scalars()
	if err != nil {
		return nil, err
	}
	memory, err := s.elements()
	if err != nil {
		return nil, err
	}
	return &sim.Input{
		Func: kernel, Shape: shape, Warp: s.warp, Model: check.Model(arch, s.strict),
		Args: args, Memory: memory,
	}, nil
}

// scalars reads --set.
func (s *simulation) scalars() (map[string]uint64, error) {
	args := map[string]uint64{}
	for _, text := range s.set {
		name, value, ok := strings.Cut(text, "=")
		word, err := parseWord(value)
		if !ok || err != nil {
			return nil, fmt.Errorf("--set %s: write name=integer", text)
		}
		args[name] = word
	}
	return args, nil
}

// elements reads --data. The cell at an offset is the element of that index,
// whatever the size of the elements; what lies beyond the list is zero.
func (s *simulation) elements() (func(string, int64, int) uint64, error) {
	lists := map[string][]uint64{}
	for _, text := range s.data {
		name, values, ok := strings.Cut(text, "=")
		if !ok {
			return nil, fmt.Errorf("--data %s: write name=1,0,3", text)
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

// parseWord reads an integer in any of Go's bases, negative ones as two's complement.
func parseWord(text string) (uint64, error) {
	text = strings.TrimSpace(text)
	if n, err := strconv.ParseInt(text, 0, 64); err == nil {
		return uint64(n), nil
	}
	return strconv.ParseUint(text, 0, 64)
}

// draw writes the phases, each with its lanes.
func draw(w io.Writer, in *sim.Input, outcome *sim.Outcome) {
	fmt.Fprintf(w, "%s: block %s, warp %d, %s model\n", in.Func.Name, in.Shape, in.Warp, in.Model)
	for i, phase := range outcome.Phases {
		drawPhase(w, i+1, phase)
		for _, v := range outcome.Violations {
			if v.Phase == phase {
				fmt.Fprintf(w, "  %s: lane(s) %s, mask 0x%08x\n", v.Kind, v.Lanes, v.Mask)
			}
		}
	}
	if outcome.OutOfSteps {
		fmt.Fprintln(w, "the budget of steps ran out: the kernel may not end")
	}
	if outcome.Unknown != "" {
		fmt.Fprintf(w, "not to be trusted: %s\n", outcome.Unknown)
	}
	for _, note := range outcome.Notes {
		fmt.Fprintf(w, "note: %s has no body, its result is taken as zero\n", note)
	}
	fmt.Fprintf(w, "%d phases, %d violations\n", len(outcome.Phases), len(outcome.Violations))
}

func drawPhase(w io.Writer, number int, p *sim.Phase) {
	pos := p.Site.Pos
	fmt.Fprintf(w, "\n%d. %s at %s:%d:%d", number, p.Site.Collective.Name, pos.File, pos.Line, pos.Column)
	if p.Index > 0 {
		fmt.Fprintf(w, ", execution %d", p.Index+1)
	}
	fmt.Fprintln(w)
	row := func(name string, lanes warp.Lanes) { fmt.Fprintf(w, "  %-10s %s\n", name, lanes.Draw()) }
	row("arrives", p.Arrive)
	if p.Elsewhere != 0 {
		row("elsewhere", p.Elsewhere)
	}
	if p.Exited != 0 {
		row("exited", p.Exited)
	}
	if p.Site.Collective.Mask < 0 {
		return
	}
	for _, group := range byMask(p) {
		row("mask", warp.Lanes(group.mask))
		if group.lanes != p.Converged {
			fmt.Fprintf(w, "  %-10s by lane(s) %s\n", "", group.lanes)
		}
	}
}

// maskGroup are the lanes that pass one mask.
type maskGroup struct {
	mask  uint32
	lanes warp.Lanes
}

// byMask groups the converged lanes by their mask, in order of the first lane.
func byMask(p *sim.Phase) []maskGroup {
	var groups []maskGroup
	at := map[uint32]int{}
	for l := range warp.Size {
		if !p.Converged.Has(l) {
			continue
		}
		i, ok := at[p.Masks[l]]
		if !ok {
			i = len(groups)
			at[p.Masks[l]] = i
			groups = append(groups, maskGroup{mask: p.Masks[l]})
		}
		groups[i].lanes |= 1 << l
	}
	return groups
}
