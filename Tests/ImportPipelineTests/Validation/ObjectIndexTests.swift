import AttributeValues
import ManagedObjects
import ObjectModel
import Testing

@testable import ImportPipeline

@Suite("Indexes of objects")
struct ObjectIndexTests {
  private let dog = EntityDescription(name: "Dog")
  private let owner = EntityDescription(name: "Owner")

  init() {
    let owns = RelationshipDescription(name: "owner", destination: owner)
    dog.declaredProperties = [
      AttributeDescription(name: "name", type: .string), AttributeDescription(name: "number", type: .integer32), owns,
    ]
    // A coordinator freezes the model.
    _ = PersistentStoreCoordinator(managedObjectModel: ManagedObjectModel(entities: [dog, owner]))
  }

  private func slot(_ name: String) throws -> Int {
    guard case .attribute(let slot) = dog.layout.slot(named: name) else { throw NoSlot() }
    return slot
  }

  private struct NoSlot: Error {}

  private func attributes(_ name: AttributeValue, _ number: AttributeValue) throws -> [AttributeValue] {
    var attributes = [AttributeValue](repeating: .null, count: dog.layout.attributes.count)
    attributes[try slot("name")] = name
    attributes[try slot("number")] = number
    return attributes
  }

  private func object(_ reference: Int64) -> ManagedObjectID {
    ManagedObjectID(entity: owner, storeNumber: 1, reference: reference)
  }

  @Test func anObjectWithAMissingPartHasNoFingerprint() throws {
    let index = ObjectIndex(entity: dog, parts: [.attribute(try slot("name")), .attribute(try slot("number"))])
    #expect(index.isAboutAttributes && index.propertyNames == ["name", "number"])
    let full = index.fingerprint(try attributes(.string("Rex"), .integer(1))) { _ in nil }
    #expect(full != nil && full == index.fingerprint([.string("Rex"), .integer(1)]))
    #expect(index.fingerprint(try attributes(.string("Rex"), .null), toOne: { _ in nil }) == nil)
    #expect(index.fingerprint(try attributes(.null, .integer(1)), toOne: { _ in nil }) == nil)
    #expect(index.fingerprint(try attributes(.string("Rex"), .integer(2)), toOne: { _ in nil }) != full)
    let single = ObjectIndex(entity: dog, parts: [.attribute(try slot("number"))])
    #expect(single.fingerprint(try attributes(.string("Rex"), .null), toOne: { _ in nil }) == nil)
    #expect(
      single.fingerprint(try attributes(.null, .integer(1)), toOne: { _ in nil }) == single.fingerprint(.integer(1))
    )
  }

  @Test func anObjectOfARelationshipIsAPart() throws {
    let alone = ObjectIndex(entity: dog, parts: [.toOne(0)])
    #expect(!alone.isAboutAttributes && alone.attributeSlots.isEmpty && alone.propertyNames == ["owner"])
    let row = try attributes(.string("Rex"), .null)
    #expect(alone.fingerprint(row, toOne: { _ in nil }) == nil)
    let first = alone.fingerprint(row) { _ in object(1) }
    #expect(first == Fingerprint(object(1)) && first != alone.fingerprint(row) { _ in object(2) })

    let mixed = ObjectIndex(entity: dog, parts: [.toOne(0), .attribute(try slot("name"))])
    #expect(!mixed.isAboutAttributes)
    let both = mixed.fingerprint(row) { _ in object(1) }
    #expect(both != nil && both != first)
    #expect(mixed.fingerprint(row, toOne: { _ in nil }) == nil)
    #expect(mixed.fingerprint(try attributes(.null, .null)) { _ in object(1) } == nil)
    #expect(mixed.fingerprint(try attributes(.string("Bello"), .null)) { _ in object(1) } != both)
    #expect(mixed.fingerprint(row) { _ in object(2) } != both)
  }

  @Test func folds() throws {
    let index = ObjectIndex(entity: dog, parts: [.attribute(try slot("name"))], folding: .init(ignoresCase: true))
    #expect(index.fingerprint(.string("Rex")) == index.fingerprint(.string("REX")))
    let pair = ObjectIndex(
      entity: dog,
      parts: [.attribute(try slot("name")), .attribute(try slot("number"))],
      folding: .init(ignoresCase: true)
    )
    #expect(pair.fingerprint([.string("Rex"), .integer(1)]) == pair.fingerprint([.string("rex"), .integer(1)]))
  }

  @Test func suggestsTextsOfObjectsThatAreThere() throws {
    let index = ObjectIndex(entity: dog, parts: [.attribute(try slot("name"))])
    #expect(!index.wantsTexts)
    index.isReferenced = true
    #expect(index.wantsTexts)
    for (number, name) in ["Hounds", "Terriers"].enumerated() {
      let entry = FingerprintTable.Entry(reference: Int64(number), source: 0, line: 1)
      index.insert(index.fingerprint(.string(name)), entry, text: .string(name))
    }
    #expect(index.suggestion(for: "Hounsd") == "Hounds")
    index.remove(index.fingerprint(.string("Hounds")), reference: 0, text: .string("Hounds"))
    #expect(index.suggestion(for: "Hounsd") == nil)
    #expect(index.first(index.fingerprint(.string("Hounds"))) == nil)
    index.noteRejected(index.fingerprint(.string("Toys")))
    #expect(
      index.wasRejected(index.fingerprint(.string("Toys")))
        && !index.wasRejected(index.fingerprint(.string("Terriers")))
    )
  }
}
