package host

// mostSteps bounds the statements and expressions that are run for a unit, mostStepsApart
// those of a function that is run once more for itself, mostStepsAllApart those of all such
// functions together, and mostStepsWritten those of what stands in a launch.
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

// isSpent reports that no steps are left.
func (b *budget) isSpent() bool { return b.steps > mostSteps }

// allow leaves so many steps.
func (b *budget) allow(steps int) { b.steps = mostSteps - steps }

// since is how many of the steps that were allowed have been taken.
func (b *budget) since(allowed int) int { return min(allowed, allowed+b.steps-mostSteps) }
