// Makes system calls of a process fail that concern files of one folder. It is loaded into the process by LD_PRELOAD.
//
// The kernel hands every call of the kinds below to a signal handler (seccomp's SECCOMP_RET_TRAP), whoever makes it: libc from within, SQLite,
// libxml2, Foundation. So nothing gets past it, as calls within libc get past functions of the same names.
//
//   STUDBOOK_FAULT_FOLDER  the folder; of all others nothing is counted
//   STUDBOOK_FAULT_LOG     a file outside of it, to which a line is added for each fault: "KIND NUMBER PATH"
//   STUDBOOK_FAULT_TRACE   if it is set, a line is added for each call that is counted
//   STUDBOOK_FAULT         KIND:NUMBER:ERROR:REPEAT, the call of a kind, from 1, that fails; the number of its error, or 0 for a call that
//                          reads or writes half of what it should; 1 if all calls of the kind after it fail, too.
//                          Instead of an error: -1 kills the process before the call, -2 after it, -3 after half of what it should write
//
// The kind "memory" is any request of the process for memory; it is counted only if the fault is one of it or the trace is "memory". The kind
// "allocation" is a request of SQLite's own, which its hooks for that (SQLITE_CONFIG_MALLOC) let fail, and is counted in the same way.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

// The one place from which the kernel lets every call through.
long system_call(long number, const long *arguments);
extern const char system_call_return[];

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
__asm__(
    ".text\n.globl system_call\n.hidden system_call\n.globl system_call_return\n.hidden system_call_return\n"
    "system_call:\n"
    "  mov %rdi, %rax\n  mov %rsi, %r11\n"
    "  mov 0(%r11), %rdi\n  mov 8(%r11), %rsi\n  mov 16(%r11), %rdx\n  mov 24(%r11), %r10\n"
    "  mov 32(%r11), %r8\n  mov 40(%r11), %r9\n"
    "  syscall\n"
    "system_call_return:\n"
    "  ret\n");
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
__asm__(
    ".text\n.globl system_call\n.hidden system_call\n.globl system_call_return\n.hidden system_call_return\n"
    "system_call:\n"
    "  mov x8, x0\n  mov x9, x1\n"
    "  ldp x0, x1, [x9]\n  ldp x2, x3, [x9, #16]\n  ldp x4, x5, [x9, #32]\n"
    "  svc #0\n"
    "system_call_return:\n"
    "  ret\n");
#else
#error "Only x86_64 and aarch64 are known."
#endif

#define CALL(number, ...) system_call(number, (const long[6]){__VA_ARGS__})

enum kind {
  OPEN, CREATE, READ, WRITE, SYNC, RENAME, LINK, UNLINK, RMDIR, MKDIR, STAT, READDIR, TRUNCATE, CHMOD, LOCK, MAP, CLOSE, MEMORY, ALLOCATION, KINDS
};
static const char *const names[KINDS] = {
    "open", "create", "read", "write", "sync", "rename", "link", "unlink", "rmdir", "mkdir",
    "stat", "readdir", "truncate", "chmod", "lock", "map", "close", "memory", "allocation",
};

// How a call names its file: by a descriptor, a path, or a path in a folder that is a descriptor.
enum subject { DESCRIPTOR, PATH, PATH_AT };

struct call {
  long number;
  enum kind kind;
  enum subject subject;
  // Which argument the subject begins with.
  int argument;
};

