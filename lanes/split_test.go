package lanes_test

import (
	"fmt"
	"testing"

	"github.com/warpcheck/warpcheck/lanes"
)

// TestSplits checks which branches are shown for the last collective of a kernel, by line.
func TestSplits(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"sides that have met again",
			"if (lane == 0)\n data[0] = 1;\nif (lane < 16)\n __syncwarp();", "[3]"},
		{"sides that met in an earlier call",
			"v = flip(lane);\nif (v)\n __syncwarp();", "[2]"},
		{"sides of which one has left",
			"if (lane < 4)\n return;\nif (lane < 16)\n __syncwarp();", "[1 3]"},
		{"an earlier iteration",
			"while (v < 9) {\n __syncwarp();\n if (data[0])\n break;\n if (data[lane])\n break;\n v++;\n }", "[5 earlier]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			source := "__device__ int flip(int x) { if (x & 1) return 0; return 1; }\n" +
				"__global__ void kernel(int *data, int v) { int lane = threadIdx.x & 31;\n" + c.body + "}"
			facts := lanes.Analyze(lower(t, source), inBlock(32)).Facts
			v := only(t, facts[len(facts)-1].NotParticipating())
			var got []string
			for _, s := range v.Splits {
				text := fmt.Sprint(s.Pos.Line - 2)
				if s.Earlier {
					text += " earlier"
				}
				got = append(got, text)
			}
			if fmt.Sprint(got) != c.want {
				t.Errorf("splits at %v, want %v", got, c.want)
			}
		})
	}
}

// TestReturnsOfAFunction checks that a verdict names the branch at which lanes return from a function before a
// collective of it, and no other return.
func TestReturnsOfAFunction(t *testing.T) {
	for body, want := range map[string]string{
		"if (lane >= 16)\n return;\n data[lane] = 1;\n __syncwarp();":              "[1: 16-31 5]",
		"if (lane >= 16) {\n data[0] = 1;\n return;\n }\n __syncwarp();":           "[1: 16-31 5]",
		"if (lane < 4)\n data[0] = 1;\n if (lane >= 16)\n return;\n __syncwarp();": "[3: 16-31 5]",
		"if (lane >= 16) {\n if (lane == 20)\n return;\n } else\n __syncwarp();":   "[1: 16-31 1]",
	} {
		source := "__device__ void part(int *data, int lane) {\n" + body + "}\n" +
			"__global__ void kernel(int *data) { part(data, threadIdx.x & 31); }"
		facts := lanes.Analyze(lower(t, source), inBlock(32)).Facts
		var got []string
		for _, s := range facts[len(facts)-1].NotParticipating()[0].Splits {
			got = append(got, fmt.Sprintf("%d: %s %d", s.Pos.Line-1, s.Away, s.To))
		}
		if fmt.Sprint(got) != want {
			t.Errorf("%q: splits %v, want %s", body, got, want)
		}
	}
}

// TestCasesOfASwitch checks which lanes take cases of a switch that do not reach the collective. Several cases may
// reach it.
func TestCasesOfASwitch(t *testing.T) {
	for body, want := range map[string]string{
		"case 0: __syncwarp(); break; case 9: data[1] = 2; break; default: data[0] = 1;":         "1-31",
		"case 0: case 1: __syncwarp(); break; case 9: data[1] = 2; break; default: data[0] = 1;": "2-31",
		"case 0: case 1: __syncwarp(); break; case 9: data[1] = 2;":                              "2-31",
		"case 0: data[0] = 1; case 1: __syncwarp(); break; case 9: data[1] = 2;":                 "2-31",
		"case 3: data[0] = 1; break; case 4: case 5: data[1] = 2; break; default: __syncwarp();": "3-5",
	} {
		source := "__global__ void kernel(int *data) { switch (threadIdx.x & 31) { " + body + " } }"
		v := only(t, lanes.Analyze(lower(t, source), inBlock(32)).Facts[0].NotParticipating())
		if len(v.Splits) != 1 || v.Splits[0].Away.String() != want || v.Splits[0].To != lanes.OtherCase {
			t.Errorf("%s: %+v, want %s", body, v.Splits, want)
		}
	}
}

// TestUndecidedNamesInputs checks what an undecided verdict names.
func TestUndecidedNamesInputs(t *testing.T) {
	source := `__global__ void kernel(const int *data, unsigned long long n) {
  unsigned long long x = data[threadIdx.x];
  if (x > n)
    __syncwarp(x * n % 1000003 == 999983 && x * x * n % 999999937 == 5 ? 3 : ~0u);
}`
	options := inBlock(32)
	options.QuerySteps = 1
	v := only(t, lanes.Analyze(lower(t, source), options).Facts[0].NotInMask())
	if v.Certainty != lanes.Undecided || fmt.Sprint(v.RestsOn) != "[data n]" || len(v.Splits) != 1 || v.Splits[0].Pos.Line != 3 {
		t.Errorf("undecided %v, rests on %v, splits %v", v.Certainty == lanes.Undecided, v.RestsOn, v.Splits)
	}
}
