/// What is wrong with a store as an SQLite file, or with what it holds.
public enum StoreFinding: FindingKind {
  case noDatabase(String)
  case damaged(String, problem: String)
  /// Why a file cannot be read as a store.
  case unreadable(String)
  case dangling(row: String, entity: String)
  /// What the inspection of a store says of a row, or of another place; `place` is empty where there is none.
  case inspection(Problem, place: String)

  public var rule: RuleCode {
    switch self {
    case .noDatabase, .damaged, .unreadable: .storeIntegrity
    case .dangling: .storeDanglingReference
    case .inspection(let problem, _): problem.rule
    }
  }

  public var message: String {
    switch self {
    case .noDatabase(let file): return "\(file) is no SQLite database"
    case .damaged(let file, let problem): return "\(file) is damaged: \(problem)"
    case .unreadable(let reason): return reason
    case .dangling(let row, let entity): return "\(row) refers to an object of \(entity) that does not exist"
    case .inspection(let problem, let place):
      let words = problem.words
      return place.isEmpty || words.contains(place)
        ? words.prefix(1).uppercased() + words.dropFirst() : "\(place): \(words)"
    }
  }
}

extension StoreFinding {
  /// What the inspection of a store finds wrong with its schema, its books or a row.
  public enum Problem: Sendable, Equatable {
    /// What SQLite says of the file.
    case integrity(String)

    // MARK: Schema
    case noTable(String)
    case noColumns([String], table: String)
    case columnType(String, table: String, found: String, wanted: String)
    case noConstraint(columns: [String], table: String)
    case noIndex(String)
    case otherIndex(String, statement: String)
    case noRangeIndex(String)
    case otherTrigger(String)
    /// A feature of the model for which the way Core Data stores it is inferred, not measured.
    case unproven(String)

    // MARK: Books
    case noHash(entity: String)
    case otherHash(entity: String)
    case unknownHash(entity: String)
    case metadataRows(Int64)
    case identifier
    case storeType(String, key: String)
    case noHashes(key: String)
    /// A digest of the version hashes that is that of others.
    case otherDigest(key: String)
    case noPrimaryKey(entity: String)
    /// The entity's number has a row under a name that it had before it was renamed.
    case oldPrimaryKey(name: String, entity: String)
    case primaryKeyNumber(Int64, entity: String, wanted: Int64)
    case primaryKeyParent(Int64, entity: String, wanted: Int64)
    case primaryKeyMaximum(Int64, table: String, greatest: Int64)
    case orphanFile(String, folder: String)

    // MARK: Rows
    /// A row of an entity that is abstract, or has another table.
    case entity(String)
    /// A row of an entity that the model does not have; `nil` where the row names none.
    case entityNumber(Int64?)
    case duplicate(attributes: [String], key: Int64)
    /// A value breaks what the model says of it.
    case validation(String)
    /// A value is missing that the model requires.
    case required(String)
    /// A value is missing that the model requires, but has a default for.
    case requiredWithDefault(attribute: String)
    case storageClass(String, attribute: String)
    /// A value of the right class that is none of the attribute's type.
    case noValue(of: String, attribute: String)
    case nul(attribute: String)
    case encoding(attribute: String)
    case precision(attribute: String)
    case noFile(String, attribute: String)
    case derivation(attribute: String)

    // MARK: Relationships
    case halfLink
    case noDestination(column: String, entity: String, key: Int64)
    /// The like in the table of a relationship that is its own inverse, where Core Data itself leaves links of deleted objects.
    case deletedPartner(column: String, entity: String, key: Int64)
    case destination(Int64, relationship: String)
    case member(Int64, relationship: String)
    case inverse(String, of: Int64, relationship: String)
    case noOrder(member: Int64, relationship: String)
    case sameOrder(members: Int64, Int64, relationship: String)

    /// More problems of a rule than are listed.
    case more(Int, rule: RuleCode)

    var rule: RuleCode {
      switch self {
      case .integrity: .storeIntegrity
      case .noTable, .noColumns, .columnType, .noConstraint, .noIndex, .otherIndex, .noRangeIndex, .otherTrigger:
        .storeSchema
      case .unproven: .storeUnproven
      case .noHash, .otherHash, .unknownHash: .storeVersionHash
      case .metadataRows, .identifier, .storeType, .noHashes, .otherDigest: .storeMetadata
      case .noPrimaryKey, .oldPrimaryKey, .primaryKeyNumber, .primaryKeyParent, .primaryKeyMaximum: .storePrimaryKey
      case .orphanFile: .storeOrphanFile
      case .entity, .entityNumber: .storeEntityNumber
      case .duplicate: .storeUniqueness
      case .validation: .storeValidation
      case .required, .requiredWithDefault: .storeRequired
      case .storageClass, .noValue: .storeStorageClass
      case .nul, .encoding: .storeText
      case .precision: .storePrecision
      case .noFile: .storeExternalData
      case .derivation: .storeDerivation
      case .halfLink, .noDestination, .deletedPartner: .storeDanglingReference
      case .destination, .member: .storeWrongDestination
      case .inverse: .storeInverse
      case .noOrder, .sameOrder: .storeOrder
      case .more: .storeMore
      }
    }

