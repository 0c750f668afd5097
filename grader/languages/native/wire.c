/* A value of the protocol -> what stands in it, and the words for it and for what it does not fit. */
#include <stdio.h>
#include <string.h>

#include "take.h"

char why_not[400];

const struct json *tagged(const struct json *wire, const char *tag) {
    int fits = wire->kind == JSON_MAP && wire->first != NULL && strcmp(wire->first->text, tag) == 0;
    return fits ? wire->first->next : NULL;
}

/* The items of a list, a tuple or a set; null for anything else. */
const struct json *items_of(const struct json *wire) {
    if (wire->kind == JSON_LIST) {
        return wire;
    }
    const struct json *tuple = tagged(wire, "tuple");
    return tuple != NULL ? tuple : tagged(wire, "set");
}

/* The text, or the name of a member of an enumeration. */
const struct json *text_of(const struct json *wire) {
    if (wire->kind == JSON_TEXT) {
        return wire;
    }
    const struct json *member = tagged(wire, "enum");
    return member != NULL && member->count == 2 ? member->first->next : NULL;
}

/* --- words --- */

static const char *words_for_type(const struct grader_type *type, char *room, grader_size size) {
    switch (type->kind) {
        case GRADER_TRUTH:
            return "a truth value";
        case GRADER_CHARACTER:
            return type->size == 1 ? "a character of one byte (`char`)" : "one character";
        case GRADER_SIGNED:
        case GRADER_UNSIGNED:
            snprintf(room, size, "%s integer of %d bits", type->kind == GRADER_SIGNED ? "an" : "an unsigned",
                     8 * (int)type->size);
            return room;
        case GRADER_REAL:
            return "a floating-point number";
        case GRADER_STRING:
        case GRADER_TEXT:
            return "a text";
        case GRADER_SEQUENCE:
        case GRADER_ARRAY:
        case GRADER_POINTER:
            return "a list";
        case GRADER_SET:
            return "a set";
        case GRADER_MAP:
            return "a map";
        case GRADER_TUPLE:
            snprintf(room, size, "%d values together", type->count);
            return room;
        case GRADER_ENUM:
            return "an enumeration";
        case GRADER_OBJECT:
        case GRADER_OBJECT_POINTER:
        case GRADER_OWNER:
            if (type->name != NULL) {
                char name[120];
                snprintf(room, size, "an object of `%s`", class_name(type, name, sizeof name));
                return room;
            }
            return "an object";
        default:
            return "a type that can't be filled from outside";
    }
}

static const char *words_for_value(const struct json *wire, char *room, grader_size size) {
    switch (wire->kind) {
        case JSON_NULL:
            return "nothing (null)";
        case JSON_TRUTH:
            return wire->truth ? "`true`" : "`false`";
        case JSON_INTEGER: {
            snprintf(room, size, "the number %lld", (long long)wire->integer);
            return room;
        }
        case JSON_REAL:
            snprintf(room, size, "the decimal number %.15g", wire->real);
            return room;
        case JSON_TEXT:
            if (wire->length <= 20 && strpbrk(wire->text, "`\"\n") == NULL) {
                snprintf(room, size, "the text \"%s\"", wire->text);
                return room;
            }
            return "a text";
        case JSON_LIST:
            return wire->count == 0 ? "an empty list" : "a list";
        default:
            break;
    }
    if (wire->first == NULL) {
        return "a value";
    }
    if (strcmp(wire->first->text, "int") == 0) {
        snprintf(room, size, "the number %.50s", wire->first->next->text);
        return room;
    }
    static const char *const words[][2] = {
        {"float", "a number"}, {"bytes", "bytes"}, {"tuple", "a list"}, {"set", "a set"},
        {"map", "a map"}, {"enum", "a member of an enumeration"}, {"ref", "that object"},
    };
    for (unsigned index = 0; index < sizeof words / sizeof *words; index++) {
        if (strcmp(wire->first->text, words[index][0]) == 0) {
            return words[index][1];
        }
    }
    return "a value";
}

int refuse(const struct grader_type *type, const struct json *wire) {
    char value[100];
    char wanted[200];
    snprintf(why_not, sizeof why_not, "%s does not fit where %s is taken", words_for_value(wire, value, sizeof value),
             words_for_type(type, wanted, sizeof wanted));
    return 0;
}

