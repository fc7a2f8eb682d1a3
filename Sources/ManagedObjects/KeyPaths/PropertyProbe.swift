internal import AttributeValues
internal import FoundationEssentials
internal import ObjectModel

/// Follows a key path from an object without entity, which notes what it is asked for and answers with trial values.
///
/// The typed properties of a class are made of `attribute(_:)`, `related(_:)`, `relatedObjects(_:)` and `value(forKey:)`. They know no name of an
/// object of `PropertyProbe.entity`, and turn to the probe. A key path stands for a property if each trial value comes out of it as it went in.
final class PropertyProbe: @unchecked Sendable {
  // `@unchecked`: made, used and dropped by one call on one thread; a task-local value has to be `Sendable`.

  /// What attributes show.
  private enum Trial {
    /// The value with a number, of those that stand for the attribute's type.
    case value(Int)
    /// None.
    case missing
  }

  /// What came out of the key path.
  private enum Outcome: Hashable {
    case attribute([String], AttributeValue)
    case object([String])
    case objects([String])
  }

  @TaskLocal private static var current: PropertyProbe?

  /// The entity of probed objects, which has no properties.
  private static let entity: EntityDescription = {
    let entity = EntityDescription(name: "KeyPath")
    ManagedObjectModel(entities: [entity]).freeze()
    return entity
  }()

  private let trial: Trial
  /// The type of the key path's values, which says what `value(forKey:)` shows.
  private let valueType: any Any.Type
  private var objects: [(object: ManagedObject, path: [String])] = []
  /// What was read; attributes with the value that was shown, as it would be stored.
  private var reads: [[String]: AttributeValue?] = [:]
  /// The members of the to-many relationships that were read.
  private var members: [[String]: [ManagedObject]] = [:]
  /// How many trial values the attribute's type has.
  private var trialCount = 0
  private var readsUntyped = false

  private init(_ trial: Trial, valueType: any Any.Type) {
    self.trial = trial
    self.valueType = valueType
  }

  /// The probe that `object` belongs to; `nil` for every object of a context.
  static func of(_ object: ManagedObject) -> PropertyProbe? { object.runtime.entity === entity ? current : nil }

  // MARK: Following a key path

  static func path(of keyPath: AnyKeyPath) throws(QueryTranslationError) -> PropertyPath {
    guard let first = outcome(of: keyPath, .value(0)) else { throw QueryTranslationError(.notAProperty, keyPath) }
    switch first.outcome {
    case .object(let names): return PropertyPath(names: names, kind: .object)
    case .objects(let names): return PropertyPath(names: names, kind: .objects)
    case .attribute(let names, _):
      for number in 1..<max(first.probe.trialCount, 2) {
        guard case .attribute(names, _)? = outcome(of: keyPath, .value(number))?.outcome else {
          throw QueryTranslationError(.notAProperty, keyPath)
        }
      }
      // A cast of `value(forKey:)` that must succeed would end the program.
      guard !first.probe.readsUntyped || type(of: keyPath).valueType is any OptionalValue.Type,
        case .attribute(names, let missing)? = outcome(of: keyPath, .missing)?.outcome
      else { throw QueryTranslationError(.notAProperty, keyPath) }
      return PropertyPath(names: names, kind: .attribute(ifMissing: missing))
    }
  }

  private static func outcome(of keyPath: AnyKeyPath, _ trial: Trial) -> (outcome: Outcome, probe: PropertyProbe)? {
    guard let objectClass = type(of: keyPath).rootType as? ManagedObject.Type else { return nil }
    let probe = PropertyProbe(trial, valueType: type(of: keyPath).valueType)
    return $current.withValue(probe) {
      let value = probe.object(of: objectClass, at: [])[keyPath: keyPath].flatMap(unwrapped)
      return probe.outcome(for: value).map { ($0, probe) }
    }
  }

  /// What `value` is of all that was read; `nil` if it is nothing of that, or if something else was read, too.
  private func outcome(for value: Any?) -> Outcome? {
    if let identifier = value as? ManagedObjectID {
      return objects.first { $0.object.objectID == identifier }.flatMap { found(.object($0.path), at: $0.path) }
    }
    if let object = value as? ManagedObject { return path(of: object).flatMap { found(.object($0), at: $0) } }
    if let members = value as? [ManagedObject] ?? (value as? Set<ManagedObject>).map(sorted) {
      guard let path = members.first.flatMap(path(of:)), self.members[path] == members else { return nil }
      return found(.objects(path), at: path)
    }
    let attributes = reads.filter { $0.value != nil }
    guard attributes.count == 1, let (path, shown) = attributes.first, let shown else { return nil }
    guard let value else { return shown.isNull ? found(.attribute(path, .null), at: path) : nil }
    guard let stored = AttributeValue.stored(as: value), shown.isNull || stored == shown else { return nil }
    return found(.attribute(path, stored), at: path)
  }

  /// The outcome, if nothing was read but what stands on the way to it, and no member was picked of several.
  private func found(_ outcome: Outcome, at path: [String]) -> Outcome? {
    let isEnd = if case .objects = outcome { true } else { false }
    return reads.keys.allSatisfy(path.starts) && members.keys.allSatisfy { isEnd && $0 == path } ? outcome : nil
  }

  /// Objects in the order in which they were made.
  private func sorted(_ objects: Set<ManagedObject>) -> [ManagedObject] {
    objects.sorted { $0.reference < $1.reference }
  }

  private func path(of object: ManagedObject) -> [String]? { objects.first { $0.object === object }?.path }

  // MARK: Answering for objects

