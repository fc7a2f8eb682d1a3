public import AttributeValues
internal import FoundationEssentials

// The border between the typed values inside and the `Any` of key-value access.
extension AttributeValue {
  /// The value as key-value access shows it: `Int`, `Bool`, `Double`, `Float`, `Decimal`, `String`, `Date`, `Data`, `UUID`, `URL`,
  /// `TransformableValue`, for a composite a dictionary of these; `nil` for no value.
  public var anyValue: Any? {
    switch self {
    case .null: nil
    case .integer(let number): Int(number)
    case .boolean(let truth): truth
    case .double(let number): number
    case .float(let number): number
    case .decimal(let number): number
    case .string(let text): text
    case .date(let seconds): Date(timeIntervalSinceReferenceDate: seconds)
    case .binary(let data): data
    case .uuid(let uuid): uuid
    case .uri(let url): url
    case .transformable(let value): value
    case .composite(let elements): elements.compactMapValues(\.anyValue)
    }
  }

  /// The value of the Swift type that attributes of `type` mostly get; `nil` for any other. A cast that succeeds takes a third of the time of
  /// one that fails, so this comes first.
  private init?(usual value: Any, type: AttributeType) {
    switch type {
    case .string:
      guard let text = value as? String else { return nil }
      self = .string(text)
    case .double:
      guard let number = value as? Double else { return nil }
      self = .double(number)
    case .date:
      guard let date = value as? Date else { return nil }
      self = .date(date.timeIntervalSinceReferenceDate)
    case .integer16, .integer32, .integer64:
      guard let number = value as? Int, type.integerRange?.contains(Int64(number)) == true else { return nil }
      self = .integer(Int64(number))
    default: return nil
    }
  }

  /// The typed value of `value` for an attribute of `type`; `nil` when it is not of that type or does not fit.
  ///
  /// Integers of any width are accepted where they fit, integers for floating-point and decimal attributes, and an `AttributeValue`
  /// as it is when its case is the type's.
  public init?(_ value: Any?, type: AttributeType) {
    guard let value else {
      self = .null
      return
    }
    if let usual = AttributeValue(usual: value, type: type) {
      self = usual
      return
    }
    if let typed = value as? AttributeValue {
      guard typed.isNull || typed.fits(type) else { return nil }
      self = typed
      return
    }
    switch type {
    case .integer16, .integer32, .integer64:
      guard let number = Int64(anyInteger: value), type.integerRange?.contains(number) == true else { return nil }
      self = .integer(number)
    case .boolean:
      if let truth = value as? Bool {
        self = .boolean(truth)
      } else if let number = Int64(anyInteger: value), number == 0 || number == 1 {
        self = .boolean(number == 1)
      } else {
        return nil
      }
    case .double:
      guard let number = AttributeValue.double(from: value) else { return nil }
      self = .double(number)
    case .float:
      guard let number = AttributeValue.double(from: value), Float(number).isFinite || !number.isFinite else {
        return nil
      }
      self = .float(Float(number))
    case .decimal:
      if let number = value as? Decimal {
        self = .decimal(number)
      } else if let number = Int64(anyInteger: value) {
        self = .decimal(Decimal(number))
      } else if let number = AttributeValue.double(from: value).flatMap({ AttributeValue.nearestDecimal(to: $0) }) {
        self = .decimal(number)
      } else {
        return nil
      }
    case .string:
      if let text = value as? String {
        self = .string(text)
      } else if let text = value as? Substring {
        self = .string(String(text))
      } else {
        return nil
      }
    case .date:
      guard let date = value as? Date else { return nil }
      self = .date(date.timeIntervalSinceReferenceDate)
    case .binaryData:
      if let data = value as? Data {
        self = .binary(data)
      } else if let bytes = value as? [UInt8] {
        self = .binary(Data(bytes))
      } else {
        return nil
      }
    case .uuid:
      guard let uuid = value as? UUID else { return nil }
      self = .uuid(uuid)
    case .uri:
      guard let url = value as? URL else { return nil }
      self = .uri(url)
    case .transformable:
      if let archived = value as? TransformableValue {
        self = .transformable(archived)
      } else if let data = value as? Data {
        self = .transformable(TransformableValue(bytes: data))
      } else {
        return nil
      }
    case .composite:
      guard let elements = value as? [String: AttributeValue] else { return nil }
      self = .composite(elements)
    case .undefined:
      guard let scalar = AttributeValue(scalar: value) else { return nil }
      self = scalar
    }
  }

  /// The value of an attribute without a type: whatever type `value` has, if there are attributes of it.
  private init?(scalar value: Any) {
    switch value {
    case let truth as Bool: self = .boolean(truth)
    case let number as Double: self = .double(number)
    case let number as Float: self = .float(number)
    case let number as Decimal: self = .decimal(number)
    case let text as String: self = .string(text)
    case let date as Date: self = .date(date.timeIntervalSinceReferenceDate)
    case let data as Data: self = .binary(data)
    case let uuid as UUID: self = .uuid(uuid)
    case let url as URL: self = .uri(url)
    case let archived as TransformableValue: self = .transformable(archived)
    default:
      guard let number = Int64(anyInteger: value) else { return nil }
      self = .integer(number)
    }
  }

  private static func double(from value: Any) -> Double? {
    if let number = value as? Double { return number }
    if let number = value as? Float { return Double(number) }
    return Int64(anyInteger: value).map(Double.init)
  }

  /// Whether this value's case is the one of `type`; its range is not looked at, except an integer's.
  func fits(_ type: AttributeType) -> Bool {
    switch (self, type) {
    case (.null, _), (_, .undefined): true
    case (.integer(let number), .integer16), (.integer(let number), .integer32), (.integer(let number), .integer64):
      type.integerRange?.contains(number) ?? true
    case (.boolean, .boolean), (.double, .double), (.float, .float), (.decimal, .decimal), (.string, .string),
      (.date, .date), (.binary, .binaryData), (.uuid, .uuid), (.uri, .uri), (.transformable, .transformable),
      (.composite, .composite):
      true
    default: false
    }
  }
}

extension Int64 {
  /// The number in `value` if it is an integer of any width that fits; Booleans are no integers.
  fileprivate init?(anyInteger value: Any) {
    if let number = value as? Int {
      self = Int64(number)
    } else if let number = value as? any BinaryInteger, let fitting = Int64(exactly: number) {
      self = fitting
    } else {
      return nil
    }
  }
}
