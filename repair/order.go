package repair

import (
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/rules"
)

// orderLanes calls __syncwarp before the statement of an access, or before one around it, the
// innermost first: all lanes must pass there.
func (w *writer) orderLanes() []rules.Repair {
	if w.inMacro() {
		return nil
	}
	var proposals []rules.Repair
	for i := len(w.way) - 1; i > 0; i-- {
		at := w.start(w.way[i])
		if w.way[i-1].Kind != ast.Compound || w.way[i].Kind == ast.Compound || at < 0 {
			continue
		}
		proposals = append(proposals, rules.Repair{Text: "call __syncwarp before it",
			Edits: []rules.Edit{w.put(at, at, "__syncwarp();"+w.separator(at))}})
	}
	return proposals
}
