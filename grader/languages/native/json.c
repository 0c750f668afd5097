/* A line of JSON from the grader -> a tree. The grader is trusted: what it sends is JSON. */
#include <stdlib.h>
#include <string.h>

#include "driver.h"

static void skip_blanks(const char **at) {
    while (**at == ' ' || **at == '\t' || **at == '\n' || **at == '\r') {
        ++*at;
    }
}

static int skip_string(const char **at) {
    for (++*at; **at != '\0'; ++*at) {
        if (**at == '"') {
            ++*at;
            return 1;
        }
        if (**at == '\\') {
            ++*at;
        }
    }
    return 0;
}

int skip_json(const char **at) {
    int depth = 0;
    skip_blanks(at);
    do {
        char here = **at;
        if (here == '\0') {
            return 0;
        }
        if (here == '"') {
            if (!skip_string(at)) {
                return 0;
            }
            continue;
        }
        if (depth == 0 && here != '[' && here != '{') {
            *at += strcspn(*at, ",]} \n");
            return 1;
        }
        depth += here == '[' || here == '{' ? 1 : here == ']' || here == '}' ? -1 : 0;
        ++*at;
    } while (depth > 0);
    return 1;
}

static unsigned read_hexadecimal(const char *digits) {
    char four[5] = {digits[0], digits[1], digits[2], digits[3], 0};
    return (unsigned)strtoul(four, NULL, 16);
}

static char *put_code_point(char *to, unsigned code) {
    if (code < 0x80) {
        *to++ = (char)code;
    } else if (code < 0x800) {
        *to++ = (char)(0xC0 | code >> 6);
        *to++ = (char)(0x80 | (code & 63));
    } else if (code < 0x10000) {
        *to++ = (char)(0xE0 | code >> 12);
        *to++ = (char)(0x80 | (code >> 6 & 63));
        *to++ = (char)(0x80 | (code & 63));
    } else {
        *to++ = (char)(0xF0 | code >> 18);
        *to++ = (char)(0x80 | (code >> 12 & 63));
        *to++ = (char)(0x80 | (code >> 6 & 63));
        *to++ = (char)(0x80 | (code & 63));
    }
    return to;
}

/* The character after a backslash; both halves of one beyond 16 bits. */
static char *read_escape(const char **at, char *to) {
    char kind = *(*at)++;
    static const char plain[] = "\"\\/bfnrt";
    static const char meant[] = "\"\\/\b\f\n\r\t";
    const char *found = strchr(plain, kind);
    if (kind != 'u') {
        *to++ = found != NULL && kind != '\0' ? meant[found - plain] : kind;
        return to;
    }
    unsigned code = read_hexadecimal(*at);
    *at += 4;
    if (code >= 0xD800 && code < 0xDC00 && (*at)[0] == '\\' && (*at)[1] == 'u') {
        unsigned low = read_hexadecimal(*at + 2);
        if (low >= 0xDC00 && low < 0xE000) {
            code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
            *at += 6;
        }
    }
    return put_code_point(to, code);
}

static int read_string(struct memory *memory, const char **at, struct json *into) {
    const char *end = *at;
    if (!skip_string(&end)) {
        return 0;
    }
    char *text = take_memory(memory, (grader_size)(end - *at));
    char *to = text;
    for (++*at; **at != '"';) {
        if (**at == '\\') {
            ++*at;
            to = read_escape(at, to);
        } else {
            *to++ = *(*at)++;
        }
    }
    *at = end;
    into->kind = JSON_TEXT;
    into->text = text;
    into->length = (grader_size)(to - text);
    return 1;
}

static void read_number(struct memory *memory, const char **at, struct json *into) {
    const char *start = *at;
    grader_size length = strcspn(start, ",]} \n");
    char *text = keep_text(memory, start, length);
    *at += length;
    if (strpbrk(text, ".eE") != NULL) {
        into->kind = JSON_REAL;
        into->real = strtod(text, NULL);
    } else {
        into->kind = JSON_INTEGER;
        into->integer = strtoll(text, NULL, 10);
    }
}

static struct json *read_items(struct memory *memory, const char **at, struct json *into) {
    char close = **at == '[' ? ']' : '}';
    struct json **last = &into->first;
    into->kind = close == ']' ? JSON_LIST : JSON_MAP;
    ++*at;
    for (skip_blanks(at); **at != close; skip_blanks(at)) {
        struct json *item = read_json(memory, at);
        if (item == NULL) {
            return NULL;
        }
        *last = item;
        last = &item->next;
        into->count++;
        skip_blanks(at);
        if (**at == ',' || **at == ':') {
            ++*at;
        }
    }
    ++*at;
    return into;
}

struct json *read_json(struct memory *memory, const char **at) {
    skip_blanks(at);
    struct json *made = take_memory(memory, sizeof *made);
    switch (**at) {
        case '\0':
            return NULL;
        case '"':
            return read_string(memory, at, made) ? made : NULL;
        case '[':
        case '{':
            return read_items(memory, at, made);
        case 't':
        case 'f':
        case 'n':
            made->kind = **at == 'n' ? JSON_NULL : JSON_TRUTH;
            made->truth = **at == 't';
            *at += strcspn(*at, ",]} \n");
            return made;
        default:
            read_number(memory, at, made);
            return made;
    }
}

const struct json *json_at(const struct json *map, const char *key) {
    if (map == NULL || map->kind != JSON_MAP) {
        return NULL;
    }
    for (const struct json *each = map->first; each != NULL && each->next != NULL; each = each->next->next) {
        if (each->kind == JSON_TEXT && strcmp(each->text, key) == 0) {
            return each->next;
        }
    }
    return NULL;
}
