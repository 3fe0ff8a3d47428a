"""What a candidate's process may ask of the kernel. Everything else is refused."""

_NUMBERS = """
read 0 63|write 1 64|open 2 -|close 3 57|stat 4 -|fstat 5 80|lstat 6 -|poll 7 -|lseek 8 62
mprotect 10 226|munmap 11 215|brk 12 214|rt_sigaction 13 134|rt_sigprocmask 14 135
rt_sigreturn 15 139|pread64 17 67|readv 19 65|writev 20 66|access 21 -|pipe 22 -|select 23 -
sched_yield 24 124|mremap 25 216|mincore 27 232|madvise 28 233|dup 32 23|dup2 33 -
nanosleep 35 101|getitimer 36 102|alarm 37 -|setitimer 38 103|getpid 39 172|recvfrom 45 207
shutdown 48 210|exit 60 93|uname 63 160|getcwd 79 17|readlink 89 -|gettimeofday 96 169
getrlimit 97 163|getrusage 98 165|sysinfo 99 179|times 100 153|getuid 102 174|getgid 104 176
geteuid 107 175|getegid 108 177|getppid 110 173|getpgrp 111 -|getgroups 115 158
getresuid 118 148|getresgid 120 150|getpgid 121 155|getsid 124 156|rt_sigpending 127 136
rt_sigtimedwait 128 137|sigaltstack 131 132|getpriority 140 141|sched_getparam 143 121
sched_getscheduler 145 120|sched_get_priority_max 146 125|sched_get_priority_min 147 126
arch_prctl 158 -|gettid 186 178|futex 202 98|sched_getaffinity 204 123|epoll_create 213 -
getdents64 217 61|set_tid_address 218 96|restart_syscall 219 128|fadvise64 221 223
clock_gettime 228 113|clock_getres 229 114|clock_nanosleep 230 115|exit_group 231 94
epoll_wait 232 -|epoll_ctl 233 21|get_mempolicy 239 236|openat 257 56|newfstatat 262 79
readlinkat 267 78|faccessat 269 48|pselect6 270 72|ppoll 271 73|set_robust_list 273 99
get_robust_list 274 100|epoll_pwait 281 22|eventfd2 290 19|epoll_create1 291 20|dup3 292 24
pipe2 293 59|preadv 295 69|getcpu 309 168|getrandom 318 278|membarrier 324 283|statx 332 291
rseq 334 293|close_range 436 436|faccessat2 439 439|epoll_pwait2 441 441|futex_waitv 449 449
"""
"""Name, number on x86-64, number on aarch64 (- where the call does not exist)."""

_COLUMN = {"x86_64": 1, "aarch64": 2}
AUDIT_ARCH = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}

GUARDED = {
    "mmap": {"x86_64": 9, "aarch64": 222},
    "ioctl": {"x86_64": 16, "aarch64": 29},
    "sendto": {"x86_64": 44, "aarch64": 206},
    "socketpair": {"x86_64": 53, "aarch64": 199},
    "clone": {"x86_64": 56, "aarch64": 220},
    "kill": {"x86_64": 62, "aarch64": 129},
    "fcntl": {"x86_64": 72, "aarch64": 25},
    "prctl": {"x86_64": 157, "aarch64": 167},
    "tgkill": {"x86_64": 234, "aarch64": 131},
    "prlimit64": {"x86_64": 302, "aarch64": 261},
    "clone3": {"x86_64": 435, "aarch64": 435},
}
"""Allowed only with the arguments that `seccomp` spells out."""


def allowed(machine: str) -> tuple[int, ...]:
    """Numbers of the calls that are allowed with any arguments."""
    column = _COLUMN[machine]
    rows = [row.split() for row in _NUMBERS.replace("\n", "|").split("|") if row]
    return tuple(int(row[column]) for row in rows if row[column] != "-")
