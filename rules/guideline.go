package rules

import "slices"

// GuidelineName and GuidelineVersion name the document whose rules Guideline lists. The rules are identified by their
// numbers; the titles are this project's own words.
const (
	GuidelineName    = "NVIDIA CUDA C++ Guidelines for Robust and Safety-Critical Programming"
	GuidelineVersion = "3.0.1"
)

// Demand is a rule or a directive of the guideline.
type Demand struct {
	// ID is its number: "2.4" for a rule, "Safety 3.1" for a rule of the chapter for critical safety, "Directive 1.3" for
	// a directive.
	ID string
	// Title is a short description of the demand.
	Title string
	// Others names a tool outside this program that checks the demand, such as a compiler or a check of clang-tidy. It
	// is "" if none is known.
	Others string
}

// Guideline lists the rules and directives of the guideline, in its order. The fields Guideline and Demands of a rule
// hold the numbers of those that it checks.
func Guideline() []Demand {
	return []Demand{
		{"1.1", "no CUDA before main begins or after it ends", ""},
		{"1.2", "wait for all devices before the program ends", ""},
		{"1.3", "check what each call of a CUDA library returns", "clang-tidy: bugprone-unused-return-value, with CheckedFunctions"},
		{"1.4", "ask for errors behind each launch", ""},
		{"1.5", "device numbers are handles, and not computed with", ""},
		{"1.6", "exec follows fork at once", ""},
		{"1.7", "the same execution spaces on all declarations", "compilers, in part"},
		{"1.8", "parameters of kernels are trivial", ""},
		{"1.9", "references as parameters of kernels lead to managed memory", ""},
		{"1.10", "no declaration rests on __CUDA_ARCH__", ""},
		{"1.11", "macros of CUDA are not redefined", "clang-tidy: bugprone-reserved-identifier"},
		{"1.12", "device code does not write constant memory", ""},
		{"1.13", "no thread_local objects in device code", "compilers: an error"},
		{"1.14", "all active threads call a barrier of the block", ""},
		{"2.1", "a mask names only lanes that take part", ""},
		{"2.2", "the width of a shuffle is a power of two up to 32", ""},
		{"2.3", "a lane is in its own mask, and so is the lane that it reads", ""},
		{"2.4", "the lanes of a mask call the same __syncwarp together", ""},
		{"3.1", "functions are called in the spaces that they are for", "compilers: an error"},
		{"3.2", "pointers to functions are used on the side where they are taken", ""},
		{"3.3", "objects are used in the space that they are in", "compilers, in part: an error"},
		{"3.4", "one array of dynamic shared memory for a kernel", ""},
		{"3.5", "restricted pointers do not alias", ""},
		{"4.1", "kernels are called with a configuration", "compilers: an error"},
		{"4.2", "nothing but kernels is called with a configuration", "compilers: an error"},
		{"4.3", "arguments of kernels have no virtual functions", ""},
		{"4.4", "one kernel has the same launch bounds everywhere", ""},
		{"Safety 1.1", "no callbacks", ""},
		{"Safety 1.2", "no asm in device code", "clang-tidy: portability-no-assembler"},
		{"Safety 1.3", "no operators that device code lacks", "compilers: an error"},
		{"Safety 1.4", "no types that device code lacks", "compilers, in part"},
		{"Safety 1.5", "const variables of the host are used where that is allowed", "compilers, in part: an error"},
		{"Safety 1.6", "constexpr variables of the host are used where that is allowed", "compilers, in part: an error"},
		{"Safety 2.1", "no execution spaces that are deduced wrongly", ""},
		{"Safety 3.1", "no launch within the configuration of a launch", ""},
		{"Safety 3.2", "no launches from device code", "nvcc without -rdc=true: an error"},
		{"Directive 1.1", "usual endings of file names", ""},
		{"Directive 1.2", "constructors and destructors manage resources", ""},
		{"Directive 1.3", "shared memory is written before it is read", ""},
		{"Directive 1.4", "no CUDA in callbacks", ""},
		{"Directive 1.5", "callbacks do not wait for callbacks", ""},
	}
}

// DecidedBy returns the rules that check a demand. Those that are on by default come first.
func (d Demand) DecidedBy() []*Rule {
	var on, off []*Rule
	for _, rule := range All() {
		switch {
		case !rule.decides(d):
		case rule.Default:
			on = append(on, rule)
		default:
			off = append(off, rule)
		}
	}
	return append(on, off...)
}

// decides reports whether the rule r checks the demand d of the guideline.
func (r *Rule) decides(d Demand) bool { return r.Guideline == d.ID || slices.Contains(r.Demands, d.ID) }

// DemandIndices returns the indices in Guideline of the demands that the rule checks.
func (r *Rule) DemandIndices() []int {
	var indices []int
	for i, d := range Guideline() {
		if r.decides(d) {
			indices = append(indices, i)
		}
	}
	return indices
}
