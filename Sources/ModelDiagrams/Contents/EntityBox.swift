internal import AttributeValues
internal import ObjectModel

/// What stands in the box of an entity.
struct EntityBox {
  /// A property: its name on the left, what it is on the right.
  struct Row {
    var name: String
    var detail: String
    /// Whether its value belongs to a uniqueness constraint.
    var isKey = false
    var isRelationship = false
  }

  let name: String
  let isAbstract: Bool
  /// How many objects there are, in words.
  let count: String?
  private(set) var rows: [Row] = []
  /// The row of each property, by its name; properties that are not shown have the last one.
  private(set) var rowNumbers: [String: Int] = [:]
  let size: Size

  struct Size {
    var width: Double
    var height: Double
  }

  static let headerHeight = 34.0
  static let rowHeight = 22.0
  static let padding = 12.0
  /// More properties than these are counted.
  private static let greatestRowCount = 60

  init(_ entity: EntityDescription, count: Int?) {
    name = TextWidth.shortened(entity.name)
    isAbstract = entity.isAbstract
    self.count = count.map(Self.grouped)
    let keys = Set(entity.uniquenessConstraints.joined())
    var rows: [Row] = []
    for property in entity.declaredProperties {
      rowNumbers[property.name] = min(rows.count, Self.greatestRowCount)
      rows.append(
        Row(
          name: TextWidth.shortened(property.name),
          detail: Self.detail(of: property),
          isKey: keys.contains(property.name),
          isRelationship: property is RelationshipDescription
        )
      )
    }
    if rows.count > Self.greatestRowCount + 1 {
      let more = rows.count - Self.greatestRowCount
      rows = Array(rows.prefix(Self.greatestRowCount)) + [Row(name: "… \(more) more", detail: "")]
    }
    self.rows = rows
    let header = TextWidth.of(name, isBold: true) + 24 + TextWidth.of(self.count ?? (isAbstract ? "abstract" : ""))
    let widest = rows.map { TextWidth.of($0.name, isBold: $0.isKey) + 20 + TextWidth.of($0.detail) }.max() ?? 0
    let height = Self.headerHeight + Double(rows.count) * Self.rowHeight + (rows.isEmpty ? 0 : Self.padding / 2)
    size = Size(width: max(120, header, widest) + 2 * Self.padding, height: height)
  }

  /// The middle of a property's row, or of the header, from the top of the box.
  func height(ofRow row: Int?) -> Double {
    guard let row else { return Self.headerHeight / 2 }
    return Self.headerHeight + (Double(row) + 0.5) * Self.rowHeight
  }

  private static func detail(of property: PropertyDescription) -> String {
    switch property {
    case let relationship as RelationshipDescription:
      let destination = TextWidth.shortened(relationship.destinationEntity?.name ?? "?")
      let order = relationship.isOrdered ? ", ordered" : ""
      return "→ \(destination) \(cardinality(of: relationship))\(order), \(name(of: relationship.deleteRule))"
    case let attribute as DerivedAttributeDescription:
      return "\(attribute.attributeType.modelName) = \(TextWidth.shortened(attribute.derivationExpressionText))"
    case let attribute as AttributeDescription:
      let optional = attribute.isOptional ? ", optional" : ""
      return attribute.attributeType.modelName + optional + (attribute.isTransient ? ", transient" : "")
    default: return "fetched"
    }
  }

  /// How many objects may be at the other end: `1`, `0…1`, `2…n`.
  private static func cardinality(of relationship: RelationshipDescription) -> String {
    let least = relationship.isOptional ? 0 : max(relationship.minCount, relationship.isToMany ? 0 : 1)
    guard relationship.isToMany else { return least == 0 ? "0…1" : "1" }
    let most = relationship.maxCount == 0 ? "n" : String(relationship.maxCount)
    return most == String(least) ? most : "\(least)…\(most)"
  }

  private static func name(of rule: DeleteRule) -> String {
    switch rule {
    case .noAction: "no action"
    case .nullify: "nullify"
    case .cascade: "cascade"
    case .deny: "deny"
    }
  }

  /// A number with a thin space between groups of three digits.
  private static func grouped(_ number: Int) -> String {
    var text = ""
    let digits = String(number)
    for (place, digit) in digits.enumerated() {
      if place > 0, (digits.count - place) % 3 == 0, digit.isNumber { text += "\u{2009}" }
      text.append(digit)
    }
    return text
  }
}
