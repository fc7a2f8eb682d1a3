import AttributeValues
import Foundation
import ManagedObjects
import ObjectModel
import SQLiteStore
import TestSupport

/// The same random objects in an SQLite store and in an in-memory store, under the same keys.
final class RandomKennel {
  private let folder: TemporaryFolder
  let model = KennelModel.make()
  let sqlite: SQLiteStore
  let memory = InMemoryStore()
  /// The objects of each entity, as the SQLite store names them.
  private(set) var identifiers: [String: [ManagedObjectID]] = [:]

  init(using random: inout SeededGenerator) throws {
    model.freeze()
    folder = try TemporaryFolder()
    var options = SQLiteStoreOptions()
    options.journalMode = .off
    options.synchronous = .off
    sqlite = try SQLiteStore.create(at: folder.file("Kennel.sqlite"), model: model, options: options)
    var owners: [StoreRow] = []
    for number in 0..<random.number(below: 5) {
      // The e-mail address is unique.
      let email = random.once(in: 4) ? AttributeValue.null : .string("\(number)\(random.pick(RandomValues.texts))")
      owners.append(try row("Owner", ["email": email], toOne: [:], using: &random))
    }
    try insert(owners)
    var animalRows: [StoreRow] = []
    for name in ["Dog", "Cat"] {
      for _ in 0..<(name == "Dog" ? 4 + random.number(below: 12) : random.number(below: 4)) {
        let owner = random.once(in: 3) ? nil : owners.randomElement(using: &random)?.objectID
        animalRows.append(try row(name, toOne: ["owner": owner], using: &random))
      }
    }
    try insert(animalRows)
    var walks: [StoreRow] = []
    for _ in 0..<random.number(below: 5) { walks.append(try row("Walk", toOne: [:], using: &random)) }
    try insert(walks)
    for walk in walks { try link(walk, "dogs", ids("Dog"), isOrdered: true, using: &random) }
    // Without an inverse, a member's row says whose it is: SQLite keeps one owner for each, as Core Data does.
    var cats = ids("Cat")
    for walk in walks {
      let members = try link(walk, "photosOf", cats, isOrdered: false, using: &random)
      cats.removeAll { members.contains($0) }
    }
    var animals = ids("Dog") + ids("Cat")
    for owner in owners {
      let members = try link(owner, "favourites", animals, isOrdered: false, using: &random)
      animals.removeAll { members.contains($0) }
    }
  }

  func entity(_ name: String) -> EntityDescription {
    guard let entity = model.entitiesByName[name] else { preconditionFailure("There is no entity \(name).") }
    return entity
  }

  func ids(_ entityName: String) -> [ManagedObjectID] { identifiers[entityName] ?? [] }

  /// Every object of the SQLite store under the name of a predicate's variable.
  var objectVariables: [String: ManagedObjectID] {
    var variables: [String: ManagedObjectID] = [:]
    for objectID in identifiers.values.joined() {
      variables["\(objectID.entity.name)_\(objectID.reference)"] = objectID
    }
    return variables
  }

  /// The same object as the in-memory store names it.
  func inMemory(_ objectID: ManagedObjectID) -> ManagedObjectID {
    ManagedObjectID(entity: objectID.entity, storeNumber: memory.number, reference: objectID.reference)
  }

  private func row(
    _ entityName: String,
    _ given: [String: AttributeValue] = [:],
    toOne: [String: ManagedObjectID?],
    using random: inout SeededGenerator
  ) throws -> StoreRow {
    let entity = entity(entityName)
    var values: [String: AttributeValue] = [:]
    for attribute in entity.layout.attributes where !attribute.isTransient {
      let drawn = RandomValues.value(of: attribute.attributeType, using: &random)
      values[attribute.name] = given[attribute.name] ?? drawn
    }
    let objectID = try sqlite.obtainPermanentIDs(for: entity, count: 1)[0]
    _ = memory.obtainPermanentIDs(for: entity, count: 1)
    identifiers[entityName, default: []].append(objectID)
    return StoreRow(
      objectID: objectID,
      version: 1,
      attributes: entity.layout.attributes.map { values[$0.name] ?? .null },
      toOne: entity.layout.toOneRelationships.map { toOne[$0.name] ?? nil }
    )
  }

