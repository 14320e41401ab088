package warp

import (
	"fmt"
	"strconv"
	"strings"
)

// Arch is a GPU architecture: its compute capability times ten, plus a variant (Specific, Family) if it has features of
// its own.
type Arch int

// The variants: sm_90a is 90 + Specific, sm_100f is 100 + Family.
const (
	Specific Arch = 1000 * (iota + 1)
	Family
)

// Capability returns the compute capability times ten: 90 for sm_90a.
func (a Arch) Capability() int { return int(a % Specific) }

// IsSpecific reports whether code for a runs on this architecture only: sm_90a.
func (a Arch) IsSpecific() bool { return a/Specific*Specific == Specific }

// IsFamily reports whether code for a runs on the family of the architecture: sm_100f.
func (a Arch) IsFamily() bool { return a/Specific*Specific == Family }

// String returns the name of the architecture: sm_90a.
func (a Arch) String() string {
	suffix := ""
	switch {
	case a.IsSpecific():
		suffix = "a"
	case a.IsFamily():
		suffix = "f"
	}
	return fmt.Sprintf("sm_%d%s", a.Capability(), suffix)
}

// Model returns the convergence model of the architecture. It never returns Strict, which only a configuration selects.
func (a Arch) Model() Model {
	if a.Capability() < 70 {
		return Lockstep
	}
	return Independent
}

// ArchOf returns the architecture with these digits and this variant: 70, 90a or 100f. It returns false if name has
// another form. It does not check that the architecture exists.
func ArchOf(name string) (Arch, bool) {
	variant := Arch(0)
	digits, isSpecific := strings.CutSuffix(name, "a")
	if isSpecific {
		variant = Specific
	} else if rest, isFamily := strings.CutSuffix(name, "f"); isFamily {
		digits, variant = rest, Family
	}
	n, err := strconv.Atoi(digits)
	return Arch(n) + variant, err == nil && n > 0 && n < int(Specific)
}