  private func object<Object: ManagedObject>(of objectClass: Object.Type, at path: [String]) -> Object {
    let object = objectClass.init(entity: Self.entity, insertInto: nil)
    object.rename(reference: Int64(objects.count + 1), storeNumber: 0)
    objects.append((object, path))
    return object
  }

  private func path(to key: String, of object: ManagedObject) -> [String] { (path(of: object) ?? []) + [key] }

  func related<Object: ManagedObject>(_ key: String, of object: ManagedObject) -> Object {
    let path = path(to: key, of: object)
    reads.updateValue(nil, forKey: path)
    return self.object(of: Object.self, at: path)
  }

  /// Two members, so that it shows if they are counted, picked or put in another order.
  func members<Object: ManagedObject>(_ key: String, of object: ManagedObject) -> [Object] {
    let path = path(to: key, of: object)
    let objects = [self.object(of: Object.self, at: path), self.object(of: Object.self, at: path)]
    reads.updateValue(nil, forKey: path)
    members[path] = objects
    return objects
  }

  func attribute<Value: AttributeConvertible>(_ key: String, of object: ManagedObject) -> Value? {
    show(AttributeValue.trials(for: Value.self), at: path(to: key, of: object)).flatMap { Value(attributeValue: $0) }
  }

  /// A case of an enumeration, in place of the raw value that has just been shown and is none of its.
  func attribute<Value: RawRepresentable>(_ key: String, of object: ManagedObject) -> Value?
  where Value.RawValue: AttributeConvertible {
    guard let cases = Value.self as? any CaseIterable.Type else { return nil }
    let values = cases.everyCase.compactMap { ($0 as? Value)?.rawValue.attributeValue }
    return show(values, at: path(to: key, of: object))
      .flatMap { Value.RawValue(attributeValue: $0) }.flatMap { Value(rawValue: $0) }
  }

  func value(_ key: String, of object: ManagedObject) -> Any? {
    readsUntyped = true
    let wanted = (valueType as? any OptionalValue.Type)?.wrappedType ?? valueType
    guard let type = wanted as? any AttributeConvertible.Type else {
      reads.updateValue(nil, forKey: path(to: key, of: object))
      return nil
    }
    return show(AttributeValue.trials(for: type), at: path(to: key, of: object))?.anyValue
  }

  private func show(_ values: [AttributeValue], at path: [String]) -> AttributeValue? {
    trialCount = max(trialCount, values.count)
    switch trial {
    case .value(let number) where !values.isEmpty:
      reads[path] = values[number % values.count]
      return values[number % values.count]
    default:
      reads[path] = .some(.null)
      return nil
    }
  }

  private static func unwrapped(_ value: Any) -> Any? { (value as? any OptionalValue)?.unwrapped ?? nonOptional(value) }

  private static func nonOptional(_ value: Any) -> Any? { value is any OptionalValue ? nil : value }
}

extension AttributeValue {
  /// Values that stand for a type: rounding, limits, folding, trimming and signs change at least one.
  private static let trials: [AttributeValue] = {
    let integers: [AttributeValue] = [.integer(101), .integer(-103), .integer(7)]
    let fractions: [AttributeValue] = [1031.375, -2053.125].flatMap { (number: Double) -> [AttributeValue] in
      [.double(number), .float(Float(number)), .decimal(Decimal(number)), .date(number * 1e6)]
    }
    let texts: [AttributeValue] = [" \u{c4}bC d\u{df}\te\u{301}F \n", "zY9-_"].map { .string($0) }
    let bytes: [AttributeValue] = [[7, 0, 255], [1]].map { .binary(Data($0)) }
    let identifiers = ["01020304-0506-0708-090A-0B0C0D0E0F10", "F0E0D0C0-B0A0-9080-7060-504030201000"]
    let addresses = ["https://Example.org:8080/a/../B?q=1#f", "x:y"]
    return integers + [.boolean(true), .boolean(false)] + fractions + texts + bytes
      + identifiers.compactMap { UUID(uuidString: $0).map { .uuid($0) } }
      + addresses.compactMap { URL(string: $0).map { .uri($0) } }
  }()

  /// The trial values that a type takes, and gives back unchanged.
  fileprivate static func trials(for type: any AttributeConvertible.Type) -> [AttributeValue] {
    if let cases = type as? any CaseIterable.Type {
      let values = cases.everyCase.compactMap { ($0 as? any AttributeConvertible)?.attributeValue }
      if !values.isEmpty { return values }
    }
    return trials.filter { type.init(attributeValue: $0)?.attributeValue == $0 }
  }

  /// The value of an attribute that `value` stands for: itself, or its raw value; `nil` if no attribute has such values.
  static func stored(as value: Any) -> AttributeValue? {
    if let value = value as? any AttributeConvertible { return value.attributeValue }
    return (value as? any RawRepresentable).flatMap { stored(asRaw: $0) }
  }

  private static func stored(asRaw value: some RawRepresentable) -> AttributeValue? { stored(as: value.rawValue) }
}

extension CaseIterable {
  /// The cases.
  fileprivate static var everyCase: [Any] { allCases.prefix(64).map { $0 } }
}

/// An optional of whatever type.
protocol OptionalValue {
  static var wrappedType: any Any.Type { get }
  /// The value without the wrappings, however many; `nil` if there is none.
  var unwrapped: Any? { get }
}

extension Optional: OptionalValue {
  static var wrappedType: any Any.Type { (Wrapped.self as? any OptionalValue.Type)?.wrappedType ?? Wrapped.self }
  var unwrapped: Any? {
    guard let value = self else { return nil }
    if let inner = value as? any OptionalValue { return inner.unwrapped }
    return value
  }
}
