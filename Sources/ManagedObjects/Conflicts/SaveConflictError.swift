/// Why a save failed although every object is valid: somebody else changed the rows, or holds values that have to be unique.
public struct SaveConflictError: Error, Sendable {
  /// What stands in the way, in the store's words.
  public var conflicts: [StoreConflictError.Conflict]

  init(_ error: StoreConflictError) { conflicts = error.conflicts }
}

extension SaveConflictError: CustomStringConvertible {
  public var description: String {
    let lines = conflicts.map { conflict in
      switch conflict {
      case .version(let objectID, let expected, nil):
        "\(objectID) was read at version \(expected) and has been deleted since"
      case .version(let objectID, let expected, let found?):
        "\(objectID) was read at version \(expected) and is stored at version \(found) now"
      case .keyTaken(let objectID):
        "\(objectID) has a key that another process has given to another object"
      case .uniqueness(let objectID, let constraint, let holder):
        "\(objectID) has the same \(constraint.joined(separator: ", ")) as \(holder.map(\.description) ?? "another object")"
      }
    }
    return lines.count == 1
      ? "\(lines[0])." : "\(lines.count) conflicts:\n" + lines.map { "- \($0)" }.joined(separator: "\n")
  }
}
