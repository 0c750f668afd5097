// A name of the student's -> a description of it that the driver can call: its types, and how they are filled and read.
//
// Read after the student's own text, in the same translation unit, and only there. It includes no header of the
// standard library, so that nothing that the student forgot is there by chance. Macros of the student's are undefined
// before.
#pragma GCC system_header
#include "operations.hpp"

namespace grader_inside {

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
