package import AttributeValues

/// A source as the matrix sees it: its records are known before they are written to a file.
package struct MatrixSource: Sendable, Hashable {
  package enum Format: String, Sendable, Hashable, CaseIterable {
    case csv, xml, html, json, jsonlines, xlsx
  }

  package enum Mode: String, Sendable, Hashable {
    case insert, update, upsert
  }

  package enum Policy: String, Sendable, Hashable, CaseIterable {
    case error, warning, skip, create
  }

  /// How a delimited file is written.
  package struct Dialect: Sendable, Hashable {
    package var delimiter = ","
    package var quotesAll = false
    package var lineEnd = "\n"

    package init(delimiter: String = ",", quotesAll: Bool = false, lineEnd: String = "\n") {
      self.delimiter = delimiter
      self.quotesAll = quotesAll
      self.lineEnd = lineEnd
    }
  }

  /// How the recipe names the source's files.
  package enum Files: Sendable, Hashable {
    case one
    /// So many files that fit a pattern.
    case pattern(Int)
    /// All files of a folder, so many.
    case folder(Int)
  }

  /// Where records stand that are inside those of another source.
  package struct Nesting: Sendable, Hashable {
    /// The name of the source around it, which has a key of one attribute and stands before it.
    package var outer: String
    /// The relationship that leads to the object of the record around.
    package var property: String
    /// What the recipe calls it: this relationship, its inverse, or nothing, where only one fits.
    package var spelled: String?

    package init(in outer: String, by property: String, spelled: String? = nil) {
      self.outer = outer
      self.property = property
      self.spelled = spelled
    }
  }

  package var name: String
  package var entity: String
  package var format: Format
  package var files: Files
  package var nesting: Nesting?
  package var dialect: Dialect
  package var key: [String]
  package var mode: Mode
  package var unmatched: Policy
  /// Whether `repeats: merge` is said.
  package var mergesRepeats: Bool
  /// Whether the key is compared without case.
  package var ignoresCase: Bool
  /// The source's own severities.
  package var severities: [String: String]
  package var columns: [MatrixColumn]
  package var records: [MatrixRecord]

  package init(
    _ name: String,
    of entity: String,
    format: Format = .csv,
    files: Files = .one,
    nesting: Nesting? = nil,
    dialect: Dialect = Dialect(),
    key: [String] = [],
    mode: Mode? = nil,
    unmatched: Policy = .error,
    mergesRepeats: Bool = false,
    ignoresCase: Bool = false,
    severities: [String: String] = [:],
    columns: [MatrixColumn],
    records: [MatrixRecord] = []
  ) {
    self.name = name
    self.entity = entity
    self.format = format
    self.files = files
    self.nesting = nesting
    self.dialect = dialect
    self.key = key
    self.mode = mode ?? (key.isEmpty ? .insert : .upsert)
    self.unmatched = unmatched
    self.mergesRepeats = mergesRepeats
    self.ignoresCase = ignoresCase
    self.severities = severities
    self.columns = columns
    self.records = records
  }

  /// The source as the recipe names it: a file, a pattern or a folder.
  package var fileName: String {
    switch files {
    case .one: "\(name).\(suffix)"
    case .pattern: "\(name)/part-*.\(suffix)"
    case .folder: name
    }
  }

  /// What the names of all its files begin with.
  package var fileStem: String { files == .one ? fileName : "\(name)/" }

  private var suffix: String { format == .jsonlines ? "jsonl" : format.rawValue }

  /// The source's files with the records of each and the number of the first of them, in the order in which they are read.
  package var parts: [(fileName: String, source: MatrixSource, first: Int)] {
    let count: Int
    switch files {
    case .one: return [(fileName, self, 0)]
    case .pattern(let number), .folder(let number): count = number
    }
    return (0..<count).map { part in
      var copy = self
      copy.files = .one
      let first = records.count * part / count
      copy.records = Array(records[first..<(records.count * (part + 1) / count)])
      return ("\(name)/part-\(part + 1).\(suffix)", copy, first)
    }
  }

  /// Whether broken records of a file are so many that a reader may take them for the rule.
  package var isMostlyBroken: Bool {
    parts.contains { _, part, _ in
      let broken = part.records.count(where: \.isBroken)
      return broken > 0 && (columns.isEmpty || part.records.count - broken < 3 || broken * 2 >= part.records.count)
    }
  }

  /// The place of the column that fills a property.
  package func column(of property: String) -> Int? { columns.firstIndex { $0.property == property } }
}

