/* A value of the protocol and a type -> that value as the student's code takes it.
 *
 * Nothing is ever wrapped or cut: what the type can't hold is refused with the reason in `why_not`.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver.h"

struct memory given;
char why_not[400];

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

static int refuse(const struct grader_type *type, const struct json *wire) {
    char value[100];
    char wanted[200];
    snprintf(why_not, sizeof why_not, "%s does not fit where %s is taken", words_for_value(wire, value, sizeof value),
             words_for_type(type, wanted, sizeof wanted));
    return 0;
}

/* --- what stands in a value --- */

static const struct json *tagged(const struct json *wire, const char *tag) {
    int fits = wire->kind == JSON_MAP && wire->first != NULL && strcmp(wire->first->text, tag) == 0;
    return fits ? wire->first->next : NULL;
}

/* The items of a list, a tuple or a set; null for anything else. */
static const struct json *items_of(const struct json *wire) {
    if (wire->kind == JSON_LIST) {
        return wire;
    }
    const struct json *tuple = tagged(wire, "tuple");
    return tuple != NULL ? tuple : tagged(wire, "set");
}

/* The text, or the name of a member of an enumeration. */
static const struct json *text_of(const struct json *wire) {
    if (wire->kind == JSON_TEXT) {
        return wire;
    }
    const struct json *member = tagged(wire, "enum");
    return member != NULL && member->count == 2 ? member->first->next : NULL;
}

static int read_integer(const struct json *wire, __int128 *value) {
    if (wire->kind == JSON_INTEGER) {
        *value = wire->integer;
        return 1;
    }
    if (wire->kind == JSON_TRUTH) {
        *value = wire->truth;
        return 1;
    }
    const struct json *digits = tagged(wire, "int");
    if (digits == NULL) {
        return 0;
    }
    int negative = digits->text[0] == '-';
    __int128 total = 0;
    for (const char *at = digits->text + negative; *at != '\0'; at++) {
        int digit = *at - '0';
        if (__builtin_mul_overflow(total, 10, &total)
            || __builtin_add_overflow(total, negative ? -digit : digit, &total)) {
            return 0;
        }
    }
    *value = total;
    return 1;
}

static int read_real(const struct json *wire, double *value) {
    if (wire->kind == JSON_REAL) {
        *value = wire->real;
        return 1;
    }
    const struct json *name = tagged(wire, "float");
    if (name != NULL) {
        *value = strtod(name->text, NULL);
        return 1;
    }
    __int128 integer;
    if (wire->kind == JSON_TRUTH || !read_integer(wire, &integer)) {
        return 0;
    }
    *value = (double)integer;
    return integer == (__int128)*value;
}

/* --- single values --- */

static int take_integer(const struct grader_type *type, const struct json *wire, void *place) {
    __int128 value;
    if (!read_integer(wire, &value)) {
        return refuse(type, wire);
    }
    int bits = 8 * (int)type->size;
    __int128 most = type->kind == GRADER_SIGNED ? ((__int128)1 << (bits - 2)) - 1 + ((__int128)1 << (bits - 2))
                    : bits == 128               ? ((__int128)1 << 126) - 1 + ((__int128)1 << 126)
                                                : ((__int128)1 << bits) - 1;
    if (value > most || value < (type->kind == GRADER_SIGNED ? -most - 1 : 0)) {
        return refuse(type, wire);
    }
    memcpy(place, &value, type->size); /* the lower bytes come first on the machines that the sandbox knows */
    return 1;
}

static int take_real(const struct grader_type *type, const struct json *wire, void *place) {
    double value;
    if (!read_real(wire, &value)) {
        return refuse(type, wire);
    }
    if (type->size == sizeof(float)) {
        *(float *)place = (float)value;
    } else if (type->size == sizeof(double)) {
        *(double *)place = value;
    } else {
        *(long double *)place = value;
    }
    return 1;
}

static int take_truth(const struct grader_type *type, const struct json *wire, void *place) {
    int fits = wire->kind == JSON_TRUTH || (wire->kind == JSON_INTEGER && (wire->integer == 0 || wire->integer == 1));
    if (!fits) {
        return refuse(type, wire);
    }
    *(unsigned char *)place = wire->kind == JSON_TRUTH ? wire->truth != 0 : wire->integer == 1;
    return 1;
}

/* The first code point of UTF-8, which is known to be whole. */
static unsigned code_point(const char *text, grader_size *size) {
    const unsigned char *bytes = (const unsigned char *)text;
    *size = bytes[0] < 0x80 ? 1 : bytes[0] < 0xE0 ? 2 : bytes[0] < 0xF0 ? 3 : 4;
    unsigned code = bytes[0] & (*size == 1 ? 0x7F : 0x3F >> (*size - 1));
    for (grader_size index = 1; index < *size; index++) {
        code = code << 6 | (bytes[index] & 63);
    }
    return code;
}

