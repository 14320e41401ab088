package cli

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"github.com/warpcheck/warpcheck/internal/safefile"
	"github.com/warpcheck/warpcheck/rules"
)

// manualCommand returns the command `warpcheck manual FOLDER`, for makers of packages.
func (c *Command) manualCommand() *cobra.Command {
	return &cobra.Command{
		Use: "manual FOLDER", Short: "Write the manual pages and the completions for shells", Hidden: true, Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := writeManual(cmd.Root(), filepath.Join(args[0], "man", "man1")); err != nil {
				return err
			}
			return writeCompletions(cmd.Root(), args[0])
		},
	}
}

// writeManual writes a manual page for each command. All runs of one version write the same pages.
func writeManual(root *cobra.Command, folder string) error {
	if err := safefile.MakeFolder(folder); err != nil {
		return err
	}
	long := root.Long
	root.Long += "\n\n" + manualText() // in the manual page, not in --help
	root.DisableAutoGenTag = true
	date := time.Unix(0, 0).UTC()
	err := doc.GenManTree(root, &doc.GenManHeader{Section: "1", Source: "warpcheck " + Version, Manual: "warpcheck", Date: &date}, folder)
	root.Long = long
	return err
}

// manualText returns the part of the manual page that --help does not print.
func manualText() string {
	var b strings.Builder
	b.WriteString("# RULES\n")
	for _, rule := range rules.All() {
		fmt.Fprintf(&b, "**%s**\n: %s\n\n", rule.Key, rule.Title)
	}
	b.WriteString("# FILES\n**.warpcheck.yaml**\n: the configuration, the closest one from the folder of each file upward; *warpcheck --init* writes one\n\n" +
		"**compile_commands.json**\n: how files are compiled, searched in the same way\n\n" +
		"# DOCUMENTATION\n/usr/share/doc/warpcheck has the guide, the contract and the pages of the rules.\n")
	return b.String()
}

// writeCompletions writes the completions for each shell to the folder in which distributions keep them.
func writeCompletions(root *cobra.Command, folder string) error {
	for _, one := range []struct {
		name  string
		write func(io.Writer) error
	}{
		{"bash-completion/completions/warpcheck", func(w io.Writer) error { return root.GenBashCompletionV2(w, true) }},
		{"zsh/vendor-completions/_warpcheck", root.GenZshCompletion},
		{"fish/vendor_completions.d/warpcheck.fish", func(w io.Writer) error { return root.GenFishCompletion(w, true) }},
	} {
		name := filepath.Join(folder, filepath.FromSlash(one.name))
		if err := safefile.MakeFolder(filepath.Dir(name)); err != nil {
			return err
		}
		if err := writeNew(name, one.write); err != nil {
			return err
		}
	}
	return nil
}

func writeNew(name string, write func(io.Writer) error) error {
	to, err := safefile.To(name, nil)
	if err != nil {
		return err
	}
	return to.Write(write)
}
