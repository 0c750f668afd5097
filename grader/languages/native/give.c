/* A value of the student's code and its type -> the JSON that stands for it, within the bounds of a reply. */
#include <string.h>

#include "give.h"

enum { DEEPEST = 50, MOST_ITEMS = 100000, MOST_TEXT = 1000000 };

static void give(struct giving *giving, const struct grader_type *type, void *place, const char *declared, int depth);

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
