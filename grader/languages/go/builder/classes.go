// Classes that a task asks for -> types, the functions that make them, and their methods.

package main

import (
	"go/types"
	"sort"
	"strings"
)

func (here *looking) class(asked askedClass) *toldClass {
	isType := func(symbol symbol) bool {
		_, is := symbol.object.(*types.TypeName)
		return is
	}
	symbol := here.find(asked.Names, isType)
	if symbol == nil {
		symbol = here.onlyTypeWith(asked.Methods)
	}
	if symbol == nil {
		return nil
	}
	if named, is := symbol.object.Type().(*types.Named); is && named.TypeParams().Len() > 0 {
		here.tell(quoted(symbol.name()) + " has type parameters. Write it for the types that the task names.")
		return nil
	}
	name := symbol.name()
	if !exact(name, asked.Names) {
		here.tell(used(name, asked.Names))
	}
	parts := []any{asked.Name, name}
	for _, constructor := range asked.Constructors {
		parts = append(parts, namesOf(constructor))
	}
	here.register(symbol.unit, "Type(%q, func(*%s) {}"+strings.Repeat(", %s", len(asked.Constructors))+")", parts...)
	here.constructors(asked, *symbol)
	told := &toldClass{name, map[string]*string{}}
	for _, method := range asked.Methods {
		told.Methods[method.Name] = here.method(*symbol, method)
	}
	here.methodsOfOthers(asked, *symbol)
	return told
}

// method registers a method of a type under the name that was asked for.
func (here *looking) method(of symbol, asked askedFunction) *string {
	if types.IsInterface(of.object.Type()) {
		method := methodOfInterface(of.object, asked.Names)
		if method == "" {
			return nil
		}
		return &method
	}
	method := methodOf(of.object, asked.Names)
	if method == "" {
		return nil
	}
	if !exact(method, asked.Names) {
		here.tell(used(method, asked.Names))
	}
	here.registerMethod(of, method, asked)
	return &method
}

func methodOfInterface(object types.Object, names []string) string {
	set := types.NewMethodSet(object.Type())
	for number := 0; number < set.Len(); number++ {
		if similar(set.At(number).Obj().Name(), names) {
			return set.At(number).Obj().Name()
		}
	}
	return ""
}

func (here *looking) registerMethod(of symbol, method string, asked askedFunction) {
	here.register(
		of.unit, "Method(%q, %q, %s, %s, %q)",
		asked.Name, method, expression(of.name(), method), typesOf(asked.Parameters), asked.Returns,
	)
}

// methodsOfOthers registers the methods of all other types too, since a constructor may give any of them.
func (here *looking) methodsOfOthers(asked askedClass, but symbol) {
	for _, symbol := range here.symbols {
		if symbol.object == but.object || !isPlainType(symbol.object) {
			continue
		}
		for _, method := range asked.Methods {
			if name := methodOf(symbol.object, method.Names); name != "" {
				here.registerMethod(symbol, name, method)
			}
		}
	}
}

func (here *looking) onlyTypeWith(methods []askedFunction) *symbol {
	var only *symbol
	for _, symbol := range here.symbols {
		symbol := symbol
		if !isPlainType(symbol.object) || len(methods) == 0 {
			continue
		}
		all := true
		for _, method := range methods {
			all = all && methodOf(symbol.object, method.Names) != ""
		}
		if all && only != nil {
			return nil
		}
		if all {
			only = &symbol
		}
	}
	return only
}

// constructors registers the functions that make objects of a type: those with such a name, else the only one.
func (here *looking) constructors(asked askedClass, of symbol) {
	var named, others []symbol
	for _, symbol := range here.symbols {
		if !makes(symbol.object, of.object.Type()) || symbol.unit != of.unit {
			continue
		}
		if isConstructorName(symbol.name(), of.name()) {
			named = append(named, symbol)
		} else {
			others = append(others, symbol)
		}
	}
	if len(named) == 0 && len(others) == 1 {
		named = others
		here.tell("Used " + quoted(others[0].name()) + " to make a " + quoted(of.name()) + ".")
	}
	sort.SliceStable(named, func(one, other int) bool {
		return loose(named[one].name()) == "new"+loose(of.name()) && loose(named[other].name()) != "new"+loose(of.name())
	})
	if len(named) == 0 && !types.IsInterface(of.object.Type()) {
		here.tell("There is no function " + quoted("New"+exported(of.name())) + ", so " + quoted(of.name()+"{...}") + " was used.")
	}
	for _, symbol := range named {
		name := symbol.name()
		parameters := typesOf(constructorWith(asked, signature(symbol.object).Params().Len()))
		here.register(of.unit, "Constructor(%q, %q, %s, %s)", asked.Name, name, name, parameters)
	}
}

func constructorWith(asked askedClass, count int) []askedParameter {
	for _, constructor := range asked.Constructors {
		if len(constructor) == count {
			return constructor
		}
	}
	return nil
}

// makes says whether a function gives an object of a type, and takes none.
func makes(object types.Object, kind types.Type) bool {
	made := signature(object)
	if made == nil || made.TypeParams().Len() > 0 || made.Results().Len() == 0 || !isOf(made.Results().At(0).Type(), kind) {
		return false
	}
	for number := 0; number < made.Params().Len(); number++ {
		if isOf(made.Params().At(number).Type(), kind) {
			return false
		}
	}
	return true
}

func isOf(one, kind types.Type) bool {
	if pointer, is := one.(*types.Pointer); is {
		one = pointer.Elem()
	}
	return types.Identical(one, kind)
}

func isConstructorName(name, kind string) bool {
	name = loose(name)
	for _, beginning := range []string{"new", "make", "create", "init", "build", "construct"} {
		if strings.HasPrefix(name, beginning) {
			return true
		}
	}
	return name == loose(kind)
}
