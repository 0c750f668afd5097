// What can be done with a value of a type, by its kind: make it, fill it, read it, and say it in words.
#ifndef GRADER_OPERATIONS_HPP
#define GRADER_OPERATIONS_HPP
#pragma GCC system_header
#include "types.hpp"

namespace grader_inside {

struct Place {
    void *at;
};

} // namespace grader_inside

inline void *operator new(grader_size, grader_inside::Place place) noexcept {
    return place.at;
}

inline void operator delete(void *, grader_inside::Place) noexcept {}

namespace grader_inside {

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

} // namespace grader_inside

#endif
