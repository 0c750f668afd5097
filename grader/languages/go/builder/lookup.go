package main

import (
	"go/types"
	"sort"
	"strings"
)

const mostOffers = 20

// told is the reply to `load`.
type told struct {
	Functions map[string]*string    `json:"functions"`
	Classes   map[string]*toldClass `json:"classes"`
	Enums     map[string]*string    `json:"enums"`
	Offers    []string              `json:"offers"`
	Notes     []string              `json:"notes"`
}

type toldClass struct {
	Name    string             `json:"name"`
	Methods map[string]*string `json:"methods"`
}

// found is what was found: for the reply to `load`, and as lines that register it, by package.
type found struct {
	told  told
	lines map[*unit][]string
}

// symbol is a member of a package of the student's, in the order of their text.
type symbol struct {
	unit   *unit
	object types.Object
}

func (here symbol) name() string {
	return here.object.Name()
}

// lookUp finds what the task asks for in the student's packages, those of the program first.
func (here *building) lookUp() *found {
	here.check()
	made := &found{lines: map[*unit][]string{}}
	made.told = told{
		map[string]*string{}, map[string]*toldClass{}, map[string]*string{}, here.offers(), []string{},
	}
	looking := &looking{building: here, found: made, symbols: here.symbols()}
	for _, asked := range here.asked.Functions {
		made.told.Functions[asked.Name] = looking.function(asked)
	}
	for _, asked := range here.asked.Classes {
		made.told.Classes[asked.Name] = looking.class(asked)
	}
	for _, asked := range here.asked.Enums {
		made.told.Enums[asked.Name] = looking.enum(asked)
	}
	return made
}

// symbols are the functions, types, variables and constants; of other packages than the program only exported ones.
func (here *building) symbols() []symbol {
	var all []symbol
	for number := len(here.order) - 1; number >= 0; number-- {
		unit := here.order[number]
		checked := here.checked[unit.path]
		if checked == nil {
			continue
		}
		var own []symbol
		for _, name := range checked.Scope().Names() {
			if object := checked.Scope().Lookup(name); unit == here.main || object.Exported() {
				own = append(own, symbol{unit, object})
			}
		}
		sort.Slice(own, func(one, other int) bool { return own[one].object.Pos() < own[other].object.Pos() })
		all = append(all, own...)
	}
	return all
}

func (here *building) offers() []string {
	offers := []string{}
	for _, symbol := range here.symbols() {
		switch symbol.object.(type) {
		case *types.Func, *types.TypeName:
			if symbol.name() != "main" && len(offers) < mostOffers {
				offers = append(offers, symbol.name())
			}
		}
	}
	return offers
}

// looking is a search for members.
type looking struct {
	*building
	found   *found
	symbols []symbol
}

func (here *looking) tell(text string) {
	here.found.told.Notes = append(here.found.told.Notes, text)
}

// find is the first symbol that fits and bears one of the names: exactly, exported or not, then loosely.
func (here *looking) find(names []string, fits func(symbol) bool) *symbol {
	for _, matches := range []func(string, []string) bool{exact, similar} {
		for _, symbol := range here.symbols {
			if fits(symbol) && matches(symbol.name(), names) {
				return &symbol
			}
		}
	}
	return nil
}

// signature is that of a function, or of a variable that holds one; nil for all else.
func signature(object types.Object) *types.Signature {
	switch object.(type) {
	case *types.Func, *types.Var:
		if found, is := object.Type().Underlying().(*types.Signature); is {
			return found
		}
	}
	return nil
}

// --- functions ---

func (here *looking) function(asked askedFunction) *string {
	generic := ""
	symbol := here.find(asked.Names, func(symbol symbol) bool {
		signature := signature(symbol.object)
		if signature != nil && signature.TypeParams().Len() > 0 {
			if similar(symbol.name(), asked.Names) {
				generic = symbol.name()
			}
			return false
		}
		return signature != nil
	})
	if symbol == nil {
		if name := here.methodAsFunction(asked); name != nil {
			return name
		}
		if generic != "" {
			here.tell(quoted(generic) + " has type parameters. Write it for the types that the task names.")
		}
		return nil
	}
	name := symbol.name()
	if !exact(name, asked.Names) {
		here.tell(used(name, asked.Names))
	}
	here.register(symbol.unit, "Function(%q, %q, %s, %s, %q)", asked.Name, name, name, typesOf(asked.Parameters), asked.Returns)
	return &name
}

// methodAsFunction finds the function as a method of one of the student's types.
func (here *looking) methodAsFunction(asked askedFunction) *string {
	for _, symbol := range here.symbols {
		if !isPlainType(symbol.object) {
			continue
		}
		method := methodOf(symbol.object, asked.Names)
		if method == "" {
			continue
		}
		name := symbol.name() + "." + method
		here.tell("Used the method " + quoted(method) + " of " + quoted(symbol.name()) + ".")
		here.register(
			symbol.unit, "MethodFunction(%q, %q, %s, %s, %q)",
			asked.Name, method, expression(symbol.name(), method), typesOf(asked.Parameters), asked.Returns,
		)
		return &name
	}
	return nil
}

// isPlainType says whether values of a type can have methods that are called: one with a name and no type parameters.
func isPlainType(object types.Object) bool {
	name, is := object.(*types.TypeName)
	if !is || name.IsAlias() {
		return false
	}
	named, is := name.Type().(*types.Named)
	return is && named.TypeParams().Len() == 0 && !types.IsInterface(named)
}

// methodOf is the name of the method that is meant, of a type or of a pointer to it; empty if there is none.
func methodOf(object types.Object, names []string) string {
	set := types.NewMethodSet(types.NewPointer(object.Type()))
	for _, matches := range []func(string, []string) bool{exact, similar} {
		for number := 0; number < set.Len(); number++ {
			method := set.At(number).Obj()
			if (method.Pkg() == object.Pkg() || method.Exported()) && matches(method.Name(), names) {
				return method.Name()
			}
		}
	}
	return ""
}

func expression(kind, method string) string {
	return "(*" + kind + ")." + method
}

// --- classes ---

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

// --- enumerations ---

func (here *looking) enum(asked askedEnum) *string {
	symbol := here.find(asked.Names, func(symbol symbol) bool {
		_, is := symbol.object.(*types.TypeName)
		return is && len(here.members(symbol, asked)) > 0
	})
	if symbol == nil {
		return nil
	}
	name := symbol.name()
	if !exact(name, asked.Names) {
		here.tell(used(name, asked.Names))
	}
	members := here.members(*symbol, asked)
	for _, member := range asked.Members {
		if found := members[member]; found != "" {
			here.register(symbol.unit, "Enum(%q, %q, %s)", asked.Name, member, found)
		}
	}
	return &name
}

// members are the constants and variables of a type that stand for the members asked for, such as `Red` or `ColourRed`.
func (here *looking) members(of symbol, asked askedEnum) map[string]string {
	found := map[string]string{}
	for _, symbol := range here.symbols {
		switch symbol.object.(type) {
		case *types.Const, *types.Var:
		default:
			continue
		}
		if symbol.unit != of.unit || !types.Identical(symbol.object.Type(), of.object.Type()) {
			continue
		}
		name, kind := loose(symbol.name()), loose(of.name())
		for _, member := range asked.Members {
			wanted := loose(member)
			if name == wanted || name == kind+wanted || name == wanted+kind {
				found[member] = symbol.name()
			}
		}
	}
	return found
}