static int take_character(const struct grader_type *type, const struct json *wire, void *place) {
    const struct json *text = text_of(wire);
    __int128 number;
    if (text == NULL) {
        int fits = wire->kind == JSON_INTEGER && read_integer(wire, &number) && number >= 0 && number < 128;
        if (!fits) {
            return refuse(type, wire);
        }
        memcpy(place, &number, type->size);
        return 1;
    }
    grader_size length = 0;
    unsigned code = text->length > 0 ? code_point(text->text, &length) : 0;
    unsigned most = type->size == 1 ? 0x7F : type->size == 2 ? 0xFFFF : 0x10FFFF;
    if (length == 0 || length != text->length || code > most) {
        return refuse(type, wire);
    }
    memcpy(place, &code, type->size);
    return 1;
}

/* A list of single characters is a text, too. */
static const struct json *joined(const struct json *wire) {
    const struct json *items = items_of(wire);
    if (items == NULL) {
        return NULL;
    }
    struct json *text = take_memory(&given, sizeof *text);
    char *bytes = take_memory(&given, 4 * (grader_size)items->count + 1);
    text->kind = JSON_TEXT;
    text->text = bytes;
    for (const struct json *each = items->first; each != NULL; each = each->next) {
        grader_size size = 0;
        if (each->kind != JSON_TEXT || each->length == 0) {
            return NULL;
        }
        code_point(each->text, &size);
        if (size != each->length) {
            return NULL;
        }
        memcpy(bytes + text->length, each->text, size);
        text->length += size;
    }
    return text;
}

static int take_text(const struct grader_type *type, const struct json *wire, void *place) {
    const struct json *text = text_of(wire);
    text = text != NULL ? text : joined(wire);
    if (text == NULL) {
        return refuse(type, wire);
    }
    if (type->kind == GRADER_TEXT) {
        type->operations->set_text(place, keep_text(&given, text->text, text->length), text->length);
        return 1;
    }
    if (memchr(text->text, 0, text->length) != NULL) {
        snprintf(why_not, sizeof why_not, "a text with a null character in it can't be given as `char *`");
        return 0;
    }
    *(char **)place = keep_text(&given, text->text, text->length);
    return 1;
}

static int take_enum(const struct grader_type *type, const struct json *wire, void *place) {
    const struct json *name = text_of(wire);
    for (int index = 0; name != NULL && type->names != NULL && index < type->names->count; index++) {
        if (strcmp(type->names->names[index], name->text) == 0) {
            memcpy(place, &type->names->values[index], type->size);
            return 1;
        }
    }
    return refuse(type, wire);
}

/* --- objects --- */

static int take_object(const struct grader_type *type, const struct json *wire, void *place) {
    const struct json *name = tagged(wire, "ref");
    struct binding *binding = name != NULL ? binding_named(name->text) : NULL;
    const struct grader_type *found = NULL;
    void *object = binding != NULL ? object_of(binding, &found) : NULL;
    const struct grader_type *wanted = type->kind == GRADER_OWNER ? type->parts[0] : type;
    if (object == NULL || !same_class(wanted, found)) {
        return refuse(type, wire);
    }
    if (type->kind == GRADER_OBJECT_POINTER) {
        *(void **)place = object;
        return 1;
    }
    const struct grader_operations *operations = type->operations;
    if (type->kind == GRADER_OWNER) {
        if (operations->own == NULL) {
            return refuse(type, wire);
        }
        operations->own(place, object);
        return 1;
    }
    if (operations == NULL) {
        memcpy(place, object, type->size); /* a struct of C */
        return 1;
    }
    if (operations->copy == NULL) {
        return refuse(type, wire);
    }
    operations->copy(place, object);
    return 1;
}

/* --- many values --- */

/* Each character of a text as an item, where a list of characters is taken. */
static const struct json *split(const struct json *wire, const struct grader_type *element) {
    const struct json *text = text_of(wire);
    if (text == NULL || element->kind != GRADER_CHARACTER) {
        return NULL;
    }
    struct json *list = take_memory(&given, sizeof *list);
    struct json **last = &list->first;
    list->kind = JSON_LIST;
    for (grader_size at = 0; at < text->length; list->count++) {
        grader_size size;
        code_point(text->text + at, &size);
        struct json *item = take_memory(&given, sizeof *item);
        item->kind = JSON_TEXT;
        item->text = keep_text(&given, text->text + at, size);
        item->length = size;
        at += size;
        *last = item;
        last = &item->next;
    }
    return list;
}

static int add_parts(const struct grader_type *type, void *place, const struct json *const *wires, int count) {
    void *parts[2];
    for (int index = 0; index < count; index++) {
        parts[index] = place_for(type->parts[index]);
        if (!take_value(type->parts[index], wires[index], parts[index])) {
            return 0;
        }
    }
    type->operations->add(place, parts);
    for (int index = 0; index < count; index++) {
        forget_value(type->parts[index], parts[index]);
    }
    return 1;
}

static int take_container(const struct grader_type *type, const struct json *wire, void *place) {
    const struct json *items = items_of(wire);
    items = items != NULL ? items : split(wire, type->parts[0]);
    if (items == NULL) {
        return refuse(type, wire);
    }
    type->operations->construct(place);
    for (const struct json *each = items->first; each != NULL; each = each->next) {
        if (!add_parts(type, place, &each, 1)) {
            return 0;
        }
    }
    return 1;
}

