/// The order of an ordered relationship's members where each member's row says where it stands (`Z_FOK_…`): whoever comes goes to the end.
///
/// Four bytes for each owner.
final class MemberOrder {
  /// The columns of the owner's key and of the member's number, in the members' table.
  let ownerColumn: Int
  let column: Int
  /// How many members have come to each owner, by its key.
  private var counts: ContiguousArray<UInt32> = []
  /// Whether members have left their owners, so that numbers are missing.
  private(set) var hasGaps = false

  init(ownerColumn: Int, column: Int) {
    self.ownerColumn = ownerColumn
    self.column = column
  }

  /// The number of the next member of an owner.
  ///
  /// - Complexity: O(1) on average.
  func numberOfNext(of owner: Int64) -> Int64 {
    let owner = Int(owner)
    if owner >= counts.count { counts.append(contentsOf: repeatElement(0, count: owner + 1 - counts.count)) }
    counts[owner] += 1
    return Int64(counts[owner]) * OrderNumbers.distance
  }

  /// Says that a member has left its owner.
  func noteDeparture() { hasGaps = true }
}
