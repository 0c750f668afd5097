"""What student code has no use for -> a seccomp filter, as the bytes that the kernel takes.

Denied calls fail with an error instead of ending the program: runtimes probe for calls and go on without them. The
filter is classic BPF, built by hand here since it is a list of comparisons; numbers are those of the kernel's
tables for x86-64 and arm64.
"""

from __future__ import annotations

import errno
import platform
import struct
from collections.abc import Mapping
from dataclasses import dataclass

_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16
_ALLOW, _FAIL = 0x7FFF0000, 0x00050000

# Flags of clone: new namespaces of any kind (mount, cgroup, UTS, IPC, user, PID, network, time).
_NEW_NAMESPACE = 0x7E020080
_TIOCSTI, _TIOCLINUX = 0x5412, 0x541C
_FAMILIES_ALLOWED = (1, 2, 10, 16)  # Unix, IPv4, IPv6, netlink: a new network namespace has none that leads out


@dataclass(frozen=True, slots=True)
class _Machine:
    """An architecture: its audit number, and the numbers of the calls that are denied."""

    audit: int
    denied: Mapping[str, int]
    clone: int
    clone3: int
    truncate: int
    on_others: Mapping[str, tuple[int, int]]
    """Calls that can have a say over another process, and the argument that names it: 0 is the caller itself."""
    ioctl: int
    socket: int
    signals: tuple[int, ...]
    landlock: tuple[int, int, int, int]


_X86_64 = _Machine(
    audit=0xC000003E,
    denied={
        "ptrace": 101, "process_vm_readv": 310, "process_vm_writev": 311, "kcmp": 312, "pidfd_getfd": 438,
        "mount": 165, "umount2": 166, "pivot_root": 155, "chroot": 161, "swapon": 167, "swapoff": 168,
        "open_tree": 428, "move_mount": 429, "fsopen": 430, "fsconfig": 431, "fsmount": 432, "fspick": 433,
        "mount_setattr": 442, "unshare": 272, "setns": 308, "sethostname": 170, "setdomainname": 171,
        "add_key": 248, "request_key": 249, "keyctl": 250, "bpf": 321, "perf_event_open": 298,
        "userfaultfd": 323, "io_uring_setup": 425, "io_uring_enter": 426, "io_uring_register": 427,
        "kexec_load": 246, "kexec_file_load": 320, "init_module": 175, "finit_module": 313, "delete_module": 176,
        "reboot": 169, "acct": 163, "quotactl": 179, "quotactl_fd": 443, "syslog": 103, "vhangup": 153,
        "iopl": 172, "ioperm": 173, "modify_ldt": 154, "personality": 135, "name_to_handle_at": 303,
        "open_by_handle_at": 304, "lookup_dcookie": 212, "nfsservctl": 180, "uselib": 134, "ustat": 136,
        "sysfs": 139, "settimeofday": 164, "clock_settime": 227, "clock_adjtime": 305, "adjtimex": 159,
        "fanotify_init": 300, "mbind": 237, "migrate_pages": 256, "move_pages": 279, "set_mempolicy": 238,
        "memfd_secret": 447, "memfd_create": 319, "shmget": 29, "semget": 64, "msgget": 68, "mq_open": 240,
    },
    on_others={
        "prlimit64": (302, 0), "sched_setaffinity": (203, 0), "sched_setscheduler": (144, 0),
        "sched_setparam": (142, 0), "sched_setattr": (314, 0), "setpriority": (141, 1), "ioprio_set": (251, 1),
    },
    clone=56, clone3=435, truncate=76, ioctl=16, socket=41, signals=(62, 129, 297, 424), landlock=(157, 444, 445, 446),
)  # fmt: skip

_ARM64 = _Machine(
    audit=0xC00000B7,
    denied={
        "ptrace": 117, "process_vm_readv": 270, "process_vm_writev": 271, "kcmp": 272, "pidfd_getfd": 438,
        "mount": 40, "umount2": 39, "pivot_root": 41, "chroot": 51, "swapon": 224, "swapoff": 225,
        "open_tree": 428, "move_mount": 429, "fsopen": 430, "fsconfig": 431, "fsmount": 432, "fspick": 433,
        "mount_setattr": 442, "unshare": 97, "setns": 268, "sethostname": 161, "setdomainname": 162,
        "add_key": 217, "request_key": 218, "keyctl": 219, "bpf": 280, "perf_event_open": 241,
        "userfaultfd": 282, "io_uring_setup": 425, "io_uring_enter": 426, "io_uring_register": 427,
        "kexec_load": 104, "kexec_file_load": 294, "init_module": 105, "finit_module": 273, "delete_module": 106,
        "reboot": 142, "acct": 89, "quotactl": 60, "quotactl_fd": 443, "syslog": 116, "vhangup": 58,
        "personality": 92, "name_to_handle_at": 264, "open_by_handle_at": 265, "lookup_dcookie": 18,
        "nfsservctl": 42, "settimeofday": 170, "clock_settime": 112, "clock_adjtime": 266, "adjtimex": 171,
        "fanotify_init": 262, "mbind": 235, "migrate_pages": 238, "move_pages": 239, "set_mempolicy": 237,
        "memfd_secret": 447, "memfd_create": 279, "shmget": 194, "semget": 190, "msgget": 186, "mq_open": 180,
    },
    on_others={
        "prlimit64": (261, 0), "sched_setaffinity": (122, 0), "sched_setscheduler": (119, 0),
        "sched_setparam": (118, 0), "sched_setattr": (274, 0), "setpriority": (140, 1), "ioprio_set": (30, 1),
    },
    clone=220, clone3=435, truncate=45, ioctl=29, socket=198, signals=(129, 138, 240, 424),
    landlock=(167, 444, 445, 446),
)  # fmt: skip

