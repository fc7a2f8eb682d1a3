/// What is wrong or noteworthy in a model. Properties are named with their entity, as in `Town.name`.
public enum ModelFinding: FindingKind {
  case unnamedEntity
  case unnamedProperty(entity: String)
  case unusableName(String)
  case duplicateEntity(String)
  case duplicateProperty(String, entity: String)
  case duplicateIndex(String, entity: String)
  case hidden(String, entity: String)
  case unknownParent(String, of: String)
  case noDestination(of: String)
  case unknownDestination(String, of: String)
  case unknownMember(String, configuration: String)
  case unknownFetched(String, request: String)
  case unknownInverse(String, of: String)
  case unknownProperty(String, in: List, of: String)
  case unknownType(String, of: String)
  case parentCycle(of: String, parent: String)
  case manyParents(of: String, most: Int)
  case noInverse(of: String)
  case foreignInverse(String, of: String, destination: String)
  case otherInverse(String, of: String)
  case orderedInverse(of: String)
  case noCount(key: String, of: String)
  case noLimit(isMinimum: Bool, of: String, type: String)
  case limits(Measure, of: String)
  case defaultValue(of: String, problem: String)
  case defaultType(of: String, type: String)
  case pattern(of: String)
  case deleteRule(String, of: String)
  case derivation(of: String)
  case unusable(Condition, problem: String)
  case unknownKey(String, in: Condition, explanation: String)
  case composite(of: String)
  case smallEntity(String)
  case noIdentifier(String)
  case takenName(String)
  case capital(String)
  case noAction(relationship: String, entity: String)
  case transformer(of: String)
  case abstract(String)
  case translations(problem: String)
  case openHash(entity: String, reasons: [String])
  case noHash(entity: String)
  case source(SourceProblem)

  /// What lists properties of an entity.
  public enum List: Sendable, Equatable {
    case uniquenessConstraint, compoundIndex
    case index(String)
  }

  /// Two limits of which the one may not be above the other.
  public enum Measure: Sendable { case value, length, count }

  /// What Swift sources leave open of the model that SwiftData makes of them.
  public enum SourceProblem: Sendable, Equatable {
    case syntax(String)
    case undeclared(type: String, of: String)
    case unfit(type: String, of: String, Unfitness)
    case assumed(type: String, of: String)
    case untyped(String)
    case unusual(in: String)
    case conditional(String)
    case wrapped(String, by: String)
    case extended(String, by: String)
    case argument(String, of: String)
    case inverse(of: String, candidates: [String])
    case unlisted(version: String)
    case codedByItself(type: String, of: String)
    case computedDefault(of: String)
    case unreadable(file: String)
  }

  /// Why a property of a type is nothing of which SwiftData's storage is known.
  public enum Unfitness: Sendable, Equatable {
    case notCodable, notModel, elements, form
  }

  /// A text of the model that is a predicate or an expression.
  public enum Condition: Sendable, Equatable {
    case derivation(of: String)
    case property(String)
    case index(String)
    case fetchRequest(String)
  }

  public var rule: RuleCode {
    switch self {
    case .unnamedEntity, .unnamedProperty, .unusableName: .modelName
    case .duplicateEntity, .duplicateProperty, .duplicateIndex, .hidden: .modelDuplicate
    case .unknownParent, .noDestination, .unknownDestination, .unknownMember, .unknownFetched: .modelUnknownEntity
    case .unknownInverse: .modelUnknownInverse
    case .unknownProperty: .modelUnknownProperty
    case .unknownType: .modelUnknownType
    case .parentCycle, .manyParents: .modelParentCycle
    case .noInverse: .modelNoInverse
    case .foreignInverse, .otherInverse: .modelInverse
    case .orderedInverse: .modelOrderedInverse
    case .noCount, .noLimit, .limits: .modelLimits
    case .defaultValue, .defaultType: .modelDefault
    case .pattern: .modelPattern
    case .deleteRule: .modelDeleteRule
    case .derivation: .modelDerivation
    case .unusable: .modelPredicate
    case .unknownKey: .modelUnknownKey
    case .composite: .modelComposite
    case .smallEntity, .noIdentifier, .takenName, .capital: .modelNaming
    case .noAction: .modelNoAction
    case .transformer: .modelTransformer
    case .abstract: .modelAbstract
    case .translations: .modelLocalisation
    case .openHash, .noHash: .modelOpenHash
    case .source: .modelSource
    }
  }

