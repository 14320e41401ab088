package check

import (
	"testing"

	"github.com/warpcheck/warpcheck/config"
	"github.com/warpcheck/warpcheck/load"
)

// TestConfigsOnce tests that a configuration is listed once however many files it is for.
func TestConfigsOnce(t *testing.T) {
	first, second := &config.Config{}, &config.Config{}
	var inputs []load.Input
	for i := range 1000 {
		inputs = append(inputs, load.Input{Config: []*config.Config{first, second}[i%7/6]})
	}
	if list := configsOnce(inputs); len(list) != 2 || list[0] != first || list[1] != second {
		t.Errorf("%d configurations of 2", len(list))
	}
}
