// Package sandbox takes from a process the rights that the analysis of a unit does not need: to use the network, to
// start processes, and to change files.
//
// Package confine restricts clang's calls of the C library, on the thread that parses. But these restrictions do not
// hold for an attacker who can run code through a fault in clang. In the sandbox the kernel refuses these calls for the
// whole process, until it ends:
//
//   - Landlock: files may be read, but not made, written, renamed or removed; no TCP connections.
//   - seccomp: no sockets, no other programs, no new processes (threads are allowed), no file opened for writing, and
//     no calls that reach other processes or the machine.
//
// Each of the two refuses most of this. Both are used if the kernel has both, because each refuses calls that the other
// allows. Open files stay open, such as the pipes to the owner.
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

// Mode selects how much of the sandbox to use.
type Mode string

// The modes.
const (
	// Auto uses the parts that the kernel has.
	Auto Mode = "auto"
	// Require runs a worker only in the complete sandbox.
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

// State describes the parts of the sandbox that are in force or available.
type State struct {
	// Landlock is the version of the kernel's interface, or 0 if there is none.
	Landlock uint8
	Seccomp  bool
}

// Available returns the parts that the kernel has.
func Available() State {
	version, err := kernel.LandlockGetABIVersion()
	if err != nil {
		version = 0
	}
	return State{uint8(version), seccomp.Supported()}
}

// IsWhole reports whether the sandbox has all its parts.
func (s State) IsWhole() bool { return s.Landlock > 0 && s.Seccomp }

// String lists the parts of the sandbox that are in force.
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

// MissingError reports that a part of a required sandbox is not available.
type MissingError struct{ Has State }

func (e MissingError) Error() string {
	return fmt.Sprintf("the kernel has not all of the sandbox that is required, but: %s; "+
		"it needs Landlock and seccomp, or run with --sandbox=auto", e.Has)
}

// Enter puts all threads of the process into the sandbox. It returns the parts that are then in force.
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

// The refused system calls, by their effect. Not every processor has all of them.
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
	// unseen has calls with the same effects as other calls, but with arguments that a filter cannot inspect. If these
	// are refused, programs use the other calls.
	unseen = []string{"clone3", "openat2", "io_uring_setup"}
)

// toWrite has the flags that open a file for writing, or create it.
const toWrite = unix.O_WRONLY | unix.O_RDWR | unix.O_CREAT | unix.O_TRUNC

// filter returns the seccomp filter that refuses these calls.
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
