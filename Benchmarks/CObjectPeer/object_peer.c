#include "object_peer.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>

static sqlite3 *open_store(const char *path, int flags) {
  sqlite3 *connection = 0;
  if (sqlite3_open_v2(path, &connection, flags | SQLITE_OPEN_NOMUTEX, 0)) {
    sqlite3_close(connection);
    return 0;
  }
  sqlite3_exec(connection, "PRAGMA synchronous = NORMAL; PRAGMA cache_size = -16384", 0, 0, 0);
  return connection;
}

int peer_insert(const char *path, const peer_row *rows, int count) {
  sqlite3 *connection = open_store(path, SQLITE_OPEN_READWRITE);
  sqlite3_stmt *statement = 0;
  if (!connection) return SQLITE_CANTOPEN;
  int code = sqlite3_prepare_v2(
      connection,
      "INSERT INTO ZDOG (Z_PK, Z_ENT, Z_OPT, ZCOUNTRY, ZGROUP, ZHEIGHT, ZNAME, ZNUMBER, ZPHOTOURL, ZRECOGNISEDON, ZTEXT, ZWEIGHT)"
      " VALUES (?1, 1, 1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
      -1, &statement, 0);
  for (int index = 0; !code && index < count; index++) {
    const peer_row *row = rows + index;
    if (index % 1000 == 0) code = sqlite3_exec(connection, index ? "COMMIT; BEGIN" : "BEGIN", 0, 0, 0);
    sqlite3_bind_int64(statement, 1, index + 1);
    sqlite3_bind_text(statement, 2, row->country, -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 3, row->group, -1, SQLITE_STATIC);
    sqlite3_bind_double(statement, 4, row->height);
    sqlite3_bind_text(statement, 5, row->name, -1, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 6, row->number);
    sqlite3_bind_text(statement, 7, row->photo, -1, SQLITE_STATIC);
    sqlite3_bind_double(statement, 8, row->recognised);
    sqlite3_bind_text(statement, 9, row->text, -1, SQLITE_STATIC);
    sqlite3_bind_double(statement, 10, row->weight);
    if (sqlite3_step(statement) != SQLITE_DONE) code = sqlite3_errcode(connection);
    sqlite3_reset(statement);
  }
  sqlite3_finalize(statement);
  if (!code) code = sqlite3_exec(connection, "COMMIT", 0, 0, 0);
  if (code) fprintf(stderr, "the peer cannot insert: %s\n", sqlite3_errmsg(connection));
  sqlite3_close(connection);
  return code;
}

#define COLUMNS "Z_PK, Z_ENT, Z_OPT, ZCOUNTRY, ZGROUP, ZHEIGHT, ZNAME, ZNUMBER, ZPHOTOURL, ZRECOGNISEDON, ZTEXT, ZWEIGHT"

static double read_row(sqlite3_stmt *statement) {
  double sum = 0;
  for (int column = 0; column < 12; column++) {
    switch (sqlite3_column_type(statement, column)) {
      case SQLITE_TEXT: sum += sqlite3_column_text(statement, column)[0] + sqlite3_column_bytes(statement, column); break;
      case SQLITE_INTEGER: sum += sqlite3_column_int64(statement, column); break;
      case SQLITE_FLOAT: sum += sqlite3_column_double(statement, column); break;
    }
  }
  return sum;
}

double peer_read_all(const char *path) {
  sqlite3 *connection = open_store(path, SQLITE_OPEN_READONLY);
  sqlite3_stmt *statement = 0;
  double sum = 0;
  if (connection && !sqlite3_prepare_v2(connection, "SELECT " COLUMNS " FROM ZDOG ORDER BY Z_PK", -1, &statement, 0))
    while (sqlite3_step(statement) == SQLITE_ROW) sum += read_row(statement);
  sqlite3_finalize(statement);
  sqlite3_close(connection);
  return sum;
}

typedef struct {
  sqlite3 *connection;
  sqlite3_stmt *statement;
  double sum;
} finder;

void *peer_open(const char *path) {
  finder *result = calloc(1, sizeof(finder));
  result->connection = open_store(path, SQLITE_OPEN_READONLY);
  if (!result->connection
      || sqlite3_prepare_v2(result->connection, "SELECT " COLUMNS " FROM ZDOG WHERE ZNAME = ?1", -1, &result->statement, 0)) {
    peer_close(result);
    return 0;
  }
  return result;
}

int peer_find(void *handle, const char *const *names, int count) {
  finder *finder = handle;
  int found = 0;
  for (int index = 0; index < count; index++) {
    sqlite3_bind_text(finder->statement, 1, names[index], -1, SQLITE_STATIC);
    while (sqlite3_step(finder->statement) == SQLITE_ROW) {
      finder->sum += read_row(finder->statement);
      found++;
    }
    sqlite3_reset(finder->statement);
  }
  return found;
}

void peer_close(void *handle) {
  finder *finder = handle;
  sqlite3_finalize(finder->statement);
  sqlite3_close(finder->connection);
  free(finder);
}
