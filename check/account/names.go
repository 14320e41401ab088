package account

import (
	"regexp"

	"github.com/warpcheck/warpcheck/internal/pattern"
)

// These patterns match the names of collectives, and the PTX mnemonics of collectives in asm statements. The search of
// the syntax tree shares no code with the lowering, so that a collective that the lowering loses is listed as not
// analysed.
var (
	warpName = pattern.Of(`^__(syncwarp|shfl(_up|_down|_xor)?(_sync)?|` +
		`(any|all|ballot|uni)(_sync)?|match_(any|all)_sync|reduce_\w+_sync|` +
		`[hibd]?mma(_bf16|_tf32)?_m\d+n\d+k\d+_(ld|mma|st)_\w+|` +
		`warpcheck_group_collective)$`)
	blockName = pattern.Of(`^__(syncthreads(_count|_and|_or)?|barrier_sync(_count)?|` +
		`warpcheck_(block_collective|grid_sync|cluster_(sync|arrive|wait)))$`)
	warpAsm = pattern.Of(`\b(shfl(\.sync)?\.|vote(\.sync)?\.|match\.(any|all)\.sync|` +
		`redux\.sync|bar\.warp\.sync|elect\.sync|` +
		`(w?mma|wgmma|(ld|st|mov)matrix|tcgen05|setmaxnreg)[\w.:]*\.sync\b)`)
	blockAsm = pattern.Of(`\b(bar\.(cta\.)?(sync|red)|barrier\.(cta\.)?(sync|red)|` +
		`bar\.arrive|barrier\.((cta|cluster)\.)?arrive|barrier\.cluster\.wait)`)
)

// Reach is the set of collectives that a function may execute, as bits.
type Reach int

// The elements of a Reach. ReachesWarp stands for collectives of a warp, ReachesBlock for those of a block.
const (
	ReachesWarp Reach = 1 << iota
	ReachesBlock
	// ReachesOpen is set in addition if template arguments decide which function is called.
	ReachesOpen
)

// ReachOfName returns the collectives that a function with a name executes.
func ReachOfName(name string) Reach { return textReach(name, warpName(), blockName()) }

// ReachOfAsm returns the collectives that an asm statement with a text executes.
func ReachOfAsm(text string) Reach { return textReach(text, warpAsm(), blockAsm()) }

func textReach(text string, warp, block *regexp.Regexp) (r Reach) {
	if warp.MatchString(text) {
		r |= ReachesWarp
	}
	if block.MatchString(text) {
		r |= ReachesBlock
	}
	return r
}
