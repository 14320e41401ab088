package language

import "github.com/warpcheck/warpcheck/lanes/slice"

func init() { slice.Strict = true }
