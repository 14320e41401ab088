package cli

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

var (
	rounds = flag.Int("rounds", 3, "how often TestSameBytes divides a run")
	seed   = flag.Uint64("seed", 1, "how it does so")
)

// The report has the same bytes, and the exit code is the same, whatever the number of workers, with and without a
// cache, with any number of shards merged in any order, and when workers are killed meanwhile.
func TestSameBytes(t *testing.T) {
	d := &divided{t: t, folder: t.TempDir(), random: rand.New(rand.NewPCG(*seed, 0))}
	d.program = filepath.Join(d.folder, "warpcheck") // by this name the test is the program (TestMain)
	if err := os.Symlink(os.Args[0], d.program); err != nil {
		t.Fatal(err)
	}
	const source = "../testdata/kernels/launch"
	flags := []string{"--potential", "-f", "full", source}
	want, code := d.run(0, append(flags, "--no-cache")...)
	if code != exitFindings {
		t.Fatalf("exit code %d: %s", code, want)
	}
	rounds := *rounds
	if testing.Short() {
		rounds = 1
	}
	for round := range rounds {
		var got string
		var how string
		if shards := d.random.IntN(5); shards < 2 {
			words := []string{"-j", d.jobs(), "--cache-dir", filepath.Join(d.folder, fmt.Sprint("cache", shards))}
			how = strings.Join(words, " ")
			got, code = d.run(mostKilled, append(words, flags...)...)
		} else {
			how = fmt.Sprintf("%d shards", shards)
			got, code = d.merge(shards, flags)
		}
		if got != want || code != exitFindings {
			t.Errorf("round %d, %s, %d killed so far: exit code %d\n%s", round, how, d.killed, code, got)
		}
	}
	t.Logf("%d workers killed in %d rounds", d.killed, rounds)
}

// divided runs the program as a whole and in shards.
type divided struct {
	t               *testing.T
	program, folder string
	random          *rand.Rand
	killed          int
}

// mostKilled is how many workers of a run are killed: a request is tried in three workers, so that none is lost.
const mostKilled = 2

func (d *divided) jobs() string { return strconv.Itoa(1 + d.random.IntN(8)) }

// merge runs all shards, and merges their results in a random order.
func (d *divided) merge(shards int, flags []string) (string, int) {
	var results []string
	for i := range shards {
		result := filepath.Join(d.folder, fmt.Sprint("r", i))
		results = append(results, result)
		words := []string{"-j", d.jobs(), "--no-cache", "--shard", fmt.Sprintf("%d/%d", i+1, shards), "--result", result}
		if out, code := d.run(mostKilled, append(words, flags...)...); code != exitClean {
			d.t.Fatalf("shard %d: exit code %d\n%s", i, code, out)
		}
	}
	d.random.Shuffle(shards, func(i, j int) { results[i], results[j] = results[j], results[i] })
	return d.run(0, append([]string{"merge", "-f", "full"}, results...)...)
}

// run runs the program, kills some of its workers at random times, and returns its output and its exit code.
func (d *divided) run(kills int, args ...string) (string, int) {
	var out bytes.Buffer
	program := exec.Command(d.program, args...)
	program.Stdout, program.Stderr = &out, &out
	program.Env = append(os.Environ(), "XDG_CACHE_HOME="+filepath.Join(d.folder, "home"))
	if err := program.Start(); err != nil {
		d.t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	killed := make(chan int)
	pause := time.Duration(50+d.random.IntN(400)) * time.Millisecond
	go func() { killed <- killWorkers(ctx, program.Process.Pid, kills, pause) }()
	err := program.Wait()
	stop()
	d.killed += <-killed
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		d.t.Fatal(err)
	}
	return out.String(), program.ProcessState.ExitCode()
}

// killWorkers kills workers of a process, each time the youngest, until the context ends.
func killWorkers(ctx context.Context, process, most int, pause time.Duration) (killed int) {
	tick := time.NewTicker(pause)
	defer tick.Stop()
	for killed < most {
		select {
		case <-ctx.Done():
			return killed
		case <-tick.C:
		}
		if workers := childrenOf(process); len(workers) > 0 && syscall.Kill(slices.Max(workers), syscall.SIGKILL) == nil {
			killed++
		}
	}
	return killed
}

// childrenOf are the child processes of a process, started by any of its threads.
func childrenOf(process int) (children []int) {
	lists, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", process))
	for _, list := range lists {
		text, _ := os.ReadFile(list) // a thread may have ended
		for _, word := range strings.Fields(string(text)) {
			if child, err := strconv.Atoi(word); err == nil {
				children = append(children, child)
			}
		}
	}
	return children
}
