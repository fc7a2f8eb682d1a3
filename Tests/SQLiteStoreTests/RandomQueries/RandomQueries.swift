import AttributeValues
import Foundation
import ManagedObjects
import ObjectModel
import PredicateLanguage
import TestSupport

/// Draws predicates and sort keys over the kennel's entities: mostly of operands that fit together, sometimes of ones that do not.
struct RandomQueries {
  var random: SeededGenerator
  let kennel: RandomKennel
  /// Where key paths begin: the fetched entity, or that of a subquery's variable.
  private var scope: Scope

  struct Scope {
    var entity: String
    var base = ObjectExpression.evaluatedObject
    var depth = 0
  }

  enum Kind: CaseIterable {
    case text
    case number
    case date
    case uuid
    case bytes
    case object
    case boolean
  }

  init(_ random: SeededGenerator, kennel: RandomKennel, entity: String) {
    self.random = random
    self.kennel = kennel
    scope = Scope(entity: entity)
  }

  // MARK: Predicates

  mutating func predicate(depth: Int) -> ObjectPredicate {
    switch depth > 0 ? random.number(below: 8) : 7 {
    case 0: .and((0..<(2 + random.number(below: 2))).map { _ in predicate(depth: depth - 1) })
    case 1: .or((0..<(2 + random.number(below: 2))).map { _ in predicate(depth: depth - 1) })
    case 2: .not(predicate(depth: depth - 1))
    case 3 where random.once(in: 6): ObjectPredicate(value: random.once(in: 2))
    default: ObjectPredicate(comparison(depth: depth))
    }
  }

  private mutating func comparison(depth: Int) -> PredicateComparison {
    let modifier: PredicateComparison.Modifier =
      toManyPaths.isEmpty || !random.once(in: 5) ? .direct : random.pick([.any, .all])
    let kind = random.pick(Kind.allCases)
    let left = modifier == .direct ? operand(kind, depth: depth) : collection(kind)
    let other = random.once(in: 12) ? random.pick(Kind.allCases) : kind
    let options = PredicateComparison.Options(rawValue: random.once(in: 3) ? UInt(random.number(below: 16)) : 0)
    var operation = random.pick(PredicateComparison.Operator.allCases)
    switch operation {
    case .matches, .like, .beginsWith, .endsWith, .contains:
      if kind != .text, !random.once(in: 10) { operation = .equal }
    default: break
    }
    let right: ObjectExpression
    switch operation {
    case .between: right = .list([operand(other, depth: 0), operand(other, depth: 0)])
    case .in where kind != .text || random.once(in: 2):
      right = .list(
        (0..<random.number(below: 7)).map { _ in random.once(in: 6) ? operand(other, depth: 0) : constant(other) }
      )
    case .matches:
      right = .value(
        random.pick(["[A-Z].*", ".", "..", "\\w+", ".*é", "(?i)rex", "\\p{L}+", "", "[^a-z]*", "a|b|rex", ".*\\d"])
      )
    case .like:
      right = .value(random.pick(["*é*", "?", "??", "R*", "*\\**", "", "*", "str*e", "*\\?", "item ?*", "?\u{301}*"]))
    default: right = operand(other, depth: depth)
    }
    return PredicateComparison(left, operation, right, modifier: modifier, options: options)
  }

  // MARK: Operands

  private mutating func operand(_ kind: Kind, depth: Int) -> ObjectExpression {
    switch random.number(below: depth > 0 ? 10 : 6) {
    case 0, 1: return constant(kind)
    case 2, 3, 4, 5: return path(kind)
    default: return computed(kind, depth: depth - 1)
    }
  }

  /// A key path to a value of this kind, or a constant where the entity has none.
  private mutating func path(_ kind: Kind) -> ObjectExpression {
    let candidates = Self.paths[scope.entity]?[kind] ?? []
    if candidates.isEmpty { return constant(kind) }
    let path = random.pick(candidates)
    return path == "SELF" ? scope.base : .keyPath(ObjectKeyPath(path), of: scope.base)
  }