static const struct call calls[] = {
    {SYS_openat, OPEN, PATH_AT, 0},
    {SYS_read, READ, DESCRIPTOR, 0},
    {SYS_pread64, READ, DESCRIPTOR, 0},
    {SYS_readv, READ, DESCRIPTOR, 0},
    {SYS_preadv, READ, DESCRIPTOR, 0},
    {SYS_write, WRITE, DESCRIPTOR, 0},
    {SYS_pwrite64, WRITE, DESCRIPTOR, 0},
    {SYS_writev, WRITE, DESCRIPTOR, 0},
    {SYS_pwritev, WRITE, DESCRIPTOR, 0},
    {SYS_fallocate, WRITE, DESCRIPTOR, 0},
    {SYS_sendfile, WRITE, DESCRIPTOR, 0},
    {SYS_copy_file_range, WRITE, DESCRIPTOR, 2},
    {SYS_fsync, SYNC, DESCRIPTOR, 0},
    {SYS_fdatasync, SYNC, DESCRIPTOR, 0},
    {SYS_renameat2, RENAME, PATH_AT, 2},
    {SYS_linkat, LINK, PATH_AT, 2},
    {SYS_symlinkat, LINK, PATH_AT, 1},
    {SYS_unlinkat, UNLINK, PATH_AT, 0},
    {SYS_mkdirat, MKDIR, PATH_AT, 0},
    {SYS_newfstatat, STAT, PATH_AT, 0},
    {SYS_statx, STAT, PATH_AT, 0},
    {SYS_fstat, STAT, DESCRIPTOR, 0},
    {SYS_faccessat, STAT, PATH_AT, 0},
    {SYS_readlinkat, STAT, PATH_AT, 0},
    {SYS_getdents64, READDIR, DESCRIPTOR, 0},
    {SYS_ftruncate, TRUNCATE, DESCRIPTOR, 0},
    {SYS_truncate, TRUNCATE, PATH, 0},
    {SYS_fchmod, CHMOD, DESCRIPTOR, 0},
    {SYS_fchmodat, CHMOD, PATH_AT, 0},
    {SYS_flock, LOCK, DESCRIPTOR, 0},
    {SYS_fcntl, LOCK, DESCRIPTOR, 0},
    {SYS_mmap, MAP, DESCRIPTOR, 4},
    {SYS_close, CLOSE, DESCRIPTOR, 0},
#ifdef SYS_faccessat2
    {SYS_faccessat2, STAT, PATH_AT, 0},
#endif
#ifdef SYS_open
    {SYS_open, OPEN, PATH, 0},
    {SYS_rename, RENAME, PATH, 1},
    {SYS_link, LINK, PATH, 1},
    {SYS_symlink, LINK, PATH, 1},
    {SYS_unlink, UNLINK, PATH, 0},
    {SYS_rmdir, RMDIR, PATH, 0},
    {SYS_mkdir, MKDIR, PATH, 0},
    {SYS_stat, STAT, PATH, 0},
    {SYS_lstat, STAT, PATH, 0},
    {SYS_access, STAT, PATH, 0},
    {SYS_readlink, STAT, PATH, 0},
    {SYS_chmod, CHMOD, PATH, 0},
#endif
#ifdef SYS_renameat
    {SYS_renameat, RENAME, PATH_AT, 2},
#endif
    {SYS_brk, MEMORY, DESCRIPTOR, 0},
    {SYS_mremap, MEMORY, DESCRIPTOR, 0},
};

static char folder[4096];
static size_t folder_length;
static int log_file = -1;
static int is_tracing;
static int counts_memory, counts_allocations;
static int fault_kind = -1;
static long fault_number, fault_error, fault_repeats;
static atomic_long counters[KINDS];

static int is_inside(const char *path) {
  return strncmp(path, folder, folder_length) == 0 && (path[folder_length] == 0 || path[folder_length] == '/');
}

// The path of an open file, or of the working folder for AT_FDCWD; 0 if there is none.
static size_t path_of(int descriptor, char *path, size_t size) {
  char link[64];
  if (descriptor == AT_FDCWD) {
    strcpy(link, "/proc/self/cwd");
  } else {
    char digits[16];
    int count = 0;
    if (descriptor < 0) return 0;
    do digits[count++] = '0' + descriptor % 10; while ((descriptor /= 10) > 0);
    strcpy(link, "/proc/self/fd/");
    char *end = link + strlen(link);
    while (count > 0) *end++ = digits[--count];
    *end = 0;
  }
  long length = CALL(SYS_readlinkat, AT_FDCWD, (long)link, (long)path, (long)(size - 1));
  if (length < 0) return 0;
  path[length] = 0;
  return (size_t)length;
}

// Whether a call concerns the folder; `path` is then what it concerns.
static int concerns(const struct call *call, const long *arguments, char *path, size_t size) {
  const char *name = "";
  int at = AT_FDCWD;
  switch (call->subject) {
  case DESCRIPTOR: return path_of((int)arguments[call->argument], path, size) > 0 && is_inside(path);
  case PATH: name = (const char *)arguments[call->argument]; break;
  case PATH_AT:
    at = (int)arguments[call->argument];
    name = (const char *)arguments[call->argument + 1];
  }
  if (name == NULL) name = "";
  size_t length = 0;
  if (name[0] != '/') {
    length = path_of(at, path, size);
    if (length == 0) return 0;
    if (name[0] != 0) path[length++] = '/';
  }
  if (strlen(name) >= size - length) return 0;
  strcpy(path + length, name);
  return is_inside(path);
}

