package lanes_test

import "github.com/warpcheck/warpcheck/lanes/slice"

func init() { slice.Strict = true }
