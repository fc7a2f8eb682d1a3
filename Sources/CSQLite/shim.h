#include <sqlite3.h>

// What Swift cannot import: functions with variable arguments, and macros that are casts.

/// The destructor that makes SQLite copy what is bound.
static inline sqlite3_destructor_type studbook_sqlite3_transient(void) { return SQLITE_TRANSIENT; }

/// Sets one of the connection's Boolean options (`SQLITE_DBCONFIG_...`).
static inline int studbook_sqlite3_set_option(sqlite3 *connection, int option, int isOn) {
  return sqlite3_db_config(connection, option, isOn, (int *)0);
}

/// Lets SQLite keep no count of the memory that it takes (`SQLITE_CONFIG_MEMSTATUS`); before it is used for the first time.
static inline int studbook_sqlite3_leave_out_memory_statistics(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
