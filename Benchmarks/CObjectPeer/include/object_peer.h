// What a program written in C for exactly this table does: the peer of the object benchmark.

#include <stdint.h>

/// The nine values of a row; texts end with a NUL.
typedef struct {
  int64_t number;
  const char *name, *group, *country, *text, *photo;
  double height, weight, recognised;
} peer_row;

/// Inserts the rows into an empty store's ZDOG with one prepared statement, 1,000 to a transaction. Returns 0, or SQLite's code.
int peer_insert(const char *path, const peer_row *rows, int count);

/// Reads every row and every column, copying nothing. Returns the sum of the lengths and numbers, so that nothing is left out.
double peer_read_all(const char *path);

/// Opens the store for finding; NULL if that fails.
void *peer_open(const char *path);

/// Finds one row after another by name with one prepared statement and reads every column, copying nothing. Returns how many were found.
int peer_find(void *finder, const char *const *names, int count);

void peer_close(void *finder);

/// Reads the records of `csv` (quoted as in RFC 4180, with a header, lines ending with LF) into an empty store's ZDOG with one prepared statement in one
/// transaction, without syncing, and then makes the indexes: what a program does that is written for this file and this table. Numbers and dates are
/// converted, the names of the groups are looked up; nothing is checked. Returns 0, or SQLite's code.
int peer_import(const char *path, const char *csv, const char *const *groups, int group_count);
