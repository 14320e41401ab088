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

// schema is the text at the beginning of everything that is encoded.
const schema = "warpcheck"

// maxElements is the most elements that a reader accepts in one list or map, and maxNested how deep values may be
// nested. A unit of a hundred thousand lines has some ten thousand elements of each kind.
const (
	maxElements = 1 << 24
	maxNested   = 64
)

// VersionError reports that another version of warpcheck wrote a result. If Schema differs from the constant schema,
// another program wrote it.
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

// errDamaged reports bytes that begin like a result. It does not name the place of the damage, because the user can
// only make the result anew.
var errDamaged = errors.New("a result of warpcheck that is damaged or not complete: have it made again")

// envelope is the outermost value that is encoded.
type envelope struct {
	_       struct{} `cbor:",toarray"`
	Schema  string
	Version string
	// Sum is the checksum of Value. It shows whether a disk or a copy has changed a byte.
	Sum   uint32
	Value cbor.RawMessage
}

func sumOf(value []byte) uint32 { return crc32.Checksum(value, crc32.MakeTable(crc32.Castagnoli)) }

// encoding and decoding are the options for the library. Text need not be UTF-8, because names of files need not be.
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

// Encode returns the encoding of a value, with its schema. Equal values have equal encodings.
func Encode(value any) ([]byte, error) {
	inner, err := encoding().Marshal(value)
	if err != nil {
		return nil, err
	}
	return Seal(value, inner)
}

// Seal puts inner into an envelope with the schema version of value. inner is an encoding of value that the caller has
// made.
func Seal(value any, inner []byte) ([]byte, error) {
	return encoding().Marshal(envelope{Schema: schema, Version: versionOf(reflect.TypeOf(value)), Sum: sumOf(inner), Value: inner})
}

// Decode reads a value that [Encode] wrote. The error is a [VersionError] if another version or another program wrote
// the bytes.
func Decode(data []byte, value any) error {
	inner, err := Open(data, value)
	if err == nil && decoding().Unmarshal(inner, value) != nil {
		return errDamaged
	}
	return err
}

// Open takes the encoding of a value out of its envelope. It checks the version of the type of value, and the checksum.
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

// beginning returns the bytes with which every encoded value begins: the envelope up to the schema's name.
var beginning = sync.OnceValue(func() []byte {
	whole, err := encoding().Marshal(envelope{Schema: schema})
	if err != nil {
		panic(err) // the value is a constant
	}
	return whole[:bytes.Index(whole, []byte(schema))+len(schema)]
})
