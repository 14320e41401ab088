package mangled

import (
	"strings"
	"testing"
)

func TestPlain(t *testing.T) {
	for name, want := range map[string]string{
		"kernel":                                     "kernel",
		"_Z4scanPii":                                 "scan",
		"_ZN2ns4scanEPi":                             "ns::scan",
		"_ZL6statickPf":                              "static",
		"_Z4scanIiLi4ELb1ELin2EEvPT_":                "scan<int, 4, true, -2>",
		"_ZN2ns4scanIPKfNS_1aEEEvv":                  "ns::scan<float const*, ns::a>",
		"_ZN2ns3boxIPKfE4scanEv":                     "ns::box<float const*>::scan",
		"_Z4packIJiN2ns1aEEEvv":                      "pack<int, ns::a>",
		"_ZN12_GLOBAL__N_14scanEv":                   "(anonymous namespace)::scan",
		"_ZN6cudapy8__main__3runB2v3Ei":              "cudapy::__main__::run",
		"_Z6gather13CuDeviceArrayI7Float32Li1ELi1EE": "gather",
		"_ZZ4scanPiE4part":                           "part",
		"_ZZ4scanPiE4part_0":                         "part",
		"_ZZN2ns4scanEPiE5part2":                     "part2",
		"_ZplRK1aS1_":                                "operator+",
		"_Z":                                         "_Z",
		"_Z99x":                                      "_Z99x",
		"_ZN":                                        "_ZN",
	} {
		if got := Plain(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// FuzzPlain looks for names that end the program.
func FuzzPlain(f *testing.F) {
	f.Add("_ZN2ns4scanIiLi4EJfEEEvPi")
	f.Fuzz(func(t *testing.T, name string) {
		if got := Plain(name); got == "" && name != "" || !strings.HasPrefix(name, "_Z") && got != name {
			t.Errorf("%q: %q", name, got)
		}
	})
}
