package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/warpcheck/warpcheck/internal/cache"
	"github.com/warpcheck/warpcheck/internal/safefile"
	"github.com/warpcheck/warpcheck/load"
)

// cacheFolder returns the folder that keeps results between runs, or "" if there is none. A run without worker
// processes (Program is "") uses a folder only if the user names one. A run with a profile uses none, because the
// profile must show all the work.
func (c *Command) cacheFolder(o *options) (string, error) {
	switch {
	case o.cache.off && o.cache.folder != "":
		return "", errors.New("--no-cache keeps nothing: leave out --cache-dir")
	case o.cache.off || o.output.profile != "" || o.cache.folder == "" && c.Program == "":
		return "", nil
	case o.cache.folder != "":
		if err := safefile.CheckPath(o.cache.folder, load.Projects(o.inputs.paths)); err != nil {
			return "", fmt.Errorf("--cache-dir: %w", err)
		}
		return filepath.Abs(o.cache.folder)
	}
	folder := userCache()
	if err := safefile.CheckPath(folder, load.Projects(o.inputs.paths)); folder != "" && err != nil {
		c.complain(fmt.Errorf("nothing is kept for the next run: %w", err))
		return "", nil
	}
	return folder, nil
}

// userCache returns the user's cache folder for warpcheck, or "" if the system names none.
func userCache() string {
	base, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(base, "warpcheck")
}

// cacheCommand returns the command `warpcheck cache`, with its subcommand clean.
func (c *Command) cacheCommand() *cobra.Command {
	command := &cobra.Command{Use: "cache", Short: "Manage the results that are kept for the next run"}
	var folder string
	clean := &cobra.Command{
		Use: "clean", Short: "Take all kept results away", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if folder == "" {
				folder = userCache()
			}
			if folder == "" {
				return errors.New("there is no folder for the user's cache: name one with --cache-dir")
			}
			if err := safefile.CheckPath(folder, load.Projects([]string{"."})); err != nil {
				return err
			}
			if _, err := os.Stat(folder); err != nil {
				return c.reportCleaned(0, 0, folder)
			}
			store, err := cache.Open(folder)
			if err != nil {
				return err
			}
			entries, size, err := store.Clean()
			return errors.Join(err, c.reportCleaned(entries, size, folder))
		},
	}
	clean.Flags().StringVar(&folder, "cache-dir", "", "the folder (else the user's cache)")
	command.AddCommand(clean)
	return command
}

func (c *Command) reportCleaned(entries int, size int64, folder string) error {
	_, err := fmt.Fprintf(c.Stdout, "%d results, %d KiB taken away from %s\n", entries, size>>10, folder)
	return err
}
