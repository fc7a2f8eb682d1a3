internal import AttributeValues
internal import Findings
internal import ManagedObjects
internal import ObjectModel
internal import PredicateLanguage

/// The objects of an entity, those of its sub-entities included, by the values of some properties: for keys, uniqueness constraints and references.
final class ObjectIndex {
  /// A property whose value is a part of the key.
  enum Part: Hashable {
    /// The attribute in a slot.
    case attribute(Int)
    /// The object of the to-one relationship in a slot.
    case toOne(Int)
    /// The derived attribute in a slot, whose value follows from other attributes of the object.
    case derived(Int)
  }

  let entity: EntityDescription
  let parts: [Part]
  let folding: KeyFolding
  /// Whether it stands for a uniqueness constraint of the model.
  var isConstraint = false
  /// Whether records find the objects here that they change.
  var isKey = false
  /// Whether references are looked up here, so that texts are suggested from it.
  var isReferenced = false
  private var table = FingerprintTable()
  /// The keys of rejected records: what speaks of them later is wrong only for that.
  private var rejected: Set<Fingerprint> = []
  /// The first texts of a single attribute, for suggestions.
  private var texts: [String] = []

  /// How the derived attributes among the parts are worked out, by slot.
  private let derivations: [Int: DerivedValue]

  private static let mostTexts = 5000

  init(entity: EntityDescription, parts: [Part], folding: KeyFolding = .none) {
    self.entity = entity
    self.parts = parts
    self.folding = folding
    derivations = parts.contains { if case .derived = $0 { true } else { false } } ? entity.ownDerivations : [:]
  }

  /// The slots of the attributes among the parts, and of those that derived ones follow from.
  var attributeSlots: [Int] {
    parts.flatMap { part -> [Int] in
      switch part {
      case .attribute(let slot): [slot]
      case .toOne: []
      case .derived(let slot): derivations[slot]?.ownSlots ?? []
      }
    }
  }

  /// Whether all parts are attributes that are not derived.
  var isAboutAttributes: Bool { parts.allSatisfy { if case .attribute = $0 { true } else { false } } }

  /// The names of the properties.
  var propertyNames: [String] {
    parts.map { part in
      switch part {
      case .attribute(let slot), .derived(let slot): entity.layout.attributes[slot].name
      case .toOne(let slot): entity.layout.toOneRelationships[slot].name
      }
    }
  }

  // MARK: Fingerprints

  /// The fingerprint of a single value.
  func fingerprint(_ value: AttributeValue) -> Fingerprint { Fingerprint(folding.folded(value)) }

  /// The fingerprint of several values, one for each part.
  func fingerprint(_ values: [AttributeValue]) -> Fingerprint {
    values.count == 1 ? fingerprint(values[0]) : Fingerprint(values.map { fingerprint($0) })
  }

  /// The fingerprint of an object's values; `nil` if one is missing, because missing values are never equal.
  ///
  /// - Parameters:
  ///   - attributes: The object's attributes by slot.
  ///   - toOne: The object of a to-one relationship by slot.
  func fingerprint(_ attributes: [AttributeValue], toOne: (Int) throws -> ManagedObjectID?) rethrows -> Fingerprint? {
    if parts.count == 1, case .attribute(let slot) = parts[0] {
      return attributes[slot].isNull ? nil : fingerprint(attributes[slot])
    }
    var fingerprints: [Fingerprint] = []
    for part in parts {
      if case .toOne(let slot) = part {
        guard let target = try toOne(slot) else { return nil }
        fingerprints.append(Fingerprint(target))
      } else {
        guard let value = value(of: part, attributes), !value.isNull else { return nil }
        fingerprints.append(fingerprint(value))
      }
    }
    return fingerprints.count == 1 ? fingerprints[0] : Fingerprint(fingerprints)
  }

