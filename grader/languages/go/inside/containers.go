// Lists, tuples, sets and maps of a request -> values of Go.

package inside

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"reflect"
	"strconv"
)

func (here *state) listInto(items []any, kind reflect.Type, as func(int) *declared) (reflect.Value, error) {
	value, err := sized(len(items), items, kind)
	if err != nil {
		return value, err
	}
	for number, item := range items {
		made, err := here.decode(item, kind.Elem(), as(number))
		if err != nil {
			return value, err
		}
		value.Index(number).Set(made)
	}
	return value, nil
}

func (here *state) tupleInto(items []any, kind reflect.Type, as *declared) (reflect.Value, error) {
	if kind.Kind() != reflect.Struct {
		return here.listInto(items, kind, as.of)
	}
	value := reflect.New(kind).Elem()
	if kind.NumField() != len(items) {
		return value, wrong(map[string]any{"tuple": items}, kind)
	}
	for number, item := range items {
		made, err := here.decode(item, kind.Field(number).Type, as.of(number))
		if err != nil {
			return value, err
		}
		settable(value.Field(number)).Set(made)
	}
	return value, nil
}

func (here *state) setInto(items []any, kind reflect.Type, as *declared) (reflect.Value, error) {
	if kind.Kind() != reflect.Map {
		return here.listInto(items, kind, as.of)
	}
	member := reflect.New(kind.Elem()).Elem()
	switch {
	case kind.Elem().Kind() == reflect.Bool:
		member.SetBool(true)
	case kind.Elem().Kind() != reflect.Struct || kind.Elem().NumField() > 0:
		return member, wrong(map[string]any{"set": items}, kind)
	}
	value := reflect.MakeMapWithSize(kind, len(items))
	for _, item := range items {
		key, err := here.decode(item, kind.Key(), as.of(0))
		if err != nil {
			return value, err
		}
		value.SetMapIndex(key, member)
	}
	return value, nil
}

func (here *state) mapInto(pairs []any, kind reflect.Type, as *declared) (reflect.Value, error) {
	if kind.Kind() != reflect.Map {
		return reflect.Value{}, wrong(map[string]any{"map": pairs}, kind)
	}
	value := reflect.MakeMapWithSize(kind, len(pairs))
	for _, pair := range pairs {
		key, err := here.decode(pair.([]any)[0], kind.Key(), as.of(0))
		if err != nil {
			return value, err
		}
		item, err := here.decode(pair.([]any)[1], kind.Elem(), as.of(1))
		if err != nil {
			return value, err
		}
		value.SetMapIndex(key, item)
	}
	return value, nil
}

// natural is the value as Go would have it where any type will do.
func (here *state) natural(wire any, kind reflect.Type) (reflect.Value, error) {
	made, err := here.naturally(wire)
	if err != nil {
		return reflect.Value{}, err
	}
	if made == nil {
		return reflect.Zero(kind), nil
	}
	if value := reflect.ValueOf(made); value.Type().AssignableTo(kind) {
		return value, nil
	}
	return reflect.Value{}, wrong(wire, kind)
}

var errTooLarge = errors.New("is larger than any type of Go can hold")

func (here *state) naturally(wire any) (any, error) {
	switch wire := wire.(type) {
	case json.Number:
		if number, err := wire.Int64(); err == nil {
			return int(number), nil
		}
		return wire.Float64()
	case []any:
		return here.naturalList(wire)
	case map[string]any:
		tag, body := tagged(wire)
		switch tag {
		case "int":
			number, err := strconv.ParseInt(body.(string), 10, 64)
			if err != nil {
				return nil, errTooLarge
			}
			return int(number), nil
		case "float":
			return floats[body.(string)], nil
		case "bytes":
			return base64.StdEncoding.DecodeString(body.(string))
		case "map":
			return here.naturalMap(body.([]any))
		}
		return here.naturalList(body.([]any))
	}
	return wire, nil
}

func (here *state) naturalList(items []any) ([]any, error) {
	list := make([]any, len(items))
	for number, item := range items {
		value, err := here.decode(item, anyType, anything)
		if err != nil {
			return nil, err
		}
		list[number] = value.Interface()
	}
	return list, nil
}

func (here *state) naturalMap(pairs []any) (any, error) {
	texts := map[string]any{}
	all := map[any]any{}
	for _, pair := range pairs {
		both, err := here.naturalList(pair.([]any))
		if err != nil {
			return nil, err
		}
		if key, is := both[0].(string); is {
			texts[key] = both[1]
		}
		all[both[0]] = both[1]
	}
	if len(texts) == len(pairs) {
		return texts, nil
	}
	return all, nil
}

var anyType = reflect.TypeOf((*any)(nil)).Elem()
