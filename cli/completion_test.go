package cli

import (
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Every flag with a value has a completion.
func TestFlagsAreCompleted(t *testing.T) {
	var visit func(*cobra.Command)
	visit = func(command *cobra.Command) {
		command.Flags().VisitAll(func(f *pflag.Flag) {
			if f.NoOptDefVal == "" && completions[f.Name] == nil {
				t.Errorf("%s --%s: nothing says what a shell offers", command.CommandPath(), f.Name)
			}
		})
		for _, below := range command.Commands() {
			visit(below)
		}
	}
	visit((&Command{}).root(new(int)))
}