static enum kind kind_of(const struct call *call, const long *arguments) {
  switch (call->number) {
#ifdef SYS_open
  case SYS_open: return arguments[1] & O_CREAT ? CREATE : OPEN;
#endif
  case SYS_openat: return arguments[2] & O_CREAT ? CREATE : OPEN;
  case SYS_unlinkat: return arguments[2] & AT_REMOVEDIR ? RMDIR : UNLINK;
  case SYS_mmap: return (int)arguments[4] < 0 ? MEMORY : MAP;
  case SYS_fcntl: {
    long command = arguments[1];
    return command == F_SETLK || command == F_SETLKW || command == F_GETLK ? LOCK : KINDS;
  }
  default: return call->kind;
  }
}

static void note(enum kind kind, long number, const char *path) {
  char line[4200];
  int length = snprintf(line, sizeof line, "%s %ld %s\n", names[kind], number, path);
  CALL(SYS_write, log_file, (long)line, length < (int)sizeof line ? length : (int)sizeof line - 1);
}

// A call that takes part of its bytes, as the system may do with any.
static long half(long number, long *arguments) {
  switch (number) {
  case SYS_read: case SYS_pread64: case SYS_write: case SYS_pwrite64:
    if (arguments[2] > 1) arguments[2] /= 2;
    break;
  case SYS_sendfile:
    if (arguments[3] > 1) arguments[3] /= 2;
    break;
  case SYS_copy_file_range:
    if (arguments[4] > 1) arguments[4] /= 2;
    break;
  }
  return system_call(number, arguments);
}

// Ends the process at once, as a failing computer would; nothing of it runs any more.
static void die(void) {
  CALL(SYS_kill, CALL(SYS_getpid, 0), SIGKILL);
  for (;;) CALL(SYS_sched_yield, 0);
}

// Counts a call, and says whether it is the one that is to fail.
static int fails_now(enum kind kind, const char *path) {
  long count = atomic_fetch_add(&counters[kind], 1) + 1;
  int fails = (int)kind == fault_kind && (count == fault_number || (fault_repeats && count > fault_number));
  if (is_tracing || (fails && count == fault_number)) note(kind, count, path);
  return fails;
}

static long carry_out(long number, long *arguments) {
  const struct call *call = NULL;
  for (size_t index = 0; index < sizeof calls / sizeof *calls && call == NULL; index++) {
    if (calls[index].number == number) call = &calls[index];
  }
  if (call == NULL) return system_call(number, arguments);
  enum kind kind = kind_of(call, arguments);
  char path[4096] = "";
  if (kind == KINDS || (kind == MEMORY && !counts_memory)) return system_call(number, arguments);
  if (kind != MEMORY && !concerns(call, arguments, path, sizeof path)) return system_call(number, arguments);
  if (!fails_now(kind, path)) return system_call(number, arguments);
  if (fault_error == 0) return half(number, arguments);
  if (fault_error < 0) {
    if (fault_error == -2) system_call(number, arguments);
    if (fault_error == -3) half(number, arguments);
    die();
  }
  // The descriptor is gone all the same.
  if (kind == CLOSE) system_call(number, arguments);
  if (number == SYS_brk) return CALL(SYS_brk, 0);
  return -fault_error;
}

static void on_call(int signal, siginfo_t *information, void *context) {
  (void)signal;
  (void)information;
  mcontext_t *machine = &((ucontext_t *)context)->uc_mcontext;
#if defined(__x86_64__)
  greg_t *r = machine->gregs;
  long arguments[6] = {r[REG_RDI], r[REG_RSI], r[REG_RDX], r[REG_R10], r[REG_R8], r[REG_R9]};
  r[REG_RAX] = carry_out(r[REG_RAX], arguments);
#else
  long arguments[6];
  for (int index = 0; index < 6; index++) arguments[index] = (long)machine->regs[index];
  machine->regs[0] = (unsigned long)carry_out((long)machine->regs[8], arguments);
#endif
}