/// A field of a source and the property that it fills.
package struct MatrixColumn: Sendable, Hashable {
  /// How a relationship finds its objects.
  package struct Reference: Sendable, Hashable {
    /// The destination's attribute that is compared.
    package var matches: String
    package var unknown: MatrixSource.Policy
    /// Whether `taken: replace` is said.
    package var replacesTaken: Bool
    package var ignoresCase: Bool

    package init(
      _ matches: String,
      unknown: MatrixSource.Policy = .error,
      replacesTaken: Bool = false,
      ignoresCase: Bool = false
    ) {
      self.matches = matches
      self.unknown = unknown
      self.replacesTaken = replacesTaken
      self.ignoresCase = ignoresCase
    }
  }

  package var property: String
  /// `nil` for an attribute.
  package var reference: Reference?
  /// What stands between several values; `nil` for a field of one value.
  package var separator: String?
  /// The recipe's default for an attribute.
  package var defaultValue: AttributeValue
  /// The table that translates the field's texts.
  package var lookup: Lookup?

  package init(
    _ property: String,
    _ reference: Reference? = nil,
    separator: String? = nil,
    defaultValue: AttributeValue = .null,
    lookup: Lookup? = nil
  ) {
    self.property = property
    self.reference = reference
    self.separator = separator
    self.defaultValue = defaultValue
    self.lookup = lookup
  }

  /// The field's name in the file, which is not the property's.
  package var field: String { "f_\(property)" }
}

/// A record: a cell for each column.
package struct MatrixRecord: Sendable, Hashable, ExpressibleByArrayLiteral {
  package var cells: [MatrixCell]
  /// Whether its form is broken; only some formats can write such a record.
  package var isBroken: Bool
  /// For a record inside another: the number of that one in its source, from 0. Records stand in the order of those around them.
  package var outer: Int

  package init(_ cells: [MatrixCell], isBroken: Bool = false, inside outer: Int = 0) {
    self.cells = cells
    self.isBroken = isBroken
    self.outer = outer
  }

  package init(arrayLiteral elements: MatrixCell...) { self.init(elements) }
}

/// What stands in one field of a record.
package enum MatrixCell: Sendable, Hashable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByNilLiteral
{
  case empty
  /// Several only where the column has a separator.
  case values([AttributeValue])
  /// A text that is no value of the type.
  case bad(String)

  package init(stringLiteral value: String) { self = .values([.string(value)]) }
  package init(integerLiteral value: Int64) { self = .values([.integer(value)]) }
  package init(nilLiteral: ()) { self = .empty }

  /// Several texts.
  package static func list(_ texts: String...) -> MatrixCell { .values(texts.map { .string($0) }) }

  /// What stands there; a text that is no value of the type is a text.
  package var values: [AttributeValue] {
    switch self {
    case .empty: []
    case .values(let values): values
    case .bad(let text): [.string(text)]
    }
  }

  /// The cell as a file spells it.
  package func text(_ separator: String?) -> String {
    switch self {
    case .empty: ""
    case .values(let values): values.map(\.sourceText).joined(separator: separator ?? "")
    case .bad(let text): text
    }
  }
}

/// A rule of the recipe.
package struct MatrixRule: Sendable, Hashable {
  /// What it demands. Whatever is not there is right.
  package enum Condition: Sendable, Hashable {
    /// An attribute of numbers is not above a number.
    case atMost(String, Int)
    /// An attribute has a value.
    case present(String)
    /// A to-many relationship has at most so many members.
    case count(String, Int)
    /// The object that a to-one relationship leads to has at most so many members of a to-many relationship.
    case relatedCount(String, String, Int)
    /// The object that a to-one relationship leads to has a value of an attribute.
    case relatedPresent(String, String)

    /// The condition as a predicate.
    package var format: String {
      switch self {
      case .atMost(let name, let limit): "\(name) == nil OR \(name) <= \(limit)"
      case .present(let name): "\(name) != nil"
      case .count(let name, let limit): "\(name).@count <= \(limit)"
      case .relatedCount(let name, let other, let limit): "\(name) == nil OR \(name).\(other).@count <= \(limit)"
      case .relatedPresent(let name, let other): "\(name) == nil OR \(name).\(other) != nil"
      }
    }

    /// The properties of the rule's own entity that it speaks of.
    package var property: String {
      switch self {
      case .atMost(let name, _), .present(let name), .count(let name, _), .relatedCount(let name, _, _),
        .relatedPresent(let name, _):
        name
      }
    }
  }

  package var code: String
  package var entity: String
  package var condition: Condition
  package var severity: String
  package var isCheckedAtEnd: Bool

  package init(
    _ code: String,
    on entity: String,
    _ condition: Condition,
    severity: String = "error",
    isCheckedAtEnd: Bool = false
  ) {
    self.code = code
    self.entity = entity
    self.condition = condition
    self.severity = severity
    self.isCheckedAtEnd = isCheckedAtEnd
  }
}
