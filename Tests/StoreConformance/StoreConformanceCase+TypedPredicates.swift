internal import AttributeValues
internal import Foundation
internal import ManagedObjects
internal import ObjectModel
internal import PredicateLanguage
internal import Testing

extension StoreConformanceCase {
  static let typedPredicateCases: [StoreConformanceCase] = [
    StoreConformanceCase("predicates of Swift select what they hold for", model: TypedModel.make) { stack in
      try TypedModel.fill(stack)
      let context = stack.context()
      let all = try context.fetch(FetchRequest<TypedBreed>(entityName: "TypedBreed"))
      #expect(all.count == 6)
      for (line, predicate) in TypedModel.breedPredicates {
        let expected = try all.filter(predicate).map(\.name).sorted()
        let request = try FetchRequest(predicate: predicate, entityName: "TypedBreed")
        let found = try context.fetch(request).map(\.name).sorted()
        #expect(found == expected, "line \(line): \(request.predicate.map(\.description) ?? "")")
        #expect(try context.count(for: request) == expected.count, "line \(line)")
        // Not yet saved, the objects are asked themselves.
        let translated = try ObjectPredicate(predicate)
        let inMemory = try all.filter { try translated.evaluate(with: $0) }.map(\.name).sorted()
        #expect(inMemory == expected, "line \(line) in memory: \(translated)")
      }
    },
    StoreConformanceCase("predicates of Swift look through relationships", model: TypedModel.make) { stack in
      try TypedModel.fill(stack)
      let context = stack.context()
      let all = try context.fetch(FetchRequest<TypedGroup>(entityName: "TypedGroup"))
      #expect(all.count == 3)
      for (line, predicate) in TypedModel.groupPredicates {
        let expected = try all.filter(predicate).map(\.name).sorted()
        let request = try FetchRequest(predicate: predicate, entityName: "TypedGroup")
        let found = try context.fetch(request).map(\.name).sorted()
        #expect(found == expected, "line \(line): \(request.predicate.map(\.description) ?? "")")
      }
    },
    StoreConformanceCase("sort descriptors of Swift order as they compare", model: TypedModel.make) { stack in
      try TypedModel.fill(stack)
      let context = stack.context()
      let all = try context.fetch(FetchRequest<TypedBreed>(entityName: "TypedBreed"))
      let orders: [[SortDescriptor<TypedBreed>]] = [
        [SortDescriptor(\.name)], [SortDescriptor(\.name, order: .reverse)],
        [SortDescriptor(\.height), SortDescriptor(\.name)],
        [SortDescriptor(\.height, order: .reverse), SortDescriptor(\.name)],
        [SortDescriptor(\.group?.name), SortDescriptor(\.name, comparator: .lexical, order: .reverse)],
        [SortDescriptor(\.nickname, comparator: .lexical), SortDescriptor(\.recognised), SortDescriptor(\.name)],
      ]
      for descriptors in orders {
        let found = try context.fetch(try FetchRequest(sortBy: descriptors, entityName: "TypedBreed"))
        #expect(found.map(\.name) == all.sorted(using: descriptors).map(\.name), "\(descriptors)")
      }
      let request = try FetchRequest<TypedBreed>(entityName: "TypedBreed").sorted(
        by: SortKey(\TypedBreed.group?.name, ascending: false)
      )
      #expect(try context.fetch(request).first?.group?.name == "Toy")
    },
    StoreConformanceCase("key paths compare with values", model: TypedModel.make) { stack in
      try TypedModel.fill(stack)
      let context = stack.context()
      let hound = try #require(
        try context.fetch(try FetchRequest<TypedGroup>(predicate: #Predicate { $0.name == "Hound" })).first
      )
      let limit: Double? = 36
      let cases: [(ObjectPredicate, [String])] = [
        (try \TypedBreed.name == "Beagle", ["Beagle"]),
        (try \TypedBreed.group == hound && \TypedBreed.height > 35.7, ["Beagle"]),
        (try \TypedBreed.group?.objectID == hound.objectID, ["Basset", "Beagle"]),
        (try \TypedBreed.height == limit || !(\TypedBreed.popularity >= 0), ["Zoë"] + ["Beagle"]),
        (try \TypedBreed.nickname == nil && \TypedBreed.size != .small, ["Akita", "Basset"]),
        (try \TypedBreed.popularity == 0, ["Pug"]),
        (try \TypedBreed.recognised <= Date(timeIntervalSinceReferenceDate: 0), ["Basset"]),
      ]
      for (predicate, names) in cases {
        var request = FetchRequest<TypedBreed>(entityName: "TypedBreed")
        request.predicate = predicate
        #expect(try context.fetch(request).map(\.name).sorted() == names.sorted(), "\(predicate)")
      }
    },
  ]
}

extension FetchRequest {
  fileprivate func sorted(by key: SortKey) -> FetchRequest {
    var request = self
    request.sortDescriptors = [key]
    return request
  }
}

enum TypedSize: String, CaseIterable, Codable {
  case small, medium, large
}

final class TypedBreed: ManagedObject {
  var name: String { attribute("name") ?? "" }
  var nickname: String? { attribute("nickname") }
  var height: Double? { attribute("height") }
  var popularity: Int32 { attribute("popularity") ?? 0 }
  var isRare: Bool { attribute("isRare") ?? false }
  var isKept: Bool? { attribute("isKept") }
  var recognised: Date? { attribute("recognised") }
  var chip: UUID? { attribute("chip") }
  var price: Decimal? { attribute("price") }
  var size: TypedSize { attribute("size") ?? .medium }
  var untyped: String? { value(forKey: "nickname") as? String }
  var group: TypedGroup? { related("group") }
  var favourite: TypedGroup? { related("favourite") }
}

final class TypedGroup: ManagedObject {
  var name: String { attribute("name") ?? "" }
  var code: String { attribute("code") ?? "none" }
  var breeds: Set<TypedBreed> { Set(relatedObjects("breeds") as [TypedBreed]) }
  var ranking: [TypedBreed] { relatedObjects("ranking") }
}

/// A small model with classes, its objects, and predicates about them.
enum TypedModel {
  @Sendable static func make() -> ManagedObjectModel {
    ManagedObjectClasses.register(TypedBreed.self)
    ManagedObjectClasses.register(TypedGroup.self)
    let breed = EntityDescription(name: "TypedBreed")
    let group = EntityDescription(name: "TypedGroup")
    breed.managedObjectClassName = "TypedBreed"
    group.managedObjectClassName = "TypedGroup"
    func attribute(_ name: String, _ type: AttributeType) -> AttributeDescription {
      AttributeDescription(name: name, type: type)
    }
    let breedGroup = RelationshipDescription(name: "group", destination: group)
    let breeds = RelationshipDescription(name: "breeds", destination: breed, toMany: true)
    (breedGroup.inverseRelationship, breeds.inverseRelationship) = (breeds, breedGroup)
    let favourite = RelationshipDescription(name: "favourite", destination: group)
    let ranking = RelationshipDescription(name: "ranking", destination: breed, toMany: true)
    ranking.isOrdered = true
    (favourite.inverseRelationship, ranking.inverseRelationship) = (ranking, favourite)
    breed.declaredProperties = [
      attribute("name", .string), attribute("nickname", .string), attribute("height", .double),
      attribute("popularity", .integer32), attribute("isRare", .boolean), attribute("isKept", .boolean),
      attribute("recognised", .date), attribute("chip", .uuid), attribute("price", .decimal),
      attribute("size", .string),
      breedGroup, favourite,
    ]
    group.declaredProperties = [attribute("name", .string), attribute("code", .string), breeds, ranking]
    return ManagedObjectModel(entities: [breed, group])
  }

