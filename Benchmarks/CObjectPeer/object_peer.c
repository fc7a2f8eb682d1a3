#include "object_peer.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

// The text of a field in place: quotes are taken away, doubled ones become one. Returns what follows the field and its separator.
static char *read_field(char *text, char **field, int *length, int *ends_record) {
  char *to = text;
  *field = text;
  if (*text == '"') {
    for (text++; *text && !(*text == '"' && text[1] != '"'); *to++ = *text++)
      if (*text == '"') text++;
    if (*text) text++;
  } else {
    while (*text && *text != ',' && *text != '\n') text++;
    to = text;
  }
  *length = (int)(to - *field);
  *ends_record = *text != ',';
  if (*text) text++;
  *to = 0;
  return text;
}

static char *read_file(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) return 0;
  fseek(file, 0, SEEK_END);
  long size = ftell(file);
  rewind(file);
  char *text = malloc(size + 1);
  if (text && fread(text, 1, size, file) == (size_t)size) text[size] = 0;
  else free(text), text = 0;
  fclose(file);
  return text;
}

// Days since 2001-01-01 of a date of the Gregorian calendar.
static int64_t days(int year, int month, int day) {
  if (month < 3) year--, month += 12;
  return 365LL * year + year / 4 - year / 100 + year / 400 + (153 * (month - 3) + 2) / 5 + day - 1 - 730791;
}

static void bind_real(sqlite3_stmt *statement, int place, const char *field, int length) {
  if (length) sqlite3_bind_double(statement, place, strtod(field, 0));
  else sqlite3_bind_null(statement, place);
}

// The statements that drop all indexes, or that make them again, as one text.
static char *index_statements(sqlite3 *connection, const char *select) {
  sqlite3_stmt *statement = 0;
  sqlite3_str *text = sqlite3_str_new(connection);
  if (!sqlite3_prepare_v2(connection, select, -1, &statement, 0))
    while (sqlite3_step(statement) == SQLITE_ROW) sqlite3_str_appendf(text, "%s; ", sqlite3_column_text(statement, 0));
  sqlite3_finalize(statement);
  return sqlite3_str_finish(text);
}

int peer_import(const char *path, const char *csv, const char *const *groups, int group_count) {
  sqlite3 *connection = open_store(path, SQLITE_OPEN_READWRITE);
  sqlite3_stmt *statement = 0;
  char *text = read_file(csv), *next = text, *field[9];
  int length[9], ends = 0, number = 0;
  int code = connection && text ? SQLITE_OK : SQLITE_CANTOPEN;
  char *drop = 0, *create = 0;
  if (!code) {
    drop = index_statements(connection, "SELECT 'DROP INDEX ' || name FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'ZDOG' AND sql <> ''");
    create = index_statements(connection, "SELECT sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'ZDOG' AND sql <> ''");
    code = sqlite3_exec(connection, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN", 0, 0, 0);
    if (!code) code = sqlite3_exec(connection, drop, 0, 0, 0);
  }
  for (int group = 0; !code && group < group_count; group++) {
    char *sql = sqlite3_mprintf("INSERT INTO ZGROUP (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (%d, 2, 1, %Q)", group + 1, groups[group]);
    code = sqlite3_exec(connection, sql, 0, 0, 0);
    sqlite3_free(sql);
  }
  if (!code)
    code = sqlite3_prepare_v2(
        connection,
        "INSERT INTO ZDOG (Z_PK, Z_ENT, Z_OPT, ZNUMBER, ZNAME, ZGROUP, ZCOUNTRY, ZHEIGHT, ZWEIGHT, ZTEXT, ZPHOTOURL, ZRECOGNISEDON)"
        " VALUES (?1, 1, 1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
        -1, &statement, 0);
  for (ends = 0; next && *next && !ends;) next = read_field(next, field, length, &ends);
  while (!code && *next) {
    int count = 0;
    for (ends = 0; !ends && count < 9; count++) next = read_field(next, &field[count], &length[count], &ends);
    if (count < 9) { code = SQLITE_MISMATCH; break; }
    int group = 0, year = 0, month = 0, day = 0;
    while (group < group_count && strcmp(groups[group], field[2])) group++;
    sqlite3_bind_int64(statement, 1, ++number);
    sqlite3_bind_int64(statement, 2, strtoll(field[0], 0, 10));
    sqlite3_bind_text(statement, 3, field[1], length[1], SQLITE_STATIC);
    sqlite3_bind_int64(statement, 4, group + 1);
    sqlite3_bind_text(statement, 5, field[3], length[3], SQLITE_STATIC);
    bind_real(statement, 6, field[4], length[4]);
    bind_real(statement, 7, field[5], length[5]);
    sqlite3_bind_text(statement, 8, field[6], length[6], SQLITE_STATIC);
    sqlite3_bind_text(statement, 9, field[7], length[7], SQLITE_STATIC);
    if (sscanf(field[8], "%d-%d-%d", &year, &month, &day) == 3) sqlite3_bind_double(statement, 10, days(year, month, day) * 86400.0);
    else sqlite3_bind_null(statement, 10);
    if (sqlite3_step(statement) != SQLITE_DONE) code = sqlite3_errcode(connection);
    sqlite3_reset(statement);
  }
  sqlite3_finalize(statement);
  if (!code) code = sqlite3_exec(connection, create, 0, 0, 0);
  if (!code) code = sqlite3_exec(connection, "COMMIT", 0, 0, 0);
  if (code) fprintf(stderr, "the peer cannot import: %s\n", connection ? sqlite3_errmsg(connection) : "no store");
  sqlite3_free(drop);
  sqlite3_free(create);
  sqlite3_close(connection);
  free(text);
  return code;
}
