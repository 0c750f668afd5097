/* A single value of the protocol and a type -> that value, whole: a number, a character, a text, a member. */
#include <stdlib.h>
#include <stdio.h>
#include <string.h>

#include "take.h"

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

int take_integer(const struct grader_type *type, const struct json *wire, void *place) {
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

int take_real(const struct grader_type *type, const struct json *wire, void *place) {
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

int take_truth(const struct grader_type *type, const struct json *wire, void *place) {
    int fits = wire->kind == JSON_TRUTH || (wire->kind == JSON_INTEGER && (wire->integer == 0 || wire->integer == 1));
    if (!fits) {
        return refuse(type, wire);
    }
    *(unsigned char *)place = wire->kind == JSON_TRUTH ? wire->truth != 0 : wire->integer == 1;
    return 1;
}

/* The first code point of UTF-8, which is known to be whole. */
unsigned code_point(const char *text, grader_size *size) {
    const unsigned char *bytes = (const unsigned char *)text;
    *size = bytes[0] < 0x80 ? 1 : bytes[0] < 0xE0 ? 2 : bytes[0] < 0xF0 ? 3 : 4;
    unsigned code = bytes[0] & (*size == 1 ? 0x7F : 0x3F >> (*size - 1));
    for (grader_size index = 1; index < *size; index++) {
        code = code << 6 | (bytes[index] & 63);
    }
    return code;
}

int take_character(const struct grader_type *type, const struct json *wire, void *place) {
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

int take_text(const struct grader_type *type, const struct json *wire, void *place) {
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

int take_enum(const struct grader_type *type, const struct json *wire, void *place) {
    const struct json *name = text_of(wire);
    for (int index = 0; name != NULL && type->names != NULL && index < type->names->count; index++) {
        if (strcmp(type->names->names[index], name->text) == 0) {
            memcpy(place, &type->names->values[index], type->size);
            return 1;
        }
    }
    return refuse(type, wire);
}
