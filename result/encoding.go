package result

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
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

// VersionError is the refusal of what another version of warpcheck wrote, or, with another schema, somebody else.
type VersionError struct {
	Schema  string
	Version string
}

func (e VersionError) Error() string {
	if e.Schema != schema {
		return "no result of warpcheck: give files that runs with --result wrote, or reports in SARIF or JSON"
	}
	return fmt.Sprintf("a result of another version of warpcheck (schema %s): have it made again by this one", e.Version)
}

// errDamaged is of bytes that began as a result. Where they went wrong says nothing to those who have no other.
var errDamaged = errors.New("a result of warpcheck that is damaged or not complete: have it made again")

// envelope is what is encoded.
type envelope struct {
	_       struct{} `cbor:",toarray"`
	Schema  string
	Version string
	// Sum is that of the value: a byte that a disk or a copy has changed need not be seen otherwise.
	Sum   uint32
	Value cbor.RawMessage
}

func sumOf(value []byte) uint32 { return crc32.Checksum(value, crc32.MakeTable(crc32.Castagnoli)) }

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
	return Seal(value, inner)
}

// Seal puts bytes that are to be read as a value into their envelope.
func Seal(value any, inner []byte) ([]byte, error) {
	return encoding().Marshal(envelope{Schema: schema, Version: versionOf(reflect.TypeOf(value)), Sum: sumOf(inner), Value: inner})
}

// Decode reads a value that [Encode] wrote. What is wrong with the bytes is an error, a
// [VersionError] where somebody else wrote them.
func Decode(data []byte, value any) error {
	inner, err := Open(data, value)
	if err == nil && decoding().Unmarshal(inner, value) != nil {
		return errDamaged
	}
	return err
}

// Open takes the bytes that are to be read as a value from their envelope.
func Open(data []byte, value any) ([]byte, error) {
	var outer envelope
	if err := decoding().Unmarshal(data, &outer); err != nil && !bytes.HasPrefix(data, beginning()) {
		return nil, VersionError{}
	} else if err != nil {
		return nil, errDamaged
	}
	if outer.Schema != schema || outer.Version != versionOf(reflect.TypeOf(value)) {
		return nil, VersionError{outer.Schema, outer.Version}
	}
	if outer.Sum != sumOf(outer.Value) {
		return nil, errDamaged
	}
	return outer.Value, nil
}

// beginning is how all begins that is encoded: the envelope up to the schema's name.
var beginning = sync.OnceValue(func() []byte {
	whole, err := encoding().Marshal(envelope{Schema: schema})
	if err != nil {
		panic(err) // a constant
	}
	return whole[:bytes.Index(whole, []byte(schema))+len(schema)]
})
