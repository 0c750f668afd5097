/* A value of the student's code and its type -> the JSON that stands for it, within the bounds of a reply. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver.h"

enum { DEEPEST = 50, MOST_ITEMS = 100000, MOST_TEXT = 1000000, LONGEST_FORM = 2000 };
static const __int128 EXACT = (__int128)1 << 53;

static void give(struct giving *giving, const struct grader_type *type, void *place, const char *declared, int depth);

static void give_other(struct giving *giving, const char *what, const char *text) {
    write_plain(giving->out, "{\"other\":");
    write_word(giving->out, what);
    write_plain(giving->out, ",\"text\":");
    write_word(giving->out, text);
    write_plain(giving->out, "}");
}

/* --- single values --- */

static __int128 wide_integer_at(const struct grader_type *type, const void *place) {
    __int128 value = 0;
    memcpy(&value, place, type->size);
    int unused = 128 - 8 * (int)type->size;
    return type->kind == GRADER_UNSIGNED || unused == 0 ? value : (__int128)((unsigned __int128)value << unused) >> unused;
}

long long integer_at(const struct grader_type *type, const void *place) {
    return (long long)wide_integer_at(type, place);
}

static void give_integer(struct giving *giving, __int128 value) {
    int exact = value >= -EXACT && value <= EXACT;
    write_plain(giving->out, exact ? "" : "{\"int\":\"");
    write_integer(giving->out, value);
    write_plain(giving->out, exact ? "" : "\"}");
}

/* The shortest digits that lead back to the number, in the width that it has. */
static void give_real(struct giving *giving, const struct grader_type *type, const void *place) {
    int narrow = type->size == sizeof(float);
    double value = narrow ? (double)*(const float *)place
                   : type->size == sizeof(double) ? *(const double *)place : (double)*(const long double *)place;
    if (isnan(value) || isinf(value) || (value == 0 && signbit(value))) {
        write_plain(giving->out, "{\"float\":\"");
        write_plain(giving->out, isnan(value) ? "nan" : isinf(value) ? (value > 0 ? "inf" : "-inf") : "-0.0");
        write_plain(giving->out, "\"}");
        return;
    }
    char digits[64];
    for (int precision = narrow ? 6 : 15; precision <= 17; precision++) {
        snprintf(digits, sizeof digits, "%.*g", precision, value);
        if (narrow ? strtof(digits, NULL) == (float)value : strtod(digits, NULL) == value) {
            break;
        }
    }
    char *comma = strchr(digits, ',');
    if (comma != NULL) {
        *comma = '.'; /* the student's code may have chosen a locale */
    }
    write_plain(giving->out, digits);
    write_plain(giving->out, strpbrk(digits, ".e") != NULL ? "" : ".0");
}

static void give_text(struct giving *giving, const char *bytes, grader_size length) {
    char words[80];
    giving->text_left -= (long)length;
    if (giving->text_left < 0) {
        snprintf(words, sizeof words, "a text of %llu bytes", (unsigned long long)length);
        give_other(giving, "too large", words);
        return;
    }
    grader_size mark = giving->out->length;
    if (!write_text(giving->out, bytes, length)) {
        giving->out->length = mark;
        write_plain(giving->out, "{\"other\":\"a text that is not UTF-8\",\"text\":");
        write_text(giving->out, bytes, length < LONGEST_FORM ? length : LONGEST_FORM);
        write_plain(giving->out, "}");
    }
}

static void give_character(struct giving *giving, const struct grader_type *type, const void *place) {
    unsigned code = 0;
    memcpy(&code, place, type->size);
    char bytes[5];
    grader_size length = 0;
    if (code < 0x80 || type->size == 1) {
        bytes[length++] = (char)code;
    } else if (code < 0x800) {
        bytes[length++] = (char)(0xC0 | code >> 6);
        bytes[length++] = (char)(0x80 | (code & 63));
    } else {
        if (code >= 0x10000) {
            bytes[length++] = (char)(0xF0 | (code >> 18 & 7));
            bytes[length++] = (char)(0x80 | (code >> 12 & 63));
        } else {
            bytes[length++] = (char)(0xE0 | code >> 12);
        }
        bytes[length++] = (char)(0x80 | (code >> 6 & 63));
        bytes[length++] = (char)(0x80 | (code & 63));
    }
    give_text(giving, bytes, length);
}

static void give_member(struct giving *giving, const struct grader_type *type, const void *place) {
    long long value = 0;
    memcpy(&value, place, type->size);
    for (int index = 0; type->names != NULL && index < type->names->count; index++) {
        if (memcmp(&type->names->values[index], place, type->size) == 0) {
            write_plain(giving->out, "{\"enum\":[");
            write_word(giving->out, type->names->type);
            write_plain(giving->out, ",");
            write_word(giving->out, type->names->names[index]);
            write_plain(giving->out, "]}");
            return;
        }
    }
    char words[60];
    snprintf(words, sizeof words, "a member with the number %lld", value);
    give_other(giving, "enumeration", words);
}

