// Package mangled reads names as compilers write them to object files and PTX: _ZN2ns4scanIiLi4EEEvPi is ns::scan<int, 4>.
//
// It knows the part of the Itanium C++ ABI that names of kernels and variables mostly have. Numba and Julia write their
// names by it, too. Parameters are left out.
package mangled

import (
	"regexp"
	"strconv"
	"strings"
)

// Plain returns a name as it is written in the source, without parameters. A name that is not mangled, or not
// understood, is returned as it is.
func Plain(name string) string {
	if local := ofLocal(name); local != "" {
		return local
	}
	rest, is := strings.CutPrefix(name, "_Z")
	if !is || len(name) > longest {
		return name
	}
	r := reader{rest}
	if plain := r.name(); plain != "" {
		return plain
	}
	return name
}

// longest is the length of the longest name that is read. It bounds the recursion, because types contain types.
const longest = 4096

// localName matches the end of the name of a variable in a function: _ZZ4scanPiE4part is part.
var localName = regexp.MustCompile(`^_ZZ.*E(\d+)(\D\w*)$`)

// ofLocal returns the name of a variable in a function, "" for other names.
func ofLocal(name string) string {
	m := localName.FindStringSubmatch(name)
	if m == nil {
		return ""
	}
	n, err := strconv.Atoi(m[1])
	if err != nil || n > len(m[2]) {
		return ""
	}
	if rest := m[2][n:]; rest != "" && rest[0] != '_' {
		return ""
	}
	return m[2][:n]
}

// reader reads a mangled name from its beginning. A method returns "" for what it does not understand.
type reader struct{ rest string }

func (r *reader) accept(text string) bool {
	rest, is := strings.CutPrefix(r.rest, text)
	if is {
		r.rest = rest
	}
	return is
}

// name reads a name: a nested one (N ... E), or a plain one with template arguments.
func (r *reader) name() string {
	if !r.accept("N") {
		return r.part()
	}
	for r.accept("K") || r.accept("V") || r.accept("r") {
		continue
	}
	var parts []string
	for !r.accept("E") {
		part := r.part()
		if part == "" {
			return ""
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, "::")
}

// part reads one name between colons, with its template arguments.
func (r *reader) part() string {
	r.accept("L")
	name := r.identifier()
	for name != "" && r.accept("B") {
		if r.identifier() == "" {
			return ""
		}
	}
	if name == "_GLOBAL__N_1" {
		name = "(anonymous namespace)"
	}
	if name == "" || !r.accept("I") {
		return name
	}
	args, known := r.list()
	if !known {
		return ""
	}
	return name + "<" + strings.Join(args, ", ") + ">"
}

// identifier reads a length and the name of that length behind it.
func (r *reader) identifier() string {
	digits := len(r.rest) - len(strings.TrimLeft(r.rest, "0123456789"))
	n, err := strconv.Atoi(r.rest[:digits])
	if err != nil || n == 0 || n > len(r.rest)-digits {
		return ""
	}
	name := r.rest[digits : digits+n]
	r.rest = r.rest[digits+n:]
	return name
}

// list reads template arguments to their end. It lists the arguments of a pack among the others.
func (r *reader) list() (args []string, known bool) {
	for !r.accept("E") {
		if r.accept("J") {
			pack, known := r.list()
			if !known {
				return nil, false
			}
			args = append(args, pack...)
			continue
		}
		arg := r.argument()
		if arg == "" {
			return nil, false
		}
		args = append(args, arg)
	}
	return args, true
}

// argument reads a type or a constant.
func (r *reader) argument() string {
	if r.accept("L") {
		return r.constant()
	}
	return r.kind()
}

// constant reads a type and the number or truth value of that type.
func (r *reader) constant() string {
	kind := r.kind()
	value, rest, ends := strings.Cut(r.rest, "E")
	if kind == "" || !ends {
		return ""
	}
	r.rest = rest
	digits, negative := strings.CutPrefix(value, "n")
	if _, err := strconv.ParseUint(digits, 10, 64); err != nil {
		return ""
	}
	switch {
	case kind == "bool":
		return strconv.FormatBool(digits != "0")
	case negative:
		return "-" + digits
	}
	return digits
}

// kinds maps letters to the types that they stand for.
var kinds = map[string]string{
	"v": "void", "b": "bool", "c": "char", "a": "signed char", "h": "unsigned char", "s": "short", "t": "unsigned short", "i": "int",
	"j": "unsigned int", "l": "long", "m": "unsigned long", "x": "long long", "y": "unsigned long long", "f": "float", "d": "double",
}

// kind reads a type.
func (r *reader) kind() string {
	for prefix, suffix := range map[string]string{"P": " *", "R": " &", "O": " &&", "K": " const"} {
		if !r.accept(prefix) {
			continue
		}
		if of := r.kind(); of != "" {
			return of + suffix
		}
		return ""
	}
	if len(r.rest) > 0 {
		if kind := kinds[r.rest[:1]]; kind != "" {
			r.rest = r.rest[1:]
			return kind
		}
	}
	return r.name()
}
