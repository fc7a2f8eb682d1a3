internal import Findings
internal import MarkupText

extension MarkupRecipe {
  /// The keys beside those that other formats have too.
  static let keys = ["table", "headerColumns", "namespaces", "keep", "lineBreaks", "base", "separator", "beforeFault"]

  /// Reads what a source's entry says about XML and HTML, and where the records of JSON stand.
  init(_ map: RecipeMap, format: SourceFormat) {
    let problems = map.problems
    records = map.string("records")
    table = map.string("table")
    encoding = map.text("encoding")
    if format.isMarkup, let encoding = map.string("encoding"), !MarkupEncoding.isKnown(encoding.value) {
      problems.add(.unknown("encoding", encoding.value, known: []), at: encoding.position)
    }
    header = map.integer("header", in: 0...100)
    headerColumns = map.integer("headerColumns", in: 1...100)
    base = map.text("base")
    separator = map.text("separator") ?? separator
    lineBreaks = map.choice("lineBreaks", LineBreakPolicy.self) ?? .space
    beforeFault = map.choice("beforeFault", FaultPolicy.self) ?? .keep
    for text in map.strings("keep", mayBeNone: true) ?? [] {
      if let content = KeptContent(rawValue: text.value) {
        keep.insert(content)
      } else {
        problems.addUnknown("“keep”", text, known: KeptContent.allCases.map(\.rawValue))
      }
    }
    if let prefixes = map.map("namespaces") {
      for key in prefixes.keys { namespaces[key.value] = prefixes.text(key.value) }
    }
    if format == .xml, records == nil {
      problems.add(.contradiction(.xmlRecords), at: map.position)
    }
    if format == .jsonlines, let records {
      problems.add(.contradiction(.lineRecords), at: records.position)
    }
    if let table, records != nil {
      problems.add(.contradiction(.tableAndRecords), at: table.position)
    }
  }
}
