"""A header on a pipe -> one program, run with limits, and a report of how it ended.

This runs inside the sandbox, with nothing of the project beside it: it is handed to a bare interpreter. It
writes the files of the box, sets the limits in a child, starts the program, waits, and says how that ended. It
deletes nothing. It refuses to start unless the box holds the nonce that the trusted side put there, so that it
can't be let loose on a machine by mistake.

With the numbers of all pipes as arguments it does that once. With those of a socket and of a pipe it stays: whenever
the ends of pipes come over the socket, a fork of it does that, as PID 1 of fresh namespaces if this is PID 1 itself.

A program that is compiled Python for just this interpreter needs none of its own: the process that would have become
one leaves all of the launcher and runs it, which saves 5 ms of CPU time in each start.

The header and the report are lists of netstrings (`5:hello,`), since importing `json` would double the start, as
`signal` would; `os` and `struct` cost 2 ms more than what is below them.
"""

import _signal
import fcntl
import gc
import posix as os
import resource
import sys
import time
from _struct import iter_unpack, pack

MOST_FILES = 65536
READING, READING_A_FOLDER, WRITING_A_FILE, DEVICES = 0xD, 0x8, 0x4002, 0x8000  # rights of Landlock; the last: ioctl
UNASKED = 2  # as a fork ends that nobody had a use for
ONE_BY_ONE = b"HOME", b"TMPDIR", b"PATH"  # variables that an interpreter does not read when it starts
OURS = "_ctypes", "_socket", "_struct", "ctypes", "fcntl", "gc", "resource"  # modules that none has by itself
FRAMES_BELOW = 4  # on which a program lies that we became: it can be as deep as any
SOCKETS = []  # that must not close what later has their number
ADDRESSES = {}  # of functions of the C library, by name


class Become(BaseException):
    """Leaves all of the launcher; its arguments are those of `become`."""


def read_all(descriptor):
    """All that comes until the end."""
    chunks = []
    while chunk := os.read(descriptor, 1 << 16):  # as much as a pipe holds
        chunks.append(chunk)
    return b"".join(chunks)


def fields_of(data):
    """The fields that were written as netstrings."""
    fields, at = [], 0
    while at < len(data):
        colon = data.index(b":", at)
        end = colon + 1 + int(data[at:colon])
        fields.append(data[colon + 1 : end])
        at = end + 1
    return fields


def netstrings(fields):
    """These fields as they are written."""
    return b"".join(b"%d:%b," % (len(field), field) for field in fields)


def write_all(descriptor, data):
    """Write all of this."""
    data = memoryview(data)
    while data:
        data = data[os.write(descriptor, data) :]


def write_files(box, fields):
    """Write pairs of path and content below the box; the paths were checked by the trusted side."""
    for path, content in zip(fields[::2], fields[1::2], strict=True):
        folder, _, _name = path.rpartition(b"/")
        make_folders(box, folder)
        with open(b"%b/%b" % (box, path), "xb", opener=for_the_owner) as file:
            file.write(content)


def make_folders(box, path):
    """Make the folders of this path below the box that are not there."""
    for name in path.split(b"/") if path else ():
        box = b"%b/%b" % (box, name)
        try:
            os.mkdir(box)
        except FileExistsError:
            pass


def for_the_owner(path, flags):
    """Open a file that its owner may also start: a compiled submission is a program itself."""
    return os.open(path, flags, 0o700)


def collect_files(folder, most_bytes):
    """Pairs of path and content of the regular files below the folder, links not followed."""
    import os

    fields, total = [], 0
    try:
        for parent, _folders, names in os.walk(folder):
            for name in sorted(names):
                path = os.path.join(parent, name)
                if os.path.islink(path) or not os.path.isfile(path):
                    continue
                total += os.path.getsize(path)
                if total > most_bytes or len(fields) > 20_000:
                    return None
                with open(path, "rb") as file:
                    fields += [os.path.relpath(path, folder), file.read()]
    except RecursionError:  # so deep are only folders that were made to be
        return None
    return fields


def called(name, *arguments):
    """The result of a function of the C library; raises OSError when that is a failure.

    By `_ctypes`, as the whole of `ctypes` would cost 2 ms; but only that knows why a call failed, so it asks again.
    """
    import _ctypes

    if name not in ADDRESSES:
        ADDRESSES[name] = _ctypes.dlsym(_ctypes.dlopen(None, 0), name)
    result = _ctypes.call_function(ADDRESSES[name], arguments)
    return result if result >= 0 else called_again(name, arguments)


