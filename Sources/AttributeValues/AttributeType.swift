/// The type of an attribute, with the raw values of Core Data's `NSAttributeType`, which enter version hashes and compiled models.
///
/// ```swift
/// let type = AttributeType.integer16
/// let range = type.integerRange  // -32,768…32,767
/// let name = type.modelName  // "Integer 16", as model files spell it
/// ```
public enum AttributeType: Int32, Sendable, Hashable, CaseIterable {
  case undefined = 0
  case integer16 = 100
  case integer32 = 200
  case integer64 = 300
  case decimal = 400
  case double = 500
  case float = 600
  case string = 700
  case boolean = 800
  case date = 900
  case binaryData = 1000
  case uuid = 1100
  case uri = 1200
  case transformable = 1800
  case composite = 2100
}

extension AttributeType {
  /// The name that Xcode's model editor and the `.xcdatamodel` format use.
  public var modelName: String {
    switch self {
    case .undefined: "Undefined"
    case .integer16: "Integer 16"
    case .integer32: "Integer 32"
    case .integer64: "Integer 64"
    case .decimal: "Decimal"
    case .double: "Double"
    case .float: "Float"
    case .string: "String"
    case .boolean: "Boolean"
    case .date: "Date"
    case .binaryData: "Binary"
    case .uuid: "UUID"
    case .uri: "URI"
    case .transformable: "Transformable"
    case .composite: "Composite"
    }
  }

  /// The type with this name in the `.xcdatamodel` format.
  public init?(modelName: String) {
    guard let type = AttributeType.allCases.first(where: { $0.modelName == modelName }) else { return nil }
    self = type
  }

  /// The values that an integer attribute of this width can hold; `nil` for other types.
  public var integerRange: ClosedRange<Int64>? {
    switch self {
    case .integer16: Int64(Int16.min)...Int64(Int16.max)
    case .integer32: Int64(Int32.min)...Int64(Int32.max)
    case .integer64: Int64.min...Int64.max
    default: nil
    }
  }
}
