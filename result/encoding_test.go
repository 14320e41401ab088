package result

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"testing"

	"pgregory.net/rapid"
)

// A unit is the same after it is encoded and decoded, byte for byte in its texts, and is then encoded to the same
// bytes.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var before, after Unit
		draw(t, reflect.ValueOf(&before).Elem(), 0)
		first, err := Encode(&before)
		if err != nil {
			t.Fatal(err)
		}
		if err := Decode(first, &after); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(before, after) {
			t.Fatalf("%+v\nbecame\n%+v", before, after)
		}
		if second, _ := Encode(&after); !bytes.Equal(first, second) {
			t.Fatal("the bytes differ")
		}
	})
}

// draw fills in a value of any of the schema's types.
func draw(t *rapid.T, v reflect.Value, depth int) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(rapid.Bool().Draw(t, "bool"))
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(rapid.Int().Draw(t, "int")))
	case reflect.Uint8, reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(rapid.Byte().Draw(t, "uint")))
	case reflect.Float64:
		v.SetFloat(rapid.Float64().Draw(t, "float"))
	case reflect.String:
		v.SetString(string(rapid.SliceOfN(rapid.Byte(), 0, 9).Draw(t, "text")))
	case reflect.Pointer:
		if depth < 4 && rapid.Bool().Draw(t, "set") {
			v.Set(reflect.New(v.Type().Elem()))
			draw(t, v.Elem(), depth+1)
		}
	case reflect.Slice:
		if n := rapid.IntRange(-1, 2).Draw(t, "length"); n >= 0 {
			v.Set(reflect.MakeSlice(v.Type(), n, n))
			for i := range n {
				draw(t, v.Index(i), depth+1)
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			draw(t, v.Index(i), depth)
		}
	case reflect.Map:
		if n := rapid.IntRange(-1, 2).Draw(t, "length"); n >= 0 {
			v.Set(reflect.MakeMap(v.Type()))
			for range n {
				key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
				draw(t, key, depth+1)
				draw(t, value, depth+1)
				v.SetMapIndex(key, value)
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			draw(t, v.Field(i), depth)
		}
	default:
		t.Fatalf("a type that is not drawn: %v", v.Type())
	}
}

// A value that another version of the types wrote is refused.
func TestOtherVersions(t *testing.T) {
	type renamed struct{ Kernel []string }
	type retyped struct{ Kernels []int }
	type nested struct {
		Within struct{ Kernels map[string]*retyped }
	}
	for _, one := range []any{renamed{}, retyped{}, nested{}, []Unit{}} {
		data, err := Encode(one)
		if err != nil {
			t.Fatal(err)
		}
		var wrong VersionError
		if err := Decode(data, &Unit{}); !errors.As(err, &wrong) || wrong.Version != versionOf(reflect.TypeOf(one)) {
			t.Errorf("%+v: %v", one, err)
		}
	}
	whole, _ := Encode(&Unit{Kernels: []string{"k"}})
	for n := range whole {
		if err := Decode(whole[:n], &Unit{}); err == nil {
			t.Errorf("%d of %d bytes are read", n, len(whole))
		}
	}
	if err := Decode(append(whole, 0), &Unit{}); err == nil {
		t.Error("what is left over is not told")
	}
}

// Any changed byte is noticed.
func TestDamage(t *testing.T) {
	whole, err := Encode(&Unit{Kernels: []string{"k", "another"}, Sites: []Site{{Name: "__syncwarp"}}})
	if err != nil {
		t.Fatal(err)
	}
	for at := range whole {
		changed := bytes.Clone(whole)
		changed[at] ^= 4
		if err := Decode(changed, &Unit{}); err == nil {
			t.Errorf("byte %d is another one and nothing is told", at)
		}
	}
}

// Decode neither panics on any bytes nor reads two values from the same bytes.
func FuzzDecode(f *testing.F) {
	for _, one := range []Unit{{}, {Kernels: []string{"k"}, Failed: true, Seconds: map[string]float64{"parse": 0.5}},
		{Sites: []Site{{Name: "__syncwarp", Alone: []Function{{Instance: "f<1>"}}}}, Repairs: &Repairs{}}} {
		inner, err := encoding().Marshal(&one)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(inner)
	}
	f.Fuzz(func(t *testing.T, inner []byte) {
		var one, again Unit
		if data, err := Seal(&one, inner); err != nil || Decode(data, &one) != nil {
			return
		}
		written, err := Encode(&one)
		if err != nil {
			t.Fatal(err)
		}
		if err := Decode(written, &again); err != nil || fmt.Sprintf("%+v", one.Sites) != fmt.Sprintf("%+v", again.Sites) {
			t.Fatalf("%v\n%+v\n%+v", err, one, again)
		}
	})
}