  /// The value of a part of an object with these attributes; `nil` for relationships.
  func value(of part: Part, _ attributes: [AttributeValue]) -> AttributeValue? {
    switch part {
    case .attribute(let slot): attributes[slot]
    case .toOne: nil
    case .derived(let slot):
      derivations[slot].map { derivation in
        derivation.copiedSlot.map { attributes[$0] }
          ?? derivation.value(of: NamedAttributes(layout: entity.layout, attributes: attributes), now: nil)
      }
    }
  }

  // MARK: Objects

  /// Brings what the questions about these fingerprints begin with into the processor's caches.
  ///
  /// - Parameter andObjects: Whether most of them are there, so that their objects are needed as well.
  func prefetch(_ fingerprints: Fingerprints, andObjects: Bool = false) {
    table.prefetch(fingerprints, andObjects: andObjects)
  }

  /// The object that was added first with a fingerprint.
  ///
  /// - Complexity: O(1) on average.
  func first(_ fingerprint: Fingerprint) -> FingerprintTable.Entry? { table.first(fingerprint) }

  /// Whether no object has a fingerprint.
  ///
  /// - Complexity: O(1) on average.
  func lacks(_ fingerprint: Fingerprint) -> Bool { table.lacks(fingerprint) }

  /// The object that has a fingerprint, if exactly one has it.
  ///
  /// - Complexity: O(1) on average.
  func only(_ fingerprint: Fingerprint) -> FingerprintTable.Entry? { table.only(fingerprint) }

  /// The objects that have a fingerprint, those that were added first before the others.
  ///
  /// - Complexity: O(*n*) on average in those objects.
  func objects(_ fingerprint: Fingerprint) -> [FingerprintTable.Entry] {
    var entries: [FingerprintTable.Entry] = []
    table.forEach(fingerprint) { entry in
      entries.append(entry)
      return true
    }
    return entries
  }

  /// The objects as they are now, for those who look while others are added.
  var snapshot: FingerprintTable { table }

  /// Adds an object; its text can be suggested from now on.
  func insert(_ fingerprint: Fingerprint, _ entry: FingerprintTable.Entry, text: @autoclosure () -> AttributeValue) {
    table.insert(fingerprint, entry)
    if wantsTexts, case .string(let text) = text() { texts.append(text) }
  }

  /// Takes an object out.
  func remove(_ fingerprint: Fingerprint, reference: Int64, text: @autoclosure () -> AttributeValue) {
    table.remove(fingerprint, reference: reference)
    if isReferenced, case .string(let text) = text(), let index = texts.firstIndex(of: text) {
      texts.remove(at: index)
    }
  }

  /// Whether the texts of further objects are of use; once they are not, they never are again while objects are only added.
  var wantsTexts: Bool { isReferenced && parts.count == 1 && texts.count < Self.mostTexts }

  /// Remembers the key of a rejected record.
  func noteRejected(_ fingerprint: Fingerprint) { rejected.insert(fingerprint) }

  /// Whether a record with this key was rejected.
  func wasRejected(_ fingerprint: Fingerprint) -> Bool { rejected.contains(fingerprint) }

  /// A text that `text` may have been meant to be.
  func suggestion(for text: String) -> String? { EditDistance.suggestion(for: text, among: texts) }
}

/// An object's attributes as an expression sees them that speaks of nothing else.
private struct NamedAttributes: PredicateSubject {
  let layout: EntityLayout
  let attributes: [AttributeValue]

  func predicateValue(forKey key: String) -> PredicateValue? {
    if case .attribute(let slot)? = layout.slot(named: key) { .value(attributes[slot]) } else { nil }
  }
}

extension EntityDescription {
  /// The derived attributes whose values follow from the object's own attributes, which are not derived themselves, by slot.
  var ownDerivations: [Int: DerivedValue] {
    let own = DerivedValue.all(of: self).filter { derived in
      derived.dependence == .object
        && derived.ownSlots.allSatisfy { !(layout.attributes[$0] is DerivedAttributeDescription) }
    }
    return Dictionary(uniqueKeysWithValues: own.map { ($0.slot, $0) })
  }
}
