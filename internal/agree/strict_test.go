package agree

import "github.com/warpcheck/warpcheck/lanes/slice"

func init() { slice.Strict = true }