    /// How much it weighs, where that is less than its rule's severity: stores of Apple's own software have it, too.
    package var severity: Severity? {
      switch self {
      case .oldPrimaryKey, .requiredWithDefault, .deletedPartner: .warning
      default: nil
      }
    }

    /// What is wrong, as a sentence that may stand behind the place.
    fileprivate var words: String {
      switch self {
      case .integrity(let problem), .unproven(let problem), .validation(let problem), .required(let problem):
        problem
      case .noTable(let table): "the table \(table) is missing"
      case .noColumns(let columns, let table): "the table \(table) lacks \(columns.joined(separator: ", "))"
      case .columnType(let column, let table, let found, let wanted):
        "the column \(table).\(column) is declared \(found) instead of \(wanted)"
      case .noConstraint(let columns, let table):
        "the table \(table) has no UNIQUE constraint on \(columns.joined(separator: ", "))"
      case .noIndex(let index): "the index \(index) is missing"
      case .otherIndex(let index, let statement): "the index \(index) is not made as Core Data makes it: \(statement)"
      case .noRangeIndex(let index): "the range index \(index) is missing"
      case .otherTrigger(let trigger): "the trigger \(trigger) is missing or different"
      case .noHash(let entity): "the store has no version hash of \(entity)"
      case .otherHash(let entity): "the version hash of \(entity) is not that of the model"
      case .unknownHash(let entity): "the store has a version hash of \(entity), which the model lacks"
      case .metadataRows(let count): "Z_METADATA has \(count) rows instead of one"
      case .identifier: "the store's identifier is no UUID"
      case .storeType(let type, let key): "\(key) is \(type) instead of SQLite"
      case .noHashes(let key): "\(key) is missing"
      case .otherDigest(let key): "\(key) is not the digest of the hashes beside it"
      case .noPrimaryKey(let entity): "Z_PRIMARYKEY has no row for \(entity)"
      case .oldPrimaryKey(let name, let entity):
        "the number of \(entity) stands under the name \(name), as a migration leaves it"
      case .primaryKeyNumber(let number, let entity, let wanted):
        "\(entity) has the number \(number) instead of \(wanted)"
      case .primaryKeyParent(let parent, let entity, let wanted):
        "\(entity) has the parent \(parent) instead of \(wanted)"
      case .primaryKeyMaximum(let maximum, let table, let greatest):
        "the greatest key of \(table) is \(greatest), but Z_MAX is \(maximum)"
      case .orphanFile(let file, let folder): "no row refers to the file \(file) in \(folder)"
      case .entity(let entity): "the row is of the entity \(entity), which has no objects here"
      case .entityNumber(let number):
        "the row is of no entity of the model (Z_ENT is \(number.map(String.init) ?? "missing"))"
      case .duplicate(let attributes, let key):
        "\(attributes.joined(separator: " and ")) is the same as that of \(key)"
      case .requiredWithDefault(let attribute): "\(attribute) is required and has no value; the model's default serves"
      case .storageClass(let storageClass, let attribute):
        "\(attribute) holds a value of SQLite's class \(storageClass)"
      case .noValue(let type, let attribute): "\(attribute) holds a value that is no \(type)"
      case .nul(let attribute): "\(attribute) holds a NUL, at which other programs end the text"
      case .encoding(let attribute): "\(attribute) holds bytes that are no UTF-8"
      case .precision(let attribute): "\(attribute) has more than fifteen digits, of which the last may be lost"
      case .noFile(let file, let attribute): "\(attribute) is kept in the file \(file), which is not there"
      case .derivation(let attribute): "\(attribute) is not what its derivation gives"
      case .halfLink: "a link has only one end"
      case .noDestination(let column, let entity, let key), .deletedPartner(let column, let entity, let key):
        "\(column) refers to \(entity) \(key), which is not there"
      case .destination(let key, let relationship):
        "\(relationship) leads to \(key), an object of another entity than the relationship or its own column says"
      case .member(let key, let relationship):
        "\(relationship) has \(key) as a member, an object of another entity than the relationship's"
      case .inverse(let inverse, let key, let relationship):
        "\(relationship) leads to \(key), whose \(inverse) does not lead back"
      case .noOrder(let member, let relationship):
        "\(relationship) is ordered, but the member \(member) has no place in it"
      case .sameOrder(let first, let second, let relationship):
        "\(relationship) is ordered, but its members \(first) and \(second) have the same place"
      case .more(let count, let rule): "\(count) more problems of the kind \(rule)"
      }
    }
  }
}