static int take_map(const struct grader_type *type, const struct json *wire, void *place) {
    const struct json *pairs = tagged(wire, "map");
    if (pairs == NULL) {
        return refuse(type, wire);
    }
    type->operations->construct(place);
    for (const struct json *each = pairs->first; each != NULL; each = each->next) {
        const struct json *pair[] = {each->first, each->first->next};
        if (!add_parts(type, place, pair, 2)) {
            return 0;
        }
    }
    return 1;
}

static int take_tuple(const struct grader_type *type, const struct json *wire, void *place) {
    const struct json *items = items_of(wire);
    if (items == NULL || items->count != type->count) {
        return refuse(type, wire);
    }
    type->operations->construct(place);
    int index = 0;
    for (const struct json *each = items->first; each != NULL; each = each->next, index++) {
        void *part = type->operations->part(place, index);
        forget_value(type->parts[index], part);
        if (!take_value(type->parts[index], each, part)) {
            return 0;
        }
    }
    return 1;
}

static int take_optional(const struct grader_type *type, const struct json *wire, void *place) {
    type->operations->construct(place);
    return wire->kind == JSON_NULL || add_parts(type, place, &wire, 1);
}

/* Elements one after the other from `place` on; `room` of them, or as many as there are where it is negative. */
static int take_elements(const struct grader_type *type, const struct json *items, char *place, int room) {
    const struct grader_type *element = type->parts[0];
    int plain = element->operations == NULL;
    if (room >= 0 && (items->count > room || (items->count < room && !plain))) {
        snprintf(why_not, sizeof why_not, "a list of %d does not fit where an array of %d is taken", items->count, room);
        return 0;
    }
    for (const struct json *each = items->first; each != NULL; each = each->next, place += element->size) {
        if (!take_value(element, each, place)) {
            return 0;
        }
    }
    return 1;
}

static int take_array(const struct grader_type *type, const struct json *wire, void *place) {
    const struct json *items = items_of(wire);
    items = items != NULL ? items : split(wire, type->parts[0]);
    return items != NULL ? take_elements(type, items, place, type->count) : refuse(type, wire);
}

/* One element more than there are stays zero, so that a list of `char *` ends in a null. */
static int take_pointer(const struct grader_type *type, const struct json *wire, void *place) {
    const struct grader_type *element = type->parts[0];
    const struct json *items = items_of(wire);
    grader_size count = items != NULL ? (grader_size)items->count : 1;
    char *elements = take_memory(&given, (count + 1) * (element->size ? element->size : 1));
    *(void **)place = elements;
    if (items != NULL) {
        return take_elements(type, items, elements, -1);
    }
    int single = element->kind != GRADER_STRING && element->kind != GRADER_TEXT && element->kind != GRADER_ARRAY;
    return single && take_value(element, wire, elements) ? 1 : refuse(type, wire);
}

/* --- all --- */

static int can_be_null(enum grader_kind kind) {
    return kind == GRADER_STRING || kind == GRADER_POINTER || kind == GRADER_OBJECT_POINTER;
}

int take_value(const struct grader_type *type, const struct json *wire, void *place) {
    if (wire->kind == JSON_NULL && can_be_null(type->kind)) {
        *(void **)place = NULL;
        return 1;
    }
    switch (type->kind) {
        case GRADER_TRUTH:
            return take_truth(type, wire, place);
        case GRADER_CHARACTER:
            return take_character(type, wire, place);
        case GRADER_SIGNED:
        case GRADER_UNSIGNED:
            return take_integer(type, wire, place);
        case GRADER_REAL:
            return take_real(type, wire, place);
        case GRADER_STRING:
        case GRADER_TEXT:
            return take_text(type, wire, place);
        case GRADER_SEQUENCE:
        case GRADER_SET:
            return take_container(type, wire, place);
        case GRADER_MAP:
            return take_map(type, wire, place);
        case GRADER_OPTIONAL:
            return take_optional(type, wire, place);
        case GRADER_TUPLE:
            return take_tuple(type, wire, place);
        case GRADER_ARRAY:
            return take_array(type, wire, place);
        case GRADER_POINTER:
            return take_pointer(type, wire, place);
        case GRADER_ENUM:
            return take_enum(type, wire, place);
        case GRADER_OBJECT:
        case GRADER_OBJECT_POINTER:
        case GRADER_OWNER:
            return take_object(type, wire, place);
        default:
            return refuse(type, wire);
    }
}

void forget_value(const struct grader_type *type, void *place) {
    if (type->kind == GRADER_ARRAY) {
        for (int index = 0; index < type->count && type->parts[0]->operations != NULL; index++) {
            forget_value(type->parts[0], (char *)place + (grader_size)index * type->parts[0]->size);
        }
    } else if (type->operations != NULL && type->operations->destroy != NULL) {
        type->operations->destroy(place);
    }
}

void *place_for(const struct grader_type *type) {
    return take_memory(&given, type->size ? type->size : sizeof(void *));
}