/* --- objects --- */

static void hear(void *context, const char *bytes, grader_size length) {
    struct giving *giving = context;
    write_text(giving->out, bytes, length < LONGEST_FORM ? length : LONGEST_FORM);
}

struct saying {
    struct giving *giving;
    const struct grader_type *type;
    void *object;
};

static const struct grader_member *text_form_of(const struct grader_type *type) {
    for (const struct grader_member *const *each = __start_grader_members; each < __stop_grader_members; each++) {
        if ((*each)->role == GRADER_TEXT_FORM && same_class((*each)->owner, type)) {
            return *each;
        }
    }
    return NULL;
}

static void say(void *context) {
    struct saying *saying = context;
    const struct grader_operations *operations = saying->type->operations;
    const struct grader_member *form = text_form_of(saying->type);
    if (operations != NULL && operations->say != NULL) {
        operations->say(saying->object, hear, saying->giving);
    } else if (form != NULL) {
        char *text = NULL;
        form->call(saying->object, NULL, &text);
        hear(saying->giving, text != NULL ? text : "", text != NULL ? strlen(text) : 0);
    }
}

static void give_object(struct giving *giving, const struct grader_type *type, void *object) {
    char name[200];
    struct saying saying = {giving, type, object};
    struct fault fault;
    if (object == NULL) {
        write_plain(giving->out, "null");
        return;
    }
    write_plain(giving->out, "{\"object\":");
    write_word(giving->out, class_name(type, name, sizeof name));
    write_plain(giving->out, ",\"text\":");
    grader_size mark = giving->out->length;
    attempt(say, &saying, &fault);
    if (fault.raised || giving->out->length == mark) {
        giving->out->length = mark;
        write_plain(giving->out, "\"\"");
    }
    write_plain(giving->out, "}");
}

/* --- many values --- */

static int begin_item(struct giving *giving, int *first) {
    write_plain(giving->out, *first ? "" : ",");
    *first = 0;
    if (--giving->items_left < 0) {
        give_other(giving, "too large", "...");
        return 0;
    }
    return 1;
}

struct visiting {
    struct giving *giving;
    const struct grader_type *type;
    const char *declared;
    int depth;
    int first;
};

static int give_item(void *context, const void *const *parts) {
    struct visiting *visiting = context;
    struct giving *giving = visiting->giving;
    if (!begin_item(giving, &visiting->first)) {
        return 0;
    }
    if (visiting->type->kind != GRADER_MAP) {
        give(giving, visiting->type->parts[0], (void *)parts[0], visiting->declared, visiting->depth);
        return 1;
    }
    write_plain(giving->out, "[");
    give(giving, visiting->type->parts[0], (void *)parts[0], "", visiting->depth);
    write_plain(giving->out, ",");
    give(giving, visiting->type->parts[1], (void *)parts[1], "", visiting->depth);
    write_plain(giving->out, "]");
    return 1;
}

/* What a list holds, as the task declares it. */
static const char *inner(const char *declared) {
    return strncmp(declared, "list[", 5) == 0 ? declared + 5 : "";
}

static void give_container(struct giving *giving, const struct grader_type *type, void *place, const char *declared,
                           int depth) {
    struct visiting visiting = {giving, type, inner(declared), depth + 1, 1};
    static const char *const opens[] = {[GRADER_SEQUENCE] = "[", [GRADER_SET] = "{\"set\":[", [GRADER_MAP] = "{\"map\":["};
    write_plain(giving->out, opens[type->kind]);
    type->operations->visit(place, give_item, &visiting);
    write_plain(giving->out, type->kind == GRADER_SEQUENCE ? "]" : "]}");
}

static int give_inside(void *context, const void *const *parts) {
    struct visiting *visiting = context;
    visiting->first = 0;
    give(visiting->giving, visiting->type->parts[0], (void *)parts[0], visiting->declared, visiting->depth);
    return 0;
}

static void give_optional(struct giving *giving, const struct grader_type *type, void *place, const char *declared,
                          int depth) {
    struct visiting visiting = {giving, type, declared, depth + 1, 1};
    type->operations->visit(place, give_inside, &visiting);
    if (visiting.first) {
        write_plain(giving->out, "null");
    }
}

static void give_tuple(struct giving *giving, const struct grader_type *type, void *place, int depth) {
    int first = 1;
    write_plain(giving->out, "{\"tuple\":[");
    for (int index = 0; index < type->count && begin_item(giving, &first); index++) {
        give(giving, type->parts[index], type->operations->part(place, index), "", depth + 1);
    }
    write_plain(giving->out, "]}");
}

static void give_elements(struct giving *giving, const struct grader_type *element, char *place, long long count,
                          const char *declared, int depth) {
    int first = 1;
    write_plain(giving->out, "[");
    for (long long index = 0; index < count && begin_item(giving, &first); index++, place += element->size) {
        give(giving, element, place, declared, depth + 1);
    }
    write_plain(giving->out, "]");
}

