/* Words, numbers and texts -> the bytes of a reply. */
#include <string.h>

#include "driver.h"

static int make_room(struct output *out, grader_size more) {
    if (out->failed || out->capacity - out->length >= more) {
        return !out->failed;
    }
    grader_size wanted = out->capacity ? out->capacity * 2 : 1 << 16;
    while (wanted - out->length < more) {
        wanted *= 2;
    }
    char *bytes = resize_pages(out->bytes, out->capacity, wanted);
    if (bytes == NULL) {
        out->failed = 1;
        return 0;
    }
    out->bytes = bytes;
    out->capacity = wanted;
    return 1;
}

void write_bytes(struct output *out, const char *bytes, grader_size length) {
    if (make_room(out, length)) {
        memcpy(out->bytes + out->length, bytes, length);
        out->length += length;
    }
}

void write_plain(struct output *out, const char *text) {
    write_bytes(out, text, strlen(text));
}

void write_integer(struct output *out, __int128 value) {
    char digits[48];
    int at = sizeof digits;
    unsigned __int128 rest = value < 0 ? -(unsigned __int128)value : (unsigned __int128)value;
    do {
        digits[--at] = (char)('0' + (int)(rest % 10));
        rest /= 10;
    } while (rest > 0);
    if (value < 0) {
        digits[--at] = '-';
    }
    write_bytes(out, digits + at, sizeof digits - (grader_size)at);
}

/* How many bytes the character at the start takes, and its code point; 0 where there is no character. */
static int character_at(const unsigned char *bytes, grader_size left, unsigned *code) {
    static const unsigned char first[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
    static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
    int size = *bytes < 0x80 ? 1 : *bytes >= 0xF0 ? 4 : *bytes >= 0xE0 ? 3 : *bytes >= 0xC0 ? 2 : 0;
    if (size == 0 || *bytes > 0xF4 || (grader_size)size > left) {
        return 0;
    }
    *code = *bytes & first[size];
    for (int index = 1; index < size; index++) {
        if ((bytes[index] & 0xC0) != 0x80) {
            return 0;
        }
        *code = *code << 6 | (bytes[index] & 63);
    }
    return *code < least[size] || *code > 0x10FFFF ? 0 : size;
}

static void write_escape(struct output *out, unsigned unit) {
    static const char digits[] = "0123456789abcdef";
    char escape[6] = {'\\', 'u', digits[unit >> 12 & 15], digits[unit >> 8 & 15], digits[unit >> 4 & 15],
                      digits[unit & 15]};
    write_bytes(out, escape, sizeof escape);
}

int write_text(struct output *out, const char *bytes, grader_size length) {
    const unsigned char *at = (const unsigned char *)bytes;
    const unsigned char *end = at + length;
    int clean = 1;
    write_bytes(out, "\"", 1);
    while (at < end) {
        const unsigned char *run = at;
        while (run < end && *run >= 0x20 && *run < 0x7F && *run != '"' && *run != '\\') {
            run++;
        }
        if (run > at) {
            write_bytes(out, (const char *)at, (grader_size)(run - at));
            at = run;
            continue;
        }
        unsigned code = 0xFFFD;
        int size = character_at(at, (grader_size)(end - at), &code);
        clean &= size > 0;
        at += size > 0 ? size : 1;
        if (size == 0) {
            code = 0xFFFD;
        }
        if (code >= 0x10000) {
            write_escape(out, 0xD800 + ((code - 0x10000) >> 10));
            write_escape(out, 0xDC00 + ((code - 0x10000) & 0x3FF));
        } else {
            write_escape(out, code);
        }
    }
    write_bytes(out, "\"", 1);
    return clean;
}

void write_word(struct output *out, const char *text) {
    write_text(out, text, strlen(text));
}
