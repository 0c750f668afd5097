// What a request describes -> a value of the type that the student chose.

package inside

import (
	"encoding"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"unicode/utf8"
)

// decode makes what a request describes into a value of this type; an error ends the sentence "argument 1 of `f` ..".
func (here *state) decode(wire any, kind reflect.Type, as *declared) (reflect.Value, error) {
	tag, body := tagged(wire)
	if tag == "ref" {
		return referred(here.names[body.(string)], kind)
	}
	if tag == "enum" {
		if value, known := memberOf(body.([]any), kind); known {
			return value, nil
		}
		tag, wire = "", body.([]any)[1] // the name, where there is no such enumeration
	}
	if isBigInteger(kind) || kind.Kind() == reflect.Pointer && isBigInteger(kind.Elem()) {
		return bigInteger(tag, wire, body, kind)
	}
	switch kind.Kind() {
	case reflect.Interface:
		return here.natural(wire, kind)
	case reflect.Pointer:
		if wire == nil {
			return reflect.Zero(kind), nil
		}
		value, err := here.decode(wire, kind.Elem(), as)
		if err != nil {
			return value, err
		}
		pointer := reflect.New(kind.Elem())
		pointer.Elem().Set(value)
		return pointer, nil
	}
	switch tag {
	case "int":
		return integer(body.(string), kind)
	case "float":
		return float(floats[body.(string)], wire, kind)
	case "bytes":
		return bytesInto(body.(string), kind)
	case "map":
		return here.mapInto(body.([]any), kind, as)
	case "set":
		return here.setInto(body.([]any), kind, as)
	case "tuple":
		return here.tupleInto(body.([]any), kind, as)
	}
	switch wire := wire.(type) {
	case nil:
		return nothing(kind)
	case bool:
		if kind.Kind() == reflect.Bool {
			return reflect.ValueOf(wire).Convert(kind), nil
		}
	case json.Number:
		if number, err := wire.Int64(); err == nil {
			return integerInto(number, kind)
		}
		number, err := wire.Float64()
		if err != nil {
			return reflect.Value{}, err
		}
		return float(number, wire, kind)
	case string:
		return text(wire, kind)
	case []any:
		return here.listInto(wire, kind, as.of)
	}
	return reflect.Value{}, wrong(wire, kind)
}

var floats = map[string]float64{"nan": math.NaN(), "inf": math.Inf(1), "-inf": math.Inf(-1), "-0.0": math.Copysign(0, -1)}

// tagged is the tag and the body of what JSON has no word for, else empty.
func tagged(wire any) (string, any) {
	if wire, is := wire.(map[string]any); is {
		for tag, body := range wire {
			return tag, body
		}
	}
	return "", nil
}

// wrong says that a value can't be of a type.
func wrong(wire any, kind reflect.Type) error {
	return fmt.Errorf("is `%s`, which %s can't be", kind, wireName(wire))
}

func wireName(wire any) string {
	tag, _ := tagged(wire)
	switch {
	case wire == nil:
		return "nothing (nil)"
	case tag == "int":
		return "so large a whole number"
	case tag == "float":
		return "a decimal number"
	case tag == "map":
		return "a map"
	case tag != "":
		return "a " + tag
	}
	switch wire := wire.(type) {
	case bool:
		return "true or false"
	case string:
		return "a text"
	case json.Number:
		if _, err := wire.Int64(); err == nil {
			return "the whole number " + wire.String()
		}
		return "a decimal number"
	}
	return "a list"
}

// referred is an object made earlier, as a pointer or as a copy.
func referred(object reflect.Value, kind reflect.Type) (reflect.Value, error) {
	if !object.IsValid() {
		return nothing(kind)
	}
	if object.Type().AssignableTo(kind) {
		return object, nil
	}
	if object.Kind() == reflect.Pointer && !object.IsNil() && object.Type().Elem().AssignableTo(kind) {
		return object.Elem(), nil
	}
	return reflect.Value{}, fmt.Errorf("is `%s`, which a `%s` can't be", kind, object.Type())
}

func nothing(kind reflect.Type) (reflect.Value, error) {
	switch kind.Kind() {
	case reflect.Pointer, reflect.Interface, reflect.Slice, reflect.Map, reflect.Func, reflect.Chan:
		return reflect.Zero(kind), nil
	}
	return reflect.Value{}, wrong(nil, kind)
}

// memberOf is the member of an enumeration, if there is such an enumeration that fits.
func memberOf(names []any, kind reflect.Type) (reflect.Value, bool) {
	enum := enums[names[0].(string)]
	if enum == nil {
		return reflect.Value{}, false
	}
	value, there := enum.members[names[1].(string)]
	return value, there && value.Type().AssignableTo(kind)
}

// --- numbers and texts ---

