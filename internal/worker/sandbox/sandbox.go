// Package sandbox takes from a process what the analysis of a unit does not need: the network, new
// processes, and every way to change a file.
//
// Package confine answers clang's calls of the C library, on the thread that parses. A fault in
// clang that runs the attacker's code is not bound by it. Here the kernel refuses, for the
// process and for good:
//
//   - Landlock: files may be read, and nothing be made, written, renamed or removed; no TCP
//     connection.
//   - seccomp: no socket, no other program, no process (threads are let through), no file opened
//     for writing, none of the calls that reach other processes or the machine.
//
// Each is enough for most of this. Both are used if the kernel has both, since one refuses what
// the other allows. Files opened before stay open: the pipes to the program that asks.
package sandbox

import (
	"fmt"
	"slices"
	"strings"
	"syscall"

	seccomp "github.com/elastic/go-seccomp-bpf"
	"github.com/elastic/go-seccomp-bpf/arch"
	"github.com/landlock-lsm/go-landlock/landlock"
	kernel "github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/sys/unix"
)

// Mode says what is asked for.
type Mode string

// The modes.
const (
	// Auto uses what the kernel has.
	Auto Mode = "auto"
	// Require runs nothing without all of it.
	Require Mode = "require"
	// Off uses none.
	Off Mode = "off"
)

// ParseMode reads the name of a mode.
func ParseMode(name string) (Mode, error) {
	modes := []Mode{Auto, Require, Off}
	if slices.Contains(modes, Mode(name)) {
		return Mode(name), nil
	}
	return "", fmt.Errorf("%q: use auto, require or off", name)
}

// State is what is in force, or can be.
type State struct {
	// Landlock is the version of the kernel's interface, 0 for none.
	Landlock uint8
	Seccomp  bool
}

// Available is what the kernel has.
func Available() State {
	version, err := kernel.LandlockGetABIVersion()
	if err != nil {
		version = 0
	}
	return State{uint8(version), seccomp.Supported()}
}

// IsWhole reports that nothing is missing.
func (s State) IsWhole() bool { return s.Landlock > 0 && s.Seccomp }

// String names the state.
func (s State) String() string {
	var parts []string
	if s.Landlock > 0 {
		parts = append(parts, fmt.Sprintf("Landlock %d", s.Landlock))
	}
	if s.Seccomp {
		parts = append(parts, "seccomp")
	}
	if parts == nil {
		return "none"
	}
	return strings.Join(parts, ", ")
}

// MissingError is the refusal to run without what was required.
type MissingError struct{ Has State }

func (e MissingError) Error() string {
	return fmt.Sprintf("the kernel has not all of the sandbox that is required, but: %s; "+
		"it needs Landlock and seccomp, or run with --sandbox=auto", e.Has)
}

// Enter puts the process into the sandbox, all its threads, and returns what is in force then.
func Enter(mode Mode) (State, error) {
	if mode == Off {
		return State{}, nil
	}
	has := Available()
	if mode == Require && !has.IsWhole() {
		return State{}, MissingError{has}
	}
	if has.Landlock > 0 {
		if err := landlock.V8.BestEffort().Restrict(landlock.RODirs("/")); err != nil {
			has.Landlock = 0
		}
	}
	if has.Seccomp {
		if err := seccomp.LoadFilter(filter()); err != nil {
			has.Seccomp = false
		}
	}
	if mode == Require && !has.IsWhole() {
		return has, MissingError{has}
	}
	return has, nil
}

// The calls that are refused, by what they do. Some are not there on every processor.
var (
	connecting = []string{"socket", "socketpair", "connect", "bind", "listen", "accept", "accept4"}
	running    = []string{"execve", "execveat", "fork", "vfork", "kill", "pidfd_send_signal", "ptrace",
		"process_vm_readv", "process_vm_writev", "pidfd_getfd"}
	changing = []string{"creat", "mkdir", "mkdirat", "mknod", "mknodat", "rename", "renameat", "renameat2",
		"link", "linkat", "symlink", "symlinkat", "unlink", "unlinkat", "rmdir", "truncate", "chmod", "fchmodat",
		"fchmodat2", "chown", "lchown", "fchownat", "utime", "utimes", "utimensat", "futimesat", "setxattr",
		"lsetxattr", "fsetxattr", "removexattr", "lremovexattr", "fremovexattr"}
	reaching = []string{"mount", "umount2", "pivot_root", "chroot", "unshare", "setns", "bpf", "perf_event_open",
		"userfaultfd", "init_module", "finit_module", "delete_module", "kexec_load", "kexec_file_load", "reboot",
		"swapon", "swapoff", "keyctl", "add_key", "request_key", "open_by_handle_at", "personality"}
	// unseen do what others do with arguments that a filter cannot look at. Who calls them falls
	// back to the others.
	unseen = []string{"clone3", "openat2", "io_uring_setup"}
)

// toWrite are the flags with which a file is opened for writing, or made.
const toWrite = unix.O_WRONLY | unix.O_RDWR | unix.O_CREAT | unix.O_TRUNC

// filter is what seccomp refuses.
func filter() seccomp.Filter {
	known := knownCalls()
	conditional := []seccomp.NameWithConditions{}
	for _, one := range []struct {
		name      string
		argument  uint32
		operation seccomp.Operation
		bits      uint64
	}{
		{"open", 1, seccomp.BitsSet, toWrite},
		{"openat", 2, seccomp.BitsSet, toWrite},
		{"clone", 0, seccomp.BitsNotSet, unix.CLONE_THREAD},
	} {
		if known(one.name) {
			conditional = append(conditional, seccomp.NameWithConditions{Name: one.name,
				Conditions: seccomp.ArgumentConditions{{Argument: one.argument, Operation: one.operation, Value: one.bits}}})
		}
	}
	refused := slices.DeleteFunc(slices.Concat(connecting, running, changing, reaching),
		func(name string) bool { return !known(name) })
	absent := slices.DeleteFunc(slices.Clone(unseen), func(name string) bool { return !known(name) })
	return seccomp.Filter{NoNewPrivs: true, Flag: seccomp.FilterFlagTSync, Policy: seccomp.Policy{
		DefaultAction: seccomp.ActionAllow,
		Syscalls: []seccomp.SyscallGroup{
			{Action: seccomp.ActionErrno, Names: refused, NamesWithCondtions: conditional},
			{Action: seccomp.ActionErrno | seccomp.Action(syscall.ENOSYS), Names: absent},
		},
	}}
}

// knownCalls reports the calls of this processor.
func knownCalls() func(name string) bool {
	here, err := arch.GetInfo("")
	if err != nil {
		return func(string) bool { return false }
	}
	return func(name string) bool {
		_, known := here.SyscallNames[name]
		return known
	}
}
