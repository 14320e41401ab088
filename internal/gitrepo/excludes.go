package gitrepo

import (
	"os"
	"path/filepath"
	"strings"
)

// Excludes returns the files of patterns that git reads besides those in the working tree: that of the repository, and
// the one that the user's configuration names, or git's default. The files need not exist.
func (r *Repository) Excludes() []string {
	files := []string{filepath.Join(r.common, "info", "exclude")}
	settings, err := os.UserConfigDir()
	home, homeless := os.UserHomeDir()
	if err != nil || homeless != nil {
		return files
	}
	named := ""
	for _, file := range []string{filepath.Join(settings, "git", "config"), filepath.Join(home, ".gitconfig")} {
		if value := readConfig(file).last("core.excludesfile"); value != "" {
			named = value
		}
	}
	if below, is := strings.CutPrefix(named, "~/"); is {
		named = filepath.Join(home, below)
	}
	if named == "" {
		named = filepath.Join(settings, "git", "ignore")
	}
	return append(files, named)
}