  static let chip = UUID(uuid: (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9))

  static func fill(_ stack: ConformanceStack) throws {
    let context = stack.context()
    let hound = try context.make("TypedGroup", ["name": "Hound", "code": "H"])
    let toy = try context.make("TypedGroup", ["name": "Toy"])
    try context.make("TypedGroup", ["code": "none"])
    let basset = try context.make(
      "TypedBreed",
      [
        "name": "Basset", "height": 35.5, "popularity": 2, "isRare": false,
        "recognised": Date(timeIntervalSinceReferenceDate: -5),
        "size": "medium", "group": hound, "price": Decimal(string: "12.5") as Any,
      ]
    )
    let beagle = try context.make(
      "TypedBreed",
      [
        "name": "Beagle", "nickname": "Bagel", "height": 36.0, "popularity": 3, "isRare": true, "isKept": true,
        "chip": chip,
        "size": "small", "group": hound, "favourite": toy, "recognised": Date(timeIntervalSinceReferenceDate: 50),
      ]
    )
    try context.make("TypedBreed", ["name": "Akita", "popularity": 1, "isKept": false, "size": "large"])
    try context.make("TypedBreed", ["name": "Pug", "nickname": "", "height": 30.0, "group": toy, "size": "small"])
    try context.make("TypedBreed", ["name": "Zoë", "nickname": "Zo", "popularity": -7, "height": -1.5])
    let nameless = try context.make("TypedBreed", ["popularity": 9, "size": "small"])
    try toy.setValue([beagle, nameless, basset], forKey: "ranking")
    try context.save()
  }

