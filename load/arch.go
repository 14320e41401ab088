package load

import (
	"fmt"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/internal/distinct"
	"github.com/warpcheck/warpcheck/warp"
)

// defaultArch is the architecture of a unit if nothing names one. It is the first with independent thread scheduling.
const defaultArch warp.Arch = 70

// architectures lists the compute capabilities of all GPUs, times ten: 75 stands for 7.5.
var architectures = []int{30, 32, 35, 37, 50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86, 87, 88, 89,
	90, 100, 101, 103, 110, 120, 121}

// parseArch parses an architecture in the form "sm_70", "compute_70", "70" or "90a".
func parseArch(name string) (warp.Arch, error) {
	arch, ok := warp.ArchOf(strings.TrimPrefix(strings.TrimPrefix(name, "sm_"), "compute_"))
	if !ok || !slices.Contains(architectures, arch.Capability()) {
		return 0, fmt.Errorf("unknown architecture %q: use one like sm_70, sm_86 or sm_90", name)
	}
	return arch, nil
}

// withoutUnknown returns the architectures in archs that some GPU has. It calls the function unknown with every other
// architecture.
func withoutUnknown(archs []warp.Arch, unknown func(warp.Arch)) []warp.Arch {
	return slices.DeleteFunc(slices.Clone(archs), func(arch warp.Arch) bool {
		isKnown := slices.Contains(architectures, arch.Capability())
		if !isKnown {
			unknown(arch)
		}
		return !isKnown
	})
}

// ParseArchs parses names of architectures. An element of names may itself be a list, separated by commas.
func ParseArchs(names []string) ([]warp.Arch, error) {
	var archs []warp.Arch
	for _, name := range names {
		for _, one := range strings.Split(name, ",") {
			arch, err := parseArch(strings.TrimSpace(one))
			if err != nil {
				return nil, err
			}
			archs = distinct.Append(archs, arch)
		}
	}
	return archs, nil
}

// ArchNames returns the names of all architectures.
func ArchNames() []string {
	var names []string
	for _, capability := range architectures {
		names = append(names, fmt.Sprintf("sm_%d", capability))
	}
	return names
}
