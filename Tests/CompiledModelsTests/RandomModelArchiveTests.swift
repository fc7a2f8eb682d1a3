import AttributeValues
import CompiledModels
import ModelReading
import ObjectModel
import PropertyLists
import TestSupport
import Testing

@Suite struct RandomModelArchiveTests {
  private func model(_ seed: UInt64) throws -> ManagedObjectModel {
    let text = RandomModelText.contents(seed: seed, allowsForeignNames: seed.isMultiple(of: 3))
    return try ModelReader.parse(Array(text.utf8), file: "contents").model
  }

  @Test(arguments: UInt64(100)...160) func readsBackWhatItCompiled(_ seed: UInt64) throws {
    let model = try model(seed)
    let compiled = try CompiledModel.read(try CompiledModel.archive(model))
    #expect(ModelComparison.differences(from: model, to: compiled).map(\.description) == [])
    #expect(compiled.entityVersionHashesByName == model.entityVersionHashesByName)
    let cached = try CompiledModel.model(fromModelCache: try CompiledModel.modelCache(for: model))
    #expect(ModelComparison.differences(from: compiled, to: cached).allSatisfy { $0.aspect == "class" })
  }

  /// What is changed in an archive's bytes.
  enum Damage: CaseIterable, Sendable { case flipped, overwritten, cut, removed, doubled }

  @Test(arguments: Damage.allCases) func endsWithAModelOrAnErrorForDamagedArchives(_ damage: Damage) throws {
    var generator = SeededGenerator(7)
    var refused = 0
    for seed in UInt64(200)..<208 {
      let bytes = try CompiledModel.archive(model(seed))
      for _ in 0..<60 {
        do {
          _ = try CompiledModel.read(Self.damaged(bytes, damage, &generator))
        } catch let error as CompiledModelError {
          #expect(!error.description.isEmpty)
          refused += 1
        }
      }
    }
    #expect(refused > 0)
  }

  private static func damaged(_ bytes: [UInt8], _ damage: Damage, _ generator: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    let place = Int.random(in: 0..<bytes.count, using: &generator)
    switch damage {
    case .flipped: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
    case .overwritten:
      for index in place..<min(place + 16, bytes.count) { bytes[index] = UInt8.random(in: 0...255, using: &generator) }
    case .cut: bytes.removeLast(place)
    case .removed: bytes.removeSubrange(place..<min(place + 9, bytes.count))
    case .doubled: bytes.insert(contentsOf: bytes[place..<min(place + 40, bytes.count)], at: place)
    }
    return bytes
  }

  @Test func readsAnArchiveWhoseEntitiesAreTheirOwnParents() throws {
    let model = ManagedObjectModel(entities: [EntityDescription(name: "A"), EntityDescription(name: "B")])
    let archive = try KeyedArchive(try CompiledModel.archive(model))
    let numbers = archive.objects.indices.filter {
      archive.object(.uid(UInt64($0)))?.className == "NSEntityDescription"
    }
    let damaged = try Self.archive(archive) { number, fields in
      if let index = numbers.firstIndex(of: number) { fields["NSSuperentity"] = .uid(UInt64(numbers[1 - index])) }
    }
    let read = try CompiledModel.read(damaged)
    #expect(read.entities.filter { $0.superentity == nil }.count == 1)
  }

  /// Issue 18: relationships lead from each entity to the next, so that whoever follows them goes through the whole model.
  @Test func compilesARingOfEntitiesWithoutFollowingItOnTheStack() throws {
    let entities = (0..<4000).map { EntityDescription(name: "E\($0)") }
    for (number, entity) in entities.enumerated() {
      let next = RelationshipDescription(name: "next", destination: entities[(number + 1) % entities.count])
      entity.declaredProperties = [next]
    }
    let model = ManagedObjectModel(entities: entities)
    let hashes = model.entityVersionHashesByName
    // 512 KB, as threads of libdispatch have at the least.
    let outcome = SmallStack.run { () -> Bool in
      let archive = try CompiledModel.archive(model)
      return try CompiledModel.read(archive).entityVersionHashesByName == hashes
    }
    #expect(try outcome.get())
  }

  @Test func endsForACompositeThatContainsItself() throws {
    let entity = EntityDescription(name: "A")
    let inner = CompositeAttributeDescription(name: "inner", elements: [AttributeDescription(name: "x", type: .double)])
    entity.declaredProperties = [CompositeAttributeDescription(name: "outer", elements: [inner])]
    let archive = try KeyedArchive(try CompiledModel.archive(ManagedObjectModel(entities: [entity])))
    let outer = try #require(
      archive.objects.indices.first {
        archive.object(.uid(UInt64($0)))?.string("NSPropertyName") == "outer"
      }
    )
    let damaged = try Self.archive(archive) { _, fields in
      if fields["NS.objects"]?.array?.count == 1, fields["NS.keys"] == nil {
        fields["NS.objects"] = .array([.uid(UInt64(outer))])
      }
    }
    let error = #expect(throws: CompiledModelError.self) { try CompiledModel.read(damaged) }
    #expect(error?.kind == .malformed)
  }

  @Test func endsForAPredicateThatContainsItselfTwice() throws {
    let model = ManagedObjectModel(entities: [EntityDescription(name: "A")])
    model.fetchRequestTemplatesByName["some"] = FetchRequestTemplate(entityName: "A", predicateText: "x == 1 OR y == 2")
    let archive = try KeyedArchive(try CompiledModel.archive(model))
    let predicate = try #require(
      archive.objects.indices.first { archive.object(.uid(UInt64($0)))?.className == "NSCompoundPredicate" }
    )
    let damaged = try Self.archive(archive) { _, fields in
      if fields["NS.objects"]?.array?.count == 2, fields["NS.keys"] == nil {
        fields["NS.objects"] = .array([.uid(UInt64(predicate)), .uid(UInt64(predicate))])
      }
    }
    let text = try CompiledModel.read(damaged).fetchRequestTemplatesByName["some"]?.predicateText
    #expect(text?.contains("<nesting>") == true)
    #expect(text.map { $0.utf8.count < 1 << 24 } == true)
  }

  /// The archive with changed objects.
  private static func archive(
    _ archive: KeyedArchive,
    changing: (Int, inout PropertyListDictionary) -> Void
  ) throws -> [UInt8] {
    let objects = archive.objects.enumerated().map { number, object -> PropertyListValue in
      guard var fields = object.dictionary else { return object }
      changing(number, &fields)
      return .dictionary(fields)
    }
    return PropertyList.writeBinary(
      .dictionary([
        "$version": .integer(100_000), "$archiver": .string("NSKeyedArchiver"),
        "$top": .dictionary(["root": .uid(UInt64(archive.root))]), "$objects": .array(objects),
      ])
    )
  }
}
