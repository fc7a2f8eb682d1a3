#include <sys/syscall.h>

// Calls of Linux whose declarations the C library shows to C programs with _GNU_SOURCE alone, and so not to Swift.

extern int sync_file_range(int descriptor, long long offset, long long count, unsigned int flags);

/// Asks the disk to take what has been written to a file, and does not wait for it. What the disk cannot take is reported by `fsync` as before.
static inline int studbook_start_writing(int descriptor) {
  const unsigned int write = 2;  // SYNC_FILE_RANGE_WRITE
  return sync_file_range(descriptor, 0, 0, write);
}

extern long syscall(long number, ...);

/// Gives a file another name as `rename` does: with 1 (RENAME_NOREPLACE) only if nothing has the name, with 2 (RENAME_EXCHANGE) what has it gets the old one.
static inline int studbook_rename(const char *path, const char *destination, unsigned int flags) {
  const int current = -100;  // AT_FDCWD
  return (int)syscall(SYS_renameat2, current, path, current, destination, flags);
}
