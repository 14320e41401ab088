package cli

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/warpcheck/warpcheck/check"
	"github.com/warpcheck/warpcheck/internal/legible"
)

// commandOf returns a command line for a shell that performs the same checks as this run. It leaves out the flags that
// decide how the result is written.
func commandOf(words check.Words) string {
	all := []string{"warpcheck"}
	for _, flag := range words.Flags {
		if !strings.HasPrefix(flag, "--format=") {
			all = append(all, strings.TrimSuffix(flag, "=true"))
		}
	}
	for _, folder := range words.Databases {
		all = append(all, "--database="+folder)
	}
	all = slices.Concat(all, words.Paths)
	if len(words.ParserFlags) > 0 {
		all = slices.Concat(all, []string{"--"}, words.ParserFlags)
	}
	return legible.Command(all)
}

// today returns the day of the run. If SOURCE_DATE_EPOCH is set, it returns the day of that time in seconds since 1970,
// as reproducible builds require (https://reproducible-builds.org/specs/source-date-epoch/).
func today() string {
	now := time.Now()
	if seconds, err := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64); err == nil {
		now = time.Unix(seconds, 0)
	}
	return now.UTC().Format(time.DateOnly)
}