func integer(digits string, kind reflect.Type) (reflect.Value, error) {
	switch kind.Kind() {
	case reflect.Float32, reflect.Float64:
		number, err := strconv.ParseFloat(digits, 64)
		return reflect.ValueOf(number).Convert(kind), err
	}
	if number, err := strconv.ParseInt(digits, 10, 64); err == nil {
		return integerInto(number, kind)
	}
	wide := kind.Kind() == reflect.Uint64 || kind.Kind() == reflect.Uint
	if number, err := strconv.ParseUint(digits, 10, 64); err == nil && wide {
		value := reflect.New(kind).Elem()
		value.SetUint(number)
		return value, nil
	}
	return reflect.Value{}, wrong(map[string]any{"int": digits}, kind)
}

func integerInto(number int64, kind reflect.Type) (reflect.Value, error) {
	value := reflect.New(kind).Elem()
	switch kind.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		if !value.OverflowInt(number) {
			value.SetInt(number)
			return value, nil
		}
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		if number >= 0 && !value.OverflowUint(uint64(number)) {
			value.SetUint(uint64(number))
			return value, nil
		}
	case reflect.Float32, reflect.Float64:
		value.SetFloat(float64(number))
		return value, nil
	}
	return value, wrong(json.Number(strconv.FormatInt(number, 10)), kind)
}

func float(number float64, wire any, kind reflect.Type) (reflect.Value, error) {
	switch kind.Kind() {
	case reflect.Float32, reflect.Float64:
		return reflect.ValueOf(number).Convert(kind), nil
	}
	if number == math.Trunc(number) && math.Abs(number) < exact {
		return integerInto(int64(number), kind)
	}
	return reflect.Value{}, wrong(wire, kind)
}

// bigInteger makes an integer of the package math/big, which this package does not import.
func bigInteger(tag string, wire, body any, kind reflect.Type) (reflect.Value, error) {
	if wire == nil && kind.Kind() == reflect.Pointer {
		return reflect.Zero(kind), nil
	}
	digits, _ := body.(string)
	if number, is := wire.(json.Number); is {
		digits = number.String()
	} else if tag != "int" {
		return reflect.Value{}, wrong(wire, kind)
	}
	base := kind
	if kind.Kind() == reflect.Pointer {
		base = kind.Elem()
	}
	made := reflect.New(base)
	if made.Interface().(encoding.TextUnmarshaler).UnmarshalText([]byte(digits)) != nil {
		return reflect.Value{}, wrong(wire, kind)
	}
	if kind.Kind() == reflect.Pointer {
		return made, nil
	}
	return made.Elem(), nil
}

// text makes a text of whatever type students use for it: one letter may be a rune or a byte.
func text(wire string, kind reflect.Type) (reflect.Value, error) {
	value := reflect.New(kind).Elem()
	letter, size := utf8.DecodeRuneInString(wire)
	switch kind.Kind() {
	case reflect.String:
		value.SetString(wire)
		return value, nil
	case reflect.Int32:
		if size == len(wire) && size > 0 {
			value.SetInt(int64(letter))
			return value, nil
		}
	case reflect.Uint8:
		if len(wire) == 1 {
			value.SetUint(uint64(wire[0]))
			return value, nil
		}
	case reflect.Slice, reflect.Array:
		switch kind.Elem().Kind() {
		case reflect.Uint8:
			return filled(reflect.ValueOf([]byte(wire)), wire, kind)
		case reflect.Int32:
			return filled(reflect.ValueOf([]rune(wire)), wire, kind)
		}
	}
	return value, wrong(wire, kind)
}

func bytesInto(body string, kind reflect.Type) (reflect.Value, error) {
	bytes, err := base64.StdEncoding.DecodeString(body)
	if err != nil {
		return reflect.Value{}, err
	}
	if kind.Kind() == reflect.String {
		return reflect.ValueOf(string(bytes)).Convert(kind), nil
	}
	wire := map[string]any{"bytes": body}
	if (kind.Kind() == reflect.Slice || kind.Kind() == reflect.Array) && kind.Elem().Kind() == reflect.Uint8 {
		return filled(reflect.ValueOf(bytes), wire, kind)
	}
	return reflect.Value{}, wrong(wire, kind)
}

// filled is a slice or an array of this type with these items, converted.
func filled(items reflect.Value, wire any, kind reflect.Type) (reflect.Value, error) {
	value, err := sized(items.Len(), wire, kind)
	if err != nil {
		return value, err
	}
	for number := 0; number < items.Len(); number++ {
		value.Index(number).Set(items.Index(number).Convert(kind.Elem()))
	}
	return value, nil
}

func sized(count int, wire any, kind reflect.Type) (reflect.Value, error) {
	switch kind.Kind() {
	case reflect.Slice:
		return reflect.MakeSlice(kind, count, count), nil
	case reflect.Array:
		if kind.Len() == count {
			return reflect.New(kind).Elem(), nil
		}
		return reflect.Value{}, fmt.Errorf("is `%s`, which %s can't be", kind, "a list of "+counted(count, "item"))
	}
	return reflect.Value{}, wrong(wire, kind)
}
