public import AttributeValues
public import FoundationEssentials
internal import ObjectModel

/// A type that attributes can have in the typed properties of a subclass.
///
/// ```swift
/// struct Centimetres: AttributeConvertible {
///   var value: Double
///   init?(attributeValue: AttributeValue) {
///     guard case .double(let number) = attributeValue else { return nil }
///     value = number
///   }
///   var attributeValue: AttributeValue { .double(value) }
/// }
/// ```
public protocol AttributeConvertible {
  /// The value in this type; `nil` when it is no value or one of another type.
  init?(attributeValue: AttributeValue)
  /// The value as an attribute keeps it.
  var attributeValue: AttributeValue { get }
}

extension ManagedObject {
  /// The value of the attribute named `key`: what a typed property of a subclass returns.
  ///
  /// An attribute that the entity does not have is a programming error: the class belongs to another model.
  ///
  /// - Complexity: One dictionary look-up; nothing is boxed.
  public final func attribute<Value: AttributeConvertible>(_ key: String) -> Value? {
    owner?.assertConfinement()
    noteAccess(to: key)
    guard case .attribute(let slot)? = runtime.layout.slot(named: key) else {
      if let probe = PropertyProbe.of(self) { return probe.attribute(key, of: self) }
      lacks("attribute", key)
    }
    return Value(attributeValue: attribute(slot: slot))
  }

  /// Sets the attribute named `key`: what a typed property of a subclass does. `nil` takes the value away.
  ///
  /// An attribute that the entity does not have, or that is of another type, is a programming error.
  public final func setAttribute<Value: AttributeConvertible>(_ key: String, to value: Value?) {
    owner?.assertConfinement()
    guard case .attribute(let slot)? = runtime.layout.slot(named: key) else { lacks("attribute", key) }
    let typed = value?.attributeValue ?? .null
    precondition(
      typed.fits(runtime.layout.attributes[slot].attributeType),
      "\(entity.name).\(key) is of the type \(runtime.layout.attributes[slot].attributeType.modelName)."
    )
    setAttribute(typed, slot: slot)
  }

  /// The value of an attribute as a case of an enumeration whose raw values it keeps; `nil` too for a raw value without a case.
  public final func attribute<Value: RawRepresentable>(_ key: String) -> Value?
  where Value.RawValue: AttributeConvertible {
    if let value = attribute(key).flatMap({ Value(rawValue: $0) }) { return value }
    return PropertyProbe.of(self)?.attribute(key, of: self)
  }

  /// Sets an attribute to the raw value of a case of an enumeration.
  public final func setAttribute<Value: RawRepresentable>(_ key: String, to value: Value?)
  where Value.RawValue: AttributeConvertible {
    setAttribute(key, to: value?.rawValue)
  }

  /// The object at the other end of the to-one relationship named `key`.
  ///
  /// A relationship that the entity does not have, or an object of another class, is a programming error.
  public final func related<Object: ManagedObject>(_ key: String) -> Object? {
    owner?.assertConfinement()
    noteAccess(to: key)
    guard case .toOne(let slot)? = runtime.layout.slot(named: key) else {
      if let probe = PropertyProbe.of(self) { return probe.related(key, of: self) }
      lacks("to-one relationship", key)
    }
    return toOneObject(slot: slot).map { typed($0, key) }
  }

  /// The objects of the to-many relationship or fetched property named `key`, in order if it has one.
  ///
  /// - Complexity: O(*n*).
  public final func relatedObjects<Object: ManagedObject>(_ key: String) -> [Object] {
    owner?.assertConfinement()
    noteAccess(to: key)
    switch runtime.layout.slot(named: key) {
    case .toMany(let slot): return toManyObjects(slot: slot).map { typed($0, key) }
    case .fetched(let slot): return owner?.objects(ofFetchedProperty: slot, of: self).map { typed($0, key) } ?? []
    default:
      if let probe = PropertyProbe.of(self) { return probe.members(key, of: self) }
      lacks("to-many relationship", key)
    }
  }

  /// Sets any property to a value of its type, which a wrong value or name is a programming error for; `setValue(_:forKey:)` throws.
  public final func setProperty(_ key: String, to value: Any?) {
    do {
      try setValue(value, forKey: key)
    } catch {
      preconditionFailure(error.description)
    }
  }

  private final func lacks(_ kind: String, _ key: String) -> Never {
    preconditionFailure("The entity \(entity.name) has no \(kind) named \"\(key)\".")
  }

  private final func typed<Object: ManagedObject>(_ object: ManagedObject, _ key: String) -> Object {
    guard let typed = object as? Object else {
      preconditionFailure(
        "\(entity.name).\(key) has an object of the class \(type(of: object)), not \(Object.self): "
          + "give the coordinator the model's classes."
      )
    }
    return typed
  }
}

extension AttributeConvertible where Self: FixedWidthInteger {
  public init?(attributeValue: AttributeValue) {
    guard case .integer(let number) = attributeValue else { return nil }
    self.init(exactly: number)
  }
  public var attributeValue: AttributeValue { .integer(Int64(clamping: self)) }
}

extension Int16: AttributeConvertible {}
extension Int32: AttributeConvertible {}
extension Int64: AttributeConvertible {}
extension Int: AttributeConvertible {}

extension Bool: AttributeConvertible {
  public init?(attributeValue: AttributeValue) {
    guard case .boolean(let truth) = attributeValue else { return nil }
    self = truth
  }
  public var attributeValue: AttributeValue { .boolean(self) }
}

extension Double: AttributeConvertible {
  public init?(attributeValue: AttributeValue) {
    guard case .double(let number) = attributeValue else { return nil }
    self = number
  }
  public var attributeValue: AttributeValue { .double(self) }
}

extension Float: AttributeConvertible {
  public init?(attributeValue: AttributeValue) {
    guard case .float(let number) = attributeValue else { return nil }
    self = number
  }
  public var attributeValue: AttributeValue { .float(self) }
}

extension Decimal: AttributeConvertible {
  public init?(attributeValue: AttributeValue) {
    guard case .decimal(let number) = attributeValue else { return nil }
    self = number
  }
  public var attributeValue: AttributeValue { .decimal(self) }
}

extension String: AttributeConvertible {
  public init?(attributeValue: AttributeValue) {
    guard case .string(let text) = attributeValue else { return nil }
    self = text
  }
  public var attributeValue: AttributeValue { .string(self) }
}

extension Date: AttributeConvertible {
  public init?(attributeValue: AttributeValue) {
    guard case .date(let seconds) = attributeValue else { return nil }
    self.init(timeIntervalSinceReferenceDate: seconds)
  }
  public var attributeValue: AttributeValue { .date(timeIntervalSinceReferenceDate) }
}

extension Data: AttributeConvertible {
  public init?(attributeValue: AttributeValue) {
    guard case .binary(let data) = attributeValue else { return nil }
    self = data
  }
  public var attributeValue: AttributeValue { .binary(self) }
}

extension UUID: AttributeConvertible {
  public init?(attributeValue: AttributeValue) {
    guard case .uuid(let uuid) = attributeValue else { return nil }
    self = uuid
  }
  public var attributeValue: AttributeValue { .uuid(self) }
}

extension URL: AttributeConvertible {
  public init?(attributeValue: AttributeValue) {
    guard case .uri(let url) = attributeValue else { return nil }
    self = url
  }
  public var attributeValue: AttributeValue { .uri(self) }
}
