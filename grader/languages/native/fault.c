/* Work that may fail -> how it failed, and where; what C and C++ share of that.
 *
 * Besides what is thrown there are two failures that we see ourselves: there is no memory for an argument, and a
 * function came to its end without the value that it should give. What it would give then is luck, so the step ends.
 */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unwind.h>

#include "driver.h"

void *thrown_from[MOST_THROWN];
int thrown_count;

static jmp_buf *begun;
static struct fault pending;

static _Unwind_Reason_Code note_frame(struct _Unwind_Context *context, void *unused) {
    (void)unused;
    thrown_from[thrown_count++] = (void *)_Unwind_GetIP(context);
    return thrown_count == MOST_THROWN ? _URC_END_OF_STACK : _URC_NO_REASON;
}

void note_place(void) {
    thrown_count = 0;
    _Unwind_Backtrace(note_frame, NULL);
}

void attempt(void (*work)(void *), void *context, struct fault *fault) {
    jmp_buf here;
    jmp_buf *before = begun;
    memset(fault, 0, sizeof *fault);
    begun = &here;
    if (setjmp(here) == 0) {
        guarded(work, context, fault);
    } else {
        *fault = pending;
    }
    begun = before;
}

static void fail(const char *type, const char *message, int memory) {
    note_place();
    if (begun == NULL) {
        fprintf(stderr, "%s: %s\n", type, message);
        abort();
    }
    memset(&pending, 0, sizeof pending);
    pending.raised = 1;
    pending.memory = memory;
    snprintf(pending.type, sizeof pending.type, "%s", type);
    snprintf(pending.message, sizeof pending.message, "%s", message);
    longjmp(*begun, 1);
}

void grader_out_of_memory(void) {
    fail("out of memory", "there is no memory left for what the code is given", 1);
    abort();
}

/* Called where a function forgets to return: by GCC in C++, by a line that was added in C. */
void grader_inside_no_return(void) {
    fail("no return", "a function that gives a value came to its end without `return`.", 0);
    abort();
}

void __ubsan_handle_missing_return(void *where) {
    (void)where;
    grader_inside_no_return();
}