  public var message: String {
    switch self {
    case .unnamedEntity: "An entity has no name"
    case .unnamedProperty(let entity): "A property of \(entity) has no name"
    case .unusableName(let name):
      "No key path can name \(name): it has a full stop, a control character, or @ at its beginning"
    case .duplicateEntity(let name): "There is another entity named \(name)"
    case .duplicateProperty(let name, let entity): "\(entity) has another property named \(name)"
    case .duplicateIndex(let name, let entity): "\(entity) has another index named \(name)"
    case .hidden(let name, let entity): "\(entity).\(name) hides the property that \(entity) inherits"
    case .unknownParent(let parent, let entity): "The parent \(parent) of \(entity) does not exist"
    case .noDestination(let name): "\(name) has no destination"
    case .unknownDestination(let destination, let name): "The destination \(destination) of \(name) does not exist"
    case .unknownMember(let entity, let configuration):
      "The configuration \(configuration) has an entity \(entity) that does not exist"
    case .unknownFetched(let entity, let request):
      "The fetch request \(request) is for an entity \(entity) that does not exist"
    case .unknownInverse(let inverse, let name): "The inverse \(inverse) of \(name) does not exist"
    case .unknownProperty(let name, let list, let entity):
      "\(list.words) of \(entity) names \(name), which the entity does not have"
    case .unknownType(let type, let name): "\(name) has the unknown type \(type)"
    case .parentCycle(let entity, let parent): "\(entity) descends from itself by way of \(parent)"
    case .manyParents(let entity, let most): "\(entity) has more than \(most) parents one above the other"
    case .noInverse(let name): "\(name) has no inverse, so deleting a related object leaves it pointing nowhere"
    case .foreignInverse(let inverse, let name, let destination):
      "\(name) has the inverse \(inverse), which objects of \(destination) do not have"
    case .otherInverse(let inverse, let name): "\(name) has the inverse \(inverse), which has another one"
    case .orderedInverse(let name):
      "\(name) is ordered and its own inverse: a store keeps one place for both objects, so that the order of one is lost"
    case .noCount(let key, let name): "The \(key) of \(name) is not a count"
    case .noLimit(let isMinimum, let name, let type):
      "The \(isMinimum ? "minimum" : "maximum") of \(name) cannot be a limit of the type \(type)"
    case .limits(.value, let name): "The minimum of \(name) is greater than its maximum"
    case .limits(.length, let name): "The least length of \(name) is greater than its greatest"
    case .limits(.count, let name): "The least count of \(name) is greater than its greatest"
    case .defaultValue(let name, let problem): "The default of \(name) is not allowed: \(problem)"
    case .defaultType(let name, let type): "The default of \(name) is not a value of the type \(type)"
    case .pattern(let name): "The regular expression of \(name) cannot be used"
    case .deleteRule(let rule, let name): "\(name) has the unknown delete rule \(rule)"
    case .derivation(let name): "\(name) is derived but has no expression"
    case .unusable(let condition, let problem): "\(condition.words) cannot be used: \(problem)"
    case .unknownKey(let key, let condition, let explanation):
      "\(condition.words) names \"\(key)\", but \(explanation)"
    case .composite(let name): "The elements of the composite attribute \(name) cannot be found"
    case .smallEntity(let name): "The name of the entity \(name) does not begin with a capital"
    case .noIdentifier(let name): "\(name) cannot be the name of anything in Swift: it is no identifier"
    case .takenName(let name): "\(name) has the name of something that every managed object has"
    case .capital(let name): "\(name) begins with a capital"
    case .noAction(let relationship, let entity):
      "Deleting an object of \(entity) leaves the inverse of \(relationship) pointing nowhere"
    case .transformer(let name): "\(name) names no secure transformer, so what its bytes may hold is not limited"
    case .abstract(let name): "\(name) is abstract and no entity inherits from it, so it can have no objects"
    case .translations(let problem): problem
    case .openHash(let entity, let reasons):
      "Core Data will not open the store, because the version hash of \(entity) is not known"
        + (reasons.isEmpty ? "" : " (\(reasons.joined(separator: "; ")))")
    case .noHash(let entity):
      "Core Data will not open the store, because it does not hold the version hash of \(entity)"
    case .source(let problem): problem.words
    }
  }
}

extension ModelFinding.SourceProblem {
  fileprivate var words: String {
    switch self {
    case .syntax(let problem): "The source cannot be read as Swift: \(problem)"
    case .undeclared(let type, let name): "\(name) has the type \(type), which these sources do not declare"
    case .unfit(let type, let name, .notCodable): "\(name) has the type \(type), which is not Codable here"
    case .unfit(let type, let name, .notModel): "\(name) has the type \(type), which is a class without @Model"
    case .unfit(let type, let name, .elements):
      "\(name) is of the type \(type); how SwiftData stores such a collection is not established"
    case .unfit(let type, let name, .form):
      "\(name) has the type \(type), of which the source does not tell the storage"
    case .assumed(let type, let name):
      "\(name) has the type \(type), whose storage is assumed, so the version hash is not known"
    case .untyped(let name): "The type of \(name) is not written, and its first value does not tell it"
    case .unusual(let name): "\(name) has a property that is lazy or declared by a pattern"
    case .conditional(let name): "\(name) stands under a compilation condition"
    case .wrapped(let name, let wrapper): "\(name) has the attribute @\(wrapper), which may change what is stored"
    case .extended(let name, let macro): "What the macro \(macro) adds to \(name) does not stand in the source"
    case .argument(let argument, let name): "“\(argument)” of \(name) is not understood"
    case .inverse(let name, let candidates):
      "\(name) names no inverse, and \(candidates.joined(separator: ", ")) could be it"
    case .unlisted(let version): "The models of \(version) are not written as a list of types"
    case .codedByItself(let type, let name):
      "\(name) has the type \(type), which codes itself, so its elements may be others than its properties"
    case .computedDefault(let name): "The default of \(name) is worked out while the app runs; the model here has none"
    case .unreadable(let file): "The source \(file) cannot be read"
    }
  }
}

extension ModelFinding.List {
  fileprivate var words: String {
    switch self {
    case .uniquenessConstraint: "A uniqueness constraint"
    case .compoundIndex: "A compound index"
    case .index(let name): "The index \(name)"
    }
  }
}

extension ModelFinding.Condition {
  fileprivate var words: String {
    switch self {
    case .derivation(let name): "The derivation of \(name)"
    case .property(let name): "The predicate of \(name)"
    case .index(let name): "The predicate of the index \(name)"
    case .fetchRequest(let name): "The predicate of the fetch request \(name)"
    }
  }
}
