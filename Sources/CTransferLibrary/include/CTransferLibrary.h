#ifndef STUDBOOK_TRANSFER_LIBRARY_H
#define STUDBOOK_TRANSFER_LIBRARY_H

#include <stddef.h>

// Calls of libcurl, which is loaded at the first use. They are here and not in Swift because they take lists of arguments of any length.

// Loads the library; returns 0, or -1 if it is not there or is not what is expected. It is called once, before the others.
int studbook_curl_load(void);

struct studbook_request {
  const char *address;
  const char *agent;
  // Headers as lines, or NULL: up to two.
  const char *headers[2];
  // The most bytes, and seconds, of the whole transfer.
  long long most_bytes;
  long seconds;
  // Whether addresses of this computer and of private networks may be asked.
  int allows_private;
  void *context;
  // Takes a part of the contents; returns whether to go on.
  int (*take)(const void *bytes, size_t count, void *context);
  // Takes a header's line.
  void (*take_header)(const char *bytes, size_t count, void *context);
};

enum studbook_transfer_problem {
  studbook_transfer_done,
  studbook_transfer_failed = -1,
  studbook_transfer_private = -2,
  studbook_transfer_impossible = -3,
};

// Carries a request out. Returns studbook_transfer_done with the status of the answer, or a problem with its reason.
int studbook_curl_get(const struct studbook_request *request, long *status, char *reason, size_t capacity);

#endif
