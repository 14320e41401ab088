package lower

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// tile lowers an access that lanes divide between them, or an asynchronous copy. These are the functions and their
// operands:
//
//	__warpcheck_read_tile, __warpcheck_write_tile                address, rows, bytes, stride, pointer to a fragment
//	__warpcheck_group_copy_async, __warpcheck_block_copy_async   to, from, bytes
//	__warpcheck_copy_async, __pipeline_memcpy_async              to, from, bytes, ...
func (c *copies) tile(f *ast.Function, t *types.Type, args []*ast.Node, values []*cfg.Instr) *cfg.Instr {
	switch name := f.Name; {
	case len(values) < 3:
	case name == "__warpcheck_read_tile" || name == "__warpcheck_write_tile":
		rows, known := knownOperand(args[1], values[1])
		if !known || len(values) < 5 {
			break
		}
		tile := &cfg.Tile{Rows: rows, Fragment: types.Elem(values[4].Type).Name}
		if name == "__warpcheck_read_tile" {
			return c.Share("wmma.load", tile, values[0], values[2], values[3])
		}
		tile.Writes = true
		return c.Share("wmma.store", tile, values[0], values[2], values[3])
	default:
		isOfGroup, isOfBlock := name == "__warpcheck_group_copy_async", name == "__warpcheck_block_copy_async"
		tile := &cfg.Tile{Rows: 1, Writes: true, Own: !isOfGroup && !isOfBlock, OfBlock: isOfBlock}
		share := c.Share("memcpy_async", tile, values[0], values[2], c.Constant(0, types.Int64))
		share.Async = true
		return share
	}
	return c.Unknown("a call of "+f.Name+" with unexpected operands", t, values...)
}
