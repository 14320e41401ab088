package result

import (
	"fmt"
	"reflect"
	"sync"

	"github.com/fxamacker/cbor/v2"
)

// schema is the first word of all that is encoded.
const schema = "warpcheck"

// The most elements of one list or map that a reader takes, and how deep values may nest. A unit
// of a hundred thousand lines has some ten thousand of anything.
const (
	maxElements = 1 << 24
	maxNested   = 64
)

// VersionError is the refusal of what another version of warpcheck wrote, or somebody else.
type VersionError struct {
	Schema  string
	Version string
}

func (e VersionError) Error() string {
	if e.Schema != schema {
		return "no result of warpcheck"
	}
	return fmt.Sprintf("a result of another version of warpcheck (schema %s): have it made again by this one", e.Version)
}

// envelope is what is encoded.
type envelope struct {
	_       struct{} `cbor:",toarray"`
	Schema  string
	Version string
	Value   cbor.RawMessage
}

// encoding and decoding are the modes of the library. Text need not be UTF-8: names of files are
// not.
var encoding = sync.OnceValue(func() cbor.EncMode {
	mode, err := cbor.EncOptions{Sort: cbor.SortCoreDeterministic, ShortestFloat: cbor.ShortestFloatNone,
		NaNConvert: cbor.NaNConvert7e00, IndefLength: cbor.IndefLengthForbidden, TagsMd: cbor.TagsForbidden}.EncMode()
	if err != nil {
		panic(err) // the options are constants
	}
	return mode
})

var decoding = sync.OnceValue(func() cbor.DecMode {
	mode, err := cbor.DecOptions{UTF8: cbor.UTF8DecodeInvalid, DupMapKey: cbor.DupMapKeyEnforcedAPF,
		ExtraReturnErrors: cbor.ExtraDecErrorUnknownField, IndefLength: cbor.IndefLengthForbidden,
		TagsMd: cbor.TagsForbidden, MaxNestedLevels: maxNested, MaxArrayElements: maxElements,
		MaxMapPairs: maxElements}.DecMode()
	if err != nil {
		panic(err) // the options are constants
	}
	return mode
})

// Encode writes a value of the schema. Equal values are equal bytes.
func Encode(value any) ([]byte, error) {
	inner, err := encoding().Marshal(value)
	if err != nil {
		return nil, err
	}
	return encoding().Marshal(envelope{Schema: schema, Version: versionOf(reflect.TypeOf(value)), Value: inner})
}

// Decode reads a value that [Encode] wrote. What is wrong with the bytes is an error, a
// [VersionError] where somebody else wrote them.
func Decode(data []byte, value any) error {
	var outer envelope
	if err := decoding().Unmarshal(data, &outer); err != nil {
		return fmt.Errorf("no result of warpcheck: %w", err)
	}
	if outer.Schema != schema || outer.Version != versionOf(reflect.TypeOf(value)) {
		return VersionError{outer.Schema, outer.Version}
	}
	return decoding().Unmarshal(outer.Value, value)
}
