import AttributeValues
import ManagedObjects
import ObjectModel
import StoreConformance
import Testing

/// One end of a relationship, as a model can describe it.
enum RelationshipEnd: String, CaseIterable {
  case toOne, toMany, ordered

  func make(_ name: String, to entity: EntityDescription) -> RelationshipDescription {
    let relationship = RelationshipDescription(name: name, destination: entity, toMany: self != .toOne)
    relationship.isOrdered = self == .ordered
    return relationship
  }
}

/// Two kinds of ends that are each other's inverse, between two entities, or within one when `isReflexive`.
struct RelationshipPair: CustomTestStringConvertible {
  let left: RelationshipEnd
  let right: RelationshipEnd
  let isReflexive: Bool

  static let all = [false, true].flatMap { isReflexive in
    RelationshipEnd.allCases.flatMap { left in
      RelationshipEnd.allCases.map { RelationshipPair(left: left, right: $0, isReflexive: isReflexive) }
    }
  }

  var testDescription: String { "\(left)–\(right)\(isReflexive ? " within one entity" : "")" }

  /// A model with `Left.right` and `Right.left`, or with both in `Left`.
  func model() -> ManagedObjectModel {
    let leftEntity = EntityDescription(name: "Left")
    let rightEntity = isReflexive ? leftEntity : EntityDescription(name: "Right")
    let forth = left.make("right", to: rightEntity)
    let back = right.make("left", to: leftEntity)
    forth.inverseRelationship = back
    back.inverseRelationship = forth
    let name = { AttributeDescription(name: "name", type: .string) }
    if isReflexive {
      leftEntity.declaredProperties = [name(), forth, back]
      return ManagedObjectModel(entities: [leftEntity])
    }
    leftEntity.declaredProperties = [name(), forth]
    rightEntity.declaredProperties = [name(), back]
    return ManagedObjectModel(entities: [leftEntity, rightEntity])
  }
}

/// Random changes from both ends of every kind of relationship, compared after each with a plain list of pairs.
@Suite struct InverseCombinationTests {
  @Test(arguments: RelationshipPair.all, [UInt64(11), 12, 13, 14]) func bothEndsAgreeWithAListOfPairs(
    _ pair: RelationshipPair,
    _ seed: UInt64
  ) throws {
    let graph = try PairGraph(pair, seed: seed)
    for step in 0..<60 {
      try graph.change()
      graph.check("step \(step)")
      switch step % 10 {
      case 4: try graph.saveAndReadElsewhere()
      case 7: try graph.rollBack()
      default: break
      }
    }
  }
}

/// Four objects at each end of one relationship, and what their links have to be.
private final class PairGraph {
  private let pair: RelationshipPair
  private let stack: ConformanceStack
  private let context: ManagedObjectContext
  private let lefts: [ManagedObject]
  private let rights: [ManagedObject]
  /// The links as numbers of objects: (left, right).
  private var links: Set<[Int]> = []
  private var savedLinks: Set<[Int]> = []
  private var state: UInt64

  init(_ pair: RelationshipPair, seed: UInt64) throws {
    self.pair = pair
    let coordinator = PersistentStoreCoordinator(managedObjectModel: pair.model())
    let store = CountingStore()
    try coordinator.addPersistentStore(store)
    stack = ConformanceStack(store: store, coordinator: coordinator)
    context = stack.context()
    let context = context
    lefts = try (0..<4).map { try context.make("Left", ["name": "L\($0)"]) }
    rights = try pair.isReflexive ? lefts : (0..<4).map { try context.make("Right", ["name": "R\($0)"]) }
    state = seed &* 0x9E37_79B9_7F4A_7C15
    try context.save()
  }

