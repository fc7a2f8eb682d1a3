// Calls of Linux whose declarations the C library shows to C programs with _GNU_SOURCE alone, and so not to Swift.

extern int sync_file_range(int descriptor, long long offset, long long count, unsigned int flags);

/// Asks the disk to take what has been written to a file, and does not wait for it. What the disk cannot take is reported by `fsync` as before.
static inline int studbook_start_writing(int descriptor) {
  const unsigned int write = 2;  // SYNC_FILE_RANGE_WRITE
  return sync_file_range(descriptor, 0, 0, write);
}
