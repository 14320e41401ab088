package bruteforce

import (
	"os"
	"strconv"
	"testing"
)

// asked returns the first seed and the number of programs of each kind that the environment asks for with FUZZSEED and
// PROGRAMS. Without them each run tries the same few programs.
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
