// Package sandbox takes from a process what the analysis of a unit does not need: the network, new processes, and every
// means to change a file.
//
// Package confine restricts clang's calls of the C library, on the thread that parses. But a fault in clang that lets
// an attacker run code would escape it. Here the kernel refuses, for the whole process and for good:
//
//   - Landlock: files may be read, but not made, written, renamed or removed; no TCP connections.
//   - seccomp: no sockets, no other programs, no new processes (threads are allowed), no file opened for writing, and no
//     calls that reach other processes or the machine.
//
// Each of the two refuses most of this. Both are used if the kernel has both, because each refuses something that the
// other allows. Files that are open already stay open: the pipes to the owner.
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

// Mode is how much of the sandbox the user wants.
type Mode string

// The modes.
const (
	// Auto uses what the kernel has.
	Auto Mode = "auto"
	// Require runs no worker without the whole sandbox.
	Require Mode = "require"
	// Off uses no sandbox.
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

// State is which parts of the sandbox are in force, or can be.
type State struct {
	// Landlock is the version of the kernel's interface, 0 if there is none.
	Landlock uint8
	Seccomp  bool
}

// Available returns what the kernel has.
func Available() State {
	version, err := kernel.LandlockGetABIVersion()
	if err != nil {
		version = 0
	}
	return State{uint8(version), seccomp.Supported()}
}

// IsWhole reports whether no part is missing.
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

// MissingError reports that a required sandbox is not available as a whole.
type MissingError struct{ Has State }

func (e MissingError) Error() string {
	return fmt.Sprintf("the kernel has not all of the sandbox that is required, but: %s; "+
		"it needs Landlock and seccomp, or run with --sandbox=auto", e.Has)
}

// Enter puts all threads of the process into the sandbox, and returns what is in force then.
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

// The system calls that are refused, by what they do. Not every processor has all of them.
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
	// unseen are calls that do the same as others, but with arguments that a filter cannot inspect. Programs that call
	// them fall back to the other calls.
	unseen = []string{"clone3", "openat2", "io_uring_setup"}
)

// toWrite are the flags that open a file for writing, or make one.
const toWrite = unix.O_WRONLY | unix.O_RDWR | unix.O_CREAT | unix.O_TRUNC

// filter is the seccomp filter with the refused calls.
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

// knownCalls returns a function that reports whether this processor has a system call.
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
