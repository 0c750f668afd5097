/* Descriptors -> lines, and back. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "channel.h"
#include "driver.h"

enum { CHUNK = 1 << 16 };

static int read_more(struct lines *lines) {
    if (lines->start > 0) {
        memmove(lines->bytes, lines->bytes + lines->start, lines->length - lines->start);
        lines->length -= lines->start;
        lines->start = 0;
    }
    if (lines->capacity - lines->length < CHUNK) {
        grader_size wanted = lines->capacity ? 2 * lines->capacity : 2 * CHUNK;
        char *bytes = resize_pages(lines->bytes, lines->capacity, wanted);
        if (bytes == NULL) {
            return 0;
        }
        lines->bytes = bytes;
        lines->capacity = wanted;
    }
    ssize_t got;
    do {
        got = read(lines->descriptor, lines->bytes + lines->length, CHUNK);
    } while (got < 0 && errno == EINTR);
    lines->length += got > 0 ? (grader_size)got : 0;
    return got > 0;
}

char *next_line(struct lines *lines) {
    grader_size searched = 0;
    for (;;) {
        char *from = lines->bytes + lines->start + searched;
        char *end = lines->length > lines->start + searched
            ? memchr(from, '\n', lines->length - lines->start - searched) : NULL;
        if (end != NULL) {
            char *line = lines->bytes + lines->start;
            *end = '\0';
            lines->start = (grader_size)(end - lines->bytes) + 1;
            return line;
        }
        searched = lines->length - lines->start;
        if (!read_more(lines)) {
            return NULL;
        }
    }
}

void send_all(int descriptor, const char *bytes, grader_size length) {
    while (length > 0) {
        ssize_t sent = write(descriptor, bytes, length);
        if (sent < 0 && errno == EINTR) {
            continue;
        }
        if (sent <= 0) {
            return;
        }
        bytes += sent;
        length -= (grader_size)sent;
    }
}