  private func insert(_ rows: [StoreRow]) throws {
    var request = StoreSaveRequest()
    request.inserted = rows
    try sqlite.save(request)
    request.inserted = rows.map { row in
      StoreRow(
        objectID: inMemory(row.objectID),
        version: 1,
        attributes: row.attributes,
        toOne: row.toOne.map { $0.map(inMemory) }
      )
    }
    try memory.save(request)
  }

  @discardableResult
  private func link(
    _ owner: StoreRow,
    _ name: String,
    _ candidates: [ManagedObjectID],
    isOrdered: Bool,
    using random: inout SeededGenerator
  ) throws -> [ManagedObjectID] {
    guard case .toMany(let slot)? = owner.objectID.entity.layout.slot(named: name) else { return [] }
    let members = candidates.filter { _ in random.once(in: 3) }.shuffled(using: &random)
    for (store, name) in [(sqlite as any PersistentStore, { $0 }), (memory, inMemory)] {
      var request = StoreSaveRequest()
      request.toManyChanges = [
        StoreToManyChange(
          owner: name(owner.objectID),
          slot: slot,
          added: members.map(name),
          removed: [],
          order: isOrdered ? members.map(name) : nil
        )
      ]
      try store.save(request)
    }
    return members
  }
}

/// Values that go wrong easily: case pairs that are none in ASCII, composed and decomposed letters, emoji, the ends of number ranges.
enum RandomValues {
  static let texts = [
    "Rex", "rex", "REX", "Rexy", "Ærø", "AERO", "Zoé", "Zoe\u{301}", "zoe", "ZOÉ", "İstanbul", "istanbul", "ISTANBUL",
    "ıstanbul", "Straße", "STRASSE", "strasse", "ß", "ẞ", "ſ", "🐶", "🐶👍🏽", "👨‍👩‍👧", "", " ", "a\0b", "100%", "a_b",
    "*", "?", "\\", "naïve", "ΣΊΣΥΦΟΣ", "σίσυφος", "ǅ", "ﬁ", "fi", "Å", "\u{212B}", "A\u{30A}", "K", "\u{212A}", "k",
    "1", "12",
    "-3.5", "007", "a\nb", "日本", "한글", "\u{1112}\u{1161}\u{11AB}", "item 2", "item 10", "Item 2",
    "'; DROP TABLE ZDOG; --",
    "\"", "https://example.org/1",
  ]
  static let integers: [Int64] = [
    0, 1, -1, 2, 3, 7, 100, -100, 1 << 31, 1 << 53, 1 << 53 + 1, .min, .min + 1, .max, .max - 1,
  ]
  static let reals: [Double] = [
    0, -0.0, 1, -1, 0.1, 0.5, 2.5, -2.5, 3, 7, 1e-9, 1e9, 1e300, -1e300, Double.leastNonzeroMagnitude,
    9.007199254740993e15, .infinity,
    -.infinity,
  ]
  static let decimals = ["0", "1", "-1", "0.1", "0.5", "2.5", "100", "1234567.89", "-0.001", "1e15", "3"]
    .compactMap { Decimal(string: $0) }

  /// A value that an attribute of this type can have; once in five times none.
  static func value(of type: AttributeType, using random: inout SeededGenerator) -> AttributeValue {
    if random.once(in: 5) { return .null }
    switch type {
    case .string: return .string(random.pick(texts))
    case .integer16: return .integer(Int64(Int16(clamping: random.pick(integers))))
    case .integer32: return .integer(Int64(Int32(clamping: random.pick(integers))))
    case .integer64: return .integer(random.pick(integers))
    case .boolean: return .boolean(random.once(in: 2))
    case .double: return .double(random.pick(reals))
    case .float: return .float(Float(random.pick(reals)))
    case .decimal: return .decimal(random.pick(decimals))
    case .date: return .date(random.pick([0, -0.5, 86_400, 1, 1.5, 7e8]))
    case .uuid:
      return .uuid(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, UInt8(random.number(below: 3)))))
    case .uri: return URL(string: "https://example.org/\(random.number(below: 4))").map { .uri($0) } ?? .null
    case .binaryData: return .binary(Data((0..<random.number(below: 4)).map { UInt8($0 * 80) }))
    case .transformable: return .transformable(TransformableValue(bytes: Data([UInt8(random.number(below: 3))])))
    case .composite: return .composite(["city": .string(random.pick(texts))])
    case .undefined: return .null
    }
  }
}
