import ArgumentParser
import ReferenceExport

extension SearchModule: ExpressibleByArgument {}

/// What a file of the plain layout is written for.
struct PlainOptionGroup: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The oldest SQLite that has to open the file, such as 3.32; what it does not know is left out and said. (default: a current one)",
      valueName: "version"
    )
  )
  var sqliteVersion: String?

  @Option(help: "Search tables: fts5, fts4 (which Android's own SQLite has) or off. (default: fts5)")
  var search: SearchModule?

  @Option(
    help: ArgumentHelp(
      "How texts are cut into words for searching, such as \"porter unicode61 remove_diacritics 2\" or trigram, or Entity=TOKENIZER for one entity; may be given several times. (default: unicode61 remove_diacritics 2)",
      valueName: "tokenizer"
    )
  )
  var tokenizer: [String] = []

  /// The name of an option that was given.
  var given: String? {
    sqliteVersion != nil ? "--sqlite-version" : search != nil ? "--search" : tokenizer.isEmpty ? nil : "--tokenizer"
  }

  /// - Throws: `ValidationError`, `CommandFailure`.
  func options() throws -> PlainOptions {
    var options = PlainOptions()
    if let sqliteVersion {
      guard let version = SQLiteVersion(sqliteVersion), version < SQLiteVersion(4, 0) else {
        throw ValidationError("--sqlite-version takes a version such as 3.32, not ‘\(sqliteVersion)’.")
      }
      guard version >= SQLiteVersion.oldest else {
        throw CommandFailure("files are written for SQLite \(SQLiteVersion.oldest) and later, not for \(version)")
      }
      options.version = version
    }
    options.search = search ?? options.search
    for text in tokenizer {
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      // An option's value may have the sign, too, but no entity's name a space before it.
      let names = parts.count == 2 && !parts[0].contains(where: \.isWhitespace)
      do {
        let tokenizer = try SearchTokenizer(names ? parts[1] : text)
        if names { options.tokenizers[parts[0]] = tokenizer } else { options.tokenizer = tokenizer }
      } catch {
        throw CommandFailure("--tokenizer cannot be used: \(error)")
      }
    }
    return options
  }
}

/// A schema of Room's to write a file for.
struct RoomOptionGroup: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Make the file that an Android app's Room opens with createFromAsset, by the schema that Room has exported. (default: off)",
      valueName: "schema.json"
    ),
    completion: .file(extensions: ["json"])
  )
  var room: String?

  @Option(
    help: ArgumentHelp(
      "What Room calls otherwise than the model: Entity=table, Entity.property=column, Entity.relationship=table; may be given several times. (default: names are compared without case, underscores and plural)",
      valueName: "name=name"
    )
  )
  var roomName: [String] = []

  /// The name of an option that was given.
  var given: String? { room != nil ? "--room" : roomName.isEmpty ? nil : "--room-name" }

  func schema() throws -> RoomSchema? { try room.map { try RoomSchema(contentsOf: $0) } }

  func names() throws -> [String: String] {
    var names: [String: String] = [:]
    for text in roomName {
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { throw ValidationError("--room-name takes NAME=NAME, not ‘\(text)’.") }
      names[parts[0]] = parts[1]
    }
    return names
  }
}
