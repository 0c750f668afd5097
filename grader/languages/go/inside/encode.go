package inside

import (
	"encoding"
	"encoding/base64"
	"fmt"
	"math"
	"math/bits"
	"reflect"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"
	"unsafe"
)

const (
	deepest     = 50
	mostItems   = 100000
	mostText    = 1000000
	longestText = 2000
	exact       = 1 << 53
)

// writer writes JSON, within the bounds of a reply. Of the student's methods only text forms run.
type writer struct {
	bytes []byte
	most  int
	text  int
	path  []uintptr
}

func (here *writer) raw(text string) {
	here.bytes = append(here.bytes, text...)
}

func (here *writer) field(name, text string) {
	here.raw(`"` + name + `":`)
	here.quote(text)
}

func (here *writer) quote(text string) {
	const digits = "0123456789abcdef"
	here.bytes = append(here.bytes, '"')
	for _, letter := range text { // what is no UTF-8 becomes U+FFFD
		switch {
		case letter == '"' || letter == '\\':
			here.bytes = append(here.bytes, '\\', byte(letter))
		case letter < ' ' || letter == 0x7f:
			here.bytes = append(here.bytes, '\\', 'u', '0', '0', digits[letter>>4], digits[letter&15])
		default:
			here.bytes = utf8.AppendRune(here.bytes, letter)
		}
	}
	here.bytes = append(here.bytes, '"')
}

func (here *writer) integer(number int64) {
	if number >= -exact && number <= exact {
		here.bytes = strconv.AppendInt(here.bytes, number, 10)
	} else {
		here.digits(strconv.FormatInt(number, 10))
	}
}

func (here *writer) digits(text string) {
	here.raw(`{"int":"` + text + `"}`)
}

func (here *writer) other(what, text string) {
	here.raw(`{"other":`)
	here.quote(shortened(what, 200))
	here.raw(`,"text":`)
	here.quote(shortened(text, longestText))
	here.raw("}")
}

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

func (here *writer) unsigned(value reflect.Value, as *declared) {
	number := value.Uint()
	switch {
	case value.Kind() == reflect.Uint8 && as.is("str"):
		here.string(string(rune(number)))
	case bits.Len64(number) < 64:
		here.integer(int64(number))
	default:
		here.digits(strconv.FormatUint(number, 10))
	}
}

func (here *writer) float(value reflect.Value) {
	number := value.Float()
	width := 64
	if value.Kind() == reflect.Float32 {
		width = 32
	}
	switch {
	case math.IsNaN(number):
		here.raw(`{"float":"nan"}`)
	case math.IsInf(number, 1):
		here.raw(`{"float":"inf"}`)
	case math.IsInf(number, -1):
		here.raw(`{"float":"-inf"}`)
	case number == 0 && math.Signbit(number):
		here.raw(`{"float":"-0.0"}`)
	default:
		text := strconv.FormatFloat(number, 'g', -1, width)
		if !strings.ContainsAny(text, ".e") {
			text += ".0"
		}
		here.raw(text)
	}
}

func (here *writer) string(text string) {
	here.text -= len(text)
	switch {
	case here.text < 0:
		here.other("string", "a text that is too long")
	case !utf8.ValidString(text):
		here.other("string", "a text that is not valid UTF-8")
	default:
		here.quote(text)
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

// list writes so many items, up to the bound of a reply.
func (here *writer) list(count int, write func(number int)) {
	here.raw("[")
	for number := 0; number < count; number++ {
		if number > 0 {
			here.raw(",")
		}
		here.most--
		if here.most < 0 {
			here.other("too large", "...")
			break
		}
		write(number)
	}
	here.raw("]")
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

// member writes a member of an enumeration: told by its type, or by what is declared where its type is a plain one.
func (here *writer) member(value reflect.Value, as *declared) bool {
	for asked, enum := range enums {
		if enum.kind != value.Type() || enum.kind.PkgPath() == "" && !as.is(asked) {
			continue
		}
		for _, name := range enum.names {
			if same(enum.members[name], value) {
				here.raw(`{"enum":[`)
				here.quote(asked)
				here.raw(",")
				here.quote(name)
				here.raw("]}")
				return true
			}
		}
	}
	return false
}

func same(one, other reflect.Value) bool {
	return one.Type().Comparable() && one.Interface() == other.Interface()
}

// bigInteger writes an integer of the package math/big, which this package does not import.
func (here *writer) bigInteger(value reflect.Value) bool {
	kind := value.Type()
	if kind.Kind() == reflect.Pointer {
		if value.IsNil() || !isBigInteger(kind.Elem()) {
			return false
		}
	} else if isBigInteger(kind) {
		pointer := reflect.New(kind)
		pointer.Elem().Set(value)
		value = pointer
	} else {
		return false
	}
	text, err := value.Interface().(encoding.TextMarshaler).MarshalText()
	digits := string(text)
	switch number, small := strconv.ParseInt(digits, 10, 64); {
	case err != nil || len(strings.TrimPrefix(digits, "-")) > 4000:
		here.other("big.Int", "an integer of more than 4,000 digits")
	case small == nil:
		here.integer(number)
	default:
		here.digits(digits)
	}
	return true
}

func isBigInteger(kind reflect.Type) bool {
	return kind.PkgPath() == "math/big" && kind.Name() == "Int"
}

// settable is a field, of a struct that can be changed, as if it were exported.
func settable(field reflect.Value) reflect.Value {
	return reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem()
}
