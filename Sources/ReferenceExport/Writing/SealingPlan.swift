internal import SQLiteAccess
internal import SQLiteStore
internal import SealedPages

/// How a database was made into a sealed file.
package enum SealingWay: Sendable, Hashable {
  case pageByPage
  case throughSQLite(reason: String)

  /// The way, as a sentence.
  package var note: String {
    switch self {
    case .pageByPage: "The store is sealed page by page."
    case .throughSQLite(let reason): "The store is sealed by SQLite, because \(reason)."
    }
  }
}

/// How a database is to be made into a sealed file: the only place where it is decided.
enum SealingPlan {
  case pages(PagewiseCopy)
  case sqlite(reason: String)

  /// Looks at the database at `path`, of which nobody has changed anything that is not in the file.
  ///
  /// - Throws: `SQLiteError`, `PublicationError`.
  init(of connection: SQLiteConnection, at path: String) throws {
    guard let header = try SQLiteFileHeader(contentsOf: path) else {
      self = .sqlite(reason: "nothing has been written to it")
      return
    }
    do {
      guard header.schemaFormat == 4 else {
        throw SealedPagesError.unsupported("a schema of format \(header.schemaFormat)")
      }
      guard header.reservedBytes == 0 else { throw SealedPagesError.unsupported("pages with reserved bytes") }
      self = .pages(try PagewiseCopy(of: connection))
    } catch SealedPagesError.unsupported(let what) {
      self = .sqlite(reason: "it has what only SQLite can write: \(what)")
    }
  }

  var way: SealingWay {
    switch self {
    case .pages: .pageByPage
    case .sqlite(let reason): .throughSQLite(reason: reason)
    }
  }
}
