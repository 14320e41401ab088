package lanes

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/warp"
)

// blocks are those of a context: of one shape, or of all that have some extents in common.
type blocks struct {
	shape warp.Shape
	// size is what the host's arithmetic shows of the first extent that completes warps
	// (plane.last), where it need not be one that does; nothing for others, which are
	// assumed to be whole warps.
	size warp.Extent
}

// mostSizes bounds the shapes of a launch that are contexts of their own, where only some
// sizes of its extents are possible.
const mostSizes = 32

// contexts are the blocks that a root is launched in. Launches of unknown width are one
// context, with what else they have in common: those whose width is computed, then those
// that are assumed to be whole warps.
func contexts(p *cfg.Program, root *cfg.Func, opts Options) []blocks {
	var list []blocks
	add := func(b blocks) {
		if !slices.Contains(list, b) {
			list = append(list, b)
		}
	}
	if opts.Shapes != nil {
		for _, s := range opts.Shapes(root) {
			add(blocks{shape: s})
		}
	}
	if len(list) > 0 {
		return list
	}
	var computed []blocks
	var wide *blocks
	for _, l := range p.Launches {
		if l.Kernel != root.Decl {
			continue
		}
		for _, b := range launchedWith(l, mostThreads(root)) {
			switch {
			case b.size.IsKnown():
				computed = joined(computed, b)
			case b.shape[0] == 0 && wide == nil:
				wide = &b
			case b.shape[0] == 0:
				wide.shape = common(wide.shape, b.shape)
			default:
				add(b)
			}
		}
	}
	list = append(list, computed...)
	if wide != nil {
		list = append(list, *wide)
	}
	if len(list) == 0 {
		list = append(list, blocks{})
	}
	return list
}

// joined adds blocks of a computed size to those of the same shape.
func joined(list []blocks, b blocks) []blocks {
	for i := range list {
		if list[i].shape == b.shape {
			list[i].size = list[i].size.Or(b.size)
			return list
		}
	}
	return append(list, b)
}

// launchedWith is what is known of the block of a launch: nothing where it cannot be
// launched, or cannot be made of whole warps.
func launchedWith(l *cfg.Launch, most int) []blocks {
	var s warp.Shape
	if l.Block != nil {
		s = warp.Shape(*l.Block)
	}
	switch {
	case s.IsLaunchable():
		return []blocks{{shape: s}}
	case s.Known() || !s.MayExtend():
		return []blocks{{}}
	}
	p := planeOf(s)
	if e := l.Extents[p.last]; s[p.last] == 0 && e.IsKnown() && p.inner*e.Multiple%warp.Size != 0 {
		if e.Most = min(e.Most, most/p.inner, dimensions[p.last].most); len(e.Sizes(warp.MaxThreads)) > 0 {
			if all := partial(s, p, e, l.Extents); all != nil {
				return all
			}
		}
	}
	if p.least <= most {
		return []blocks{{shape: s}}
	}
	return []blocks{{}}
}

// partial are blocks whose plane has an extent that need not complete warps: one context
// where the block has no more than that plane, one for each shape where they are few, and
// none where they are many.
func partial(s warp.Shape, p plane, e warp.Extent, extents [3]warp.Extent) []blocks {
	if !slices.ContainsFunc(s[p.last+1:], func(n int) bool { return n != 1 }) {
		return []blocks{{s, e}}
	}
	extents[p.last] = e
	shapes := []warp.Shape{s}
	for i, n := range s {
		if n > 0 {
			continue
		}
		sizes := extents[i].Sizes(mostSizes)
		var more []warp.Shape
		for _, one := range shapes {
			for _, n := range sizes {
				one[i] = n
				more = append(more, one)
			}
		}
		shapes = more
	}
	if len(shapes) > mostSizes {
		return nil
	}
	var all []blocks
	for _, one := range shapes {
		if one.IsLaunchable() {
			all = append(all, blocks{shape: one})
		}
	}
	return all
}

// common keeps the extents in which two shapes agree.
func common(s, o warp.Shape) warp.Shape {
	for i := range s {
		if s[i] != o[i] {
			s[i] = 0
		}
	}
	return s
}
