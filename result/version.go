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

// versionOf returns the schema version of a type, or of the type to which a pointer points. It is a digest of the names
// and types of the type's fields, and of the fields of these types.
func versionOf(t reflect.Type) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if known, ok := versions.Load(t); ok {
		return known.(string)
	}
	version := fmt.Sprintf("%x", sha256.Sum256([]byte(describe(t, map[reflect.Type]bool{}))))[:12]
	versions.Store(t, version)
	return version
}

// describe returns a description of a type and of all types inside it. A struct has its fields in the description at
// its first occurrence only.
func describe(t reflect.Type, described map[reflect.Type]bool) string {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice:
		return t.Kind().String() + " " + describe(t.Elem(), described)
	case reflect.Array:
		return fmt.Sprintf("array %d %s", t.Len(), describe(t.Elem(), described))
	case reflect.Map:
		return "map " + describe(t.Key(), described) + " " + describe(t.Elem(), described)
	case reflect.Struct:
		if described[t] {
			return t.String()
		}
		described[t] = true
		fields := make([]string, t.NumField())
		for i := range fields {
			f := t.Field(i)
			fields[i] = f.Name + " " + describe(f.Type, described)
		}
		return t.String() + "{" + strings.Join(fields, "; ") + "}"
	}
	return t.Kind().String()
}
