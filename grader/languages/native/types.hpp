// A type of the student's -> its kind. Classes of the library are known by their namespace and their shape, so that none
// of its headers has to be read for them.
#ifndef GRADER_TYPES_HPP
#define GRADER_TYPES_HPP
#pragma GCC system_header
#include "inside.h"

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

} // namespace grader_inside

#endif
