// Numbers, texts and members of enumerations -> JSON.

package inside

import (
	"encoding"
	"math"
	"math/bits"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"
)

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
