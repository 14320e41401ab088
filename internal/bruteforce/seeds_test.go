package bruteforce

import (
	"os"
	"strconv"
	"testing"
)

// asked are the first seed and the number of programs of each kind that the environment asks for:
// FUZZSEED and PROGRAMS. Without them the same few are tried every time.
func asked(t *testing.T) (first, count int) {
	t.Helper()
	return number(t, "FUZZSEED", 1), number(t, "PROGRAMS", 0)
}

func number(t *testing.T, variable string, otherwise int) int {
	t.Helper()
	s := os.Getenv(variable)
	if s == "" {
		return otherwise
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatalf("%s: %v", variable, err)
	}
	return n
}
