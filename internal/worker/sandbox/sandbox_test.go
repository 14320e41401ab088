package sandbox

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// The test runs itself in the sandbox, because no process can leave it again.
const folderVariable = "WARPCHECK_TEST_SANDBOX"

// attempts are operations that the sandbox refuses, in a folder that the user may write.
var attempts = map[string]func(folder string) error{
	"make a file":    func(folder string) error { return os.WriteFile(filepath.Join(folder, "new"), nil, 0o666) },
	"change a file":  func(folder string) error { return os.WriteFile(filepath.Join(folder, "old"), nil, 0o666) },
	"empty a file":   func(folder string) error { return os.Truncate(filepath.Join(folder, "old"), 0) },
	"remove a file":  func(folder string) error { return os.Remove(filepath.Join(folder, "old")) },
	"rename a file":  func(folder string) error { return os.Rename(filepath.Join(folder, "old"), filepath.Join(folder, "x")) },
	"make a folder":  func(folder string) error { return os.Mkdir(filepath.Join(folder, "x"), 0o777) },
	"make a link":    func(folder string) error { return os.Symlink("/", filepath.Join(folder, "x")) },
	"change a mode":  func(folder string) error { return os.Chmod(filepath.Join(folder, "old"), 0o777) },
	"run a program":  func(string) error { return exec.Command("/bin/true").Run() },
	"make a process": func(string) error { return forked() },
	"listen":         func(string) error { _, err := net.Listen("tcp", "127.0.0.1:0"); return err },
	"end another":    func(string) error { return syscall.Kill(os.Getppid(), 0) },
}

// forked forks without starting a program, and returns the error.
func forked() error {
	id, _, number := syscall.RawSyscall(syscall.SYS_CLONE, uintptr(syscall.SIGCHLD), 0, 0)
	if number != 0 {
		return number
	}
	if id == 0 {
		syscall.RawSyscall(syscall.SYS_EXIT_GROUP, 0, 0, 0)
	}
	return nil
}

func TestSandbox(t *testing.T) {
	if folder := os.Getenv(folderVariable); folder != "" {
		os.Exit(tryAll(folder))
	}
	if !Available().IsWhole() {
		t.Skipf("the kernel has: %s", Available())
	}
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "old"), []byte("text"), 0o666); err != nil {
		t.Fatal(err)
	}
	run := exec.Command(os.Args[0], "-test.run=^TestSandbox$")
	run.Env = append(os.Environ(), folderVariable+"="+folder)
	out, err := run.CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	if text, err := os.ReadFile(filepath.Join(folder, "old")); err != nil || string(text) != "text" {
		t.Errorf("%q, %v", text, err)
	}
}

// tryAll enters the sandbox, and tries what it must refuse and what it must allow.
func tryAll(folder string) int {
	failures := 0
	tell := func(text string, err error) {
		failures++
		fmt.Println(text, err)
	}
	if state, err := Enter(Require); err != nil {
		tell("enter "+state.String(), err)
	}
	for what, try := range attempts {
		err := try(folder)
		if !errors.Is(err, syscall.EPERM) && !errors.Is(err, syscall.EACCES) {
			tell(what, err)
		}
	}
	if text, err := os.ReadFile(filepath.Join(folder, "old")); string(text) != "text" {
		tell("read", err)
	}
	done := make(chan bool)
	for range 64 { // some of them on new threads
		go func() {
			_, err := os.ReadDir(folder)
			done <- err == nil
		}()
	}
	for range 64 {
		if !<-done {
			tell("read on a thread", nil)
		}
	}
	return failures
}

func TestModes(t *testing.T) {
	for _, name := range []string{"auto", "require", "off"} {
		if mode, err := ParseMode(name); err != nil || string(mode) != name {
			t.Errorf("%s: %v, %v", name, mode, err)
		}
	}
	if _, err := ParseMode("on"); err == nil || !strings.Contains(err.Error(), "use auto, require or off") {
		t.Error(err)
	}
	if state, err := Enter(Off); err != nil || state != (State{}) {
		t.Error(state, err)
	}
}
