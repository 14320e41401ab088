package cli

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// canTrace reports whether strace is installed and may trace a program.
func canTrace() bool {
	return exec.Command("strace", "-f", "-qq", "-o", "/dev/null", "true").Run() == nil
}

var (
	// A call in the output of strace, with the process in front.
	tracedCall = regexp.MustCompile(`^\d+ +(\w+)\((.*)`)
	// The process of a line, and whether the kernel restarts its call after a signal.
	tracedProcess = regexp.MustCompile(`^(\d+) `)
	madeAgain     = regexp.MustCompile(`= \? ERESTART`)
	// A thread does not count as a process: it shares the memory of the process that starts it.
	newThread = regexp.MustCompile(`\bCLONE_THREAD\b`)
	// How a file is opened for writing.
	writing = regexp.MustCompile(`\bO_(WRONLY|RDWR|CREAT|TRUNC|APPEND)\b`)
	// The names in the arguments of a call.
	quotedName = regexp.MustCompile(`"((?:[^"\\]|\\.)*)"`)
	// The program as a worker.
	asWorker = regexp.MustCompile(`^"/proc/self/exe", \["[^"]*warpcheck", "` + workerWord + `"`)
)

// Calls that start a program, that change files and that reach out of the machine.
var (
	starting = []string{"execve", "execveat", "fork", "vfork", "clone", "clone3"}
	changing = strings.Fields("creat mkdir mkdirat mknod mknodat rename renameat renameat2 link linkat " +
		"symlink symlinkat unlink unlinkat rmdir chmod fchmodat chown lchown fchownat truncate " +
		"utime utimes utimensat setxattr mount")
	connecting = strings.Fields("socket socketpair connect bind listen accept accept4 sendto sendmsg")
)

// watched is the command "watched ARGS...": it runs warpcheck, which must report findings, and checks the run as quiet
// does.
func watched(ts *testscript.TestScript, neg bool, args []string) {
	trace, asked := ts.MkAbs(ts.Getenv("WORK")+"/watched.trace"), ts.Getenv("WORK")+"/watched"
	ts.Check(os.MkdirAll(asked, 0o777))
	words := []string{"-f", "-qq", "-s", "4096", "-o", trace, "-e", "trace=%process,%network,%file,openat,creat", "warpcheck",
		"--no-cache", "-o", asked + "/report"}
	var exit *exec.ExitError
	if err := ts.Exec("strace", append(words, args...)...); !errors.As(err, &exit) || exit.ExitCode() != exitFindings {
		ts.Fatalf("strace warpcheck: %v, want findings", err)
	}
	quiet(ts, false, []string{trace, asked})
}

// quiet is the command "quiet TRACE FOLDER...": it checks, in strace's output, that one program runs, with itself as
// workers, and that it changes files only below the folders and connects to nothing.
func quiet(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: quiet TRACE FOLDER...")
	}
	for i, folder := range args[1:] {
		args[1+i] = filepath.Clean(folder) + "/"
	}
	started, written, workers, processes := 0, 0, 0, 0
	for _, line := range withoutMadeAgain(ts.ReadFile(args[0])) {
		call := tracedCall.FindStringSubmatch(line)
		if call == nil {
			continue
		}
		name, arguments := call[1], call[2]
		switch {
		case strings.HasPrefix(name, "exec") && started > 0 && asWorker.MatchString(arguments):
			workers++
		case strings.HasPrefix(name, "exec"):
			if started++; started > 1 {
				ts.Fatalf("a program is started: %s", line)
			}
		case slices.Contains(starting, name) && !newThread.MatchString(arguments):
			processes++
		case slices.Contains(connecting, name):
			ts.Fatalf("a connection is made: %s", line)
		case slices.Contains(changing, name), strings.HasPrefix(name, "open") && writing.MatchString(arguments):
			if !isBelow(arguments, args[1:]) {
				ts.Fatalf("a file is written: %s", line)
			}
			written++
		}
	}
	if started != 1 || written == 0 || workers == 0 {
		ts.Fatalf("%d programs and %d workers started, %d files written: the trace shows no run", started, workers, written)
	}
	// Go forks one process that ends at once, to test whether it can.
	if processes > workers+1 {
		ts.Fatalf("%d processes are made, and %d workers", processes, workers)
	}
}

// withoutMadeAgain returns the lines of a trace without calls that the kernel restarts after a signal: each restart has
// a line of its own. Go's scheduler sends signals at any time.
func withoutMadeAgain(trace string) []string {
	var lines []string
	unfinished := map[string]int{} // by process, the line of a call that has not returned
	for line := range strings.Lines(trace) {
		process := tracedProcess.FindString(line)
		switch begun, ok := unfinished[process]; {
		case !madeAgain.MatchString(line):
			if strings.Contains(line, "<unfinished ...>") {
				unfinished[process] = len(lines)
			}
			lines = append(lines, line)
		case ok && strings.Contains(line, " resumed>"):
			lines[begun] = ""
		}
	}
	return lines
}

// isBelow reports whether all names in the arguments of a call are below folders, or are /dev/null.
func isBelow(arguments string, folders []string) bool {
	names := quotedName.FindAllStringSubmatch(arguments, -1)
	return len(names) > 0 && !slices.ContainsFunc(names, func(name []string) bool {
		path := filepath.Clean(name[1])
		return path != "/dev/null" && !slices.ContainsFunc(folders, func(folder string) bool {
			return strings.HasPrefix(path+"/", folder)
		})
	})
}

func TestCallsMadeAgainCountOnce(t *testing.T) {
	trace := `7 clone(child_stack=NULL, flags=CLONE_VFORK) = ? ERESTARTNOINTR (To be restarted)
7 --- SIGURG {si_signo=SIGURG} ---
7 clone(child_stack=NULL, flags=CLONE_VFORK <unfinished ...>
8 execve("/proc/self/exe", ["warpcheck"], 0x1 /* 1 var */ <unfinished ...>
7 <... clone resumed>) = ? ERESTARTNOINTR (To be restarted)
8 <... execve resumed>) = 0
7 clone(child_stack=NULL, flags=CLONE_VFORK) = 9
`
	clones := 0
	for _, line := range withoutMadeAgain(trace) {
		if call := tracedCall.FindStringSubmatch(line); call != nil && call[1] == "clone" {
			clones++
		}
	}
	if clones != 1 {
		t.Errorf("%d processes are made, want 1:\n%s", clones, trace)
	}
}