def called_again(name, arguments):
    """The same for a call that failed."""
    import ctypes

    function = getattr(ctypes.CDLL(None, use_errno=True), name)
    result = function(*(ctypes.c_long(one) if isinstance(one, int) else one for one in arguments))
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def address_of(data):
    """Where these bytes lie in memory, at the end of their object; they must outlive the use of it."""
    return id(data) + bytes.__basicsize__ - 1


def adopt_orphans():
    """Make processes whose parent dies children of this one, where the system can do that."""
    process_control(36, 1)


def process_control(option, argument):
    """A call of prctl, where there is one."""
    try:
        called("prctl", option, argument, 0, 0, 0)
    except (ImportError, OSError, AttributeError):
        pass


def hide():
    """Keep the program out of this process: it has the same user, and could else write the report itself."""
    process_control(4, 0)


def follow():
    """End with the parent: where no namespace ends with the grader, an endless loop must not outlive it."""
    process_control(1, _signal.SIGTERM)


def confine(kernel, filter_program, writable):
    """Take from this process, and all that it starts, system calls, files and its say over us; irrevocable.

    Raises OSError when the kernel refuses: then the program must not start.
    """
    prctl, create, add, restrict = kernel
    called("syscall", prctl, 38, 1, 0, 0, 0)  # no new privileges
    if create:
        ruleset, files = make_ruleset(create, ~READING)
        allow(ruleset, add, writable, files & ~DEVICES, files & WRITING_A_FILE)
        enter(ruleset, restrict)
    program = pack("@HP", len(filter_program) // 8, address_of(filter_program))
    called("syscall", prctl, 22, 2, program, 0, 0)


def confine_paths(kernel, readable, writable):
    """Leave only these paths, and no network, as far as this Landlock knows of them; irrevocable, for forks too."""
    prctl, create, add, restrict = kernel
    called("syscall", prctl, 38, 1, 0, 0, 0)
    ruleset, files = make_ruleset(create, ~0)
    allow(ruleset, add, readable, READING, READING & ~READING_A_FOLDER)
    allow(ruleset, add, writable, files & ~DEVICES, files & (WRITING_A_FILE | 0x4))
    enter(ruleset, restrict)


def make_ruleset(create, asked):
    """Rules that refuse these rights to files, and the network and signals to those outside, where Landlock can."""
    abi = called("syscall", create, None, 0, 1)
    files = 0x1FFF | (0x2000 if abi >= 2 else 0) | (0x4000 if abi >= 3 else 0) | (0x8000 if abi >= 5 else 0)
    rules = pack("=QQQ", files & asked, 3 if abi >= 4 else 0, 3 if abi >= 6 else 0)
    return called("syscall", create, rules, 24 if abi >= 6 else 16 if abi >= 4 else 8, 0), files & asked


def allow(ruleset, add, paths, folder_rights, file_rights):
    """Leave these rights to these paths."""
    for path in paths:
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
        rights = folder_rights if os.fstat(descriptor).st_mode & 0o170000 == 0o040000 else file_rights
        called("syscall", add, ruleset, 1, pack("=Qi", rights, descriptor), 0)
        os.close(descriptor)


def enter(ruleset, restrict):
    """Live by these rules from now on."""
    called("syscall", restrict, ruleset, 0)
    os.close(ruleset)


def mount_fresh(folders):
    """Cover these folders with empty ones of a limited size, and show only the processes of this namespace."""
    no_suid, no_devices, no_exec = 2, 4, 8
    called("mount", b"proc", b"/proc", b"proc", no_suid | no_devices | no_exec, None)
    for folder, size in folders:
        options = b"mode=0700,size=%d,nr_inodes=%d" % (size, MOST_FILES)
        called("mount", b"tmpfs", folder, b"tmpfs", no_suid | no_devices, options)


def be_nobody():
    """Give up all say over the namespace, here and for all that is started from here."""
    called("prctl", 47, 4, 0, 0, 0)  # no ambient capabilities
    for capability in (21, 8):  # those that this process has, out of what any program may ever get
        called("prctl", 24, capability, 0, 0, 0)
    called("capset", pack("=Ii", 0x20080522, 0), bytes(24))


def limit(name, value, hard=None):
    """Set one limit; one that the system refuses or doesn't know is left as it is."""
    number = getattr(resource, name, None)
    if number is None:
        return
    try:
        resource.setrlimit(number, (value, hard or value))
    except (ValueError, OSError):
        pass


def make_ready(alone):
    """Fork what will be the program, before anybody knows which: its process, and the socket on which it is told."""
    import _socket

    here, there = _socket.socketpair(_socket.AF_UNIX, _socket.SOCK_STREAM)
    child = os.fork()
    if child == 0:
        try:
            here.close()
            SOCKETS.append(there)
            os.setpgid(0, 0)
            for signal_number in (_signal.SIGPIPE, _signal.SIGXFSZ, _signal.SIGTERM, _signal.SIGINT):
                _signal.signal(signal_number, _signal.SIG_DFL)
            if alone:
                be_nobody()
            wait_and_become(there)
        except Become:
            raise
        except BaseException:
            sys.excepthook(*sys.exc_info())
        os._exit(127)
    there.close()
    try:
        os.setpgid(child, child)  # the child does the same: whoever is first
    except OSError:
        pass
    return child, here


def tell(socket, descriptors, fields):
    """Tell the child that is ready what to become, and give it its descriptors."""
    import _socket

    data = netstrings(fields)
    rights = _socket.SOL_SOCKET, _socket.SCM_RIGHTS, pack(f"={len(descriptors)}i", *descriptors)
    write_all(socket.fileno(), data[socket.sendmsg([data], [rights]) :])
    socket.close()


def wait_and_become(socket):
    """Turn this child into the program that it is told; end it when nobody tells it any."""
    first, ancillary, _flags, _sender = socket.recvmsg(1 << 16, 256)
    if not first:
        os._exit(UNASKED)
    descriptors = [number for (number,) in iter_unpack("=i", ancillary[0][2])]
    folder, limits, kernel, filter_program, box, counts, *rest = fields_of(first + read_all(socket.fileno()))
    arguments = numbers(counts)[0]
    argv, environment = rest[:arguments], dict(pair.split(b"=", 1) for pair in rest[arguments:])
    os.umask(0o077)
    os.chdir(folder)
    copies = [fcntl.fcntl(descriptor, fcntl.F_DUPFD, 100) for descriptor in descriptors]
    for number, copy in enumerate(copies):
        os.dup2(copy, number)
    os.closerange(len(descriptors), 65536)
    for name, value in pairs(limits):
        limit(name.decode(), value)
    try:
        if kernel:
            confine(numbers(kernel), filter_program, (box, b"/dev/null"))
        code = code_for_us(argv, environment)
        if code is None:
            os.execve(argv[0], argv, environment)
    except OSError as error:
        os.write(2, b"cannot start: " + str(error).encode() + b"\n")
        os._exit(127)
    for one in SOCKETS:
        one.detach()
    raise Become(code, argv, environment)


def code_for_us(argv, environment):
    """What an interpreter with these arguments would run, if it were just like this one; else None."""
    import marshal
    from _frozen_importlib_external import MAGIC_NUMBER

    us = sys.executable.encode("utf-8", "surrogateescape")
    if len(argv) < 5 or argv[:4] != [us, b"-S", b"-s", b"-P"] or not argv[4].endswith(b".pyc"):
        return None
    if any(os.environ.get(name) != value for name, value in environment.items() if name not in ONE_BY_ONE):
        return None
    compiled = os.open(argv[4], os.O_RDONLY)
    content = read_all(compiled)
    os.close(compiled)
    return marshal.loads(content[16:]) if content[:4] == MAGIC_NUMBER else None


def become(code, argv, environment):
    """Make this process like one in which an interpreter was just started for this code: what `exec` needs for it."""
    from os import environ as variables
    from os import fsdecode, getcwd

    process_control(4, 1)  # it may be looked at: it is the program now
    variables.clear()
    variables.update({fsdecode(name): fsdecode(value) for name, value in environment.items()})
    _signal.signal(_signal.SIGINT, _signal.default_int_handler)
    for number in (_signal.SIGPIPE, _signal.SIGXFSZ):
        _signal.signal(number, _signal.SIG_IGN)
    open_streams()
    sys.orig_argv = [fsdecode(argument) for argument in argv]
    sys.argv = sys.orig_argv[4:]
    module = type(sys)("__main__")
    module.__file__, module.__cached__ = f"{getcwd()}/{sys.argv[0]}", None
    sys.modules["__main__"] = module
    for name in OURS:
        sys.modules.pop(name, None)
    sys.setrecursionlimit(sys.getrecursionlimit() + FRAMES_BELOW)
    gc.freeze()
    gc.enable()
    return code, module.__dict__


def open_streams():
    """Open the three streams as an interpreter does when it starts."""
    import _io

    for number, name in enumerate(("stdin", "stdout", "stderr")):
        mode, errors = "w" if number else "r", "backslashreplace" if number == 2 else "surrogateescape"
        below = _io.open(number, mode + "b", -1, None, None, None, False)
        below.raw.name = f"<{name}>"
        stream = _io.TextIOWrapper(below, "utf-8", errors, "\n", line_buffering=number == 2)
        stream.mode = mode
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)