  private mutating func computed(_ kind: Kind, depth: Int) -> ObjectExpression {
    switch kind {
    case .text:
      switch random.number(below: 5) {
      case 0: return .function(random.pick([.uppercase, .lowercase, .canonical]), [operand(.text, depth: depth)])
      case 1: return .cast(operandOfCast(random.pick([.text, .number, .uuid]), depth: depth), .string)
      case 2: return aggregate(random.pick(["@min", "@max"]), .text)
      default: return conditional(.text, depth: depth)
      }
    case .number: return computedNumber(depth: depth)
    case .date:
      switch random.number(below: 4) {
      case 0:
        return .function(random.pick([.add, .subtract]), [operand(.date, depth: depth), operand(.number, depth: 0)])
      case 1: return .cast(operandOfCast(.number, depth: depth), .date)
      case 2: return aggregate(random.pick(["@min", "@max"]), .date)
      default: return conditional(.date, depth: depth)
      }
    case .object, .uuid, .bytes, .boolean: return conditional(kind, depth: depth)
    }
  }

  private mutating func computedNumber(depth: Int) -> ObjectExpression {
    switch random.number(below: 9) {
    case 0, 1:
      let function = random.pick(PredicateFunction.allCases.filter { $0.argumentCount == 2 })
      return .function(function, [operand(.number, depth: depth), operand(.number, depth: depth)])
    case 2:
      let functions: [PredicateFunction] = [
        .negate, .absolute, .ceiling, .floor, .round, .truncate, .squareRoot, .logarithm, .naturalLogarithm,
        .exponential,
        .onesComplement, .noIndex,
      ]
      return .function(random.pick(functions), [operand(.number, depth: depth)])
    case 3: return .function(.length, [operand(.text, depth: depth)])
    case 4: return aggregate(random.pick(["@count", "@sum", "@avg", "@min", "@max"]), .number)
    case 5: return count(depth: depth)
    case 6:
      let statistics = PredicateFunction.allCases.filter { $0.isStatistic && $0 != .mode }
      return .function(random.pick(statistics), [collection(.number)])
    case 7:
      return .cast(
        operandOfCast(random.pick([.text, .date, .boolean]), depth: depth),
        random.pick([.number, .decimal])
      )
    default: return conditional(.number, depth: depth)
    }
  }

  /// A cast of a constant is made when it is parsed, so the generator makes none.
  private mutating func operandOfCast(_ kind: Kind, depth: Int) -> ObjectExpression {
    let operand = operand(kind, depth: depth)
    return operand.constantValue == nil ? operand : .function(.noIndex, [operand])
  }

  private mutating func conditional(_ kind: Kind, depth: Int) -> ObjectExpression {
    .conditional(predicate(depth: 0), operand(kind, depth: depth), operand(kind, depth: depth))
  }

  // MARK: Collections

  private var toManyPaths: [String] { Self.toManyPaths[scope.entity] ?? [] }

  /// The values of this kind that a to-many relationship leads to.
  private mutating func collection(_ kind: Kind) -> ObjectExpression {
    guard !toManyPaths.isEmpty else { return .list([constant(kind), constant(kind)]) }
    let path = random.pick(toManyPaths)
    let candidates = (Self.paths[Self.destinations[path] ?? ""]?[kind] ?? []).filter { $0 != "SELF" }
    let rest = candidates.isEmpty ? "" : "." + random.pick(candidates)
    return .keyPath(ObjectKeyPath(path + rest), of: scope.base)
  }

  private mutating func aggregate(_ name: String, _ kind: Kind) -> ObjectExpression {
    guard !toManyPaths.isEmpty else { return constant(kind) }
    let path = random.pick(toManyPaths)
    let candidates = (Self.paths[Self.destinations[path] ?? ""]?[kind] ?? []).filter { $0 != "SELF" }
    if name == "@count" || candidates.isEmpty { return .keyPath(ObjectKeyPath(path + ".@count"), of: scope.base) }
    return .keyPath(ObjectKeyPath("\(path).\(name).\(random.pick(candidates))"), of: scope.base)
  }

