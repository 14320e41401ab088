package distinct_test

import (
	"slices"
	"testing"

	"github.com/warpcheck/warpcheck/internal/distinct"
)

func TestAppend(t *testing.T) {
	got := distinct.Append([]int{2, 1}, 1, 3, 3, 2)
	if want := []int{2, 1, 3}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
