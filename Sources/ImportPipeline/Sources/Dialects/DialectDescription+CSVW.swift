internal import DelimitedText

extension DialectDescription {
  /// Metadata of one table or of a group of tables.
  init?(csvw value: DescriptionValue, name: String, for source: String) {
    self.init(origin: name)
    var table = value
    if let tables = value["tables"]?.list {
      guard let found = tables.first(where: { Self.means($0["url"]?.text ?? "", source) }) else { return nil }
      table = found
    } else if let url = value["url"]?.text, !Self.means(url, source) {
      return nil
    }
    if let dialect = table["dialect"] ?? value["dialect"] { read(dialect: dialect) }
    nulls = (table["null"] ?? value["null"])?.texts ?? []
    guard let written = (table["tableSchema"] ?? value["tableSchema"])?["columns"]?.list else { return }
    let columns = written.filter { $0["virtual"]?.bool != true }
    // A title is what stands in the header; a name is for machines.
    self.columns = columns.compactMap { Self.title(of: $0) ?? $0["name"]?.text }
    nulls += columns.flatMap { $0["null"]?.texts ?? [] }.filter { !$0.isEmpty }
  }

  /// The first title of a column, whatever its language.
  private static func title(of column: DescriptionValue) -> String? {
    guard let titles = column["titles"] else { return nil }
    if case .object(let languages) = titles {
      return languages.sorted { $0.key < $1.key }.lazy.flatMap(\.value.texts).first
    }
    return titles.texts.first
  }

  private mutating func read(dialect: DescriptionValue) {
    if let text = dialect["delimiter"]?.text { known.delimiter = Array(text.utf8) }
    if let quote = dialect["quoteChar"] { known.quote = DialectWord.byte(quote.text ?? "none") }
    if let doubles = dialect["doubleQuote"]?.bool { known.escape = doubles ? .doubledQuote : .character(0x5C) }
    if let comment = dialect["commentPrefix"] { known.comment = comment.text.map(DialectWord.comment) ?? .absent }
    if let value = dialect["skipInitialSpace"]?.bool { known.skipsInitialSpace = value }
    if let value = dialect["skipBlankRows"]?.bool { known.skipsBlankLines = value }
    if let count = dialect["skipRows"]?.count { known.preambleLines = count }
    if let ends = dialect["lineTerminators"]?.texts, ends.count == 1 {
      known.recordEnd = DialectWord.recordEnd(ends[0])
    }
    setEncoding(dialect["encoding"]?.text)
    if let count = dialect["headerRowCount"]?.count {
      headerRows = count
    } else if let header = dialect["header"]?.bool {
      headerRows = header ? 1 : 0
    }
  }
}