_MACHINES = {"x86_64": _X86_64, "aarch64": _ARM64}


def student_filter(
    machine: str | None = None, *, sockets: bool = True, signals: bool = True, truncate: bool = True
) -> bytes | None:
    """The filter for student code and compilers; None for an architecture that is not known here.

    Without a network namespace of its own it gets no `sockets`, without a PID namespace no `signals` to others, and no
    `truncate` by name where Landlock does not know that call.
    """
    known = _MACHINES.get(machine or platform.machine())
    if known is None:
        return None
    blocks = [
        _on_architecture(known.audit),
        *(_deny(call, errno.EPERM) for call in sorted(known.denied.values())),
        _deny(known.clone3, errno.ENOSYS),  # its flags lie in memory that a filter can't read; libraries fall back
        _deny_if(known.clone, 0, _ANY_BIT, _NEW_NAMESPACE),
        _deny_if(known.ioctl, 1, _EQUAL, _TIOCSTI),
        _deny_if(known.ioctl, 1, _EQUAL, _TIOCLINUX),
        *(_deny_if(call, argument, _AT_LEAST, 1) for call, argument in known.on_others.values()),
        _only_families(known.socket) if sockets else _deny(known.socket, errno.EACCES),
        *([] if signals else (_deny(call, errno.EPERM) for call in known.signals)),
        *([] if truncate else [_deny(known.truncate, errno.EPERM)]),
        [_instruction(_RETURN, 0, 0, _ALLOW)],
    ]
    return b"".join(instruction for block in blocks for instruction in block)


def landlock_calls(machine: str | None = None) -> tuple[int, int, int, int] | None:
    """The numbers of prctl and of the three calls of Landlock."""
    known = _MACHINES.get(machine or platform.machine())
    return known.landlock if known is not None else None


def _deny(call: int, error: int) -> list[bytes]:
    """The call fails, whatever its arguments."""
    return [_instruction(_EQUAL, 0, 1, call), _instruction(_RETURN, 0, 0, _FAIL | error)]


def _deny_if(call: int, argument: int, comparison: int, operand: int) -> list[bytes]:
    """The call fails when its argument (the lower half of it) compares so."""
    return [
        _instruction(_EQUAL, 0, 4, call),
        _instruction(_LOAD, 0, 0, _ARGUMENTS + 8 * argument),
        _instruction(comparison, 0, 1, operand),
        _instruction(_RETURN, 0, 0, _FAIL | errno.EPERM),
        _instruction(_LOAD, 0, 0, _NUMBER),
    ]


def _on_architecture(audit: int) -> list[bytes]:
    """Calls of another architecture (32-bit ones, x32) fail as unknown."""
    return [
        _instruction(_LOAD, 0, 0, _ARCHITECTURE),
        _instruction(_EQUAL, 1, 0, audit),
        _instruction(_RETURN, 0, 0, _FAIL | errno.ENOSYS),
        _instruction(_LOAD, 0, 0, _NUMBER),
        _instruction(_AT_LEAST, 0, 1, 0x40000000),
        _instruction(_RETURN, 0, 0, _FAIL | errno.ENOSYS),
    ]


def _only_families(socket: int) -> list[bytes]:
    """`socket` works for a few families only; AF_VSOCK, for one, leads out of every namespace."""
    count = len(_FAMILIES_ALLOWED)
    return [
        _instruction(_EQUAL, 0, count + 2, socket),
        _instruction(_LOAD, 0, 0, _ARGUMENTS),
        *(_instruction(_EQUAL, count - index, 0, family) for index, family in enumerate(_FAMILIES_ALLOWED)),
        _instruction(_RETURN, 0, 0, _FAIL | errno.EAFNOSUPPORT),
    ]


def _instruction(code: int, on_true: int, on_false: int, operand: int) -> bytes:
    return struct.pack("=HBBI", code, on_true, on_false, operand)