static sqlite3_mem_methods memory;

static void *allocate(int size) { return fails_now(ALLOCATION, "") ? NULL : memory.xMalloc(size); }
static void *reallocate(void *old, int size) { return fails_now(ALLOCATION, "") ? NULL : memory.xRealloc(old, size); }

// Puts itself between SQLite and its memory. The program links to SQLite, this library does not.
static void count_allocations(void) {
  int (*configure)(int, ...) = (int (*)(int, ...))dlsym(RTLD_DEFAULT, "sqlite3_config");
  if (configure == NULL || configure(SQLITE_CONFIG_GETMALLOC, &memory) != SQLITE_OK) _Exit(125);
  sqlite3_mem_methods own = memory;
  own.xMalloc = allocate;
  own.xRealloc = reallocate;
  if (configure(SQLITE_CONFIG_MALLOC, &own) != SQLITE_OK) _Exit(125);
}

#define FIELD(name) (uint32_t) offsetof(struct seccomp_data, name)

static void install_filter(void) {
  struct sock_filter code[2 * sizeof calls / sizeof *calls + 20];
  unsigned short length = 0;
  uint64_t own = (uint64_t)(uintptr_t)system_call_return;
#define ADD(...) code[length++] = (struct sock_filter)__VA_ARGS__
#define LOAD(field) ADD(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, FIELD(field)))
#define RETURN(action) ADD(BPF_STMT(BPF_RET | BPF_K, action))
  LOAD(arch);
  ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0));
  RETURN(SECCOMP_RET_ALLOW);
  ADD(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, FIELD(instruction_pointer)));
  ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)own, 0, 3));
  ADD(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, FIELD(instruction_pointer) + 4));
  ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(own >> 32), 0, 1));
  RETURN(SECCOMP_RET_ALLOW);
  LOAD(nr);
  for (size_t index = 0; index < sizeof calls / sizeof *calls; index++) {
    if (calls[index].kind == MEMORY && !counts_memory) continue;
    if (calls[index].number == SYS_mmap && !counts_memory) {
      // Only those that map a file.
      ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mmap, 0, 4));
      ADD(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, FIELD(args[4])));
      ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0xFFFFFFFF, 0, 1));
      RETURN(SECCOMP_RET_ALLOW);
      RETURN(SECCOMP_RET_TRAP);
      continue;
    }
    ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)calls[index].number, 0, 1));
    RETURN(SECCOMP_RET_TRAP);
  }
  RETURN(SECCOMP_RET_ALLOW);
  struct sock_fprog program = {length, code};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) {
    _Exit(125);
  }
}

__attribute__((constructor)) static void begin(void) {
  const char *root = getenv("STUDBOOK_FAULT_FOLDER"), *log = getenv("STUDBOOK_FAULT_LOG");
  if (root == NULL || log == NULL || strlen(root) >= sizeof folder) return;
  strcpy(folder, root);
  folder_length = strlen(folder);
  const char *trace = getenv("STUDBOOK_FAULT_TRACE"), *fault = getenv("STUDBOOK_FAULT");
  is_tracing = trace != NULL;
  counts_memory = trace != NULL && strcmp(trace, "memory") == 0;
  counts_allocations = trace != NULL && strcmp(trace, "allocation") == 0;
  char kind[16] = "";
  if (fault != NULL && sscanf(fault, "%15[a-z]:%ld:%ld:%ld", kind, &fault_number, &fault_error, &fault_repeats) == 4) {
    for (int index = 0; index < KINDS; index++) {
      if (strcmp(names[index], kind) == 0) fault_kind = index;
    }
    if (fault_kind == MEMORY) counts_memory = 1;
    if (fault_kind == ALLOCATION) counts_allocations = 1;
  }
  // Far from the numbers that the process counts on.
  int opened = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  log_file = fcntl(opened, F_DUPFD_CLOEXEC, 900);
  close(opened);
  if (log_file < 0) _Exit(125);
  if (counts_allocations) count_allocations();
  struct sigaction action = {0};
  action.sa_sigaction = on_call;
  action.sa_flags = SA_SIGINFO | SA_NODEFER;
  sigaction(SIGSYS, &action, NULL);
  install_filter();
}
