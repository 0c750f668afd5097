// A name of the student's -> a description of it that the driver can call: its types, and how they are filled and read.
//
// Read after the student's own text, in the same translation unit, and only there. It includes no header of the
// standard library, so that nothing that the student forgot is there by chance; classes of the library are known by
// their namespace and their shape. Macros of the student's are undefined before.
#pragma GCC system_header
#include "inside.h"

namespace grader_inside {

struct Place {
    void *at;
};

} // namespace grader_inside

inline void *operator new(grader_size, grader_inside::Place place) noexcept {
    return place.at;
}

inline void operator delete(void *, grader_inside::Place) noexcept {}

namespace std {

template <typename> struct tuple_size;
template <grader_size, typename> struct tuple_element;

} // namespace std

namespace grader_inside {

// --- plain facts of types ---

template <typename Given> struct WithoutReference {
    using Type = Given;
    static constexpr bool is_lvalue = false;
};
template <typename Given> struct WithoutReference<Given &> {
    using Type = Given;
    static constexpr bool is_lvalue = true;
};
template <typename Given> struct WithoutReference<Given &&> {
    using Type = Given;
    static constexpr bool is_lvalue = false;
};
template <typename Given> using without_reference = typename WithoutReference<Given>::Type;

template <typename Given> struct WithoutConst {
    using Type = Given;
};
template <typename Given> struct WithoutConst<const Given> {
    using Type = Given;
};
template <typename Given> struct WithoutConst<volatile Given> {
    using Type = Given;
};
template <typename Given> struct WithoutConst<const volatile Given> {
    using Type = Given;
};
template <typename Given> using bare = typename WithoutConst<without_reference<Given>>::Type;

template <typename, typename> inline constexpr bool same = false;
template <typename Given> inline constexpr bool same<Given, Given> = true;
template <typename Given, typename... Others> inline constexpr bool among = (same<Given, Others> || ...);

template <typename Given> Given &&some() noexcept;

template <typename Given> struct Pointed {
    using Type = void;
    static constexpr bool is_pointer = false;
};
template <typename Given> struct Pointed<Given *> {
    using Type = bare<Given>;
    static constexpr bool is_pointer = true;
};

template <typename Given> struct Row {
    using Type = void;
    static constexpr int count = -1;
};
template <typename Given, grader_size length> struct Row<Given[length]> {
    using Type = bare<Given>;
    static constexpr int count = int(length);
};

// The compiler's own words for a type.
template <typename Type> constexpr const char *spelled() {
    return __PRETTY_FUNCTION__;
}

template <typename Type> consteval bool is_standard() {
    const char start[] = "= std::";
    for (const char *words = spelled<Type>(); *words; ++words) {
        int index = 0;
        while (start[index] && words[index] == start[index]) {
            ++index;
        }
        if (!start[index]) {
            return true;
        }
    }
    return false;
}

template <typename Type> consteval bool is_students() {
    return (__is_class(Type) || __is_union(Type)) && !is_standard<Type>();
}

// --- shapes of the library's classes ---

template <typename Type> concept Complete = requires { sizeof(Type); };
template <typename Type> concept Copyable = requires(const Type &object) { Type(object); };
template <typename Type> concept Text = same<typename Type::value_type, char> && requires(const Type &text) {
    text.data();
    text.length();
    text.substr();
};
template <typename Type> concept Map = requires(const Type &map) {
    typename Type::mapped_type;
    typename Type::key_type;
    map.begin();
};
template <typename Type> concept Set = requires(Type &set) {
    typename Type::key_type;
    set.insert(some<typename Type::value_type>());
};
template <typename Type> concept Sequence = requires(Type &list) {
    list.push_back(some<typename Type::value_type>());
    list.begin();
};
template <typename Type> concept Fixed = requires(Type &array) {
    array.data();
    std::tuple_size<Type>::value;
};
template <typename Type> concept Optional = requires(Type &maybe) {
    typename Type::value_type;
    maybe.has_value();
    *maybe;
};
template <typename Type> concept Tuple = requires { std::tuple_size<Type>::value; };
template <typename Type> concept Owner = requires(const Type &owner) {
    typename Type::element_type;
    owner.get();
};

template <typename Type> consteval grader_kind kind_of_number() {
    return same<Type, bool>                                                                 ? GRADER_TRUTH
        : among<Type, char, wchar_t, char16_t, char32_t>                                    ? GRADER_CHARACTER
        : among<Type, signed char, short, int, long, long long, __int128>                   ? GRADER_SIGNED
        : among<Type, unsigned char, unsigned short, unsigned, unsigned long, unsigned long long, unsigned __int128>
            ? GRADER_UNSIGNED
        : among<Type, float, double, long double> ? GRADER_REAL
                                                  : GRADER_UNKNOWN;
}

template <typename Type> consteval grader_kind kind_of_standard() {
    return Text<Type>    ? GRADER_TEXT
        : Map<Type>      ? GRADER_MAP
        : Set<Type>      ? GRADER_SET
        : Sequence<Type> ? GRADER_SEQUENCE
        : Fixed<Type>    ? GRADER_ARRAY
        : Optional<Type> ? GRADER_OPTIONAL
        : Tuple<Type>    ? GRADER_TUPLE
        : Owner<Type>    ? GRADER_OWNER
                         : GRADER_UNKNOWN;
}

template <typename Type> consteval grader_kind kind_of() {
    using Target = typename Pointed<Type>::Type;
    if constexpr (kind_of_number<Type>() != GRADER_UNKNOWN) {
        return kind_of_number<Type>();
    } else if constexpr (same<Type, void>) {
        return GRADER_NOTHING;
    } else if constexpr (__is_enum(Type)) {
        return GRADER_ENUM;
    } else if constexpr (Row<Type>::count >= 0) {
        return GRADER_ARRAY;
    } else if constexpr (same<Target, char>) {
        return GRADER_STRING;
    } else if constexpr (is_students<Target>()) {
        return GRADER_OBJECT_POINTER;
    } else if constexpr (Pointed<Type>::is_pointer && !same<Target, void> && Complete<Target>) {
        return GRADER_POINTER;
    } else if constexpr (is_students<Type>()) {
        return GRADER_OBJECT;
    } else if constexpr (__is_class(Type)) {
        return kind_of_standard<Type>();
    } else {
        return GRADER_UNKNOWN;
    }
}

// --- what can be done with a value, by its kind ---

template <typename Type> Type &at(void *place) {
    return *static_cast<Type *>(place);
}
template <typename Type> const Type &at(const void *place) {
    return *static_cast<const Type *>(place);
}
template <typename Type> const void *address(const Type &value) {
    return &reinterpret_cast<const volatile char &>(value) == nullptr
        ? nullptr : const_cast<const char *>(&reinterpret_cast<const volatile char &>(value));
}

template <typename Type> void construct(void *place) {
    ::new (Place{place}) Type();
}
template <typename Type> void destroy(void *place) {
    at<Type>(place).~Type();
}
template <typename Type> void copy(void *place, const void *source) {
    ::new (Place{place}) Type(at<Type>(source));
}
template <typename Type> void set_text(void *place, const char *bytes, grader_size length) {
    ::new (Place{place}) Type(bytes, length);
}
template <typename Type> const char *get_text(const void *place, grader_size *length) {
    *length = at<Type>(place).length();
    return at<Type>(place).data();
}

template <typename Type> void add_element(void *place, void *const *parts) {
    using Element = typename Type::value_type;
    Element &&element = static_cast<Element &&>(at<Element>(parts[0]));
    if constexpr (Set<Type>) {
        at<Type>(place).insert(static_cast<Element &&>(element));
    } else if constexpr (Sequence<Type>) {
        at<Type>(place).push_back(static_cast<Element &&>(element));
    } else {
        at<Type>(place) = static_cast<Element &&>(element);
    }
}
template <typename Type> void visit_elements(const void *place, grader_visitor *visitor, void *context) {
    using Element = typename Type::value_type;
    if constexpr (Optional<Type>) {
        if (at<Type>(place).has_value()) {
            const void *const parts[] = {address(*at<Type>(place))};
            visitor(context, parts);
        }
    } else {
        for (const Element &element : at<Type>(place)) {
            const void *const parts[] = {address(element)};
            if (!visitor(context, parts)) {
                break;
            }
        }
    }
}

template <typename Type> void add_pair(void *place, void *const *parts) {
    using Key = typename Type::key_type;
    using Value = typename Type::mapped_type;
    at<Type>(place).emplace(static_cast<Key &&>(at<Key>(parts[0])), static_cast<Value &&>(at<Value>(parts[1])));
}
template <typename Type> void visit_pairs(const void *place, grader_visitor *visitor, void *context) {
    for (const auto &pair : at<Type>(place)) {
        const void *const parts[] = {address(pair.first), address(pair.second)};
        if (!visitor(context, parts)) {
            break;
        }
    }
}

template <typename Type> using pointee = bare<typename Type::element_type>;
template <typename Type> concept Shared = requires(const Type &owner) { owner.use_count(); };

template <typename Type> void *get_object(const void *place) {
    return const_cast<pointee<Type> *>(at<Type>(place).get());
}
// A shared one leaves the object to whom it belongs; one that is not shared gets a copy.
template <typename Type> void own_object(void *place, void *object) {
    if constexpr (Shared<Type>) {
        ::new (Place{place}) Type(static_cast<pointee<Type> *>(object), [](const void *) {});
    } else {
        ::new (Place{place}) Type(new pointee<Type>(at<pointee<Type>>(object)));
    }
}

// --- the text form of an object ---

#ifdef _GLIBCXX_OSTREAM
template <typename Type> concept Printed = requires(std::ostream &stream, Type &object) { stream << object; };
void say_printed(void (*print)(std::ostream &, void *), void *object, grader_listener *listener, void *context);
#else
template <typename Type> concept Printed = false;
#endif

void hand_on(const auto &text, grader_listener *listener, void *context) {
    if constexpr (requires { text.c_str(); }) {
        listener(context, text.c_str(), text.length());
    } else if constexpr (requires { static_cast<const char *>(text); }) {
        const char *bytes = text;
        listener(context, bytes ? bytes : "", bytes ? __builtin_strlen(bytes) : 0);
    }
}

template <typename Type> void say(void *place, grader_listener *listener, void *context) {
    Type &object = at<Type>(place);
    if constexpr (requires { hand_on(object.toString(), listener, context); }) {
        hand_on(object.toString(), listener, context);
    } else if constexpr (requires { hand_on(object.to_string(), listener, context); }) {
        hand_on(object.to_string(), listener, context);
    } else if constexpr (requires { hand_on(object.str(), listener, context); }) {
        hand_on(object.str(), listener, context);
    } else if constexpr (requires { hand_on(toString(object), listener, context); }) {
        hand_on(toString(object), listener, context);
    } else if constexpr (requires { hand_on(to_string(object), listener, context); }) {
        hand_on(to_string(object), listener, context);
    } else if constexpr (Printed<Type>) {
#ifdef _GLIBCXX_OSTREAM
        say_printed([](std::ostream &stream, void *printed) { stream << at<Type>(printed); }, place, listener, context);
#endif
    }
}

// --- the description of a type ---

// Filled in for each enumeration that the task asks for.
template <typename Type> struct Names {
    static constexpr const grader_names *names = nullptr;
};

template <typename Type> struct TypeOf {
    static const grader_type type;
};

template <typename Type, grader_kind kind> struct Shape {
    static constexpr int count = 0;
    static constexpr const grader_type *const *parts = nullptr;
    static constexpr const grader_operations *operations = nullptr;
};

template <typename... Types> struct Parts {
    static constexpr int count = sizeof...(Types);
    static constexpr const grader_type *parts[] = {&TypeOf<Types>::type...};
};

template <typename Type> struct Shape<Type, GRADER_TEXT> : Shape<Type, GRADER_UNKNOWN> {
    static constexpr grader_operations all = {
        .destroy = destroy<Type>, .set_text = set_text<Type>, .get_text = get_text<Type>};
    static constexpr const grader_operations *operations = &all;
};

template <typename Type> struct ListShape : Parts<typename Type::value_type> {
    static constexpr grader_operations all = {.construct = construct<Type>,
                                              .destroy = destroy<Type>,
                                              .add = add_element<Type>,
                                              .visit = visit_elements<Type>};
    static constexpr const grader_operations *operations = &all;
};
template <typename Type> struct Shape<Type, GRADER_SEQUENCE> : ListShape<Type> {};
template <typename Type> struct Shape<Type, GRADER_SET> : ListShape<Type> {};
template <typename Type> struct Shape<Type, GRADER_OPTIONAL> : ListShape<Type> {};

template <typename Type>
struct Shape<Type, GRADER_MAP> : Parts<typename Type::key_type, typename Type::mapped_type> {
    static constexpr grader_operations all = {.construct = construct<Type>,
                                              .destroy = destroy<Type>,
                                              .add = add_pair<Type>,
                                              .visit = visit_pairs<Type>};
    static constexpr const grader_operations *operations = &all;
};

template <grader_size... numbers> struct Numbers {};
template <typename, typename> struct TupleShape;
template <typename Type, grader_size... numbers>
struct TupleShape<Type, Numbers<numbers...>> : Parts<bare<typename std::tuple_element<numbers, Type>::type>...> {
    static void *part(void *place, int index) {
        const void *const parts[] = {address(get<numbers>(at<Type>(place)))..., nullptr};
        return const_cast<void *>(parts[index]);
    }
    static constexpr grader_operations all = {.construct = construct<Type>, .destroy = destroy<Type>, .part = part};
    static constexpr const grader_operations *operations = &all;
};
template <typename Type>
struct Shape<Type, GRADER_TUPLE> : TupleShape<Type, Numbers<__integer_pack(std::tuple_size<Type>::value)...>> {};

template <typename Type> consteval auto element_of() {
    if constexpr (Row<Type>::count >= 0) {
        return Parts<typename Row<Type>::Type>();
    } else {
        return Parts<typename Type::value_type>();
    }
}
template <typename Type> consteval int length_of() {
    if constexpr (Row<Type>::count >= 0) {
        return Row<Type>::count;
    } else {
        return int(std::tuple_size<Type>::value);
    }
}
template <typename Type> struct Shape<Type, GRADER_ARRAY> : decltype(element_of<Type>()) {
    static constexpr int count = length_of<Type>();
    static constexpr const grader_operations *operations = nullptr;
};

template <typename Type> struct Shape<Type, GRADER_POINTER> : Parts<typename Pointed<Type>::Type> {
    static constexpr const grader_operations *operations = nullptr;
};
template <typename Type> struct Shape<Type, GRADER_OBJECT_POINTER> : Parts<typename Pointed<Type>::Type> {
    static constexpr const grader_operations *operations = nullptr;
};

template <typename Type> consteval auto copying() {
    if constexpr (Copyable<Type>) {
        return copy<Type>;
    } else {
        return nullptr;
    }
}
template <typename Type> consteval auto destroying() {
    if constexpr (requires(Type &object) { object.~Type(); }) {
        return destroy<Type>;
    } else {
        return nullptr;
    }
}
template <typename Type> struct Shape<Type, GRADER_OBJECT> : Shape<Type, GRADER_UNKNOWN> {
    static constexpr grader_operations all = {
        .copy = copying<Type>(), .destroy = destroying<Type>(), .say = say<Type>};
    static constexpr const grader_operations *operations = &all;
};

template <typename Type> consteval auto owning() {
    if constexpr (Shared<Type> || Copyable<pointee<Type>>) {
        return own_object<Type>;
    } else {
        return nullptr;
    }
}
template <typename Type> struct Shape<Type, GRADER_OWNER> : Parts<pointee<Type>> {
    static constexpr grader_operations all = {
        .destroy = destroy<Type>, .get = get_object<Type>, .own = owning<Type>()};
    static constexpr const grader_operations *operations = &all;
};

template <typename Type> consteval grader_size size_of() {
    if constexpr (Complete<Type> && !same<Type, void>) {
        return sizeof(Type);
    } else {
        return 0;
    }
}

template <typename Type> consteval grader_type describe() {
    constexpr grader_kind kind = kind_of<Type>();
    if constexpr (!Complete<Type> && kind == GRADER_OBJECT) {
        return {.kind = kind, .size = 0, .name = spelled<Type>()};
    } else {
        using Here = Shape<Type, kind>;
        const char *name = kind == GRADER_OBJECT_POINTER ? spelled<typename Pointed<Type>::Type>() : spelled<Type>();
        return {kind, size_of<Type>(), name, Here::count, Here::parts, Here::operations, Names<Type>::names};
    }
}

template <typename Type> constexpr grader_type TypeOf<Type>::type = describe<Type>();

// --- members ---

struct Words {
    int number;
    const char *name;
    const char *asked;
    const char *found;
    const char *gives;
};

template <typename Parameter> decltype(auto) pass(void *place) {
    using Value = without_reference<Parameter>;
    if constexpr (WithoutReference<Parameter>::is_lvalue) {
        return static_cast<Value &>(*static_cast<Value *>(place));
    } else {
        return static_cast<Value &&>(*static_cast<Value *>(place));
    }
}

template <typename Result> void deliver(void *place, auto &&call) {
    if constexpr (same<Result, void>) {
        call();
    } else if constexpr (WithoutReference<Result>::is_lvalue) {
        *static_cast<const void **>(place) = address(call());
    } else {
        ::new (Place{place}) bare<Result>(call());
    }
}

template <typename... Parameters> inline constexpr grader_parameter parameters_of[] = {
    {&TypeOf<bare<Parameters>>::type, WithoutReference<Parameters>::is_lvalue}..., {nullptr, 0}};

template <typename Owner, typename Result, typename... Parameters>
consteval grader_member describe_member(grader_role role, Words words, decltype(grader_member::call) call) {
    const grader_type *owner = nullptr;
    if constexpr (!same<Owner, void>) {
        owner = &TypeOf<Owner>::type;
    }
    return {words.number, role, words.name, words.asked, words.found, words.gives, owner, &TypeOf<bare<Result>>::type,
            WithoutReference<Result>::is_lvalue, sizeof...(Parameters), parameters_of<Parameters...>, call};
}

template <auto function, typename Result, typename... Parameters> struct FunctionCall {
    template <grader_size... numbers>
    static void run(void **arguments, void *result, Numbers<numbers...>) {
        deliver<Result>(result, [&]() -> Result { return function(pass<Parameters>(arguments[numbers])...); });
    }
    static void call(void *, void **arguments, void *result) {
        run(arguments, result, Numbers<__integer_pack(sizeof...(Parameters))...>());
    }
    template <typename Owner = void> static consteval grader_member member(grader_role role, Words words) {
        return describe_member<Owner, Result, Parameters...>(role, words, call);
    }
};

template <auto method, typename Class, typename Result, typename... Parameters> struct MethodCall {
    template <typename Owner, grader_size... numbers>
    static void run(Owner &object, void **arguments, void *result, Numbers<numbers...>) {
        deliver<Result>(result, [&]() -> Result {
            return (static_cast<Class &>(object).*method)(pass<Parameters>(arguments[numbers])...);
        });
    }
    template <typename Owner> static void call(void *object, void **arguments, void *result) {
        run(at<Owner>(object), arguments, result, Numbers<__integer_pack(sizeof...(Parameters))...>());
    }
    template <typename Owner> static consteval grader_member member(grader_role role, Words words) {
        return describe_member<Owner, Result, Parameters...>(role, words, call<Owner>);
    }
};

// A function that takes the object first, where the method itself is one of several of its name.
template <auto function, typename Result, typename Class, typename... Parameters> struct ObjectCall {
    template <grader_size... numbers>
    static void run(Class &object, void **arguments, void *result, Numbers<numbers...>) {
        deliver<Result>(result, [&]() -> Result { return function(object, pass<Parameters>(arguments[numbers])...); });
    }
    static void call(void *object, void **arguments, void *result) {
        run(at<Class>(object), arguments, result, Numbers<__integer_pack(sizeof...(Parameters))...>());
    }
    static consteval grader_member member(grader_role role, Words words) {
        return describe_member<Class, Result, Parameters...>(role, words, call);
    }
};

template <auto target> struct Call;
template <auto target> struct CallWithObject;

#define GRADER_FOR_FUNCTION(QUALIFIERS) \
    template <typename Result, typename... Parameters, Result (*target)(Parameters...) QUALIFIERS> \
    struct Call<target> : FunctionCall<target, Result, Parameters...> {}; \
    template <typename Result, typename Class, typename... Parameters, \
              Result (*target)(Class &, Parameters...) QUALIFIERS> \
    struct CallWithObject<target> : ObjectCall<target, Result, Class, Parameters...> {};
#define GRADER_FOR_METHOD(QUALIFIERS) \
    template <typename Result, typename Class, typename... Parameters, \
              Result (Class::*target)(Parameters...) QUALIFIERS> \
    struct Call<target> : MethodCall<target, Class, Result, Parameters...> {};
GRADER_FOR_FUNCTION()
GRADER_FOR_FUNCTION(noexcept)
GRADER_FOR_METHOD()
GRADER_FOR_METHOD(const)
GRADER_FOR_METHOD(&)
GRADER_FOR_METHOD(const &)
GRADER_FOR_METHOD(noexcept)
GRADER_FOR_METHOD(const noexcept)
GRADER_FOR_METHOD(& noexcept)
GRADER_FOR_METHOD(const & noexcept)
#undef GRADER_FOR_FUNCTION
#undef GRADER_FOR_METHOD

template <typename Class, typename> struct Making;
template <typename Class, typename... Parameters> struct Making<Class, void(Parameters...)> {
    template <grader_size... numbers> static void run(void **arguments, void *place, Numbers<numbers...>) {
        (void)arguments;
        ::new (Place{place}) Class(pass<Parameters>(arguments[numbers])...);
    }
    static void call(void *, void **arguments, void *result) {
        run(arguments, result, Numbers<__integer_pack(sizeof...(Parameters))...>());
    }
    static consteval grader_member member(grader_role role, Words words) {
        return describe_member<Class, Class, Parameters...>(role, words, call);
    }
};

} // namespace grader_inside

#include "common.hpp"

#define GRADER_MEMBER(number, ...) \
    static constexpr grader_member grader_inside_member_##number = __VA_ARGS__; \
    __attribute__((section("grader_members"), used)) static const grader_member *const \
        grader_inside_pointer_##number = &grader_inside_member_##number;