def kill_group(child):
    """End the program and all that stayed in its process group."""
    try:
        os.killpg(child, _signal.SIGKILL)
    except OSError:
        pass


def kill_all(child):
    """End what the program left behind, where no namespace does that for us."""
    for _round in range(50):
        kill_group(child)
        try:
            children = os.open(f"/proc/self/task/{os.getpid()}/children", os.O_RDONLY)
            orphans = numbers(read_all(children))
            os.close(children)
        except OSError:
            return
        if not orphans:
            return
        for orphan in orphans:
            try:
                os.kill(orphan, _signal.SIGKILL)
            except OSError:
                pass
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        time.sleep(0.01)


def kill_the_rest():
    """End all that is left in the namespace of which this is PID 1, and whose nonce was right."""
    if os.getpid() != 1:
        return
    try:
        os.kill(-1, _signal.SIGKILL)
    except OSError:
        pass


def serve(number, rules):
    """Start one program after another, each in a fork of this process that waits for its descriptors already.

    From the pipe of the rules comes what this process and all its forks may do with files; nothing for no limits.
    """
    import _socket

    socket = _socket.socket(_socket.AF_UNIX, _socket.SOCK_SEQPACKET, 0, number)
    SOCKETS.append(socket)
    alone = os.getpid() == 1
    fields = fields_of(read_all(rules))
    os.close(rules)
    if fields:
        kernel, readable = fields[:2]
        confine_paths(numbers(kernel), readable.split(b"\0"), fields[2:])
    if not alone:
        follow()
        adopt_orphans()
    while True:
        child = fork_apart() if alone else os.fork()
        if child == 0:
            serve_one(socket, alone)
        status = os.waitpid(child, 0)[1]
        if alone:
            status = wait_for_all() or status
        else:
            kill_all(child)
        if os.WIFEXITED(status) and os.WEXITSTATUS(status) == UNASKED:
            return
        socket.send(b"ended")
        preload()


