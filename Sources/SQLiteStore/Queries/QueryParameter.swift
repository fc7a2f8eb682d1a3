internal import AttributeValues
internal import FoundationEssentials
internal import ManagedObjects
internal import ObjectModel
internal import PredicateLanguage
internal import SQLiteAccess

/// Where the value of a statement's parameter comes from, so that one statement serves every predicate of its shape.
enum QueryParameter {
  /// The predicate's constant with this number.
  case constant(Int)
  /// An element of a constant that is a collection.
  case element(of: Int, at: Int)
  /// A whole collection of integers or texts, as JSON.
  case list(Int)
  /// The time of the fetch.
  case now
  /// The same for every predicate of the shape.
  case fixed(SQLiteValue)

  /// The source of an element, if this is a collection's.
  func element(_ position: Int) -> QueryParameter {
    if case .constant(let number) = self { return .element(of: number, at: position) }
    return self
  }
}

extension SQLiteStatement {
  /// Binds the values that the sources give for a predicate's constants.
  func bind(_ parameters: [QueryParameter], constants: [PredicateConstant]) throws {
    var now: Double?
    // A parameter whose condition turned out to hold always or never does not stand in the statement.
    for (offset, source) in parameters.prefix(parameterCount).enumerated() {
      switch source {
      case .constant(let number): try bind(constants[number], at: offset + 1)
      case .element(let number, let position):
        guard case .collection(let elements) = constants[number] else { continue }
        try bind(elements[position], at: offset + 1)
      case .list(let number): try bind(QueryList.text(of: constants[number]), at: offset + 1)
      case .now:
        // One time for the whole fetch, however often it is asked for.
        let time = now ?? Date().timeIntervalSinceReferenceDate
        now = time
        try bind(time, at: offset + 1)
      case .fixed(let value): try bind(value, at: offset + 1)
      }
    }
  }

  private func bind(_ constant: PredicateConstant, at parameter: Int) throws {
    switch constant {
    case .value(let value): try bind(value, at: parameter)
    case .object(let identity):
      guard let objectID = identity.base as? ManagedObjectID else { return try bindNull(at: parameter) }
      try bind(objectID.reference, at: parameter)
    case .collection: try bindNull(at: parameter)
    }
  }
}

/// Long lists of integers, texts or objects go to the database as one parameter: a text that its `json_each` takes apart. So the statement is the
/// same for lists of any length, and there is no limit to them.
enum QueryList {
  /// Shorter lists have a parameter for each element.
  static let shortest = 50

  /// Whether every element of a long list can stand in JSON and come back as it was.
  static func canCarry(_ elements: [PredicateConstant]) -> Bool {
    guard elements.count >= shortest else { return false }
    return elements.allSatisfy(isInteger) || elements.allSatisfy(isText) || areAlike(elements)
  }

  /// Whether all are objects of one hierarchy in one store.
  private static func areAlike(_ elements: [PredicateConstant]) -> Bool {
    func objectID(_ constant: PredicateConstant) -> ManagedObjectID? {
      if case .object(let identity) = constant { identity.base as? ManagedObjectID } else { nil }
    }
    guard let first = elements.first.flatMap(objectID) else { return false }
    return elements.allSatisfy { element in
      guard let other = objectID(element) else { return false }
      return other.storeNumber == first.storeNumber && other.entity.rootEntity === first.entity.rootEntity
    }
  }

  private static func isInteger(_ constant: PredicateConstant) -> Bool {
    switch constant.scalar {
    case .integer(let value): isExactAsReal(value)
    case .boolean: true
    default: false
    }
  }

  /// Whether an integer is a floating-point number, too: a list that is compared with a column of those is made of them.
  static func isExactAsReal(_ value: Int64) -> Bool { Int64(exactly: Double(value)) == value }

  /// A text with a NUL is cut off by JSON.
  private static func isText(_ constant: PredicateConstant) -> Bool {
    guard case .string(let text) = constant.scalar else { return false }
    return !text.utf8.contains(0)
  }

  static func text(of list: PredicateConstant) -> String {
    guard case .collection(let elements) = list else { return "[]" }
    var bytes: [UInt8] = [UInt8(ascii: "[")]
    bytes.reserveCapacity(elements.count * 12)
    for element in elements {
      if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
      switch element {
      case .value(.integer(let value)): bytes.append(contentsOf: String(value).utf8)
      case .value(.boolean(let value)): bytes.append(value ? UInt8(ascii: "1") : UInt8(ascii: "0"))
      case .value(.string(let text)): append(text, to: &bytes)
      case .object(let identity):
        bytes.append(contentsOf: String((identity.base as? ManagedObjectID)?.reference ?? 0).utf8)
      default: bytes.append(contentsOf: "null".utf8)
      }
    }
    bytes.append(UInt8(ascii: "]"))
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func append(_ text: String, to bytes: inout [UInt8]) {
    let digits = Array("0123456789abcdef".utf8)
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0..<0x20: bytes += Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
