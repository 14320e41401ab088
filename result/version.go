package result

import (
	"crypto/sha256"
	"fmt"
	"reflect"
	"strings"
	"sync"
)

// versions caches the results of versionOf.
var versions sync.Map

// versionOf is the schema version of a type, or of the type that a pointer points to: a digest of the names and kinds
// of its fields, and of the fields of these.
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

// describe writes a type with all types inside it. A struct is written with its fields at its first occurrence only.
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
