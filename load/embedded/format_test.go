package embedded

import (
	"fmt"
	"strings"
	"testing"
)

func TestReduction(t *testing.T) {
	call := "R = cp.ReductionKernel('T x, int32 z', 'T y', 'x * __any(z)', 'a + b', 'y = a', '0', 'k', reduce_type='float64')"
	found := Python([]byte(call))
	code, defines := string(found[0].Code), strings.Join(found[0].Defines, "\n")
	for _, part := range []string{"x * __any(z)", "a + b", "y = a"} {
		if strings.Index(code, part) != strings.Index(call, part) {
			t.Errorf("%s: %q", part, code)
		}
	}
	for _, part := range []string{
		"k(const T *raw_x, const int *raw_z, T *raw_y, double warpcheck_identity", "[&](double a, double b)", "k<float><<<blocks, 512>>>",
	} {
		if !strings.Contains(defines, part) {
			t.Errorf("no %s: %s", part, defines)
		}
	}
}

// TestTheFileBehindAnUnclosedStringIsNotRead: calls before it are read.
func TestTheFileBehindAnUnclosedStringIsNotRead(t *testing.T) {
	found := Python([]byte("RawKernel('int a;', 'k')\nx = 'a\nRawKernel('int b;', 'k')"))
	if len(found) != 2 || found[0].Code == nil || found[1].Line != 2 || !found[1].HasText {
		t.Errorf("%v", found)
	}
	for _, text := range []string{"x = 'a\\\r\nb'", "x = f'{\n1}'", "x = '''a\n'''", "# it's\n"} {
		if found := Python([]byte(text)); len(found) != 0 {
			t.Errorf("%q: %v", text, found)
		}
	}
}

func TestFormats(t *testing.T) {
	n, small, x, name := constant{"256", true}, constant{"-5", true}, constant{"1.5", true}, constant{text: "f"}
	for _, one := range []struct {
		value              constant
		conversion, format string
		want               string
	}{
		{n, "", "", "256"}, {n, "", "d", "256"}, {n, "", "5d", "  256"}, {n, "", "05", "00256"}, {n, "", "#x", "0x100"},
		{n, "", "#06x", "0x0100"}, {n, "", "*<6", "256***"}, {n, "", "^5", " 256 "}, {n, "", "+", "+256"}, {n, "", ".1f", "256.0"},
		{n, "r", "", "256"}, {n, "", "X", "100"}, {n, "s", "4", "256 "}, {n, "", ",", "not"}, {n, "", "s", "not"},
		{n, "", "{w}", "not"}, {n, "", "b", "100000000"}, {small, "", "04", "-005"}, {x, "", "", "1.5"}, {x, "", "d", "not"},
		{x, "", ".3f", "1.500"}, {x, "", ".2", "not"}, {name, "", "", "f"}, {name, "", "s", "f"}, {name, "", "3", "f  "},
		{name, "r", "", "'f'"}, {name, "", "d", "not"}, {name, "", "03", "not"}, {name, "", ">3s", "  f"},
	} {
		got, known := formatBraced(one.value, one.conversion, one.format)
		if !known {
			got = "not"
		}
		if got != one.want {
			t.Errorf("%v!%s:%s: got %q, want %q", one.value, one.conversion, one.format, got, one.want)
		}
	}
}

func TestFormatsOfTexts(t *testing.T) {
	for text, want := range map[string]string{
		"RawKernel('%3d %-3d| %03d %x %i' % (1, 2, 3, 255, 4), 'k')": "[_032=003 _3=ff _30=  1 _4=4 __31=2  ]",
		"RawKernel('%d %s' % (1.9, 'a'), 'k')":                       "[_0=1 _1=a]",
		"RawKernel('%*d' % (n, 3), 'k')":                             "[]",
		"RawKernel('%.*f %*d %d' % (2, 1.5, 3, 4, 5), 'k')":          "[_2=5]",
		"N = 0x10\nRawKernel(f'{N:d} {N!r:>4} {-1}', 'k')":           "[_N_d_=16 _N_r__4_=  16 __1_=-1]",
	} {
		if found := Python([]byte(text)); len(found) != 1 || fmt.Sprint(found[0].Defines) != want {
			t.Errorf("%s: %q %v", text, found[0].Defines, found[0].Fields)
		}
	}
}
