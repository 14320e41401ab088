package lanes

import (
	"github.com/warpcheck/warpcheck/warp"
)

// Picture is which lanes come to a collective in a context, and with what masks, as far as that is
// the same in all executions. It is for a person who looks at a call; nothing decides by it.
type Picture struct {
	// Always are the lanes that come in every execution, Never those that come in none; whether the
	// others come depends on data.
	Always, Never warp.Lanes
	// Masked reports that there are masks, and Masks are those that are known.
	Masked bool
	Masks  []LanesWithMask
}

// LanesWithMask are lanes that pass one mask.
type LanesWithMask struct{ Lanes, Mask warp.Lanes }

// Picture is that of a fact that can still be asked.
func (f *Fact) Picture() Picture {
	p := f.rendezvous
	drawn := Picture{Masked: p.Masked}
	for lane := range warp.Size {
		switch comes := p.Guard.At(lane); {
		case comes.IsTrue():
			drawn.Always |= 1 << lane
		case comes.IsFalse():
			drawn.Never |= 1 << lane
		}
		if p.Masked && !drawn.Never.Has(lane) {
			if mask := p.Mask.At(lane); mask.IsConst() {
				drawn.add(lane, warp.Lanes(mask.K))
			}
		}
	}
	return drawn
}

func (p *Picture) add(lane int, mask warp.Lanes) {
	for i := range p.Masks {
		if p.Masks[i].Mask == mask {
			p.Masks[i].Lanes |= 1 << lane
			return
		}
	}
	p.Masks = append(p.Masks, LanesWithMask{Lanes: 1 << lane, Mask: mask})
}
