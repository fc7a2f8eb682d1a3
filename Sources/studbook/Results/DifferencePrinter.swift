import ArgumentParser
import AttributeValues
import DelimitedText
import Findings
import ManagedObjects
import ObjectModel
import Reports
import StoreComparison

/// How the differences between two stores are printed.
enum DifferenceFormat: String, ExpressibleByArgument, CaseIterable, Sendable {
  /// Lines for people.
  case text
  /// One object, as docs/diff-schema.json describes it.
  case json
  /// For release notes.
  case markdown
  /// One page for a browser, without network.
  case html
  /// RFC 4180: a row for each changed property, and for each object that was added or removed; nothing in it is a formula to a spreadsheet.
  case csv
}

/// Renders the differences between two stores while they come in.
struct DifferencePrinter {
  private let write: (String) throws -> Void
  private let format: DifferenceFormat
  private let listsObjects: Bool
  private let style: TerminalStyle
  /// The marks of the highest heading in Markdown.
  private let heading: String
  private var page = DifferencePage()
  private var writer = DelimitedWriter(dialect: .rfc4180)
  private var isFirstObject = true
  private var entity: EntityDifference?
  private var lastKind: ObjectDifference.Kind?
  private var hasModelDifferences = false

  /// - Parameters:
  ///   - headingLevel: The level of the highest heading in Markdown.
  ///   - write: Takes the text, piece by piece.
  init(
    format: DifferenceFormat,
    listsObjects: Bool = true,
    usesColor: Bool = false,
    headingLevel: Int = 2,
    write: @escaping (String) throws -> Void
  ) {
    self.write = write
    self.format = format
    self.listsObjects = listsObjects
    heading = String(repeating: "#", count: headingLevel)
    style = TerminalStyle(isOn: usesColor)
  }

  private func writeLine(_ line: String = "") throws { try write(line + "\n") }

  mutating func begin(older: String, newer: String, _ modelDifferences: [ModelDifference]) throws {
    hasModelDifferences = !modelDifferences.isEmpty
    switch format {
    case .html: page.begin(older: older, newer: newer, modelDifferences.map(\.description))
    case .text:
      for difference in modelDifferences {
        try writeLine("Model: " + VisibleText.escaped(difference.description))
      }
    case .markdown:
      guard hasModelDifferences else { return }
      try writeLine("\(heading) Model\n")
      for difference in modelDifferences { try writeLine("- " + MarkdownText.escaped(difference.description)) }
      try writeLine()
    case .csv:
      guard listsObjects else { return try writeRecord(["entity", "old", "new", "added", "removed", "changed"]) }
      try writeRecord(["entity", "change", "key", "property", "old", "new"])
    case .json:
      let model = modelDifferences.map { difference in
        ResultValue.object([
          ("entity", difference.entityName.map { .text($0) } ?? .null),
          ("property", difference.propertyName.map { .text($0) } ?? .null),
          ("aspect", .text(difference.aspect)),
          ("old", difference.first.map { .text($0) } ?? .null),
          ("new", difference.second.map { .text($0) } ?? .null),
        ])
      }
      try write("{\n")
      try write("  \"schemaVersion\": 1,\n")
      try write("  \"old\": \(ResultValue.text(older).json),\n  \"new\": \(ResultValue.text(newer).json),\n")
      try write("  \"model\": \(ResultValue.list(model).indentedJSON(depth: 1)),\n")
      if listsObjects { try write("  \"objects\": [") }
    }
  }

  /// Begins an entity; its counts of properties are not yet known.
  mutating func begin(_ entity: EntityDifference) throws {
    self.entity = entity
    lastKind = nil
    guard !entity.isSame else { return }
    switch format {
    case .text:
      try writeLine(style.paint(VisibleText.escaped(entity.entity), .strong) + ": " + Self.counts(of: entity))
    case .markdown:
      try writeLine("\(heading) \(MarkdownText.escaped(entity.entity))\n\n\(Self.counts(of: entity)).\n")
    case .html: page.begin(entity, counts: Self.counts(of: entity))
    case .csv, .json: break
    }
  }

  mutating func add(_ object: ObjectDifference) throws {
    guard listsObjects else { return }
    switch format {
    case .text: try writeText(object)
    case .markdown: try writeMarkdown(object)
    case .csv: try writeCSV(object)
    case .html:
      let changes = object.changes.map { ($0.property, Self.text($0.old), Self.text($0.new)) }
      page.add(object.kind, Self.name(of: object), changes)
    case .json:
      try write((isFirstObject ? "\n    " : ",\n    ") + Self.value(object).json)
      isFirstObject = false
    }
  }

  mutating func finish(_ entities: [EntityDifference]) throws {
    let isSame = !hasModelDifferences && entities.allSatisfy(\.isSame)
    switch format {
    case .html: try page.write(entities, isSame: isSame, to: write)
    case .text:
      if !listsObjects { for entity in entities { try writeProperties(entity) } }
      if isSame { try writeLine("The stores have the same objects.") }
    case .markdown:
      if isSame { try writeLine("Nothing changed.") }
    case .csv:
      guard !listsObjects else { return }
      for entity in entities {
        let counts = [entity.oldCount ?? 0, entity.newCount ?? 0, entity.added, entity.removed, entity.changed]
        try writeRecord([entity.entity] + counts.map { String($0) })
      }
    case .json:
      if listsObjects { try write(isFirstObject ? "],\n" : "\n  ],\n") }
      let list = ResultValue.list(entities.map(Self.value))
      try write("  \"entities\": \(list.indentedJSON(depth: 1)),\n  \"isSame\": \(isSame)\n}\n")
    }
  }

