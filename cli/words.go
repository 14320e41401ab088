package cli

import (
	"fmt"
	"os"

	"github.com/spf13/pflag"

	"github.com/warpcheck/warpcheck/rules"
)

// refuseWords refuses a first word that is no path but would be a command in other programs: the name of a flag, or of
// a rule.
func refuseWords(flags *pflag.FlagSet, words []string) error {
	if len(words) == 0 {
		return nil
	}
	if _, err := os.Lstat(words[0]); err == nil {
		return nil
	}
	if meant := flagFor(flags, words); meant != "" {
		return fmt.Errorf("%s: no such file or directory, and no command: did you mean %q?", words[0], "warpcheck "+meant)
	}
	return nil
}

// flagFor is the flag that the words are probably meant for, with its value; "" if none.
func flagFor(flags *pflag.FlagSet, words []string) string {
	named := flags.Lookup(words[0])
	switch {
	case named == nil && rules.All().Named(words[0]) != nil:
		return "--explain " + words[0]
	case named == nil:
		return ""
	case named.NoOptDefVal != "": // the flag takes no value
		return "--" + named.Name
	case len(words) > 1:
		return "--" + named.Name + " " + words[1]
	}
	return "--" + named.Name + " VALUE"
}
