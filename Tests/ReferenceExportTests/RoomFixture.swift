/// A schema for the library's model, in the form in which Room exports one.
enum RoomFixture {
  static let library = #"""
    {
      "formatVersion": 1,
      "database": {
        "version": 3,
        "identityHash": "0123456789abcdef0123456789abcdef",
        "entities": [
          {
            "tableName": "authors",
            "createSql": "CREATE TABLE IF NOT EXISTS `${TABLE_NAME}` (`id` TEXT NOT NULL, `name` TEXT NOT NULL, `pen_name` TEXT, PRIMARY KEY(`id`))",
            "fields": [
              {"fieldPath": "id", "columnName": "id", "affinity": "TEXT", "notNull": true},
              {"fieldPath": "name", "columnName": "name", "affinity": "TEXT", "notNull": true},
              {"fieldPath": "penName", "columnName": "pen_name", "affinity": "TEXT", "notNull": false}
            ],
            "primaryKey": {"autoGenerate": false, "columnNames": ["id"]},
            "indices": [],
            "foreignKeys": []
          },
          {
            "tableName": "books",
            "createSql": "CREATE TABLE IF NOT EXISTS `${TABLE_NAME}` (`id` INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, `title` TEXT NOT NULL, `page_count` INTEGER, `price` TEXT, `is_lent` INTEGER NOT NULL, `published` INTEGER, `isbn` TEXT, `cover` BLOB, `language` TEXT NOT NULL DEFAULT 'und', `author_id` TEXT NOT NULL, `author_position` INTEGER, FOREIGN KEY(`author_id`) REFERENCES `authors`(`id`) ON UPDATE NO ACTION ON DELETE CASCADE )",
            "fields": [
              {"fieldPath": "id", "columnName": "id", "affinity": "INTEGER", "notNull": true},
              {"fieldPath": "title", "columnName": "title", "affinity": "TEXT", "notNull": true},
              {"fieldPath": "pages", "columnName": "page_count", "affinity": "INTEGER", "notNull": false},
              {"fieldPath": "price", "columnName": "price", "affinity": "TEXT", "notNull": false},
              {"fieldPath": "isLent", "columnName": "is_lent", "affinity": "INTEGER", "notNull": true},
              {"fieldPath": "published", "columnName": "published", "affinity": "INTEGER", "notNull": false},
              {"fieldPath": "isbn", "columnName": "isbn", "affinity": "TEXT", "notNull": false},
              {"fieldPath": "cover", "columnName": "cover", "affinity": "BLOB", "notNull": false},
              {"fieldPath": "language", "columnName": "language", "affinity": "TEXT", "notNull": true, "defaultValue": "'und'"},
              {"fieldPath": "authorId", "columnName": "author_id", "affinity": "TEXT", "notNull": true},
              {"fieldPath": "authorPosition", "columnName": "author_position", "affinity": "INTEGER", "notNull": false}
            ],
            "primaryKey": {"autoGenerate": true, "columnNames": ["id"]},
            "indices": [
              {
                "name": "index_books_author_id", "unique": false, "columnNames": ["author_id"], "orders": [],
                "createSql": "CREATE INDEX IF NOT EXISTS `index_books_author_id` ON `${TABLE_NAME}` (`author_id`)"
              }
            ],
            "foreignKeys": [
              {"table": "authors", "onDelete": "CASCADE", "onUpdate": "NO ACTION", "columns": ["author_id"], "referencedColumns": ["id"]}
            ]
          },
          {
            "tableName": "tags",
            "createSql": "CREATE TABLE IF NOT EXISTS `${TABLE_NAME}` (`word` TEXT NOT NULL, PRIMARY KEY(`word`))",
            "fields": [{"fieldPath": "word", "columnName": "word", "affinity": "TEXT", "notNull": true}],
            "primaryKey": {"autoGenerate": false, "columnNames": ["word"]},
            "indices": [
              {
                "name": "index_tags_word", "unique": true, "columnNames": ["word"], "orders": ["ASC"],
                "createSql": "CREATE UNIQUE INDEX IF NOT EXISTS `index_tags_word` ON `${TABLE_NAME}` (`word` ASC)"
              }
            ],
            "foreignKeys": []
          },
          {
            "tableName": "book_tag_cross_ref",
            "createSql": "CREATE TABLE IF NOT EXISTS `${TABLE_NAME}` (`bookId` INTEGER NOT NULL, `tagWord` TEXT NOT NULL, `position` INTEGER NOT NULL, PRIMARY KEY(`bookId`, `tagWord`))",
            "fields": [
              {"fieldPath": "bookId", "columnName": "bookId", "affinity": "INTEGER", "notNull": true},
              {"fieldPath": "tagWord", "columnName": "tagWord", "affinity": "TEXT", "notNull": true},
              {"fieldPath": "position", "columnName": "position", "affinity": "INTEGER", "notNull": true}
            ],
            "primaryKey": {"autoGenerate": false, "columnNames": ["bookId", "tagWord"]},
            "indices": [],
            "foreignKeys": []
          },
          {
            "tableName": "recent_queries",
            "createSql": "CREATE TABLE IF NOT EXISTS `${TABLE_NAME}` (`query` TEXT NOT NULL, PRIMARY KEY(`query`))",
            "fields": [{"fieldPath": "query", "columnName": "query", "affinity": "TEXT", "notNull": true}],
            "primaryKey": {"autoGenerate": false, "columnNames": ["query"]},
            "indices": [],
            "foreignKeys": []
          },
          {
            "ftsVersion": "FTS4",
            "ftsOptions": {
              "tokenizer": "unicode61", "tokenizerArgs": [], "contentTable": "books", "languageIdColumnName": "",
              "matchInfo": "FTS4", "notIndexedColumns": [], "prefixSizes": [], "preferredOrder": "ASC"
            },
            "contentSyncTriggers": [
              "CREATE TRIGGER IF NOT EXISTS room_fts_content_sync_books_fts_BEFORE_UPDATE BEFORE UPDATE ON `books` BEGIN DELETE FROM `books_fts` WHERE `docid`=OLD.`rowid`; END"
            ],
            "tableName": "books_fts",
            "createSql": "CREATE VIRTUAL TABLE IF NOT EXISTS `${TABLE_NAME}` USING FTS4(`title` TEXT NOT NULL, tokenize=unicode61, content=`books`)",
            "fields": [{"fieldPath": "title", "columnName": "title", "affinity": "TEXT", "notNull": true}],
            "primaryKey": {"autoGenerate": false, "columnNames": []},
            "indices": [],
            "foreignKeys": []
          },
          {
            "ftsVersion": "FTS4",
            "ftsOptions": {"tokenizer": "simple", "contentTable": ""},
            "contentSyncTriggers": [],
            "tableName": "tagsFts",
            "createSql": "CREATE VIRTUAL TABLE IF NOT EXISTS `${TABLE_NAME}` USING FTS4(`tagId` TEXT NOT NULL, `word` TEXT NOT NULL)",
            "fields": [
              {"fieldPath": "tagId", "columnName": "tagId", "affinity": "TEXT", "notNull": true},
              {"fieldPath": "word", "columnName": "word", "affinity": "TEXT", "notNull": true}
            ],
            "primaryKey": {"autoGenerate": false, "columnNames": []},
            "indices": [],
            "foreignKeys": []
          }
        ],
        "views": [
          {
            "viewName": "lent_books",
            "createSql": "CREATE VIEW `${VIEW_NAME}` AS SELECT id, title FROM books WHERE is_lent = 1"
          }
        ],
        "setupQueries": [
          "CREATE TABLE IF NOT EXISTS room_master_table (id INTEGER PRIMARY KEY,identity_hash TEXT)",
          "INSERT OR REPLACE INTO room_master_table (id,identity_hash) VALUES(42, '0123456789abcdef0123456789abcdef')"
        ]
      }
    }
    """#
}
