internal import AttributeValues
internal import Foundation

/// One case: a model, sources and a recipe.
package struct MatrixCase: Sendable, Hashable {
  package var model: MatrixModel
  package var sources: [MatrixSource]
  package var rules: [MatrixRule]
  /// The recipe's severities.
  package var severities: [String: String]
  package var batchSize: Int
  /// The seed that it was drawn from.
  package var seed: UInt64?

  package init(
    model: MatrixModel,
    sources: [MatrixSource],
    rules: [MatrixRule] = [],
    severities: [String: String] = [:],
    batchSize: Int = 1000
  ) {
    self.model = model
    self.sources = sources
    self.rules = rules
    self.severities = severities
    self.batchSize = batchSize
  }

  /// The severity that a rule has in a source.
  package func severity(_ code: String, in source: MatrixSource, default severity: String = "error") -> String {
    source.severities[code] ?? severities[code] ?? severity
  }
}

// MARK: Files

extension MatrixCase {
  /// The recipe's file name.
  package static let recipeName = "case.recipe.yml"

  /// Writes model, sources and recipe into a folder that exists.
  package func write(to folder: String) throws {
    let model = "\(folder)/Case.xcdatamodeld/Case.xcdatamodel"
    try FileManager.default.createDirectory(atPath: model, withIntermediateDirectories: true)
    try Self.write(Array(self.model.xml.utf8), to: "\(model)/contents")
    for source in sources where source.nesting == nil {
      if source.files != .one {
        try FileManager.default.createDirectory(atPath: "\(folder)/\(source.name)", withIntermediateDirectories: true)
      }
      for (name, part, first) in source.parts {
        let writer = SourceWriter(source: part, first: first, inner: allSources(inside: source))
        try Self.write(writer.bytes, to: "\(folder)/\(name)")
      }
    }
    for (name, text) in lookupFiles { try Self.write(Array(text.utf8), to: "\(folder)/\(name)") }
    try Self.write(Array(recipe().utf8), to: "\(folder)/\(Self.recipeName)")
  }

  private static func write(_ bytes: [UInt8], to path: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  /// The recipe as YAML, with another batch size if one is given.
  package func recipe(batchSize: Int? = nil) -> String {
    var lines = ["model: Case.xcdatamodeld", "output: Case.sqlite", "batchSize: \(batchSize ?? self.batchSize)"]
    if let seed { lines.insert("# seed \(seed)", at: 0) }
    if !severities.isEmpty { lines.append("severities: \(Self.map(severities))") }
    lines += lookupLines
    lines.append("sources:")
    for source in sources where source.nesting == nil { lines += self.lines(of: source) }
    if !rules.isEmpty {
      lines.append("rules:")
      for rule in rules {
        let when = rule.isCheckedAtEnd ? "end" : "record"
        lines.append(
          "  - { on: \(rule.entity), require: \"\(rule.condition.format)\", code: \(rule.code), "
            + "severity: \(rule.severity), when: \(when) }"
        )
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func map(_ entries: [String: String]) -> String {
    "{ " + entries.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ") + " }"
  }

  private func lines(of source: MatrixSource) -> [String] {
    var lines: [String] = []
    if let nesting = source.nesting {
      lines += ["  - records: \"\(SourceWriter.path(of: source))\"", "    entity: \(source.entity)"]
      if let spelled = nesting.spelled { lines.append("    relationship: \(spelled)") }
    } else {
      lines += ["  - file: \(source.fileName)", "    entity: \(source.entity)"]
    }
    // A folder's name does not say it.
    if case .folder = source.files { lines.append("    format: \(source.format.rawValue)") }
    if !source.key.isEmpty {
      lines.append("    key: [\(source.key.joined(separator: ", "))]")
    }
    lines.append("    mode: \(source.mode.rawValue)")
    if source.unmatched != .error { lines.append("    unmatched: \(source.unmatched.rawValue)") }
    if source.mergesRepeats { lines.append("    repeats: merge") }
    if source.ignoresCase { lines.append("    ignoreCase: true") }
    if !source.severities.isEmpty { lines.append("    severities: \(Self.map(source.severities))") }
    let inner = sources(inside: source)
    switch source.format {
    case _ where source.nesting != nil: break
    case .csv:
      let delimiter = source.dialect.delimiter == "\t" ? "tab" : source.dialect.delimiter
      lines.append("    delimiter: \"\(delimiter)\"")
      lines.append("    quote: '\"'")
      lines.append("    header: 1")
      lines.append("    skip: 0")
      lines.append("    footer: 0")
      lines.append("    encoding: utf-8")
    case .xml: lines.append("    records: /data/record")
    case .html: lines.append(inner.isEmpty ? "    table: 1" : "    records: \"\(SourceWriter.path(of: source))\"")
    default: break
    }
    let attributes = source.columns.filter { $0.reference == nil }
    let relationships = source.columns.filter { $0.reference != nil }
    if !attributes.isEmpty {
      lines.append("    attributes:")
      for column in attributes { lines.append("      \(column.property): \(mapping(column, source))") }
    }
    if !relationships.isEmpty {
      lines.append("    relationships:")
      for column in relationships { lines.append("      \(column.property): \(mapping(column, source))") }
    }
    if !inner.isEmpty { lines.append("    children:") }
    return lines + inner.flatMap { self.lines(of: $0).map { "    " + $0 } }
  }

  private func mapping(_ column: MatrixColumn, _ source: MatrixSource) -> String {
    let isNested = source.nesting != nil || !sources(inside: source).isEmpty
    // In a page a name is a selector, which has to find nothing inside inner records.
    var parts = [source.format == .html && isNested ? "field: \"> .\(column.field)\"" : "field: \(column.field)"]
    if let separator = column.separator { parts.append("split: \"\(separator)\"") }
    if !column.defaultValue.isNull { parts.append("default: \"\(column.defaultValue.sourceText)\"") }
    if let lookup = column.lookup {
      parts.append("lookup: \(Self.lookupName(column, source))")
      if lookup.missing != .error { parts.append("missing: \(lookup.missing.rawValue)") }
    }
    if let reference = column.reference {
      parts.append("matches: \(reference.matches)")
      if reference.unknown != .error { parts.append("unknown: \(reference.unknown.rawValue)") }
      if reference.replacesTaken { parts.append("taken: replace") }
      if reference.ignoresCase { parts.append("ignoreCase: true") }
    }
    return "{ \(parts.joined(separator: ", ")) }"
  }
}