  /// A number of members: by `SUBQUERY`, `[SIZE]`, or of a union.
  private mutating func count(depth: Int) -> ObjectExpression {
    guard !toManyPaths.isEmpty, scope.depth < 2 else { return .value(1) }
    let path = random.pick(toManyPaths)
    let members = ObjectExpression.keyPath(ObjectKeyPath(path), of: scope.base)
    switch random.number(below: 5) {
    case 0: return .element(of: members, .size)
    case 1: return .function(.count, [.setOperation(random.pick(SetOperation.allCases), members, collection(.object))])
    default:
      let outer = scope
      let variable = "v\(scope.depth)"
      scope = Scope(entity: Self.destinations[path] ?? "", base: .variable(variable), depth: scope.depth + 1)
      let condition = predicate(depth: depth)
      scope = outer
      return .keyPath(ObjectKeyPath(["@count"]), of: .subquery(members, variable: variable, condition))
    }
  }

  // MARK: Constants

  private mutating func constant(_ kind: Kind) -> ObjectExpression {
    if random.once(in: 10) { return .constant(.null) }
    let type: AttributeType
    switch kind {
    case .text: return .value(random.pick(RandomValues.texts))
    case .number: type = random.pick([.integer64, .integer16, .double, .decimal, .float])
    case .date: type = .date
    case .uuid: type = .uuid
    case .bytes: type = .binaryData
    case .boolean: type = .boolean
    case .object: return objectConstant()
    }
    return .constant(.value(RandomValues.value(of: type, using: &random)))
  }

  /// A variable that stands for an object, because each store has a name of its own for it.
  private mutating func objectConstant() -> ObjectExpression {
    let names = kennel.objectVariables.keys.sorted()
    return .variable(random.pick(names))
  }

  // MARK: Sort keys

  mutating func sortKeys() -> [SortKey] {
    let paths = Self.paths[scope.entity] ?? [:]
    return (0..<random.number(below: 4)).map { _ in
      let candidates = paths[random.pick([.text, .text, .number, .date, .uuid, .bytes, .object, .boolean])] ?? ["name"]
      let path = random.pick(
        candidates.filter { $0 != "SELF" } + ["owner"].filter { _ in scope.entity == "Dog" } + [
          Self.firstText[scope.entity] ?? ""
        ]
      )
      let comparison = random.pick([SortKey.Comparison.binary, .caseInsensitive, .localizedStandard])
      return SortKey(path, ascending: random.once(in: 2), comparison: comparison)
    }
  }

  private static let firstText = ["Dog": "name", "Animal": "name", "Owner": "email", "Walk": "place"]

  // MARK: The model, by kinds

  private static let destinations = [
    "walks": "Walk", "owner.animals": "Animal", "walks.dogs": "Dog", "animals": "Animal", "favourites": "Animal",
    "dogs": "Dog", "photosOf": "Cat", "dogs.walks": "Walk", "owner.favourites": "Animal",
  ]

  private static let toManyPaths: [String: [String]] = [
    "Dog": ["walks", "owner.animals", "walks.dogs", "owner.favourites"],
    "Animal": ["owner.animals", "owner.favourites"],
    "Cat": ["owner.animals"],
    "Owner": ["animals", "favourites"],
    "Walk": ["dogs", "photosOf", "dogs.walks"],
  ]

  private static let paths: [String: [Kind: [String]]] = [
    "Dog": [
      .text: ["name", "name", "home", "owner.email", "owner.phone", "owner.address.city"],
      .number: ["weight", "height", "litter", "chip", "price", "isVaccinated"],
      .date: ["born"], .uuid: ["tag"], .bytes: ["photo", "scan"], .object: ["owner", "SELF"],
      .boolean: ["isVaccinated"],
    ],
    "Cat": [
      .text: ["name", "owner.email"], .number: ["weight", "lives"], .date: ["born"], .object: ["owner", "SELF"],
    ],
    "Animal": [.text: ["name", "owner.phone"], .date: ["born"], .object: ["owner", "SELF"], .number: ["weight"]],
    "Owner": [.text: ["email", "phone", "address.city", "address.street"], .object: ["SELF"]],
    "Walk": [.text: ["place"], .object: ["SELF"]],
  ]
}