  // MARK: Text

  private func writeText(_ object: ObjectDifference) throws {
    let mark =
      switch object.kind {
      case .added: style.paint("+", .good)
      case .removed: style.paint("-", .error)
      case .changed: "~"
      }
    try writeLine("  \(mark) " + VisibleText.escaped(Self.name(of: object)))
    for change in object.changes {
      let values = "\(Self.text(change.old)) → \(Self.text(change.new))"
      try writeLine("      " + VisibleText.escaped("\(change.property): \(values)"))
    }
  }

  private func writeProperties(_ entity: EntityDifference) throws {
    for property in entity.properties {
      let name = VisibleText.escaped("\(entity.entity).\(property.property)")
      try writeLine("  \(name): changed in \(property.objects)")
    }
  }

  private static func counts(of entity: EntityDifference) -> String {
    let parts = [(entity.added, "added"), (entity.removed, "removed"), (entity.changed, "changed")]
      .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    let sizes = [entity.oldCount, entity.newCount].map { $0.map { String($0) } ?? "none" }
    return parts.joined(separator: ", ") + " (\(sizes[0]) before, \(sizes[1]) now)"
  }

  /// The key's values; the object's URI if it has none.
  static func name(of object: ObjectDifference) -> String {
    let parts = object.key.map { text($0.value) }
    if parts.contains(where: { !$0.isEmpty }) { return parts.joined(separator: ", ") }
    return (object.new ?? object.old)?.uriRepresentation() ?? ""
  }

  static func text(_ value: ComparedValue) -> String {
    let value = self.value(value)
    if case .null = value { return "(none)" }
    let text = value.plainText
    return text.isEmpty ? "(empty)" : text
  }

  // MARK: Markdown

  private mutating func writeMarkdown(_ object: ObjectDifference) throws {
    if object.kind != lastKind {
      let title =
        switch object.kind {
        case .added: "Added"
        case .removed: "Removed"
        case .changed: "Changed"
        }
      try writeLine((lastKind == nil ? "" : "\n") + "\(heading)# \(title)\n")
      lastKind = object.kind
    }
    let name = MarkdownText.escaped(Self.name(of: object))
    let changes = object.changes.map { change in
      let parts = [change.property, Self.text(change.old), Self.text(change.new)].map(MarkdownText.escaped)
      return "\(parts[0]): \(parts[1]) → \(parts[2])"
    }
    switch changes.count {
    case 0: try writeLine("- \(name)")
    case 1: try writeLine("- \(name): \(changes[0])")
    default:
      try writeLine("- \(name)")
      for change in changes { try writeLine("  - \(change)") }
    }
  }

  // MARK: CSV

  private mutating func writeCSV(_ object: ObjectDifference) throws {
    let start = [object.entity, object.kind.rawValue, Self.name(of: object)]
    if object.changes.isEmpty { try writeRecord(start + ["", "", ""]) }
    for change in object.changes {
      let values = [change.old, change.new].map { Self.value($0).plainText }
      try writeRecord(start + [change.property] + values)
    }
  }

  private mutating func writeRecord(_ fields: [String]) throws {
    writer.append(record: fields.map(SpreadsheetText.neutralised))
    try write(String(decoding: writer.takeBytes(), as: UTF8.self))
  }

  // MARK: JSON

  private static func value(_ value: ComparedValue) -> ResultValue {
    switch value {
    case .attribute(let value): ResultValue(value)
    case .object(let name): .text(name)
    case .objects(let names): .list(names.map { .text($0) })
    }
  }

  private static func value(_ object: ObjectDifference) -> ResultValue {
    .object([
      ("entity", .text(object.entity)),
      ("change", .text(object.kind.rawValue)),
      ("key", .object(object.key.map { ($0.property, value($0.value)) })),
      ("oldURI", object.old.map { .text($0.uriRepresentation()) } ?? .null),
      ("newURI", object.new.map { .text($0.uriRepresentation()) } ?? .null),
      (
        "changes",
        .list(
          object.changes.map {
            .object([("property", .text($0.property)), ("old", value($0.old)), ("new", value($0.new))])
          }
        )
      ),
    ])
  }

  private static func value(_ entity: EntityDifference) -> ResultValue {
    .object([
      ("entity", .text(entity.entity)),
      ("key", .list(entity.key.map { .text($0) })),
      ("old", entity.oldCount.map { .integer(Int64($0)) } ?? .null),
      ("new", entity.newCount.map { .integer(Int64($0)) } ?? .null),
      ("added", .integer(Int64(entity.added))),
      ("removed", .integer(Int64(entity.removed))),
      ("changed", .integer(Int64(entity.changed))),
      ("properties", .object(entity.properties.map { ($0.property, .integer(Int64($0.objects))) })),
    ])
  }
}
