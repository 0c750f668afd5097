// A value of the student's -> JSON.

package inside

import (
	"encoding/base64"
	"fmt"
	"reflect"
	"sort"
	"strconv"
	"unsafe"
)

// value writes a value; what is declared decides between texts, bytes, numbers and lists of them.
func (here *writer) value(value reflect.Value, as *declared) {
	for value.IsValid() && value.Kind() == reflect.Interface {
		value = value.Elem()
	}
	if !value.IsValid() {
		here.raw("null")
		return
	}
	if here.member(value, as) || here.bigInteger(value) {
		return
	}
	switch value.Kind() {
	case reflect.Bool:
		here.raw(strconv.FormatBool(value.Bool()))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		if value.Kind() == reflect.Int32 && as.is("str") {
			here.string(string(rune(value.Int())))
		} else {
			here.integer(value.Int())
		}
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		here.unsigned(value, as)
	case reflect.Float32, reflect.Float64:
		here.float(value)
	case reflect.String:
		here.string(value.String())
	case reflect.Pointer, reflect.Struct, reflect.Slice, reflect.Array, reflect.Map:
		here.compound(value, as)
	default:
		here.other(kindName(value), "something that is no value")
	}
}

// compound writes what may hold other values, or itself.
func (here *writer) compound(value reflect.Value, as *declared) {
	if len(here.path) >= deepest {
		here.other("nested too deep", "...")
		return
	}
	place := placeOf(value)
	for _, outer := range here.path {
		if place != 0 && outer == place {
			here.other("cycle", "a value that contains itself")
			return
		}
	}
	here.path = append(here.path, place)
	here.contents(value, as)
	here.path = here.path[:len(here.path)-1]
}

// placeOf tells two values apart that may hold themselves; 0 for others.
func placeOf(value reflect.Value) uintptr {
	switch value.Kind() {
	case reflect.Pointer, reflect.Map:
		return value.Pointer()
	case reflect.Slice:
		if value.Len() > 0 {
			return value.Pointer()
		}
	}
	return 0
}

func (here *writer) contents(value reflect.Value, as *declared) {
	kind := value.Type()
	if kind.Kind() == reflect.Pointer && value.IsNil() {
		here.raw("null")
		return
	}
	if isObject(kind) && !(kind.Kind() == reflect.Struct && as.is("tuple")) {
		here.object(value)
		return
	}
	switch kind.Kind() {
	case reflect.Pointer:
		here.value(value.Elem(), as)
	case reflect.Struct:
		here.tuple(partsOf(value), as)
	case reflect.Map:
		here.mapping(value, as)
	default:
		here.sequence(value, as)
	}
}

// isObject says whether a value is told by its type and text: structs with a name, and types that a task asks for.
func isObject(kind reflect.Type) bool {
	if kind.Kind() == reflect.Pointer {
		kind = kind.Elem()
	}
	return classes[kind] || kind.Kind() == reflect.Struct && kind.Name() != ""
}

func (here *writer) object(value reflect.Value) {
	text := shortened(textForm(value), longestText)
	here.text -= len(text)
	if here.text < 0 {
		here.other("too large", "...")
		return
	}
	here.raw(`{"object":`)
	here.quote(shortened(kindName(value), 200))
	here.raw(`,"text":`)
	here.quote(text)
	here.raw("}")
}

// textForm is what the method String or Error of an object gives, empty if it has none or fails.
func textForm(value reflect.Value) (text string) {
	defer func() {
		if recover() != nil {
			text = ""
		}
	}()
	if value.Kind() != reflect.Pointer {
		pointer := reflect.New(value.Type())
		pointer.Elem().Set(value)
		value = pointer
	}
	switch object := value.Interface().(type) {
	case fmt.Stringer:
		return object.String()
	case error:
		return object.Error()
	}
	return ""
}

