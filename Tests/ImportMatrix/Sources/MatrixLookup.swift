package import AttributeValues

extension MatrixColumn {
  /// A lookup table, by which a column's texts are translated.
  package struct Lookup: Sendable, Hashable {
    /// A text and what it stands for; a text may stand for several values.
    package struct Entry: Sendable, Hashable {
      package var text: String
      package var target: AttributeValue

      package init(_ text: String, _ target: AttributeValue) {
        self.text = text
        self.target = target
      }
    }

    /// What becomes of a text that the table does not have.
    package enum Missing: String, Sendable, Hashable {
      case error, warning, skip, keep
    }

    package var entries: [Entry]
    package var missing: Missing
    package var ignoresCase: Bool
    /// Whether the table is a file rather than a part of the recipe, where a text can stand for one value only.
    package var isFile: Bool

    package init(
      _ entries: [Entry],
      missing: Missing = .error,
      ignoresCase: Bool = false,
      isFile: Bool = false
    ) {
      self.entries = entries
      self.missing = missing
      self.ignoresCase = ignoresCase
      self.isFile = isFile
    }

    /// What a text stands for, in the table's order; nothing if the table does not have it.
    package func targets(of text: String) -> [AttributeValue] {
      var targets: [AttributeValue] = []
      for entry in entries
      where entry.text == text || ignoresCase && entry.text.lowercased() == text.lowercased() {
        if !targets.contains(entry.target) { targets.append(entry.target) }
      }
      return targets
    }
  }
}

// MARK: Files

extension MatrixCase {
  /// The name of a column's lookup table in the recipe.
  static func lookupName(_ column: MatrixColumn, _ source: MatrixSource) -> String {
    "\(source.name)_\(column.property)"
  }

  /// The recipe's lookup tables.
  var lookupLines: [String] {
    let tables = sources.flatMap { source in source.columns.map { (source: source, column: $0) } }
    let lines = tables.flatMap { source, column -> [String] in
      guard let lookup = column.lookup else { return [] }
      let name = Self.lookupName(column, source)
      var parts = [
        "entries: { \(lookup.entries.map { "\"\($0.text)\": \"\($0.target.sourceText)\"" }.joined(separator: ", ")) }"
      ]
      if lookup.isFile { parts = ["file: \(name).csv", "from: text", "to: target"] }
      if lookup.ignoresCase { parts.append("ignoreCase: true") }
      return ["  \(name): { \(parts.joined(separator: ", ")) }"]
    }
    return lines.isEmpty ? [] : ["lookups:"] + lines
  }

  /// The files of the lookup tables that are files, by name.
  var lookupFiles: [String: String] {
    var files: [String: String] = [:]
    for source in sources {
      for column in source.columns {
        guard let lookup = column.lookup, lookup.isFile else { continue }
        let lines = ["text,target"] + lookup.entries.map { "\($0.text),\($0.target.sourceText)" }
        files[Self.lookupName(column, source) + ".csv"] = lines.joined(separator: "\n") + "\n"
      }
    }
    return files
  }
}