def preload():
    """Have what any Python program imports in all forks from now on."""
    import os  # noqa: F401


def serve_one(socket, alone):
    """With a child that is ready, wait until descriptors come over the socket, and run what they are for."""
    code = UNASKED
    try:
        if not alone:
            follow()
            adopt_orphans()
        ready = make_ready(alone)
        message, ancillary, _flags, _sender = socket.recvmsg(16, 256)
        if message:
            code = 1
            socket.send(b"started")
            socket.close()
            run([number for (number,) in iter_unpack("=i", ancillary[0][2])], alone, ready)
    except Become:
        raise
    except BaseException:
        sys.excepthook(*sys.exc_info())
    os._exit(code)


def fork_apart():
    """Fork, and be in the child PID 1 of a namespace of its own, with mounts and shared memory of its own.

    In one call where the kernel has it; else by a process between that ends at once, which costs a fork more.
    """
    spaces = 0x20000000 | 0x00020000 | 0x08000000
    try:
        return called("syscall", 435, pack("=8Q", spaces, 0, 0, 0, _signal.SIGCHLD, 0, 0, 0), 64)
    except OSError:
        child = os.fork()
    if child == 0:
        try:
            called("unshare", spaces)
        except OSError:
            sys.excepthook(*sys.exc_info())
            os._exit(UNASKED)
        if os.fork() != 0:
            os._exit(0)
    return child


