import AttributeValues
import Foundation
import ManagedObjects
import ModelReading
import ObjectModel
import SQLiteStore
import TestSupport
import Testing

/// Objects of a store that is written page by page, changed before it is finished: the file says the same, byte by byte, as if they had been so from the
/// beginning.
@Suite struct SealingUpdateTests {
  private static let identifier = "00112233-4455-8677-8899-AABBCCDDEEFF"

  /// How the rows come to be what they are to be.
  enum Way: CaseIterable {
    case atOnce
    case updated
    /// Value by value where the store can do that.
    case edited
  }

  private func write(_ rows: RandomRows, _ model: ManagedObjectModel, to path: String, _ way: Way, seed: UInt64) throws
  {
    var random = SeededGenerator(seed)
    let roots = model.entities.filter { $0.superentity == nil }
    let store = try SealingStore(at: path, model: model, streaming: [], updating: way == .atOnce ? [] : roots)
    let final = rows.rows(storeNumber: store.number)
    var request = StoreSaveRequest()
    request.inserted = way == .atOnce ? final : final.map { Self.other(than: $0, among: final, &random) }
    try store.save(request)
    var left = way == .atOnce ? [] : final.shuffled(using: &random)
    while !left.isEmpty {
      let count = min(left.count, random.number(below: 40) + 1)
      var rest: [StoreRow] = []
      for row in left.prefix(count) {
        guard way == .edited, try edit(row, in: store) else {
          rest.append(row)
          continue
        }
      }
      request = StoreSaveRequest()
      request.updated = rest
      try store.save(request)
      left.removeFirst(count)
    }
    let waiting = way == .atOnce ? [] : try final.map { try store.row(for: $0.objectID) }
    let proof = try store.finish { Self.identifier }
    #expect(try proof.problems().isEmpty)
    for (row, wanted) in zip(waiting, final) {
      let read = try store.row(for: wanted.objectID)
      #expect(row?.attributes == read?.attributes && row?.toOne == read?.toOne && row?.version == 1)
      #expect(row?.objectID.entity === wanted.objectID.entity)
    }
    try store.close()
  }

  /// The row of an object as it was before, with values of others. Whoever is a member in an order was one before: the order says when members came.
  private static func other(than row: StoreRow, among rows: [StoreRow], _ random: inout SeededGenerator) -> StoreRow {
    var other = row
    let same = rows.filter { $0.objectID.entity === row.objectID.entity }
    for slot in row.attributes.indices { other.attributes[slot] = random.pick(same).attributes[slot] }
    for (slot, relationship) in row.objectID.entity.layout.toOneRelationships.enumerated()
    where relationship.inverseRelationship?.isOrdered != true {
      other.toOne[slot] = random.once(in: 2) ? nil : random.pick(same).toOne[slot]
    }
    return other
  }

  /// Changes the attributes that can be changed one by one.
  ///
  /// - Returns: Whether all are as they are to be now.
  private func edit(_ row: StoreRow, in store: SealingStore) throws -> Bool {
    let entity = row.objectID.entity
    var isAll = row.toOne.isEmpty
    for slot in row.attributes.indices where !row.attributes[slot].isNull {
      guard let editor = try store.editor(of: entity, slots: [slot]) else {
        isAll = false
        continue
      }
      #expect(try editor.look(at: row.objectID.reference))
      let before = try editor.value(slot)
      #expect(editor.hasValue(slot) == !before.isNull)
      #expect(try editor.has(row.attributes[slot], slot) == (row.attributes[slot] == before))
      try editor.replace([(slot, row.attributes[slot])])
      #expect(try editor.look(at: row.objectID.reference))
      #expect(editor.hasValue(slot))
    }
    return isAll && !row.attributes.contains(where: \.isNull)
  }

