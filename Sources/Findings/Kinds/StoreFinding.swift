/// What is wrong with a store as an SQLite file, or with what it holds.
public enum StoreFinding: FindingKind {
  case noDatabase(String)
  case damaged(String, problem: String)
  /// Why a file cannot be read as a store.
  case unreadable(String)
  case dangling(row: String, entity: String)
  /// What the inspection of a store says of a row, or of another place.
  case inspection(RuleCode, place: String, problem: String)

  public var rule: RuleCode {
    switch self {
    case .noDatabase, .damaged, .unreadable: .storeIntegrity
    case .dangling: .storeDanglingReference
    case .inspection(let rule, _, _): rule
    }
  }

  public var message: String {
    switch self {
    case .noDatabase(let file): "\(file) is no SQLite database"
    case .damaged(let file, let problem): "\(file) is damaged: \(problem)"
    case .unreadable(let reason): reason
    case .dangling(let row, let entity): "\(row) refers to an object of \(entity) that does not exist"
    case .inspection(_, let place, let problem):
      place.isEmpty || problem.contains(place)
        ? problem.prefix(1).uppercased() + problem.dropFirst() : "\(place): \(problem)"
    }
  }
}
