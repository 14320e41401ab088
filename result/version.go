package result

import (
	"crypto/sha256"
	"fmt"
	"reflect"
	"strings"
	"sync"
)

// versions are those of types that were asked for.
var versions sync.Map

// versionOf is the version of the schema of a type, or of what a pointer leads to: a digest of its
// fields and of theirs, by name and kind.
func versionOf(of reflect.Type) string {
	for of.Kind() == reflect.Pointer {
		of = of.Elem()
	}
	if known, ok := versions.Load(of); ok {
		return known.(string)
	}
	version := fmt.Sprintf("%x", sha256.Sum256([]byte(describe(of, map[reflect.Type]bool{}))))[:12]
	versions.Store(of, version)
	return version
}

// describe writes a type with all that it holds, a struct with its fields where it comes first.
func describe(of reflect.Type, known map[reflect.Type]bool) string {
	switch of.Kind() {
	case reflect.Pointer, reflect.Slice:
		return of.Kind().String() + " " + describe(of.Elem(), known)
	case reflect.Array:
		return fmt.Sprintf("array %d %s", of.Len(), describe(of.Elem(), known))
	case reflect.Map:
		return "map " + describe(of.Key(), known) + " " + describe(of.Elem(), known)
	case reflect.Struct:
		if known[of] {
			return of.String()
		}
		known[of] = true
		fields := make([]string, of.NumField())
		for i := range fields {
			f := of.Field(i)
			fields[i] = f.Name + " " + describe(f.Type, known)
		}
		return of.String() + "{" + strings.Join(fields, "; ") + "}"
	}
	return of.Kind().String()
}
