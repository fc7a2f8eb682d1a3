internal import DelimitedText

extension DialectDescription {
  /// A data package, a resource, a dialect alone, or a table schema alone.
  init?(frictionless value: DescriptionValue, name: String, for source: String) {
    self.init(origin: name)
    var resource = value
    if let resources = value["resources"]?.list {
      let found = resources.first { candidate in
        candidate["path"]?.texts.contains { Self.means($0, source) } ?? false
      }
      guard let found else { return nil }
      resource = found
    } else if let path = value["path"]?.texts, !path.contains(where: { Self.means($0, source) }) {
      return nil
    }
    setEncoding(resource["encoding"]?.text)
    read(dialect: resource["dialect"] ?? (resource["path"] == nil ? resource : .null))
    guard let schema = resource["schema"] ?? (resource["fields"] == nil ? nil : resource) else { return }
    columns = schema["fields"]?.list?.compactMap { $0["name"]?.text }
    nulls = schema["missingValues"]?.list?.compactMap { $0.text ?? $0["value"]?.text } ?? []
  }

  private mutating func read(dialect: DescriptionValue) {
    // Version 5 of the framework keeps the words of CSV in a part of their own.
    for part in [dialect, dialect["csv"] ?? .null] {
      if let text = part["delimiter"]?.text { known.delimiter = Array(text.utf8) }
      if let quote = part["quoteChar"] { known.quote = DialectWord.byte(quote.text ?? "none") }
      if let text = part["escapeChar"]?.text { known.escape = DialectWord.escape(text) }
      if part["doubleQuote"]?.bool == true, known.escape == nil { known.escape = .doubledQuote }
      if let text = part["lineTerminator"]?.text { known.recordEnd = DialectWord.recordEnd(text) }
      if let value = part["skipInitialSpace"]?.bool { known.skipsInitialSpace = value }
      if let text = part["nullSequence"]?.text { nulls.append(text) }
    }
    if let comment = dialect["commentChar"] { known.comment = comment.text.map(DialectWord.comment) ?? .absent }
    if let text = dialect["headerJoin"]?.text { headerSeparator = text }
    if dialect["header"]?.bool == false {
      headerRows = 0
    } else if let rows = dialect["headerRows"]?.list?.compactMap(\.count), let first = rows.min(), first > 0 {
      known.preambleLines = first - 1
      headerRows = rows.count
    } else if dialect["header"]?.bool == true {
      headerRows = 1
    }
  }
}
