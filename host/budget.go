package host

// mostSteps bounds the statements and expressions that are run for a unit. mostStepsApart bounds those of a function
// that is run once more by itself, mostStepsAllApart those of all such functions together. mostStepsWritten bounds
// those that evaluate the parts of a launch.
const (
	mostSteps         = 1 << 20
	mostStepsApart    = 1 << 17
	mostStepsAllApart = 1 << 21
	mostStepsWritten  = 1 << 12
)

// A budget counts the steps of a run.
type budget struct{ steps int }

// goesOn counts a step. It reports whether there are steps left.
func (b *budget) goesOn() bool {
	b.steps++
	return !b.isSpent()
}

// spend counts steps.
func (b *budget) spend(steps int) { b.steps += steps }

// isSpent reports whether no steps are left.
func (b *budget) isSpent() bool { return b.steps > mostSteps }

// allow sets the number of steps that are left.
func (b *budget) allow(steps int) { b.steps = mostSteps - steps }

// since returns how many of the steps that were allowed have been taken.
func (b *budget) since(allowed int) int { return min(allowed, allowed+b.steps-mostSteps) }
