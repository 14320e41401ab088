package cli

import (
	"debug/elf"
	"fmt"
	"os"
	"strings"
	"testing"
)

// newestMinor is the newest minor version of the C library that a release may require: glibc 2.34 of RHEL 9; Ubuntu
// 22.04 has 2.35.
const newestMinor = 34

// The program must not require a newer C library, even if it is built with one. This test is linked as the program is.
func TestOldGlibc(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	file, err := elf.Open(program)
	if err != nil {
		t.Skip(err)
	}
	defer file.Close()
	symbols, err := file.ImportedSymbols()
	if err != nil || len(symbols) == 0 {
		t.Fatal(len(symbols), err)
	}
	for _, symbol := range symbols {
		var minor int
		if _, err := fmt.Sscanf(strings.TrimPrefix(symbol.Version, "GLIBC_"), "2.%d", &minor); err == nil && minor > newestMinor {
			t.Errorf("%s is of %s", symbol.Name, symbol.Version)
		}
	}
}
