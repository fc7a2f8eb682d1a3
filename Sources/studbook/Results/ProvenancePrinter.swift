import Findings
import ImportPipeline
import ManagedObjects
import ObjectModel
import Reports

/// Prints where an object's values come from.
struct ProvenancePrinter {
  let object: ManagedObject
  let entity: String
  let key: String
  /// The only property to print; `nil` for all.
  let property: String?

  /// The most origins of one property that are printed for people.
  private static let greatestCount = 20

  private func properties(_ provenance: ObjectProvenance) -> [ObjectProvenance.Property] {
    provenance.properties.filter { property == nil || $0.name == property }
  }

  // MARK: Text

  func text(_ provenance: ObjectProvenance, usesColor: Bool) -> String {
    let style = TerminalStyle(isOn: usesColor)
    var lines: [String] = []
    if property == nil {
      lines.append(style.paint(VisibleText.escaped("\(entity) \(key)"), .strong))
      if let record = provenance.maker?.record {
        lines.append("  made by record \(record.number) at \(VisibleText.escaped(record.position.description))")
      }
    }
    for property in properties(provenance) {
      lines.append("")
      let value = VisibleText.escaped(shownValue(of: property.name))
      lines.append(style.paint(VisibleText.escaped(property.name), .strong) + " = \(value)")
      if let remark = property.remark { lines.append("  " + VisibleText.escaped(remark)) }
      for origin in property.origins.prefix(Self.greatestCount) {
        lines += Self.lines(of: origin).map { "  " + VisibleText.escaped($0) }
      }
      let more = property.origins.count - Self.greatestCount
      if more > 0 { lines.append("  … and \(more) more records") }
    }
    return lines.drop { $0.isEmpty }.joined(separator: "\n") + "\n"
  }

  private static func lines(of origin: ObjectProvenance.Origin) -> [String] {
    // The records of a source without a key have no name.
    let about = origin.other.map { $0.isEmpty ? "" : " (the record of \($0))" } ?? ""
    let steps = origin.steps.isEmpty ? "" : "; " + origin.steps.joined(separator: ", ")
    if let constant = origin.constant {
      let place = origin.record.map { ", at \($0.position)" } ?? ""
      return ["the recipe's text “\(constant)”\(place)\(about)\(steps)"]
    }
    let fields = origin.fields.map { field in
      field.text.map { "\(field.position): \(field.name) “\(Finding.shortened($0))”" }
        ?? "\(field.position): no \(field.name)"
    }
    guard let last = fields.last else { return origin.record.map { ["\($0.position)\(about)"] } ?? [] }
    return fields.dropLast() + [last + about + steps]
  }

  private func shownValue(of name: String) -> String {
    guard let slot = object.entity.layout.slot(named: name) else { return "(none)" }
    if case .toOne(let slot) = slot, let target = object.toOneObject(slot: slot) { return Self.name(of: target) }
    switch value(of: slot) {
    case .null: return "(none)"
    case .list(let members): return members.count == 1 ? "1 object" : "\(members.count) objects"
    case let value: return Finding.shortened(value.plainText)
    }
  }

  /// What people know an object by: the first value that has to be unique, else its URI.
  private static func name(of object: ManagedObject) -> String {
    let lineage = sequence(first: object.entity) { $0.superentity }
    for name in lineage.lazy.compactMap({ $0.uniquenessConstraints.first }).joined() {
      guard case .attribute(let slot)? = object.entity.layout.slot(named: name) else { continue }
      return ResultValue(object.attribute(slot: slot)).plainText
    }
    return object.objectID.uriRepresentation()
  }

  // MARK: JSON

  func value(_ provenance: ObjectProvenance) -> ResultValue {
    var fields: [(String, ResultValue)] = [
      ("schemaVersion", .integer(1)), ("entity", .text(entity)), ("key", .text(key)),
      ("uri", .text(object.objectID.uriRepresentation())),
    ]
    if let record = provenance.maker?.record { fields.append(("madeBy", Self.value(record))) }
    let properties = properties(provenance).map { property in
      ResultValue.object([
        ("name", .text(property.name)),
        ("value", object.entity.layout.slot(named: property.name).map(value) ?? .null),
        ("remark", property.remark.map { .text($0) } ?? .null),
        ("origins", .list(property.origins.map(Self.value))),
      ])
    }
    fields.append(("properties", .list(properties)))
    return .object(fields)
  }

  private static func value(_ record: (number: Int, position: SourcePosition)) -> ResultValue {
    .object([("record", .integer(Int64(record.number)))] + place(record.position))
  }

  private static func value(_ origin: ObjectProvenance.Origin) -> ResultValue {
    var fields: [(String, ResultValue)] = []
    if let record = origin.record { fields.append(("record", value(record))) }
    if let constant = origin.constant { fields.append(("constant", .text(constant))) }
    if let other = origin.other { fields.append(("recordOf", .text(other))) }
    let list = origin.fields.map { field in
      ResultValue.object(
        [("field", .text(field.name)), ("text", field.text.map { .text($0) } ?? .null)] + place(field.position)
      )
    }
    fields.append(("fields", .list(list)))
    fields.append(("conversions", .list(origin.steps.map { .text($0) })))
    return .object(fields)
  }

  private static func place(_ position: SourcePosition) -> [(name: String, value: ResultValue)] {
    var fields: [(name: String, value: ResultValue)] = [
      ("file", .text(position.file)), ("line", .integer(Int64(position.line))),
      ("column", .integer(Int64(position.column))),
    ]
    if let bytes = position.byteRange {
      fields.append(("byteStart", .integer(Int64(bytes.lowerBound))))
      fields.append(("byteEnd", .integer(Int64(bytes.upperBound))))
    }
    return fields
  }

  // MARK: Values

  private func value(of slot: EntityLayout.Slot) -> ResultValue {
    switch slot {
    case .attribute(let slot): ResultValue(object.attribute(slot: slot))
    case .toOne(let slot): object.toOneIdentifier(slot: slot).map { .text($0.uriRepresentation()) } ?? .null
    case .toMany(let slot): .list(object.toManyObjects(slot: slot).map { .text($0.objectID.uriRepresentation()) })
    case .fetched: .null
    }
  }
}
