package cli

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// worst is how many units are listed.
const worst = 10

// cost is the cost of a unit: seconds per phase, and peak memory.
type cost struct {
	unit                           string
	parse, lower, interpret, rules float64
	peakMB                         int
}

// ratio is the time of the interpretation and the rules divided by that of the parse.
func (c cost) ratio() float64 { return (c.interpret + c.rules) / c.parse }

// BenchmarkUnits prints a table of what each phase costs for the .cu files below BENCH_PATH, each checked on its own,
// the most expensive units first. `make bench` runs it.
func BenchmarkUnits(b *testing.B) {
	root := os.Getenv("BENCH_PATH")
	if root == "" {
		root = "../testdata/kernels"
	}
	var costs []cost
	total := cost{unit: "all"}
	for _, unit := range unitsBelow(b, root) {
		c := costOf(b, unit)
		costs = append(costs, c)
		total.parse, total.lower = total.parse+c.parse, total.lower+c.lower
		total.interpret, total.rules = total.interpret+c.interpret, total.rules+c.rules
		total.peakMB = max(total.peakMB, c.peakMB)
	}
	slices.SortStableFunc(costs, func(x, y cost) int { return cmp.Compare(y.ratio(), x.ratio()) })
	b.ReportMetric(total.ratio(), "ratio")
	b.ReportMetric(float64(total.peakMB), "peak-MB")
	fmt.Printf("\n%d units below %s\n", len(costs), root)
	printCosts(append([]cost{total}, costs[:min(worst, len(costs))]...))
}

func unitsBelow(b *testing.B, root string) (units []string) {
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && filepath.Ext(path) == ".cu" {
			units = append(units, path)
		}
		return err
	})
	if err != nil || len(units) == 0 {
		b.Fatalf("%d units below %s, %v", len(units), root, err)
	}
	return units
}

// costOf checks a unit with all rules.
func costOf(b *testing.B, unit string) cost {
	stats := filepath.Join(b.TempDir(), "stats.json")
	debug.FreeOSMemory()
	forgetPeak()
	c := Command{Stdout: io.Discard, Stderr: io.Discard}
	c.Main([]string{"warpcheck", "--potential", "--exit-zero", "-j", "1", "--stats", stats, unit})
	text, err := os.ReadFile(stats)
	if err != nil {
		b.Fatal(err)
	}
	var figures struct{ Seconds map[string]float64 }
	if err := json.Unmarshal(text, &figures); err != nil {
		b.Fatal(err)
	}
	s := figures.Seconds
	return cost{unit, s["parse"], s["lower"], s["interpret"], s["rules"], peakMB()}
}

func printCosts(costs []cost) {
	fmt.Printf("%8s %8s %9s %8s %8s %8s  %s\n", "parse s", "lower s", "interp. s", "rules s", "ratio", "peak MB", "unit")
	for _, c := range costs {
		fmt.Printf("%8.2f %8.2f %9.2f %8.2f %8.2f %8d  %s\n",
			c.parse, c.lower, c.interpret, c.rules, c.ratio(), c.peakMB, c.unit)
	}
}

// forgetPeak makes Linux measure the peak memory of the process from now on.
func forgetPeak() { _ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) }

// peakMB is the peak memory of the process in MiB, 0 if the system does not report it.
func peakMB() int {
	status, _ := os.ReadFile("/proc/self/status")
	_, after, _ := strings.Cut(string(status), "VmHWM:")
	fields := strings.Fields(after)
	if len(fields) == 0 {
		return 0
	}
	kB, _ := strconv.Atoi(fields[0])
	return kB >> 10
}
