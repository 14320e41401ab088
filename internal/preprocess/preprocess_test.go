package preprocess

import (
	"maps"
	"slices"
	"testing"
)

const source = `#ifndef GUARD_H
#define GUARD_H
# if __CUDA_ARCH__ >= 800 && \
     defined(X)
#define AMPERE
#elif defined(Y)
#define OTHER 7 // seven
#else
#undef GONE
#endif
#define BY_NUMBER (__CUDA_ARCH__ / 10)
#if BY_NUMBER == 75
#define INDIRECT
#endif
#define PLAIN 800
#endif
`

func TestTests(t *testing.T) {
	all := All(source)
	for line, want := range map[int]string{
		1:  "#ifndef GUARD_H",
		3:  "# if __CUDA_ARCH__ >= 800 &&       defined(X)",
		6:  "#elif defined(Y) # if __CUDA_ARCH__ >= 800 &&       defined(X)",
		8:  "#else #elif defined(Y) # if __CUDA_ARCH__ >= 800 &&       defined(X)",
		4:  "",
		15: "#define PLAIN 800",
	} {
		if got := TestOf(all, line).String(); got != want {
			t.Errorf("line %d: %q, want %q", line, got, want)
		}
	}
	around := Around(all, 7)
	if len(around) != 2 || around[0].String() != "#ifndef GUARD_H" || len(around[1]) != 2 {
		t.Errorf("around: %q", around)
	}
	if Includes(all, 1, 16) || !Includes(All("#if A\n# include <b>\n#endif"), 1, 3) {
		t.Error("wrong about includes")
	}
}

func TestArchMacros(t *testing.T) {
	macros := ArchMacros(slices.Values([][]Directive{All(source)}))
	want := []string{"AMPERE", "BY_NUMBER", "GONE", "INDIRECT", "OTHER"}
	if got := slices.Sorted(maps.Keys(macros)); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestMacros(t *testing.T) {
	m := MacrosOf(slices.Values([][]Directive{All(source), All("#define PLAIN 800\n#define OTHER 8\n")}),
		func(name string) bool { return name == "INDIRECT" })
	if n, known := m.Number("PLAIN"); n != 800 || !known {
		t.Error("a number that is defined twice alike")
	}
	commented := MacrosOf(slices.Values([][]Directive{All("#define OF_BLOCK 7 /* seven */\n#define OF_LINE 8 // eight\n")}), isNone)
	for name, want := range map[string]int{"OF_BLOCK": 7, "OF_LINE": 8} {
		if n, known := commented.Number(name); n != want || !known {
			t.Errorf("%s with a comment is %d, %t", name, n, known)
		}
	}
	if _, known := m.Number("OTHER"); known {
		t.Error("a number that has two definitions")
	}
	if got := m.Of("AMPERE"); len(got) != 1 || len(got[0].Tests) != 2 {
		t.Errorf("%v", got)
	}
	var none *Macros
	if m.Of("INDIRECT") != nil || m.Without("PLAIN").Of("PLAIN") != nil || none.Of("PLAIN") != nil {
		t.Error("something is known of a macro of which nothing is")
	}
}

func isNone(string) bool { return false }

func TestUndefined(t *testing.T) {
	texts := [][]Directive{All(`#ifndef GUARD_H
#define GUARD_H
#if IS_DEFINED(HAVE_A) && defined(KNOWN) /* OF_COMMENT */ && __has_include(<some/file.h>)
#define BY_A 1
#elif 10L == VERSION // OTHER
#endif
#ifndef DEFAULT
#define DEFAULT 1
#endif
#if BY_A
#define BY_BOTH
#endif
#endif
`), All("#define BY_A 2\n"), All("#ifdef BY_BOTH\n#ifdef DEFAULT\n\n")}
	isKnown := func(name string) bool { return name == "KNOWN" || name == "__has_include" }
	names := func() []string { return slices.Sorted(maps.Keys(Undefined(slices.Values(texts), isKnown))) }
	if got, want := names(), []string{"HAVE_A", "IS_DEFINED", "VERSION"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	texts[1] = nil
	undefined := Undefined(slices.Values(texts), isKnown)
	if !undefined["BY_A"] || !undefined["BY_BOTH"] || undefined["GUARD_H"] || undefined["DEFAULT"] {
		t.Errorf("%v", undefined)
	}
	if got := NameOf(Around(texts[2], 3), undefined); got != "BY_BOTH" {
		t.Errorf("around: %q", got)
	}
}