/* Rows behind pointers: their lengths stand in an array of their own. */
static void give_rows(struct giving *giving, const struct grader_type *row, char *place, long long count,
                      const char *declared, int depth) {
    const struct arguments *arguments = giving->arguments;
    const char *widths = *(char **)arguments->widths;
    const struct grader_type *width = arguments->widths_type;
    int first = 1;
    write_plain(giving->out, "[");
    for (long long index = 0; index < count && begin_item(giving, &first); index++, place += row->size) {
        void *elements = *(void **)place;
        if (elements == NULL || widths == NULL) {
            write_plain(giving->out, "null");
            continue;
        }
        long long length = integer_at(width, widths + (grader_size)index * width->size);
        static const struct grader_type character = {.kind = GRADER_CHARACTER, .size = 1};
        const struct grader_type *element = row->kind == GRADER_STRING ? &character : row->parts[0];
        give_elements(giving, element, elements, length, inner(declared), depth + 1);
    }
    write_plain(giving->out, "]");
}

static void give_pointer(struct giving *giving, const struct grader_type *type, void *place, const char *declared,
                         int depth) {
    const struct arguments *arguments = giving->arguments;
    char *elements = *(char **)place;
    const struct grader_type *element = type->parts[0];
    if (arguments == NULL) {
        give_other(giving, "pointer", "a pointer to values, and nothing says how many");
    } else if (arguments->size == NULL) {
        if (elements == NULL) {
            write_plain(giving->out, "null");
        } else {
            give(giving, element, elements, declared, depth + 1);
        }
    } else {
        long long count = integer_at(arguments->size_type, arguments->size);
        int rows = arguments->widths != NULL && (element->kind == GRADER_POINTER || element->kind == GRADER_STRING);
        if (elements == NULL && count > 0) {
            write_plain(giving->out, "null");
        } else if (rows) {
            give_rows(giving, element, elements, count, inner(declared), depth);
        } else {
            give_elements(giving, element, elements, count, inner(declared), depth);
        }
    }
}

/* --- all --- */

static void give_integer_or_truth(struct giving *giving, const struct grader_type *type, void *place,
                                  const char *declared) {
    __int128 value = wide_integer_at(type, place);
    if (strcmp(declared, "truth") == 0) {
        write_plain(giving->out, value != 0 ? "true" : "false");
    } else {
        give_integer(giving, value);
    }
}

static void give(struct giving *giving, const struct grader_type *type, void *place, const char *declared, int depth) {
    grader_size length = 0;
    if (depth >= DEEPEST) {
        give_other(giving, "nested too deep", "...");
        return;
    }
    switch (type->kind) {
        case GRADER_NOTHING:
            write_plain(giving->out, "null");
            break;
        case GRADER_TRUTH:
            write_plain(giving->out, *(unsigned char *)place ? "true" : "false");
            break;
        case GRADER_CHARACTER:
            give_character(giving, type, place);
            break;
        case GRADER_SIGNED:
        case GRADER_UNSIGNED:
            give_integer_or_truth(giving, type, place, declared);
            break;
        case GRADER_REAL:
            give_real(giving, type, place);
            break;
        case GRADER_STRING: {
            const char *text = *(char **)place;
            if (text == NULL) {
                write_plain(giving->out, "null");
            } else {
                give_text(giving, text, strlen(text));
            }
            break;
        }
        case GRADER_TEXT: {
            const char *text = type->operations->get_text(place, &length);
            give_text(giving, text, length);
            break;
        }
        case GRADER_SEQUENCE:
        case GRADER_SET:
        case GRADER_MAP:
            give_container(giving, type, place, declared, depth);
            break;
        case GRADER_OPTIONAL:
            give_optional(giving, type, place, declared, depth);
            break;
        case GRADER_TUPLE:
            give_tuple(giving, type, place, depth);
            break;
        case GRADER_ARRAY:
            give_elements(giving, type->parts[0], place, type->count, inner(declared), depth);
            break;
        case GRADER_POINTER:
            give_pointer(giving, type, place, declared, depth);
            break;
        case GRADER_ENUM:
            give_member(giving, type, place);
            break;
        case GRADER_OBJECT:
            give_object(giving, type, place);
            break;
        case GRADER_OBJECT_POINTER:
            give_object(giving, type->parts != NULL ? type->parts[0] : type, *(void **)place);
            break;
        case GRADER_OWNER:
            give_object(giving, type->parts[0], type->operations->get(place));
            break;
        default:
            give_other(giving, "a value that can't be shown", "");
    }
}

void give_value(struct output *out, const struct grader_type *type, void *place, const char *declared,
                const struct arguments *arguments) {
    struct giving giving = {out, arguments, MOST_ITEMS, MOST_TEXT};
    give(&giving, type, place, declared, 0);
}
