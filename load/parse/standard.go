package parse

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/warpcheck/warpcheck/frontend"
	"github.com/warpcheck/warpcheck/internal/lexical"
	"github.com/warpcheck/warpcheck/internal/pattern"
	"github.com/warpcheck/warpcheck/source"
)

// nvcc reads a file as C++17 unless a flag names another version. A file that needs a newer C++ gets the flag from its
// build, which is often not known here. clang then reports words that it does not know:
//
//	void f(std::span<int> s);                no template named 'span' in namespace 'std'
//	template <std::integral T> ...           the words of C++20, and
//	return std::to_underlying(e);            those of C++23
//
// The file is read as the newer C++, if it then has fewer errors.

// newKeywords matches the keywords of C++20, which older versions treat as types.
var newKeywords = pattern.Of(`^(concept|requires|consteval|constinit)$`)

// newNames lists, for namespaces and versions of C++, patterns for the names that the namespace has from that version
// on.
var newNames = []struct {
	standard  frontend.Standard
	namespace string
	name      func() *regexp.Regexp
}{
	{frontend.CXX20, "std", pattern.Of(`^(` + of20 + `)$`)},
	{frontend.CXX20, "std::chrono", pattern.Of(`^(` + ofChrono20 + `)$`)},
	{frontend.CXX23, "std", pattern.Of(`^(` + of23 + `)$`)},
}

// Names of the library of C++20 and C++23.
const (
	of20 = `span|dynamic_extent|as_bytes|as_writable_bytes|bit_cast|bit_ceil|bit_floor|bit_width|countl_zero|countr_zero|` +
		`countl_one|countr_one|popcount|has_single_bit|rotl|rotr|endian|numbers|ranges|views|remove_cvref|remove_cvref_t|` +
		`type_identity|type_identity_t|is_constant_evaluated|same_as|derived_from|convertible_to|integral|signed_integral|` +
		`unsigned_integral|floating_point|invocable|regular_invocable|predicate|totally_ordered|copyable|movable|` +
		`strong_ordering|weak_ordering|partial_ordering|source_location|to_array|ssize|midpoint|lerp|erase_if|cmp_less|` +
		`cmp_equal|cmp_greater|in_range|barrier|latch|counting_semaphore|binary_semaphore|jthread|stop_token|atomic_ref|` +
		`make_shared_for_overwrite|make_unique_for_overwrite|to_address|identity|bind_front|format|random_access_iterator|` +
		`forward_iterator|input_iterator|contiguous_iterator|iter_value_t|iter_reference_t|assume_aligned`
	ofChrono20 = `days|weeks|months|years|day|month|year|weekday|year_month_day|month_day|hh_mm_ss|sys_days|sys_time|sys_seconds|` +
		`local_days|local_time|utc_clock|tai_clock|gps_clock|file_clock|last_spec|is_clock|parse`
	of23 = `expected|unexpected|mdspan|extents|dextents|to_underlying|unreachable|byteswap|forward_like|print|println|` +
		`invoke_r|is_scoped_enum|is_scoped_enum_v|move_only_function|flat_map|generator`
)

// threeWay is the operator of C++20 that older versions read as two operators.
const threeWay = "<=>"

// newer reads the file as the newer C++ that its errors need. It repeats this as long as a reading has fewer errors
// than the one before.
func (r Reading) newer() Reading {
	for {
		standard, pos := r.needed()
		if standard <= r.Newer {
			return r
		}
		o := r.Options
		o.Newer = standard
		unit, err := once(o)
		if err != nil || len(unit.Diagnostics) >= len(r.Unit.Diagnostics) {
			return r
		}
		r = Reading{Options: o, Unit: unit, Needed: pos, texts: r.texts}
	}
}

// needed returns the newest version of C++ that some error needs, and the place of the first error that needs it. It
// returns 0 if no error needs a newer version.
func (r Reading) needed() (newest frontend.Standard, pos source.Pos) {
	for _, d := range r.Unit.Diagnostics {
		if standard := r.standardOf(d); standard > newest {
			newest, pos = standard, d.Pos
		}
	}
	return newest, pos
}

// standardOf returns the version of C++ that introduced the word, or the operator <=>, that an error is about. It
// returns 0 for other errors.
func (r Reading) standardOf(d source.Diagnostic) frontend.Standard {
	switch d.Kind {
	case source.UnknownType:
		if newKeywords().MatchString(d.Name) {
			return frontend.CXX20
		}
	case source.NoMember:
		for _, n := range newNames {
			if d.Of == n.namespace && n.name().MatchString(d.Name) {
				return n.standard
			}
		}
		return 0
	}
	if text := r.Text(d.Pos.File); bytes.Contains(text, []byte(threeWay)) {
		if line, _ := lexical.Line(string(text), d.Pos.Line); strings.Contains(line, threeWay) {
			return frontend.CXX20
		}
	}
	return 0
}
