// Work that may throw -> a description of what was thrown, and where; streams of C++ that are to be flushed.
//
// The only part of the driver that is C++: a submission in C is driven without it. `__cxa_throw` is ours, so that the
// place of a throw is known before the stack is unwound; it hands on to that of the runtime.
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <dlfcn.h>
#include <exception>
#include <iostream>
#include <new>
#include <sstream>
#include <string>
#include <typeinfo>

#include "driver.h"
#include "stream.hpp"

namespace {

void put(char *room, grader_size size, const char *text) {
    std::strncpy(room, text, size - 1);
    room[size - 1] = '\0';
}

// The name without the namespaces before it; those in what stands between < and > stay.
void name_type(fault *fault) {
    const std::type_info *type = abi::__cxa_current_exception_type();
    if (type == nullptr) {
        put(fault->type, sizeof fault->type, "unknown");
        return;
    }
    int status = 0;
    char *name = abi::__cxa_demangle(type->name(), nullptr, nullptr, &status);
    const char *shown = name != nullptr ? name : type->name();
    for (const char *at = shown; *at != '\0' && *at != '<'; at++) {
        if (at[0] == ':' && at[1] == ':') {
            shown = at + 2;
        }
    }
    put(fault->type, sizeof fault->type, shown);
    std::free(name);
}

// What was thrown is asked for its words, and that may throw as well.
void describe(fault *fault) {
    fault->raised = 1;
    name_type(fault);
    try {
        throw;
    } catch (const std::bad_array_new_length &error) {
        put(fault->message, sizeof fault->message, error.what());
    } catch (const std::bad_alloc &error) {
        fault->memory = 1;
        put(fault->message, sizeof fault->message, error.what());
    } catch (const std::exception &error) {
        put(fault->message, sizeof fault->message, error.what());
    } catch (const std::string &text) {
        put(fault->type, sizeof fault->type, "std::string");
        put(fault->message, sizeof fault->message, text.c_str());
    } catch (const char *text) {
        put(fault->type, sizeof fault->type, "const char *");
        put(fault->message, sizeof fault->message, text != nullptr ? text : "a null pointer");
    } catch (int number) {
        put(fault->message, sizeof fault->message, std::to_string(number).c_str());
    } catch (...) {
    }
}

} // namespace

extern "C" __attribute__((noreturn)) void __cxa_throw(void *object, std::type_info *type, void (*destroy)(void *)) {
    using Throw = void (*)(void *, std::type_info *, void (*)(void *));
    static const Throw real = reinterpret_cast<Throw>(dlsym(RTLD_NEXT, "__cxa_throw"));
    note_place();
    real(object, type, destroy);
    std::abort();
}

void guarded(void (*work)(void *), void *context, fault *fault) {
    try {
        work(context);
    } catch (abi::__forced_unwind &) {
        throw;
    } catch (...) {
        const int count = thrown_count;
        void *from[MOST_THROWN];
        std::memcpy(from, thrown_from, sizeof from);
        try {
            describe(fault);
        } catch (...) {
        }
        thrown_count = count;
        std::memcpy(thrown_from, from, sizeof from);
    }
}

void flush_streams() {
    try {
        std::cout.flush();
        std::cerr.flush();
        std::clog.flush();
    } catch (...) {
    }
}

void grader_inside::say_printed(void (*print)(std::ostream &, void *), void *object, grader_listener *listener,
                                void *context) {
    std::ostringstream stream;
    print(stream, object);
    const std::string text = stream.str();
    listener(context, text.data(), text.size());
}
