/* Sizes -> memory of the driver's own, in pages that nothing of the student's manages. */
#define _GNU_SOURCE
#include <string.h>
#include <sys/mman.h>

#include "driver.h"

enum { CHUNK = 1 << 16, ALIGNMENT = 64 };

struct chunk {
    struct chunk *next;
    grader_size size;
    grader_size used;
};

static struct chunk *new_chunk(grader_size needed) {
    grader_size size = needed > CHUNK ? (needed + 4095) & ~(grader_size)4095 : CHUNK;
    struct chunk *chunk = resize_pages(NULL, 0, size);
    if (chunk == NULL) {
        grader_out_of_memory();
    }
    chunk->size = size;
    chunk->used = (sizeof *chunk + ALIGNMENT - 1) & ~(grader_size)(ALIGNMENT - 1);
    return chunk;
}

void *take_memory(struct memory *memory, grader_size size) {
    grader_size rounded = (size + ALIGNMENT) & ~(grader_size)(ALIGNMENT - 1);
    if (rounded < size || rounded > (grader_size)1 << 40) {
        grader_out_of_memory();
    }
    struct chunk *chunk = memory->chunks;
    if (chunk == NULL || chunk->size - chunk->used < rounded) {
        chunk = new_chunk(rounded + ALIGNMENT);
        chunk->next = memory->chunks;
        memory->chunks = chunk;
    }
    void *taken = (char *)chunk + chunk->used;
    chunk->used += rounded;
    return memset(taken, 0, size);
}

/* Keeps the oldest chunk, so that small steps ask the system for nothing. */
void release_memory(struct memory *memory) {
    while (memory->chunks != NULL && memory->chunks->next != NULL) {
        struct chunk *last = memory->chunks;
        memory->chunks = last->next;
        munmap(last, last->size);
    }
    if (memory->chunks != NULL) {
        memory->chunks->used = (sizeof(struct chunk) + ALIGNMENT - 1) & ~(grader_size)(ALIGNMENT - 1);
    }
}

char *keep_text(struct memory *memory, const char *bytes, grader_size length) {
    char *kept = take_memory(memory, length + 1);
    memcpy(kept, bytes, length);
    return kept;
}

void *resize_pages(void *bytes, grader_size old_size, grader_size new_size) {
    void *pages = bytes == NULL
        ? mmap(NULL, new_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        : mremap(bytes, old_size, new_size, MREMAP_MAYMOVE);
    return pages == MAP_FAILED ? NULL : pages;
}