  private func expectSame(_ model: ManagedObjectModel, count: Int, seed: UInt64) throws {
    let folder = try TemporaryFolder()
    let rows = RandomRows(model: model, count: count, seed: seed)
    var found: [Way: Data] = [:]
    var files: [Way: [String]] = [:]
    for way in Way.allCases {
      try FileManager.default.createDirectory(atPath: folder.file("\(way)"), withIntermediateDirectories: true)
      let path = folder.file("\(way)/s.sqlite")
      try write(rows, model, to: path, way, seed: seed)
      found[way] = try Data(contentsOf: URL(fileURLWithPath: path))
      files[way] = try FileManager.default.subpathsOfDirectory(atPath: folder.file("\(way)")).sorted()
    }
    #expect(found[.updated] == found[.atOnce], "seed \(seed)")
    #expect(found[.edited] == found[.atOnce], "seed \(seed)")
    // No file stays of a value that was replaced.
    #expect(files[.updated] == files[.atOnce])
    #expect(files[.edited] == files[.atOnce])
  }

  @Test func changesEveryKindOfProperty() throws { try expectSame(KennelModel.make(), count: 300, seed: 1) }

  @Test(arguments: Seeds.range(1...20)) func changesObjectsOfAnyModel(_ seed: UInt64) throws {
    let text = RandomModelText.contents(seed: seed, allowsForeignNames: seed % 5 == 0)
    let model = try ModelReader.parse(Array(text.utf8), file: "contents").model
    do {
      try expectSame(model, count: 50, seed: seed)
    } catch is StoreConflictError {
      // The objects break a uniqueness constraint, however they come to be what they are.
    }
  }

  @Test func worksOutAgainWhatFollowsFromTheObject() throws {
    let book = EntityDescription(name: "Book")
    book.declaredProperties = [
      KennelModel.attribute("title", .string),
      DerivedAttributeDescription(name: "folded", type: .string, derivationExpressionText: "canonical:(title)"),
    ]
    let model = ManagedObjectModel(entities: [book])
    try expectSame(model, count: 20, seed: 2)
    let folder = try TemporaryFolder()
    let store = try SealingStore(at: folder.file("s.sqlite"), model: model, streaming: [], updating: [book])
    // A value that another follows from is no single one.
    #expect(try store.editor(of: book, slots: [0]) == nil)
    try store.close()
  }

  @Test func changesOnlyWhatIsThere() throws {
    let folder = try TemporaryFolder()
    let model = KennelModel.make()
    let animal = try #require(model.entitiesByName["Animal"])
    let dog = try #require(model.entitiesByName["Dog"])
    let owner = try #require(model.entitiesByName["Owner"])
    let rows = RandomRows(model: model, count: 60, seed: 1)
    let store = try SealingStore(at: folder.file("s.sqlite"), model: model, streaming: [], updating: [animal])
    let all = rows.rows(storeNumber: store.number)
    var request = StoreSaveRequest()
    request.inserted = all
    try store.save(request)
    // Others that are found by a parent's name are what they are.
    let first = try #require(all.first { $0.objectID.entity === dog })
    let named = ManagedObjectID(entity: animal, storeNumber: store.number, reference: first.objectID.reference)
    #expect(try store.row(for: named)?.objectID.entity === dog)
    let editor = try #require(try store.editor(of: dog, slots: []))
    #expect(try editor.look(at: first.objectID.reference))
    let other = try #require(all.first { $0.objectID.entity.isKind(of: animal) && $0.objectID.entity !== dog })
    #expect(try !editor.look(at: other.objectID.reference))
    #expect(try !editor.look(at: 10_000))
    #expect(try store.row(for: ManagedObjectID(entity: dog, storeNumber: store.number, reference: 10_000)) == nil)
    // Tables that only grow have nothing to be read or changed.
    #expect(try store.editor(of: owner, slots: []) == nil)
    let owned = try #require(all.first { $0.objectID.entity === owner })
    #expect(throws: SealingStoreError.unreadable) { try store.row(for: owned.objectID) }
    request = StoreSaveRequest()
    request.updated = [
      StoreRow(
        objectID: ManagedObjectID(entity: dog, storeNumber: store.number, reference: 10_000),
        version: 1,
        attributes: first.attributes,
        toOne: first.toOne
      )
    ]
    #expect(throws: StoreConflictError.self) { try store.save(request) }
    #expect(throws: SealingStoreError.closed) { try store.save(request) }
    try store.close()
  }
}
