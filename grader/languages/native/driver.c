/* Requests on one descriptor -> replies on another, or the student's own `main`. See PROTOCOL.md.
 *
 * Started as `program driver REQUESTS REPLIES`, or as `program program NAME ARGUMENTS..` to run the submission as a
 * program. This process has the student's code as it was just after loading, and calls nothing of it: each state is a
 * forked copy. What the submission has of the interface was found when it was built and stands in a file.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "channel.h"
#include "driver.h"
#include "step.h"

enum { REFUSED = 125, WAIT_MS = 50 };

static const char MARK[] = "../.inside";
static const char MEMBERS[] = "../build/members.json";

static int replies;
static struct output out;
static struct memory lasting;
static const char *loaded = "{}";

/* --- a request --- */

struct request {
    const struct json *id;
    const char *state;
    int loads;
    const char *steps;
};

/* Reads all but the steps, which are read one by one where they are done. */
static struct request read_request(struct memory *memory, const char *line) {
    struct request request = {.state = "new"};
    const char *at = line + strspn(line, " {");
    while (*at == '"') {
        const struct json *key = read_json(memory, &at);
        at += strspn(at, " :");
        if (strcmp(key->text, "steps") == 0) {
            request.steps = at + 1 + strspn(at + 1, " ");
            skip_json(&at);
        } else {
            const struct json *value = read_json(memory, &at);
            if (strcmp(key->text, "id") == 0) {
                request.id = value;
            } else if (strcmp(key->text, "state") == 0) {
                request.state = value->text;
            } else if (strcmp(key->text, "do") == 0) {
                request.loads = strcmp(value->text, "load") == 0;
            }
        }
        at += strspn(at, " ,");
    }
    return request;
}

static void begin_reply(const struct request *request) {
    out.length = 0;
    write_plain(&out, "{\"id\":");
    write_text(&out, request->id->text, request->id->length);
    write_plain(&out, ",");
}

static void begin_numbered(const struct request *request, int number) {
    begin_reply(request);
    write_plain(&out, "\"n\":");
    write_integer(&out, number);
    write_plain(&out, ",");
}

static void end_reply(void) {
    write_plain(&out, "}\n");
    fflush(NULL);
    flush_streams();
    send_all(replies, out.bytes, out.length);
}

/* --- processes --- */

/* Ends what a child left behind, so that nothing of it speaks in a later request. */
static void end_group(pid_t group) {
    kill(-group, SIGKILL);
}

