#if SwiftDataSources
  internal import AttributeValues

  /// How SwiftData stores the types of the standard library and of Foundation.
  enum BuiltInType {
    /// The types whose storage is known from stores and from published version hashes.
    private static let established: [String: AttributeType] = [
      "Bool": .boolean, "Data": .binaryData, "Date": .date, "Decimal": .decimal, "Double": .double, "Float": .float,
      "Int": .integer64,
      "Int32": .integer32, "Int64": .integer64, "String": .string, "TimeInterval": .double, "UInt32": .integer32,
      "UInt64": .integer64, "UInt8": .integer16, "UUID": .uuid,
    ]

    /// Types for which Core Data has one of its own; no published hash shows that SwiftData takes it.
    private static let assumed: [String: AttributeType] = [
      "Float32": .float, "Float64": .double, "Int16": .integer16, "Int8": .integer16,
      "UInt": .integer64, "UInt16": .integer16, "URL": .uri,
    ]

    /// The attribute type of a type's values, and whether it is only assumed.
    static func attributeType(of name: [String]) -> (type: AttributeType, isAssumed: Bool)? {
      guard let last = name.last, name.count == 1 else { return nil }
      if let type = established[last] { return (type, false) }
      return assumed[last].map { ($0, true) }
    }

    /// The elements of Codable structures of the system, in their order; stores show these.
    static func elements(of name: [String]) -> [(name: String, type: AttributeType)]? {
      switch name.suffix(2) {
      case ["Color", "Resolved"]:
        [("linearRed", .float), ("linearGreen", .float), ("linearBlue", .float), ("opacity", .float)]
      case ["String", "LocalizationValue"]: [("arguments", .binaryData), ("key", .string)]
      default: nil
      }
    }

    /// Whether lists of the type's values are kept as one transformable value (`true`), as is known.
    static func isKnownElement(_ name: [String]) -> Bool { name.count == 1 && knownElements.contains(name[0]) }

    private static let knownElements: Set<String> = ["Data", "Date", "String"]

    /// Whether the type is one of the numbers that take part in literals.
    static func isNumber(_ name: String) -> Bool {
      switch established[name] ?? assumed[name] {
      case .integer16, .integer32, .integer64, .double, .float, .decimal: true
      default: false
      }
    }
  }
#endif