  private func draw(_ bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(bound))
  }

  /// One change, made from either end, and what it has to do to the links.
  func change() throws {
    if draw(2) == 0 {
      try change(from: lefts, key: "right", end: pair.left, to: rights) { owner, other in [owner, other] }
    } else {
      try change(from: rights, key: "left", end: pair.right, to: lefts) { owner, other in [other, owner] }
    }
  }

  private func change(
    from owners: [ManagedObject],
    key: String,
    end: RelationshipEnd,
    to others: [ManagedObject],
    link: (Int, Int) -> [Int]
  ) throws {
    let owner = draw(4)
    let chosen = (0..<4).filter { _ in draw(2) == 0 }
    switch end {
    case .toOne:
      let other = draw(5)
      try owners[owner].setValue(other < 4 ? others[other] : nil, forKey: key)
      cut { self.isOwned($0, by: owner, key: key) }
      if other < 4 { add(link(owner, other)) }
    case .toMany, .ordered:
      let set = owners[owner].mutableSetValue(forKey: key)
      switch draw(3) {
      case 0:
        for other in chosen {
          set.add(others[other])
          add(link(owner, other))
        }
      case 1:
        for other in chosen {
          set.remove(others[other])
          links.remove(link(owner, other))
        }
      default:
        let objects = chosen.reversed().map { others[$0] }
        try owners[owner].setValue(end == .ordered ? objects : Set(objects) as Any, forKey: key)
        cut { self.isOwned($0, by: owner, key: key) }
        for other in chosen { add(link(owner, other)) }
        if end == .ordered { #expect(owners[owner].list(key) == objects) }
      }
    }
  }

  private func isOwned(_ link: [Int], by owner: Int, key: String) -> Bool {
    key == "right" ? link[0] == owner : link[1] == owner
  }

  private func cut(_ isCut: ([Int]) -> Bool) { links = links.filter { !isCut($0) } }

  /// Adds a link; a to-one end gives its old partner up for it.
  private func add(_ link: [Int]) {
    if pair.left == .toOne { cut { $0[0] == link[0] } }
    if pair.right == .toOne { cut { $0[1] == link[1] } }
    links.insert(link)
  }

  /// Whether the objects have the links, seen from either end, each once.
  func check(_ step: String) {
    check(lefts, rights, in: step)
  }

  private func check(_ lefts: [ManagedObject], _ rights: [ManagedObject], in step: String) {
    for (number, left) in lefts.enumerated() {
      let wanted = links.filter { $0[0] == number }.map { $0[1] }.sorted()
      #expect(numbers(of: related(left, "right", pair.left), in: rights) == wanted, "\(step), L\(number)")
    }
    for (number, right) in rights.enumerated() {
      let wanted = links.filter { $0[1] == number }.map { $0[0] }.sorted()
      #expect(numbers(of: related(right, "left", pair.right), in: lefts) == wanted, "\(step), R\(number)")
    }
  }

  private func numbers(of objects: [ManagedObject], in all: [ManagedObject]) -> [Int] {
    objects.compactMap { object in all.firstIndex { $0 === object } }.sorted()
  }

  private func related(_ object: ManagedObject, _ key: String, _ end: RelationshipEnd) -> [ManagedObject] {
    switch end {
    case .toOne: object.related(key).map { [$0] } ?? []
    case .toMany: Array(object.members(key))
    case .ordered: object.list(key)
    }
  }

  func saveAndReadElsewhere() throws {
    try context.save()
    savedLinks = links
    let reader = stack.context()
    let read = (lefts.map { reader.object(with: $0.objectID) }, rights.map { reader.object(with: $0.objectID) })
    check(read.0, read.1, in: "another context")
    for (mine, theirs) in zip(lefts, read.0) where pair.left == .ordered {
      #expect(theirs.list("right").map(\.objectID) == mine.list("right").map(\.objectID))
    }
    for (mine, theirs) in zip(rights, read.1) where pair.right == .ordered {
      #expect(theirs.list("left").map(\.objectID) == mine.list("left").map(\.objectID))
    }
  }

  func rollBack() throws {
    context.rollback()
    links = savedLinks
    check("after rollback")
  }
}