  private static func line(_ predicate: Predicate<TypedBreed>, _ line: Int = #line) -> (Int, Predicate<TypedBreed>) {
    (line, predicate)
  }

  private static func line(_ predicate: Predicate<TypedGroup>, _ line: Int = #line) -> (Int, Predicate<TypedGroup>) {
    (line, predicate)
  }

  static var breedPredicates: [(Int, Predicate<TypedBreed>)] {
    let name = "Beagle"
    let nothing: String? = nil
    let (small, medium) = (TypedSize.small, TypedSize.medium)
    let names: Set = ["Akita", "Pug", ""]
    let sizes: [TypedSize] = [.small, .large]
    let range: ClosedRange<Int32> = 0...2
    let heights: Range<Double> = 30..<36
    let early = Date(timeIntervalSinceReferenceDate: 10)
    let price = Decimal(string: "12.50")
    let kept: Bool? = true
    return [
      line(#Predicate { $0.name == "Beagle" }), line(#Predicate { $0.name == name }),
      line(#Predicate { $0.name != name }),
      line(#Predicate { $0.name == "" }), line(#Predicate { $0.name != "" }), line(#Predicate { $0.name.isEmpty }),
      line(#Predicate { !$0.name.isEmpty && $0.name < "B" }), line(#Predicate { $0.name <= "Basset" }),
      line(#Predicate { $0.name > "Basset" || $0.name >= "Zoë" }), line(#Predicate { "B" < $0.name }),
      line(#Predicate { $0.nickname == nil }), line(#Predicate { $0.nickname != nil }),
      line(#Predicate { $0.nickname == nothing }), line(#Predicate { $0.nickname == "Bagel" }),
      line(#Predicate { $0.nickname != "Bagel" }), line(#Predicate { !($0.nickname == "Bagel") }),
      line(#Predicate { ($0.nickname ?? "") == "" }), line(#Predicate { ($0.nickname ?? $0.name) == "Akita" }),
      line(#Predicate { ($0.nickname ?? $0.name) > "B" }), line(#Predicate { ($0.nickname ?? "x") != "x" }),
      line(#Predicate { $0.untyped == "Zo" }), line(#Predicate { ($0.height ?? 100) > 35.6 }),
      line(#Predicate { ($0.height ?? 0) < 1 }), line(#Predicate { ($0.height ?? -9) <= -1.5 }),
      line(#Predicate { $0.height == 36 }), line(#Predicate { $0.height.flatMap { $0 > 35.6 } ?? true }),
      line(#Predicate { $0.height.flatMap { $0 > 35.6 } ?? false }),
      line(#Predicate { $0.height.flatMap { $0 > 35.6 } == nil }),
      line(#Predicate { $0.height.flatMap { $0 > 35.6 } == false }),
      line(#Predicate { $0.height.flatMap { $0 > 35.6 } != true }),
      line(#Predicate { $0.popularity == 0 }),
      line(#Predicate { $0.popularity != 0 }), line(#Predicate { $0.popularity < 1 }),
      line(#Predicate { $0.popularity >= 0 }),
      line(#Predicate { -$0.popularity > 0 }), line(#Predicate { $0.popularity * 2 + 1 == 5 }),
      line(#Predicate { $0.popularity / 2 == 1 }), line(#Predicate { $0.popularity / 2 == -3 }),
      line(#Predicate { $0.popularity % 2 == -1 }), line(#Predicate { $0.popularity % 2 == 0 }),
      line(#Predicate { $0.popularity - 1 < $0.popularity * $0.popularity }),
      line(#Predicate { ($0.height ?? 1) / 2 > 17.7 }), line(#Predicate { $0.isRare }), line(#Predicate { !$0.isRare }),
      line(#Predicate { $0.isRare == false }), line(#Predicate { $0.isKept == true }),
      line(#Predicate { $0.isKept == kept }),
      line(#Predicate { $0.isKept != true }), line(#Predicate { $0.isKept ?? true }),
      line(#Predicate { !($0.isKept ?? false) }),
      line(#Predicate { ($0.name == "Beagle") == $0.isRare }), line(#Predicate { $0.isRare == ($0.popularity > 2) }),
      line(#Predicate { $0.name.contains("ea") }), line(#Predicate { $0.name.contains("") }),
      line(#Predicate { $0.nickname?.contains("ag") == true }), line(#Predicate { $0.nickname?.contains("o") ?? true }),
      line(#Predicate { $0.name.starts(with: "B") }), line(#Predicate { $0.nickname?.starts(with: "Z") ?? false }),
      line(#Predicate { $0.nickname?.isEmpty == true }), line(#Predicate { $0.nickname?.isEmpty == false }),
      line(#Predicate { names.contains($0.name) }), line(#Predicate { !names.contains($0.name) }),
      line(#Predicate { sizes.contains($0.size) }), line(#Predicate { $0.size == small }),
      line(#Predicate { $0.size.rawValue == "medium" }), line(#Predicate { $0.size != medium }),
      line(#Predicate { _ in names.contains { $0 == "Pug" } }),
      line(#Predicate { breed in names.contains { $0 == breed.name } }),
      line(#Predicate { breed in names.allSatisfy { $0 != breed.name } }),
      line(#Predicate { range.contains($0.popularity) }),
      line(#Predicate { (1...2).contains($0.popularity) }), line(#Predicate { heights.contains($0.height ?? 0) }),
      line(#Predicate { ($0.popularity..<50).contains(2) }), line(#Predicate { ($0.recognised ?? early) < early }),
      line(#Predicate { $0.recognised.flatMap { $0 < early } ?? true }), line(#Predicate { $0.chip == chip }),
      line(#Predicate { $0.price == price }), line(#Predicate { ($0.price ?? 0) + 1 > 13 }),
      line(#Predicate { $0.isRare ? $0.name == "Beagle" : $0.popularity > 1 }),
      line(#Predicate { ($0.isRare ? $0.popularity : 0 - $0.popularity) > 2 }),
      line(
        #Predicate { breed in
          if let nickname = breed.nickname { nickname.starts(with: "Z") } else { breed.isRare == false }
        }
      ),
      line(#Predicate { $0.group == nil }), line(#Predicate { $0.group != nil && $0.group != $0.favourite }),
      line(#Predicate { $0.group == $0.favourite }), line(#Predicate { $0.group?.name == "Hound" }),
      line(#Predicate { $0.group?.name != "Hound" }), line(#Predicate { $0.group?.code == "none" }),
      line(#Predicate { $0.group?.code == nil }), line(#Predicate { $0.group?.code != "none" }),
      line(#Predicate { ($0.group?.code ?? "H") == "H" }), line(#Predicate { ($0.group?.code ?? "none") == "none" }),
      line(#Predicate { $0.group?.breeds.count == 2 }), line(#Predicate { ($0.group?.breeds.isEmpty ?? true) }),
      line(#Predicate { $0.group.flatMap { $0.breeds.contains { $0.isRare } } ?? false }),
      line(
        #Predicate { breed in
          breed.group.flatMap { $0.breeds.allSatisfy { $0.popularity <= breed.popularity } } ?? false
        }
      ),
      line(#Predicate { $0.favourite?.ranking.first?.name == "Beagle" }), line(Predicate<TypedBreed>.true),
      line(Predicate<TypedBreed>.false),
      line(#Predicate { _ in true }),
    ]
  }

  static var groupPredicates: [(Int, Predicate<TypedGroup>)] {
    [
      line(#Predicate { $0.breeds.isEmpty }), line(#Predicate { $0.breeds.count == 1 }),
      line(#Predicate { $0.breeds.count > 0 }),
      line(#Predicate { $0.breeds.contains { $0.name == "Pug" } }),
      line(#Predicate { !$0.breeds.contains { $0.isRare } }),
      line(#Predicate { $0.breeds.allSatisfy { $0.popularity > 1 } }),
      line(#Predicate { $0.breeds.filter { $0.popularity > 1 }.count == 2 }),
      line(#Predicate { $0.breeds.filter { $0.popularity > 1 }.contains { $0.isRare } }),
      line(#Predicate { $0.breeds.filter { $0.popularity > 1 }.allSatisfy { $0.isRare } }),
      line(#Predicate { $0.breeds.filter { $0.popularity > 2 }.isEmpty }),
      line(#Predicate { group in group.breeds.contains { ($0.favourite?.code ?? "-") == group.code } }),
      line(
        #Predicate { group in group.breeds.contains { $0.favourite != nil && ($0.favourite?.name ?? "") != group.name }
        }
      ),
      line(#Predicate { group in group.breeds.contains { ($0.group?.breeds.count ?? 0) > 1 } }),
      line(#Predicate { $0.breeds.contains { $0.group.flatMap { $0.breeds.contains { $0.isRare } } ?? false } }),
      line(#Predicate { $0.ranking.first?.name == "Beagle" }), line(#Predicate { $0.ranking.last?.popularity == 2 }),
      line(#Predicate { $0.ranking.count == 3 && $0.ranking[1].popularity == 9 }),
      line(#Predicate { $0.ranking.contains { $0.name == "" } }), line(#Predicate { $0.code == "none" }),
      line(#Predicate { $0.code != "none" }), line(#Predicate { $0.code > "M" }),
    ]
  }
}