func kindName(value reflect.Value) string {
	kind := value.Type()
	if kind.Kind() == reflect.Pointer {
		kind = kind.Elem()
	}
	if kind.Name() == "" {
		return kind.Kind().String()
	}
	return kind.Name()
}

// partsOf are the fields of a struct, those too that are not exported.
func partsOf(value reflect.Value) []reflect.Value {
	if !value.CanAddr() {
		copied := reflect.New(value.Type()).Elem()
		copied.Set(value)
		value = copied
	}
	parts := make([]reflect.Value, value.NumField())
	for number := range parts {
		parts[number] = settable(value.Field(number))
	}
	return parts
}

func (here *writer) tuple(values []reflect.Value, as *declared) {
	here.raw(`{"tuple":`)
	here.list(len(values), func(number int) {
		inner := anything
		if as.is("tuple") {
			inner = as.of(number)
		}
		here.value(values[number], inner)
	})
	here.raw("}")
}

// sequence writes a slice or an array; one of bytes or runes may be a text.
func (here *writer) sequence(value reflect.Value, as *declared) {
	element := value.Type().Elem().Kind()
	switch {
	case value.Kind() == reflect.Slice && value.IsNil() && as.optional:
		here.raw("null")
		return
	case as.is("str") && element == reflect.Uint8:
		here.string(string(bytesOf(value)))
		return
	case as.is("str") && element == reflect.Int32:
		here.string(string(runesOf(value)))
		return
	case (as.is("bytes") || as.name == "") && element == reflect.Uint8:
		here.text -= value.Len()
		if here.text < 0 {
			here.other("too large", "...")
			return
		}
		here.raw(`{"bytes":"` + base64.StdEncoding.EncodeToString(bytesOf(value)) + `"}`)
		return
	}
	here.list(value.Len(), func(number int) { here.value(value.Index(number), as.of(0)) })
}

func bytesOf(value reflect.Value) []byte {
	bytes := make([]byte, value.Len())
	for number := range bytes {
		bytes[number] = byte(value.Index(number).Uint())
	}
	return bytes
}

func runesOf(value reflect.Value) []rune {
	runes := make([]rune, value.Len())
	for number := range runes {
		runes[number] = rune(value.Index(number).Int())
	}
	return runes
}

// mapping writes a map in the order of its keys as they are written; one to nothing or to booleans may be a set.
func (here *writer) mapping(value reflect.Value, as *declared) {
	kind := value.Type().Elem()
	isSet := kind.Kind() == reflect.Struct && kind.NumField() == 0 || kind.Kind() == reflect.Bool && as.is("set")
	type pair struct {
		text  string
		value reflect.Value
	}
	var pairs []pair
	for all := value.MapRange(); all.Next() && len(pairs) <= here.most; {
		if isSet && kind.Kind() == reflect.Bool && !all.Value().Bool() {
			continue
		}
		key := writer{most: here.most, text: here.text, path: here.path}
		key.value(all.Key(), as.of(0))
		pairs = append(pairs, pair{string(key.bytes), all.Value()})
	}
	sort.Slice(pairs, func(one, other int) bool { return pairs[one].text < pairs[other].text })
	if isSet {
		here.raw(`{"set":`)
		here.list(len(pairs), func(number int) { here.raw(pairs[number].text) })
		here.raw("}")
		return
	}
	here.raw(`{"map":[`)
	for number, pair := range pairs {
		if number > 0 {
			here.raw(",")
		}
		here.most -= 2
		here.text -= len(pair.text)
		if here.most < 0 || here.text < 0 {
			here.raw("[")
			here.other("too large", "...")
			here.raw(",null]")
			break
		}
		here.raw("[" + pair.text + ",")
		here.value(pair.value, as.of(1))
		here.raw("]")
	}
	here.raw("]}")
}

// settable is a field, of a struct that can be changed, as if it were exported.
func settable(field reflect.Value) reflect.Value {
	return reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem()
}
