internal import CSQLite

/// SQLite's result code, extended where SQLite gives more detail; the constants keep their C names, so that people can search for them.
package struct SQLiteResultCode: RawRepresentable, Sendable, Hashable {
  package let rawValue: Int32
  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// The code without its extension: `SQLITE_CONSTRAINT` for `SQLITE_CONSTRAINT_UNIQUE`.
  package var primary: SQLiteResultCode { SQLiteResultCode(rawValue: rawValue & 0xFF) }
}

extension SQLiteResultCode {
  package static let SQLITE_ERROR = SQLiteResultCode(rawValue: 1)
  package static let SQLITE_BUSY = SQLiteResultCode(rawValue: 5)
  package static let SQLITE_LOCKED = SQLiteResultCode(rawValue: 6)
  package static let SQLITE_NOMEM = SQLiteResultCode(rawValue: 7)
  package static let SQLITE_READONLY = SQLiteResultCode(rawValue: 8)
  package static let SQLITE_INTERRUPT = SQLiteResultCode(rawValue: 9)
  package static let SQLITE_IOERR = SQLiteResultCode(rawValue: 10)
  package static let SQLITE_CORRUPT = SQLiteResultCode(rawValue: 11)
  package static let SQLITE_FULL = SQLiteResultCode(rawValue: 13)
  package static let SQLITE_CANTOPEN = SQLiteResultCode(rawValue: 14)
  package static let SQLITE_TOOBIG = SQLiteResultCode(rawValue: 18)
  package static let SQLITE_CONSTRAINT = SQLiteResultCode(rawValue: 19)
  package static let SQLITE_MISMATCH = SQLiteResultCode(rawValue: 20)
  package static let SQLITE_MISUSE = SQLiteResultCode(rawValue: 21)
  package static let SQLITE_NOTADB = SQLiteResultCode(rawValue: 26)
  package static let SQLITE_IOERR_SHORT_READ = SQLiteResultCode(rawValue: 10 | (2 << 8))
  package static let SQLITE_IOERR_CORRUPTFS = SQLiteResultCode(rawValue: 10 | (33 << 8))
  package static let SQLITE_CONSTRAINT_PRIMARYKEY = SQLiteResultCode(rawValue: 19 | (6 << 8))
  package static let SQLITE_CONSTRAINT_UNIQUE = SQLiteResultCode(rawValue: 19 | (8 << 8))
}

extension SQLiteResultCode: CustomStringConvertible {
  /// The name of the C constant, such as `SQLITE_BUSY`; extended codes that have no name here show their number behind the primary name.
  package var description: String {
    switch self {
    case .SQLITE_CONSTRAINT_UNIQUE: return "SQLITE_CONSTRAINT_UNIQUE"
    case .SQLITE_CONSTRAINT_PRIMARYKEY: return "SQLITE_CONSTRAINT_PRIMARYKEY"
    default:
      let name = Self.primaryNames[rawValue & 0xFF] ?? "SQLITE_\(rawValue & 0xFF)"
      if primary == .SQLITE_IOERR, let detail = Self.inputOutputNames[rawValue >> 8] { return "\(name)_\(detail)" }
      return rawValue > 0xFF ? "\(name) (\(rawValue))" : name
    }
  }

  /// What was asked of the system when it failed.
  private static let inputOutputNames: [Int32: String] = [
    1: "READ", 2: "SHORT_READ", 3: "WRITE", 4: "FSYNC", 5: "DIR_FSYNC", 6: "TRUNCATE", 7: "FSTAT", 8: "UNLOCK",
    9: "RDLOCK", 10: "DELETE", 12: "NOMEM", 13: "ACCESS", 14: "CHECKRESERVEDLOCK", 15: "LOCK", 16: "CLOSE",
    19: "SHMSIZE", 20: "SHMMAP", 24: "MMAP", 25: "GETTEMPPATH", 33: "CORRUPTFS",
  ]

  private static let primaryNames: [Int32: String] = [
    0: "SQLITE_OK", 1: "SQLITE_ERROR", 2: "SQLITE_INTERNAL", 3: "SQLITE_PERM", 4: "SQLITE_ABORT", 5: "SQLITE_BUSY",
    6: "SQLITE_LOCKED", 7: "SQLITE_NOMEM", 8: "SQLITE_READONLY", 9: "SQLITE_INTERRUPT", 10: "SQLITE_IOERR",
    11: "SQLITE_CORRUPT", 12: "SQLITE_NOTFOUND", 13: "SQLITE_FULL", 14: "SQLITE_CANTOPEN", 15: "SQLITE_PROTOCOL",
    17: "SQLITE_SCHEMA", 18: "SQLITE_TOOBIG", 19: "SQLITE_CONSTRAINT", 20: "SQLITE_MISMATCH", 21: "SQLITE_MISUSE",
    22: "SQLITE_NOLFS", 23: "SQLITE_AUTH", 25: "SQLITE_RANGE", 26: "SQLITE_NOTADB", 100: "SQLITE_ROW",
    101: "SQLITE_DONE",
  ]
}