def wait_for_all():
    """Wait until this process has no children: what a namespace held is dead when its PID 1 is. The last status."""
    status = 0
    try:
        while True:
            status = os.waitpid(-1, 0)[1]
    except ChildProcessError:
        return status


def run(descriptors, alone, ready=None):
    """Do what the header says; the descriptors are control, report, the three streams, and those of the channel.

    `ready` is a child that waits already, from `make_ready`.
    """
    control, report = descriptors[:2]
    for number, descriptor in enumerate(descriptors[2:5]):
        os.dup2(descriptor, number)
        os.close(descriptor)
    streams = (0, 1, 2, *descriptors[5:])
    child, telling = ready or make_ready(alone)  # before this process holds anything that is not for the program
    fields = fields_of(read_all(control))
    os.close(control)
    secret = fields.pop(0)
    nonce, box, folder, collect = fields[:4]
    most_bytes = int(fields[4])
    limits = fields[5]
    fresh = list(pairs(fields[6]))
    kernel, filter_program, counts = fields[7:10]
    of_program = sum(numbers(counts))
    prove_inside(box, nonce)
    _signal.signal(_signal.SIGTERM, lambda _number, _frame: kill_group(child))
    if fresh:
        mount_fresh(fresh)
        be_nobody()
        write_files(box, [b".inside", nonce])  # for those who ask after us
    os.umask(0o077)
    write_files(box, fields[10 + of_program :])
    make_folders(box, folder)
    whole = b"%b/%b" % (box, folder)
    os.chdir(whole)  # if this can't be done that is no failure of the program
    tell(telling, streams, [whole, limits, kernel, filter_program, box, counts, *fields[10 : 10 + of_program]])
    os.write(report, secret)  # while the child makes itself the program
    for descriptor in streams:
        os.close(descriptor)
    while True:
        ended, status, usage = os.wait4(-1, 0)
        if ended == child:
            break
    if alone:
        kill_the_rest()
    else:
        kill_all(child)
    kept = []
    if collect and status == 0:
        kept = collect_files(b"%b/%b" % (box, collect), most_bytes)
    os.write(report, secret)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)  # orphans, which came to this process, are among them
    write_all(report, netstrings(outcome(status, used.ru_utime + used.ru_stime, usage.ru_maxrss, kept)))
    os.close(report)  # nobody has to wait until all of this process is taken down
    os._exit(0)


def outcome(status, cpu_s, largest, kept):
    """How the program ended, what it used, and the files that come back; `kept` is None if they are too many."""
    number = os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
    how = (b"signal" if os.WIFSIGNALED(status) else b"exit", b"%d" % number)
    if kept is None:
        how, kept = (b"disk", b"0"), []
    peak = largest * (1 if sys.platform == "darwin" else 1024)
    return [*how, b"%f" % cpu_s, b"%d" % peak, *kept]


def prove_inside(box, nonce):
    """End at once where nobody has put the nonce into the box."""
    try:
        descriptor = os.open(b"%b/.inside" % box, os.O_RDONLY)
        proof = os.read(descriptor, 1024)
        os.close(descriptor)
    except OSError:
        proof = b""
    if not nonce or proof != nonce:
        os.write(2, b"this is meant for the inside of a sandbox\n")
        os._exit(1)


def pairs(field):
    """Pairs of a name and a number, from `name=number name=number`."""
    for pair in field.split():
        name, _, number = pair.partition(b"=")
        yield name, int(number)


def numbers(field):
    """The numbers of a list."""
    return [int(number) for number in field.split()]


def main():
    """Do what the arguments say."""
    gc.disable()  # it would touch, and so copy, what forks share
    _signal.signal(_signal.SIGINT, _signal.SIG_IGN)
    hide()
    given = [int(number) for number in sys.argv[1:]]
    if len(given) == 2:
        serve(*given)
    else:
        follow()
        adopt_orphans()
        run(given, alone=False)


if __name__ == "__main__":
    program = None
    try:
        main()
    except Become as it:
        program = it.args
    if program is not None:
        exec(*become(*program))  # the driver, which runs student code: where a new interpreter would have run it