/* A child that died for want of memory: this process ends likewise, and then all that is known of it is told. */
static void follow_if_memory(int status, const struct rusage *usage) {
    struct rlimit limit;
    if (!WIFSIGNALED(status) || getrlimit(RLIMIT_DATA, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) {
        return;
    }
    if ((unsigned long)usage->ru_maxrss * 1024 > limit.rlim_cur / 10 * 9) {
        signal(WTERMSIG(status), SIG_DFL);
        raise(WTERMSIG(status));
    }
}

static void say_ended(const struct request *request, int number, int status) {
    begin_numbered(request, number);
    write_plain(&out, WIFSIGNALED(status) ? "\"ended\":{\"signal\":" : "\"ended\":{\"exit\":");
    write_integer(&out, WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    write_plain(&out, "}");
    end_reply();
}

static const char *next_step(const char *at) {
    at += strspn(at, " ,");
    return *at == '[' ? at : NULL;
}

/* Each step in a child of its own; stops at the first that does not come to its end. */
static void answer_apart(const struct request *request) {
    int done[2];
    if (pipe2(done, O_NONBLOCK | O_CLOEXEC) != 0) {
        _exit(1);
    }
    int number = 0;
    for (const char *at = next_step(request->steps); at != NULL; number++) {
        struct rusage usage;
        int status = 0;
        pid_t child = fork();
        if (child == 0) {
            setpgid(0, 0);
            begin_numbered(request, number);
            answer_step(&out, &at);
            end_reply();
            send_all(done[1], ".", 1);
            _exit(0);
        }
        if (child < 0) {
            _exit(1);
        }
        while (wait4(child, &status, 0, &usage) < 0 && errno == EINTR) {
        }
        end_group(child);
        char mark;
        if (read(done[0], &mark, 1) != 1) {
            follow_if_memory(status, &usage);
            say_ended(request, number, status);
            break;
        }
        skip_json(&at);
        at = next_step(at);
    }
    close(done[0]);
    close(done[1]);
}

/* A forked copy of this process that holds one state; requests are handed on to it. */
struct child {
    pid_t pid;
    pid_t group;
    int down;
    int up;
};

static void serve_child(int requests, int done) {
    struct lines lines = {.descriptor = requests};
    struct memory memory = {0};
    const char *line;
    while ((line = next_line(&lines)) != NULL) {
        release_memory(&memory);
        struct request request = read_request(&memory, line);
        int number = 0;
        for (const char *at = next_step(request.steps); at != NULL; at = next_step(at), number++) {
            begin_numbered(&request, number);
            answer_step(&out, &at);
            end_reply();
        }
        send_all(done, ".", 1);
    }
    _exit(0);
}

static struct child start_child(void) {
    int down[2];
    int up[2];
    if (pipe2(down, O_CLOEXEC) != 0 || pipe2(up, O_CLOEXEC) != 0) {
        _exit(1);
    }
    pid_t pid = fork();
    if (pid < 0) {
        _exit(1);
    }
    if (pid == 0) {
        setpgid(0, 0);
        close(down[1]);
        close(up[0]);
        serve_child(down[0], up[1]);
    }
    close(down[0]);
    close(up[1]);
    struct child child = {pid, pid, down[1], up[0]};
    return child;
}

static void end_child(struct child *child) {
    close(child->down);
    close(child->up);
    end_group(child->group);
    if (child->pid != 0) {
        kill(child->pid, SIGKILL);
        waitpid(child->pid, NULL, 0);
    }
    child->pid = child->group = 0;
}

/* Hands a request on; 0 when it was answered in full, else how the child ended is in `status`. */
static int ask_child(struct child *child, const char *line, int *status) {
    struct rusage usage;
    send_all(child->down, line, strlen(line));
    send_all(child->down, "\n", 1);
    for (;;) {
        struct pollfd waiting = {.fd = child->up, .events = POLLIN};
        char mark;
        if (poll(&waiting, 1, WAIT_MS) > 0 && read(child->up, &mark, 1) == 1) {
            return 0;
        }
        if (wait4(child->pid, status, WNOHANG, &usage) > 0) {
            child->pid = 0;
            follow_if_memory(*status, &usage);
            return 1;
        }
    }
}

/* --- serving --- */

/* What was found of the interface, and the sentences for what can't be called. */
static void read_members(void) {
    static char room[1 << 18];
    int file = open(MEMBERS, O_RDONLY);
    ssize_t got = file >= 0 ? read(file, room, sizeof room - 1) : 0;
    const char *line = room;
    room[got > 0 ? got : 0] = '\0';
    if (file >= 0) {
        close(file);
    }
    char *second = strchr(room, '\n');
    if (second != NULL) {
        *second = '\0';
        loaded = line;
        line = second + 1;
        know_unfits(read_json(&lasting, &line));
    }
}

static void serve(int requests) {
    struct lines lines = {.descriptor = requests};
    struct child child = {0};
    struct memory memory = {0};
    const char *line;
    signal(SIGPIPE, SIG_IGN);
    while ((line = next_line(&lines)) != NULL) {
        release_memory(&memory);
        struct request request = read_request(&memory, line);
        int status = 0;
        if (request.loads) {
            read_members();
            begin_reply(&request);
            write_plain(&out, "\"loaded\":");
            write_plain(&out, loaded);
            end_reply();
            continue;
        }
        if (child.group != 0 && strcmp(request.state, "same") != 0) {
            end_child(&child);
        }
        if (strcmp(request.state, "each") == 0) {
            answer_apart(&request);
            continue;
        }
        if (child.group == 0) {
            child = start_child();
        }
        if (ask_child(&child, line, &status)) {
            say_ended(&request, 0, status);
            end_child(&child);
        }
    }
    fflush(NULL);
    flush_streams();
    _exit(0);
}

/* --- starting --- */

extern int grader_inside_main(int count, char **arguments, char **environment) __attribute__((weak));

static int run_program(int count, char **arguments, char **environment) {
    if (grader_inside_main == NULL) {
        fputs("There is no function `main`, so this can't be run as a program.\n", stderr);
        return 1;
    }
    return grader_inside_main(count, arguments, environment);
}

/* As on a terminal: a line is seen when it is complete, and all of it before input is read. */
static void behave_as_on_a_terminal(void) {
    setvbuf(stdin, NULL, _IOLBF, BUFSIZ);
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
}

int main(int count, char **arguments, char **environment) {
    if (access(MARK, F_OK) != 0) {
        fputs("this is meant for the inside of a sandbox\n", stderr);
        _exit(REFUSED);
    }
    behave_as_on_a_terminal();
    if (count > 2 && strcmp(arguments[1], "program") == 0) {
        return run_program(count - 2, arguments + 2, environment);
    }
    if (count == 4 && strcmp(arguments[1], "driver") == 0) {
        replies = atoi(arguments[3]);
        serve(atoi(arguments[2]));
    }
    _exit(REFUSED);
}
