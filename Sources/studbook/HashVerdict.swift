import ObjectModel

/// How an entity's version hash in a model compares with another version's.
struct HashVerdict {
  enum Outcome: String {
    case same
    case differs
    case unknown
    case notInFile
    case notInModel
  }

  let entity: String
  let outcome: Outcome
  /// What changed, as far as it was found out.
  var changes: [ModelDifference] = []
  /// What else there is to say.
  var remark: String?

  /// The verdicts on all entities of the model and of the other version, by name.
  static func all(of model: ManagedObjectModel, against other: AdoptedHashes) -> [HashVerdict] {
    let hashes = model.versionHashesByEntityName
    let entities = model.entitiesByName
    let names = Set(hashes.keys).union(other.byEntity.keys).sorted(by: CodeUnitOrder.areInIncreasingOrder)
    return names.map { name in
      switch (entities[name], hashes[name]?.bytes, other.byEntity[name]) {
      case (nil, _, _): return HashVerdict(entity: name, outcome: .notInModel, remark: newName(of: name, model, other))
      case (_, nil, let found):
        return HashVerdict(entity: name, outcome: .unknown, remark: found == nil ? "and not in the file" : nil)
      case (_?, _?, nil): return HashVerdict(entity: name, outcome: .notInFile)
      case (_?, let own?, let found?) where own == found: return HashVerdict(entity: name, outcome: .same)
      case (let entity?, _?, let found?): return difference(of: entity, from: found, other)
      }
    }
  }

  /// Whether a store of one version would not open with the other.
  var differs: Bool { outcome != .same && !(outcome == .unknown && remark == nil) }

  /// Compares with the other version's model if that is known and gives its hash; else tries what change leads to the hash.
  private static func difference(of entity: EntityDescription, from hash: [UInt8], _ other: AdoptedHashes)
    -> HashVerdict
  {
    var verdict = HashVerdict(entity: entity.name, outcome: .differs)
    if let known = other.model?.entitiesByName[entity.name], known.versionHash.bytes.map({ $0 == hash }) ?? true {
      verdict.changes = ModelComparison.differences(from: known, to: entity, includingInherited: true)
        .filter(\.changesVersionHash)
      if verdict.changes.isEmpty { verdict.remark = "by its parent's hash" }
      return verdict
    }
    guard let changes = VersionHashExplanation.changes(from: entity, toHash: hash, others: other.byEntity) else {
      verdict.remark = "by more than one or two small changes"
      return verdict
    }
    // Found from the model to the file; the file's version is the older one.
    verdict.changes = changes.map(\.reversed)
    if changes.isEmpty { verdict.remark = "by its parent's hash" }
    return verdict
  }

  /// The entity of the model that has the other one's hash but for its name.
  private static func newName(of name: String, _ model: ManagedObjectModel, _ other: AdoptedHashes) -> String? {
    guard let hash = other.byEntity[name] else { return nil }
    let renamed = model.entities.first { entity in
      guard other.byEntity[entity.name] == nil else { return false }
      let copy = model.copy()
      guard let candidate = copy.entitiesByName[entity.name] else { return false }
      candidate.name = name
      return candidate.versionHash.bytes == hash
    }
    return renamed.map { "renamed to \($0.name)" }
  }
}

extension HashVerdict: CustomStringConvertible {
  var description: String {
    let details = changes.map(\.description) + [remark].compactMap(\.self)
    switch outcome {
    case .same: return "the same"
    case .differs: return "differs" + (remark == nil ? ": " : " ") + details.joined(separator: "; ")
    case .unknown: return (["not known"] + details).joined(separator: ", ")
    case .notInFile: return "not in the file"
    case .notInModel: return (["not in the model"] + details).joined(separator: ", ")
    }
  }

  /// The verdicts as one JSON object.
  static func value(of verdicts: [HashVerdict], file: String) -> ResultValue {
    .object([
      ("file", .text(file)),
      ("isSame", .boolean(!verdicts.contains(where: \.differs))),
      ("entities", .list(verdicts.map(\.value))),
    ])
  }

  private var value: ResultValue {
    var members: [(name: String, value: ResultValue)] = [("name", .text(entity)), ("outcome", .text(outcome.rawValue))]
    if outcome == .differs { members.append(("changes", .list(changes.map(Self.value)))) }
    if let remark { members.append(("remark", .text(remark))) }
    return .object(members)
  }

  private static func value(of change: ModelDifference) -> ResultValue {
    .object([
      ("property", change.propertyName.map { .text($0) } ?? .null),
      ("aspect", .text(change.aspect)),
      ("inFile", change.first.map { .text($0) } ?? .null),
      ("inModel", change.second.map { .text($0) } ?? .null),
    ])
  }
}
