package clang

import "testing"

func TestVersionsAreNotNamed(t *testing.T) {
	for name, want := range map[string]string{
		"cooperative_groups::__v1::sync<cooperative_groups::__v1::thread_block>": "cooperative_groups::sync<cooperative_groups::thread_block>",
		"cuda::std::__4::min":                      "cuda::std::min",
		"cub::CUB_300000_SM_750::BlockReduce::Sum": "cub::BlockReduce::Sum",
		"mine::v1::f":                              "mine::v1::f",
		"cuda::std::__detail::f":                   "cuda::std::__detail::f",
	} {
		if got := withoutVersions(name); got != want {
			t.Errorf("%s: %s", name, got)
		}
	}
}
