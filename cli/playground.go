package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/warpcheck/warpcheck/check"
	"github.com/warpcheck/warpcheck/internal/legible"
	"github.com/warpcheck/warpcheck/internal/pattern"
	"github.com/warpcheck/warpcheck/internal/playground"
	"github.com/warpcheck/warpcheck/internal/safefile"
	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/report"
	"github.com/warpcheck/warpcheck/result"
	"github.com/warpcheck/warpcheck/rules"
)

const (
	// playgroundPort is the port of the playground. It is the same each time, so that shared addresses work.
	playgroundPort = 8127
	// playgroundFile is the name of the text that is checked.
	playgroundFile = "kernel.cu"
	// The limits of a worker that checks a text: seconds of processor time, and memory in MiB. A person waits for the
	// answer.
	playgroundCPU    = 30
	playgroundMemory = 2048
)

// playgroundFlags lists the flags of a check that the playground has.
var playgroundFlags = []string{"unit-cpu", "unit-memory", "sandbox"}

// playgroundCommand returns the command `warpcheck playground`.
func (c *Command) playgroundCommand() *cobra.Command {
	o := &options{}
	command := &cobra.Command{
		Use: "playground", Short: "Serve a page for your browser on which CUDA that you type is checked",
		Long: `Serves a page on the loopback address: CUDA on the left, findings and lanes on the right. What is
typed stays on this machine, and nothing is kept. Each text is checked by a worker process with
limits, without a configuration, and without other files than the built-in headers.`,
		Args: cobra.NoArgs,
	}
	o.registerSome(command.Flags(), func(name string) bool { return slices.Contains(playgroundFlags, name) })
	port := command.Flags().Int("port", playgroundPort, "port on which the page is served (0: one that is free)")
	command.RunE = func(cmd *cobra.Command, _ []string) error {
		if *port < 0 || *port > 65535 {
			return fmt.Errorf("--port %d: give a number from 0 to 65535", *port)
		}
		if err := o.checkBounds(); err != nil {
			return err
		}
		o.file.ignored, o.cache.off = true, true
		o.bounds.unitCPU = cmp.Or(o.bounds.unitCPU, playgroundCPU)
		o.bounds.unitMemory = cmp.Or(o.bounds.unitMemory, playgroundMemory)
		return c.servePlayground(cmd.Context(), o, *port)
	}
	return command
}

// servePlayground serves the page until a signal ends warpcheck. It works in an empty folder, so that a text can
// include no file of the user.
func (c *Command) servePlayground(ctx context.Context, o *options, port int) error {
	folder, remove, err := safefile.EmptyFolder()
	if err != nil {
		return fmt.Errorf("playground: %w", err)
	}
	defer remove()
	if err := os.Chdir(folder); err != nil {
		return fmt.Errorf("playground: %w", err)
	}
	ctx, stop := endedBySignals(ctx)
	defer stop()
	p := &playing{command: c, options: o, folder: folder}
	err = playground.Run(ctx, port, playground.DefaultLimits, p.answer, func(address string) {
		c.say("open " + address + " in a browser of this machine; Ctrl-C ends")
	})
	if err != nil {
		return fmt.Errorf("playground: %w: give another with --port, or 0 for one that is free", err)
	}
	return nil
}

// playing answers the questions of the page.
type playing struct {
	command *Command
	options *options
	// folder is the working folder, which is empty.
	folder string
}

// played is an answer to the page: the report in the JSON format, its last line, and the lanes at each collective.
type played struct {
	Report      json.RawMessage `json:"report"`
	Summary     string          `json:"summary"`
	Collectives []playedLanes   `json:"collectives"`
}

// playedLanes holds the lanes at a collective, in the contexts in which they are the same. The sets are hexadecimal.
type playedLanes struct {
	Line      int      `json:"line"`
	Column    int      `json:"column"` // in bytes
	EndLine   int      `json:"end_line"`
	EndColumn int      `json:"end_column"`
	Name      string   `json:"name"`
	Context   string   `json:"context"`
	Arrives   string   `json:"arrives"`
	Open      string   `json:"depends"` // the set of lanes whose arrival depends on data
	Masks     []string `json:"masks,omitempty"`

	contexts []rules.Context
}

// answer checks a text. It returns an error only for a fault of the question.
func (p *playing) answer(ctx context.Context, q playground.Question) (any, error) {
	o := *p.options
	o.inputs.paths = []string{playgroundFile}
	o.choice.potential = q.Potential
	if q.Arch != "" {
		o.target.arch = []string{q.Arch}
	}
	todo, err := p.command.request(&o)
	if err != nil {
		return nil, p.wrong(err)
	}
	todo.Unsaved = []load.Unsaved{{Path: playgroundFile, Text: []byte(q.Text)}}
	todo.Pictures, todo.Repairs, todo.Guesses, todo.Jobs = true, true, true, 1
	outcome, err := check.Run(ctx, *todo)
	if err != nil {
		return nil, p.wrong(err)
	}
	return p.played(p.command.report(&o, &output{}, todo, outcome), outcome.Pictures)
}

// played makes an answer from a report.
func (p *playing) played(r *report.Report, pictures []result.Picture) (*played, error) {
	var text, summary strings.Builder
	write, err := report.ByName("json")
	if err == nil {
		err = errors.Join(write(&text, r), report.LastLine(&summary, r))
	}
	if err != nil {
		return nil, err
	}
	return &played{
		Report:      json.RawMessage(jsonString().ReplaceAllStringFunc(text.String(), p.worded)),
		Summary:     legible.Text(p.worded(summary.String())),
		Collectives: collectivesOf(pictures),
	}, nil
}

// jsonString matches a string in JSON.
var jsonString = pattern.Of(`"(?:[^"\\]|\\.)*"`)

// pageWords name what the page has in place of flags.
var pageWords = report.Wording{Block: "by a launch of ${kernel} in the text", Arch: "above the text", Folder: "which the command takes",
	Potential: "the box of potential findings"}

// worded returns a text in the words of the page, without the working folder.
func (p *playing) worded(text string) string {
	return pageWords.Of(strings.ReplaceAll(text, p.folder+"/", ""))
}

// wrong returns an error in the words of the page.
func (p *playing) wrong(err error) error { return errors.New(legible.Text(p.worded(err.Error()))) }

// collectivesOf returns the lanes at the collectives of the text.
func collectivesOf(pictures []result.Picture) []playedLanes {
	all := []playedLanes{}
	known := map[string]int{}
	for _, picture := range pictures {
		if picture.Pos.File != playgroundFile {
			continue
		}
		one := lanesOf(picture)
		key := fmt.Sprint(one)
		at, is := known[key]
		if !is {
			at = len(all)
			known[key], all = at, append(all, one)
		}
		all[at].contexts = append(all[at].contexts, picture.Context)
	}
	for i := range all {
		all[i].Context = legible.Text(rules.Fold(all[i].contexts))
	}
	slices.SortStableFunc(all, func(a, b playedLanes) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return all
}

// lanesOf returns the lanes of a picture, without the context.
func lanesOf(picture result.Picture) playedLanes {
	one := playedLanes{
		Line: picture.Pos.Line, Column: picture.Pos.Column, EndLine: picture.Pos.EndLine, EndColumn: picture.Pos.EndColumn,
		Name: legible.Name(picture.Name), Arrives: picture.Always.Hex(), Open: (^(picture.Always | picture.Never)).Hex(),
	}
	for _, mask := range picture.Masks {
		one.Masks = append(one.Masks, mask.Mask.Hex())
	}
	return one
}
